"""What the page explains: why nodes do what they do, where to begin, what hardware costs and how one gets it."""

import io
import re
import subprocess
import zipfile

from tab import PHONE, TEECAST, WIDE, Tab, picture

# [Lan88] table 5.2, and what other families say at a node.
WHYS = [
    ({"verb": "hypercube", "n": 5, "algorithm": "multicast", "source": 6, "dest": "7,20,29,18,1,0", "vote": "greedy"}, 6,
     "The message begins here; the dimension with most votes is taken first, the lowest on a tie."),
    ({"verb": "hypercube", "n": 4, "algorithm": "broadcast", "source": 0}, 0,
     "To 1 over dimension 0 with control vector 1110: the control vector says which dimensions are left"),
    ({"verb": "harts", "n": 3, "algorithm": "k-bcast", "k": 3, "source": 0}, 0,
     "To 1 in direction 0, because of its own message: the pattern begins so."),
    ({"verb": "torus", "width": 5, "height": 5, "pattern": "comb", "source": 12}, 12, "of its own message"),
    ({"verb": "region", "mesh": "8x8", "algorithm": "nearest-corner", "source": "7,7", "region": "2,2:5,5"}, 45,
     "The message spreads from here, 5,5: the corner nearest to the source, the low one on a tie."),
    ({"verb": "ihc", "topology": "hypercube", "n": 4, "mu": 2, "source": 6}, 6, "its own turn begins in slot"),
    ({"verb": "ring-tree", "graph": "hypercube:4", "source": 6, "ring-size": 8}, 15,
     "On ring 0 it is 5 of 5 and passes everything on to 0, back over the 4 links that the ring came by."),
]


def why(browser):
    """Whoever points at a node reads its reasons; the ballot is that of the model."""
    for state, node, words in WHYS:
        with Tab(browser) as tab:
            tab.open(state)
            tab.tab.locator(f"#drawing-node-{node}").hover()
            said = tab.text("#why")
            assert f"Why at node {node}" in said and words in said, (state, said)
    with Tab(browser) as tab:
        tab.open(WHYS[0][0])
        # By keyboard, too.
        tab.tab.locator("#drawing").focus()
        tab.tab.keyboard.press("Home")
        rows = [row.split("\t") for row in tab.text("#why table").splitlines()]
        assert rows[0] == ["dimension", "0", "1", "2", "3", "4"], rows
        assert rows[1] == ["7", "1", "", "", "", ""], rows[1]
        first = next(row for row in rows if row[0].startswith("branch 1"))
        assert first == ["branch 1 to 4 in class 0, for 20,29,1,0", "3", "4 ✓", "3", "1", "3"], first
        picture(tab, "explore-why", WIDE["width"])
        asked = tab.tab.evaluate("""async () => {
            const { answer } = await teecast.ask({ ask: "why",
                words: ["hypercube", "--n", "5", "--algorithm", "multicast", "--source", "6", "--dest", "7,20,29,18,1,0"] });
            return answer.nodes.find(({ node }) => node === 6).ballots[0].rows.length;
        }""")
        assert asked == len(rows) - 1, (asked, len(rows))


def cards(browser):
    """Who comes for the first time finds five families, and an example of each that moves."""
    for viewport, scheme in ((WIDE, "light"), (PHONE, "dark")):
        with Tab(browser, viewport, scheme) as tab:
            tab.tab.goto(tab.address)
            tab.settled()
            names = tab.tab.locator("#deck h2").all_inner_texts()
            assert names == ["hypercube", "harts", "region", "ihc", "ring-tree"], names
            tab.tab.locator("#deck article .hop").nth(20).wait_for(state="attached")
            assert all(tab.count(f"#card-{name} .node") >= 6 for name in names)
            assert tab.tab.evaluate("document.scrollingElement.scrollWidth") <= viewport["width"]
            picture(tab, f"explore-cards-{viewport['width']}-{scheme}", viewport["width"])
            for name in names:
                if not tab.tab.locator("#deck").is_visible():
                    tab.tab.locator("#cards-title").click()
                tab.act(tab.tab.get_by_role("button", name=f"Try {name}", exact=True).click)
                assert tab.tab.locator("#verb").input_value() == name
                assert tab.tab.locator("#trees-play").get_attribute("aria-pressed") == "true", name
                assert tab.number("traffic") > 0 and not tab.tab.locator("#refused").is_visible(), name


def cost(browser):
    """What was measured stands beside each vote; what was not is called so."""
    with Tab(browser) as tab:
        tab.open({**WHYS[0][0], "n": 6, "dest": "1,2,3,4,5,7,8,9"})
        rows = dict(zip(tab.tab.locator("#others tbody td:first-child button").all_inner_texts(),
                        tab.tab.locator("#others tbody tr").all()))
        said = {label: row.locator(".cost").inner_text() for label, row in rows.items()
                if row.locator(".cost").count()}
        assert said["multicast, nca"] == "18451 LUT4, 9.3 MHz", said
        assert said["multicast, pcube"] == "not measured" and said["unicasts"] == "no hardware", said
        assert tab.text("#route-cost") == "A router or node on an ECP5: 7985 LUT4, 67.5 MHz.", tab.text("#route-cost")
        assert tab.text("#route-gen") == "teecast gen --n 6 --m 8 --family hypercube", tab.text("#route-gen")
        tab.open({**WHYS[0][0], "n": 5})
        said = tab.text("#route-cost")
        assert said == "A router or node on an ECP5: 7985 LUT4, 67.5 MHz *. * Measured with --n 6 --m 8.", said
        tab.open(WHYS[3][0])
        assert tab.text("#route-cost").startswith("No hardware does this."), tab.text("#route-cost")


def side_by_side(browser):
    """One player moves both messages."""
    with Tab(browser) as tab:
        tab.open({**WHYS[0][0], "@beside": "unicasts"})
        ours, other = [tab.tab.locator(f"#{name}").bounding_box() for name in ("drawing", "second-drawing")]
        assert abs(ours["y"] - other["y"]) < 40 and other["x"] > ours["x"] + ours["width"] * 0.9, (ours, other)
        tab.tab.locator("#step").fill("1")
        assert tab.text("#progress") == "step 1: 1 of 6 deliveries, 3 links", tab.text("#progress")
        assert tab.text("#second-progress") == "step 1: 1 of 6 deliveries, 6 links", tab.text("#second-progress")
        tab.tab.locator("#trees-play").click()
        tab.tab.locator("#second-progress", has_text="done in step 4").wait_for()
        assert tab.text("#progress") == "done in step 4: 6 of 6 deliveries, 10 links", tab.text("#progress")


def download(browser):
    """The page that the server gives out offers the Verilog; opened as a file, it shows the command."""
    with Tab(browser) as tab:
        tab.open(WHYS[4][0])
        assert not tab.tab.locator("#route-download").is_visible()
        assert tab.text("#route-by-hand").startswith("The command writes the Verilog."), tab.text("#route-by-hand")
    server = subprocess.Popen([TEECAST, "explore", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+/", server.stderr.readline()).group()
        with Tab(browser, address=address) as tab:
            tab.open({**WHYS[4][0], "mesh": "4x4", "source": "0,0", "region": "1,1:2,2"})

            def got(link):
                with tab.tab.expect_download() as begun:
                    tab.tab.locator(link).click()
                archive = zipfile.ZipFile(io.BytesIO(begun.value.path().read_bytes()))
                assert archive.testzip() is None
                return begun.value.suggested_filename, archive.namelist()

            name, files = got("#route-download")
            folder = name.removesuffix(".zip")
            assert name.startswith("mesh4x4") and f"{folder}/manifest.json" in files, (name, files[:5])
            tab.tab.locator("#option-source").fill("9,9")
            tab.act(tab.tab.locator("#option-source").press, "Enter")
            assert tab.tab.locator("#route-download").get_attribute("href") is None
            tab.tab.locator("#tab-cycles").click()
            tab.reached("played")
            name, files = got("#cycles-download")
            assert name == "n3_m6.zip" and "n3_m6/manifest.json" in files, (name, files[:5])
            tab.errors = [error for error in tab.errors if "/design.zip?configuration=" not in error]
    finally:
        server.kill()
        server.wait()


CHECKS = [cards, cost, side_by_side, download]
