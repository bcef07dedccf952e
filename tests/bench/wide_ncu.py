#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A made-up raw page of Nsight Compute: 475 columns, one row a launch. usage: wide_ncu.py BYTES FILE"""
import random
import sys

SASS = ["smsp__sass_thread_inst_executed_op_%s_pred_on.sum" % op for op in ("hadd", "hmul", "hfma", "fadd", "fmul", "ffma", "dadd", "dmul", "dfma")]
USED = [(name, "inst") for name in SASS] + [
    ("sm__inst_executed_pipe_tensor.sum", "inst"), ("dram__bytes.sum", "byte"), ("lts__t_bytes.sum", "byte"), ("l1tex__t_bytes.sum", "byte"),
    ("gpu__time_duration.sum", "ns"), ("sm__cycles_elapsed.avg.per_second", "hz")]
FIRST = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC"]
KERNELS = [
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char *, 3> >(int, T2, T3)",
    "void gemm_tile<%d, 128>(const float *, const float *, float *, int)", "ampere_s16816gemm_fp16_128x128_ldg8_stages_64x3_nn", "reduce_rows(float *, int)"]


def row(cells):
    return ",".join('"%s"' % cell for cell in cells) + "\n"


def value(name, unit):
    if name.startswith("smsp__sass"):
        return str(random.randrange(10**11))
    if name == "gpu__time_duration.sum":
        return str(random.randrange(10**4, 10**7))
    if unit == "byte":
        return str(random.randrange(10**6, 10**9))
    if unit == "hz":
        return "765000000.25"
    if name.startswith("sm__inst"):
        return "0"
    return "%.6f" % random.uniform(0, 1e6) if unit == "%" else str(random.randrange(10**9))


def main():
    random.seed(7)
    target, path = int(sys.argv[1]), sys.argv[2]
    columns = USED + [("other__metric_%03d.%s" % (i, random.choice(["avg", "sum", "max", "pct"])), random.choice(["", "%", "inst", "cycle"])) for i in range(449)]
    random.shuffle(columns)
    values = [[value(*column) for column in columns] for _ in range(64)]
    size = launches = 0
    with open(path, "w", encoding="utf-8") as out:
        out.write("==PROF== Connected to process 1 (/usr/bin/app)\n" + row(FIRST + [name for name, _ in columns]))
        out.write(row([""] * len(FIRST) + [unit for _, unit in columns]))
        while size < target:
            kernel = KERNELS[launches % 4]
            kernel = kernel % (launches % 7 * 32) if "%d" in kernel else kernel
            line = row([launches, 1, "app", "host", kernel, 1, 7, "(256, 1, 1)", "(%d, 1, 1)" % (launches % 50 + 1), 0, "8.0"] + values[launches % 64])
            out.write(line)
            size += len(line)
            launches += 1


main()
