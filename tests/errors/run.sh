#!/bin/bash
# SPDX-License-Identifier: MIT
# Wrong inputs: x.json or x.csv is drawn; expected are exit code 3, the exact messages of x.err, and that the old output file stands as it was. x.args: more
# arguments. --update stores new messages.
. "$(dirname "$0")/../cli/lib.sh"
cd "$(dirname "$0")" || exit 1

update=${1:-}

for input in *.json *.csv; do
	name=${input%.*}
	args=()
	[ ! -f "$name.args" ] || read -r -a args <"$name.args"
	case $input in *.csv) args+=(--hardware nvidia-a100-sxm-80gb) ;; esac
	printf 'old' >"$work/out.svg"
	"$RAFTER" draw "$input" "${args[@]}" -o "$work/out.svg" 2>"$work/err"
	code=$?
	if [ "$code" -ne 3 ]; then
		not_ok "$name" "expected exit 3, found $code: $(head -n 1 "$work/err")"
	elif [ "$(cat "$work/out.svg")" != old ]; then
		not_ok "$name" "the old output file was touched"
	elif cmp -s "$work/err" "$name.err"; then
		ok "$name"
	elif [ "$update" = --update ]; then
		cp "$work/err" "$name.err"
		ok "$name (updated)"
	else
		not_ok "$name" "other messages than $name.err has"
		diff "$name.err" "$work/err" 2>&1 | head -n 20 | sed 's/^/# /'
	fi
done
finish
