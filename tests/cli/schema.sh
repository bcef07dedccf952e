#!/bin/sh
# SPDX-License-Identifier: MIT
# The JSON Schema, held to ajv: it is one of draft 2020-12, every key has a description and examples that fit it, every sample, every spec that import writes and every
# device of the catalogue is valid, and the wrong inputs of tests/errors that have wrong keys or types are not.
. "$(dirname "$0")/lib.sh"
: "${BUILD:?the build folder}"

cd "$samples/.." || exit 1
NODE_PATH=$(cd "$BUILD" && pwd)/npm/node_modules
export NODE_PATH
if ! command -v node >/dev/null || [ ! -d "$NODE_PATH/ajv" ]; then
	ok "the schema # skipped: no node, or no ajv in $BUILD/npm (tests/run installs it where npm is there)"
	finish
fi
code "rafter schema" 0 "$RAFTER" schema -o "$work/schema.json"
ajv() { node tests/cli/schema.js "$work/schema.json"; }

code "a schema of its draft" 0 sh -c 'printf "" | node tests/cli/schema.js "$1"' sh "$work/schema.json"
same "every key has a description and examples" "" "$(grep '^undescribed' "$work/out")"
same "every example fits its key" "" "$(grep '^wrong example' "$work/out")"
check "examples were looked at" "$(cat "$work/out")" test "$(sed -n 's/^examples //p' "$work/out")" -gt 120

for sample in samples/*.json; do
	echo "$sample"
done | ajv >"$work/out" 2>&1
same "every sample is valid" "$(find samples -maxdepth 1 -name '*.json' | wc -l) " "$(grep -c '^valid ' "$work/out") $(grep '^invalid\|rror' "$work/out")"

mkdir "$work/specs"
find samples/import -type f | while read -r file; do
	"$RAFTER" import "$file" --quiet -o "$work/specs/$(echo "$file" | tr / _).json" 2>/dev/null
done
check "import wrote specs" "few" test "$(find "$work/specs" -type f | wc -l)" -gt 40
find "$work/specs" -type f | ajv >"$work/out" 2>&1
same "every spec that import writes is valid" "" "$(grep -v '^valid \|^examples' "$work/out")"

mkdir "$work/hardware"
"$RAFTER" list hardware | awk 'NR > 1 { print $1 }' | while read -r device; do
	"$RAFTER" show hardware "$device" --format json -o "$work/hardware/$device.json"
	echo "#/\$defs/hardware $work/hardware/$device.json"
done | ajv >"$work/out" 2>&1
same "every device is valid" "$(find "$work/hardware" -type f | wc -l) " "$(grep -c '^valid ' "$work/out") $(grep '^invalid\|rror' "$work/out")"
rm -r "$work/hardware"

# A schema sees keys, types, choices and bounds of one value. It cannot see what a name stands for, whether values agree with each other, whether a unit fits, what the
# command line says, and what is not JSON (or is read by some parsers as if it were: a key twice, a number too small).
for file in tests/errors/*.json; do
	echo "$file"
done | ajv >"$work/verdicts" 2>&1
for file in tests/errors/*.json; do
	name=$(basename "$file" .json)
	found=$(sed -n "s|^\([a-z-]*\) $file.*|\1|p" "$work/verdicts")
	case $(grep -o '\[[a-z-]*\]$' "tests/errors/$name.err" | sort -u | tr -d '\n')$([ ! -f "tests/errors/$name.args" ] || echo "[args]") in
		*'[args]') expected=valid ;;
		*'[negative][unknown-name]'*) expected='valid|invalid' ;; # the value of a formula
		*'[unknown-key]'* | *'[wrong-type]'* | *'[negative]'* | *'[missing-unit]'*) expected=invalid ;;
		*'[bad-json]'* | *'[bad-encoding]'*) expected='valid|no-json' ;;
		*) expected='valid|invalid' ;;
	esac
	check "errors/$name: $found" "expected $expected" sh -c 'echo "$1" | grep -qxE "$2"' sh "$found" "$expected"
done
finish
