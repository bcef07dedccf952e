#!/bin/bash
# SPDX-License-Identifier: MIT
# parallel.sh N INPUT...     N parts of the charts at once, here or (parallel --sshlogin) on other machines
set -eu
n=$1
shift
seq "$n" | parallel -I@@ "${RAFTER:-rafter}" batch "$@" --hardware "${HARDWARE:-all}" -o "${CHARTS:-charts}/{input}/{hardware}.svg" --shard "@@/$n" -j1 --quiet
