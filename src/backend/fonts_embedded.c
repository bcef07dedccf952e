// SPDX-License-Identifier: MIT
#include "backend/fonts_embedded.h"

// RAFTER_INTER_DIR and RAFTER_LIBERATION_DIR are string literals of the build: the folders of the installed font files. The assembler reads the
// files, so that no font is in the repository and no megabytes go through the C compiler.
#define EMBED(symbol, path) \
	__asm__(".pushsection .rodata\n" \
		".balign 16\n" \
		".global " #symbol "_start\n.hidden " #symbol "_start\n" #symbol "_start:\n" \
		".incbin \"" path "\"\n" \
		".global " #symbol "_end\n.hidden " #symbol "_end\n" #symbol "_end:\n" \
		".byte 0\n" \
		".popsection\n"); \
	extern const unsigned char symbol##_start[] __attribute__((visibility("hidden"))), symbol##_end[] __attribute__((visibility("hidden")))

EMBED(font_inter_regular, RAFTER_INTER_DIR "/Inter-Regular.otf");
EMBED(font_inter_semibold, RAFTER_INTER_DIR "/Inter-SemiBold.otf");
EMBED(font_inter_bold, RAFTER_INTER_DIR "/Inter-Bold.otf");
EMBED(font_sans_regular, RAFTER_LIBERATION_DIR "/LiberationSans-Regular.ttf");
EMBED(font_sans_bold, RAFTER_LIBERATION_DIR "/LiberationSans-Bold.ttf");
EMBED(font_serif_regular, RAFTER_LIBERATION_DIR "/LiberationSerif-Regular.ttf");
EMBED(font_serif_bold, RAFTER_LIBERATION_DIR "/LiberationSerif-Bold.ttf");
EMBED(font_serif_italic, RAFTER_LIBERATION_DIR "/LiberationSerif-Italic.ttf");

const struct embedded_font embedded_fonts[] = {
	{"Inter", 400, false, font_inter_regular_start, font_inter_regular_end},
	{"Inter", 600, false, font_inter_semibold_start, font_inter_semibold_end},
	{"Inter", 700, false, font_inter_bold_start, font_inter_bold_end},
	{"Liberation Sans", 400, false, font_sans_regular_start, font_sans_regular_end},
	{"Liberation Sans", 700, false, font_sans_bold_start, font_sans_bold_end},
	{"Liberation Serif", 400, false, font_serif_regular_start, font_serif_regular_end},
	{"Liberation Serif", 700, false, font_serif_bold_start, font_serif_bold_end},
	{"Liberation Serif", 400, true, font_serif_italic_start, font_serif_italic_end},
};
const size_t embedded_font_count = sizeof embedded_fonts / sizeof *embedded_fonts;
