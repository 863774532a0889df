"""The page of `teecast explore` in Chromium: a tab, and pictures of it. The arguments are those of browser.py."""

import base64
import os
import struct
import sys
from pathlib import Path
from urllib.parse import urlencode

PAGE, FOLDER, OPTION = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
# The program that serves it: the test names the one that was built.
TEECAST = os.environ.get("TEECAST", "teecast")
PICTURES = OPTION == ["--pictures"]
# Milliseconds. A busy machine is slow, not wrong.
PATIENCE = 180_000
WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 800}


class Tab:
    """The page in one state, with what it must never do."""

    def __init__(self, browser, viewport=WIDE, scheme="light", address=PAGE.resolve().as_uri()):
        self.context = browser.new_context(viewport=viewport, color_scheme=scheme)
        self.tab = self.context.new_page()
        self.tab.set_default_timeout(PATIENCE)
        self.address = address
        self.errors = []
        self.tab.on("pageerror", lambda error: self.errors.append(str(error)))
        self.tab.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.tab.on("request", lambda request: request.url.split("#")[0] == self.address
                    or request.url.startswith(("data:", "blob:")) or self.errors.append(f"asks {request.url}"))

    def __enter__(self):
        return self

    def __exit__(self, failed, *_):
        self.context.close()
        assert failed or not self.errors, self.errors

    def open(self, state):
        self.tab.goto(f"{self.address}#{urlencode(state)}")
        return self.settled()

    def settled(self):
        """Waits until the tree and the numbers of the last change are there."""
        self.reached("settled")
        return self

    def reached(self, state):
        """Waits for a state; functions that wait are what the page's policy forbids."""
        self.tab.locator(f"body[data-{state}=yes]").wait_for(state="attached")

    def act(self, action, *arguments):
        """Does something that changes the message."""
        self.tab.evaluate("delete document.body.dataset.settled")
        action(*arguments)
        return self.settled()

    def text(self, selector):
        return self.tab.locator(selector).inner_text()

    def count(self, selector):
        return self.tab.locator(selector).count()

    def command(self):
        return " ".join(self.text("#command").split())

    def number(self, term):
        return int(self.tab.locator("#numbers dt", has_text=term).locator("+ dd").first.inner_text())


def picture(tab, name, width, colours=("--c0", "--source")):
    """Takes a screenshot; its size is right and the colours of what it shows are in it."""
    file = FOLDER / f"{name}.png"
    data = tab.tab.screenshot(path=None if PICTURES else file, full_page=True)
    across, down = struct.unpack(">II", data[16:24])
    assert across == width and 400 < down < 3600, (file, across, down)
    found, packed = tab.tab.evaluate("""async ([text, names]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${text}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const style = getComputedStyle(document.documentElement);
        const count = (name) => {
          const wanted = style.getPropertyValue(name).trim().match(/\\w\\w/g).map((hex) => parseInt(hex, 16));
          let pixels = 0;
          for (let i = 0; i < data.length; i += 4) {
            if (wanted.every((part, j) => Math.abs(part - data[i + j]) < 6)) pixels++;
          }
          return pixels;
        };
        const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
        const bytes = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte));
        return [names.map(count), btoa(bytes.join(""))];
    }""", [base64.b64encode(data).decode(), ["--page", "--text", *colours]])
    if PICTURES:
        file.with_suffix(".webp").write_bytes(base64.b64decode(packed))
    assert all(pixels >= least for pixels, least in zip(found, [50_000, 500, 100, 100])), (file, found)
