#!/bin/sh
# SPDX-License-Identifier: MIT
# What cannot be written is said, with exit code 4, and the file that was there stays as it was.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

input=$samples/one-point.json

for format in svg png pdf; do
	code "$format to a full device" 4 "$RAFTER" draw "$input" -T "$format" -o /dev/full
	check "$format to a full device: said" "no path and reason in the message" grep -q '/dev/full.*No space left on device' "$work/err"
done
code "layout to a full device" 4 "$RAFTER" draw "$input" -o "$work/chart.svg" --layout /dev/full
code "analysis to a full device" 4 sh -c '"$@" >/dev/full' sh "$RAFTER" analyze "$input" --format json
code "a folder that is not there" 4 "$RAFTER" draw "$input" -o "$work/none/chart.svg"

# kept NAME: the old file is as it was, and alone in its folder.
mkdir "$work/out.d"
kept() {
	same "$1: old file kept" old "$(head -c 40 "$work/out.d/chart.$format" | head -n 1)"
	same "$1: nothing left behind" 1 "$(find "$work/out.d" -type f | wc -l)"
}

printf '{"rafter": 1, "hardware": "nvidia-h100-sxm", "points": [{"name": "a", "flops": "1 GB", "bytes": 1}]}' >"$work/wrong.json"
for format in svg png pdf; do
	rm -f "$work/out.d"/*
	printf old >"$work/out.d/chart.$format"
	code "$format of wrong input" 3 "$RAFTER" draw "$work/wrong.json" -o "$work/out.d/chart.$format"
	kept "$format of wrong input"
	# a limit of one block stands for a full disk
	code "$format over the file limit" 4 sh -c 'trap "" XFSZ; ulimit -f 1; "$@"' sh "$RAFTER" draw "$input" -o "$work/out.d/chart.$format"
	kept "$format over the file limit"
done

# A reader that has gone: death by SIGPIPE as of any filter, or, where that is ignored, exit code 4.
closed_pipe() {
	{
		sleep 0.3
		"$@"
		printf '%s' "$?" >"$work/piped"
	} | true
	return "$(cat "$work/piped")"
}

for format in svg png pdf; do
	code "$format to a closed pipe" 141 closed_pipe "$RAFTER" draw "$input" -T "$format" -o -
	check "$format to a closed pipe: at most one line" "more on standard error" test "$(wc -l <"$work/err")" -le 1
	code "$format to a closed pipe, SIGPIPE ignored" 4 closed_pipe sh -c 'trap "" PIPE; "$@"' sh "$RAFTER" draw "$input" -T "$format" -o -
	code "$format to no standard output" 4 sh -c '"$@" >&-' sh "$RAFTER" draw "$input" -T "$format" -o -
done

finish
