// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Control point distance of a quarter circle drawn as a cubic, radius 1: 4/3 (sqrt 2 - 1).
#define QUARTER 0.5522847498307936

void scene_init(struct scene *scene, struct arena *arena, double width_px, double height_px)
{
	*scene = (struct scene){.arena = arena, .width_px = width_px, .height_px = height_px, .language = "en"};
}

static struct scene_op *add(struct scene *scene, enum scene_op_kind kind)
{
	struct scene_op *op = list_push(scene->arena, &scene->ops);
	op->kind = kind;
	return op;
}

struct scene_op *scene_push(struct scene *scene, const char *css_class)
{
	struct scene_op *op = add(scene, SCENE_PUSH);
	op->css_class = css_class;
	return op;
}

void scene_pop(struct scene *scene)
{
	add(scene, SCENE_POP);
}

struct scene_op *scene_path(struct scene *scene, const char *css_class)
{
	struct scene_op *op = add(scene, SCENE_PATH);
	op->css_class = css_class;
	return op;
}

struct scene_op *scene_text(struct scene *scene, const char *text, struct text_style style, struct colour colour, struct vec origin,
	double degrees, double width_px)
{
	struct scene_op *op = add(scene, SCENE_TEXT);
	op->text = arena_strdup(scene->arena, text);
	op->style = style;
	op->colour = colour;
	op->origin = origin;
	op->degrees = degrees;
	op->width_px = width_px;
	return op;
}

void scene_attribute(struct scene *scene, const char *name, const char *value)
{
	assert(scene->ops.count);
	struct scene_op *op = &scene->ops.items[scene->ops.count - 1];
	struct attribute *wider = arena_array(scene->arena, op->attribute_count + 1, sizeof *wider);
	if (op->attribute_count)
		memcpy(wider, op->attributes, op->attribute_count * sizeof *wider);
	wider[op->attribute_count++] = (struct attribute){name, arena_strdup(scene->arena, value)};
	op->attributes = wider;
}

void scene_attribute_number(struct scene *scene, const char *name, double value)
{
	if (isfinite(value))
		scene_attribute(scene, name, num_exact(value).text);
}

static void shift(struct vec *at, double dx, double dy)
{
	at->x += dx;
	at->y += dy;
}

void scene_move(struct scene *scene, size_t first, double dx, double dy)
{
	for (size_t i = first; i < scene->ops.count; i++) {
		struct scene_op *op = &scene->ops.items[i];
		shift(&op->origin, dx, dy);
		op->clip.x += dx;
		op->clip.y += dy;
		for (size_t j = 0; j < op->path.count; j++) {
			shift(&op->path.items[j].to, dx, dy);
			shift(&op->path.items[j].a, dx, dy);
			shift(&op->path.items[j].b, dx, dy);
		}
	}
}

static struct segment *add_segment(struct scene *scene, struct path *path, enum verb verb)
{
	struct segment *segment = list_push(scene->arena, path);
	segment->verb = verb;
	return segment;
}

void path_move(struct scene *scene, struct path *path, double x, double y)
{
	add_segment(scene, path, VERB_MOVE)->to = (struct vec){x, y};
}

void path_line(struct scene *scene, struct path *path, double x, double y)
{
	add_segment(scene, path, VERB_LINE)->to = (struct vec){x, y};
}

void path_curve(struct scene *scene, struct path *path, struct vec a, struct vec b, struct vec to)
{
	struct segment *segment = add_segment(scene, path, VERB_CURVE);
	segment->a = a;
	segment->b = b;
	segment->to = to;
}

void path_close(struct scene *scene, struct path *path)
{
	add_segment(scene, path, VERB_CLOSE);
}

void path_rect(struct scene *scene, struct path *path, struct rect rect)
{
	path_move(scene, path, rect.x, rect.y);
	path_line(scene, path, rect.x + rect.w, rect.y);
	path_line(scene, path, rect.x + rect.w, rect.y + rect.h);
	path_line(scene, path, rect.x, rect.y + rect.h);
	path_close(scene, path);
}

void path_circle(struct scene *scene, struct path *path, struct vec centre, double radius)
{
	static const struct vec around[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
	path_move(scene, path, centre.x + radius, centre.y);
	for (int i = 0; i < 4; i++) {
		struct vec from = around[i], to = around[i + 1];
		struct vec a = {centre.x + radius * (from.x + QUARTER * to.x), centre.y + radius * (from.y + QUARTER * to.y)};
		struct vec b = {centre.x + radius * (to.x + QUARTER * from.x), centre.y + radius * (to.y + QUARTER * from.y)};
		path_curve(scene, path, a, b, (struct vec){centre.x + radius * to.x, centre.y + radius * to.y});
	}
	path_close(scene, path);
}
