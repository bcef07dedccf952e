#!/bin/bash
# SPDX-License-Identifier: MIT
# Reports in headless Chromium: nothing cut at three widths in light and dark, contrast, anchors, keyboard, what a screen reader is told, a silent console.
. "$(dirname "$0")/lib.sh"

if ! command -v chromium >/dev/null 2>&1; then
	ok "reports in a browser # skipped: no chromium"
	finish
fi
here=$(cd "$(dirname "$0")" && pwd)
long=$(printf 'gemm_kernel<float,%.0s' $(seq 160))
{
	printf 'name\tflops\tbytes\ttime\n<script>console.log(1)</script>\t1e12 FLOP\t1e9 B\t2 ms\n%s\t1e11 FLOP\t1e9 B\t1 ms\n' "$long"
	for i in $(seq 30); do
		printf 'ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn_%s\t%se11 FLOP\t1e9 B\t%s ms\n' "$i" "$i" "$i"
	done
} >"$work/hostile.tsv"

code "reports to look at" 0 "$RAFTER" report "$samples/h100-transformer.json" -o "$work/one.html"
code "reports to look at: several" 0 "$RAFTER" report "$samples/v100-hierarchical.json" "$samples/zero-flop.json" "$samples/amdahl.json" "$samples/network.json" --quiet -o "$work/many.html"
code "reports to look at: hostile names" 0 "$RAFTER" report "$work/hostile.tsv" --hardware nvidia-h100-sxm --hardware nvidia-a100-sxm-80gb --quiet -o "$work/hostile.html"
code "reports to look at: a theme" 0 "$RAFTER" report "$samples/two-bandwidths.json" --theme dark --size 89mm -o "$work/theme.html"
for name in one many hostile theme; do
	timeout 300 python3 "$here/report_browser.py" "$work/profile-$name" "$name" "$work/$name.html" >"$work/seen" 2>&1 || not_ok "$name in a browser" "exit $?: $(tail -n 1 "$work/seen")"
	cat "$work/seen"
	failures=$((failures + $(grep -c '^not ok' "$work/seen")))
done
finish
