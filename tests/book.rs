//! The pages: every command in them runs, and prints what the page shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use teecast::spec::Family;
use teecast_cosim::tools::{self, Tool};

use crate::ROOT;
use crate::program::{read, scratch, succeed};

/// Commands that take minutes: `long_commands_of_the_pages_work` runs them, but for a server and a sweep on many
/// machines.
const LONG: [&str; 6] = [
    "teecast simulate",
    "teecast verify",
    "teecast prove",
    "teecast repro all",
    "teecast merge",
    "teecast explore",
];
/// Commands that need a clone, another machine or a screen.
const ELSEWHERE: [&str; 4] = ["cargo ", "make ", "sbatch ", "gtkwave "];

/// Commands that another test follows, with the files that their page shows: `tutorial`, `examples`, `packages`.
const FOLLOWED: [&str; 4] = ["fusesoc ", "iverilog ", "./demo", "./first_network"];

/// Commands that a page shows because they fail: how they begin, and what they print.
const FAILING: [(&str, &str); 1] = [("teecast simulate plain --torus 8 ", "deadlock in cycle ")];

/// Files that a page shows before it uses them: page, name, how the block begins.
const FILES: [(&str, &str, &str); 4] = [
    ("docs/integration.md", "tdest.toml", "```toml\n"),
    ("docs/ring-tree.md", "board.json", "```json\n"),
    ("docs/studies.md", "mix.csv", "```csv\n"),
    ("docs/tutorial-traffic.md", "trace.csv", "```csv\n"),
];

/// Pictures that the program draws: picture, commands, the file that they leave.
const PICTURES: [(&str, &str, &str); 6] = [
    (
        "first_network.svg",
        "teecast route hypercube --n 2 --algorithm multicast --source 0 --dest 1,3 --format svg > tree.svg",
        "tree.svg",
    ),
    ("multicast_tree.svg", "teecast repro lan88-fig5.2", "repro-out/lan88-fig5.2/greedy.svg"),
    ("traffic.svg", "teecast repro lan88-fig5.4", "repro-out/lan88-fig5.4/traffic.svg"),
    (
        "latency.svg",
        "teecast simulate plain --hypercube 6 --load 0.1:0.9:0.1 --saturation --out curve",
        "curve/latency.svg",
    ),
    (
        "heat-map.svg",
        "teecast simulate plain --mesh 8x8 --load 0.3 --messages messages.csv --links links.csv \
         --heat-map links.svg",
        "links.svg",
    ),
    (
        "around-fault.svg",
        "teecast simulate hypercube --n 4 --m 4 --destinations 3 --length 4 --load 0.1 --faulty 7 \
         --heat-map around.svg",
        "around.svg",
    ),
];

/// Returns the pages of the book: path and text.
fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(format!("{ROOT}/docs")).expect("the pages");
    let docs = docs.map(|it| {
        let name = it.expect("a page").file_name();
        format!("docs/{}", name.to_str().expect("a plain name"))
    });
    let others = ["README.md", "CONTRIBUTING.md"].map(str::to_string);
    let pages = docs.chain(others).filter(|path| path.ends_with(".md"));
    let text = |path: &str| fs::read_to_string(format!("{ROOT}/{path}")).expect("a page is text");
    pages.map(|path| (path.clone(), text(&path))).collect()
}

/// Runs a command of a page; `~` is the folder. Returns what it printed, if it succeeded.
fn shell(folder: &Path, command: &str) -> Result<String, String> {
    let own = Path::new(env!("CARGO_BIN_EXE_teecast")).parent().expect("a folder");
    let icarus = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    let icarus = icarus.and_then(|tool| Some(tool.path.parent()?.display().to_string()));
    let path = std::env::var("PATH").expect("a search path");
    let path = format!("{}:{}:{path}", own.display(), icarus.unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.current_dir(folder).env("PATH", path).env("HOME", folder).args(["-c", command]);
    let run = shell.output().expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match run.status.success() {
        true => Ok(text(&run.stdout)),
        false => Err(text(&run.stderr)),
    }
}

/// Returns whether a text is as a page shows it, where a line `...` stands for any lines.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (Some((&"...", rest)), _) => (0..=printed.len()).any(|skip| fits(rest, &printed[skip..])),
        (Some((one, shown)), Some((other, printed))) => one == other && fits(shown, printed),
        (None, None) => true,
        _ => false,
    }
}

#[test]
fn dots_stand_for_any_lines() {
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]) && fits(&["..."], &[]));
    assert!(
        !fits(&["a", "..."], &["b"]) && !fits(&["a"], &["a", "b"]) && !fits(&["a", "b"], &["a"])
    );
}

#[test]
fn consoles_of_the_pages_print_what_is_shown() {
    let mut commands = 0;
    for (name, page) in pages() {
        let folder = scratch();
        for file in read(Path::new(&format!("{ROOT}/examples/first_network"))) {
            fs::write(folder.path().join(&file.path), file.text).expect("writable");
        }
        write_files(folder.path(), &name, &page);
        for block in page.split("```console\n").skip(1) {
            let block = block.split("```\n").next().expect("a block ends");
            for part in format!("\n{block}").split("\n$ ").skip(1) {
                let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
                let printed = shell(folder.path(), command);
                let printed = printed.unwrap_or_else(|error| panic!("{name}: {command}: {error}"));
                let [shown, lines] =
                    [shown, &printed].map(|it| it.trim_end().lines().collect::<Vec<_>>());
                assert!(fits(&shown, &lines), "{name}: {command} prints\n{printed}");
                commands += 1;
            }
        }
    }
    assert!(commands > 10, "{commands}");
}

/// The part of the file of measured numbers that a test reads.
#[derive(serde::Deserialize)]
struct Measured {
    design: Vec<MeasuredDesign>,
}

#[derive(serde::Deserialize)]
struct MeasuredDesign {
    family: Vec<String>,
    number: Vec<MeasuredNumber>,
}

#[derive(serde::Deserialize)]
struct MeasuredNumber {
    value: String,
}

#[test]
fn the_first_page_has_a_row_a_family_with_a_measured_router() {
    let text = include_str!("../generator/emit/src/measured.toml");
    let measured: Measured = toml::from_str(text).expect("measured numbers");
    let page = fs::read_to_string(format!("{ROOT}/README.md")).expect("a page");
    for family in Family::ALL.iter().map(|family| family.name()) {
        let opening = format!("| [{family}](docs/{family}.md) | ");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with(&opening)).collect();
        let [row] = rows[..] else { panic!("{family} has {} rows", rows.len()) };
        let cell = row.split(" | ").find_map(|cell| cell.split_once(": ")?.1.split_once(" LUT4, "));
        let (area, clock) = cell.unwrap_or_else(|| panic!("{row} has no router"));
        let (area, clock) = (format!("{area} LUT4, "), format!(", {clock}"));
        let is_shown = |number: &MeasuredNumber| {
            number.value.starts_with(&area) && number.value.ends_with(&clock)
        };
        let mut designs = measured.design.iter().filter(|design| design.family == [family]);
        assert!(designs.any(|design| design.number.iter().any(is_shown)), "not measured: {row}");
    }
}

/// Returns the indented commands of a page.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    let is_command = |line: &&str| {
        let first = line.split(' ').next().unwrap_or_default();
        ["teecast", "cargo", "make", "fusesoc", "iverilog", "sbatch", "gtkwave"].contains(&first)
            || line.starts_with("./")
    };
    page.lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(str::trim_start)
        .filter(is_command)
}

/// Writes the files that a page shows.
fn write_files(folder: &Path, name: &str, page: &str) {
    for (_, file, opening) in FILES.iter().filter(|(of, ..)| *of == name) {
        let block = page.split(opening).nth(1).and_then(|rest| rest.split("```").next());
        fs::write(folder.join(file), block.expect(file)).expect("writable");
    }
}

/// Runs the commands of all pages that are long, or those that are not.
fn run_commands(long: bool) {
    let mut studies_done = false;
    for (name, page) in pages() {
        let folder = scratch();
        for folder_of_home in [".local/share/bash-completion/completions", ".local/share/man"] {
            fs::create_dir_all(folder.path().join(folder_of_home)).expect("writable");
        }
        write_files(folder.path(), &name, &page);
        for command in commands(&page) {
            let begins = |list: &[&str]| list.iter().any(|it| command.starts_with(it));
            let server = command == "teecast explore" || command.contains("-of-4.jsonl");
            if begins(&ELSEWHERE) || begins(&FOLLOWED) || server {
                continue;
            }
            // What comes later may need what came before.
            let is_long = begins(&LONG) && !command.contains("explore --out");
            // Several pages repeat all studies; once is enough.
            let studies = command == "teecast repro all";
            if (is_long && !long) || (studies && studies_done) {
                continue;
            }
            studies_done |= studies;
            eprintln!("{name}: {command}");
            let failing = FAILING.iter().find(|(it, _)| command.starts_with(it));
            match (shell(folder.path(), command), failing) {
                (Ok(_), None) => {}
                (Err(error), Some((_, words))) if error.contains(words) => {}
                (Ok(_), Some(_)) => panic!("{name}: {command} does not fail"),
                (Err(error), _) => panic!("{name}: {command}: {error}"),
            }
        }
    }
}

#[test]
fn commands_of_the_pages_work() {
    run_commands(false);
}

#[test]
#[ignore = "many minutes: make book-commands"]
fn long_commands_of_the_pages_work() {
    run_commands(true);
}

#[test]
fn pictures_of_the_program_are_those_that_it_draws() {
    for (picture, command, file) in PICTURES {
        let folder = scratch();
        shell(folder.path(), command).unwrap_or_else(|error| panic!("{command}: {error}"));
        let drawn = fs::read_to_string(folder.path().join(file)).expect(file);
        let kept = fs::read_to_string(format!("{ROOT}/docs/pictures/{picture}")).expect(picture);
        assert!(
            drawn == kept,
            "docs/pictures/{picture} is not what `{command}` draws: copy {file}"
        );
    }
}

#[test]
fn each_page_is_a_chapter() {
    let summary = fs::read_to_string(format!("{ROOT}/book/SUMMARY.md")).expect("chapters");
    let chapters = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let chapters: Vec<&str> = chapters.collect();
    for (name, _) in pages() {
        assert!(chapters.contains(&name.as_str()), "{name} is no chapter");
    }
}

/// The book follows its links, too, but it is not built by default.
#[test]
fn each_page_that_a_chapter_leads_to_is_a_chapter() {
    let summary = fs::read_to_string(format!("{ROOT}/book/SUMMARY.md")).expect("chapters");
    for (name, page) in pages() {
        let folder = Path::new(&name).parent().expect("a page is in a folder");
        for link in page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.ends_with(".md") || link.contains(':') {
                continue;
            }
            // Pages of docs/ lead to files beside them and above them.
            let place = link.strip_prefix("../").map_or_else(|| folder.join(link), PathBuf::from);
            let place = place.display();
            assert!(summary.contains(&format!("]({place})")), "{name} leads to {place}");
        }
    }
}

#[test]
fn a_diagram_stands_on_one_page() {
    let mut pages = pages();
    pages.push((
        "ARCHITECTURE.md".into(),
        fs::read_to_string(format!("{ROOT}/ARCHITECTURE.md")).expect("a page"),
    ));
    let diagrams =
        ["router.svg", "mesh_router.svg", "mhu.svg", "receiver.svg", "layers.svg", "hexmesh.svg"];
    for diagram in diagrams {
        let picture = format!("pictures/{diagram})");
        let shown = pages.iter().filter(|(_, page)| page.contains(&picture));
        let names: Vec<&str> = shown.map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), 1, "{diagram} stands in {names:?}");
    }
}

#[test]
fn documents_are_as_their_schemas_say() {
    let schema = |name: &str| -> Value {
        let text = succeed(Path::new(ROOT), &format!("schema {name}"));
        serde_json::from_str(&text).expect("JSON")
    };
    let validator = |schema: &Value| jsonschema::validator_for(schema).expect("a schema");
    let check = |schema: &Value, document: &Value, what: &str| {
        let found: Vec<String> =
            validator(schema).iter_errors(document).map(|it| it.to_string()).collect();
        assert!(found.is_empty(), "{what}: {found:?}");
    };
    let routes = schema("route");
    for options in [
        "hypercube --n 4 --algorithm multicast --source 6 --dest 1,2 --faulty 4 --classes 3",
        "hypercube --n 3 --algorithm broadcast --source 6",
        "harts --n 3 --algorithm k-bcast --k 5 --faulty 4",
        "harts --n 3 --algorithm unicast --dest 9",
        "torus --width 4 --height 3 --pattern comb",
        "region --mesh 8 --algorithm recursive-doubling --source 0 --region 1:5",
        "ihc --topology torus --sides 3x4 --faulty 3",
        "ring-tree --graph hypercube:3 --source 1",
    ] {
        let text = succeed(Path::new(ROOT), &format!("route {options} --format json"));
        let mut document: Value = serde_json::from_str(&text).expect("JSON");
        let family = options.split(' ').next().expect("a verb");
        let own = routes["anyOf"].as_array().expect("families").iter();
        let id = format!("{family}.json");
        let own = own.clone().find(|schema| schema["$id"] == id.as_str()).expect("a schema");
        check(own, &document, options);
        check(&routes, &document, options);
        document["traffic"] = "much".into();
        assert!(!validator(own).is_valid(&document), "{options}");
    }
    let manifest = fs::read_to_string(format!("{ROOT}/rtl-out/mesh4x4/manifest.json"));
    let manifest: Value = serde_json::from_str(&manifest.expect("a golden design")).expect("JSON");
    check(&schema("manifest"), &manifest, "manifest.json");
    assert!(!validator(&schema("manifest")).is_valid(&Value::Object(Default::default())));
    let config = schema("config");
    for file in read(Path::new(&format!("{ROOT}/examples/configs"))) {
        if file.path.ends_with(".json") {
            let kept: Value = serde_json::from_str(&file.text).expect("JSON");
            assert_eq!(kept, config, "teecast schema config > examples/configs/{}", file.path);
            continue;
        }
        if !file.path.ends_with(".toml") {
            continue;
        }
        let line = "#:schema ./teecast.schema.json";
        assert_eq!(file.text.lines().nth(1), Some(line), "{}", file.path);
        let document: toml::Value = toml::from_str(&file.text).expect("TOML");
        let document = serde_json::to_value(document).expect("JSON");
        check(&config, &document, &file.path);
    }
    let wrong: Value = serde_json::json!({"n": 99, "family": ["cube"], "colour": 1});
    assert_eq!(validator(&config).iter_errors(&wrong).count(), 3);
}
