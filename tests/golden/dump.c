// SPDX-License-Identifier: MIT
// The scene of a sample as text, with fixed metrics: golden-dump SAMPLE.json. The layout alone is compared, whatever fonts and rasteriser do.
#include "backend/backend.h"
#include "hardware/catalogue.h"
#include "input/json.h"
#include "model/spec.h"
#include "theme/size.h"
#include "theme/theme.h"

#include <glib.h>
#include <stdio.h>

static bool dump(struct arena *arena, const struct source *source, GString *out, struct diags *diags)
{
	const struct place nowhere = {0};
	struct chart chart;
	struct size size;
	chart_init(&chart);
	const struct json *root = json_read(arena, source, diags);
	if (!root || !spec_read(arena, root, &catalogue_lookup, &chart, diags) || !spec_settle(arena, &chart, diags) || !size_parse("web", &size, nowhere, diags))
		return false;
	const struct theme *theme = theme_find(arena, "light", nowhere, diags);
	const struct analysis *analysis = theme ? analysis_run(arena, &chart, diags) : NULL;
	const struct layout *layout = analysis ? layout_run(arena, analysis, theme, &measure_fixed, size.width_px, size.height_px, diags) : NULL;
	if (layout)
		scene_dump(&layout->scene, out);
	return layout != NULL;
}

int main(int argc, char **argv)
{
	g_autofree char *bytes = NULL;
	gsize size = 0;
	if (argc != 2 || !g_file_get_contents(argv[1], &bytes, &size, NULL)) {
		fprintf(stderr, "usage: golden-dump SAMPLE.json\n");
		return 2;
	}
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	GString *out = g_string_new(NULL);
	const struct source source = {argv[1], bytes, size};
	bool ok = dump(arena, &source, out, diags);
	for (size_t i = 0; !ok && i < diags_count(diags); i++)
		fputs(diags_text(diags, i), stderr);
	fwrite(out->str, 1, out->len, stdout);
	g_string_free(out, TRUE);
	diags_free(diags);
	arena_free(arena);
	return ok ? 0 : 1;
}
