# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by samples/run and tests/run: installs what is missing and builds into build/. Commands, pkg-config modules and font files are asked for, not package
# names, so that a machine with its own meson or cairo keeps them.

top=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/build
missing=()

say() { printf '%s\n' "$*" >&2; }

need_command() { # COMMAND PACKAGE
	command -v "$1" >/dev/null 2>&1 || missing+=("$2")
}

need_module() { # MODULE PACKAGE
	pkg-config --exists "$1" 2>/dev/null || missing+=("$2")
}

need_file() { # FILE PACKAGE
	[ -e "$1" ] || missing+=("$2")
}

# run_quietly COMMAND...: its output is shown when it fails.
run_quietly() {
	local log code=0
	log=$(mktemp)
	"$@" >"$log" 2>&1 || code=$?
	[ "$code" -eq 0 ] || cat "$log" >&2
	rm -f "$log"
	return "$code"
}

# Installs the packages of what was found missing; false when that cannot be done.
install_missing() {
	local apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
	[ ${#missing[@]} -gt 0 ] || return 0
	say "installing ${missing[*]} ..."
	if ! command -v apt-get >/dev/null 2>&1; then
		say "there is no apt-get here: install what these Debian packages hold, then run this again"
		return 1
	fi
	if [ "$(id -u)" -ne 0 ]; then
		if ! command -v sudo >/dev/null 2>&1; then
			say "as root: apt-get install ${missing[*]}"
			return 1
		fi
		apt=(sudo "${apt[@]}")
	fi
	[ -n "${updated:-}" ] || run_quietly "${apt[@]}" update || return 1
	updated=yes
	run_quietly "${apt[@]}" install -y --no-install-recommends "${missing[@]}" || return 1
	missing=()
}

need_build() {
	need_command cc gcc
	need_file /usr/include/stdio.h libc6-dev
	need_command pkg-config pkg-config
	need_command meson meson
	need_command ninja ninja-build
	need_module cairo libcairo2-dev
	need_module libpng libpng-dev
	need_module zlib zlib1g-dev
	need_module freetype2 libfreetype-dev
	need_module harfbuzz libharfbuzz-dev
	need_module fribidi libfribidi-dev
	need_module fontconfig libfontconfig-dev
	need_module glib-2.0 libglib2.0-dev
	need_module libcjson libcjson-dev
	need_file /usr/share/fonts/opentype/inter/Inter-Regular.otf fonts-inter
	need_file /usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf fonts-liberation2
}

# Fonts for the names in samples/cjk-names.json, any that have kana and kanji, and hangul; the charts in other scripts do without.
need_samples() {
	need_command fc-list fontconfig
	[ -n "$(fc-list ':charset=30ab 884c' 2>/dev/null)" ] || missing+=(fonts-droid-fallback)
	[ -n "$(fc-list ':charset=cee4 d589' 2>/dev/null)" ] || missing+=(fonts-nanum)
}

need_tests() {
	need_module cmocka libcmocka-dev
	need_command xmllint libxml2-utils
	need_command rsvg-convert librsvg2-bin
	need_command qpdf qpdf
	need_command pdffonts poppler-utils
	need_command pngcheck pngcheck
	need_command compare imagemagick
	need_command g++ g++
	need_command make make
	need_command scdoc scdoc
	need_command python3 python3
	need_file /usr/share/i18n/locales/de_DE locales
}

# The validator of tests/cli/schema.sh, from npm into the build folder, where there is npm; false when it cannot be had.
need_ajv() {
	[ -d "$build/npm/node_modules/ajv" ] && return 0
	command -v npm >/dev/null 2>&1 || return 1
	say "installing ajv ..."
	mkdir -p "$build/npm"
	run_quietly npm install --prefix "$build/npm" --no-audit --no-fund --no-save ajv@8.17.1
}

# build_into FOLDER MESON-OPTION...
build_into() {
	local folder=$1 again=()
	shift
	[ ! -f "$folder/build.ninja" ] || again=(--reconfigure)
	run_quietly meson setup "${again[@]}" "$folder" "$top" "$@" && run_quietly meson compile -C "$folder"
}

# Every sample in all formats into $build/gallery; prints how many there are. False when one failed.
draw_gallery() {
	local sample name count=0 failed=0
	mkdir -p "$build/gallery"
	for sample in "$top"/samples/*.json; do
		name=$build/gallery/$(basename "$sample" .json)
		if "$build/rafter" draw "$sample" "$@" -o "$name.svg" -o "$name.png" -o "$name.pdf" --layout "$name.layout.json"; then
			count=$((count + 1))
		else
			failed=$((failed + 1))
		fi
	done
	echo "$count charts in $build/gallery/"
	[ "$failed" -eq 0 ] || say "$failed samples failed"
	[ "$failed" -eq 0 ]
}
