// SPDX-License-Identifier: MIT
// Kernels from text: formulas, the names in them, and what stands for a number format.
#include "model/kernel.h"

#include "base/text.h"
#include "input/keys.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

// ---- number formats -----------------------------------------------------------------------------------------------------------------------------------

static const struct {
	const char *type, *symbol;
} symbols[] = {{"dtype", "s"}, {"dtype_x", "sx"}, {"dtype_w", "sw"}, {"dtype_y", "sy"}, {"dtype_kv", "skv"}};

const char *kernel_size_symbol(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(symbols); i++) {
		if (!strcmp(symbols[i].type, name))
			return symbols[i].symbol;
	}
	return NULL;
}

const char *kernel_type_of_symbol(const char *symbol)
{
	for (size_t i = 0; i < G_N_ELEMENTS(symbols); i++) {
		if (!strcmp(symbols[i].symbol, symbol))
			return symbols[i].type;
	}
	return NULL;
}

// ---- formulas -----------------------------------------------------------------------------------------------------------------------------------------

bool kernel_formula_parse(struct arena *arena, struct kernel_formula *formula, struct place text, struct diags *diags)
{
	formula->expr = expr_parse(arena, text, diags);
	formula->text = arena_strndup(arena, text.source->bytes + text.offset, text.length);
	formula->place = text;
	return formula->expr;
}

struct place kernel_place_of(const struct kernel *kernel, const char *parameter)
{
	struct place place = kernel->flops.expr ? expr_parameter_place(kernel->flops.expr, parameter) : (struct place){0};
	for (size_t i = 0; i < kernel->bytes.count && !place.source; i++)
		place = expr_parameter_place(kernel->bytes.items[i].expr, parameter);
	return !place.source && kernel->network.expr ? expr_parameter_place(kernel->network.expr, parameter) : place;
}

static bool knows(const struct kernel *kernel, const char *name)
{
	for (size_t i = 0; i < kernel->name_count; i++) {
		if (!strcmp(kernel->names[i], name))
			return true;
	}
	return false;
}

static bool add_names(struct kernel *kernel, const struct kernel_formula *formula, struct place place, struct diags *diags)
{
	const char *names[KERNEL_MAX_PARAMETERS];
	size_t count = formula->expr ? expr_parameters(formula->expr, names, KERNEL_MAX_PARAMETERS) : 0;
	bool few = count <= KERNEL_MAX_PARAMETERS;
	for (size_t i = 0; i < count && few; i++) {
		if (knows(kernel, names[i]))
			continue;
		few = kernel->name_count < KERNEL_MAX_PARAMETERS;
		if (few)
			kernel->names[kernel->name_count++] = names[i];
	}
	if (!few)
		diags_add(diags, DIAG_LIMIT, place, "kernel '%s': expected at most %d parameters in its formulas, found more", kernel->name, KERNEL_MAX_PARAMETERS);
	return few;
}

static struct kernel_parameter *find_parameter(struct kernel *kernel, const char *name)
{
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		if (!strcmp(kernel->parameters.items[i].name, name))
			return &kernel->parameters.items[i];
	}
	return NULL;
}

static struct kernel_parameter *add_parameter(struct arena *arena, struct kernel *kernel, const char *name, bool is_type)
{
	struct kernel_parameter *parameter = find_parameter(kernel, name);
	if (parameter)
		return parameter;
	parameter = list_push(arena, &kernel->parameters);
	*parameter = (struct kernel_parameter){.name = name, .value = NAN, .is_type = is_type};
	return parameter;
}

// Any name in a formula is a parameter; one that stands for bytes of a format may be given as that format instead.
static void find_own_parameters(struct arena *arena, struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->name_count; i++) {
		const char *type = kernel_type_of_symbol(kernel->names[i]);
		add_parameter(arena, kernel, kernel->names[i], false)->used = true;
		if (type)
			add_parameter(arena, kernel, type, true)->used = true;
	}
	add_parameter(arena, kernel, "dtype", true)->used = true;
}

bool kernel_complete(struct arena *arena, struct kernel *kernel, struct place place, struct diags *diags)
{
	bool ok = add_names(kernel, &kernel->flops, place, diags);
	for (size_t i = 0; i < kernel->bytes.count && ok; i++)
		ok = add_names(kernel, &kernel->bytes.items[i], place, diags);
	ok = ok && add_names(kernel, &kernel->network, place, diags);
	if (kernel->own)
		find_own_parameters(arena, kernel);
	return ok;
}

// ---- built in -----------------------------------------------------------------------------------------------------------------------------------------

static struct kernel_formula parse_built_in(struct arena *arena, const char *name, const char *text, struct diags *diags)
{
	struct kernel_formula formula = {0};
	if (!text)
		return formula;
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){name, text, strlen(text)};
	kernel_formula_parse(arena, &formula, (struct place){source, 0, source->size}, diags);
	assert(formula.expr);
	return formula;
}

static const struct built_in *find_built_in(const char *name)
{
	for (const struct built_in *row = built_in_kernels; row->name; row++) {
		if (text_same(row->name, name))
			return row;
	}
	return NULL;
}

const struct kernel *kernel_built_in(struct arena *arena, const char *name)
{
	const struct built_in *row = find_built_in(name);
	if (!row)
		return NULL;
	struct diags *unheard = diags_new();
	struct kernel *kernel = arena_alloc(arena, sizeof *kernel);
	*kernel = (struct kernel){.name = row->name, .doc = row->doc, .source = row->source};
	kernel->flops = parse_built_in(arena, row->name, row->flops, unheard);
	kernel->network = parse_built_in(arena, row->name, row->network, unheard);
	if (row->bytes)
		*list_push(arena, &kernel->bytes) = parse_built_in(arena, row->name, row->bytes, unheard);
	for (const struct kernel_parameter *parameter = row->parameters; parameter->name; parameter++)
		*list_push(arena, &kernel->parameters) = *parameter;
	bool complete = kernel_complete(arena, kernel, (struct place){0}, unheard);
	assert(complete && diags_error_count(unheard) == 0);
	(void)complete;
	diags_free(unheard);
	return kernel;
}

// ---- "flops=2*b*d*f; bytes=..." ------------------------------------------------------------------------------------------------------------------------

static struct place trim(struct place text)
{
	const char *bytes = text.source->bytes;
	while (text.length && g_ascii_isspace(bytes[text.offset])) {
		text.offset++;
		text.length--;
	}
	while (text.length && g_ascii_isspace(bytes[text.offset + text.length - 1]))
		text.length--;
	return text;
}

// Where the formula of `key` belongs, NULL after an error.
static struct kernel_formula *formula_slot(struct arena *arena, struct kernel *kernel, struct place key, struct diags *diags)
{
	static const char *const names[] = {"flops", "bytes", "network_bytes"};
	static const char by_level[] = "bytes.";
	const char *name = arena_strndup(arena, key.source->bytes + key.offset, key.length);
	bool levelled = g_str_has_prefix(name, by_level) && name[sizeof by_level - 1];
	struct kernel_formula *slot = !strcmp(name, names[0]) ? &kernel->flops : !strcmp(name, names[2]) ? &kernel->network : NULL;
	if (!slot && !levelled && strcmp(name, names[1])) {
		keys_unknown(diags, DIAG_UNKNOWN_KEY, key, "formula", name, names, G_N_ELEMENTS(names));
		return NULL;
	}
	const char *level = levelled ? name + sizeof by_level - 1 : NULL;
	for (size_t i = 0; i < kernel->bytes.count && !slot; i++) {
		if (text_same(kernel->bytes.items[i].level, level))
			slot = &kernel->bytes.items[i];
	}
	if (!slot) {
		slot = list_push(arena, &kernel->bytes);
		slot->level = level;
	}
	if (slot->expr) {
		diags_add(diags, DIAG_DUPLICATE_KEY, key, "'%s' is given twice", name);
		return NULL;
	}
	return slot;
}

static bool read_part(struct arena *arena, struct kernel *kernel, struct place part, struct diags *diags)
{
	part = trim(part);
	if (!part.length)
		return true;
	const char *start = part.source->bytes + part.offset, *equals = memchr(start, '=', part.length);
	if (!equals) {
		diags_add(diags, DIAG_BAD_FORMULA, part, "expected NAME=FORMULA such as flops=2*n, found no '='");
		return false;
	}
	size_t before = (size_t)(equals - start);
	struct kernel_formula *slot = formula_slot(arena, kernel, trim((struct place){part.source, part.offset, before}), diags);
	struct place text = trim((struct place){part.source, part.offset + before + 1, part.length - before - 1});
	return slot && kernel_formula_parse(arena, slot, text, diags);
}

const struct kernel *kernel_from_text(struct arena *arena, const struct source *text, struct diags *diags)
{
	struct kernel *kernel = arena_alloc(arena, sizeof *kernel);
	*kernel = (struct kernel){.name = text->name, .own = true, .place = {text, 0, text->size}};
	bool ok = true;
	for (size_t at = 0; at < text->size;) {
		const char *end = memchr(text->bytes + at, ';', text->size - at);
		size_t length = end ? (size_t)(end - text->bytes) - at : text->size - at;
		ok = read_part(arena, kernel, (struct place){text, at, length}, diags) && ok;
		at += length + 1;
	}
	if (ok && !kernel->flops.expr && !kernel->bytes.count && !kernel->network.expr) {
		diags_add(diags, DIAG_BAD_FORMULA, kernel->place, "expected formulas such as flops=2*n; bytes=3*n*s, found none");
		ok = false;
	}
	return ok && kernel_complete(arena, kernel, kernel->place, diags) ? kernel : NULL;
}
