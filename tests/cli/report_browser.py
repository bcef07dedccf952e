#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a report in headless Chromium and holds it to what a reader needs. Prints `ok NAME` or `not ok NAME: why`.

    report_browser.py PROFILE-FOLDER NAME PAGE.html [SCREENSHOT-FOLDER]
"""
import base64
import itertools
import json
import os
import re
import subprocess
import sys

WIDTHS = (400, 1000, 1600)
HEIGHT = 900
FLAGS = ("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
         "--disable-sync --hide-scrollbars --force-device-scale-factor=1 --remote-debugging-pipe").split()

# What is wrong with the layout: a page wider than its window, words that are cut, a picture too many.
LAYOUT = """(() => {
  const wrong = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const visible = e => e.getClientRects().length > 0;
  for (const e of document.querySelectorAll('h1,h2,h3,p,a,li,th,td,caption,figcaption,figure,table,svg,summary,code')) {
    if (!visible(e) || e.closest('thead') && getComputedStyle(e.closest('thead')).position === 'absolute') continue;
    const box = e.getBoundingClientRect();
    if (box.right > width + 0.5 || box.left < -0.5) wrong.push(`<${e.tagName}> '${e.textContent.slice(0, 30)}' ends at ${box.right} px`);
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !(e instanceof SVGElement)) wrong.push(`<${e.tagName}> '${e.textContent.slice(0, 30)}' is cut`);
  }
  for (const figure of document.querySelectorAll('figure')) {
    const shown = [...figure.querySelectorAll('.pic')].filter(visible).length;
    if (shown !== 1) wrong.push(`${shown} pictures of one chart`);
  }
  for (const row of document.querySelectorAll('tbody tr')) {
    const cells = [...row.children].filter(visible).map(e => e.getBoundingClientRect());
    for (let i = 1; i < cells.length; i++)
      if (cells[i].left < cells[i - 1].right - 1 && cells[i].top < cells[i - 1].bottom - 1) wrong.push(`cells of '${row.textContent.slice(0, 30)}' overlap`);
  }
  return wrong;
})()"""

# The least contrast of words with what they stand on, by WCAG 2.
CONTRAST = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = text => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const luminance = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const contrast = (a, b) => { const [x, y] = [luminance(rgb(a)), luminance(rgb(b))]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (rgb(c)[3] === 255) return c; } return 'white'; };
  let least = {ratio: 21, text: ''};
  const see = (text, colour, under) => { const ratio = contrast(colour, under); if (ratio < least.ratio) least = {ratio, text: `'${text.slice(0, 40)}' ${colour} on ${under}`}; };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = words.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.getClientRects().length || e instanceof SVGElement) continue;
    see(node.data, getComputedStyle(e).color, ground(e));
  }
  for (const text of document.querySelectorAll('svg text')) {
    if (!text.getClientRects().length) continue;
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect(), at = svg.createSVGPoint();
    at.x = box.x + box.width / 2; at.y = box.y + box.height / 2;
    const rect = svg.querySelector(':scope > rect');
    let under = rect ? getComputedStyle(rect).fill : ground(svg.parentElement);
    for (const region of svg.querySelectorAll('path.region'))
      if (region.isPointInFill(at.matrixTransform(region.getScreenCTM().inverse()))) under = getComputedStyle(region).fill;
    see(text.textContent, getComputedStyle(text).fill, under);
  }
  return least;
})()"""

ANCHORS = """(() => {
  const wrong = [];
  for (const a of document.querySelectorAll('a')) {
    const href = a.getAttribute('href');
    const target = href.startsWith('#') && document.getElementById(href.slice(1));
    if (!target) { wrong.push(`${href} leads nowhere`); continue; }
    a.click();
    const top = target.getBoundingClientRect().top, rest = document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
    if (!(Math.abs(top) < 2 || (rest < 2 && top < window.innerHeight && top >= 0) || (window.scrollY < 2 && top < window.innerHeight && top >= 0)))
      wrong.push(`${href} scrolls to ${top}`);
  }
  window.scrollTo(0, 0);
  return wrong;
})()"""

IDS = "(() => { const n = {}; for (const e of document.querySelectorAll('[id]')) n[e.id] = (n[e.id] || 0) + 1; return Object.keys(n).filter(k => n[k] > 1); })()"

FOCUSABLE = "[...document.querySelectorAll('a,summary')].filter(e => e.getClientRects().length).map(e => e.tagName + ' ' + e.textContent.slice(0, 60))"
FOCUSED = "document.activeElement === document.body ? '' : document.activeElement.tagName + ' ' + document.activeElement.textContent.slice(0, 60)"


class Browser:
    """Chromium by its debugging pipe: JSON messages that end with a zero byte."""

    def __init__(self, profile):
        from_here, self.to_browser = os.pipe()
        self.from_browser, from_there = os.pipe()

        def ends():
            # Both may stand where the other has to go.
            a, b = os.dup(from_here), os.dup(from_there)
            os.dup2(a, 3)
            os.dup2(b, 4)
        self.process = subprocess.Popen(["chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"], preexec_fn=ends, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_here)
        os.close(from_there)
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []
        self.session = None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]

    def read(self):
        while b"\0" not in self.rest:
            got = os.read(self.from_browser, 1 << 16)
            if not got:
                raise SystemExit("not ok browser: it went away")
            self.rest += got
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **params):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == number:
                if "error" in answer:
                    raise SystemExit(f"not ok browser: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method, times=1):
        while sum(e.get("method") == method for e in self.events) < times:
            self.events.append(self.read())

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"not ok browser: {result['exceptionDetails']}")
        return result["result"].get("value")

    def close(self):
        self.session = None
        os.write(self.to_browser, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


def report(name, wrong):
    print(f"not ok {name}: {wrong[0]}" if wrong else f"ok {name}", flush=True)


def dress(browser, width, scheme):
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=HEIGHT, deviceScaleFactor=1, mobile=False)
    browser.ask("Emulation.setEmulatedMedia", media="screen", features=[{"name": "prefers-color-scheme", "value": scheme}])


def screenshot(browser, path):
    size = browser.ask("Page.getLayoutMetrics")["cssContentSize"]
    # Larger ones come back empty.
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
    picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
    with open(path, "wb") as file:
        file.write(base64.b64decode(picture["data"]))


def check_looks(browser, name, shots):
    for width, scheme in itertools.product(WIDTHS, ("light", "dark")):
        dress(browser, width, scheme)
        report(f"{name} at {width} px, {scheme}: nothing cut", browser.value(LAYOUT))
        least = browser.value(CONTRAST)
        report(f"{name} at {width} px, {scheme}: contrast", [] if least["ratio"] >= 4.5 else [f"{least['ratio']:.2f} of {least['text']}"])
        if shots:
            print(f"# {name} {width} {scheme}: least contrast {least['ratio']:.2f} of {least['text']}")
            screenshot(browser, f"{shots}/{name}-{width}-{scheme}.png")


def check_print(browser, name, shots):
    browser.ask("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    least = browser.value(CONTRAST)
    report(f"{name} printed: contrast", [] if least["ratio"] >= 4.5 else [f"{least['ratio']:.2f} of {least['text']}"])
    paper = browser.value("(s => s.backgroundColor + ' ' + s.colorScheme.split(' ')[0])(getComputedStyle(document.documentElement))")
    report(f"{name} printed: on white", [] if paper == "rgb(255, 255, 255) light" else [paper])
    browser.ask("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    printed = base64.b64decode(browser.ask("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27, paperHeight=11.69, printBackground=True)["data"])
    if shots:
        with open(f"{shots}/{name}-print.pdf", "wb") as file:
            file.write(printed)
    charts = browser.value("document.querySelectorAll('.chart').length")
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    report(f"{name} printed: a page for each chart at least", [] if pages >= charts else [f"{pages} pages of {charts} charts"])


def check_keyboard(browser, name):
    expected = browser.value(FOCUSABLE)
    found = []
    for _ in range(len(expected)):
        for kind in ("keyDown", "keyUp"):
            browser.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        found.append(browser.value(FOCUSED))
    report(f"{name}: Tab goes through it in reading order", [] if found == expected else [f"expected {expected[:4]}, found {found[:4]}"])


def check_reader(browser, name):
    """What a screen reader is told, in its order: headings by level, pictures and tables with names."""
    nodes = [n for n in browser.ask("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    role = lambda n: n["role"]["value"]
    text = lambda n: n.get("name", {}).get("value", "")
    levels = [next(p["value"]["value"] for p in n["properties"] if p["name"] == "level") for n in nodes if role(n) == "heading"]
    wrong = [] if levels[:1] == [1] and levels.count(1) == 1 else [f"levels {levels}"]
    wrong += [f"level {b} after {a}" for a, b in zip(levels, levels[1:]) if b > a + 1]
    report(f"{name}: headings", wrong)
    pictures = [n for n in nodes if role(n) in ("image", "img")]
    report(f"{name}: one named picture a chart", [] if len(pictures) == browser.value("document.querySelectorAll('figure').length") and
           all(text(n) for n in pictures) else [f"{len(pictures)}: {[text(n) for n in pictures]}"])
    tables = [n for n in nodes if role(n) == "table"]
    report(f"{name}: tables have names", [] if tables and all(text(n) for n in tables) else [f"{[text(n) for n in tables]}"])
    report(f"{name}: cells have heads", [] if any(role(n) == "columnheader" for n in nodes) and any(role(n) == "rowheader" for n in nodes) else ["none"])


def main():
    profile, name, page = sys.argv[1:4]
    shots = sys.argv[4] if len(sys.argv) > 4 else None
    browser = Browser(profile)
    for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
        browser.ask(f"{domain}.enable")
    address = "file://" + os.path.abspath(page)
    browser.ask("Page.navigate", url=address)
    browser.wait_for("Page.loadEventFired")
    check_looks(browser, name, shots)
    dress(browser, 1000, "light")
    report(f"{name}: ids are unique", browser.value(IDS))
    report(f"{name}: anchors lead where they say", browser.value(ANCHORS))
    browser.ask("Page.navigate", url=address + "?again")
    browser.wait_for("Page.loadEventFired", 2)
    check_keyboard(browser, name)
    check_reader(browser, name)
    check_print(browser, name, shots)
    said = [e["params"] for e in browser.events if e.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]
    report(f"{name}: no console message", [json.dumps(s)[:200] for s in said])
    asked = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    report(f"{name}: loads nothing", [u for u in asked if not u.startswith((address, "data:"))])
    browser.close()


main()
