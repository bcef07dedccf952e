// SPDX-License-Identifier: MIT
// C++ names of kernels, made short: "void at::reduce_kernel<512, 1>(int) [clone .kd]" as "at::reduce_kernel".
#ifndef RAFTER_IMPORT_KERNEL_LABEL_H
#define RAFTER_IMPORT_KERNEL_LABEL_H

#include "base/arena.h"

#include <stddef.h>

// The name without return type, template arguments, parameters, anonymous namespaces, lambdas and what the compiler hangs on it.
char *kernel_label(struct arena *arena, const char *name);

// The shortest forms of `count` different names that differ from each other: the label, else with the template arguments in which names of one label differ,
// with all template arguments, with the parameters, or the name as it is. `labels` is filled.
void kernel_labels(struct arena *arena, const char *const *names, size_t count, const char **labels);

#endif
