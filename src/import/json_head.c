// SPDX-License-Identifier: MIT
// The keys that a JSON text begins with, for recognition: found without a tree, so that a trace of gigabytes costs as little as a small file.
#include "import/importers.h"

#include "input/json.h"

#include <glib.h>
#include <string.h>

enum { LOOKED_AT_BYTES = 64 * 1024 };

// Past the string whose opening quote stands at `at`; NULL when it does not end before `end`.
static const char *past_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++)
		at += *at == '\\';
	return at < end ? at + 1 : NULL;
}

static const char *past_blanks(const char *at, const char *end)
{
	while (at < end && g_ascii_isspace(*at))
		at++;
	return at;
}

bool json_head_has_key(const struct source *source, const char *key)
{
	const char *at = source->bytes + encoding_bom(source), *end = source->bytes + MIN(source->size, LOOKED_AT_BYTES);
	size_t length = strlen(key);
	int depth = 0, objects = 0;
	while (at && at < end) {
		if (*at == '"') {
			const char *after = past_string(at, end), *next = after ? past_blanks(after, end) : end;
			bool is_key = next < end && *next == ':' && objects == 1 && depth <= 2;
			if (is_key && (size_t)(after - at) == length + 2 && memcmp(at + 1, key, length) == 0)
				return true;
			at = after;
			continue;
		}
		int step = *at == '{' || *at == '[' ? 1 : *at == '}' || *at == ']' ? -1 : 0;
		objects += *at == '{' || *at == '}' ? step : 0;
		depth += step;
		at++;
	}
	return false;
}
