#!/bin/sh
# SPDX-License-Identifier: MIT
# What is wrong with a command line is said in one line that names the word, with exit code 2; help is on standard output.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

cd "$samples/.." || exit 1
input=samples/one-point.json

# wrong NAME EXPECTED-TEXT ARGUMENT...: exit 2, nothing on standard output, the text on standard error.
wrong() {
	wrong_name=$1 wrong_text=$2
	shift 2
	code "$wrong_name" 2 "$RAFTER" "$@"
	same "$wrong_name: standard output empty" 0 "$(wc -c <"$work/out")"
	check "$wrong_name: said" "expected '$wrong_text', found $(head -n 1 "$work/err")" grep -qF -- "$wrong_text" "$work/err"
}

wrong "no command" "usage: rafter COMMAND"
wrong "unknown command" "unknown command 'drow', did you mean 'draw'?" drow
wrong "option before the command" "expected a command" --theme dark draw "$input"
wrong "unknown option" "unknown option '--hardwre', did you mean '--hardware'?" draw "$input" --hardwre x
wrong "unknown letter" "unknown option '-z'" draw -z
wrong "option of another command" "'rafter list' has no option '--dpi'" list themes --dpi 3
wrong "option without its value" "option '--theme' needs a value" draw "$input" --theme
wrong "value for a flag" "option '--quiet' takes no value" draw "$input" --quiet=yes
wrong "choice" "option '--color': expected auto, always or never, found 'allways', did you mean 'always'?" draw "$input" --color allways
wrong "no input" "expected an input" draw -o "$work/a.svg"
wrong "no output" "expected an output" draw "$input"
wrong "unknown suffix" "expected a suffix that says the format (svg, png or pdf), found '.bmp'" draw "$input" -o "$work/a.bmp"
wrong "no suffix" "has no suffix that says the format" draw "$input" -o "$work/a"
wrong "standard output without -T" "add -T" draw "$input" -o -
wrong "unknown type" "option '--type': expected svg, png or pdf, found 'gif'" draw "$input" -T gif -o -
wrong "type and suffix disagree" "say different formats" draw "$input" -T png -o "$work/a.svg"
wrong "the same output twice" "is asked for twice" draw "$input" -o "$work/a.svg" -o "$work/a.svg"
wrong "output and layout in one file" "is asked for twice" draw "$input" -o "$work/a.svg" --layout "$work/a.svg"
wrong "standard input twice" "standard input ('-') can be read once" draw - - -o "$work/a.svg"
wrong "setting without a value" "expected PATH=VALUE" draw "$input" --set axes.x.min -o "$work/a.svg"
wrong "dpi of 0" "expected a whole number from 1 to 32767, found '0'" draw "$input" --dpi 0 -o "$work/a.png"
wrong "dpi in words" "found 'high'" draw "$input" --dpi high -o "$work/a.png"
wrong "unknown size" "did you mean 'web'?" draw "$input" --size wob -o "$work/a.svg"
wrong "negative size" "-3in" draw "$input" --size=-3inx2in -o "$work/a.svg"
wrong "peak alone" "--peak without --bandwidth" draw "$input" --peak "67 TFLOP/s" -o "$work/a.svg"
wrong "bandwidth alone" "--bandwidth without --peak" draw "$input" --bandwidth "3.35 TB/s" -o "$work/a.svg"
wrong "unknown list" "unknown list 'themse', did you mean 'themes'?" list themse
wrong "list of nothing" "where WHAT is hardware, links" list
wrong "show of what has no entries" "'schema' has no entries to show" show schema x
wrong "schema of something" "takes no words, found 'themes'" schema themes
wrong "unknown suffix of the schema" "expected a suffix that says the format (json), found '.yaml'" schema -o "$work/a.yaml"
wrong "show without a name" "rafter show WHAT NAME" show hardware
wrong "import of nothing" "expected a file to import" import
wrong "unknown suffix of an analysis" "expected a suffix that says the format (json, csv, md, markdown or txt), found '.foo'" analyze "$input" -o "$work/a.foo"
wrong "suffix of an analysis and --format disagree" "--format csv and the suffix" analyze "$input" --format csv -o "$work/a.json"
wrong "unknown suffix of a spec" "expected a suffix that says the format (json), found '.csv'" import samples/import/table/kernels.csv -o "$work/a.csv"
wrong "unknown suffix of a list" "expected a suffix that says the format (json or txt), found '.md'" list themes -o "$work/a.md"
wrong "unknown suffix of an entry" "expected a suffix that says the format (json or txt), found '.csv'" show themes light -o "$work/a.csv"
wrong "two outputs of an analysis" "writes one file" analyze "$input" -o "$work/a" -o "$work/b"
same "no file was made" "" "$(find "$work" -name 'a*' -o -name b)"

code "help" 0 "$RAFTER" --help
check "help: lists every command" "a command is missing" sh -c 'for c in draw analyze report batch check import list show schema; do grep -q "^  $c " "$1" || exit 1; done' sh "$work/out"
for command in draw analyze report batch check import list show schema; do
	code "$command --help" 0 "$RAFTER" "$command" --help
	check "$command --help: usage and example" "neither" grep -qE "^usage: rafter $command |^  rafter $command " "$work/out"
	same "$command --help: nothing on standard error" 0 "$(wc -c <"$work/err")"
	example=$(sed -n '/^example:/{n;p;}' "$work/out" | sed "s|^  rafter|\"\$RAFTER\"|; s|-o |-o $work/|g")
	code "$command --help: the example works" 0 sh -c "$example"
done
for command in draw analyze report batch check import list show schema; do
	"$RAFTER" "$command" --help >"$work/by-option"
	code "help $command" 0 "$RAFTER" help "$command"
	check "help $command: the same as $command --help" "another" cmp "$work/by-option" "$work/out"
done
code "help alone" 0 "$RAFTER" help
check "help alone: lists every command" "a command is missing" grep -q "^  analyze " "$work/out"
wrong "help of two commands" "expected one command" help draw list
wrong "help of an unknown command" "unknown command 'drow', did you mean 'draw'?" help drow
for command in list show; do
	"$RAFTER" help $command >"$work/out"
	check "help $command: says which lists there are" "it does not" grep -q "^WHAT is hardware, links, " "$work/out"
done
code "help to a full device" 4 sh -c '"$1" draw --help >/dev/full' sh "$RAFTER"
code "version" 0 "$RAFTER" --version
code "version by letter" 0 "$RAFTER" -V
check "version: a number" "$(cat "$work/out")" grep -qE '^rafter [0-9]+\.[0-9]+\.[0-9]+$' "$work/out"

for list in hardware links themes markers sizes formats importers schema; do
	code "list $list" 0 "$RAFTER" list "$list"
	code "list $list as JSON" 0 "$RAFTER" list "$list" --format json
	check "list $list as JSON: parses" "not JSON" python3 -m json.tool "$work/out"
done
code "schema" 0 "$RAFTER" schema -o "$work/schema.json"
"$RAFTER" list schema >"$work/out"
check "schema: the same as the list of that name" "another" cmp "$work/schema.json" "$work/out"
code "show a device" 0 "$RAFTER" show hardware mi300x
check "show a device: its sources" "none" grep -q '^\[1\] ' "$work/out"
code "show a device as JSON" 0 "$RAFTER" show hardware mi300x --format json -o "$work/device.json"
code "show a device into JSON" 0 "$RAFTER" show hardware mi300x -o "$work/again.json"
check "show a device into JSON: by its suffix" "another" cmp "$work/device.json" "$work/again.json"
code "an analysis into a table" 0 "$RAFTER" analyze "$input" -o "$work/table.TXT"
check "an analysis into a table: a table" "$(head -n 1 "$work/table.TXT")" grep -q '^point  ' "$work/table.TXT"
code "an analysis into CSV" 0 "$RAFTER" analyze "$input" -o "$work/table.csv"
check "an analysis into CSV: CSV" "$(head -n 1 "$work/table.csv")" grep -q '^name,' "$work/table.csv"
code "an analysis in any format into text" 0 "$RAFTER" analyze "$input" --format csv -o "$work/csv.txt"
check "an analysis in any format into text: CSV" "$(head -n 1 "$work/csv.txt")" cmp "$work/table.csv" "$work/csv.txt"
code "a shown device is hardware" 0 "$RAFTER" draw "$input" --hardware "$work/device.json" -o "$work/device.svg"
code "show a link" 0 "$RAFTER" show links nvlink-4
code "show a theme" 0 "$RAFTER" show themes paper
check "show a theme: key, value and meaning" "not there" grep -qE '^font_px +9\.33 +size of point labels' "$work/out"
code "show a theme as JSON" 0 "$RAFTER" show themes paper --format json -o "$work/theme.json"
code "a theme by name" 0 "$RAFTER" draw "$input" --theme paper -o "$work/by-name.svg"
code "a shown theme is a theme" 0 "$RAFTER" draw "$input" --theme "$work/theme.json" -o "$work/by-file.svg"
check "a shown theme is a theme: the same chart" "another" cmp "$work/by-name.svg" "$work/by-file.svg"
code "show an importer" 0 "$RAFTER" show importers ncu
check "show an importer: the metrics" "not there" grep -q '^ncu --csv --metrics .*,dram__bytes.sum,.*gpu__time_duration.sum' "$work/out"
code "show an importer as JSON" 0 "$RAFTER" show importers ncu --format json
check "show an importer as JSON: the metrics" "not there" grep -q '"recipe": "ncu --csv --metrics ' "$work/out"
code "show an unknown importer" 3 "$RAFTER" show importers nuc
check "show an unknown importer: did you mean" "$(cat "$work/err")" grep -q "unknown importer 'nuc', did you mean 'ncu'?" "$work/err"
code "show an unknown device" 3 "$RAFTER" show hardware mi300z
check "show an unknown device: did you mean" "$(cat "$work/err")" grep -q "did you mean" "$work/err"

code "colour asked for" 2 "$RAFTER" draw "$input" --color always
check "colour asked for: escape codes" "none" grep -q "$(printf '\033')" "$work/err"
code "no colour into a file" 2 env -u NO_COLOR "$RAFTER" draw "$input"
absent "no colour into a file: no escape codes" "$(printf '\033')" "$work/err"
code "quiet" 0 "$RAFTER" draw samples/above-roof.json --quiet -o "$work/quiet.svg"
same "quiet: no warnings" 0 "$(wc -c <"$work/err")"
code "strict" 3 "$RAFTER" draw samples/above-roof.json --strict -o "$work/strict.svg"
check "strict: the warning is an error" "$(head -n 1 "$work/err")" grep -q 'error: .*\[above-roof\]' "$work/err"
check "strict: no file" "there is one" test ! -e "$work/strict.svg"

# Nothing that is echoed is without end, or no text.
odd=$(printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\374')
long=$(head -c 100000 /dev/zero | tr '\0' x)
for option in --from --theme --hardware --size --type --format --dpi --set --peak --color; do
	for word in "$odd" "$long"; do
		"$RAFTER" draw "$input" "$option" "$word" -o "$work/none.svg" >"$work/out" 2>"$work/err"
		wrong_code=$?
		check "an odd word after $option: refused" "exit code $wrong_code" test "$wrong_code" -eq 2 -o "$wrong_code" -eq 3
		check "an odd word after $option: said in valid text" "$(head -c 200 "$work/err")" iconv -f UTF-8 -t UTF-8 "$work/err"
		check "an odd word after $option: said in short" "$(wc -c <"$work/err") bytes" test "$(wc -c <"$work/err")" -lt 5000
	done
done

python3 - >"$work/copies.json" <<'PYTHON'
import json
points = [{"name": f"copy {i}", "flops": 0, "bytes": 1e9, "time": 1e-3} for i in range(5000)]
print(json.dumps({"rafter": 1, "hardware": "nvidia-h100-sxm", "points": points}))
PYTHON
code "many warnings of a kind" 0 "$RAFTER" analyze "$work/copies.json" -o "$work/copies.txt"
same "many warnings of a kind: ten are said" 10 "$(grep -c 'warning: .copy' "$work/err")"
same "many warnings of a kind: the others are counted" 'rafter: warning: and 4,990 more of this kind [zero-flop]' "$(tail -n 1 "$work/err")"
code "many warnings of a kind, strict" 3 "$RAFTER" analyze "$work/copies.json" --strict
same "many warnings of a kind, strict: the others are counted" 'rafter: and 4980 more errors' "$(tail -n 1 "$work/err")"

code "hardware by words" 0 "$RAFTER" draw "$input" --hardware "a100 sxm 80gb" -o "$work/words.svg"
code "the same device twice" 0 "$RAFTER" draw "$input" --hardware nvidia-h100-sxm --hardware "h100 sxm" -o "$work/twice.svg"
check "the same device twice: said" "$(cat "$work/err")" grep -q "the machine 'H100 SXM5 80GB' is given twice: it is drawn once \[ignored\]" "$work/err"
code "the same device once" 0 "$RAFTER" draw "$input" --hardware nvidia-h100-sxm -o "$work/once.svg"
check "the same device twice: drawn once" "another chart" cmp "$work/once.svg" "$work/twice.svg"
code "the same file twice" 0 "$RAFTER" draw "$input" --hardware "$work/device.json" --hardware "$work/device.json" -o "$work/twice.svg"
check "the same file twice: said" "$(cat "$work/err")" grep -q "is given twice" "$work/err"
code "ambiguous hardware" 3 "$RAFTER" draw "$input" --hardware h100 -o "$work/none.svg"
check "ambiguous hardware: the candidates" "$(cat "$work/err")" grep -q 'nvidia-h100-sxm' "$work/err"
code "own ceilings" 0 "$RAFTER" draw "$input" --peak "FP16=200 TFLOP/s" --bandwidth "HBM=2 TB/s" --bandwidth "L2=6 TB/s" -o "$work/own.svg"
check "own ceilings: the slopes" "missing" grep -q 'data-name="L2" data-value="6000000000000"' "$work/own.svg"
code "ceilings alone" 0 "$RAFTER" draw --hardware nvidia-h100-sxm -o "$work/alone.svg"
code "setting" 0 "$RAFTER" draw "$input" --set title=Changed -o "$work/set.svg"
check "setting: used" "no title" grep -q '>Changed<' "$work/set.svg"
code "setting of a point" 0 "$RAFTER" draw "$input" --set 'points[0].name=Renamed' --set 'hardware.memory[0].name=Stack' -o "$work/set.svg"
check "setting of a point: used" "no such point" grep -q 'data-name="Renamed"' "$work/set.svg"
check "setting of a ceiling: used" "no such ceiling" grep -q 'data-name="Stack"' "$work/set.svg"
wrong "setting of a point that is not there" "the points are numbered from 0 to 0" draw "$input" --set 'points[3].name=x' -o "$work/set.svg"

printf '{"rafter": 1, "points": [{"name": "a", "flops": "1 TFLOP", "bytes": "1 GB", "time": "4 ms"}]}' >"$work/bare.json"
code "no hardware" 3 "$RAFTER" draw "$work/bare.json" -o "$work/none.svg"
check "no hardware: what to do" "$(cat "$work/err")" grep -qE -e '--hardware .*--peak' "$work/err"
finish
