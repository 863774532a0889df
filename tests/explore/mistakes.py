"""What the page says to people who mistype, mistouch, or ask for too much."""


from tab import PHONE, Tab

CUBE = {"verb": "hypercube", "n": 4, "algorithm": "multicast", "source": 0, "dest": "15,9"}
BUTTONS = ["#copy-command", "#copy-json", "#copy-svg", "#copy-link"]


def typed(tab, option, value):
    field = tab.tab.locator(f"#option-{option}")
    tab.act(lambda: (field.fill(value), field.press("Enter")))


def missing_nodes(browser):
    """A node that does not exist: the drawing stays, and the sentence stands at its field."""
    cases = [
        (CUBE, "source", "99", "source 99 is not a node of Q_4; permitted is 0 to 15", 16),
        (CUBE, "dest", "15,99", "destination 99 is not a node of Q_4; permitted is 0 to 15", 16),
        (CUBE, "faulty", "77", "faulty node 77 is not a node of Q_4; permitted is 0 to 15", 16),
        (CUBE, "source", "x", "invalid value 'x' for '--source <NODE>': \"x\" is not a node number; "
                              "decimal, 0b and 0x are permitted", 16),
        ({"verb": "harts", "n": 3, "algorithm": "k-bcast", "k": 3, "source": 0}, "source", "19",
         "source 19 is not a node of the hexagonal mesh; permitted is 0 to 18", 19),
        ({"verb": "torus", "width": 4, "height": 4, "pattern": "comb", "source": 0}, "source", "16",
         "source 16 is not a node of the torus; permitted is 0 to 15", 16),
        ({"verb": "region", "mesh": "4x4", "algorithm": "fixed-corner", "source": "0,0", "region": "0,0:1,1"},
         "source", "4,1", "source has coordinate 4 in dimension 0; permitted is 0 to 3", 16),
        ({"verb": "ihc", "topology": "hypercube", "n": 4, "source": 6}, "source", "16",
         "source 16 is not a node of the network; permitted is 0 to 15", 16),
        ({"verb": "ring-tree", "graph": "grid:3x3", "source": 0}, "source", "9",
         "source is 9; the network has nodes 0 to 8", 9),
    ]
    for state, option, value, sentence, nodes in cases:
        with Tab(browser) as tab:
            tab.open(state)
            typed(tab, option, value)
            assert tab.count("#drawing .node") == nodes, (state, value)
            assert tab.count("#drawing .node.source") == (option != "source"), (state, value)
            assert tab.text(f"#wrong-{option}") == sentence, tab.text(f"#wrong-{option}")
            assert tab.tab.locator(f"#option-{option}").get_attribute("aria-invalid") == "true"
            assert tab.text("#refused").startswith(f"error: {sentence}"), tab.text("#refused")


def former_input(browser):
    """Numbers and commands of the former input are gone or marked, and nobody can take them along."""
    with Tab(browser) as tab:
        tab.open(CUBE)
        typed(tab, "n", "77")
        assert not tab.tab.locator("#command").is_visible() and not tab.tab.locator("#numbers").is_visible()
        assert tab.text("#route-former").startswith("The input is refused: there are no numbers"), tab.text("#route-former")
        assert tab.text("#caption") == "the drawing of the former input" and tab.count("svg.former .node") == 16
        assert all(tab.tab.locator(button).is_disabled() for button in BUTTONS)
        typed(tab, "n", "4")
        assert tab.tab.locator("#command").is_visible() and not tab.tab.locator("#route-former").is_visible()
        assert tab.count("svg.former") == 0 and all(tab.tab.locator(button).is_enabled() for button in BUTTONS)
        tab.tab.locator("#tab-cycles").click()
        tab.reached("played")
        messages = tab.tab.locator("#network textarea[name=messages]")
        for wrong in ("0,0,99,4", "nothing"):
            messages.fill(wrong)
            messages.blur()
            tab.tab.locator("#cycles-refused:not([hidden])").wait_for()
            assert tab.text("#cycles-former") == "The input is refused: what is shown is that of the former input."
            faint = tab.tab.evaluate("getComputedStyle(document.querySelector('#same')).opacity")
            assert float(faint) < 0.6, faint
            assert tab.tab.locator("#copy-simulate").is_disabled() and tab.tab.locator("#copy-trace").is_disabled()
        tab.tab.evaluate("delete document.body.dataset.played")
        messages.fill("0,0,3,4")
        messages.blur()
        tab.reached("played")
        assert not tab.tab.locator("#cycles-former").is_visible() and tab.tab.locator("#copy-simulate").is_enabled()


def too_large(browser):
    """A network that is too large for a drawing is refused in the words of its own family."""
    cases = [
        ({**CUBE, "n": 12}, "hypercubes with n up to 9"),
        ({"verb": "harts", "n": 16, "algorithm": "k-bcast", "k": 1, "source": 0}, "hexagonal meshes with n up to 13"),
        ({"verb": "torus", "width": 30, "height": 30, "pattern": "comb", "source": 0}, "tori with width times height up to 512"),
        ({"verb": "region", "mesh": "32x32", "algorithm": "mst", "source": "1,1", "region": "1,1:2,2"},
         "meshes whose sides multiply to at most 512"),
        ({"verb": "ring-tree", "graph": "grid:30x30", "source": 0}, "graphs of at most 512 nodes"),
    ]
    for state, words in cases:
        with Tab(browser) as tab:
            tab.open(state)
            said = tab.text("#refused")
            assert said == (f"A drawing has at most 512 nodes: it shows {words}. "
                            "The numbers and the command are those of the whole network."), said
            assert tab.number("traffic") > 0 and tab.count("#drawing .node") == 0


def virtual_links(browser):
    """A ring goes back over the links that it came by: what is drawn and counted are links of the network."""
    with Tab(browser) as tab:
        tab.open({"verb": "ring-tree", "graph": "hypercube:4", "source": 6, "ring-size": 8})
        # Rings of 5, 8, 3 and 3 nodes: there and back.
        assert tab.number("traffic (links)") == 2 * (4 + 7 + 2 + 2) and tab.number("virtual links") == 15 + 4
        between = tab.tab.evaluate("""() => {
            const { network, course } = teecast.shown();
            const links = new Set(network.links.map((pair) => pair.join()));
            return course.hops.filter(({ from, to }) => !links.has([Math.min(from, to), Math.max(from, to)].join())).length;
        }""")
        assert between == 0, between


def curve_names(browser):
    """Curves of two folders are told apart by folder and network; a folder brings one curve."""
    with Tab(browser) as tab:
        tab.open(CUBE)
        tab.tab.locator("#tab-curves").click()
        add = """async ([folders]) => {
            const entry = (fullPath, text) => ({ isFile: true, fullPath,
                file: (done) => done(new File([text], fullPath.split("/").at(-1))) });
            const folder = (path, files) => ({ isFile: false, createReader: () => {
                const some = [files.map(([name, text]) => entry(`${path}/${name}`, text)), []];
                return { readEntries: (done) => done(some.shift()) };
            } });
            const items = folders.map(([path, files]) =>
                ({ webkitGetAsEntry: () => folder(path, files), getAsFile: () => null }));
            const drop = new Event("drop", { cancelable: true });
            Object.defineProperty(drop, "dataTransfer", { value: { items } });
            dispatchEvent(drop);
        }"""
        sweep = '{"setup": {"kind": "hypercube", "n": 4, "router": {"m": 4, "vote": "%s", "lan": false, "faulty": []}}, ' \
                '"units": {"load": "flits/node/cycle", "time": "cycles", "measured": "messages"}, ' \
                '"points": [{"load": 0.1, "latency": 9, "half_width": 0.1, "ending": "precise"}]}'
        csv = "load,latency,half_width,ending\n0.1,9,0.1,precise\n"
        tab.tab.evaluate(add, [[[f"/runs/{vote}", [["points.csv", csv], ["sweep.json", sweep % vote], ["latency.svg", "<svg/>"]]]
                                for vote in ("greedy", "nca")]])
        tab.tab.locator("#series > span").nth(1).wait_for()
        names = tab.tab.locator("#series > span").all_inner_texts()
        assert names == [f"runs/{vote}: hypercube n 4, m 4, {vote}" for vote in ("greedy", "nca")], names
        caption = tab.text("#curves-caption")
        assert caption.startswith("Mean latency of messages [cycles] against offered load [flits/node/cycle]"), caption


def touch(browser):
    """What a finger has to hit is 44 pixels high and wide."""
    small = """() => [...document.querySelectorAll("button, select, summary, input, textarea")]
        .map((field) => ["radio", "checkbox"].includes(field.type) ? field.closest("label") ?? field : field)
        .filter((field) => field.checkVisibility())
        .map((field) => [field.id || field.outerHTML.slice(0, 80), field.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
    with Tab(browser, PHONE) as tab:
        tab.open(CUBE)
        for view in ("route", "cycles", "curves"):
            tab.tab.locator(f"#tab-{view}").click()
            found = tab.tab.evaluate(small)
            assert not found, (view, found)
            assert tab.tab.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"], view


CHECKS = [missing_nodes, former_input, too_large, virtual_links, curve_names, touch]
