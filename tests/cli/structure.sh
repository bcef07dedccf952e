#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules of src/README.md that can be checked by reading: who may include whom, which folder knows a library, how long a file may be.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

cd "$samples/.." || exit 1

# includes FOLDER: the folders of src/ that its files include, one a line.
includes() {
	find "src/$1" -name '*.[ch]' -exec sed -n -E 's/^#include "([a-z]+)\/.*/\1/p' {} + | sort -u
}

# only FOLDER ALLOWED...
only() {
	only_folder=$1
	shift
	for only_found in $(includes "$only_folder"); do
		case " $only_folder $* " in
			*" $only_found "*) ;;
			*) not_ok "src/$only_folder includes what stands before it" "it includes $only_found/"; return ;;
		esac
	done
	ok "src/$only_folder includes what stands before it"
}

only base
only input base
only model base input
only embed
only hardware base input model embed
only import base input model hardware
only theme base input embed
only scene base
only layout base input model scene theme
only backend base input scene layout model theme
only report base input model scene theme
only check base input model import report
only batch base input
only cli batch input

same "src/cli uses the public header alone, and the batch above it" "" "$(grep -hE '^#include "' src/cli/*.[ch] | grep -vE '"(cli/(cli|batch)|rafter|batch/[a-z]+|input/json)\.h"')"

# confined LIBRARY-PATTERN FOLDER
confined() {
	same "$1 is included in $2 alone" "" "$(grep -rlE "^#include <($1)" src | grep -vE "^($2)")"
}
confined 'cairo|ft2build|freetype|png\.h|hb|fribidi|fontconfig' 'src/backend/'
confined 'cjson' 'src/input/json'

same "samples/README.md shows every sample" "" "$(for f in samples/*.json; do n=$(basename "$f" .json); grep -qF "](../tests/golden/$n.svg)" samples/README.md || echo "$n"; done)"
same "files of at most 400 lines" "" "$(find src include -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 400 { print $2 }')"
same "every file says its licence first" "" "$(find src include tests -name '*.[ch]' -exec sh -c 'for f; do head -n 1 "$f" | grep -q SPDX-License-Identifier || echo "$f"; done' sh {} +)"
same "no number by the locale" "" "$(grep -rnE '\b(strtod|atof|sscanf|setlocale)\(' src | grep -v g_ascii_)"
same "no typedef, no goto" "" "$(grep -rnE '^\s*(typedef|goto)\b' src include)"
same "meson.build lists every source" "" "$(find src -name '*.c' ! -path 'src/embed/*' | while read -r f; do grep -qF "'$f'" meson.build || echo "$f"; done)"
same "meson.build lists every unit test" "" "$(for f in tests/unit/test_*.c; do n=${f#tests/unit/test_}; grep -qF "'${n%.c}'" meson.build || echo "$f"; done)"
finish
