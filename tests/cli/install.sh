#!/bin/sh
# SPDX-License-Identifier: MIT
# The installed tree: the command works wherever it is put, and another program builds against the header and the pkg-config file, as C and as C++.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"
: "${BUILD:?the build folder}"

code "meson install into a folder" 0 meson install -C "$BUILD" --no-rebuild --destdir "$work/root"
root=$work/root/usr/local
code "the installed command" 0 env -u LD_LIBRARY_PATH "$root/bin/rafter" draw "$samples/one-point.json" -o "$work/a.svg"
mv "$work/root" "$work/moved"
root=$work/moved/usr/local
code "the installed command, moved" 0 env -u LD_LIBRARY_PATH "$root/bin/rafter" --version

check "the schema" "not there, or not JSON" python3 -m json.tool "$root/share/rafter/rafter-1.schema.json"
for file in bash-completion/completions/rafter.bash zsh/site-functions/_rafter fish/vendor_completions.d/rafter.fish; do
	check "completions: $file" "not there" test -s "$root/share/$file"
done
if command -v scdoc >/dev/null; then
	for command in $("$root/bin/rafter" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
		check "rafter-$command(1)" "not there" test -s "$root/share/man/man1/rafter-$command.1"
	done
	check "rafter(1)" "not there" test -s "$root/share/man/man1/rafter.1"
	check "rafter-spec(5)" "not there" test -s "$root/share/man/man5/rafter-spec.5"
	[ -z "$(command -v man)" ] || check "man rafter draw" "not found" sh -c 'MANPATH="$1/share/man" man -w rafter draw rafter-spec' sh "$root"
fi

library=$(dirname "$(find "$root" -name librafter.so)")
pc=$(find "$root" -name rafter.pc)
check "the pkg-config file" "not there" test -n "$pc"
cat >"$work/user.c" <<'EOF'
#include <rafter.h>
#include <stdio.h>
int main(void)
{
	static const char spec[] = "{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\", \"points\": [{\"name\": \"a\", \"flops\": 1e12, \"bytes\": 1e9, \"time\": 0.004}]}";
	struct rafter *r = rafter_new();
	struct rafter_output output = {0};
	struct rafter_bytes svg = {0};
	output.format = "svg";
	int ok = rafter_add_input(r, "spec", spec, sizeof spec - 1) && rafter_render(r, &output, &svg);
	for (size_t i = 0; i < rafter_message_count(r); i++)
		fputs(rafter_message(r, i).text, stderr);
	printf("%d %s", (int)(svg.size > 1000), rafter_version());
	rafter_bytes_free(&svg);
	rafter_free(r);
	return !ok;
}
EOF
flags="-I$root/include -L$library -Wl,-rpath,$library -lrafter"
code "a C program" 0 sh -c "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -o '$work/user' '$work/user.c' $flags"
code "a C program runs" 0 "$work/user"
same "a C program: a chart" 1 "$(cut -d' ' -f1 "$work/out")"
code "a C++ program" 0 sh -c "g++ -x c++ -Wall -Wpedantic -Werror -o '$work/user' '$work/user.c' $flags"
code "a C++ program runs" 0 "$work/user"
same "no symbol but rafter_*" "" "$(nm -D --defined-only "$library/librafter.so" | awk '$2 != "A" && $3 !~ /^rafter_/ { print $3 }')"
finish
