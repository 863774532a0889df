#!/usr/bin/env python3
"""Uses the page of `teecast explore` as people do, in a Chromium without a window.

    browser.py PAGE FOLDER              all checks but speed; screenshots go into FOLDER
    browser.py PAGE FOLDER --pictures   only the pictures of the documentation, as WebP
    browser.py PAGE FOLDER --speed      only how fast it is, on a machine that does nothing else
    browser.py PAGE FOLDER CHECK..      some checks, by their names
"""

import json
import re
import shutil
import subprocess
import sys
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

import mistakes
import teaching
from tab import FOLDER, OPTION, PATIENCE, PHONE, TEECAST, WIDE, Tab, picture

CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]
# It shows one file: no network, no graphics processor, no sandbox within the one of a container.
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync", "--no-first-run",
         "--disable-background-networking", "--disable-component-update"]

# Name of the picture, state of the page, nodes that are drawn.
FAMILIES = [
    ("hypercube", {"verb": "hypercube", "n": 5, "algorithm": "multicast", "source": 6,
                   "dest": "7,20,29,18,1,0", "vote": "greedy", "@beside": "optimal"}, 32),
    ("harts", {"verb": "harts", "n": 4, "algorithm": "k-bcast", "k": 3, "source": 0, "faulty": 5}, 37),
    ("torus", {"verb": "torus", "width": 5, "height": 5, "pattern": "pinwheel", "source": 12}, 25),
    ("region", {"verb": "region", "mesh": "8x8", "algorithm": "nearest-corner", "source": "1,6",
                "region": "2,2:6,5", "@beside": "fixed-corner"}, 64),
    ("ihc", {"verb": "ihc", "topology": "hypercube", "n": 4, "mu": 2, "source": 6}, 16),
    ("ring-tree", {"verb": "ring-tree", "graph": "hypercube:4", "source": 6, "ring-size": 8}, 16),
]


def families(browser):
    for name, state, nodes in FAMILIES:
        with Tab(browser) as tab:
            tab.open(state)
            assert tab.count("#drawing .node") == nodes, name
            document = tab.tab.evaluate("teecast.shown().document")
            # Ring trees count virtual links; a drawing shows the links of the network.
            traffic = document.get("physical_links", document["traffic"])
            assert tab.number("traffic") == traffic, name
            assert tab.count("#drawing .hop") == traffic, name
            assert tab.count("#drawing .hop.later") == 0, name
            if "@beside" in state:
                assert tab.count("#second-drawing .node") == nodes, name
            picture(tab, f"explore-{name}", WIDE["width"])
            tab.tab.locator("#step").fill("1")
            later = tab.count("#drawing .hop.later")
            assert 0 < later < traffic, name


def faults(browser):
    with Tab(browser) as tab:
        tab.open({"verb": "hypercube", "n": 4, "algorithm": "multicast", "source": 0, "dest": "15,9,6"})
        tab.tab.get_by_label("fault", exact=True).check()
        for node in (1, 2, 4):
            tab.act(tab.tab.locator(f"#drawing-node-{node}").click)
        assert tab.command().endswith("--faulty 1,2,4"), tab.command()
        assert tab.count("#drawing .node.faulty") == 3 and tab.number("not reached") == 1
        reason = "Node 6 is not reached: at node 0, every next node on a shortest way is faulty (2, 4)."
        assert tab.text("#lost") == reason, tab.text("#lost")
        red = tab.tab.evaluate("getComputedStyle(document.querySelector('#drawing .lost circle')).stroke")
        assert red == "rgb(179, 38, 30)", red
        picture(tab, "explore-faults", WIDE["width"])
        # The source is dragged to another node.
        tab.act(tab.tab.locator("#drawing-node-0").drag_to, tab.tab.locator("#drawing-node-8"))
        assert "--source 8 " in tab.command(), tab.command()


def refusals(browser):
    with Tab(browser) as tab:
        tab.open({"verb": "hypercube", "n": 4, "algorithm": "multicast", "source": 0, "dest": "15"})
        field = tab.tab.get_by_label("n", exact=False).and_(tab.tab.locator("#option-n"))
        tab.act(lambda: (field.fill("77"), field.press("Enter")))
        said = tab.text("#refused")
        assert said == "error: invalid value '77' for '--n <N>': a whole number is permitted, from 2 to 16", said
        tab.act(lambda: (field.fill("4"), field.press("Enter")))
        assert not tab.tab.locator("#refused").is_visible() and tab.count("#drawing .node") == 16
        tab.act(lambda: (field.fill("12"), field.press("Enter")))
        assert "at most 512 nodes" in tab.text("#refused") and tab.number("traffic") > 0


def addresses(browser):
    """Shows something for addresses that nobody gave out; names that all objects have are not special."""
    for name in ("unknown", "constructor", "__proto__", "toString"):
        with Tab(browser) as tab:
            tab.open({"verb": name, "@cube": name, "@step": name, "@beside": name})
            assert tab.command().startswith("teecast route hypercube "), tab.command()
        with Tab(browser) as tab:
            tab.tab.goto(f"{tab.address}#{urlencode({'view': 'cycles', 'family': name, 'vote': name})}")
            # A hypercube without a dimension.
            tab.tab.locator("#cycles-refused:not([hidden])").wait_for()
            assert tab.tab.locator("#network select[name=family]").input_value() == "hypercube"
            assert tab.tab.locator("#network select[name=vote]").input_value() == "greedy"


def served(browser):
    """Works as the server gives it out; the policy lets nothing else run."""
    server = subprocess.Popen([TEECAST, "explore", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+/", server.stderr.readline()).group()
        with Tab(browser, address=address) as tab:
            tab.open(FAMILIES[0][1])
            assert tab.count("#drawing .node") == FAMILIES[0][2]
            tab.tab.evaluate("""() => {
                const script = document.createElement("script");
                script.textContent = "globalThis.planted = true";
                document.body.append(script);
            }""")
            assert tab.tab.evaluate("globalThis.planted") is None
            assert any("Content Security Policy" in error for error in tab.errors), tab.errors
            tab.errors.clear()
    finally:
        server.kill()
        server.wait()


def keyboard(browser):
    with Tab(browser) as tab:
        tab.open({"verb": "hypercube", "n": 3, "algorithm": "multicast", "source": 0, "dest": "7"})
        keys = tab.tab.keyboard
        order = []
        for _ in range(30):
            keys.press("Tab")
            order.append(tab.tab.evaluate("document.activeElement.id || document.activeElement.name"))
            if order[-1] == "drawing":
                break
        assert order[:4] == ["tab-route", "cards-title", "verb", "option-n"] and order[-1] == "drawing", order
        keys.press("Home")
        keys.press("ArrowDown")
        here = int(tab.tab.locator("#drawing .here").get_attribute("data-node"))
        assert here in (1, 2, 4), here
        tab.act(keys.press, "Enter")
        assert f"--dest 7,{here}" in tab.command(), tab.command()
        assert tab.text("#here").startswith(f"node {here}; destination; delivered in step 1"), tab.text("#here")
        assert tab.tab.evaluate("document.activeElement.id") == "drawing"
        tab.act(keys.press, "f")
        assert f"--faulty {here}" in tab.command(), tab.command()
        keys.press("p")
        assert tab.text("#step-text").startswith("step 2 of 3"), tab.text("#step-text")
        for _ in range(6):
            keys.press("Tab")
            if tab.tab.evaluate("document.activeElement.id") == "step":
                break
        keys.press("Home")
        assert tab.text("#step-text").startswith("step 0 of"), tab.text("#step-text")


def widths(browser):
    for viewport, scheme in ((WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")):
        for name, state, _ in FAMILIES:
            with Tab(browser, viewport, scheme) as tab:
                tab.open(state)
                wide = tab.tab.evaluate("document.scrollingElement.scrollWidth")
                assert wide <= viewport["width"], (name, viewport, wide)
                picture(tab, f"{name}-{viewport['width']}-{scheme}", viewport["width"])


def contrast(browser):
    """Text has a contrast of 4.5 to 1 at least, lines of trees 3 to 1; all fields have names."""
    for scheme in ("light", "dark"):
        with Tab(browser, scheme=scheme) as tab:
            tab.open(FAMILIES[0][1])
            colour = lambda name: tab.tab.evaluate(
                "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)", name)

            def light(name):
                parts = [int(part, 16) / 255 for part in re.findall("..", colour(name).strip().lstrip("#"))]
                red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

            def ratio(one, other):
                return max(light(one), light(other)) / min(light(one), light(other))

            pairs = [(text, back) for text in ("--text", "--soft", "--bad") for back in ("--page", "--panel")]
            pairs += [("--text", back) for back in ("--node", "--reached", "--source")] + [("--page", "--accent")]
            for one, other in pairs:
                assert ratio(one, other) >= 4.5, (scheme, one, other, ratio(one, other))
            for line in range(8):
                assert ratio(f"--c{line}", "--page") >= 3, (scheme, line)
            unnamed = tab.tab.evaluate("""[...document.querySelectorAll("input, select, button, [role=application]")]
                .filter((field) => !(field.labels?.length || field.ariaLabel || field.textContent.trim()))
                .map((field) => field.outerHTML)""")
            assert not unnamed, unnamed


def copies(browser):
    with Tab(browser) as tab:
        tab.open(FAMILIES[0][1])
        tab.tab.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text }")

        def copied(button):
            tab.tab.locator(button).click()
            return tab.tab.evaluate("copied")

        command = "teecast route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0 --vote greedy"
        assert copied("#copy-command") == command, copied("#copy-command")
        assert json.loads(copied("#copy-json"))["traffic"] == 10
        svg = copied("#copy-svg")
        assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), svg[:200]
        assert svg.count("<circle") == 32
        assert "var(--" not in re.sub(r"<style>.*</style>", "", svg, flags=re.S)
        link = copied("#copy-link")
        with Tab(browser) as other:
            other.tab.goto(link)
            assert other.settled().command() == command


def cycles(browser):
    with Tab(browser) as tab:
        tab.open(FAMILIES[0][1])

        def played(action, *arguments):
            tab.tab.evaluate("delete document.body.dataset.played")
            action(*arguments)
            tab.reached("played")

        example = tab.tab.locator("#example")
        played(tab.tab.locator("#tab-cycles").click)
        played(example.select_option, "a multicast")
        assert tab.count("#routers .node") == 8 and tab.count("#arrivals tbody tr") == 6
        assert re.fullmatch(r"all delivered in \d+ cycles", tab.text("#cycles-caption")), tab.text("#cycles-caption")
        tab.tab.locator("#cycle").fill("20")
        assert tab.count("#routers .flit") > 0 and tab.count("#routers .buffer.full") > 0
        played(example.select_option, "deadlock of --lan")
        assert tab.text("#deadlock").startswith("Deadlock in cycle "), tab.text("#deadlock")
        tab.tab.locator("#cycle").press("End")
        stuck = tab.count("#routers .buffer.stuck")
        assert stuck >= 2 and tab.text("#deadlock").count("class 0") == stuck, stuck
        assert tab.text("#simulate").startswith("teecast simulate hypercube --n 3 --m 2 --lan"), tab.text("#simulate")
        picture(tab, "explore-deadlock", WIDE["width"], ["--c0", "--bad"])
        with Tab(browser) as other:
            other.tab.goto(tab.tab.url)
            other.reached("played")
            assert other.text("#deadlock") == tab.text("#deadlock")
        for family, deliveries in [("harts", 3 * 18 + 18 + 1), ("region", 9 + 9 + 4), ("ihc", 16 * 15 * 4), ("ring-tree", 72)]:
            played(tab.tab.locator("#network select[name=family]").select_option, family)
            said = tab.text("#cycles-caption")
            assert re.fullmatch(f"all {deliveries} copies delivered in \\d+ cycles", said), said
            assert tab.count("#arrivals tbody tr") == deliveries, (family, tab.count("#arrivals tbody tr"))
            assert tab.text("#cycles-gen").startswith("teecast gen --"), tab.text("#cycles-gen")
            # It begins where something moves; in the hexagonal mesh a receiver first looks at a header.
            assert tab.count("#routers .flit") > 0, family
            seen = []
            for _ in range(16):
                tab.tab.locator("#cycles-on").click()
                seen.append(tab.count("#routers .flit"))
            assert max(seen) > 1, (family, seen)
            assert tab.tab.locator("#cube-fields").is_hidden() and tab.tab.locator("#configuration").is_visible(), family
            if family == "region":
                picture(tab, "explore-cycles", WIDE["width"], ["--c0", "--c1"])
        with Tab(browser) as other:
            other.tab.goto(tab.tab.url)
            other.reached("played")
            assert other.count("#arrivals tbody tr") == 72
        played(example.select_option, "a multicast")
        messages = tab.tab.locator("#network textarea[name=messages]")
        messages.fill("0,0,9,4")
        messages.blur()
        alert = tab.tab.locator("#cycles-refused")
        alert.wait_for()
        assert alert.inner_text() == "error: message 1: node 9 is faulty or not one of 0 to 7", alert.inner_text()


CURVE = """load,latency,half_width,largest,copy_latency,messages,copies,unicast_latency,unicasts,accepted,hops,link_use,cycles,ending
0.1,12.5,0.2,30,,900,,,,0.1,1,0.1,4000,precise
0.3,18,0.5,60,,900,,,,0.3,1,0.3,4000,precise
0.5,35.25,1.5,90,,900,,,,0.5,1,0.5,4000,precise
"""


def curves(browser):
    with Tab(browser) as tab:
        tab.open(FAMILIES[0][1])
        tab.tab.locator("#tab-curves").click()
        sweep = {"setup": {"kind": "region", "radices": [8, 8], "algorithm": "mst", "channels": 2, "emitted": None,
                           "plan": {"batch": 2000}, "seed": 1},
                 "units": {"load": "flits/node/cycle", "time": "cycles", "measured": "broadcasts"},
                 "points": [{"load": 0.2, "latency": 20.0, "half_width": 1.0, "ending": "precise"},
                            {"load": 0.4, "latency": 44.0, "half_width": 2.0, "ending": "precise"}],
                 "saturation": {"load": 0.45, "half_width": 0.01}}
        # It begins with an example, which makes place for results.
        assert tab.count("#chart .line") == 2 and "An example" in tab.text("#curves-example")
        file = tab.tab.locator("#file")
        file.set_input_files([
            {"name": "points.csv", "mimeType": "text/csv", "buffer": CURVE.encode()},
            {"name": "sweep.json", "mimeType": "application/json", "buffer": json.dumps(sweep).encode()}])
        tab.tab.locator("#chart .line").nth(1).wait_for()
        assert tab.count("#chart .mark") == 5 and tab.count("#points tbody tr") == 5
        assert tab.count("#chart .saturated") == 1
        names = tab.tab.locator("#series > span").all_inner_texts()
        assert names == ["points.csv (network and units not known)", "region 8x8, mst, channels 2"], names
        words = tab.tab.locator("#chart text").all_text_contents()
        assert "offered load [flits/node/cycle]" in words and "mean latency of broadcasts [cycles]" in words, words
        picture(tab, "explore-curves", WIDE["width"], ["--c0", "--c1"])
        file.set_input_files([{"name": "notes.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"}])
        alert = tab.tab.locator("#curves-refused")
        alert.wait_for()
        assert alert.inner_text().startswith("notes.csv cannot be shown: it has no column load"), alert.inner_text()


def speed(browser):
    with Tab(browser) as tab:
        broadcast = {"verb": "hypercube", "algorithm": "broadcast", "source": 5}
        tab.open({**broadcast, "n": 4})
        trees = []
        for source in range(7):
            tab.act(tab.tab.evaluate, f"location.hash = '{urlencode({**broadcast, 'n': 7, 'source': source})}'")
            trees.append(tab.tab.evaluate("performance.measure('first', 'ask', 'tree').duration"))
        # Q_8 has 1024 links.
        tab.act(tab.tab.evaluate, f"location.hash = '{urlencode({**broadcast, 'n': 8})}'")
        assert tab.tab.evaluate("teecast.shown().network.links.length") == 1024
        steps = """() => Array.from({ length: 100 }, (_, i) => {
            const begin = performance.now();
            document.getElementById(i % 16 < 8 ? "trees-back" : "trees-on").click();
            return performance.now() - begin;
        }).sort((a, b) => a - b)[50]"""
        # Other work on the machine can only slow it down.
        step = min(tab.tab.evaluate(steps) for _ in range(3))
        print(f"first tree of Q_7: {min(trees):.1f} ms (median {sorted(trees)[3]:.1f} of 7); a step at 1024 links: {step:.2f} ms (median of 100)")
        assert min(trees) < 100 and step < 8, (trees, step)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    shown = [families, faults, cycles, curves, teaching.why]
    used = [refusals, addresses, served, keyboard, widths, contrast, copies, *mistakes.CHECKS, *teaching.CHECKS]
    named = [check for check in shown + used if check.__name__ in OPTION]
    checks = {"--pictures": shown, "--speed": [speed]}.get("".join(OPTION), named or shown + used)
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET, timeout=PATIENCE)
        for check in checks:
            check(browser)
            print(f"ok: {check.__name__}", flush=True)
        browser.close()


main()
