#!/bin/sh
# SPDX-License-Identifier: MIT
# Old points in the picture: which are joined, by what they are compared, what is said about the others; and that no arrow crosses a word.
. "$(dirname "$0")/lib.sh"

new=$samples/import/table/transformer.csv
old=$samples/import/table/transformer-before.csv
gpu=nvidia-a100-sxm-80gb

# verdicts FILE: "name verdict change" of each arrow, the change in whole percent.
verdicts() {
	python3 -c '
import json, sys
for arrow in json.load(open(sys.argv[1]))["arrows"]:
    print(arrow["for"], arrow["verdict"], round(arrow["change"] * 100), "drawn" if arrow["from"] else "-", sep=", ")' "$1"
}

# judge FILE: labels on arrows, on each other or left out; prints one line each.
judge() {
	python3 -c '
import json, sys
chart = json.load(open(sys.argv[1]))
def clip(p, q, box):
    (x0, y0), (x1, y1) = p, q
    t0, t1 = 0, 1
    left, top, right, bottom = min(x for x, y in box), min(y for x, y in box), max(x for x, y in box), max(y for x, y in box)
    for d, near, far in ((x1 - x0, left - x0, right - x0), (y1 - y0, top - y0, bottom - y0)):
        if abs(d) < 1e-12:
            if near > 0 or far < 0: return False
            continue
        a, b = sorted((near / d, far / d))
        t0, t1 = max(t0, a), min(t1, b)
    return t0 < t1
for label in chart["labels"]:
    if label["angle"]: continue
    for arrow in chart["arrows"]:
        if arrow["from"] and clip(arrow["from"], arrow["to"], label["box"]): print("the arrow of", arrow["for"], "crosses", label["text"])
for label in chart["dropped_labels"]: print("dropped", label["text"])' "$1"
}

code 'two files' 0 "$RAFTER" draw "$new" --baseline "$old" --hardware $gpu -o "$work/a.svg" --layout "$work/a.json"
same 'what is missing is said' "$old:9:1: warning: 'dropout' of the baseline is not among the points [missing-point]" "$(head -n 1 "$work/err")"
same 'what changed' "qkv projection, better, 16, -
output projection, same, -1, -
ffn up, better, 87, drawn
ffn down, worse, -5, -
flash attention, better, 179, drawn
layernorm, better, 120, drawn
residual add, same, 0, -" "$(verdicts "$work/a.json")"
same 'clear' "" "$(judge "$work/a.json")"
check 'the note says from where' "not in the SVG" grep -q 'change of performance from transformer-before.csv (1 new, 1 missing)' "$work/a.svg"
check 'old points have names of their own' "not in the SVG" grep -q 'data-name="ffn up (baseline)"' "$work/a.svg"
same 'an old point has no label' 0 "$(grep -c 'data-for="ffn up (baseline)"' "$work/a.svg")"
check 'a point without a baseline looks as ever' "no label 'gelu'" grep -q '"text": "gelu"' "$work/a.json"

mkdir "$work/elsewhere"
cp "$old" "$work/elsewhere/transformer-before.csv"
code 'from another folder' 0 "$RAFTER" draw "$new" --baseline "$work/elsewhere/transformer-before.csv" --hardware $gpu --quiet -o "$work/b.svg"
check 'the same bytes' "another picture" cmp "$work/a.svg" "$work/b.svg"
code 'from standard input' 0 "$RAFTER" draw "$new" --baseline - --hardware $gpu --quiet -o "$work/c.svg" --layout "$work/c.json" <"$old"
same 'the same changes' "$(verdicts "$work/a.json")" "$(verdicts "$work/c.json")"

code 'by time' 0 "$RAFTER" draw "$new" --baseline "$old" --by time --hardware $gpu --quiet -o "$work/t.svg" --layout "$work/t.json"
same 'less time is better' "ffn up, better, -47, drawn
ffn down, worse, 5, -" "$(verdicts "$work/t.json" | grep ffn)"
check 'the note says so' "not in the SVG" grep -q 'change of time from' "$work/t.svg"
code 'by the share of the roof' 0 "$RAFTER" draw "$new" --baseline "$old" --by roof --hardware $gpu --quiet -o "$work/r.svg" --layout "$work/r.json"
same 'of one roof, so as the performance' "$(verdicts "$work/a.json")" "$(verdicts "$work/r.json")"
code 'by time, of the longest three' 0 "$RAFTER" draw "$new" --baseline "$old" --top 3 --by time --hardware $gpu -o "$work/t.svg" --layout "$work/t.json"
same 'what was left out is not missing' 3 "$(verdicts "$work/t.json" | wc -l)"
same 'nor warned of' "" "$(cat "$work/err")"

code 'a chart with itself' 0 "$RAFTER" draw "$new" --baseline "$new" --hardware $gpu -o "$work/i.svg" --layout "$work/i.json"
same 'nothing changed' 8 "$(verdicts "$work/i.json" | grep -c ', same, 0, -')"
code 'a spec with a table' 0 "$RAFTER" draw "$samples/h100-transformer.json" --baseline "$samples/h100-transformer.json" --quiet -o "$work/s.svg" --layout "$work/s.json"
same 'clear with roofs and percentages' "" "$(judge "$work/s.json")"
same 'two releases in one spec: clear' "" "$("$RAFTER" draw "$samples/baseline.json" --layout "$work/s.json" && judge "$work/s.json")"
code 'the spec keeps its baselines' 0 "$RAFTER" import "$samples/baseline.json" -o "$work/again.json"
"$RAFTER" draw "$samples/baseline.json" -o "$work/x.svg" && "$RAFTER" draw "$work/again.json" -o "$work/y.svg"
check 'and gives the same picture' "another" cmp "$work/x.svg" "$work/y.svg"

code 'by performance, without a baseline' 2 "$RAFTER" draw "$new" --by performance --hardware $gpu -o "$work/no.svg"
code 'by FLOPs, without --top' 2 "$RAFTER" draw "$new" --baseline "$old" --by flops --hardware $gpu -o "$work/no.svg"
code 'no such file' 4 "$RAFTER" draw "$new" --baseline "$work/none.csv" --hardware $gpu -o "$work/no.svg"
printf '{"rafter": 1, "title": "empty"}' >"$work/empty.json"
code 'no points' 3 "$RAFTER" draw "$new" --baseline "$work/empty.json" --hardware $gpu -o "$work/no.svg"
printf 'name,flops\na,1 parsec\n' >"$work/wrong.csv"
code 'a wrong file' 3 "$RAFTER" draw "$new" --baseline "$work/wrong.csv" --hardware $gpu -o "$work/no.svg"
code 'a chart of another kind' 3 "$RAFTER" draw "$samples/sweep-quantised.json" --baseline "$old" -o "$work/no.svg"
same 'is told' "rafter: error: a baseline is drawn in a roofline, found a chart of another kind [unsupported]" "$(head -n 1 "$work/err")"
check 'nothing was written' "there is a file" test ! -e "$work/no.svg"

# Thirty pairs of several seeds, made without a generator of random numbers that could change.
for seed in 3 14 159; do
	awk -v seed=$seed 'function r() { s = (s * 16807) % 2147483647; return s / 2147483647 }
		BEGIN { s = seed * 7919; print "name,series,dtype,flops,bytes,time [s]"
			for (i = 1; i <= 30; i++) { x = exp((r() * 3.8 - 0.5) * 2.302585); roof = 3.35e12 * x < 9.89e14 ? 3.35e12 * x : 9.89e14
				y = roof * exp(-(0.1 + 1.4 * r()) * 2.302585); printf "kernel %d,s%d,bf16,1e12,%.6g,%.6g\n", i, i % 3, 1e12 / x, 1e12 / y } }' >"$work/old.csv"
	awk -F, -v OFS=, -v seed=$seed 'function r() { s = (s * 16807) % 2147483647; return s / 2147483647 }
		BEGIN { s = seed * 104729 } NR > 1 { f = NR % 5 ? exp((r() * 1.2 - 0.5) * 2.302585) : 1.01; least = $5 / 3.3e12 > 1e12 / 9.8e14 ? $5 / 3.3e12 : 1e12 / 9.8e14
			$6 = $6 / f > least ? $6 / f : least } { print }' "$work/old.csv" >"$work/new.csv"
	for look in 'light --size web' 'dark --size web' 'mono --size web' 'slides --size slide-16x9' 'paper --size ieee-text'; do
		# shellcheck disable=SC2086 # options of their own
		code "thirty arrows, $seed, $look" 0 "$RAFTER" draw "$work/new.csv" --baseline "$work/old.csv" --hardware nvidia-h100-sxm --theme $look --layout "$work/l.json"
		same 'of thirty' 30 "$(verdicts "$work/l.json" | wc -l)"
		same 'clear' "" "$(judge "$work/l.json")"
	done
done
finish
