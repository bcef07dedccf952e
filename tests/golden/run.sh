#!/bin/bash
# SPDX-License-Identifier: MIT
# Every sample against what is stored: the SVG to the byte, the scene with fixed metrics to the byte, the PNG tile by tile. --update stores what is new.
# $BUILD: the build folder.
. "$(dirname "$0")/../cli/lib.sh"
: "${BUILD:?the build folder}"

update=${1:-}
golden=$(cd -P "$(dirname "$0")" && pwd)
cd "$samples/.." || exit 1

# The faces in the program alone, so that a machine with more fonts draws the same.
mkdir "$work/no-fonts"
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>' \
	"$work/no-fonts" "$work/no-fonts" >"$work/fonts.conf"
export FONTCONFIG_FILE=$work/fonts.conf

# compare NAME STORED NEW COMMAND...: the command compares, and its output says what differs.
compare() {
	local name=$1 stored=$2 new=$3
	shift 3
	if [ -e "$stored" ] && "$@" >"$work/difference" 2>&1; then
		ok "$name"
	elif [ "$update" = --update ]; then
		cp "$new" "$stored"
		ok "$name (updated)"
	elif [ ! -e "$stored" ]; then
		not_ok "$name" "nothing is stored to compare with; --update stores it"
	else
		not_ok "$name" "differs from what is stored"
		cut -c1-200 "$work/difference" | head -n 12 | sed 's/^/# /'
	fi
}

for sample in samples/*.json; do
	name=$(basename "$sample" .json)
	if "$RAFTER" draw "$sample" --quiet --theme light --size web --dpi 96 -o "$work/$name.svg" -o "$work/$name.png" 2>"$work/err"; then
		compare "$name.svg" "$golden/$name.svg" "$work/$name.svg" diff "$golden/$name.svg" "$work/$name.svg"
		compare "$name.png" "$golden/$name.png" "$work/$name.png" "$BUILD/golden-tiles" "$work/$name.png" "$golden/$name.png"
	else
		not_ok "$name: draw" "$(head -n 1 "$work/err")"
	fi
	if "$BUILD/golden-dump" "$sample" >"$work/$name.dump" 2>"$work/err"; then
		compare "$name.dump" "$golden/$name.dump" "$work/$name.dump" diff "$golden/$name.dump" "$work/$name.dump"
	else
		not_ok "$name: dump" "$(head -n 1 "$work/err")"
	fi
done

# Contact sheets: NAME SAMPLE DEVICE...
while read -r name sample devices; do
	# shellcheck disable=SC2086 # one word a device
	if "$BUILD/golden-sheet" svg light - 0 "samples/$sample.json" $devices >"$work/$name.svg" 2>"$work/err"; then
		compare "sheets/$name.svg" "$golden/sheets/$name.svg" "$work/$name.svg" diff "$golden/sheets/$name.svg" "$work/$name.svg"
	else
		not_ok "sheets/$name: draw" "$(head -n 1 "$work/err")"
	fi
done <<'END'
transformer h100-transformer nvidia-a100-sxm-80gb nvidia-h100-sxm amd-mi300x nvidia-b200
levels v100-hierarchical nvidia-v100-sxm2-16gb nvidia-a100-sxm-40gb amd-mi60
END

for stored in "$golden"/*.svg; do
	[ ! -e "$stored" ] || [ -e "samples/$(basename "$stored" .svg).json" ] || not_ok "$(basename "$stored")" "is stored, but its sample is gone"
done
finish
