#!/bin/sh
# SPDX-License-Identifier: MIT
# Every PDF of the gallery is sound, has exactly the size asked for, embeds its fonts as outlines, and can be included by pdfTeX without a warning.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

info() {
	pdfinfo "$1" | sed -n "s/^$2: *//p"
}

# page_is NAME FILE WIDTH HEIGHT: in pt.
page_is() {
	page=$(info "$2" 'Page size')
	near "$1 width" 0.01 "$3" "$(printf '%s' "$page" | cut -d ' ' -f 1)"
	near "$1 height" 0.01 "$4" "$(printf '%s' "$page" | cut -d ' ' -f 3)"
}

# From the third line on: name, type (one to three words), encoding, emb, sub, uni, object, generation.
fonts_are_embedded() {
	pdffonts "$1" | tail -n +3 >"$work/fonts"
	[ -s "$work/fonts" ] || return 1
	! grep -E -v '  *(TrueType|CID TrueType|Type 1C|CID Type 0C)  *[^ ]+  *yes  *yes  *(yes|no)  *[0-9]+  *[0-9]+ *$' "$work/fonts"
}

for pdf in $(gallery pdf); do
	name=$(basename "$pdf")
	check "$name sound" qpdf qpdf --check "$pdf"
	check "$name fonts" "not an embedded subset of TrueType or CFF" fonts_are_embedded "$pdf"
	version=$(info "$pdf" 'PDF version')
	case $version in
	1.[0-5]) ok "$name version" ;;
	*) not_ok "$name version" "expected 1.5 at most, found $version" ;;
	esac
	# shellcheck disable=SC2046 # two numbers
	page_is "$name page" "$pdf" $(svg_points "${pdf%.pdf}.svg")
	same "$name pages" 1 "$(info "$pdf" Pages)"
	qpdf --qdf --object-streams=disable "$pdf" "$work/plain.pdf"
	absent "$name no transparency group" '/Group' "$work/plain.pdf"
	absent "$name runs nothing" '/JS|/JavaScript|/OpenAction|/URI|/Launch|/EmbeddedFile' "$work/plain.pdf"
	pdftotext "$pdf" "$work/words.txt"
	check "$name words" "neither 'FLOP' nor 'Processors' can be found in it" grep -qE 'FLOP|Processors' "$work/words.txt"
	check "$name title" "no Title in the metadata" test -n "$(info "$pdf" Title)"
done

# size, width and height in pt
while read -r size width height; do
	code "size $size" 0 "$RAFTER" draw "$samples/v100-hierarchical.json" --size "$size" --theme paper -o "$work/sized.pdf"
	page_is "size $size" "$work/sized.pdf" "$width" "$height"
done <<'END'
ieee-column 251.064 180.766
3.5inx2.6in 252 187.2
89mmx60mm 252.283 170.079
1440x900px 1080 675
END

finish
