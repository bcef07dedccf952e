// SPDX-License-Identifier: MIT
#include "base/append.h"

#include <stdarg.h>
#include <string.h>

void append_all(GString *out, ...)
{
	va_list parts;
	va_start(parts, out);
	for (const char *part = va_arg(parts, const char *); part; part = va_arg(parts, const char *)) {
		size_t length = strlen(part);
		if (out->len + length < out->allocated_len) {
			memcpy(out->str + out->len, part, length);
			out->len += length;
		} else {
			g_string_append_len(out, part, (gssize)length);
		}
	}
	out->str[out->len] = '\0';
	va_end(parts);
}

bool append_is_plain(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c < 0x20 || c > 0x7E || c == '"' || c == '\'' || c == '\\' || c == '&' || c == '<' || c == '>')
			return false;
	}
	return true;
}
