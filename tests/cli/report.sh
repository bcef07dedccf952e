#!/bin/sh
# SPDX-License-Identifier: MIT
# rafter report: one file that needs nothing beside it, whatever the names in it; a chart for each input on each machine; all of its files or none.
# shellcheck disable=SC2317 # functions are called by check and code
. "$(dirname "$0")/lib.sh"

case $RAFTER in
/*) ;;
*/*) RAFTER=$(cd "$(dirname "$RAFTER")" && pwd)/$(basename "$RAFTER") ;;
esac
unset SOURCE_DATE_EPOCH
tab=$(printf '\t')
long=$(printf 'gemm_kernel<float, %.0s' $(seq 160))
cat >"$work/hostile.tsv" <<END
name${tab}flops${tab}bytes${tab}time
<script>alert(1)</script>${tab}1e12 FLOP${tab}1e9 B${tab}2 ms
x" onload="y' & <b> | \`z\`${tab}1e12 FLOP${tab}1e9 B${tab}5 ms
$long${tab}1e11 FLOP${tab}1e9 B${tab}1 ms
plain${tab}1e9 FLOP${tab}1e9 B${tab}0.4 ms
END
in_samples() {
	(cd "$samples" && "$@")
}

# ---- HTML -----------------------------------------------------------------------------------------------------------------------------------------------

code "three charts" 0 in_samples "$RAFTER" report h100-transformer.json zero-flop.json amdahl.json -o "$work/three.html" -o "$work/three.pdf" -o "$work/three.md" --quiet
code "hostile names" 0 "$RAFTER" report "$work/hostile.tsv" --hardware nvidia-h100-sxm -o "$work/hostile.html" -o "$work/hostile.pdf" -o "$work/hostile.md"
code "one chart" 0 "$RAFTER" report "$samples/matmul-batch.json" --theme paper -o "$work/one.html" -o "$work/one.pdf"

# Every element is closed in its turn, ids are unique, what is referred to by id is there.
cat >"$work/nesting.py" <<'PYTHON'
import html.parser, sys
VOID = {"meta", "link", "br", "img", "hr", "input"}
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.refs = [], set(), []
    def attributes(self, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f"an attribute twice: {names}"
        for name, value in attributes:
            if name == "id":
                assert value not in self.ids, f"id '{value}' twice"
                self.ids.add(value)
            if name in ("aria-labelledby", "aria-describedby"):
                self.refs += value.split()
            if name == "href" and value.startswith("#"):
                self.refs.append(value[1:])
            if name == "clip-path":
                self.refs.append(value[5:-1])
            assert not name.startswith("on") and name != "src", f"attribute {name}"
    def handle_starttag(self, tag, attributes):
        self.attributes(attributes)
        if tag not in VOID:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        assert "svg" in self.open, f"<{tag}/> outside of SVG"
        self.attributes(attributes)
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
assert not page.open, page.open
missing = [ref for ref in page.refs if ref not in page.ids]
assert not missing, f"refer to nothing: {missing[:3]}"
PYTHON

for name in three hostile one; do
	page=$work/$name.html
	check "$name.html: nesting and ids" "wrong" python3 "$work/nesting.py" "$page"
	xmllint --html --noout --nonet "$page" 2>"$work/lint" || true
	same "$name.html: xmllint" "" "$(grep 'parser error' "$work/lint" | grep -vE 'Tag [A-Za-z]+ invalid')"
	absent "$name.html: runs nothing" '<script|<foreignObject|<iframe|<object|<embed|javascript:[^a]| on[a-z]+="' "$page"
	absent "$name.html: loads nothing" 'href="[^#d]|src=|url\([^#]|@import|<!ENTITY|<base' "$page"
	check "$name.html: light and dark, paper" "lacks a rule" grep -q '@media print' "$page"
done
check "a page for both schemes" "no dark colours" grep -q 'prefers-color-scheme:dark' "$work/three.html"
same "a theme that was asked for is the only one" 0 "$(grep -c 'pic w d\|pic s d' "$work/one.html")"
same "charts" 3 "$(grep -c '<section class="chart"' "$work/three.html")"
check "the input's hash" "another" grep -qF "$(sha256sum "$samples/zero-flop.json" | cut -d ' ' -f 1)" "$work/three.html"
check "a long name in full" "shortened" grep -qF 'gemm_kernel&lt;float, gemm_kernel&lt;float, gemm_kernel&lt;float, gemm_kernel&lt;float, gemm_kernel&lt;float, gemm_kernel&lt;float, gemm_kernel' "$work/hostile.html"
same "what pays most stands first" "x&quot; onload=&quot;y&#39; &amp; &lt;b&gt; | \`z\`" "$(sed -n -E '/what pays most/,$ s/^<tr><th scope="row">([^<]*)<.*/\1/p' "$work/hostile.html" | head -n 1)"
check "sources of the ceilings" "none" grep -q 'https://www.nvidia.com/en-us/data-center/h100/' "$work/three.html"
absent "warnings call files by their base name" "$work" "$work/hostile.html"

# ---- PDF ------------------------------------------------------------------------------------------------------------------------------------------------

for name in three hostile one; do
	pdf=$work/$name.pdf
	check "$name.pdf: sound" qpdf qpdf --check "$pdf"
	pdffonts "$pdf" | tail -n +3 >"$work/fonts"
	check "$name.pdf: has fonts" "none" test -s "$work/fonts"
	same "$name.pdf: fonts are embedded outlines" "" "$(grep -v -E '  *(TrueType|CID TrueType|Type 1C|CID Type 0C)  *[^ ]+  *yes  *yes  *(yes|no)  *[0-9]+  *[0-9]+ *$' "$work/fonts")"
	qpdf --qdf --object-streams=disable "$pdf" "$work/plain.pdf"
	absent "$name.pdf: runs nothing" '/JS|/JavaScript|/OpenAction|/URI|/Launch|/EmbeddedFile|/Group' "$work/plain.pdf"
	same "$name.pdf: A4" "595.276 x 841.89 pts (A4)" "$(pdfinfo "$pdf" | sed -n 's/^Page size: *//p')"
done
pdftotext -layout "$work/three.pdf" "$work/three.txt"
check "three.pdf: text" "no title" grep -q 'Roofline report, 3 charts' "$work/three.txt"
check "three.pdf: hash" "none" grep -qF "$(sha256sum "$samples/amdahl.json" | cut -d ' ' -f 1)" "$work/three.txt"
check "three.pdf: a bookmark for each chart" "fewer" sh -c 'test "$(grep -a -c "/Dest" "$1")" -ge 3' sh "$work/three.pdf"
pdftotext -layout "$work/hostile.pdf" "$work/hostile.txt"
check "hostile.pdf: names are words" "none" grep -qF '<script>alert(1)</script>' "$work/hostile.txt"

code "names that a picture of the page's width would cut" 0 "$RAFTER" report "$samples/network.json" -o "$work/names.pdf"
same "names.pdf: whole in the picture, in its table" 2 "$(pdftotext -layout "$work/names.pdf" - | grep -c 'ffn, 8 GPUs by NVLink')"

# A theme file cannot break out of the style sheet.
printf '{"svg_fallback": "x'"'"'}</style><script>alert(1)</script>{", "family": "Inter"}' >"$work/theme.json"
code "hostile theme" 0 "$RAFTER" report "$samples/one-point.json" --theme "$work/theme.json" -o "$work/themed.html"
check "hostile theme: nesting" "wrong" python3 "$work/nesting.py" "$work/themed.html"
absent "hostile theme: runs nothing" '<script' "$work/themed.html"

# ---- Markdown -------------------------------------------------------------------------------------------------------------------------------------------

for name in three hostile; do
	sed -n -E 's/^!\[.*\]\((.*)\)$/\1/p' "$work/$name.md" >"$work/links"
	check "$name.md: links" "none" test -s "$work/links"
	while read -r link; do
		check "$name.md: $link" "not there" test -s "$work/$link"
	done <"$work/links"
done
same "three.md: pictures" "three-1.svg three-2.svg three-3.svg" "$(cd "$work" && echo three-*.svg)"
absent "hostile.md: no markup" '(^|[^\\])<(script|b)' "$work/hostile.md"
code "a picture's name is a link" 0 "$RAFTER" report "$samples/one-point.json" -o "$work/my report (1).md"
check "a picture's name is a link: escaped" "not" grep -qF '](my%20report%20%281%29-1.svg)' "$work/my report (1).md"
code "Markdown to standard output" 0 "$RAFTER" report "$samples/one-point.json" --format markdown
same "Markdown to standard output: no pictures" 0 "$(grep -c '!\[' "$work/out")"
check "Markdown to standard output: tables" "none" grep -qF '| point | bound by |' "$work/out"

# ---- which charts -----------------------------------------------------------------------------------------------------------------------------------------

charts() { # ARGUMENT...: headings of the Markdown
	"$RAFTER" report "$@" --format markdown --quiet 2>"$work/err" | sed -n 's/^## //p' | grep -v -E '^(Points|Ceilings|Sources|Made|Not|Assump|Warn|Sweeps)'
}
table=$samples/import/table/transformer.csv
same "an input on two machines" "transformer.csv on H100 SXM5 80GB
transformer.csv on Instinct MI300X" "$(charts "$table" --hardware nvidia-h100-sxm --hardware mi300x)"
same "two inputs on two machines: by input" 4 "$(charts "$table" "$work/hostile.tsv" --hardware nvidia-h100-sxm --hardware mi300x | grep -c ' on ')"
same "one chart of all" "" "$(charts "$table" "$work/hostile.tsv" --hardware nvidia-h100-sxm --hardware mi300x --one-chart)"
same "standard input for several charts" 2 "$(charts - --hardware nvidia-h100-sxm --hardware mi300x <"$table" | grep -c 'standard input')"
same "a title" "# Nightly" "$("$RAFTER" report "$table" --hardware nvidia-h100-sxm --format markdown --title Nightly --quiet | head -n 1)"

# ---- what is wrong ------------------------------------------------------------------------------------------------------------------------------------------

wrong() { # NAME CODE TEXT ARGUMENT...
	wrong_name=$1 wrong_code=$2 wrong_text=$3
	shift 3
	code "$wrong_name" "$wrong_code" "$RAFTER" report "$@"
	check "$wrong_name: said" "$(head -n 1 "$work/err")" grep -qF -- "$wrong_text" "$work/err"
}
wrong "no output" 2 "expected an output, as -o report.html" "$samples/one-point.json"
wrong "unknown suffix" 2 "(html, htm, pdf, md or markdown), found '.doc'" "$samples/one-point.json" -o "$work/a.doc"
wrong "no suffix" 2 "has no suffix that says the format" "$samples/one-point.json" -o "$work/a"
wrong "suffix and format disagree" 2 "say different formats" "$samples/one-point.json" --format pdf -o "$work/a.html"
wrong "unknown format" 2 "expected html, pdf or markdown" "$samples/one-point.json" --format svg
wrong "standard input twice" 2 "can be read once" - - -o "$work/a.html"
wrong "one picture twice" 2 "is asked for twice" "$samples/one-point.json" -o "$work/a.md" -o "$work/a.markdown"
wrong "one bad input of three" 3 "trailing-comma.json" "$samples/one-point.json" "$samples/../tests/errors/trailing-comma.json" "$samples/network.json" -o "$work/a.html"
wrong "an input that is not there" 4 "cannot read" "$samples/one-point.json" "$work/none.json" -o "$work/a.html"
wrong "a folder that is not there" 4 "cannot write" "$samples/one-point.json" -o "$work/none/a.html"
wrong "a full disk" 4 "No space left on device" "$samples/one-point.json" --format html -o /dev/full
wrong "warnings as errors" 3 "above-roof" "$samples/above-roof.json" --strict -o "$work/a.html"
same "no file was made" "" "$(find "$work" -name 'a.*' -o -name 'a-*' -o -name a)"
wrong "the same warning is said once" 0 "above-roof" "$samples/above-roof.json" "$samples/above-roof.json" -o "$work/b.html"
same "the same warning is said once: count" "$(grep -c 'warning' "$work/err")" "$("$RAFTER" draw "$samples/above-roof.json" -T svg 2>&1 >/dev/null | grep -c 'warning')"
mkdir "$work/full"
echo old >"$work/full/r.md"
chmod 444 "$work/full/r.md"
if [ "$(id -u)" -ne 0 ]; then
	wrong "all files or none" 4 "cannot write" "$samples/one-point.json" -o "$work/full/r.md"
	same "all files or none: no picture" "r.md" "$(ls "$work/full")"
fi

# ---- the same bytes -----------------------------------------------------------------------------------------------------------------------------------------

there=$work/another/folder
mkdir -p "$there"
cp "$work/hostile.tsv" "$samples/zero-flop.json" "$there/"
code "in one folder" 0 sh -c 'cd "$1" && "$2" report "$1/hostile.tsv" "$3/zero-flop.json" --hardware nvidia-a100-sxm-80gb -o same.html -o same.pdf -o same.md --quiet' sh "$work" "$RAFTER" "$samples"
code "in another" 0 sh -c 'cd "$1" && TZ=Pacific/Kiritimati taskset -c 0 "$2" report hostile.tsv zero-flop.json --hardware nvidia-a100-sxm-80gb -o same.html -o same.pdf -o same.md --quiet' sh "$there" "$RAFTER"
for file in same.html same.pdf same.md same-1.svg same-2.svg; do
	check "$file: the same bytes in any folder" "bytes differ" cmp "$work/$file" "$there/$file"
done
SOURCE_DATE_EPOCH=1000000000 "$RAFTER" report "$samples/one-point.json" -o "$work/dated.pdf"
same "dated PDF says when" "Sun Sep  9 01:46:40 2001 UTC" "$(TZ=UTC pdfinfo "$work/dated.pdf" | sed -n 's/^CreationDate: *//p')"

finish
