#!/bin/sh
# SPDX-License-Identifier: MIT
# The same chart twice: at another time, in another folder, time zone and locale (decimal commas), on one core, from another home. Not a byte differs.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

unset SOURCE_DATE_EPOCH
there=$work/another/folder
mkdir -p "$there" "$work/locales" "$work/home"
localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" >"$work/localedef" 2>&1

in_germany() {
	env LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Kiritimati HOME="$work/home" taskset -c 0 "$@"
}

same "the locale has decimal commas" 1,5 "$(in_germany bash -c 'printf %.1f 1,5' 2>/dev/null)"

first() {
	(cd "$work" && TZ=UTC "$RAFTER" draw "$samples/$1.json" -o "$1.svg" -o "$1.png" -o "$1.pdf" --layout "$1.layout")
}

# One format a run, so that a chart cannot lean on those drawn before it.
second() {
	cp "$samples/$1.json" "$there/copy.json"
	(cd "$there" && for suffix in svg png pdf; do
		in_germany "$RAFTER" draw copy.json -o "$1.$suffix" --layout "$1.layout" || exit
	done)
}

case $RAFTER in
/*) ;;
*/*) RAFTER=$(cd "$(dirname "$RAFTER")" && pwd)/$(basename "$RAFTER") ;;
esac

charts='h100-transformer v100-hierarchical zero-flop'
for chart in $charts; do
	code "$chart" 0 first "$chart"
done
sleep 1.1
for chart in $charts; do
	code "$chart again" 0 second "$chart"
	for suffix in svg png pdf layout; do
		check "$chart.$suffix" "bytes differ" cmp "$work/$chart.$suffix" "$there/$chart.$suffix"
	done
done

# A date is in the PDF when it is asked for, in UTC.
(cd "$work" && SOURCE_DATE_EPOCH=1000000000 "$RAFTER" draw "$samples/one-point.json" -o dated.pdf)
(cd "$there" && SOURCE_DATE_EPOCH=1000000000 in_germany "$RAFTER" draw "$samples/one-point.json" -o dated.pdf)
check "dated PDF" "bytes differ" cmp "$work/dated.pdf" "$there/dated.pdf"
same "dated PDF says when" "Sun Sep  9 01:46:40 2001 UTC" "$(TZ=UTC pdfinfo "$work/dated.pdf" | sed -n 's/^CreationDate: *//p')"

finish
