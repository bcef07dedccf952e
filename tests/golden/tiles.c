// SPDX-License-Identifier: MIT
// Compares two PNGs by the mean colour of their tiles: golden-tiles NEW.png STORED.png. Rasterisers of different versions differ in single pixels, not in the
// mean of 16 x 16 of them. Prints the worst tile; exit 1 when it is too far off or the sizes differ.
#include <glib.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE_PX = 16, CHANNELS = 3, TOLERANCE = 8 }; // of 255, for the mean of one channel

struct picture {
	png_image image;
	unsigned char *rgb;
};

static int load(const char *path, struct picture *picture)
{
	memset(picture, 0, sizeof *picture);
	picture->image.version = PNG_IMAGE_VERSION;
	if (!png_image_begin_read_from_file(&picture->image, path)) {
		fprintf(stderr, "%s: %s\n", path, picture->image.message);
		return 0;
	}
	picture->image.format = PNG_FORMAT_RGB;
	picture->rgb = g_malloc(PNG_IMAGE_SIZE(picture->image));
	const png_color white = {255, 255, 255};
	if (!png_image_finish_read(&picture->image, &white, picture->rgb, 0, NULL)) {
		fprintf(stderr, "%s: %s\n", path, picture->image.message);
		return 0;
	}
	return 1;
}

static double tile_mean(const struct picture *picture, unsigned left, unsigned top, unsigned channel)
{
	unsigned right = MIN(left + TILE_PX, picture->image.width), bottom = MIN(top + TILE_PX, picture->image.height);
	double sum = 0;
	for (unsigned y = top; y < bottom; y++) {
		for (unsigned x = left; x < right; x++)
			sum += picture->rgb[((size_t)y * picture->image.width + x) * CHANNELS + channel];
	}
	return sum / ((right - left) * (double)(bottom - top));
}

int main(int argc, char **argv)
{
	struct picture new, stored;
	if (argc != 3 || !load(argv[1], &new) || !load(argv[2], &stored))
		return 2;
	if (new.image.width != stored.image.width || new.image.height != stored.image.height) {
		printf("size %ux%u, stored %ux%u\n", new.image.width, new.image.height, stored.image.width, stored.image.height);
		return 1;
	}
	double worst = 0;
	unsigned worst_x = 0, worst_y = 0;
	for (unsigned y = 0; y < new.image.height; y += TILE_PX) {
		for (unsigned x = 0; x < new.image.width; x += TILE_PX) {
			for (unsigned channel = 0; channel < CHANNELS; channel++) {
				double off = ABS(tile_mean(&new, x, y, channel) - tile_mean(&stored, x, y, channel));
				if (off > worst) {
					worst = off;
					worst_x = x;
					worst_y = y;
				}
			}
		}
	}
	printf("worst tile at %u,%u: off by %d of 255\n", worst_x, worst_y, (int)(worst + 0.5));
	g_free(new.rgb);
	g_free(stored.rgb);
	return worst > TOLERANCE;
}
