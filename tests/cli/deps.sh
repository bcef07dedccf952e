#!/bin/sh
# SPDX-License-Identifier: MIT
# --deps: every file that was read, for every file that was written; Make and Ninja draw again when one of them changes, whatever it is called, and not otherwise.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

case $RAFTER in /*) ;; *) RAFTER=$(pwd)/$RAFTER ;; esac
export RAFTER
mkdir "$work/d"
cd "$work/d" || exit 1
cp "$samples/one-point.json" spec.json
printf '{"extends": "dark"}' >theme.json
cp "$samples/import/ncu/summary.csv" "$samples/import/ncu/times.csv" .
printf 'name,label\nkernel,other\n' >names.csv
printf 'name,flops,bytes\nkernel,1e9,1e9\n' >work.csv
"$RAFTER" show hardware nvidia-a100-sxm-40gb --format json >gpu.json

code "a rule" 0 "$RAFTER" draw spec.json --theme theme.json -o chart.svg --deps chart.d
same "a rule: its text" "chart.svg: spec.json theme.json" "$(cat chart.d)"
code "several outputs" 0 "$RAFTER" draw spec.json -o chart.svg -o chart.pdf --layout chart.json --theme light --hardware nvidia-h100-sxm --deps chart.d
same "several outputs: one rule, no names of the catalogue" "chart.svg chart.pdf chart.json: spec.json" "$(cat chart.d)"
code "everything that can be read" 0 "$RAFTER" draw summary.csv --times times.csv --rename names.csv --work work.csv --hardware gpu.json --theme theme.json \
	-o all.svg --deps all.d --quiet
same "everything that can be read: its text" "all.svg: work.csv times.csv names.csv summary.csv gpu.json theme.json" "$(cat all.d)"
code "a file that is read twice" 0 "$RAFTER" draw spec.json --hardware spec.json -o chart.svg --deps chart.d
same "a file that is read twice: once" "chart.svg: spec.json" "$(cat chart.d)"
code "standard input" 0 sh -c '"$RAFTER" draw - -o chart.svg --deps chart.d <spec.json'
same "standard input: not a file" "chart.svg:" "$(cat chart.d)"
code "the rule alone on standard output" 0 "$RAFTER" draw spec.json -o chart.svg --deps -
same "the rule alone on standard output: its text" "chart.svg: spec.json" "$(cat "$work/out")"
(
	head -c 1100000 /dev/zero | tr '\0' ' '
	cat spec.json
) >large.json
code "an input that is mapped" 0 "$RAFTER" draw large.json -o chart.svg --deps chart.d
same "an input that is mapped: its text" "chart.svg: large.json" "$(cat chart.d)"

# refused NAME EXIT TEXT ARGUMENT...: the old files stay.
refused() {
	refused_name=$1 refused_code=$2 refused_text=$3
	shift 3
	printf old >old.svg
	printf old >old.d
	code "$refused_name" "$refused_code" "$RAFTER" draw "$@"
	check "$refused_name: said" "$(head -n 1 "$work/err")" grep -qF -- "$refused_text" "$work/err"
	same "$refused_name: the old files" "old old" "$(cat old.svg) $(cat old.d)"
}
printf '{' >broken.json
cp spec.json a=b.json
cp spec.json 'a;b.json'
refused "a wrong input" 3 "error" broken.json -o old.svg --deps old.d
refused "a folder that is not there" 4 "cannot write" spec.json -o old.svg -o none/chart.svg --deps old.d
refused "a depfile that cannot be written" 4 "cannot write 'none/chart.d'" spec.json -o old.svg --deps none/chart.d
refused "the same file twice" 2 "'old.svg' is asked for twice" spec.json -o old.svg --deps old.svg
refused "output on standard output" 2 "standard output has no name" spec.json -T svg -o - --deps old.d
refused "both on standard output" 2 "asked for twice" spec.json -T svg -o - --deps -
refused "an assignment in Make" 2 "'a=b.json' cannot stand in a Make depfile: it has '=' in its name" a=b.json -o old.svg --deps old.d
refused "a recipe in Make" 2 "it has ';' in its name" 'a;b.json' -o old.svg --deps old.d
cp spec.json 'spec.json\'
refused "a backslash at the end in Make" 2 "it ends with a backslash" 'spec.json\' -o old.svg --deps old.d
refused "a pattern in Make" 2 "it has '%' in its name" spec.json -o a%b.svg -o old.svg --deps old.d
refused "a tab in Make" 2 "it has a tab in its name" spec.json -o 'a	b.svg' -o old.svg --deps old.d
refused "a line break in Make" 2 "it has a line break in its name" spec.json -o 'a
b.svg' -o old.svg --deps old.d

# redraws NAME INPUT OUTPUT: Make draws once, not again, and again when the input is newer.
redraws() {
	cp spec.json "$2"
	touch -d @978307200 "$2"
	rm -f make.d
	code "$1" 0 "$RAFTER" draw "$2" -o "$3" --deps make.d
	printf -- '-include make.d\n%%.svg:\n\t@echo remade\n' >Makefile
	# The output is asked for by the depfile's own first target, so that it is Make that reads the name.
	same "Make: $1: up to date" "" "$(make -s 2>&1 | grep -v 'Nothing to be done')"
	touch -d @978307100 "$3"
	same "Make: $1: newer input" remade "$(make -s 2>&1)"
}
redraws "plain names" plain.json plain.svg
redraws "spaces" 'a b  c.json' 'd e.svg'
redraws "number signs and dollars" 'a#b$c$(d).json' 'e#f$g.svg'
redraws "colons" 'a:b.json' 'c:d.svg'
redraws "backslashes" 'a\b\ c\#d\\.json' 'e\f\ g.svg'
redraws "wildcards" 'a*b?c[d].json' 'e*f?g[h].svg'
redraws "bars, percents and quotes" "a|b%c'd\"e.json" "f|g'h\"i.svg"
redraws "other scripts" 'ルーフ.json' 'крыша.svg'

if command -v ninja >/dev/null; then
	cp spec.json 'in put#$.json'
	cat >build.ninja <<'EOF'
rule draw
  command = "$$RAFTER" draw 'in put#$$.json' --theme theme.json -o $out --deps $out.d --if-changed
  depfile = $out.d
  deps = gcc
  restat = 1
rule after
  command = echo after >>after.log && touch $out
build chart.svg: draw
build end: after chart.svg
default end
EOF
	code "Ninja" 0 ninja
	check "Ninja: nothing to do" "$(ninja -n)" sh -c 'ninja -n | grep -q "no work to do"'
	sleep 0.01
	touch theme.json
	code "Ninja: a touched theme" 0 ninja -v
	check "Ninja: a touched theme: drawn again" "$(cat "$work/out")" grep -q -- '--theme' "$work/out"
	same "Ninja: a touched theme: the same picture, so nothing after it" 1 "$(wc -l <after.log)"
	sleep 0.01
	sed 's/"title"/"subtitle": "more", "title"/' spec.json >'in put#$.json'
	code "Ninja: another input" 0 ninja
	same "Ninja: another input: all after it" 2 "$(wc -l <after.log)"
fi
finish
