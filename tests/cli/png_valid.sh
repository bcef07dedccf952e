#!/bin/sh
# SPDX-License-Identifier: MIT
# Every PNG of the gallery is sound, says its resolution, is opaque, and has exactly size × dpi pixels.
. "$(dirname "$0")/lib.sh"

# png_is NAME FILE WIDTH HEIGHT DPI
png_is() {
	same "$1 pixels" "$3x$4" "$(identify -format '%wx%h' "$2")"
	same "$1 pHYs" "($5 dpi)" "$(pngcheck -v "$2" | sed -n 's/.*chunk pHYs .*pixels\/meter //p')"
}

for png in $(gallery png); do
	name=$(basename "$png")
	check "$name sound" pngcheck pngcheck -q "$png"
	pngcheck -v "$png" >"$work/chunks"
	absent "$name opaque" 'alpha|chunk tRNS' "$work/chunks"
	absent "$name undated" 'chunk tIME' "$work/chunks"
	# shellcheck disable=SC2046 # two numbers
	set -- $(svg_points "${png%.png}.svg" | awk '{ printf "%.0f %.0f", $1 / 72 * 192, $2 / 72 * 192 }')
	png_is "$name" "$png" "$1" "$2" 192
done

# size, dpi option, pixels, dpi
while read -r size option width height dpi; do
	[ "$option" = - ] && option=
	# shellcheck disable=SC2086 # no option is no word
	code "size $size $option" 0 "$RAFTER" draw "$samples/v100-hierarchical.json" --size "$size" $option -o "$work/sized.png"
	png_is "size $size $option" "$work/sized.png" "$width" "$height" "$dpi"
done <<'END'
ieee-column - 1046 753 300
89mmx60mm - 1051 709 300
1440x900px - 2880 1800 192
960x600px --dpi=96 960 600 96
3.5inx2.6in --dpi=600 2100 1560 600
END

code "transparent" 0 "$RAFTER" draw "$samples/one-point.json" --transparent -o "$work/clear.png"
same "transparent corner" 0 "$(convert "$work/clear.png" -alpha extract -format '%[fx:p{0,0}]' info:)"
code "too many pixels" 3 "$RAFTER" draw "$samples/one-point.json" --dpi 4096 -o "$work/huge.png"
check "too many pixels: the limit is said" "no limit in the message" grep -q '\[limit\]' "$work/err"
check "too many pixels: no file" "there is one" test ! -e "$work/huge.png"

finish
