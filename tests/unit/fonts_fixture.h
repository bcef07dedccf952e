// SPDX-License-Identifier: MIT
// A process that sees the Liberation fonts alone, whatever the machine has: only_liberation before the first chart, remove_folder after the last.
#ifndef RAFTER_TEST_FONTS_FIXTURE_H
#define RAFTER_TEST_FONTS_FIXTURE_H

#include <glib.h>
#include <glib/gstdio.h>

// Sees the fonts of `fonts` alone. The folder of its configuration (g_free).
static inline char *only_fonts_of(const char *fonts)
{
	char *folder = g_dir_make_tmp("rafter-fonts-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(folder, "fonts.conf", NULL);
	g_autofree char *text = g_strdup_printf("<?xml version=\"1.0\"?><fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>",
		fonts, folder);
	g_file_set_contents(file, text, -1, NULL);
	g_setenv("FONTCONFIG_FILE", file, TRUE);
	return folder;
}

static inline char *only_liberation(void)
{
	return only_fonts_of(RAFTER_LIBERATION_DIR);
}

static inline void remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	for (const char *name; dir && (name = g_dir_read_name(dir));) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		if (g_file_test(path, G_FILE_TEST_IS_DIR))
			remove_folder(path);
		else
			g_unlink(path);
	}
	if (dir)
		g_dir_close(dir);
	g_rmdir(folder);
}

#endif
