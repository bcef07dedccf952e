#!/bin/sh
# SPDX-License-Identifier: MIT
# Reading and writing: which file is replaced, with what mode, and what stays as it was when something fails.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

input=$samples/one-point.json
mkdir "$work/d"
cd "$work/d" || exit 1
draw() { "$RAFTER" draw "$input" "$@"; }
mode() { stat -c %a "$1"; }

umask 027
code "a new file" 0 draw -o new.svg
same "a new file: mode by umask" 640 "$(mode new.svg)"
printf old >old.svg
chmod 604 old.svg
code "an old file" 0 draw -o old.svg
same "an old file: mode kept" 604 "$(mode old.svg)"
check "an old file: replaced" "still the old bytes" grep -q '<svg' old.svg
mkdir real
printf old >real/chart.svg
ln -s real/chart.svg link.svg
code "a link" 0 draw -o link.svg
check "a link: still one" "it was replaced" test -L link.svg
check "a link: its target is the chart" "it is not" grep -q '<svg' real/chart.svg
ln -s real/later.svg dangling.svg
code "a link to nothing yet" 0 draw -o dangling.svg
check "a link to nothing yet: target made" "it is not there" grep -q '<svg' real/later.svg
ln -s hop.svg chain.svg
ln -s real/end.svg hop.svg
code "links to nothing yet" 0 draw -o chain.svg
check "links to nothing yet: still links" "one was replaced" sh -c 'test -L chain.svg && test -L hop.svg'
check "links to nothing yet: the end is made" "it is not there" grep -q '<svg' real/end.svg
ln -s round.svg circle.svg
ln -s circle.svg round.svg
code "links in a circle" 4 draw -o circle.svg
check "links in a circle: still links" "one was replaced" sh -c 'test -L circle.svg && test -L round.svg'

# as_old NAME FILE: the file is still the one of the year 2001.
as_old() { same "$1" 978307200 "$(stat -c %Y "$2")"; }
old_time() { touch -d @978307200 "$@"; }
code "if changed: a new file" 0 draw --if-changed -o same.svg --layout same.json
inode=$(stat -c %i same.svg)
old_time same.svg same.json
code "if changed: the same bytes" 0 draw --if-changed -o same.svg --layout same.json
as_old "if changed: the same bytes: time kept" same.svg
as_old "if changed: the same bytes: time of the layout kept" same.json
same "if changed: the same bytes: the same file" "$inode" "$(stat -c %i same.svg)"
chmod 400 same.svg
code "if changed: the same bytes in a file that must not be written" 0 draw --if-changed -o same.svg
chmod 600 same.svg
code "if changed: other bytes" 0 draw --if-changed --set title=other -o same.svg -o also.png
check "if changed: other bytes: written" "the old ones" grep -q other same.svg
sed s/other/tohre/g same.svg >length.svg
cp same.svg longer.svg
echo >>longer.svg
for name in length longer; do
	old_time $name.svg
	code "if changed: $name" 0 draw --if-changed --set title=other -o $name.svg
	check "if changed: $name: written" "the old bytes" cmp same.svg $name.svg
done
code "if changed: into a link" 0 draw --if-changed -o link.svg
old_time real/chart.svg
code "if changed: into a link again" 0 draw --if-changed -o link.svg
as_old "if changed: into a link again: time kept" real/chart.svg
old_time also.png same.svg
code "if changed: one of two" 0 draw --if-changed --set title=other --set axes.x.min=0.01 -o same.svg --layout other.json
check "if changed: one of two: written" "the old bytes" test "$(stat -c %Y same.svg)" -gt 978307200
code "not asked for" 0 draw -o new.svg
old_time new.svg
code "not asked for, the same bytes" 0 draw -o new.svg
check "not asked for, the same bytes: written" "it was left" test "$(stat -c %Y new.svg)" -gt 978307200

mkfifo pipe
cat pipe >from-pipe &
code "a pipe" 0 draw -T svg -o pipe
wait
check "a pipe: still one" "it was replaced" test -p pipe
same "a pipe: the same bytes" "$(cksum <new.svg)" "$(cksum <from-pipe)"
code "/dev/stdout" 0 draw -T svg -o /dev/stdout
same "/dev/stdout: the same bytes" "$(cksum <new.svg)" "$(cksum <"$work/out")"
check "/dev/stdout: still there" "it was replaced" test -L /dev/stdout -o -c /dev/stdout
code "/dev/fd" 0 sh -c '"$1" draw "$2" -T svg -o /dev/fd/7 7>descriptor' sh "$RAFTER" "$input"
same "/dev/fd: the same bytes" "$(cksum <new.svg)" "$(cksum <descriptor)"
code "a descriptor in the middle of its file" 0 sh -c '(echo before; "$1" draw "$2" -T svg -o /dev/fd/1; echo after) >descriptor' sh "$RAFTER" "$input"
same "a descriptor in the middle of its file: what stands around it" "before after" "$(sed -n '1p;$p' descriptor | paste -s -d ' ')"
code "a descriptor that is not open" 4 draw -T svg -o /dev/fd/77
if [ -d /dev/shm ] && [ -w /dev/shm ]; then
	shared=$(mktemp -d /dev/shm/rafter-XXXXXX)
	code "/dev/shm: a new file" 0 draw -o "$shared/a.svg"
	same "/dev/shm: a new file: the same bytes" "$(cksum <new.svg)" "$(cksum <"$shared/a.svg")"
	head -c 100000 /dev/zero >"$shared/a.svg"
	code "/dev/shm: a longer old file" 0 draw -o "$shared/a.svg"
	same "/dev/shm: a longer old file: the same bytes" "$(cksum <new.svg)" "$(cksum <"$shared/a.svg")"
	same "/dev/shm: nothing else is left" 1 "$(find "$shared" -type f | wc -l)"
	rm -rf "$shared"
fi
code "-T without -o" 0 draw -T svg
same "-T without -o: standard output" "$(cksum <new.svg)" "$(cksum <"$work/out")"
code "standard input" 0 sh -c '"$1" draw - -o stdin.svg <"$2"' sh "$RAFTER" "$input"
same "standard input: the same bytes" "$(cksum <new.svg)" "$(cksum <stdin.svg)"

code "several files" 0 draw -o a.svg -o a.png -o a.pdf --layout a.json
same "several files: all of them" 4 "$(find . -maxdepth 1 -name 'a.*' | wc -l)"
printf old >keep.svg
code "one of several cannot be written" 4 draw -o keep.svg -o none/a.svg
same "one of several cannot be written: the other is as it was" old "$(cat keep.svg)"
code "one of several is a full device" 4 draw -o keep.svg -o keep.png --layout /dev/full
same "one of several is a full device: the other is as it was" old "$(cat keep.svg)"
check "one of several is a full device: no new one" "there is one" test ! -e keep.png
code "wrong input" 3 "$RAFTER" draw "$input" --set chart.kind=pie -o keep.svg
same "wrong input: the old file is as it was" old "$(cat keep.svg)"
if [ "$(id -u)" -ne 0 ]; then
	chmod 444 keep.svg
	code "a protected file" 4 draw -o keep.svg
	same "a protected file: as it was" old "$(cat keep.svg)"
fi
same "no temporary file is left" "" "$(find . -name '.rafter*')"

code "a missing input" 4 "$RAFTER" draw none.json -o x.svg
check "a missing input: path and reason" "$(cat "$work/err")" grep -q "'none.json': No such file or directory" "$work/err"
code "a folder as input" 4 "$RAFTER" draw real -o x.svg
check "a folder as input: reason" "$(cat "$work/err")" grep -q "'real': Is a directory" "$work/err"
code "a folder as output" 4 draw -T svg -o real
truncate -s 2147483649 huge.csv
code "an input over the limit" 3 "$RAFTER" draw huge.csv --hardware nvidia-h100-sxm -o x.svg
check "an input over the limit: which one" "$(cat "$work/err")" grep -q '2 GiB' "$work/err"
code "no standard input" 4 sh -c '"$1" draw - -o x.svg <&-' sh "$RAFTER"
check "nothing was written" "x.svg is there" test ! -e x.svg

# A device named like a file: the file wins only when it looks like one or no device has the name.
printf '{"name": "Mine", "compute": [{"name": "P", "peak": "1 TFLOP/s"}], "memory": [{"name": "M", "bandwidth": "100 GB/s"}]}' >nvidia-h100-sxm
cp nvidia-h100-sxm mine.json
cp nvidia-h100-sxm mymachine
code "hardware: a name, though there is such a file" 0 draw --hardware nvidia-h100-sxm -o h.svg
check "hardware: the device" "the file was read" grep -q 'data-value="33500' h.svg
code "hardware: a path" 0 draw --hardware ./nvidia-h100-sxm -o h.svg
check "hardware: the file" "the device was used" grep -q 'data-value="100000000000"' h.svg
code "hardware: a suffix" 0 draw --hardware mine.json -o h.svg
code "hardware: no such device, but a file" 0 draw --hardware mymachine -o h.svg

# Points of several inputs can be told apart.
printf 'name,flops,bytes,time (ms)\nk,1e12,1e9,4\n' >first.csv
printf 'name,flops,bytes,time (ms)\nk,2e12,1e9,5\n' >second.csv
code "two inputs" 0 "$RAFTER" analyze first.csv second.csv --hardware nvidia-a100-sxm-80gb --format csv
check "two inputs: series by file" "$(cat "$work/out")" sh -c 'grep -q first "$1" && grep -q second "$1"' sh "$work/out"
code "one input" 0 "$RAFTER" analyze first.csv --hardware nvidia-a100-sxm-80gb --format csv
absent "one input: no series" 'first' "$work/out"

# A file name may be any bytes: what it names on the chart is text.
bytes=$(printf 'mx\374')
cp mine.json "$bytes.json"
cp first.csv "$bytes.csv"
code "a name that is no UTF-8: hardware" 0 "$RAFTER" draw first.csv --hardware "$bytes.json" -o bytes.svg
code "a name that is no UTF-8: series" 0 "$RAFTER" draw "$bytes.csv" second.csv --hardware nvidia-h100-sxm -o bytes.svg
check "a name that is no UTF-8: the chart is" "it is not" iconv -f UTF-8 -t UTF-8 bytes.svg
code "a name that is no UTF-8: a ceiling" 0 "$RAFTER" draw first.csv --peak "$bytes=9 TFLOP/s" --bandwidth '3 TB/s' -o bytes.svg
check "a name that is no UTF-8: the chart is too" "it is not" iconv -f UTF-8 -t UTF-8 bytes.svg
code "a name that is no UTF-8: as output" 0 draw -o "$bytes.svg"
check "a name that is no UTF-8: that file" "it is not there" test -f "$bytes.svg"
code "a name that is no UTF-8: missing" 4 draw "$bytes.none" -o x.svg
check "a name that is no UTF-8: printable" "it is not" iconv -f UTF-8 -t UTF-8 "$work/err"

code "import" 0 "$RAFTER" import first.csv -o first.json
code "an imported spec is drawn" 0 "$RAFTER" draw first.json --hardware nvidia-a100-sxm-80gb -o first.svg
finish
