#!/bin/sh
# SPDX-License-Identifier: MIT
# A contact sheet in every format: sound files, the pages and fonts of a PDF, ids that differ across the panels, the same bytes every time.
# $BUILD: the build folder.
# shellcheck disable=SC2317 # functions are called by check
. "$(dirname "$0")/lib.sh"
: "${BUILD:?the build folder}"
BUILD=$(cd "$BUILD" && pwd)

devices="nvidia-v100-sxm2-16gb nvidia-a100-sxm-40gb nvidia-a100-sxm-80gb nvidia-h100-sxm nvidia-h100-pcie-80gb nvidia-b200 nvidia-gb200 amd-mi100 amd-mi210 amd-mi300a amd-mi300x amd-mi325x"
sample=$samples/h100-transformer.json

# sheet FORMAT THEME SIZE FILE
sheet() {
	# shellcheck disable=SC2086 # one word a device
	"$BUILD/golden-sheet" "$1" "$2" "$3" "$4" "$sample" $devices
}

info() {
	pdfinfo "$1" | sed -n "s/^$2: *//p"
}

ids_differ() {
	grep -oE ' id="[^"]*"' "$1" | sort | uniq -d >"$work/twice"
	[ ! -s "$work/twice" ]
}

embedded() {
	pdffonts "$1" | tail -n +3 >"$work/fonts"
	[ -s "$work/fonts" ] && ! grep -q 'Type 3' "$work/fonts"
}

for theme in light dark paper mono slides; do
	for format in svg png pdf; do
		sheet "$format" "$theme" - 0 >"$work/$theme.$format" 2>"$work/err"
		same "$theme $format says nothing" "" "$(head -n 1 "$work/err")"
	done
	check "$theme svg well-formed" xmllint xmllint --noout "$work/$theme.svg"
	check "$theme svg ids" "twice the same" ids_differ "$work/$theme.svg"
	same "$theme svg panels" 12 "$(grep -c 'class="panel"' "$work/$theme.svg")"
	same "$theme svg points" 132 "$(grep -c 'class="point"' "$work/$theme.svg")"
	absent "$theme svg refers to nothing" '<script|<image|href="[^#]' "$work/$theme.svg"
	check "$theme png sound" pngcheck pngcheck "$work/$theme.png"
	check "$theme pdf sound" qpdf qpdf --check "$work/$theme.pdf"
	check "$theme pdf fonts" "not embedded as outlines" embedded "$work/$theme.pdf"
	same "$theme pdf pages" 1 "$(info "$work/$theme.pdf" Pages)"
	same "$theme pdf page" "841.89 x 595.276 pts (A4)" "$(info "$work/$theme.pdf" 'Page size')"
done

sheet pdf light 480x360px 0 >"$work/small.pdf"
pages=$(info "$work/small.pdf" Pages)
check "a small page: several of them" "found $pages" test "$pages" -gt 1
sheet svg light 480x360px all >"$work/small.svg"
same "as many SVG files as PDF pages" "$pages" "$(grep -c '^<svg' "$work/small.svg")"
pdftotext -layout "$work/small.pdf" "$work/words"
check "pages are numbered" "page 1 of $pages is not there" grep -q "page 1 of $pages" "$work/words"
qpdf --qdf --object-streams=disable "$work/small.pdf" "$work/plain.pdf"
absent "no transparency group on any page" '/Group' "$work/plain.pdf"

for format in svg png pdf; do
	(cd / && LC_ALL=C TZ=Asia/Tokyo sheet "$format" light - 0) >"$work/again.$format"
	check "$format: the same bytes elsewhere" "they differ" cmp "$work/light.$format" "$work/again.$format"
done
finish
