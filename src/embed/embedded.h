// SPDX-License-Identifier: MIT
// Texts that are compiled into the program: themes and the device catalogue. Written at build by the program in embed.c, as constant tables:
//
//     embed themes.c embedded_themes themes/*.json           one entry per file
//     embed --items hardware.c embedded src/hardware/*.json  one entry per object of the files' lists, one table per name of a list
//
// All tables are sorted by name (byte order) and end with a NULL name; `..._names` are the same names, NULL-terminated.
#ifndef RAFTER_EMBED_EMBEDDED_H
#define RAFTER_EMBED_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
	const char *name;  // of a file: "light" for themes/light.json; of an item: its "id"
	const char *text;  // JSON, `size` bytes and a NUL after them
	size_t size;
	// of an item, NULL where it has none
	const char *group; // "vendor" of its file
	const char *label; // its "name", else its "where" (of a source)
	const char *alias; // its "alias": other names, separated by ';'
};

extern const struct embedded_file embedded_themes[];
extern const char *const embedded_themes_names[];

extern const struct embedded_file embedded_devices[];
extern const char *const embedded_devices_names[];
extern const struct embedded_file embedded_links[];
extern const char *const embedded_links_names[];
extern const struct embedded_file embedded_sources[];
extern const char *const embedded_sources_names[];

#endif
