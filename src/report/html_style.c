// SPDX-License-Identifier: MIT
// How the page of a report looks. Colours are variables, filled from the themes of its pictures.
#include "report/document.h"

static const char layout[] =
	"*{box-sizing:border-box}\n"
	"html{background:var(--paper);color:var(--ink);font:16px/1.5 var(--face);-webkit-text-size-adjust:100%;font-variant-ligatures:no-contextual}\n"
	"body{margin:0 auto;padding:2.5rem 1.5rem 4rem;max-width:63rem}\n"
	"h1,h2,h3{font-weight:600;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}\n"
	"h1{font-size:1.75rem;margin:0 0 .5rem}\n"
	"h2{font-size:1.375rem;margin:0 0 .25rem}\n"
	"h3,.one h2.part{font-size:1rem;margin:2.25rem 0 .5rem;letter-spacing:0}\n"
	"p{margin:.25rem 0}\n"
	".about{color:var(--muted);overflow-wrap:anywhere}\n"
	"a{color:var(--accent);text-underline-offset:.15em}\n"
	"a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n"
	"nav{margin:1.25rem 0 2.5rem;font-size:.875rem}\n"
	"nav h2{font-size:.875rem;letter-spacing:0;color:var(--muted);margin:0 0 .25rem}\n"
	"nav ol{list-style:none;margin:0;padding:0}\n"
	"nav li{padding:.3rem 0;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}\n"
	"nav li a{overflow-wrap:anywhere}\n"
	"nav li span{color:var(--muted)}\n"
	".one nav ol{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}\n"
	".one nav li{border:0;padding:0}\n"
	".chart+.chart{margin-top:4rem;padding-top:2.5rem;border-top:1px solid var(--line)}\n"
	"figure{margin:1rem 0 1.5rem}\n"
	"figcaption{margin-top:.5rem;overflow-wrap:anywhere}\n"
	".pic{display:none}\n"
	".pic svg{display:block;width:100%;height:auto}\n"
	".pic.w.l,.pic.w.a{display:block}\n"
	"table{border-collapse:collapse;width:100%;font-size:.8125rem;line-height:1.4;font-variant-numeric:tabular-nums}\n"
	"caption{caption-side:bottom;text-align:left;color:var(--muted);padding-top:.5rem}\n"
	"th,td{padding:.35rem .6rem .35rem 0;text-align:left;vertical-align:top;overflow-wrap:break-word}\n"
	"table.small{width:auto;max-width:100%}\n"
	"table.small th,table.small td{padding-right:1.5rem}\n"
	"th.n+th:not(.n),td.n+td:not(.n){padding-left:.75rem}\n"
	"table tr>:last-child{padding-right:0!important}\n"
	"th.n,td.n{text-align:right;white-space:nowrap;overflow-wrap:normal}\n"
	"thead th{vertical-align:bottom;font-weight:600;color:var(--muted);border-bottom:1.5px solid var(--ink);overflow-wrap:normal}\n"
	"tbody tr{border-bottom:1px solid var(--line)}\n"
	"tbody th{font-weight:600;min-width:8rem;overflow-wrap:anywhere}\n"
	"table.names thead th:first-child{width:26%}\n"
	"table td.bar{min-width:9.5rem;padding-left:1.25rem;background:linear-gradient(var(--tint),var(--tint)) 0 .18rem/calc((100% - 4.5rem)*var(--s)) .75rem no-repeat content-box}\n"
	"code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;overflow-wrap:anywhere}\n"
	"summary{cursor:pointer;overflow-wrap:anywhere}\n"
	"details span{font-weight:400;overflow-wrap:anywhere}\n"
	".list{margin:.5rem 0;padding-left:1.25rem;font-size:.875rem;overflow-wrap:anywhere}\n"
	".list li{margin:.2rem 0}\n"
	".sources{list-style:none;padding:0;counter-reset:s}\n"
	".sources li{counter-increment:s;display:grid;grid-template-columns:2.25rem minmax(0,1fr)}\n"
	".sources li::before{content:'['counter(s)']';color:var(--muted)}\n"
	".up{font-size:.875rem;margin-top:2rem}\n";

// Rows of a table as cards, each cell with the title of its column; the narrow drawing.
static const char narrow[] =
	"@media screen and (max-width:760px){\n"
	"body{padding:1.5rem 1rem 3rem}\n"
	"h1{font-size:1.5rem}\n"
	"table,caption,thead,tbody,tr,th,td{display:block;min-width:0!important}\n"
	"table,table.small{display:flex;flex-direction:column;width:100%}\n"
	"caption{order:2}\n"
	"thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n"
	"tbody tr{padding:.6rem 0}\n"
	"table th,table td{padding:.1rem 0!important}\n"
	"tbody td,tbody td.n{display:flex;justify-content:space-between;gap:1rem;text-align:right;white-space:normal;overflow-wrap:anywhere}\n"
	"tbody td:empty{display:none}\n"
	"td::before{content:attr(data-l);color:var(--muted);text-align:left;flex:none}\n"
	"table td.bar{background-position:5.5rem .2rem;background-size:calc((100% - 10rem)*var(--s)) .75rem}\n"
	"}\n"
	"@media screen and (max-width:600px){\n"
	".pic.w.l,.pic.w.a{display:none}\n"
	".pic.s.l,.pic.s.a{display:block;max-width:none!important}\n"
	"}\n"
	"@media screen and (max-width:600px) and (prefers-color-scheme:dark){\n"
	".pic.w.d,.pic.s.l{display:none}\n"
	".pic.s.d{display:block;max-width:none!important}\n"
	"}\n";

// The list of charts beside them.
static const char beside[] =
	"@media screen and (min-width:1400px){\n"
	".many{max-width:82rem;display:grid;grid-template-columns:15rem minmax(0,60rem);gap:0 4rem;justify-content:center}\n"
	".many header{grid-column:2}\n"
	".many nav{grid-column:1;grid-row:1/3;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;margin:0;padding:.5rem .25rem 2rem 0}\n"
	".many nav li{display:block}\n"
	".many nav li span{display:block}\n"
	".many main{grid-column:2;margin-top:2rem}\n"
	"}\n";

static const char print[] =
	"@page{size:auto;margin:14mm}\n"
	"@media print{\n"
	"html{font-size:10pt;background:#fff;print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"
	"body{padding:0;max-width:none}\n"
	".one nav,.up{display:none}\n"
	"a{color:inherit;text-decoration:none}\n"
	".chart+.chart{break-before:page;margin:0;padding:0;border:0}\n"
	"h1,h2,h3,caption{break-after:avoid}\n"
	"caption{break-before:avoid;break-inside:avoid}\n"
	"figure,tr,li{break-inside:avoid}\n"
	"thead{display:table-header-group}\n"
	"table{font-size:7.5pt}\n"
	".list{font-size:8pt}\n"
	"tbody th{min-width:5.5rem}\n"
	"}\n";

static void write_colours(const struct theme *theme, GString *out)
{
	const struct colour white = {255, 255, 255, true}, paper = theme->background.visible ? theme->background : white;
	const struct {
		const char *name;
		struct colour colour;
	} colours[] = {
		{"paper", paper},
		{"ink", theme->text},
		{"muted", theme->muted},
		{"line", colour_mix(theme->muted, paper, 0.25)},
		{"accent", theme->accent},
		{"tint", colour_mix(theme->accent, paper, 0.45)},
	};
	g_string_append(out, ":root{");
	for (size_t i = 0; i < G_N_ELEMENTS(colours); i++)
		g_string_append_printf(out, "--%s:%s;", colours[i].name, colour_format(colours[i].colour).text);
}

// Family lists of a theme file are the user's words: only what a list of families is made of gets into the sheet.
static void write_families(const char *text, GString *out)
{
	size_t quotes = 0;
	for (const char *at = text; *at; at++)
		quotes += *at == '\'';
	for (const char *at = text; *at; at++) {
		if (g_ascii_isalnum(*at) || *at == ' ' || *at == ',' || *at == '-' || (*at == '\'' && quotes % 2 == 0) || (unsigned char)*at >= 0x80)
			g_string_append_c(out, *at);
	}
}

static bool is_dark(const struct theme *theme)
{
	return theme->background.visible && colour_luminance(theme->background) < 0.2;
}

void html_write_style(const struct document *document, GString *out)
{
	const struct theme *theme = document->theme;
	g_string_append(out, "<style>\n");
	write_colours(theme, out);
	g_string_append(out, "--face:'");
	g_autofree char *family = g_strdelimit(g_strdup(theme->family), "'", ' ');
	write_families(family, out);
	g_string_append(out, "'");
	if (theme->svg_fallback && *theme->svg_fallback) {
		g_string_append_c(out, ',');
		write_families(theme->svg_fallback, out);
	}
	g_string_append_printf(out, ";color-scheme:%s}\n", document->dark ? "light dark" : is_dark(theme) ? "dark" : "light");
	g_string_append(out, layout);
	if (document->dark) {
		g_string_append(out, "@media screen and (prefers-color-scheme:dark){\n");
		write_colours(document->dark, out);
		g_string_append(out, "}\n.pic.w.l{display:none}\n.pic.w.d{display:block}\n}\n");
	}
	g_string_append(out, narrow);
	g_string_append(out, beside);
	g_string_append(out, print);
	if (is_dark(theme)) {
		g_string_append(out, "@media print{\n");
		write_colours(document->print, out);
		g_string_append(out, "color-scheme:light}\n}\n");
	}
	g_string_append(out, "</style>\n");
}
