// SPDX-License-Identifier: MIT
#include "backend/png_write.h"

#include "backend/png_pack.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

enum { COLOURS_MAX = 256, SLOTS = 1024, UNUSED = -1, IDAT_MAX = 1 << 20 };

// The colours of a picture, found by open addressing.
struct palette {
	uint32_t colour[COLOURS_MAX];
	int count;
	bool grey;          // all of them
	int16_t slot[SLOTS]; // index of a colour, or UNUSED
};

struct writer {
	const struct pixels *pixels;
	const struct png_facts *facts;
	GByteArray *out;
	char *why;
	jmp_buf failed;
	struct palette *palette; // NULL: more colours than that, or alpha
	int colour_type, depth;
	GByteArray *data;   // compressed
};

// ---- colours

static size_t slot_of(const struct palette *palette, uint32_t colour)
{
	size_t slot = (colour * 2654435761u) >> 22;
	while (palette->slot[slot] != UNUSED && palette->colour[palette->slot[slot]] != colour)
		slot = (slot + 1) % SLOTS;
	return slot;
}

static bool palette_add(struct palette *palette, uint32_t colour)
{
	size_t slot = slot_of(palette, colour);
	if (palette->slot[slot] != UNUSED)
		return true;
	if (palette->count == COLOURS_MAX)
		return false;
	palette->colour[palette->count] = colour;
	palette->slot[slot] = (int16_t)palette->count++;
	palette->grey = palette->grey && (colour >> 16 & 0xFF) == (colour & 0xFF) && (colour >> 8 & 0xFF) == (colour & 0xFF);
	return true;
}

// False when there are too many. Runs of one colour are most of a chart.
static bool palette_fill(struct palette *palette, const struct pixels *pixels)
{
	palette->grey = true;
	for (size_t i = 0; i < SLOTS; i++)
		palette->slot[i] = UNUSED;
	uint32_t last = 0;
	for (uint32_t y = 0; y < pixels->height; y++)
		for (uint32_t x = 0; x < pixels->width; x++) {
			uint32_t colour = pixels->rows[(size_t)y * pixels->stride + x] & 0xFFFFFF;
			if (colour == last && palette->count)
				continue;
			last = colour;
			if (!palette_add(palette, colour))
				return false;
		}
	return true;
}

static void choose_type(struct writer *writer, struct palette *palette)
{
	writer->depth = 8;
	writer->colour_type = writer->pixels->alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
	if (writer->pixels->alpha || !palette_fill(palette, writer->pixels))
		return;
	writer->palette = palette;
	writer->colour_type = PNG_COLOR_TYPE_PALETTE;
	if (palette->count <= 16)
		writer->depth = palette->count <= 2 ? 1 : palette->count <= 4 ? 2 : 4;
	else if (palette->grey)
		writer->colour_type = PNG_COLOR_TYPE_GRAY;
}

// ---- rows

static unsigned char straight(uint32_t value, uint32_t alpha)
{
	return (unsigned char)MIN((value * 255 + alpha / 2) / alpha, 255);
}

static void put_rgba(unsigned char *to, const uint32_t *from, uint32_t width)
{
	for (uint32_t x = 0; x < width; x++, to += 4) {
		uint32_t alpha = from[x] >> 24;
		memset(to, 0, 4);
		if (!alpha)
			continue;
		to[0] = straight(from[x] >> 16 & 0xFF, alpha);
		to[1] = straight(from[x] >> 8 & 0xFF, alpha);
		to[2] = straight(from[x] & 0xFF, alpha);
		to[3] = (unsigned char)alpha;
	}
}

static void put_grey(unsigned char *to, const uint32_t *from, uint32_t width)
{
	for (uint32_t x = 0; x < width; x++)
		to[x] = (unsigned char)from[x];
}

static void put_indexed(unsigned char *to, const uint32_t *from, uint32_t width, const struct palette *palette, int depth)
{
	uint32_t last = 0;
	int index = -1;
	memset(to, 0, ((size_t)width * (size_t)depth + 7) / 8);
	for (uint32_t x = 0; x < width; x++) {
		uint32_t colour = from[x] & 0xFFFFFF;
		if (colour != last || index < 0)
			index = palette->slot[slot_of(palette, colour)];
		last = colour;
		size_t bit = (size_t)x * (size_t)depth;
		to[bit / 8] = (unsigned char)(to[bit / 8] | index << (8 - depth - (int)(bit % 8)));
	}
}

static void put_row(const struct writer *writer, const uint32_t *from, unsigned char *row)
{
	uint32_t width = writer->pixels->width;
	switch (writer->colour_type) {
	case PNG_COLOR_TYPE_RGB_ALPHA:
		put_rgba(row, from, width);
		break;
	case PNG_COLOR_TYPE_GRAY:
		put_grey(row, from, width);
		break;
	default:
		put_indexed(row, from, width, writer->palette, writer->depth);
	}
}

// ---- compressed rows

static unsigned bytes_of_pixel(const struct writer *writer)
{
	return writer->colour_type == PNG_COLOR_TYPE_RGB ? 3 : writer->colour_type == PNG_COLOR_TYPE_RGB_ALPHA ? 4 : 1;
}

// The rows as they stand in the file, a symbol for every pixel, or for every byte of small pixels.
static uint32_t *make_symbols(const struct writer *writer, unsigned unit, uint32_t width)
{
	const struct pixels *pixels = writer->pixels;
	uint32_t *symbols = g_new(uint32_t, (size_t)width * pixels->height), *to = symbols;
	g_autofree unsigned char *row = g_malloc((size_t)width * unit);
	for (uint32_t y = 0; y < pixels->height; y++) {
		put_row(writer, pixels->rows + (size_t)y * pixels->stride, row);
		for (size_t x = 0; x < width; x++, to++) {
			*to = 0;
			for (unsigned i = 0; i < unit; i++)
				*to = *to << 8 | row[x * unit + i];
		}
	}
	return symbols;
}

// By zlib, byte by byte: slower, and smaller where neither pixels nor runs tell much.
static bool compress_bytes(struct writer *writer, unsigned unit, uint32_t width, int level)
{
	enum { WINDOW_BITS = 15, MEMORY = 9 };
	const struct pixels *pixels = writer->pixels;
	size_t size = (size_t)width * unit + 1;
	g_autofree unsigned char *row = g_malloc0(size); // from its filter on: none
	unsigned char some[8192];
	z_stream stream = {0};
	if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	for (uint32_t y = 0; y < pixels->height; y++) {
		put_row(writer, pixels->rows + (size_t)y * pixels->stride, row + 1);
		stream.next_in = row;
		stream.avail_in = (uInt)size;
		do {
			stream.next_out = some;
			stream.avail_out = sizeof some;
			deflate(&stream, y + 1 == pixels->height ? Z_FINISH : Z_NO_FLUSH);
			g_byte_array_append(writer->data, some, (guint)(sizeof some - stream.avail_out));
		} while (!stream.avail_out);
	}
	deflateEnd(&stream);
	return true;
}

static void compress_pixels(struct writer *writer)
{
	enum { SMALL_BYTES = 512 * 1024, BEST = 9, GOOD = 8 };
	const struct pixels *pixels = writer->pixels;
	unsigned unit = bytes_of_pixel(writer);
	if (writer->colour_type == PNG_COLOR_TYPE_RGB) {
		png_pack(&(struct symbols){pixels->rows, pixels->width, pixels->height, pixels->stride, 0xFFFFFF, unit}, writer->data);
		return;
	}
	uint32_t width = (pixels->width * (unsigned)writer->depth + 7) / 8;
	width = unit > 1 ? pixels->width : width;
	bool small = (size_t)width * unit * pixels->height < SMALL_BYTES;
	if ((small || pixels->alpha) && compress_bytes(writer, unit, width, small ? BEST : GOOD))
		return;
	g_autofree uint32_t *symbols = make_symbols(writer, unit, width);
	png_pack(&(struct symbols){symbols, width, pixels->height, width, 0xFFFFFFFF, unit}, writer->data);
}

// ---- libpng

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
	g_byte_array_append(png_get_io_ptr(png), bytes, (guint)count);
}

static void flush(png_structp png)
{
	(void)png;
}

static _Noreturn void fail(png_structp png, const char *message)
{
	struct writer *writer = png_get_error_ptr(png);
	writer->why = g_strdup(message);
	longjmp(writer->failed, 1);
}

static void ignore(png_structp png, const char *message)
{
	(void)png, (void)message;
}

// tEXt holds Latin-1 only; UTF-8 goes into iTXt.
static void set_text(png_structp png, png_infop info, char *key, const char *value)
{
	if (!value || !*value)
		return;
	png_text text = {.compression = g_str_is_ascii(value) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE, .key = key, .text = (char *)value,
		.text_length = strlen(value)};
	png_set_text(png, info, &text, 1);
}

static void set_palette(png_structp png, png_infop info, const struct palette *palette)
{
	png_color colours[COLOURS_MAX];
	for (int i = 0; i < palette->count; i++)
		colours[i] = (png_color){(png_byte)(palette->colour[i] >> 16), (png_byte)(palette->colour[i] >> 8), (png_byte)palette->colour[i]};
	png_set_PLTE(png, info, colours, palette->count);
}

static void write_header(const struct writer *writer, png_structp png, png_infop info)
{
	const double inch_per_m = 1 / 0.0254;
	png_set_IHDR(png, info, writer->pixels->width, writer->pixels->height, writer->depth, writer->colour_type, PNG_INTERLACE_NONE,
		PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	if (writer->colour_type == PNG_COLOR_TYPE_PALETTE)
		set_palette(png, info, writer->palette);
	png_uint_32 per_m = (png_uint_32)lround(writer->facts->dpi * inch_per_m);
	png_set_pHYs(png, info, per_m, per_m, PNG_RESOLUTION_METER);
	set_text(png, info, "Title", writer->facts->title);
	set_text(png, info, "Author", writer->facts->author);
	png_write_info(png, info);
}

// Everything that outlives a jump is in `writer`.
static bool write_guarded(struct writer *writer, png_structp png, png_infop info)
{
	if (setjmp(writer->failed))
		return false;
	png_set_write_fn(png, writer->out, write_bytes, flush);
	write_header(writer, png, info);
	for (guint at = 0, some; at < writer->data->len; at += some) {
		some = MIN(writer->data->len - at, IDAT_MAX);
		png_write_chunk(png, (png_const_bytep)"IDAT", writer->data->data + at, some);
	}
	png_write_chunk(png, (png_const_bytep)"IEND", NULL, 0);
	return true;
}

bool png_write(const struct pixels *pixels, const struct png_facts *facts, GByteArray *out, char **why)
{
	struct palette palette = {0};
	g_autoptr(GByteArray) data = g_byte_array_new();
	struct writer writer = {.pixels = pixels, .facts = facts, .out = out, .data = data};
	choose_type(&writer, &palette);
	compress_pixels(&writer);
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, fail, ignore);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	bool done = info && write_guarded(&writer, png, info);
	png_destroy_write_struct(&png, &info);
	if (!done)
		*why = writer.why ? writer.why : g_strdup("libpng could not be started");
	return done;
}
