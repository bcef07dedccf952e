# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the command's tests share. Each prints `ok NAME` or `not ok NAME: why` a check; `finish` ends with 1 when one was not.
# $RAFTER: the command. $GALLERY: a folder with every sample as .svg, .png and .pdf.

: "${RAFTER:?the rafter command to test}"
export LC_ALL=C.UTF-8
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

ok() {
	printf 'ok %s\n' "$1"
}

not_ok() {
	printf 'not ok %s: %s\n' "$1" "$2"
	failures=$((failures + 1))
}

# check NAME WHY COMMAND...: passes when the command does.
check() {
	check_name=$1 check_why=$2
	shift 2
	if "$@" >"$work/check.out" 2>&1; then
		ok "$check_name"
	else
		not_ok "$check_name" "$check_why: $(head -n 1 "$work/check.out")"
	fi
}

# same NAME EXPECTED FOUND
same() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "expected $2, found $3"
	fi
}

# absent NAME PATTERN FILE: no line of the file has the extended pattern, in any case.
absent() {
	if absent_line=$(grep -a -i -E -m 1 -e "$2" "$3"); then
		not_ok "$1" "found $(printf '%s' "$absent_line" | cut -c 1-120)"
	else
		ok "$1"
	fi
}

# near NAME LIMIT A B: the difference of two numbers is at most the limit.
near() {
	if awk -v limit="$2" -v a="$3" -v b="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && b != "" && d <= limit) }'; then
		ok "$1"
	else
		not_ok "$1" "expected $3 within $2, found ${4:-nothing}"
	fi
}

# code NAME EXPECTED COMMAND...: the exit code; output in $work/out and $work/err.
code() {
	code_name=$1 code_expected=$2 code_found=0
	shift 2
	"$@" >"$work/out" 2>"$work/err" || code_found=$?
	if [ "$code_found" -eq "$code_expected" ]; then
		ok "$code_name"
	else
		not_ok "$code_name" "exit code $code_found, not $code_expected: $(head -n 1 "$work/err")"
	fi
}

# gallery SUFFIX: where every sample must stand in the gallery, one a line.
gallery() {
	: "${GALLERY:?a folder with every sample drawn}"
	for sample in "$samples"/*.json; do
		printf '%s\n' "$GALLERY/$(basename "$sample" .json).$1"
	done
}

# svg_points FILE: width and height of an SVG in pt (1/72 in).
svg_points() {
	sed -n -E '1s/.* width="([0-9.]+)(in)?" height="([0-9.]+)(in)?".*/\1 \3 \2/p' "$1" | awk '{ k = $3 == "in" ? 72 : 0.75; print $1 * k, $2 * k }'
}

finish() {
	[ "$failures" -eq 0 ]
	exit
}
