// SPDX-License-Identifier: MIT
// Build-time program: JSON files as C tables of struct embedded_file (embedded.h). Plain C11, no library, so that it runs on the machine that builds.
//
//     embed [--items] OUT.c SYMBOL FILE...
//
// Without --items every file is one entry of the table SYMBOL. With it every object in a list of the file's root ("devices": [ ... ]) is one entry of the
// table SYMBOL_devices, so that one device can be looked up and parsed without the others. A file or item that is not as expected, or an id that is
// there twice, ends the build. The full grammar is checked by the program's own reader, and by the unit tests.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	const char *start;
	size_t size;
};

struct entry {
	const char *list; // key of the list in the file, NULL for a whole file
	char *name, *group, *label, *alias;
	struct text body;
};

struct entries {
	struct entry *items;
	size_t count;
	void **owned; // whatever the items point into
	size_t owned_count;
};

static void fail(const char *file, const char *why, const char *what)
{
	fprintf(stderr, "embed: %s: %s%s\n", file, why, what);
	exit(EXIT_FAILURE);
}

static void *allocate(void *old, size_t size)
{
	void *block = realloc(old, size);
	if (!block)
		fail("memory", "exhausted", "");
	return block;
}

static char *copy(const char *start, size_t size)
{
	char *text = allocate(NULL, size + 1);
	memcpy(text, start, size);
	text[size] = '\0';
	return text;
}

// What `block` holds lives as long as the entries. Returns it.
static char *keep(struct entries *entries, char *block)
{
	entries->owned = allocate(entries->owned, (entries->owned_count + 1) * sizeof *entries->owned);
	entries->owned[entries->owned_count++] = block;
	return block;
}

static struct text read_file(struct entries *entries, const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		fail(path, "cannot be opened", "");
	char *bytes = NULL;
	size_t size = 0, got;
	do {
		bytes = allocate(bytes, size + 65536);
		got = fread(bytes + size, 1, 65536 - 1, file);
		size += got;
	} while (got);
	if (ferror(file) || fclose(file))
		fail(path, "cannot be read", "");
	bytes[size] = '\0';
	return (struct text){keep(entries, bytes), size};
}

// ---- a walk over JSON that is taken to be valid ---------------------------------------------------------------------------------------------------------

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : at;
}

// The end of the value that starts at `at`.
static const char *skip_value(const char *at)
{
	if (*at == '"')
		return skip_string(at);
	if (*at != '{' && *at != '[')
		return at + strcspn(at, ",]} \t\r\n");
	int depth = 0;
	while (*at) {
		if (*at == '"') {
			at = skip_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
		if (!depth)
			break;
	}
	return at;
}

struct member {
	struct text key, value; // key without its quotes
};

// The member that starts at `*at` (past '{' or ','); false at the end of the object.
static bool next_member(const char **at, struct member *member)
{
	const char *key = *at + strspn(*at, " \t\r\n,");
	if (*key != '"')
		return false;
	const char *end = skip_string(key);
	const char *value = skip_space(end);
	if (*value != ':')
		return false;
	value = skip_space(value + 1);
	*at = skip_value(value);
	*member = (struct member){{key + 1, (size_t)(end - key - 2)}, {value, (size_t)(*at - value)}};
	return true;
}

// A string member of the object as plain text, or NULL.
static char *string_member(struct entries *entries, const char *file, const char *object, const char *name)
{
	const char *at = object + 1;
	struct member member;
	while (next_member(&at, &member)) {
		if (member.key.size != strlen(name) || memcmp(member.key.start, name, member.key.size) != 0 || *member.value.start != '"')
			continue;
		if (memchr(member.value.start, '\\', member.value.size))
			fail(file, "no escapes in ", name);
		return keep(entries, copy(member.value.start + 1, member.value.size - 2));
	}
	return NULL;
}

// ---- entries --------------------------------------------------------------------------------------------------------------------------------------------

static void add(struct entries *entries, struct entry entry)
{
	entries->items = allocate(entries->items, (entries->count + 1) * sizeof entry);
	entries->items[entries->count++] = entry;
}

static void add_file(struct entries *entries, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	add(entries, (struct entry){.name = keep(entries, copy(base, strcspn(base, "."))), .body = read_file(entries, path)});
}

static void add_items(struct entries *entries, const char *path)
{
	struct text text = read_file(entries, path);
	const char *root = skip_space(text.start);
	if (*root != '{')
		fail(path, "expected an object", "");
	char *group = string_member(entries, path, root, "vendor");
	const char *at = root + 1;
	struct member member;
	while (next_member(&at, &member)) {
		if (*member.value.start != '[')
			continue;
		char *list = keep(entries, copy(member.key.start, member.key.size));
		const char *item = skip_space(member.value.start + 1);
		while (*item == '{') {
			const char *end = skip_value(item);
			char *id = string_member(entries, path, item, "id");
			if (!id)
				fail(path, "an object has no \"id\" in the list ", list);
			char *name = string_member(entries, path, item, "name");
			add(entries, (struct entry){
				.list = list,
				.name = id,
				.group = group,
				.label = name ? name : string_member(entries, path, item, "where"),
				.alias = string_member(entries, path, item, "alias"),
				.body = {item, (size_t)(end - item)},
			});
			item = end + strspn(end, " \t\r\n,");
		}
		if (*item != ']')
			fail(path, "expected objects in the list ", list);
	}
	if (*skip_space(at) != '}')
		fail(path, "is not one object", "");
}

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int by_list = x->list && y->list ? strcmp(x->list, y->list) : 0;
	return by_list ? by_list : strcmp(x->name, y->name);
}

static void free_entries(struct entries *entries)
{
	for (size_t i = 0; i < entries->owned_count; i++)
		free(entries->owned[i]);
	free(entries->owned);
	free(entries->items);
}

// ---- C text ---------------------------------------------------------------------------------------------------------------------------------------------

static void write_bytes(FILE *out, size_t number, struct text text)
{
	enum { PER_LINE = 32 };
	fprintf(out, "static const unsigned char text_%zu[] = {", number);
	for (size_t i = 0; i < text.size; i++)
		fprintf(out, "%s%u,", i % PER_LINE ? "" : "\n\t", (unsigned)(unsigned char)text.start[i]);
	fputs("\n\t0};\n", out);
}

static void write_string(FILE *out, const char *text)
{
	if (!text) {
		fputs("NULL", out);
		return;
	}
	fputc('"', out);
	for (const char *at = text; *at; at++) {
		if (*at == '"' || *at == '\\' || *at == '?')
			fprintf(out, "\\%c", *at);
		else if ((unsigned char)*at < 32 || (unsigned char)*at > 126)
			fprintf(out, "\\%03o", (unsigned)(unsigned char)*at);
		else
			fputc(*at, out);
	}
	fputc('"', out);
}

static void write_table(FILE *out, const char *symbol, const struct entries *entries, size_t from, size_t to)
{
	const char *list = from < to ? entries->items[from].list : NULL;
	const char *joint = list ? "_" : "";
	if (!list)
		list = "";
	fprintf(out, "\nconst struct embedded_file %s%s%s[] = {\n", symbol, joint, list);
	for (size_t i = from; i < to; i++) {
		const struct entry *entry = &entries->items[i];
		fputs("\t{", out);
		write_string(out, entry->name);
		fprintf(out, ", (const char *)text_%zu, %zu, ", i, entry->body.size);
		write_string(out, entry->group);
		fputs(", ", out);
		write_string(out, entry->label);
		fputs(", ", out);
		write_string(out, entry->alias);
		fputs("},\n", out);
	}
	fputs("\t{NULL, NULL, 0, NULL, NULL, NULL},\n};\n", out);
	fprintf(out, "const char *const %s%s%s_names[] = {\n", symbol, joint, list);
	for (size_t i = from; i < to; i++) {
		fputc('\t', out);
		write_string(out, entries->items[i].name);
		fputs(",\n", out);
	}
	fputs("\tNULL,\n};\n", out);
}

static bool same_list(const struct entry *a, const struct entry *b)
{
	return a->list == b->list || (a->list && b->list && strcmp(a->list, b->list) == 0);
}

static void write_all(FILE *out, const char *symbol, const struct entries *entries)
{
	fputs("// Written by embed.c at build.\n#include \"embed/embedded.h\"\n\n", out);
	for (size_t i = 0; i < entries->count; i++)
		write_bytes(out, i, entries->items[i].body);
	for (size_t from = 0, to; from < entries->count; from = to) {
		for (to = from + 1; to < entries->count && same_list(&entries->items[from], &entries->items[to]); to++)
			if (strcmp(entries->items[to - 1].name, entries->items[to].name) == 0)
				fail(entries->items[to].name, "is there twice", "");
		write_table(out, symbol, entries, from, to);
	}
}

int main(int argc, char **argv)
{
	bool items = argc > 1 && strcmp(argv[1], "--items") == 0;
	char **args = argv + 1 + items;
	int count = argc - 1 - items;
	if (count < 3) {
		fputs("usage: embed [--items] OUT.c SYMBOL FILE...\n", stderr);
		return EXIT_FAILURE;
	}
	struct entries entries = {0};
	for (int i = 2; i < count; i++)
		(items ? add_items : add_file)(&entries, args[i]);
	if (!entries.count)
		fail(args[2], "nothing to embed", "");
	qsort(entries.items, entries.count, sizeof *entries.items, compare);
	FILE *out = fopen(args[0], "wb");
	if (!out)
		fail(args[0], "cannot be opened", "");
	write_all(out, args[1], &entries);
	if (ferror(out) || fclose(out))
		fail(args[0], "cannot be written", "");
	free_entries(&entries);
	return EXIT_SUCCESS;
}
