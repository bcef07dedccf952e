#!/bin/bash
# SPDX-License-Identifier: MIT
# Man pages and completions know what --help knows: every command, every option, every choice, by the tables alone. The shells take the scripts, and offer what they should.
. "$(dirname "$0")/lib.sh"
: "${BUILD:?the build folder}"

case $RAFTER in /*) ;; *) RAFTER=$(pwd)/$RAFTER ;; esac
here=$(cd "$(dirname "$0")" && pwd)
mkdir "$work/d"
ln -s "$RAFTER" "$work/rafter"
PATH=$work:$PATH
cd "$work/d" || exit 1

read -r -a commands <<<"$("$RAFTER" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | tr '\n' ' ')"
check "commands were found" "${commands[*]}" test "${#commands[@]}" -ge 6

for shell in bash zsh fish; do
	code "complete-$shell" 0 "$RAFTER" --generate complete-$shell
	cp "$work/out" "$work/complete.$shell"
done
code "man" 0 "$RAFTER" --generate man
cp "$work/out" "$work/rafter.1.scd"
code "man spec" 0 "$RAFTER" --generate man spec
cp "$work/out" "$work/rafter-spec.5.scd"
for command in "${commands[@]}"; do
	code "man $command" 0 "$RAFTER" --generate man "$command"
	cp "$work/out" "$work/rafter-$command.1.scd"
done
code "something else" 2 "$RAFTER" --generate html
check "something else: said" "$(cat "$work/err")" grep -q "expected complete-bash, complete-zsh, complete-fish, man, man spec or man COMMAND, found 'html'" "$work/err"
code "the page of something else" 2 "$RAFTER" --generate man drow
code "a completion of something" 2 "$RAFTER" --generate complete-bash draw

# Of one command: what the completions of zsh and fish say of it.
zsh_part() { sed -n "/^\t$1)\$/,/^\t\t;;\$/p" "$work/complete.zsh"; }
fish_part() { grep -F -- "-n '__rafter_command $1" "$work/complete.fish"; }
bash_part() { sed -n "/^\t$1)\$/,/^\t\t;;\$/p" "$work/complete.bash"; }

for command in "${commands[@]}"; do
	lacking=''
	options=$("$RAFTER" "$command" --help | sed -n -E 's/^  (-., |    )--([a-z-]+).*/\2/p')
	for option in $options; do
		grep -q -- "\*--$option\*" "$work/rafter-$command.1.scd" || lacking+=" man:$option"
		bash_part "$command" | grep -q -- "options='.*--${option}[ ']" || lacking+=" bash:$option"
		zsh_part "$command" | grep -q -- "--${option}[=\[}']" || lacking+=" zsh:$option"
		fish_part "$command" | grep -q -- " -l $option " || lacking+=" fish:$option"
	done
	same "$command: every option everywhere" "" "$lacking"
	check "$command: options were found" "none" test "$(wc -w <<<"$options")" -ge 3
	for letter in $("$RAFTER" "$command" --help | sed -n -E 's/^  -(.), .*/\1/p'); do
		check "$command: -$letter" "not everywhere" eval 'grep -q -- "\*-$letter\*" "$work/rafter-$command.1.scd" &&
			bash_part "$command" | grep -q -- " -$letter[ '\'']" && zsh_part "$command" | grep -q -- "{-$letter" && fish_part "$command" | grep -q -- " -s $letter "'
	done
	check "$command: in rafter(1)" "it is not" grep -q "^\*rafter $command\*" "$work/rafter.1.scd"
	check "$command: its example in both pages" "it is not" grep -qxF -- "$("$RAFTER" "$command" --help | sed -n '/^example:/{n;s/^  //;p;}')" "$work/rafter-$command.1.scd" "$work/rafter.1.scd"
	check "$command: offered by every shell" "it is not" eval 'grep -q "_rafter_words.* $command " "$work/complete.bash" && grep -q "'\''$command:" "$work/complete.zsh" && grep -q " -a $command " "$work/complete.fish"'
	if command -v scdoc >/dev/null; then
		check "$command: its page is built" "it is not" cmp <(SOURCE_DATE_EPOCH=0 scdoc <"$work/rafter-$command.1.scd" | sed 's/1970-01-01/DATE/') \
			<(sed -E '/^\.TH/s/[0-9]{4}-[0-9]{2}-[0-9]{2}/DATE/' "$(cd - >/dev/null && cd "$BUILD" && pwd)/rafter-$command.1")
	fi
done

# Every key of the format stands in its page.
"$RAFTER" schema >"$work/schema.json"
same "rafter-spec(5): every key" "" "$(python3 -c '
import json, sys
schema, page = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
objects = [schema] + list(schema["$defs"].values())
print(" ".join(key for o in objects for key in o["properties"] if "\n*" + key.replace("_", "\\_") + "*" not in page), end="")' "$work/schema.json" "$work/rafter-spec.5.scd")"

for page in "$work"/*.scd; do
	name=$(basename "$page" .scd)
	if command -v scdoc >/dev/null; then
		check "$name: scdoc" "it does not take it" sh -c 'scdoc <"$1" >"$2"' sh "$page" "$work/$name"
		[ -z "$(command -v mandoc)" ] || check "$name: mandoc" "an error" mandoc -T lint -W error "$work/$name"
		[ -z "$(command -v mandoc)" ] || absent "$name: no markup left" '(^|[^\\])\\f?[*_]' <(mandoc -T utf8 "$work/$name" | sed 's/.\x08//g' | head -n 3)
	else
		ok "$name # skipped: no scdoc"
	fi
done

for shell in bash zsh fish; do
	if command -v $shell >/dev/null; then
		check "$shell takes its completions" "it does not" $shell -n "$work/complete.$shell"
	else
		ok "$shell takes its completions # skipped: no $shell"
	fi
done

touch 'dark chart.json' plain.csv
# shellcheck source=/dev/null
. "$work/complete.bash"
offered() { # NAME EXPECTED WORD...: what bash offers for the last word
	local name=$1 expected=$2
	shift 2
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_rafter 2>/dev/null
	same "bash: $name" "$expected" "$(printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ,)"
}
themes=$("$RAFTER" list themes | awk 'NR > 1 { print $1 }' | sort | paste -sd ,)
offered "commands" "draw" rafter dr
offered "help" "draw" rafter help dr
offered "help of nothing more" "" rafter help draw dr
offered "an option" "--theme" rafter draw --them
offered "options of the command alone" "" rafter list --them
offered "after an input" "--theme" rafter draw plain.csv --them
offered "files are bash's own" "" rafter draw pl
offered "a list" "$themes" rafter show themes ''
offered "a list and files" "dark,dark chart.json" rafter draw --theme da
offered "after an equals sign" "dark,dark chart.json" rafter draw --theme = da
offered "after an equals sign, nothing yet" "$(printf '%s\n' ${themes//,/ } 'dark chart.json' plain.csv | sort | paste -sd ,)" rafter draw --theme =
offered "formats" "pdf,png" rafter draw -T p
offered "choices" "name,name+shape" rafter draw --group na
offered "devices" "$("$RAFTER" list hardware | grep -o '^nvidia-h100[a-z-]*' | sort | paste -sd ,)" rafter draw plain.csv --hardware nvidia-h100
offered "lists" "themes" rafter list th
offered "no second list" "" rafter list themes th
offered "no schema to show" "sizes" rafter show s
offered "an entry after options" "paper" rafter show --format json -o x themes pa
offered "an entry after an option with an equals sign" "paper" rafter show --format = json themes pa
offered "free words" "" rafter draw --dpi ''
offered "an unknown command" "" rafter drow --

if command -v fish >/dev/null; then
	fish_offers() { # NAME EXPECTED LINE
		same "fish: $1" "$2" "$(HOME=$work fish -N -c "source $work/complete.fish; complete -C '$3'" 2>/dev/null | cut -f 1 | sort | paste -sd ,)"
	}
	fish_offers "commands" draw "rafter dr"
	fish_offers "help" draw "rafter help dr"
	fish_offers "an option" --theme "rafter draw --them"
	fish_offers "a list and files" "dark,dark chart.json" "rafter draw --theme da"
	fish_offers "after an equals sign" "--theme=dark,--theme=dark chart.json" "rafter draw --theme=da"
	fish_offers "choices" "name,name+shape" "rafter draw --group na"
	fish_offers "lists" themes "rafter list th"
	fish_offers "no schema to show" sizes "rafter show s"
	fish_offers "an entry after options" paper "rafter show --format json -o x themes pa"
	fish_offers "files" plain.csv "rafter draw pl"
	fish_offers "no files" "" "rafter draw --dpi pl"
else
	ok "fish offers # skipped: no fish"
fi

if command -v zsh >/dev/null; then
	mkdir "$work/zsh"
	cp "$work/complete.zsh" "$work/zsh/_rafter"
	zsh_lines=('rafter dr' 'rafter help dr' 'rafter draw --them' 'rafter draw --theme dar' 'rafter draw --theme=dar' 'rafter draw --group na' 'rafter list th' 'rafter show s'
		'rafter show --format json -o x themes pa' 'rafter draw pl' 'rafter draw --dpi pl' 'rafter list --them')
	zsh_expected='draw/draw/--theme/chart.json dark dark\/chart.json dark dark\/name name+shape/themes/sizes/paper/plain.csv//'
	same "zsh offers" "$zsh_expected" "$(HOME=$work TERM=xterm timeout 60 zsh -f "$here/zsh_offers.zsh" "$work/zsh" "${zsh_lines[@]}" </dev/null | paste -sd /)"
else
	ok "zsh offers # skipped: no zsh"
fi
finish
