//! The page of `teecast explore`: its answers, and a browser that uses it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use teecast::model::random::Random;

use crate::ROOT;
use crate::browser::{self, runs};
use crate::packages::{is_there, printed};
use crate::program::{self, scratch, succeed};

/// The page.
pub const PAGE: &str = include_str!("../generator/cli/explore.html");

/// Picks one of a list.
fn one<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u32) as usize]
}

/// Picks some node numbers, one of them possibly too large.
fn nodes(random: &mut Random, most: u32, nodes: u32) -> String {
    let count = random.below(most + 1);
    let list: Vec<String> = (0..count).map(|_| random.below(nodes + 1).to_string()).collect();
    list.join(",")
}

/// What is typed after `teecast route`: mostly right, sometimes refused.
struct Typed(Vec<String>);

impl Typed {
    fn new(verb: &str) -> Self {
        Self(vec![verb.to_string()])
    }

    fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.0.extend([format!("--{name}"), value.to_string()]);
        self
    }

    /// Adds an option in one of three cases.
    fn maybe(self, random: &mut Random, name: &str, value: impl ToString) -> Self {
        if random.below(3) == 0 { self.with(name, value) } else { self }
    }

    /// Adds faulty nodes in one of three cases.
    fn faulty(self, random: &mut Random, name: &str, size: u32) -> Self {
        let faulty = nodes(random, 4, size);
        self.maybe(random, name, faulty)
    }
}

fn hypercube(random: &mut Random) -> Typed {
    let n = 2 + random.below(6);
    let algorithms = "unicast broadcast multicast multicast optimal spare unicasts broadcast1 \
                      broadcast2 broadcast3 broadcast-f3 one-to-two one-to-three";
    let algorithms: Vec<&str> = algorithms.split_whitespace().collect();
    let algorithm = one(random, &algorithms);
    let count = match algorithm {
        "unicast" => 1,
        "one-to-two" => 2,
        "one-to-three" => 3,
        _ => 1 + random.below(7),
    };
    let list: Vec<String> = (0..count).map(|_| random.below(1 << n).to_string()).collect();
    let mut typed = Typed::new("hypercube").with("n", n).with("algorithm", algorithm);
    typed = typed.with("source", random.below(1 << n));
    if !algorithm.starts_with("broadcast") {
        typed = typed.with("dest", list.join(","));
    }
    if algorithm == "multicast" {
        let vote = one(random, &["greedy", "look2", "nca", "pcube"]);
        typed = typed.maybe(random, "vote", vote);
    }
    let classes = 1 + random.below(5);
    typed.faulty(random, "faulty", 1 << n).maybe(random, "classes", classes)
}

fn harts(random: &mut Random) -> Typed {
    let n = 2 + random.below(4);
    let size = 3 * n * (n - 1) + 1;
    let typed = Typed::new("harts").with("n", n).with("source", random.below(size));
    let typed = match random.below(4) {
        0 => typed.with("algorithm", "ring"),
        1 => typed.with("algorithm", "unicast").with("dest", random.below(size)),
        _ => typed.with("algorithm", "k-bcast").with("k", 1 + random.below(6)),
    };
    typed.faulty(random, "faulty", size)
}

fn torus(random: &mut Random) -> Typed {
    let [width, height] = [(); 2].map(|()| 3 + random.below(5));
    let typed = Typed::new("torus").with("width", width).with("height", height);
    let typed = typed.with("pattern", one(random, &["comb", "pinwheel"]));
    let typed = typed.with("source", random.below(width * height));
    typed.faulty(random, "faulty", width * height)
}

fn region(random: &mut Random) -> Typed {
    let sides: Vec<u32> = (0..=random.below(3)).map(|_| 2 + random.below(5)).collect();
    let mesh = sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
    let mut place = || {
        let places = sides.iter().map(|side| random.below(*side).to_string());
        places.collect::<Vec<_>>().join(",")
    };
    let (source, region) = (place(), format!("{}:{}", place(), place()));
    let algorithms = ["fixed-corner", "nearest-corner", "mst", "recursive-doubling"];
    let algorithm = one(random, &algorithms);
    let typed = Typed::new("region").with("mesh", mesh).with("algorithm", algorithm);
    typed.with("source", source).with("region", region)
}

fn ihc(random: &mut Random) -> Typed {
    let typed = Typed::new("ihc");
    let (typed, size) = match random.below(3) {
        0 => (typed.with("topology", "hypercube").with("n", 4), 16),
        1 => (typed.with("topology", "torus").with("sides", "4x5"), 20),
        _ => (typed.with("topology", "hexmesh").with("n", 3), 19),
    };
    let (mu, source) = (1 + random.below(4), random.below(size));
    let interleave = one(random, &["minimal", "overlapped", "4", "7"]);
    let typed = typed.maybe(random, "mu", mu).maybe(random, "interleave", interleave);
    typed.with("source", source).faulty(random, "faulty", size)
}

fn ring_tree(random: &mut Random) -> Typed {
    let graphs = [
        ("hypercube:4", 16),
        ("hexmesh:3", 19),
        ("grid:4x3", 12),
        ("torus:4x4", 16),
        ("star:6", 6),
    ];
    let (graph, size) = one(random, &graphs);
    let [source, dest] = [(); 2].map(|()| random.below(size));
    let typed = Typed::new("ring-tree").with("graph", graph).with("source", source);
    let walk = one(random, &["deep", "branch"]);
    let ring_size = 2 + random.below(9);
    let typed = typed.maybe(random, "walk", walk).maybe(random, "ring-size", ring_size);
    typed.maybe(random, "dest", dest).faulty(random, "faulty-nodes", size)
}

/// Returns as many random command lines, those of all verbs alike.
fn command_lines(seed: u64, count: usize) -> Vec<Vec<String>> {
    let mut random = Random::new(seed);
    let verbs = [hypercube, harts, torus, region, ihc, ring_tree];
    (0..count).map(|index| verbs[index % verbs.len()](&mut random).0).collect()
}

/// Returns Node, of the system or as a wheel brings it; a missing one is named, and an error where tools are
/// required.
fn node() -> Option<PathBuf> {
    let brought = Path::new(ROOT).join(".tools/python/playwright/driver/node");
    let found = [PathBuf::from("node"), brought].into_iter().find(|path| runs(path));
    is_there("Node", found.is_some(), "run `make setup`").then_some(found).flatten()
}

/// Asks the module in the page, outside a browser; one answer a request.
fn asked(node: &Path, requests: &[Value]) -> Vec<String> {
    let folder = scratch();
    let file = folder.path().join("requests");
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    fs::write(&file, lines).expect("a writable folder");
    let mut command = Command::new(node);
    command.args([
        &format!("{ROOT}/tests/explore/ask.mjs"),
        &format!("{ROOT}/generator/cli/explore.html"),
    ]);
    let output = command.arg(&file).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    // A document ends with a line end of its own, as on the command line.
    text.split('\0').map(str::to_string).filter(|answer| !answer.is_empty()).collect()
}

/// Asserts that the page and the command line answer the same.
fn same_answers(seed: u64, count: usize, typed: usize) {
    let Some(node) = node() else { return };
    let lines = command_lines(seed, count);
    let request = |words: &Vec<String>| json!({"ask": "route", "words": words});
    let requests: Vec<Value> = lines.iter().map(request).collect();
    let answers = asked(&node, &requests);
    assert_eq!(answers.len(), count);
    let mut refused = 0;
    for (index, (words, answer)) in lines.iter().zip(&answers).enumerate() {
        let native = teecast_page::question::answer(requests[index].to_string().as_bytes());
        assert_eq!(*answer, native, "{words:?}");
        let found: Value = serde_json::from_str(answer).expect("JSON");
        refused += usize::from(found.get("refused").is_some());
        if index >= typed {
            continue;
        }
        let mut command = program::command(Path::new(ROOT), "route");
        let run = command.args(words).args(["--format", "json"]).output().expect("it was built");
        let [out, err] =
            [run.stdout, run.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        match found["code"].as_i64() {
            None => assert_eq!(*answer, format!("{{\"answer\":{out}}}"), "{words:?}"),
            Some(code) => {
                assert_eq!(run.status.code().map(i64::from), Some(code), "{words:?}");
                assert_eq!(found["refused"].as_str(), Some(err.trim_end()), "{words:?}");
            }
        }
    }
    assert!(refused > count / 100 && refused < count / 2, "{refused} of {count} refused");
}

#[test]
fn the_page_answers_as_the_command_line_does() {
    same_answers(1, 300, 300);
}

#[test]
fn the_page_gives_reasons_and_hardware_as_the_program_does() {
    let Some(node) = node() else { return };
    let mut requests = Vec::new();
    for words in command_lines(3, 60) {
        requests
            .extend(["route", "why", "hardware"].map(|ask| json!({"ask": ask, "words": words})));
    }
    let answers = asked(&node, &requests);
    let native = |request: &Value| teecast_page::question::answer(request.to_string().as_bytes());
    assert!(requests.iter().map(native).eq(answers.iter().cloned()));
    let found: Vec<Value> =
        answers.iter().map(|answer| serde_json::from_str(answer).expect("JSON")).collect();
    let mut of_nodes = 0;
    for three in found.chunks(3) {
        // What is routed has reasons, one for each node that it does not reach.
        let [route, why] = [&three[0]["answer"], &three[1]["answer"]];
        assert_eq!(route.is_null(), why.is_null(), "{} {}", three[0], three[1]);
        let left = route["unroutable"].as_array().map_or(0, Vec::len);
        assert_eq!(left, why["lost"].as_array().map_or(0, Vec::len), "{route}");
        of_nodes += why["nodes"].as_array().map_or(0, Vec::len);
    }
    assert!(of_nodes > 300, "{of_nodes}");
}

#[test]
fn the_page_plays_routers_as_the_program_does() {
    let Some(node) = node() else { return };
    let message = |source: u32, destinations: &[u32]| json!({"cycle": 0, "source": source, "destinations": destinations, "length": 2});
    let ask = |lan: bool, faulty: &[u32], messages: Vec<Value>| {
        let mut asked = json!({"ask": "play", "n": 3, "m": 2, "vote": "nca", "classes": 3});
        for (key, value) in
            [("lan", json!(lan)), ("faulty", json!(faulty)), ("messages", json!(messages))]
        {
            asked[key] = value;
        }
        asked
    };
    // The lengths of the page's example. With one flit more, the copies miss each other and all end.
    let turn = [(0, [1, 3]), (1, [3, 2]), (3, [2, 0]), (2, [0, 1])].repeat(4);
    let turns: Vec<Value> = turn.iter().map(|(source, list)| message(*source, list)).collect();
    let requests = [
        ask(true, &[], turns.clone()),
        ask(false, &[], turns),
        ask(false, &[1], vec![message(0, &[3, 5]), message(6, &[])]),
        ask(false, &[], vec![message(0, &[9])]),
    ];
    let answers = asked(&node, &requests);
    let mut unknown = requests[3].clone();
    unknown["vote"] = json!("best");
    let refused = teecast_page::question::answer(unknown.to_string().as_bytes());
    assert!(refused.contains("there is no vote") && refused.contains("greedy"), "{refused}");
    for (request, answer) in requests.iter().zip(&answers) {
        assert_eq!(*answer, teecast_page::question::answer(request.to_string().as_bytes()));
    }
    let found: Vec<Value> =
        answers.iter().map(|answer| serde_json::from_str(answer).expect("JSON")).collect();
    assert_eq!(found[0]["answer"]["deadlock"]["places"].as_array().map(Vec::len), Some(4));
    for delivered in &found[1..3] {
        assert_eq!(delivered["answer"]["ended"], true);
        assert_eq!(delivered["answer"]["deadlock"], Value::Null);
    }
    let sentence = "error: message 1: node 9 is faulty or not one of 0 to 7";
    assert_eq!(found[3], json!({"code": 2, "refused": sentence}));
}

#[test]
fn the_page_plays_networks_of_the_other_families_as_the_program_does() {
    let Some(node) = node() else { return };
    let message = |cycle: u32, source: u32, to: &str, length: u32| json!({"cycle": cycle, "source": source, "to": to, "length": length});
    let ask = |configuration: &str, messages: Vec<Value>| json!({"ask": "watch", "configuration": configuration, "messages": messages});
    let all = |nodes: u32, length| (0..nodes).map(|it| message(0, it, "all", length)).collect();
    // Deliveries: of a broadcast each copy comes to all others.
    let requests = [
        (
            ask(
                "family = ['harts']\nn = 3\nmax-data = 4",
                vec![message(0, 0, "all 3", 4), message(9, 5, "12", 2)],
            ),
            3 * 18 + 1,
        ),
        (
            ask(
                "family = ['region']\nmesh = '4x4'\nmax-data = 4",
                vec![message(0, 0, "1 1 3 2", 4), message(40, 9, "2 0 2 3", 1)],
            ),
            6 + 4,
        ),
        (
            ask("family = ['ihc']\ntopology = 'hypercube'\nn = 4\nmax-data = 2", all(16, 2)),
            16 * 15 * 4,
        ),
        (ask("family = ['ring-tree']\ngraph = 'grid:3x3'\nring-size = 4", all(9, 1)), 9 * 8),
        (ask("family = ['region']\nmesh = '4x4'", vec![message(0, 16, "1 1 3 2", 4)]), 0),
        (ask("family = ['ring-tree']\ngraph = 'path:3'", vec![message(0, 1, "all", 1); 2]), 0),
        (ask("family = ['region']\nmesh = '4x4'", vec![]), 0),
        (ask("family = ['region']\nmesh = '40x40'", vec![]), 0),
    ];
    let lines: Vec<Value> = requests.iter().map(|(request, _)| request.clone()).collect();
    let answers = asked(&node, &lines);
    let mut refused = Vec::new();
    for ((request, deliveries), answer) in requests.iter().zip(&answers) {
        let native = teecast_page::question::answer(request.to_string().as_bytes());
        assert_eq!(*answer, native, "{request}");
        let found: Value = serde_json::from_str(answer).expect("JSON");
        if let Some(sentence) = found["refused"].as_str() {
            refused.push(sentence.lines().next().expect("a line").to_string());
            continue;
        }
        let film = &found["answer"];
        assert_eq!(film["ended"], true, "{request}");
        let arrivals = film["arrivals"].as_array().expect("a list");
        assert_eq!(arrivals.len(), *deliveries, "{request}");
        assert_eq!(film["reports"], json!([]), "{request}");
        // What comes to a processor came by a link before, whole.
        let cycles = film["cycles"].as_array().expect("a list");
        for arrival in arrivals {
            let until = arrival["cycle"].as_u64().expect("a cycle") as usize;
            let mut before =
                cycles[..=until].iter().flat_map(|flits| flits.as_array().expect("a list"));
            let ends = json!({"to": arrival["node"], "message": arrival["message"], "last": true});
            let ends = ends.as_object().expect("an object");
            let came = before.any(|flit| ends.iter().all(|(key, value)| flit[key] == *value));
            assert!(came, "{request}: {arrival}");
        }
        // What crosses links crosses links that are there, and one flit a cycle and way.
        let links: BTreeSet<(u64, u64)> = film["links"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|pair| (pair[0].as_u64().expect("a node"), pair[1].as_u64().expect("a node")))
            .collect();
        for flits in cycles {
            let ways = flits.as_array().expect("a list").iter().filter_map(|flit| {
                let from = flit["from"].as_u64().expect("a node");
                flit["to"].as_u64().map(|to| (from, to))
            });
            let ways: Vec<(u64, u64)> = ways.collect();
            assert!(ways.iter().all(|&(one, two)| links.contains(&(one.min(two), one.max(two)))));
            assert_eq!(ways.len(), ways.iter().collect::<BTreeSet<_>>().len(), "{request}");
        }
    }
    assert_eq!(
        refused,
        [
            "error: message 1: node 16 is not one of 0 to 15",
            "error: message 2: node 1 sends one already",
            "error: 1600 nodes; permitted are 128 in this view",
        ]
    );
}

#[test]
#[ignore = "10 000 requests, some minutes: make page-check"]
fn the_page_answers_ten_thousand_requests_as_the_command_line_does() {
    same_answers(2, 10_000, 1_200);
}

#[test]
fn the_page_is_one_small_file_made_of_its_parts() {
    assert!(PAGE.len() < 1_100_000, "{} bytes", PAGE.len());
    let (before_model, rest) = PAGE.split_once("id=\"model\"").expect("a model");
    let (_, after_model) = rest.split_once("</script>").expect("its end");
    let shown = [before_model, after_model].concat();
    for name in ["style.css", "page.html"] {
        let part = fs::read_to_string(format!("{ROOT}/generator/page/web/{name}")).expect("a part");
        for line in part.lines().filter(|line| !line.contains("/*")) {
            assert!(shown.contains(line), "{name} is newer; run scripts/page --keep-model");
        }
    }
    for entry in fs::read_dir(format!("{ROOT}/generator/page/web")).expect("the parts") {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_some_and(|ending| ending == "js") {
            let part = fs::read_to_string(&path).expect("UTF-8");
            let own = part.rsplit("\nimport ").next().unwrap_or_default();
            let lines =
                own.lines().skip(1).map(|line| line.strip_prefix("export ").unwrap_or(line));
            for line in lines.filter(|line| !line.contains("/*RULES*/")) {
                assert!(shown.contains(line), "{path:?} is newer; run scripts/page --keep-model");
            }
        }
    }
    // It asks no other machine for anything.
    for word in ["http://", "https://", "src=", "@import", "fetch("] {
        let found = shown.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(word), "the page names {word}");
    }
}

/// Writes bytes as base64 has them.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|three| {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let all = byte(0) << 16 | byte(1) << 8 | byte(2);
        (0..4).map(move |digit| match digit <= three.len() {
            true => DIGITS[(all >> (18 - 6 * digit) & 63) as usize] as char,
            false => '=',
        })
    });
    digits.collect()
}

#[test]
fn the_page_permits_its_own_script_and_style_only() {
    let policy = PAGE.split("Content-Security-Policy\" content=\"").nth(1).expect("a policy");
    let policy = policy.split('"').next().expect("its end");
    let digest = |begin: &str, end: &str| {
        let (_, rest) = PAGE.split_once(begin).expect("a begin");
        let text = rest.split(end).next().expect("an end");
        format!("'sha256-{}'", base64(&Sha256::digest(text)))
    };
    let script = digest("<script type=\"module\">", "</script>");
    let style = digest("<style>", "</style>");
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src {script} 'wasm-unsafe-eval'; style-src {style}; \
             img-src data:; base-uri 'none'; form-action 'none'"
        )
    );
}

#[test]
fn the_page_can_be_written_into_a_file() {
    let folder = scratch();
    let out = succeed(folder.path(), "explore --out trees.html");
    assert_eq!(out, "trees.html: open it in a browser\n");
    assert_eq!(fs::read_to_string(folder.path().join("trees.html")).expect("written"), PAGE);
}

/// Uses the page in a browser, with an option of the script.
fn in_a_browser(option: Option<&str>) {
    let Some(mut python) = browser::script("tests/explore/browser.py") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore");
    python.arg(format!("{ROOT}/generator/cli/explore.html")).arg(folder).args(option);
    python.env("TEECAST", env!("CARGO_BIN_EXE_teecast"));
    println!("{}", printed(&mut python));
}

#[test]
#[ignore = "minutes on a machine that does other work: make page-check"]
fn a_browser_shows_every_family() {
    in_a_browser(None);
}

#[test]
#[ignore = "on a machine that does nothing else: make page-check"]
fn the_page_is_fast_in_a_browser() {
    in_a_browser(Some("--speed"));
}
