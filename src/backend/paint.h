// SPDX-License-Identifier: MIT
// A scene on a cairo context: what PNG and PDF share.
#ifndef RAFTER_BACKEND_PAINT_H
#define RAFTER_BACKEND_PAINT_H

#include "backend/faces.h"
#include "scene/scene.h"

#include <cairo.h>

enum paint_words {
	PAINT_PIXELS,     // for a picture
	PAINT_CHARACTERS, // to be searched and copied as well
};

// 1 unit of the context is 1 px of the scene. Errors stay in the context's status.
void paint_scene(cairo_t *cairo, const struct scene *scene, struct faces *faces, enum paint_words words, bool background);

#endif
