#!/bin/bash
# SPDX-License-Identifier: MIT
# draw --watch: a chart that follows its files, however they are saved; what is wrong leaves the old picture; Ctrl-C ends it with 0 and leaves whole files alone.
. "$(dirname "$0")/lib.sh"

case $RAFTER in /*) ;; *) RAFTER=$(pwd)/$RAFTER ;; esac
unset SOURCE_DATE_EPOCH
mkdir "$work/d" "$work/d/elsewhere"
cd "$work/d" || exit 1
watcher=
trap '[ -z "$watcher" ] || kill -9 "$watcher" 2>/dev/null; rm -rf "$work"' EXIT

spec() { sed "s/\"title\": \"[^\"]*\"/\"title\": \"$1\"/" "$samples/one-point.json"; }
lines() { wc -l <log; }
# start ARGUMENT...: as a shell with jobs does, so that Ctrl-C is not ignored.
start() {
	: >log
	set -m
	"$RAFTER" draw "$@" --watch 2>log &
	watcher=$!
	set +m
}
# awaited NAME COUNT PATTERN: the log gets that many lines, the last like the pattern.
awaited() {
	local i
	for ((i = 0; i < 500 && $(lines) < $2; i++)); do
		sleep 0.01
	done
	sleep 0.15
	same "$1: lines" "$2" "$(lines)"
	check "$1: said" "$(tail -n 1 log)" grep -qE -- "$3" <(tail -n 1 log)
}
ended() { # NAME SIGNAL
	local code=0
	kill "-$2" "$watcher"
	wait "$watcher" || code=$?
	watcher=
	same "$1: exit code" 0 "$code"
	same "$1: nothing left behind" "" "$(find . -name '.rafter-*')"
}
shows() { check "$1: the picture" "it has not '$2'" grep -q ">$2<" chart.svg; }
drawn='^drew chart\.svg in [0-9]+ ms$'

spec first >spec.json
printf '{"extends": "dark"}' >theme.json
start spec.json --theme theme.json -o chart.svg
awaited "at once" 1 "$drawn"
shows "at once" first
{
	printf '{ "rafter": 1,'
	sleep 0.03
	spec second | sed 's/^{//; /"rafter": 1/d'
} >spec.json
awaited "saved in place, in two steps" 2 "$drawn"
shows "saved in place, in two steps" second
spec third >spec.json.new
mv spec.json.new spec.json
awaited "saved by rename" 3 "$drawn"
shows "saved by rename" third
spec fourth >spec.json.new
mv spec.json.new spec.json
awaited "saved by rename again" 4 "$drawn"
shows "saved by rename again" fourth
mv spec.json spec.json~
sleep 0.2
spec fifth >spec.json
rm spec.json~
awaited "moved away and written anew" 5 "$drawn"
shows "moved away and written anew" fifth
printf '{"extends": "paper"}' >theme.json
awaited "the theme" 6 "$drawn"
touch spec.json
awaited "touched" 7 "$drawn"
cp chart.svg before.svg
sed -i 's/"points"/"pionts"/' spec.json
awaited "broken" 8 "^spec\.json:[0-9]+:[0-9]+: error: pionts: unknown key, did you mean 'points'\? \[unknown-key\]$"
check "broken: the old picture" "another" cmp before.svg chart.svg
rm spec.json
awaited "removed" 9 "error: cannot read 'spec\.json': No such file or directory \[read\]$"
check "removed: the old picture" "another" cmp before.svg chart.svg
spec repaired >spec.json
awaited "repaired" 10 "$drawn"
shows "repaired" repaired
for i in 1 2 3 4 5 6 7 8 9; do spec "burst $i" >spec.json; done
awaited "nine saves at once are one" 11 "$drawn"
shows "nine saves at once are one" "burst 9"
echo other >unrelated.txt
cp chart.svg copy.svg
awaited "files that were not read" 11 "$drawn"
mv theme.json elsewhere/theme.json
ln -s elsewhere/theme.json theme.json
sleep 0.4
# It is the same file, so that it may have been drawn again or not.
before=$(lines)
sed -i 's/paper/light/' elsewhere/theme.json
awaited "what a link leads to" $((before + 1)) "$drawn"
printf '{"extends": "slides"}' >elsewhere/slides.json
ln -sf elsewhere/slides.json theme.json
awaited "a link to another file" $((before + 2)) "$drawn"
ended "Ctrl-C" INT

cp "$samples/import/ncu/summary.csv" "$samples/import/ncu/times.csv" elsewhere
"$RAFTER" show hardware nvidia-a100-sxm-40gb --format json >gpu.json
start elsewhere/summary.csv --times elsewhere/times.csv --hardware gpu.json --quiet -o chart.svg --layout chart.json --deps chart.d
sleep 0.3
same "quiet: no times" 0 "$(lines)"
check "quiet: drawn" "no picture" test -s chart.svg -a -s chart.json -a -s chart.d
for file in elsewhere/summary.csv elsewhere/times.csv gpu.json; do
	rm chart.json
	cp "$file" new && mv new "$file"
	for ((i = 0; i < 300; i++)); do [ ! -e chart.json ] || break; sleep 0.01; done
	check "a profiler file: $file" "not drawn again" test -e chart.json
done
mv elsewhere gone
for ((i = 0; i < 300 && $(lines) < 2; i++)); do sleep 0.01; done
check "a folder that goes away: said" "$(cat log)" grep -q "cannot read 'elsewhere/summary.csv'" log
rm chart.json
mv gone elsewhere
for ((i = 0; i < 300; i++)); do [ ! -e chart.json ] || break; sleep 0.01; done
check "a folder that comes back" "not drawn again" test -e chart.json
ended "SIGTERM" TERM

printf '{' >late.json
start late.json -o late.svg --if-changed
awaited "wrong from the start" 1 "late\.json:1:2: error: "
spec late >late.json
awaited "wrong from the start, repaired" 2 '^drew late\.svg in '
touch -d @978307200 late.svg
touch late.json
awaited "with --if-changed" 3 '^drew late\.svg in '
same "with --if-changed: the picture is left" 978307200 "$(stat -c %Y late.svg)"
ended "Ctrl-C" INT
sed 's/"560 us"/"5 us"/' spec.json >above.json
start above.json -o above.svg
awaited "a warning and the time" 2 '^drew above\.svg in '
check "a warning: one line" "$(head -n 1 log)" grep -qE '^above\.json:[0-9]+:[0-9]+: warning: .*\[above-roof\]$' log
ended "Ctrl-C" INT

# Killed at any moment: the picture is whole, and nothing lies beside it.
spec second >other.json
broken=0
for ((i = 0; i < 40; i++)); do
	start spec.json -o chart.svg
	for ((k = 0; k < 5; k++)); do
		cp other.json new && mv new spec.json
		sleep "0.0$((i % 4 * 2 + 1))"
	done
	kill -INT "$watcher"
	wait "$watcher" || broken=$((broken + 1))
	watcher=
	[ "$(tail -n 1 chart.svg)" = "</svg>" ] || broken=$((broken + 1))
done
same "ended at 40 moments: exit codes and whole pictures" 0 "$broken"
same "ended at 40 moments: nothing left behind" "" "$(find . -name '.rafter-*')"

code "standard input" 2 "$RAFTER" draw - --watch -o chart.svg
check "standard input: said" "$(cat "$work/err")" grep -q "standard input can be read once" "$work/err"
code "standard output" 2 "$RAFTER" draw spec.json --watch -T svg
check "standard output: said" "$(cat "$work/err")" grep -q "expected -o FILE rather than standard output" "$work/err"
code "a wrong command line" 2 "$RAFTER" draw spec.json --watch --size wob -o chart.svg
code "nothing to watch" 2 "$RAFTER" draw --hardware nvidia-h100-sxm --watch -o chart.svg
check "nothing to watch: said" "$(cat "$work/err")" grep -q "nothing was read from one" "$work/err"
finish
