#!/bin/sh
# SPDX-License-Identifier: MIT
# No command writes over a file that it reads, by whatever name.
. "$(dirname "$0")/lib.sh"

cd "$work" || exit 1
printf 'name,flops,bytes,time [us]\ngemm,4e11,4e8,600\n' >points.csv
cp points.csv kept.csv
"$RAFTER" analyze points.csv --hardware nvidia-h100-sxm --format json -o base.json
cp base.json kept.json
ln -s points.csv link.svg
mkdir -p folder

kept() {
	name=$1 path=$2
	shift 2
	code "$name" 2 "$RAFTER" "$@" --hardware nvidia-h100-sxm
	check "$name: what is said" "$(head -n 1 err)" grep -q "'$path' is read and would be written" err
	check "$name: points" differs cmp points.csv kept.csv
	check "$name: baseline" differs cmp base.json kept.json
}

kept 'a chart over its input' points.csv draw points.csv -T svg -o points.csv
kept 'through a link' link.svg draw points.csv -o link.svg
kept 'by another way' folder/../points.csv draw points.csv -T svg -o folder/../points.csv
kept 'a depfile' points.csv draw points.csv -o chart.svg --deps points.csv
kept 'a list of tests' points.csv check points.csv --min-roof 0.1 --junit points.csv
kept 'a result over its baseline' base.json check points.csv --baseline base.json -o base.json
kept 'a report' points.csv report points.csv --format html -o points.csv
kept 'an analysis' points.csv analyze points.csv --format csv -o points.csv
finish
