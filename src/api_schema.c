// SPDX-License-Identifier: MIT
// The JSON Schema of the spec, from the key tables that read it.
#include "api_lists.h"

#include "input/keys.h"
#include "model/spec.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct schema {
	struct json_out json;
	struct arena *arena;
	struct diags *diags;
};

// A fragment of the tables, written out again.
static void copy_value(struct json_out *json, const struct json *value)
{
	if (value->key)
		json_key(json, value->key);
	switch (value->type) {
	case JSON_NULL: json_null(json); return;
	case JSON_FALSE:
	case JSON_TRUE: json_bool(json, value->type == JSON_TRUE); return;
	case JSON_NUMBER: json_number(json, value->number); return;
	case JSON_STRING: json_string(json, value->string); return;
	case JSON_ARRAY:
	case JSON_OBJECT: break;
	}
	json_open_flat(json, value->type == JSON_OBJECT ? '{' : '[');
	for (const struct json *child = value->child; child; child = child->next)
		copy_value(json, child);
	json_close(json, value->type == JSON_OBJECT ? '}' : ']');
}

// The members of an object fragment, into the object that is open.
static void put_fragment(struct schema *schema, const char *text)
{
	struct source *source = arena_alloc(schema->arena, sizeof *source);
	*source = (struct source){"schema", text, strlen(text)};
	const struct json *root = json_read(schema->arena, source, schema->diags);
	assert(root && root->type == JSON_OBJECT);
	for (const struct json *member = root->child; member; member = member->next)
		copy_value(&schema->json, member);
}

static void put_types(struct schema *schema, const char *type, bool required)
{
	struct json_out *json = &schema->json;
	json_key(json, "type");
	json_open_flat(json, '[');
	json_string(json, type);
	if (!required)
		json_string(json, "null");
	json_close(json, ']');
}

static void put_choices(struct schema *schema, const struct key *key)
{
	struct json_out *json = &schema->json;
	json_key(json, "enum");
	json_open_flat(json, '[');
	for (const char *const *choice = key->choices; *choice; choice++)
		json_string(json, *choice);
	if (!key->required)
		json_null(json);
	json_close(json, ']');
}

static void put_number(struct schema *schema, const struct key *key)
{
	put_types(schema, "number", key->required);
	if (key->low == 0 && key->high == 0)
		return;
	if (isfinite(key->low))
		json_put_number(&schema->json, "minimum", key->low);
	if (isfinite(key->high))
		json_put_number(&schema->json, "maximum", key->high);
}

static void put_type(struct schema *schema, const struct key *key)
{
	switch (key->type) {
	case KEY_STRING:
	case KEY_COLOUR: put_types(schema, "string", key->required); break;
	case KEY_NUMBER: put_number(schema, key); break;
	case KEY_QUANTITY:
		put_fragment(schema, key->required ? "{\"type\": [\"number\", \"string\"], " KEYS_QUANTITY_SCHEMA "}"
			: key->quantity == QUANTITY_NONE ? "{\"type\": [\"number\", \"string\", \"null\"], \"minimum\": 0, \"pattern\": \"^\\\\s*[+]?[.]?[0-9]\"}"
			: "{\"type\": [\"number\", \"string\", \"null\"], " KEYS_QUANTITY_SCHEMA "}");
		break;
	case KEY_BOOL: put_types(schema, "boolean", key->required); break;
	case KEY_ENUM: put_choices(schema, key); break;
	case KEY_STRINGS: put_fragment(schema, "{\"type\": [\"string\", \"array\", \"null\"], \"items\": {\"type\": \"string\"}}"); break;
	case KEY_CUSTOM:
		if (key->schema)
			put_fragment(schema, key->schema);
		break;
	case KEY_IGNORED: break;
	}
}

static void put_examples(struct schema *schema, const char *examples)
{
	char *text = arena_printf(schema->arena, "{\"examples\": [%s]}", examples);
	put_fragment(schema, text);
}

static void put_key(struct schema *schema, const struct key *key)
{
	json_key(&schema->json, key->name);
	json_open(&schema->json, '{');
	if (key->doc)
		json_put_string(&schema->json, "description", key->doc);
	put_type(schema, key);
	if (key->example)
		put_examples(schema, key->example);
	json_close(&schema->json, '}');
}

static void put_object(struct schema *schema, const struct key *keys)
{
	struct json_out *json = &schema->json;
	bool some = false;
	json_put_string(json, "type", "object");
	json_put_bool(json, "additionalProperties", false);
	for (const struct key *key = keys; key->name; key++)
		some |= key->required;
	if (some) {
		json_key(json, "required");
		json_open_flat(json, '[');
		for (const struct key *key = keys; key->name; key++) {
			if (key->required)
				json_string(json, key->name);
		}
		json_close(json, ']');
	}
	json_key(json, "properties");
	json_open(json, '{');
	for (const struct key *key = keys; key->name; key++)
		put_key(schema, key);
	json_close(json, '}');
}

void schema_write(GString *out)
{
	struct schema schema = {.arena = arena_new(), .diags = diags_new()};
	struct json_out *json = &schema.json;
	json_out_init(json, out);
	json_open(json, '{');
	json_put_string(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
	json_put_string(json, "title", "rafter spec, version 1");
	json_put_string(json, "description", "a roofline chart: the ceilings of a machine and points under them; null for a key that is not required is the same as leaving it out");
	put_object(&schema, spec_keys);
	json_key(json, "$defs");
	json_open(json, '{');
	for (const struct spec_table *table = spec_tables; table->name; table++) {
		json_key(json, table->name);
		json_open(json, '{');
		json_put_string(json, "description", table->doc);
		put_object(&schema, table->keys);
		json_close(json, '}');
	}
	json_close(json, '}');
	json_close(json, '}');
	diags_free(schema.diags);
	arena_free(schema.arena);
}
