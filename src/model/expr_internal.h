// SPDX-License-Identifier: MIT
// A parsed formula: the steps of a machine with a stack, so that neither a long sum nor a deep one can exhaust the program's own.
#ifndef RAFTER_MODEL_EXPR_INTERNAL_H
#define RAFTER_MODEL_EXPR_INTERNAL_H

#include "model/expr.h"

// Those after EXPR_PARAMETER take one or two values from the stack and leave one.
enum expr_op {
	EXPR_NUMBER,
	EXPR_PARAMETER,
	EXPR_NEGATE,
	EXPR_CEIL,
	EXPR_FLOOR,
	EXPR_LOG2,
	EXPR_SQRT,
	EXPR_FIRST_BINARY,
	EXPR_ADD = EXPR_FIRST_BINARY,
	EXPR_SUBTRACT,
	EXPR_MULTIPLY,
	EXPR_DIVIDE,
	EXPR_POWER,
	EXPR_MIN,
	EXPR_MAX
};

struct expr_step {
	enum expr_op op;
	double number;    // EXPR_NUMBER
	size_t parameter; // EXPR_PARAMETER: index into the formula's
	struct place place; // of the operator, the function's name, the parameter or the number
};

struct expr_parameter {
	const char *name;
	struct place place; // where it stands first
};

// Each level of depth has at most a sum, a product and a power waiting for their right side, or a function for its next argument.
enum { EXPR_STACK = 4 * (EXPR_MAX_DEPTH + 2) };

struct expr {
	struct { struct expr_step *items; size_t count, cap; } steps;
	struct { struct expr_parameter *items; size_t count, cap; } parameters;
};

#endif
