#!/bin/bash
# SPDX-License-Identifier: MIT
# Many charts from one command: names, threads, manifests, shards, and what is left behind when it is stopped or the disk is full.
. "$(dirname "$0")/lib.sh"

h100=$samples/h100-transformer.json
one=$samples/one-point.json
devices=$("$RAFTER" list hardware --format json | grep -c '"id"')
cd "$work" || exit 1

# files FOLDER: names and bytes of everything in it, one sum.
files() {
	(cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum
}

code 'every device of the catalogue' 0 "$RAFTER" batch "$h100" --hardware all -T svg -j2 -o 'all/{vendor}/{hardware}.{format}' --manifest lists/all.json --quiet
same 'a chart each' "$devices" "$(find all -name '*.svg' | wc -l | tr -d ' ')"
code 'one thread' 0 "$RAFTER" batch "$h100" --hardware all -T svg -j1 -o 'alone/{vendor}/{hardware}.{format}' --manifest alone.json --quiet
same 'the same files' "$(files all)" "$(files alone)"
check 'the same manifest' differs cmp lists/all.json alone.json
code 'one of them alone' 0 "$RAFTER" draw "$h100" --hardware amd-mi300x -o alone.svg --quiet
check 'the same chart as by draw' differs cmp alone.svg all/amd/amd-mi300x.svg
check 'the manifest has its SHA-256' 'not found' grep -q "$(sha256sum <alone.svg | cut -d ' ' -f 1)" lists/all.json
absent 'no folder of the machine in the manifest' "$work" lists/all.json

code 'a pattern and a name, two formats' 0 "$RAFTER" batch "$h100" "$one" --hardware 'nvidia-h100-*' --hardware mi300x -T svg,pdf -o 'two/{input}/{hardware}.{format}' --quiet
same 'inputs by hardware by formats' 16 "$(find two -type f | wc -l | tr -d ' ')"
code 'a chart for each point' 0 "$RAFTER" batch "$h100" --each point -o 'points/{point}.svg' --quiet
same 'eleven points' 11 "$(find points -type f | wc -l | tr -d ' ')"
code 'a chart for each series' 0 "$RAFTER" batch "$h100" --each series --hardware nvidia-b200 -o 'series/{series}-{hardware}.svg' --quiet
code 'all inputs in one chart' 0 "$RAFTER" batch "$one" "$samples/import/table/transformer.csv" --each hardware --hardware nvidia-b200 -o 'each/{hardware}.svg' --quiet
code 'all machines in one chart' 0 "$RAFTER" batch "$one" --each input --hardware nvidia-b200 --hardware nvidia-h100-sxm -o 'each/{input}.svg' --quiet
code 'a profiler file by name of its kernels' 0 "$RAFTER" batch "$samples/import/ncu/wide.csv" --group name --each point --hardware nvidia-a100-sxm-40gb -o 'kernels/{point}.svg' --quiet
same 'two kernels' 2 "$(find kernels -type f | wc -l | tr -d ' ')"

# ---- names
cat >names.json <<'EOF'
{"rafter": 1, "hardware": "nvidia-h100-sxm", "points": [
{"name": "../../etc/x", "intensity": 1, "performance": 1e12}, {"name": "a/b", "intensity": 1, "performance": 1e12}, {"name": "a b", "intensity": 1, "performance": 1e12},
{"name": "a-b", "intensity": 1, "performance": 1e12}, {"name": ".", "intensity": 1, "performance": 1e12}, {"name": "CON", "intensity": 1, "performance": 1e12},
{"name": "A-B", "intensity": 1, "performance": 1e12}]}
EOF
code 'hostile names' 0 "$RAFTER" batch names.json --each point -o 'names/{point}.svg' --quiet
same 'a file each, all in the folder' 7 "$(find names -mindepth 1 -maxdepth 1 -type f | wc -l | tr -d ' ')"
same 'nothing outside' '' "$(find . -name '*etc*' ! -path './names/*')"
same 'plain names' '' "$(find names -type f | sed 's,.*/,,' | grep -vE '^[A-Za-z0-9][A-Za-z0-9._-]*$')"

refused() { # NAME PATTERN ARGUMENTS...
	refused_name=$1 refused_pattern=$2
	shift 2
	code "$refused_name" 2 "$RAFTER" batch "$@"
	check "$refused_name, said" "$(head -n 1 "$work/err")" grep -q -F -- "$refused_pattern" "$work/err"
}
refused 'two charts of one name' "two charts would be 'x/nvidia-b200.svg': add {input} to the name" "$h100" "$one" --hardware nvidia-b200 -o 'x/{hardware}.svg'
refused 'an unknown field' "found '{gpu}'" "$h100" -o 'x/{gpu}.svg'
refused 'no hardware for its field' 'these charts have no {hardware}: add --hardware' "$h100" -o 'x/{hardware}.svg'
refused 'no format' 'does not say the format' "$h100" -o 'x/{input}'
refused 'two formats in one name' 'write {format} in its place' "$h100" -T svg,png -o 'x/{input}.svg'
refused 'an unknown format' "found 'gif'" "$h100" -T gif -o 'x/{input}.{format}'
refused 'a pattern that fits nothing' "--hardware 'intel-h*' fits no device" "$h100" --hardware 'intel-h*' -o 'x/{hardware}.svg'
refused 'no input' 'expected inputs' -o 'x/{input}.svg'
refused 'no output' 'expected one -o' "$h100"
refused 'a wrong shard' "expected I/N" "$h100" --shard 3/2 -o 'x/{input}.svg'
refused 'no threads' "from 1 to 1024" "$h100" -j 0 -o 'x/{input}.svg'
refused 'resume without a manifest' "needs the '--manifest'" "$h100" --resume -o 'x/{input}.svg'
refused 'one input twice' "what stands for {input} is the same in both" "$h100" "$h100" -o 'x/{input}.svg'
cp "$h100" own.json
refused 'a chart over its input' "'own.json' is read and would be written" own.json -T svg -o own.json
refused 'a manifest over an input' "'own.json' is read and would be written" own.json -o 'x/{input}.svg' --manifest own.json
refused 'a sheet over a chart' "'x/own.svg' is asked for twice" own.json -o 'x/{input}.svg' --contact-sheet x/own.svg
refused 'a manifest over a chart by another way' "'y/../x/own.svg' is asked for twice" own.json -o 'x/{input}.svg' --manifest y/../x/own.svg
refused 'two lists in one file' "'x/list' is asked for twice" own.json -o 'x/{input}.svg' --manifest x/list --deps x/list
check 'the input is as it was' differs cmp own.json "$h100"
check 'nothing was drawn' 'a folder x' test ! -e x
code 'an unknown theme' 3 "$RAFTER" batch "$h100" --hardware 'nvidia-*' --theme nosuch -o 'x/{hardware}.svg'
same 'is said once' 1 "$(grep -c "unknown theme 'nosuch'" err)"

# ---- shards
for shard in 1 2 3; do
	code "shard $shard" 0 "$RAFTER" batch "$h100" --hardware all --shard $shard/3 -o 'shards/{vendor}/{hardware}.svg' --manifest shard$shard.json --quiet
done
same 'the union is whole' "$(files all)" "$(files shards)"
for shard in 1 2 3; do
	code "shard $shard with the frame of all" 0 "$RAFTER" batch "$h100" --hardware 'nvidia-*' --shared-frame --shard $shard/3 -o 'framed/{hardware}.svg' --quiet
done
code 'the frame of all at once' 0 "$RAFTER" batch "$h100" --hardware 'nvidia-*' --shared-frame -o 'framed-all/{hardware}.svg' --quiet
same 'is the same' "$(files framed-all)" "$(files framed)"
same 'no chart twice' "$devices" "$(cat shard?.json | grep -c '"output"')"

# ---- what tools that schedule work ask for
code 'a depfile' 0 "$RAFTER" batch "$h100" "$one" --hardware nvidia-b200 -T svg,pdf -o 'deps/{input}.{format}' --deps deps/all.d --quiet
same 'a rule for each chart' "deps/one-point.svg deps/one-point.pdf: $one" "$(grep one-point deps/all.d)"
touch -d '2001-01-01' all/nvidia/nvidia-b200.svg all/amd/amd-mi300x.svg
printf 'x' >>all/amd/amd-mi300x.svg
code 'a second run' 0 "$RAFTER" batch "$h100" --hardware all -T svg -o 'all/{vendor}/{hardware}.{format}' --manifest lists/again.json --if-changed --quiet
same 'rewrites nothing that is the same' 2001 "$(date -r all/nvidia/nvidia-b200.svg +%Y)"
same 'and what is not' "$(files alone)" "$(files all)"
check 'the manifest is the same' differs cmp lists/all.json lists/again.json

# ---- one frame, one sheet
code 'one frame for all' 0 "$RAFTER" batch "$h100" --hardware 'nvidia-h*' --shared-frame -j1 -o 'frame/{hardware}.svg' --quiet
code 'whatever the threads' 0 "$RAFTER" batch "$h100" --hardware 'nvidia-h*' --shared-frame -j2 -o 'frame2/{hardware}.svg' --quiet
same 'the same files' "$(files frame)" "$(files frame2)"
same 'the same axes' 1 "$(for file in frame/*.svg; do grep -o '<g class="axis".*' "$file" | cksum; done | sort -u | wc -l | tr -d ' ')"
code 'a contact sheet' 0 "$RAFTER" batch "$h100" --hardware 'nvidia-h*' --hardware 'amd-mi*' --contact-sheet sheets/all.svg --layout sheets/all.json -j2 -o 'sheet/{hardware}.svg' --quiet
check 'is an SVG' 'xmllint' xmllint --noout sheets/all.svg
same 'with a panel for each chart' "$(find sheet -name '*.svg' | wc -l | tr -d ' ')" "$(grep -c '"page":' sheets/all.json)"
code 'the same sheet by one thread' 0 "$RAFTER" batch "$h100" --hardware 'nvidia-h*' --hardware 'amd-mi*' --contact-sheet sheets/one.svg -j1 -o 'sheet/{hardware}.svg' --quiet
check 'to the byte' differs cmp sheets/all.svg sheets/one.svg
code 'of all devices, as a PDF' 0 "$RAFTER" batch "$h100" --hardware all --contact-sheet sheets/all.pdf -o 'sheet/{hardware}.svg' --quiet
check 'has pages' 'pdfinfo' sh -c 'test "$(pdfinfo "$1" | sed -n "s/^Pages: *//p")" -ge 2' sh sheets/all.pdf
refused 'a sheet without a format' "expected a suffix that says the format" "$h100" --contact-sheet sheet.gif -o 'x/{input}.svg'

code 'a frame for what has none' 3 "$RAFTER" batch "$samples/amdahl.json" "$h100" --shared-frame -o 'frameless/{input}.svg'
same 'is a failure of one' '1 ok, 1 failed' "$(tail -n 1 err)"

# ---- bad inputs
mkdir many
cp "$one" many/one.json
cp "$one" many/two.json
for i in $(seq 1 47); do
	sed "s/\"title\": \"[^\"]*\"/\"title\": \"$i\"/" "$one" >"many/$i.json"
done
printf '{"rafter": 1,\n "points": [{"name": "x", "flops": "17 GB"}]}\n' >many/bad.json
code 'one bad input of fifty' 3 "$RAFTER" batch many/*.json -o 'fifty/{input}.svg'
same 'the others are drawn' 49 "$(find fifty -name '*.svg' | wc -l | tr -d ' ')"
check 'the bad one is named with its place' "$(head -n 1 "$work/err")" grep -q '^many/bad.json:2:' "$work/err"
check 'and counted' "$(tail -n 1 "$work/err")" grep -qx '49 ok, 1 failed' "$work/err"
code 'stop at the first' 3 "$RAFTER" batch many/bad.json many/one.json many/two.json --fail-fast -j1 -o 'fast/{input}.svg'
check 'two not drawn' "$(tail -n 1 "$work/err")" grep -q 'not drawn' "$work/err"
code 'an unwritable folder' 4 "$RAFTER" batch "$one" -o '/proc/nowhere/{input}.svg'
code 'an input that is not there' 4 "$RAFTER" batch nowhere.json "$one" -o 'there/{input}.svg'
check 'the other is drawn' 'it is not' test -s there/one-point.svg

# ---- stopped, and gone on with
"$RAFTER" batch "$h100" --hardware all -T svg,png --dpi 48 -j2 -o 'whole/{hardware}.{format}' --manifest whole.json --quiet
partial=0
for round in $(seq 1 "${BATCH_KILLS:-12}"); do
	"$RAFTER" batch "$h100" --hardware all -T svg,png --dpi 48 -j2 -o 'cut/{hardware}.{format}' --manifest cut.json --resume --quiet &
	sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
	kill -9 $! 2>/dev/null
	wait $! 2>/dev/null
	[ -d cut ] || continue
	for file in cut/*.svg cut/*.png; do
		[ ! -e "$file" ] || cmp -s "$file" "whole/${file#cut/}" || partial=$((partial + 1))
	done
	[ $((round % 4)) -ne 0 ] || rm -rf cut cut.json cut.json.journal
done
same 'a kill leaves whole files alone' 0 "$partial"
code 'it is gone on with' 0 "$RAFTER" batch "$h100" --hardware all -T svg,png --dpi 48 -j2 -o 'cut/{hardware}.{format}' --manifest cut.json --resume --quiet
find cut -name '.*.rafter-*' -o -name '.rafter-*' | xargs rm -f
same 'to the same bytes' "$(files whole)" "$(files cut)"
check 'and the same manifest' differs cmp whole.json cut.json
check 'the journal is gone' 'it is there' test ! -e cut.json.journal
touch -d '2001-01-01' cut/nvidia-b200.svg
code 'once more' 0 "$RAFTER" batch "$h100" --hardware all -T svg,png --dpi 48 -o 'cut/{hardware}.{format}' --manifest cut.json --resume --quiet
same 'nothing was written again' 2001 "$(date -r cut/nvidia-b200.svg +%Y)"
code 'other settings' 0 "$RAFTER" batch "$h100" --hardware nvidia-b200 --theme dark -T svg,png -o 'cut/{hardware}.{format}' --manifest cut.json --resume --quiet
check 'are other charts' 'it is the old one' test "$(date -r cut/nvidia-b200.svg +%Y)" != 2001

"$RAFTER" batch "$h100" --hardware all -T svg,png -j2 -o 'int/{hardware}.{format}' --manifest int.json >"$work/out" 2>"$work/err" &
sleep 0.3
kill -INT $!
wait $!
same 'Ctrl-C ends it' 130 "$?"
check 'what was not drawn is counted' "$(tail -n 1 "$work/err")" grep -q 'not drawn' "$work/err"
same 'nothing half-written is left' '' "$(find int -type f ! -name '*.svg' ! -name '*.png')"
check 'what was drawn is in the journal' 'no journal' test -s int.json.journal

# ---- a full disk
if mkdir disk && mount -t tmpfs -o size=300k tmpfs disk 2>/dev/null; then
	code 'a full disk' 4 "$RAFTER" batch "$h100" --hardware all -o 'disk/{hardware}.svg'
	check 'it is said' "$(grep error "$work/err" | head -n 1)" grep -q 'No space left on device' "$work/err"
	broken=0
	for file in disk/*.svg; do
		cmp -s "$file" "all/$(basename "$file" | sed 's/-.*//')/$(basename "$file")" || { case $file in *.svg) xmllint --noout "$file" 2>/dev/null || broken=$((broken + 1)) ;; esac; }
	done
	same 'all files are whole' 0 "$broken"
	same 'nothing else is left' '' "$(find disk -type f ! -name '*.svg')"
	umount disk
fi
finish
