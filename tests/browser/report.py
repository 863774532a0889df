#!/usr/bin/env python3
"""Looks at the page of `teecast repro` in a Chromium without a window, light and dark, on a screen and on a phone.

    report.py PAGE [FOLDER]   screenshots go into FOLDER
"""

import sys
from pathlib import Path

from chromium import browser, contrast

PAGE = Path(sys.argv[1])
FOLDER = Path(sys.argv[2]) if len(sys.argv) > 2 else None
WIDTHS = {"wide": (1280, 860), "phone": (390, 800)}
# CSS pixels: what a phone shows of the smallest letters.
SMALLEST = 10


def letters(tab):
    """Returns the size in which the letters of all charts are shown."""
    return tab.evaluate("""() => [...document.querySelectorAll(".chart text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)""")


def look(tab, name, scheme):
    page = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert page[0] <= page[1], f"{name}: the page is wider than the screen: {page}"
    assert min(letters(tab)) >= SMALLEST, f"{name}: letters of {min(letters(tab))} px"
    for section in tab.locator("section:has(figure):has(table)").all():
        before = section.evaluate("""(it) => it.querySelector("figure").compareDocumentPosition(
            it.querySelector("table")) & Node.DOCUMENT_POSITION_FOLLOWING""")
        assert before, f"{name}: a table stands before the charts"
    # The contents stay where they are while the page moves.
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    top = tab.locator("nav").evaluate("(it) => it.getBoundingClientRect().top")
    assert abs(top) < 1, f"{name}: the contents move to {top}"
    tab.evaluate("scrollTo(0, 0)")
    # On a dark page no part of a chart is white but letters, and these can be read.
    for paint in tab.evaluate("""() => [...document.querySelectorAll(".chart *")].flatMap((it) => {
        const { fill, stroke } = getComputedStyle(it);
        return it.matches("text, title, desc, style") ? [] : [fill, stroke];
    })"""):
        assert scheme == "light" or paint != "rgb(255, 255, 255)", f"{name}: white in a dark chart"
    ratio = contrast(tab, ".chart text", "body")
    assert ratio > 4.5, f"{name}: contrast {ratio:.1f}"


def use(tab, width):
    """Folds, filters, and follows a link of the contents."""
    if width < 960:
        tab.locator("#contents > summary").click()
    studies = tab.locator("section").count()
    title = tab.locator("nav li a").last.inner_text()
    tab.locator("#filter").fill(title)
    assert tab.locator("section:visible").count() == 1, title
    assert tab.locator("#count").inner_text() == f"1 of {studies} studies"
    tab.locator("#filter").fill("")
    assert tab.locator("section:visible").count() == studies
    tall = tab.evaluate("document.body.scrollHeight")
    tab.locator("#fold").click()
    assert tab.evaluate("document.body.scrollHeight") < tall / 2
    tab.locator("nav li a").last.click()
    target = tab.locator("section").last
    assert target.locator("> details").evaluate("(it) => it.open")
    command = target.locator(".command").inner_text()
    study = target.get_attribute("id")
    assert command.startswith(f"teecast repro {study} --runs ") and " --seed " in command, command
    # The numbers are folded until somebody asks for them.
    numbers = target.locator("details > details")
    assert not numbers.locator("table").is_visible()
    numbers.locator("summary").click()
    assert numbers.locator("table").is_visible()


with browser() as chromium:
    for scheme in ["light", "dark"]:
        for name, (width, height) in WIDTHS.items():
            tab = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            errors = []
            tab.on("pageerror", lambda error: errors.append(str(error)))
            tab.goto(PAGE.resolve().as_uri())
            look(tab, f"{name} {scheme}", scheme)
            if FOLDER:
                FOLDER.mkdir(parents=True, exist_ok=True)
                tab.screenshot(path=FOLDER / f"report-{scheme}-{width}.png")
                tab.locator("figure").first.scroll_into_view_if_needed()
                tab.screenshot(path=FOLDER / f"report-{scheme}-{width}-chart.png")
            use(tab, width)
            assert not errors, errors
            tab.close()
