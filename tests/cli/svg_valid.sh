#!/bin/sh
# SPDX-License-Identifier: MIT
# Every SVG of the gallery is well-formed, runs and loads nothing, and looks in librsvg and in Chromium as our own PNG does.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

# looks_like NAME FILE PNG: RMSE of at most 6 % of full scale.
looks_like() {
	error=$(compare -metric RMSE "$3" "$2" null: 2>&1 | sed -n -E 's/.*\(([0-9.e-]+)\).*/\1/p')
	near "$1" 0.06 0 "$error"
}

by_librsvg() {
	rsvg-convert --width "$2" --height "$3" "$1" --output "$work/rsvg.png"
}

# The page stands in a taller window: what a browser takes from the window's height must not cut the chart.
by_chromium() {
	printf '<!doctype html><style>body{margin:0}img{display:block;width:%spx;height:%spx}</style><img src="chart.svg">' "$2" "$3" >"$work/page.html"
	cp "$1" "$work/chart.svg"
	rm -f "$work/window.png"
	timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --user-data-dir="$work/profile" --hide-scrollbars --force-device-scale-factor=1 \
		--window-size="$2,$(($3 + 200))" --screenshot="$work/window.png" "file://$work/page.html" || return 1
	convert "$work/window.png" -crop "$2x$3+0+0" +repage "$work/chromium.png"
}

# Without a font that has the letters every program draws a mark of its own: no pictures to compare.
lacks_glyphs() {
	"$RAFTER" draw "$samples/$1.json" -T svg -o "$work/again.svg" 2>&1 | grep -q 'missing-glyph'
}

for svg in $(gallery svg); do
	name=$(basename "$svg")
	png=${svg%.svg}.png
	check "$name well-formed" xmllint xmllint --noout --nonet "$svg"
	absent "$name runs nothing" '<script|<foreignObject|<iframe|[[:space:]]on[a-z]+=|javascript:' "$svg"
	absent "$name loads nothing" '<image|<style|href="[^#]|url\([^#]|<!DOCTYPE|<!ENTITY|<\?xml-stylesheet' "$svg"
	width=$(identify -format %w "$png") height=$(identify -format %h "$png")
	check "$name drawn by librsvg" rsvg-convert by_librsvg "$svg" "$width" "$height"
	if lacks_glyphs "${name%.svg}"; then
		ok "$name like the PNG # skipped: no installed font has its letters"
		continue
	fi
	looks_like "$name like the PNG in librsvg" "$work/rsvg.png" "$png"
	check "$name drawn by Chromium" chromium by_chromium "$svg" "$width" "$height"
	looks_like "$name like the PNG in Chromium" "$work/chromium.png" "$png"
done

# Several charts in one page: no id of one is an id of another.
# shellcheck disable=SC2046 # names of samples have no blanks
cat $(gallery svg) | grep -oE ' id="[^"]*"' | sort >"$work/ids"
same "ids of all charts differ" "" "$(uniq -d "$work/ids")"
check "ids of all charts differ: there are some" "none" test "$(wc -l <"$work/ids")" -ge 24

# Outlines need no font: without any the picture is the same.
outline=$work/outline.svg
code "outline text" 0 "$RAFTER" draw "$samples/h100-transformer.json" --svg-text outline -o "$outline"
absent "outline text has no words" '<text|font-family' "$outline"
printf '<fontconfig/>' >"$work/fonts.conf"
rsvg-convert "$outline" --output "$work/fonts.png"
FONTCONFIG_FILE="$work/fonts.conf" rsvg-convert "$outline" --output "$work/no-fonts.png"
check "outline text without fonts" "another picture" cmp "$work/fonts.png" "$work/no-fonts.png"

finish
