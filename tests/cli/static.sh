#!/bin/sh
# SPDX-License-Identifier: MIT
# The static build: one executable that leans on nothing but libc and the two libraries that Debian has no archives of, and draws the same bytes.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"
: "${BUILD:?the build folder}"

top=$(cd "$samples/.." && pwd)
static=$BUILD-static
build_static() {
	[ -f "$static/build.ninja" ] || meson setup "$static" "$top" -Dstatic=true -Dtests=false || return
	meson compile -C "$static"
}
code "builds" 0 build_static
same "shared libraries left" "libc.so.6 libcjson.so.1 libharfbuzz.so.0 libm.so.6" \
	"$(readelf -d "$static/rafter" | sed -n -E 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | sort | tr '\n' ' ' | sed 's/ $//')"
for format in svg png pdf; do
	code "$format" 0 "$static/rafter" draw "$samples/h100-transformer.json" -o "$work/static.$format"
	"$RAFTER" draw "$samples/h100-transformer.json" -o "$work/shared.$format"
	check "$format: the same bytes" "they differ" cmp "$work/static.$format" "$work/shared.$format"
done
code "the copy alone" 0 sh -c 'cp "$1" "$2/alone" && cd / && "$2/alone" --version' sh "$static/rafter" "$work"
finish
