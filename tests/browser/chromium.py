"""A Chromium without a window, and what the checks of pages measure in it."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

NAMES = ["chromium", "chromium-browser", "google-chrome"]
# It shows files: no network, no graphics processor, no sandbox within the one of a container.
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@contextmanager
def browser():
    program = next(path for path in map(shutil.which, NAMES) if path)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield chromium
        chromium.close()


def contrast(tab, words, page):
    """Returns the contrast of the first words that a selector finds, by WCAG 2."""
    fill, ground = tab.evaluate("""([words, page]) => [
        getComputedStyle(document.querySelector(words)).fill,
        getComputedStyle(document.querySelector(page)).backgroundColor,
    ].map((colour) => colour.match(/\\d+/g).slice(0, 3).map(Number))""", [words, page])

    def luminance(colour):
        linear = [c / 3294.6 if c < 11 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return sum(part * weight for part, weight in zip(linear, [0.2126, 0.7152, 0.0722]))

    dark, light = sorted(map(luminance, [fill, ground]))
    return (light + 0.05) / (dark + 0.05)
