#!/bin/sh
# SPDX-License-Identifier: MIT
# A kernel on the command line, and what rafter tells about those it knows.
. "$(dirname "$0")/lib.sh"

h100=nvidia-h100-sxm
formulas='flops=2*b*d*f; bytes=2*(b*d+d*f+b*f)'

# field KEY: of the first point of $work/out.
field() {
	sed -n "s/^ *\"$1\": \(.*[^,]\),\{0,1\}$/\1/p" "$work/out" | head -n 1
}

code 'formulas in a line' 0 "$RAFTER" analyze --kernel "$formulas" --param b=512 --param d=4096 --param f=4096 --hardware $h100 --format json
same 'its intensity' 409.6 "$(field intensity)"
code 'a built-in kernel' 0 "$RAFTER" analyze --kernel matmul --param b=512 --param d=4096 --param f=4096 --param dtype=bf16 --hardware $h100 --format json
same 'its FLOPs' 17179869184 "$(field flops)"
same 'its bytes' 41943040 "$(field bytes)"
same 'its bound' '"compute"' "$(field bound)"
same 'its precision' '"bf16"' "$(field precision)"
same 'its parameters' '{"b": 512, "d": 4096, "f": 4096, "dtype": "bf16"}' "$(field params)"
code 'a kernel is drawn' 0 "$RAFTER" draw --kernel matmul --param b=64 --param d=64 --param f=64 --param dtype=bf16 --hardware $h100 -T svg

refused() { # NAME PATTERN ARGUMENTS...
	refused_name=$1 refused_pattern=$2
	shift 2
	code "$refused_name" 3 "$RAFTER" analyze --hardware $h100 "$@"
	check "$refused_name, said where" "$(head -n 1 "$work/err")" grep -q -F -- "$refused_pattern" "$work/err"
}
refused 'an unknown parameter' "--kernel:1:9: error: unknown parameter 'bb', did you mean 'b'?" --kernel 'flops=2*bb*d; bytes=b*d' --param b=1 --param d=1
refused 'a broken formula' '--kernel:1:13: error: expected an operator' --kernel 'flops=2*b*(d' --param b=1
refused 'an unknown kernel' "--kernel:1:1: error: unknown kernel 'matmull', did you mean 'matmul'?" --kernel matmull
refused 'a missing parameter' "--kernel:1:1: error: kernel 'dot' needs the parameter 'n'" --kernel dot --param dtype=bf16
refused 'a wrong value' "--param:1:3: error: 'n' counts things" --kernel dot --param n=0.5 --param dtype=bf16
refused 'a word for a number' "--param:1:3: error: 'n': expected a number" --kernel dot --param n=many --param dtype=bf16
refused 'a number out of range' "--param:1:3: error: 'n': expected 0 or a magnitude from 4.9e-324 to 1.8e308, found '1e400'" --kernel dot --param n=1e400 --param dtype=bf16
refused 'a division by zero' '--kernel:1:8: error: division by zero' --kernel 'flops=n/(n-5); bytes=n' --param n=5
code 'a parameter without a value' 2 "$RAFTER" analyze --hardware $h100 --kernel dot --param n
code 'a parameter without a kernel' 2 "$RAFTER" analyze --hardware $h100 --param n=5
code 'two kernels' 2 "$RAFTER" analyze --hardware $h100 --kernel dot --kernel axpy

code 'list kernels' 0 "$RAFTER" list kernels --format json
for kernel in dot axpy triad gemv matmul matmul_batched matmul_tiled matmul_sharded layernorm softmax attention_prefill attention_decode stencil spmv_csr fft \
	allreduce allgather; do
	check "$kernel is listed" 'it is not' grep -q "\"name\": \"$kernel\"" "$work/out"
done
code 'show kernel' 0 "$RAFTER" show kernel matmul
cp "$work/out" "$work/one"
check 'show kernel gives the formula' 'it does not' grep -q '^bytes *sx\*b\*d + sw\*d\*f + sy\*b\*f$' "$work/one"
check 'show kernel gives the source' 'it does not' grep -q '^source  "All About Rooflines"' "$work/one"
code 'show kernels' 0 "$RAFTER" show kernels matmul
same 'of many and of one' "$(cat "$work/one")" "$(cat "$work/out")"
code 'show kernel as JSON' 0 "$RAFTER" show kernel matmul --format json
code 'show an unknown kernel' 3 "$RAFTER" show kernel matmull

code 'a sweep in words' 0 "$RAFTER" analyze "$samples/matmul-batch.json"
check 'it says from where on' "$(tail -n 1 "$work/out")" grep -q '^batch sweep: compute-bound from b = 318.3$' "$work/out"
code 'a sweep as CSV' 0 "$RAFTER" analyze "$samples/matmul-batch.json" --format csv
check 'it has the parameter and its value' "$(sed -n 2p "$work/out")" grep -q '^batch sweep b=1,.*,b,1,1,true,true,,,$' "$work/out"
finish
