// SPDX-License-Identifier: MIT
#include "base/colour.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	unsigned rgb;
} names[] = {
	{"black", 0x000000}, {"white", 0xffffff}, {"red", 0xff0000}, {"green", 0x008000}, {"blue", 0x0000ff}, {"gray", 0x808080},
	{"grey", 0x808080}, {"silver", 0xc0c0c0}, {"maroon", 0x800000}, {"yellow", 0xffff00}, {"olive", 0x808000}, {"lime", 0x00ff00},
	{"aqua", 0x00ffff}, {"cyan", 0x00ffff}, {"teal", 0x008080}, {"navy", 0x000080}, {"fuchsia", 0xff00ff}, {"magenta", 0xff00ff},
	{"purple", 0x800080}, {"orange", 0xffa500}, {"brown", 0xa52a2a}, {"pink", 0xffc0cb},
};

static struct colour from_rgb(unsigned rgb)
{
	return (struct colour){.r = (unsigned char)(rgb >> 16), .g = (unsigned char)(rgb >> 8), .b = (unsigned char)rgb, .visible = true};
}

bool colour_parse(const char *text, struct colour *colour)
{
	if (strcmp(text, "none") == 0) {
		*colour = (struct colour){0};
		return true;
	}
	if (text[0] == '#') {
		size_t digits = strspn(text + 1, "0123456789abcdefABCDEF");
		if (text[1 + digits] || (digits != 3 && digits != 6))
			return false;
		unsigned rgb = (unsigned)strtoul(text + 1, NULL, 16);
		if (digits == 3)
			rgb = ((rgb >> 8) * 0x11) << 16 | ((rgb >> 4 & 15) * 0x11) << 8 | (rgb & 15) * 0x11;
		*colour = from_rgb(rgb);
		return true;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strcasecmp(text, names[i].name) == 0) {
			*colour = from_rgb(names[i].rgb);
			return true;
		}
	return false;
}

struct colour_text colour_format(struct colour colour)
{
	static const char hex[] = "0123456789abcdef";
	if (!colour.visible)
		return (struct colour_text){"none"};
	return (struct colour_text){{'#', hex[colour.r >> 4], hex[colour.r & 15], hex[colour.g >> 4], hex[colour.g & 15], hex[colour.b >> 4], hex[colour.b & 15], '\0'}};
}

static unsigned char mix(unsigned char a, unsigned char b, double share)
{
	return (unsigned char)lround(a * share + b * (1 - share));
}

struct colour colour_mix(struct colour a, struct colour b, double share)
{
	return (struct colour){.r = mix(a.r, b.r, share), .g = mix(a.g, b.g, share), .b = mix(a.b, b.b, share), .visible = true};
}

static double linear(unsigned char channel)
{
	double c = channel / 255.0;
	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double colour_luminance(struct colour colour)
{
	return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

double colour_contrast(struct colour a, struct colour b)
{
	double la = colour_luminance(a), lb = colour_luminance(b);
	return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
