// SPDX-License-Identifier: MIT
#include "check/rule.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 4, CHANGE_DIGITS = 3, MORE_DIGITS = 8 };

const struct check_quantity_row check_quantities[] = {
	[CHECK_ROOF] = {"roof", QUANTITY_NONE, true},
	[CHECK_PERFORMANCE] = {"performance", QUANTITY_FLOP_RATE, false},
	[CHECK_TIME] = {"time", QUANTITY_SECOND, false},
	[CHECK_INTENSITY] = {"intensity", QUANTITY_INTENSITY, false},
	[CHECK_HEADROOM] = {"headroom", QUANTITY_NONE, false},
};

static const struct {
	const char *text;
	enum check_relation relation;
} relations[] = {{">=", AT_LEAST}, {"<=", AT_MOST}, {">", ABOVE}, {"<", BELOW}};

static const char *const selector_names[] = {[SELECT_SERIES] = "series", [SELECT_POINT] = "point", [SELECT_PRECISION] = "precision",
	[SELECT_HARDWARE] = "hardware"};

// ---- words --------------------------------------------------------------------------------------------------------------------------------------------

static const char *value_text(struct arena *arena, enum check_quantity quantity, double si, int digits)
{
	if (check_quantities[quantity].is_share)
		return arena_printf(arena, "%s %%", num_short(100 * si, digits).text);
	if (quantity == CHECK_HEADROOM)
		return arena_printf(arena, "%s×", num_short(si, digits).text);
	return units_format(arena, si, check_quantities[quantity].unit, digits);
}

const char *check_value_text(struct arena *arena, enum check_quantity quantity, double si, const char *beside)
{
	if (!isfinite(si))
		return NULL;
	const char *text = value_text(arena, quantity, si, DIGITS);
	return beside && !strcmp(text, beside) ? value_text(arena, quantity, si, MORE_DIGITS) : text;
}

static const char *change_text(struct arena *arena, double percent, int digits)
{
	return arena_printf(arena, "%s%s %%", percent > 0 ? "+" : "", num_short(percent == 0 ? 0 : percent, digits).text);
}

// No digits that say nothing: a hundredth of a percent is the least.
const char *check_change_text(struct arena *arena, double share, const char *beside)
{
	double percent = fabs(share) < 1 ? rint(share * 1e4) / 100 : share * 100;
	if (!isfinite(percent))
		return NULL;
	const char *text = change_text(arena, percent, CHANGE_DIGITS);
	return beside && !strcmp(text, beside) ? change_text(arena, share * 100, MORE_DIGITS) : text;
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

struct reader {
	struct arena *arena;
	const struct source *source;
	const char *text;
	struct diags *diags;
};

// A stretch of the text without the blanks around it.
struct part {
	const char *start, *end;
};

static struct part trim(const char *start, const char *end)
{
	while (start < end && g_ascii_isspace(*start))
		start++;
	while (end > start && g_ascii_isspace(end[-1]))
		end--;
	return (struct part){start, end};
}

static bool fail(const struct reader *reader, struct part part, const char *expected)
{
	struct place place = {reader->source, (size_t)(part.start - reader->text), (size_t)(part.end - part.start)};
	if (part.start == part.end)
		diags_add(reader->diags, DIAG_USAGE, place, "expected %s, found nothing", expected);
	else
		diags_add(reader->diags, DIAG_USAGE, place, "expected %s, found '%.*s'", expected, (int)(part.end - part.start), part.start);
	return false;
}

static struct reader reader_of(struct arena *arena, const char *option, const char *text, struct diags *diags)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){option, text, strlen(text)};
	return (struct reader){arena, source, text, diags};
}

// A bare number over 2 is a percentage that has lost its sign.
static bool share_read(const struct reader *reader, struct part part, double *share)
{
	static const char expected[] = "a fraction such as 0.6 or a percentage such as 60%";
	const char *text = arena_strndup(reader->arena, part.start, (size_t)(part.end - part.start)), *end;
	if (!num_parse_prefix(text, share, &end) || *share < 0)
		return fail(reader, part, expected);
	end += strspn(end, " ");
	if (!strcmp(end, "%"))
		*share /= 100;
	else if (*end || *share > 2)
		return fail(reader, part, expected);
	return true;
}

bool check_share_read(struct arena *arena, const char *option, const char *text, double *share, struct diags *diags)
{
	struct reader reader = reader_of(arena, option, text, diags);
	return share_read(&reader, trim(text, text + strlen(text)), share);
}

static bool value_read(const struct reader *reader, struct part part, enum check_quantity quantity, double *limit)
{
	const struct check_quantity_row *row = &check_quantities[quantity];
	if (row->is_share)
		return share_read(reader, part, limit);
	const char *text = arena_strndup(reader->arena, part.start, (size_t)(part.end - part.start));
	struct units_value value = {0};
	// As in a spec, a number alone is in SI base units.
	bool ok = num_parse(text, &value.si);
	if (!ok && row->unit != QUANTITY_NONE)
		ok = units_parse(text, row->unit, &value) == UNITS_OK;
	*limit = value.si;
	if (ok && value.si >= 0)
		return true;
	return fail(reader, part, row->unit == QUANTITY_NONE ? "a number such as 1.5" : units_expected(row->unit));
}

// The quantity that a part begins with; the rest is what follows it.
static bool quantity_read(const struct reader *reader, struct part part, enum check_quantity *quantity, const char **rest)
{
	size_t length = 0;
	while (part.start + length < part.end && (g_ascii_isalpha(part.start[length]) || part.start[length] == '_'))
		length++;
	for (size_t i = 0; i < G_N_ELEMENTS(check_quantities); i++) {
		const char *name = check_quantities[i].name;
		if (strlen(name) != length || strncmp(name, part.start, length) != 0)
			continue;
		*quantity = (enum check_quantity)i;
		*rest = trim(part.start + length, part.end).start;
		return true;
	}
	struct part word = {part.start, length ? part.start + length : part.end};
	return fail(reader, word, "roof, performance, time, intensity or headroom");
}

static bool requirement_read(const struct reader *reader, struct part part, struct check_rule *rule)
{
	const char *rest = NULL;
	if (!quantity_read(reader, part, &rule->quantity, &rest))
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(relations); i++) {
		size_t length = strlen(relations[i].text);
		if ((size_t)(part.end - rest) < length || strncmp(rest, relations[i].text, length) != 0)
			continue;
		rule->relation = relations[i].relation;
		if (!value_read(reader, trim(rest + length, part.end), rule->quantity, &rule->limit))
			return false;
		rule->gate = arena_printf(reader->arena, "%s %s %s", check_quantities[rule->quantity].name, relations[i].text,
			value_text(reader->arena, rule->quantity, rule->limit, DIGITS));
		return true;
	}
	return fail(reader, (struct part){rest, part.end}, ">=, <=, > or < and a value");
}

// The selector that the text begins with, with its '=': the kind, and where its value starts.
static bool selector_starts(const char *text, const char *end, enum check_selector_kind *kind, const char **value)
{
	text = trim(text, end).start;
	for (size_t i = 0; i < G_N_ELEMENTS(selector_names); i++) {
		size_t length = strlen(selector_names[i]);
		if ((size_t)(end - text) <= length || strncmp(text, selector_names[i], length) != 0)
			continue;
		const char *equals = trim(text + length, end).start;
		if (equals == end || *equals != '=')
			continue;
		*kind = (enum check_selector_kind)i;
		*value = equals + 1;
		return true;
	}
	return false;
}

// A comma that another selector does not follow is a part of the name: "gemm<float, 4>".
static const char *selector_end(const char *value, const char *end)
{
	enum check_selector_kind kind;
	const char *next;
	for (const char *at = value; at < end; at++) {
		if (*at == ',' && selector_starts(at + 1, end, &kind, &next))
			return at;
	}
	return end;
}

static bool selector_read(const struct reader *reader, struct part part, enum check_selector_kind kind, struct check_rule *rule)
{
	if (part.start == part.end)
		return fail(reader, part, "a name or a /regular expression/");
	const char *text = arena_strndup(reader->arena, part.start, (size_t)(part.end - part.start));
	struct check_selector *selector = list_push(reader->arena, &rule->selectors);
	selector->kind = kind;
	if (kind == SELECT_PRECISION && *text != '/')
		text = precision_canonical(reader->arena, text);
	struct diags *unheard = diags_new();
	bool ok = pattern_make(&selector->pattern, text, false, (struct place){0}, unheard);
	diags_free(unheard);
	return ok || fail(reader, part, "a regular expression");
}

static bool selectors_read(const struct reader *reader, const char *at, const char *end, struct check_rule *rule)
{
	while (at < end) {
		enum check_selector_kind kind;
		const char *value;
		if (!selector_starts(at, end, &kind, &value))
			return fail(reader, trim(at, end), "series=, point=, precision= or hardware= and a name");
		const char *stop = selector_end(value, end);
		if (!selector_read(reader, trim(value, stop), kind, rule))
			return false;
		at = stop < end ? stop + 1 : end;
	}
	return true;
}

bool check_rule_read(struct arena *arena, const char *option, const char *text, struct check_gates *gates, struct diags *diags)
{
	struct reader reader = reader_of(arena, option, text, diags);
	const char *end = text + strlen(text), *colon = strrchr(text, ':'), *at = colon ? colon + 1 : text;
	bool ok = true;
	do {
		const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
		struct check_rule *rule = list_push(arena, &gates->rules);
		rule->text = text;
		ok = (!colon || selectors_read(&reader, text, colon, rule)) && requirement_read(&reader, trim(at, stop), rule);
		at = comma ? comma + 1 : NULL;
	} while (ok && at);
	return ok;
}

// ---- fitting ------------------------------------------------------------------------------------------------------------------------------------------

static bool text_fits(const struct pattern *pattern, const char *text)
{
	return text && (pattern->regex ? g_regex_match(pattern->regex, text, 0, NULL) : text_same(pattern->text, text));
}

static bool selector_fits(struct arena *arena, const struct check_selector *selector, const struct row *row)
{
	const struct hardware *machine = row->machine ? row->machine->hardware : NULL;
	const char *precision = row->point->precision ? row->point->precision : row->compute ? row->compute->ceiling->precision : NULL;
	switch (selector->kind) {
	case SELECT_SERIES:
		return text_fits(&selector->pattern, row->point->series);
	case SELECT_POINT:
		return text_fits(&selector->pattern, row->name) || pattern_matches(&selector->pattern, row->point);
	case SELECT_PRECISION:
		return precision && text_fits(&selector->pattern, precision_canonical(arena, precision));
	case SELECT_HARDWARE:
		return machine && (text_fits(&selector->pattern, machine->id) || text_fits(&selector->pattern, machine->name));
	}
	return false;
}

bool check_rule_fits(struct arena *arena, const struct check_rule *rule, const struct row *row)
{
	for (size_t i = 0; i < rule->selectors.count; i++) {
		if (!selector_fits(arena, &rule->selectors.items[i], row))
			return false;
	}
	return true;
}
