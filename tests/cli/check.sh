#!/bin/sh
# SPDX-License-Identifier: MIT
# Gates: the exact table, what each exit code means, JUnit, Markdown and annotations, baselines of every kind, and a regression found in noise.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

cd "$work" || exit 1
cat >now.csv <<'END'
name,series,flops,bytes,time [ms]
gemm,blas3,1e10,1e8,12.5
conv,dnn,1e10,1e8,21.2
axpy,blas1,1e8,1e9,12.5
fresh,dnn,1e10,1e8,11
END
cat >old.csv <<'END'
name,series,flops,bytes,time [ms]
gemm,blas3,1e10,1e8,12.6
conv,dnn,1e10,1e8,20
axpy,blas1,1e8,1e9,12.1
stale,dnn,1e10,1e8,11
END
machine() { "$RAFTER" "$@" --peak '1 TFLOP/s' --bandwidth '100 GB/s'; }
gate() { machine check "$@"; }
# text NAME FILE: the file is what stands on standard input.
text() { cat >expected; if cmp -s expected "$2"; then ok "$1"; else not_ok "$1" "$(diff expected "$2" | head -n 5 | tr '\n' ' ')"; fi; }

# ---- the table ------------------------------------------------------------------------------------------------------------------------------------------

code "gates that are met" 0 gate now.csv --min-roof 40%
text "gates that are met: the table" out <<'END'
result  point  series  gate            found
passed  conv   dnn     roof >= 40 %  47.17 %
passed  gemm   blas3   roof >= 40 %     80 %
passed  axpy   blas1   roof >= 40 %     80 %
passed  fresh  dnn     roof >= 40 %  90.91 %

passed: 4 checks on 4 points: 0 failed, 4 passed
END
same "gates that are met: nothing on standard error" "" "$(cat err)"

code "gates that are not met" 1 gate now.csv --min-roof 0.4 --rule 'series=dnn: roof>=0.6' --rule 'point=/^axpy$/: time<=10 ms' --baseline old.csv --warn 2%
text "gates that are not met: the table" out <<'END'
result   point  series  gate             found   before   change  note
failed   axpy   blas1   time <= 10 ms  12.5 ms        -        -
failed   conv   dnn     roof >= 60 %   47.17 %        -        -
failed   conv   dnn     time <= +5 %   21.2 ms    20 ms     +6 %
warning  axpy   blas1   time <= +5 %   12.5 ms  12.1 ms  +3.31 %
warning  stale  dnn     time <= +5 %         -    11 ms        -  missing: in the baseline alone
skipped  fresh  dnn     time <= +5 %     11 ms        -        -  new: not in the baseline
passed   gemm   blas3   time <= +5 %   12.5 ms  12.6 ms  -0.79 %
passed   fresh  dnn     roof >= 60 %   90.91 %        -        -
passed   gemm   blas3   roof >= 40 %      80 %        -        -
passed   axpy   blas1   roof >= 40 %      80 %        -        -

failed: 10 checks on 4 points: 3 failed, 2 warnings, 1 skipped, 4 passed
END
same "gates that are not met: nothing on standard error" "" "$(cat err)"

# ---- exit codes -----------------------------------------------------------------------------------------------------------------------------------------

wrong() {
	wrong_name=$1 wrong_text=$2
	shift 2
	code "$wrong_name" 2 gate "$@"
	same "$wrong_name: standard output empty" 0 "$(wc -c <out)"
	check "$wrong_name: said" "expected '$wrong_text', found $(head -n 1 err)" grep -qF -- "$wrong_text" err
}
wrong "no gate" "expected a gate: --min-roof 0.6, --rule 'series=gemm: roof>=0.7' or --baseline FILE" now.csv
wrong "a limit without a baseline" "expected a baseline for --max-regression" now.csv --max-regression 5% --min-roof 1
wrong "a percentage without its sign" "--min-roof:1:1: error: expected a fraction such as 0.6 or a percentage such as 60%, found '60'" now.csv --min-roof 60
wrong "a rule with a misspelt quantity" "--rule:1:11: error: expected roof, performance, time, intensity or headroom, found 'rof'" now.csv --rule 'series=a: rof>=0.6'
wrong "an unknown reaction" "option '--missing': expected fail or warn, found 'ignore'" now.csv --baseline old.csv --missing ignore
wrong "one file for two results" "'a.xml' is asked for twice" now.csv --min-roof 1 --junit a.xml --markdown a.xml
wrong "standard output for two results" "'-' is asked for twice" now.csv --min-roof 1 --junit -
wrong "standard input for two files" "standard input ('-') can be read once" - --baseline -
wrong "an unknown suffix" "expected a suffix that says the format (json, md, markdown or txt), found '.xml'" now.csv --min-roof 1 -o a.xml
printf 'name,flops,bytes,time [ms]\ngemm,many,1e8,12.5\n' >broken.csv
code "a wrong input and a gate that fails" 3 gate now.csv broken.csv --min-roof 1
same "a wrong input and a gate that fails: no table" 0 "$(wc -c <out)"
code "a wrong baseline" 3 gate now.csv --baseline broken.csv
code "a baseline without points" 3 gate now.csv --baseline "$samples/import/stream/babelstream.txt"
printf 'name,flops,bytes,time [ms]\ngemm,1e10,1e8,1\n' >above.csv
code "a warning" 0 gate above.csv --min-roof 1
code "a warning with --strict" 3 gate above.csv --min-roof 1 --strict
code "a baseline that is not there" 4 gate now.csv --baseline nothing.csv
if [ -w /dev/full ]; then
	code "a full standard output" 4 sh -c '"$1" check now.csv --peak "1 TFLOP/s" --bandwidth "100 GB/s" --min-roof 1 >/dev/full' sh "$RAFTER"
fi

# ---- files ----------------------------------------------------------------------------------------------------------------------------------------------

printf old >summary.md
code "a folder that is not there" 4 gate now.csv --min-roof 60% --markdown summary.md --junit nowhere/a.xml
same "a folder that is not there: the other file is as it was" old "$(cat summary.md)"
code "all forms at once" 1 gate now.csv --baseline old.csv --warn 2% --markdown summary.md --junit junit.xml --github -o result.json
same "all forms at once: standard output empty" 0 "$(wc -c <out)"
text "all forms at once: annotations" err <<'END'
::error file=now.csv,line=3,title=conv::expected time <= +5 %25, found +6 %25: 21.2 ms after 20 ms
::warning file=now.csv,line=4,title=axpy::expected time <= +5 %25, found +3.31 %25: 12.5 ms after 12.1 ms
::warning file=old.csv,line=5,title=stale::expected time <= +5 %25: missing: in the baseline alone
END
text "all forms at once: JUnit" junit.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="rafter check" tests="5" failures="1" errors="0" skipped="1">
  <testsuite name="rafter check" tests="5" failures="1" errors="0" skipped="1">
    <testcase classname="dnn" name="conv: time &lt;= +5 %">
      <failure type="regression" message="expected time &lt;= +5 %, found +6 %: 21.2 ms after 20 ms"/>
    </testcase>
    <testcase classname="blas1" name="axpy: time &lt;= +5 %">
      <system-out>warning: expected time &lt;= +5 %, found +3.31 %: 12.5 ms after 12.1 ms</system-out>
    </testcase>
    <testcase classname="dnn" name="stale: time &lt;= +5 %">
      <system-out>warning: expected time &lt;= +5 %: missing: in the baseline alone</system-out>
    </testcase>
    <testcase classname="dnn" name="fresh: time &lt;= +5 %">
      <skipped message="expected time &lt;= +5 %: new: not in the baseline"/>
    </testcase>
    <testcase classname="blas3" name="gemm: time &lt;= +5 %"/>
  </testsuite>
</testsuites>
END
text "all forms at once: Markdown" summary.md <<'END'
## rafter check

❌ failed: 5 checks on 4 points: 1 failed, 2 warnings, 1 skipped, 1 passed

| result | point | series | gate | found | before | change | note |
| --- | --- | --- | --- | ---: | ---: | ---: | --- |
| **failed** | conv | dnn | time \<= +5 % | 21.2 ms | 20 ms | +6 % |  |
| warning | axpy | blas1 | time \<= +5 % | 12.5 ms | 12.1 ms | +3.31 % |  |
| warning | stale | dnn | time \<= +5 % |  | 11 ms |  | missing: in the baseline alone |
| skipped | fresh | dnn | time \<= +5 % | 11 ms |  |  | new: not in the baseline |
| passed | gemm | blas3 | time \<= +5 % | 12.5 ms | 12.6 ms | -0.79 % |  |
END
same "all forms at once: JSON" '"passed": false' "$(grep -o '"passed": false' result.json)"
cp summary.md first.md
gate now.csv --baseline old.csv --warn 2% --format markdown >again.md
check "standard output and file are the same" "they differ" cmp first.md again.md

# JUnit of names that XML has no letters for.
printf 'name,flops,bytes,time [ms]\n"<a> & ""b"" ]]> \033[1m \302\205 \357\277\277 caf\303\251",1e10,1e8,20\n' >nasty.csv
code "names that XML has no letters for" 1 gate nasty.csv --min-roof 0.6 --junit nasty.xml
if command -v xmllint >/dev/null; then
	check "JUnit is XML" "xmllint" xmllint --noout junit.xml nasty.xml
	same "JUnit: failures by xmllint" 1 "$(xmllint --xpath 'count(//testcase/failure)' junit.xml)"
fi

# ---- baselines ------------------------------------------------------------------------------------------------------------------------------------------

machine analyze old.csv --format json -o old-analysis.json
"$RAFTER" import old.csv -o old-spec.json
gate now.csv --baseline old.csv >by-table
for kind in analysis spec; do
	code "a baseline from $kind" 1 gate now.csv --baseline "old-$kind.json"
	check "a baseline from $kind: the same table" "$(diff by-table out | head -n 3)" cmp by-table out
done
code "a baseline from standard input" 1 sh -c '"$1" check now.csv --baseline - --peak "1 TFLOP/s" --bandwidth "100 GB/s" <old.csv' sh "$RAFTER"
# Whatever can be analysed is its own baseline, as it is and by its analysis: all of its points are found again, and none has changed.
for input in "$samples"/*.json "$samples"/import/*/*; do
	name="${input#"$samples"/} against its analysis"
	rm -f itself.json
	for hardware in "" nvidia-a100-sxm-40gb; do
		if "$RAFTER" analyze "$input" ${hardware:+--hardware "$hardware"} --format json --quiet -o itself.json 2>err; then break; fi
	done
	grep -q '"analytic"' itself.json 2>err || continue
	code "$name" 0 "$RAFTER" check "$input" ${hardware:+--hardware "$hardware"} --baseline itself.json --max-regression 0 --unjudged warn --quiet
	absent "$name: no point is new, missing or changed" ' (new|missing): |^failed  |[+-][0-9.]+ %( |$)' out
done
ncu=$samples/import/ncu/wide.csv
code "a profiler file against itself" 0 "$RAFTER" check "$ncu" --baseline "$ncu" --group name --hardware nvidia-a100-sxm-40gb
absent "a profiler file against itself: no change" 'failed  |warning|skipped' out
"$RAFTER" analyze "$ncu" --group name --hardware nvidia-a100-sxm-40gb --format json -o ncu.json
code "a profiler file against its analysis" 0 "$RAFTER" check "$ncu" --baseline ncu.json --group name --hardware nvidia-a100-sxm-40gb
absent "a profiler file against its analysis: no change" 'failed  |warning|skipped' out
code "the longest alone" 0 gate now.csv --baseline old.csv --top 1 --max-regression 10%
same "the longest alone: no other is missing" "passed: 1 check on 1 point: 0 failed, 1 passed" "$(tail -n 1 out)"

# ---- a regression in noise ------------------------------------------------------------------------------------------------------------------------------

# 200 points, each measured with a range of 2 % about its median, the medians within 0.95 % of the truth; in the second run one of them is 6 % slower.
# noise SEED SLOW BARS
noise() {
	awk -v seed="$1" -v slow="$2" -v bars="$3" 'BEGIN {
		printf "{\"rafter\": 1, \"points\": ["
		for (i = 1; i <= 200; i++) {
			seed = (seed * 16807) % 2147483647
			time = (1 + i % 17) * 1e-3 * (1 + 0.0095 * (2 * seed / 2147483647 - 1))
			if (i == slow)
				time = (1 + i % 17) * 1e-3 * 1.06
			printf "%s\n{\"name\": \"kernel %d\", \"flops\": %d, \"bytes\": %d, \"time\": ", (i > 1) ? "," : "", i, 1e8 * (1 + i % 17), 1e6 * (1 + i % 17)
			if (bars)
				printf "[%.9g, %.9g, %.9g]}", time * 0.98, time, time * 1.02
			else
				printf "%.9g}", time
		}
		print "]}"
	}'
}
noise 1 0 1 >noise-old.json
noise 2 137 1 >noise-now.json
for limit in 5% 1% 0.1%; do
	code "a regression among 200 noisy points at $limit" 1 gate noise-now.json --baseline noise-old.json --max-regression $limit
	same "a regression among 200 noisy points at $limit: it alone" "kernel 137" "$(sed -n 's/^failed  \(kernel [0-9]*\) .*/\1/p' out)"
done
for by in performance roof; do
	code "the same by $by" 1 gate noise-now.json --baseline noise-old.json --by $by
	same "the same by $by: it alone" "kernel 137" "$(sed -n 's/^failed  \(kernel [0-9]*\) .*/\1/p' out)"
done
code "noise alone" 0 gate noise-old.json --baseline noise-old.json --max-regression 0.1%
noise 3 0 1 >noise-again.json
code "another run of the same" 0 gate noise-again.json --baseline noise-old.json --max-regression 0.1%
noise 3 0 0 >bare-again.json
noise 1 0 0 >bare-old.json
code "without their ranges noise is a change" 1 gate bare-again.json --baseline bare-old.json --max-regression 0.1%

# ---- a gate that compared nothing ----------------------------------------------------------------------------------------------------------------------

sed -e 's/^gemm/GEMM/; s/^conv/Conv/; s/^axpy/a x y/' -e /fresh/d now.csv >renamed.csv
code "a baseline of other points" 1 gate renamed.csv --baseline old.csv
same "a baseline of other points: what is wrong" "failed   -      -       time <= +5 %        -        -  no point of this run is in the baseline" "$(sed -n 2p out)"
grep -v fresh now.csv | sed '/conv/d' >fewer.csv
code "a missing point is a warning" 0 gate fewer.csv --baseline old.csv
code "with --strict it fails" 1 gate fewer.csv --baseline old.csv --strict

# ---- a baseline of another machine ---------------------------------------------------------------------------------------------------------------------

"$RAFTER" analyze now.csv --hardware nvidia-h100-sxm --format json -o h100.json 2>/dev/null
code "another machine's baseline" 0 "$RAFTER" check now.csv --hardware nvidia-a100-sxm-80gb --baseline h100.json
check "another machine's baseline: what is said" "$(grep assumed err)" grep -q "the baseline 'h100.json' was made on 'H100 SXM5 80GB': its points are held to the roofs of 'A100 SXM4 80GB'" err
code "the machine's own baseline" 0 "$RAFTER" check now.csv --hardware nvidia-h100-sxm --baseline h100.json
absent "the machine's own baseline: nothing is said of machines" 'was made on' err

# ---- size -----------------------------------------------------------------------------------------------------------------------------------------------

awk 'BEGIN { print "name,flops,bytes,time [ms]"; for (i = 0; i < 20000; i++) printf "a kernel with a name of some length | number %d,1e10,1e8,%d\n", i, 20 + i % 9 }' >many.csv
code "a step summary of 20,000 points" 1 gate many.csv --min-roof 60% --markdown many.md -o many.txt
check "a step summary of 20,000 points: below 900 kB" "$(wc -c <many.md) bytes" test "$(wc -c <many.md)" -lt 900000
check "a step summary of 20,000 points: the worst first" "it is not" sh -c 'sed -n 7p many.md | grep -q "number 8 .*35.71 %"'
check "a step summary of 20,000 points: what is left out" "$(tail -n 1 many.md)" grep -qE '^[0-9]+ more are left out here, none of them worse than these$' many.md
finish
