// SPDX-License-Identifier: MIT
#include "import/kernel_label.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

static const char *const anonymous[] = {"(anonymous namespace)::", "<unnamed>::", "unnamed>::", "_GLOBAL__N__"};

// A name in its parts: "void ns::f<int, 4>(float*)" has the base "ns::f", the arguments "int" and "4", the parameters "(float*)".
struct parts {
	GString *base;
	GPtrArray *arguments; // of all template lists, outermost only
	const char *parameters; // in the text that was taken apart
};

// "foo [clone .kd]", "foo(.kd)", "foo.kd", "foo [clone .cold]".
static void drop_clones(GString *text)
{
	static const char *const suffixes[] = {"(.kd)", ".kd"};
	char *clone = strstr(text->str, " [clone ");
	if (clone)
		g_string_truncate(text, (gsize)(clone - text->str));
	for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++)
		if (g_str_has_suffix(text->str, suffixes[i]) && text->len > strlen(suffixes[i]))
			g_string_truncate(text, text->len - strlen(suffixes[i]));
	g_strchomp(text->str);
	text->len = strlen(text->str);
}

// A name that was cut at its front ends a group that it never opened ("ns>::saxpy"): what stands before is dropped.
static void drop_cut_front(GString *text)
{
	int depth = 0;
	size_t keep = 0;
	for (size_t i = 0; i < text->len && text->str[i] != '('; i++) {
		if (text->str[i] == '<')
			depth++;
		else if (text->str[i] == '>' && (i == 0 || text->str[i - 1] != '-') && --depth < 0) {
			depth = 0;
			keep = i + 1;
		}
	}
	while (text->str[keep] == ':' && text->str[keep + 1] == ':')
		keep += 2;
	g_string_erase(text, 0, (gssize)keep);
}

static bool opens(char c)
{
	return c == '<' || c == '(' || c == '[' || c == '{';
}

static bool closes(const char *text, size_t at)
{
	char c = text[at];
	return (c == '>' && at && text[at - 1] != '-') || c == ')' || c == ']' || c == '}';
}

// Where the group that opens at `from` ends: past its bracket, or the end of the text.
static size_t group_end(const char *text, size_t from)
{
	int depth = 0;
	size_t at = from;
	for (; text[at]; at++) {
		if (opens(text[at]))
			depth++;
		else if (closes(text, at) && --depth == 0)
			return at + 1;
	}
	return at;
}

static void add_arguments(struct parts *parts, const char *text, size_t from, size_t to)
{
	int depth = 0;
	size_t start = from;
	for (size_t at = from; at <= to; at++) {
		if (at < to && opens(text[at]))
			depth++;
		else if (at < to && closes(text, at))
			depth--;
		if (at < to && (depth || text[at] != ','))
			continue;
		g_ptr_array_add(parts->arguments, g_strstrip(g_strndup(text + start, at - start)));
		start = at + 1;
	}
}

static bool ends_in_operator(const GString *base)
{
	static const char word[] = "operator";
	return base->len >= strlen(word) && memcmp(base->str + base->len - strlen(word), word, strlen(word)) == 0;
}

static void take_apart(const char *text, struct parts *parts)
{
	size_t at = 0;
	parts->parameters = "";
	while (text[at]) {
		bool call = ends_in_operator(parts->base);
		if (text[at] == '(' && parts->base->len && !call) {
			parts->parameters = text + at;
			return;
		}
		if (!opens(text[at]) || call) {
			g_string_append_c(parts->base, text[at++]);
			continue;
		}
		size_t end = group_end(text, at);
		if (text[at] == '<')
			add_arguments(parts, text, at + 1, end > at + 1 && text[end - 1] == '>' ? end - 1 : end);
		else if (text[at] == '{')
			g_string_append(parts->base, "{lambda}");
		at = end;
	}
}

static void parts_clear(struct parts *parts)
{
	g_string_free(parts->base, TRUE);
	g_ptr_array_free(parts->arguments, TRUE);
}

static bool is_plain_name(const char *text)
{
	if (!g_ascii_isalpha(*text) && *text != '_')
		return false;
	for (; *text; text++)
		if (!g_ascii_isalnum(*text) && *text != '_')
			return false;
	return true;
}

// cutlass::Kernel<name>: a wrapper, the argument is the kernel.
static bool is_wrapper(const char *name)
{
	static const char *const wrappers[] = {"cutlass::Kernel", "cutlass::Kernel2", "cutlass::device_kernel"};
	for (size_t i = 0; i < G_N_ELEMENTS(wrappers); i++)
		if (strcmp(name, wrappers[i]) == 0)
			return true;
	return false;
}

// The base without its return type; the wrapped kernel of a wrapper.
static const char *plain_base(const struct parts *parts)
{
	const char *base = g_strstrip(parts->base->str);
	const char *space = strrchr(base, ' ');
	const char *label = space && !strstr(base, "operator ") ? space + 1 : base;
	if (is_wrapper(label) && parts->arguments->len == 1 && is_plain_name(parts->arguments->pdata[0]))
		label = parts->arguments->pdata[0];
	while (*label == '*' || *label == '&')
		label++;
	return label;
}

// ---- forms of a name, from short to long --------------------------------------------------------------------------------------------------------------

enum form { FORM_LABEL, FORM_DIFFERING, FORM_ARGUMENTS, FORM_PARAMETERS, FORM_NAME, FORM_COUNT };

struct entry {
	const char *name;
	GString *text; // the name without what is never shown; the parts point into it
	struct parts parts;
	const char *label;
	enum form form;
};

static struct entry entry_make(const char *name)
{
	struct entry entry = {.name = name, .text = g_string_new(name), .parts = {g_string_new(NULL), g_ptr_array_new_with_free_func(g_free), ""}};
	for (size_t i = 0; i < G_N_ELEMENTS(anonymous); i++)
		g_string_replace(entry.text, anonymous[i], "", 0);
	drop_clones(entry.text);
	drop_cut_front(entry.text);
	take_apart(entry.text->str, &entry.parts);
	return entry;
}

static void entry_clear(struct entry *entry)
{
	parts_clear(&entry->parts);
	g_string_free(entry->text, TRUE);
}

// `shown`: which arguments, NULL for all.
static char *with_arguments(struct arena *arena, const struct entry *entry, const bool *shown, const char *parameters)
{
	const struct parts *parts = &entry->parts;
	g_autoptr(GString) out = g_string_new(plain_base(parts));
	bool any = false;
	for (size_t i = 0; i < parts->arguments->len; i++) {
		if (shown && !shown[i])
			continue;
		g_string_append_printf(out, "%s%s", any ? ", " : "<", (const char *)parts->arguments->pdata[i]);
		any = true;
	}
	g_string_append_printf(out, "%s%s", any ? ">" : "", parameters);
	return arena_strdup(arena, out->str);
}

static const char *form_text(struct arena *arena, const struct entry *entry, const bool *shown)
{
	switch (entry->form) {
	case FORM_LABEL:
		return arena_strdup(arena, *plain_base(&entry->parts) ? plain_base(&entry->parts) : entry->name);
	case FORM_DIFFERING:
		return with_arguments(arena, entry, shown, "");
	case FORM_ARGUMENTS:
		return with_arguments(arena, entry, NULL, "");
	case FORM_PARAMETERS:
		return with_arguments(arena, entry, NULL, entry->parts.parameters);
	case FORM_NAME:
	case FORM_COUNT:
		break;
	}
	return entry->name;
}

char *kernel_label(struct arena *arena, const char *name)
{
	struct entry entry = entry_make(name);
	char *label = (char *)form_text(arena, &entry, NULL);
	entry_clear(&entry);
	return label;
}

// The arguments in which the entries of one label differ; NULL when they have not the same number of them.
static bool *differing(struct entry *const *entries, size_t count)
{
	size_t width = entries[0]->parts.arguments->len;
	bool *shown = g_new0(bool, width + 1);
	for (size_t i = 1; i < count; i++) {
		if (entries[i]->parts.arguments->len != width) {
			g_free(shown);
			return NULL;
		}
		for (size_t a = 0; a < width; a++)
			shown[a] |= strcmp(entries[i]->parts.arguments->pdata[a], entries[0]->parts.arguments->pdata[a]) != 0;
	}
	return shown;
}

// One step longer, all entries of a label together.
static void lengthen(struct arena *arena, struct entry *const *entries, size_t count)
{
	g_autofree bool *shown = entries[0]->form == FORM_LABEL ? differing(entries, count) : NULL;
	for (size_t i = 0; i < count; i++) {
		entries[i]->form++;
		if (entries[i]->form == FORM_DIFFERING && !shown)
			entries[i]->form++;
		entries[i]->label = form_text(arena, entries[i], shown);
	}
}

static int by_label(const void *a, const void *b)
{
	const struct entry *const *left = a, *const *right = b;
	int order = strcmp((*left)->label, (*right)->label);
	return order ? order : strcmp((*left)->name, (*right)->name);
}

// Lengthens the labels that several entries have. True when there was one.
static bool separate(struct arena *arena, struct entry **sorted, size_t count)
{
	bool any = false;
	qsort(sorted, count, sizeof(struct entry *), by_label);
	for (size_t from = 0, to; from < count; from = to) {
		for (to = from + 1; to < count && strcmp(sorted[to]->label, sorted[from]->label) == 0; to++)
			;
		// A name as it is cannot be made longer; what meets it is.
		size_t keep = from;
		for (size_t i = from; i < to; i++)
			if (sorted[i]->form != FORM_NAME)
				sorted[keep++] = sorted[i];
		if (to - from < 2 || keep == from)
			continue;
		lengthen(arena, sorted + from, keep - from);
		any = true;
	}
	return any;
}

void kernel_labels(struct arena *arena, const char *const *names, size_t count, const char **labels)
{
	g_autofree struct entry *entries = g_new(struct entry, count + 1);
	for (size_t i = 0; i < count; i++) {
		entries[i] = entry_make(names[i]);
		entries[i].label = form_text(arena, &entries[i], NULL);
	}
	bool more = true;
	for (int round = 0; more && round < FORM_COUNT; round++) {
		g_autofree struct entry **sorted = g_new(struct entry *, count + 1);
		for (size_t i = 0; i < count; i++)
			sorted[i] = &entries[i];
		more = separate(arena, sorted, count);
	}
	for (size_t i = 0; i < count; i++) {
		labels[i] = entries[i].label;
		entry_clear(&entries[i]);
	}
}
