#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the ```sh blocks of README.md, one after the other, in a folder beside the project's samples, with rafter on the path; of the recipes for CI (```yaml) the
# lines of rafter. Lines that fetch, install or run this suite are left out. Files that the README takes as the reader's own stand in tests/readme/files/.
# $BUILD: the build folder.
. "$(dirname "$0")/../cli/lib.sh"
: "${BUILD:?the build folder}"
top=$(cd -P "$samples/.." && pwd)

awk -v folder="$work" '
	/^```sh *$/ { inside = 1; file = sprintf("%s/block-%02d.sh", folder, ++count); printf "" > file; next }
	/^```yaml *$/ { recipe = 1; lines = 0; file = sprintf("%s/block-%02d.sh", folder, ++count); printf "" > file; next }
	/^```/ { if (recipe && lines >= 15) print "too long: " $0 > (folder "/long"); inside = recipe = 0 }
	recipe { lines++ }
	recipe && sub(/^ *(- )?rafter /, "rafter ") { print > file }
	inside && $0 !~ /^ *(git clone|cd rafter|sudo |apt|meson install|.*tests\/run)/ { print > file }
' "$top/README.md"

mkdir -p "$work/run"
cd "$work/run" || exit 1
for entry in samples themes tests build src include meson.build; do
	ln -s "$top/$entry" "$entry"
done
[ ! -d "$top/tests/readme/files" ] || cp -r "$top/tests/readme/files/." .

check "README: recipes for CI are under 15 lines" "one is not" test ! -e "$work/long"
export GITHUB_STEP_SUMMARY=$work/step-summary.md

for block in "$work"/block-*.sh; do
	if [ -e "$block" ] && grep -q '[^[:space:]]' "$block"; then
		code "README: $(grep -m 1 '[^[:space:]]' "$block")" 0 env PATH="$BUILD:$PATH" bash -euo pipefail "$block"
	fi
done
check "README: the recipe for GitHub writes a summary" "it is not there" grep -q '^✅ passed: ' "$GITHUB_STEP_SUMMARY"
finish
