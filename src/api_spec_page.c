// SPDX-License-Identifier: MIT
// rafter-spec(5), the page about the format, as scdoc: from the key tables that read it.
#include "api_lists.h"

#include "base/num.h"
#include "input/keys.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

static const char intro[] =
	"# DESCRIPTION\n\n"
	"A spec is a JSON object in UTF-8: a chart, or a part of one. *rafter draw* and the other commands read it where they read an input; *rafter import* writes one. "
	"Unknown keys are errors, *null* is the same as leaving a key out, and several specs that set the same key differently do not make a chart.\n\n"
	"*rafter schema* prints the JSON Schema of all this, for editors and validators.\n\n"
	"# QUANTITIES\n\n"
	"A number is in SI base units: FLOP, byte, second, FLOP/s, byte/s. A string carries its unit:\n\n"
	"\t\"989.4 TFLOP/s\", \"67 TFLOPS\", \"3.35 TB/s\", \"400 Gb/s\", \"12 GiB\", \"4.1 ms\", \"17.2 GFLOP\", \"1979 TOP/s\", \"2 GMAC\" (1 MAC is 2 FLOP)\n\n"
	"The prefixes k M G T P E and m u n p are powers of 1000, Ki Mi Gi Ti Pi powers of 1024; B is a byte, b a bit. Upper and lower case matter.\n";

static void put(GString *out, const char *text)
{
	for (const char *c = text; *c; c++) {
		if (strchr("\\*_`#~<>[]|.", *c))
			g_string_append_c(out, '\\');
		g_string_append_c(out, *c);
	}
}

static void put_bounds(GString *out, const struct key *key)
{
	bool bounded = key->low != 0 || key->high != 0;
	g_string_append(out, "number");
	if (bounded && isfinite(key->low))
		g_string_append_printf(out, " from %s", num_exact(key->low).text);
	if (bounded && isfinite(key->high))
		g_string_append_printf(out, " to %s", num_exact(key->high).text);
}

static void put_choices(GString *out, const struct key *key)
{
	for (const char *const *choice = key->choices; *choice; choice++) {
		g_string_append(out, choice == key->choices ? "" : choice[1] ? ", " : " or ");
		put(out, *choice);
	}
}

// What can stand there; nothing where the example says it better.
static void put_type(GString *out, const struct key *key)
{
	g_autoptr(GString) type = g_string_new(NULL);
	switch (key->type) {
	case KEY_STRING: g_string_append(type, "string"); break;
	case KEY_NUMBER: put_bounds(type, key); break;
	case KEY_QUANTITY: put(type, key->quantity == QUANTITY_NONE ? "number" : units_name(key->quantity)); break;
	case KEY_BOOL: g_string_append(type, "true or false"); break;
	case KEY_ENUM: put_choices(type, key); break;
	case KEY_COLOUR: g_string_append(type, "colour"); break;
	case KEY_STRINGS: g_string_append(type, "string or list of strings"); break;
	case KEY_CUSTOM:
	case KEY_IGNORED: break;
	}
	if (key->required)
		g_string_append(type, type->len ? "; required" : "required");
	if (type->len)
		g_string_append_printf(out, " (%s)", type->str);
}

static void put_key(GString *out, const struct key *key)
{
	g_string_append(out, "\n*");
	put(out, key->name);
	g_string_append_c(out, '*');
	put_type(out, key);
	g_string_append(out, "\n\t");
	put(out, key->doc);
	if (key->example) {
		g_string_append(out, "++\nas ");
		put(out, key->example);
	}
	g_string_append(out, "\n");
}

static void put_table(GString *out, const char *title, const char *doc, const struct key *keys)
{
	g_string_append_printf(out, "\n# %s\n\n", title);
	g_string_append_c(out, g_ascii_toupper(*doc));
	put(out, doc + 1);
	g_string_append(out, ".\n");
	for (const struct key *key = keys; key->name; key++)
		put_key(out, key);
}

void spec_page_write(GString *out)
{
	g_string_append_printf(out, "rafter-spec(5) \"rafter %s\"\n\n# NAME\n\nrafter-spec - the format of a chart, version 1\n\n", rafter_version());
	g_string_append(out, intro);
	put_table(out, "KEYS", "the keys of the whole", spec_keys);
	for (const struct spec_table *table = spec_tables; table->name; table++) {
		g_autofree char *upper = g_ascii_strup(table->name, -1);
		g_strdelimit(upper, "_", ' ');
		g_autofree char *title = g_strdup_printf("KEYS OF %s", upper);
		put_table(out, title, table->doc, table->keys);
	}
	g_string_append(out, "\n# EXAMPLE\n\n```\n"
		"{\n"
		"  \"$schema\": \"rafter-1.schema.json\",\n"
		"  \"rafter\": 1,\n"
		"  \"hardware\": \"nvidia-h100-sxm\",\n"
		"  \"points\": [\n"
		"    { \"name\": \"qkv proj\", \"precision\": \"bf16\", \"flops\": \"1.3 TFLOP\", \"bytes\": \"1.4 GB\", \"time\": \"1.75 ms\" }\n"
		"  ]\n"
		"}\n```\n\n# SEE ALSO\n\n*rafter*(1), *rafter-draw*(1), *rafter-import*(1), *rafter-schema*(1)\n");
}
