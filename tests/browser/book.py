#!/usr/bin/env python3
"""Looks at the pages of the book in a Chromium without a window.

    book.py BOOK FOLDER   screenshots go into FOLDER
"""

import base64
import sys
from pathlib import Path

from chromium import browser

BOOK, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
WIDTHS = {1280: 860, 390: 800}
THEMES = {"light": "light", "navy": "dark"}
SHOWN = ["hypercube", "qor"]


def corner(tab, picture):
    """Returns how light the page of a picture is, 0 to 255, in its upper left corner."""
    text = base64.b64encode(picture.screenshot()).decode()
    return tab.evaluate("""async (text) => {
        const image = new Image();
        image.src = `data:image/png;base64,${text}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return Math.max(...context.getImageData(3, 3, 1, 1).data.slice(0, 3));
    }""", text)


def look(tab, page, theme, width):
    name = f"{page} {theme} {width}"
    tab.goto(page.resolve().as_uri())
    tab.locator("main").wait_for()
    if width > 1000:
        long = tab.evaluate("""() => [...document.querySelectorAll("pre > code")].filter((code) =>
            /^(\\$ )?(teecast|cargo|make|sbatch|iverilog) /m.test(code.textContent)
            && code.scrollWidth > code.clientWidth).map((code) => code.textContent)""")
        assert not long, f"{name}: too wide: {long}"
    moved = tab.evaluate("""() => [...document.querySelectorAll(".table-wrapper")].filter((table) => {
        table.scrollLeft = 80;
        const cell = table.querySelector("td:first-child");
        const moves = table.scrollLeft > 0
            && Math.abs(cell.getBoundingClientRect().left - table.getBoundingClientRect().left) > 2;
        table.scrollLeft = 0;
        return moves;
    }).length""")
    assert moved == 0, f"{name}: the first column of {moved} tables moves away"
    if width > 1000:
        for picture in tab.locator('main img[src$=".svg"]:visible').all():
            light = corner(tab, picture)
            assert (light < 80) == (theme == "navy"), f"{name}: {picture.get_attribute('src')} is {light}"


with browser() as chromium:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pages = [BOOK / "index.html", *sorted((BOOK / "docs").glob("*.html")), *sorted((BOOK / "reference").glob("*.html"))]
    assert len(pages) > 20, pages
    for theme, scheme in THEMES.items():
        # The theme that a reader chose counts, not that of his system.
        for system in ["light", "dark"]:
            for width, height in WIDTHS.items():
                tab = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=system)
                tab.add_init_script(f"localStorage.setItem('mdbook-theme', '{theme}')")
                for page in pages if system != scheme else pages[:3]:
                    look(tab, page, theme, width)
                    if page.stem in SHOWN:
                        tab.screenshot(path=FOLDER / f"book-{page.stem}-{theme}-{width}.png")
                tab.close()
