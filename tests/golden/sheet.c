// SPDX-License-Identifier: MIT
// A contact sheet of one sample on several devices: golden-sheet FORMAT THEME SIZE FILE SAMPLE DEVICE... writes the files of the sheet to the standard
// output, one after the other (FILE "all"), or one of them (FILE 0, 1 ...), or the layout (FILE "layout"). SIZE "-": the format's own.
#include "rafter.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static bool add(struct rafter_sheet *sheet, const char *sample, const char *bytes, size_t size, size_t place, const char *device)
{
	struct rafter *r = rafter_new();
	bool ok = rafter_add_input(r, sample, bytes, size) && rafter_add_hardware(r, device) && rafter_sheet_add(sheet, r, place, NULL);
	for (size_t i = 0; !ok && i < rafter_message_count(r); i++)
		fputs(rafter_message(r, i).text, stderr);
	rafter_free(r);
	return ok;
}

static bool write_file(struct rafter_sheet *sheet, const char *format, const char *file)
{
	struct rafter_bytes bytes;
	size_t count = rafter_sheet_file_count(sheet, format);
	if (strcmp(file, "layout") == 0) {
		if (!rafter_sheet_layout(sheet, format, &bytes))
			return false;
		fwrite(bytes.data, 1, bytes.size, stdout);
		rafter_bytes_free(&bytes);
		return true;
	}
	for (size_t i = 0; i < count; i++) {
		if (strcmp(file, "all") != 0 && (size_t)g_ascii_strtoull(file, NULL, 10) != i)
			continue;
		if (!rafter_sheet_render(sheet, &(struct rafter_output){.format = format, .dpi = strcmp(format, "png") == 0 ? 96 : 0}, i, &bytes))
			return false;
		fwrite(bytes.data, 1, bytes.size, stdout);
		rafter_bytes_free(&bytes);
	}
	return count > 0;
}

int main(int argc, char **argv)
{
	g_autofree char *bytes = NULL;
	gsize size = 0;
	if (argc < 7 || !g_file_get_contents(argv[5], &bytes, &size, NULL)) {
		fprintf(stderr, "usage: golden-sheet FORMAT THEME SIZE FILE SAMPLE.json DEVICE...\n");
		return 2;
	}
	struct rafter_sheet *sheet = rafter_sheet_new();
	struct rafter *page = rafter_sheet_page(sheet);
	bool ok = rafter_set_theme(page, argv[2]) && (strcmp(argv[3], "-") == 0 || rafter_set_size(page, argv[3]));
	for (int i = 6; i < argc && ok; i++)
		ok = add(sheet, argv[5], bytes, size, (size_t)i, argv[i]);
	ok = ok && write_file(sheet, argv[1], argv[4]);
	for (size_t i = 0; i < rafter_message_count(page); i++)
		fputs(rafter_message(page, i).text, stderr);
	rafter_sheet_free(sheet);
	return ok ? 0 : 1;
}
