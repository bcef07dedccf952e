// SPDX-License-Identifier: MIT
#include "import/kernel_label.h"
#include "import/points.h"

#include "base/text.h"

#include <string.h>

bool pattern_make(struct pattern *pattern, const char *text, bool always, struct place place, struct diags *diags)
{
	size_t length = strlen(text);
	bool slashes = length > 2 && text[0] == '/' && text[length - 1] == '/';
	*pattern = (struct pattern){.text = text, .place = place};
	if (!slashes && !always)
		return true;
	g_autofree char *expression = slashes ? g_strndup(text + 1, length - 2) : g_strdup(text);
	g_autoptr(GError) error = NULL;
	pattern->regex = g_regex_new(expression, G_REGEX_OPTIMIZE, 0, &error);
	if (pattern->regex)
		return true;
	diags_add(diags, DIAG_WRONG_VALUE, place, "expected a regular expression, found '%s': %s", expression, error->message);
	return false;
}

void pattern_clear(struct pattern *pattern)
{
	if (pattern->regex)
		g_regex_unref(pattern->regex);
	pattern->regex = NULL;
}

static bool matches_text(const struct pattern *pattern, const char *text)
{
	if (!text)
		return false;
	return pattern->regex ? g_regex_match(pattern->regex, text, 0, NULL) : strcmp(pattern->text, text) == 0;
}

bool pattern_matches(const struct pattern *pattern, const struct point *point)
{
	if (matches_text(pattern, point->kernel_name) || matches_text(pattern, point->name) || matches_text(pattern, point->label))
		return true;
	// "saxpy" means "void ns::saxpy<float>(int)" even where its label had to be longer.
	if (pattern->regex || !point->kernel_name || !strstr(point->kernel_name, pattern->text))
		return false;
	struct arena *scratch = arena_new();
	const char *label = kernel_label(scratch, point->kernel_name), *last = g_strrstr(label, "::");
	bool same = strcmp(label, pattern->text) == 0 || (last && strcmp(last + 2, pattern->text) == 0);
	arena_free(scratch);
	return same;
}
