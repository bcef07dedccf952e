// SPDX-License-Identifier: MIT
#include "model/hardware.h"

#include <glib.h>
#include <string.h>

// Other spellings of the canonical names. MX and NV block formats run at the rate of their element.
static const struct {
	const char *alias, *name;
} aliases[] = {
	{"double", "fp64"}, {"float64", "fp64"}, {"f64", "fp64"}, {"dp", "fp64"},
	{"float", "fp32"}, {"single", "fp32"}, {"float32", "fp32"}, {"f32", "fp32"}, {"sp", "fp32"},
	{"tfloat32", "tf32"}, {"tensorfloat32", "tf32"}, {"tensorfloat-32", "tf32"},
	{"half", "fp16"}, {"float16", "fp16"}, {"f16", "fp16"}, {"hp", "fp16"},
	{"bfloat16", "bf16"}, {"bfloat", "bf16"},
	{"float8", "fp8"}, {"f8", "fp8"}, {"e4m3", "fp8"}, {"e5m2", "fp8"}, {"fp8_e4m3", "fp8"}, {"fp8_e5m2", "fp8"}, {"float8_e4m3fn", "fp8"},
	{"float8_e5m2", "fp8"}, {"mxfp8", "fp8"},
	{"float6", "fp6"}, {"f6", "fp6"}, {"e2m3", "fp6"}, {"e3m2", "fp6"}, {"mxfp6", "fp6"},
	{"float4", "fp4"}, {"f4", "fp4"}, {"e2m1", "fp4"}, {"nvfp4", "fp4"}, {"mxfp4", "fp4"},
	{"i4", "int4"}, {"i8", "int8"}, {"i16", "int16"}, {"i32", "int32"}, {"i64", "int64"},
	{"s8", "int8"}, {"u8", "int8"}, {"uint8", "int8"}, {"s4", "int4"}, {"u4", "int4"}, {"uint4", "int4"},
};

const char *precision_canonical(struct arena *arena, const char *name)
{
	if (!name)
		return NULL;
	g_autofree char *lower = g_strstrip(g_ascii_strdown(name, -1));
	for (size_t i = 0; i < G_N_ELEMENTS(aliases); i++) {
		if (!strcmp(aliases[i].alias, lower))
			return aliases[i].name;
	}
	return arena_strdup(arena, lower);
}

bool precision_is_known(const char *canonical)
{
	static const char *const known[] = {"fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int64", "int32", "int16", "int8", "int4"};
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
		if (!strcmp(known[i], canonical))
			return true;
	}
	return false;
}
