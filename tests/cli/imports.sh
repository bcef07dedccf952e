#!/bin/sh
# SPDX-License-Identifier: MIT
# Files of profilers: one command draws what two commands draw; figures are joined, added up and picked; ceilings come out and go in again.
. "$(dirname "$0")/lib.sh"

a100=nvidia-a100-sxm-40gb
ncu=$samples/import/ncu

# one_way FILE: drawn at once, and by way of `rafter import`. A file that is refused is refused both ways.
one_way() {
	one_name=${1#"$samples/import/"}
	at_once=$("$RAFTER" draw "$1" --hardware $a100 --quiet -T svg 2>/dev/null | cksum)
	by_import=$("$RAFTER" import "$1" --quiet 2>/dev/null | "$RAFTER" draw - --hardware $a100 --quiet -T svg 2>/dev/null | cksum)
	same "import and draw: $one_name" "$at_once" "$by_import"
}
for file in "$samples"/import/*/*; do
	one_way "$file"
done
if [ -n "${RAFTER_FORMATS:-}" ]; then
	for file in "$RAFTER_FORMATS"/*/*; do
		one_way "$file"
	done
fi

# field KEY: of the first point of $work/out.
field() {
	sed -n "s/^ *\"$1\": \(.*[^,]\),\{0,1\}$/\1/p" "$work/out" | head -n 1
}

printf 'name,flops,bytes\n/relax/,1 MFLOP,2 MB\n' >"$work/work.csv"
printf 'name,time [us]\nvoid relax<double>(double *),7\n' >"$work/times.csv"
printf 'name,label,series\n/tile/,Tile,tiles\n' >"$work/names.csv"
code 'work by expression' 0 "$RAFTER" analyze "$ncu/summary.csv" --work "$work/work.csv" --hardware $a100 --format json
same 'of all launches' 400000000 "$(field flops)"
code 'times of another run' 0 "$RAFTER" analyze "$ncu/summary.csv" --times "$work/times.csv" --hardware $a100 --format json
near 'of all launches' 1e-12 0.0028 "$(field time)"
code 'launches added up' 0 "$RAFTER" analyze "$ncu/wide.csv" --group name --hardware $a100 --format json
same 'their number' 2 "$(field launches)"
same 'their FLOPs' 20000000 "$(field flops)"
code 'everything added up' 0 "$RAFTER" analyze "$ncu/wide.csv" --group all --hardware $a100 --format json
check 'under one name' "no 'all kernels'" grep -q '"name": "all kernels"' "$work/out"
code 'renamed' 0 "$RAFTER" draw "$ncu/wide.csv" --rename "$work/names.csv" --group name --hardware $a100 -T svg
check 'the label is drawn' "no Tile" grep -q '>Tile<' "$work/out"
code 'the longest alone' 0 "$RAFTER" import "$ncu/wide.csv" --top 1
same 'one point' 1 "$(grep -c '"name": "void tile' "$work/out")"
code 'left out by name' 0 "$RAFTER" import "$ncu/wide.csv" --exclude 128
same 'two points' 2 "$(grep -c '"name": "void tile' "$work/out")"
code 'nothing left' 3 "$RAFTER" import "$ncu/wide.csv" --include nothing
code 'a broken expression' 3 "$RAFTER" import "$ncu/wide.csv" --include '('
code 'an unknown grouping' 2 "$RAFTER" import "$ncu/wide.csv" --group names
code 'by without top' 2 "$RAFTER" import "$ncu/wide.csv" --by time
code 'no count' 2 "$RAFTER" import "$ncu/wide.csv" --top 0
code 'a clock' 0 "$RAFTER" analyze "$ncu/cores_print_fp.csv" --clock --hardware $a100

code 'ceilings of a file' 0 "$RAFTER" import --ceilings "$ncu/wide.csv" -o "$work/machine.json"
code 'and back' 0 "$RAFTER" draw "$ncu/wide.csv" --hardware "$work/machine.json" -o "$work/a.svg"
code 'or at once' 0 "$RAFTER" draw "$ncu/wide.csv" --hardware "$ncu/wide.csv" -o "$work/b.svg"
check 'the same picture' differs cmp "$work/a.svg" "$work/b.svg"
code 'a file without ceilings' 3 "$RAFTER" import --ceilings "$ncu/summary.csv"

# A file larger than what is read at once is mapped.
awk 'BEGIN { print "name,flops,bytes,time [us]"; for (i = 0; i < 60000; i++) printf "kernel %d,%d,%d,10\n", i % 7, i + 1, 2 * i + 1 }' >"$work/large.csv"
code 'a large file' 0 "$RAFTER" import "$work/large.csv" --group name
same 'seven sums' 7 "$(grep -c '"launches"' "$work/out")"
finish
