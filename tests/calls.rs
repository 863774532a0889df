//! Random calls of all commands: whatever is typed ends with a documented exit code, and in time.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use teecast::model::random::Random;

use crate::program::{command, ended, scratch, succeed};

/// How long a call may take before it is asked to stop, and how long it may take to stop.
const STOP: Duration = Duration::from_secs(20);
/// Files that calls find in their folder: some are valid.
const FILES: [(&str, &str); 8] = [
    ("net.json", "{\"nodes\": 3, \"links\": [[0, 1], [1, 2]]}"),
    ("net.txt", "0 1\n1 2\n2 0\n"),
    ("gen.toml", "family = [\"hypercube\"]\nn = 3\nm = 4\n"),
    ("deep.toml", "n = [[[[[[[[[[{"),
    ("messages.csv", "cycle,source,destination,length\n0,0,1,2\n3,1,all,1\n"),
    ("part.jsonl", "{\"sweep\":{\"setup\":{\"kind\":\"plain\"},\"jobs\":[]},\"part\":[0,0]}\n"),
    ("mix.csv", "k,weight\n1,3\n9,-1\n"),
    ("empty", ""),
];
const VALUES: &str = "0 1 2 3 4 6 8 16 17 -1 -0 255 65536 4294967296 18446744073709551616 1e400 NaN \
    inf 0.1 0.9:0.1:0.1 0:1:0 0.1:0.3:0.1 1/1 0/0 3/2 2x2 4x4 0x0 1x1x1x1 65536x65536 0,0 0,0:1,1 \
    9,9:0 0,1,2 1,1 0-1 0-0 a,b all none x = , : -- hypercube:3 hypercube:20 hexmesh:2 hexmesh:99999 \
    grid:3x2 torus:3x3 path:2 star:100001 links:0-1,1-2 links: net.json net.txt gen.toml deep.toml \
    messages.csv part.jsonl mix.csv empty . missing/file $(touch${IFS}planted) ';touch${IFS}planted;' \
    \" */ --> {{ %s %n \\ \u{202e}abc \u{e9} \u{1f41b} line\nline \t \u{1}";

/// A command that does something, with what its help names.
struct Leaf {
    words: Vec<String>,
    options: Vec<String>,
    values: Vec<String>,
    examples: Vec<Vec<String>>,
}

/// Lists all commands, from their help.
fn leaves(folder: &Path, words: &[String], found: &mut Vec<Leaf>) {
    let help = succeed(folder, &[words, &["--help".to_string()]].concat().join(" "));
    let part = |title: &str| help.split(title).nth(1).unwrap_or_default();
    let list = part("\nCommands:\n").split("\n\n").next().unwrap_or_default();
    // The description of a command may need more lines, which begin further right.
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    for name in names.iter().filter(|name| **name != "help") {
        leaves(folder, &[words, &[name.to_string()]].concat(), found);
    }
    if !names.is_empty() {
        return;
    }
    let other = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    let options = help.split_whitespace().filter(|word| word.starts_with("--"));
    let options = options.map(|word| word.split(other).next().unwrap_or_default());
    let choices =
        help.split("[possible values: ").skip(1).filter_map(|rest| rest.split(']').next());
    let bullets = help.lines().filter_map(|line| line.trim().strip_prefix("- "));
    let bullets = bullets.filter_map(|line| line.split(':').next());
    let examples = part("\nExamples:\n").lines();
    let examples = examples.filter_map(|line| line.strip_prefix("  teecast "));
    found.push(Leaf {
        words: words.to_vec(),
        options: options.filter(|name| name.len() > 2).map(str::to_string).collect(),
        values: choices
            .flat_map(|list| list.split(", "))
            .chain(bullets)
            .map(str::to_string)
            .collect(),
        examples: examples
            .map(|line| line.split_whitespace().map(str::to_string).collect())
            .collect(),
    });
}

fn one<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.below(list.len() as u32) as usize]
}

/// Returns a value that somebody could type, or nobody would.
fn value(random: &mut Random, leaf: &Leaf) -> String {
    match random.below(8) {
        0..2 if !leaf.values.is_empty() => one(random, &leaf.values).clone(),
        2 => random.below(40).to_string(),
        3 if random.below(8) == 0 => "long ".repeat(800),
        3 if random.below(8) == 0 => String::new(),
        _ => one(random, &VALUES.split(' ').collect::<Vec<_>>()).to_string(),
    }
}

/// Returns a command line: an example with one change or more, or options at random.
fn call(random: &mut Random, leaves: &[Leaf]) -> Vec<String> {
    let leaf = one(random, leaves);
    let mut words = leaf.words.clone();
    if !leaf.examples.is_empty() && random.below(2) == 0 {
        words = one(random, &leaf.examples).clone();
        for _ in 0..1 + random.below(2) {
            let place = random.below(words.len() as u32) as usize;
            words[place] = value(random, leaf);
        }
    }
    for _ in 0..random.below(5) {
        if !leaf.options.is_empty() {
            words.push(one(random, &leaf.options).clone());
        }
        if random.below(5) > 0 {
            words.push(value(random, leaf));
        }
    }
    words
}

/// Makes a call; says what is wrong with its end, and whether it had to be stopped.
fn made(words: &[String], limit: Duration) -> (Result<(), String>, bool) {
    let folder = scratch();
    let inside = folder.path().join("here");
    fs::create_dir(&inside).expect("a writable folder");
    for (name, text) in FILES {
        fs::write(inside.join(name), text).expect("a writable folder");
    }
    let log = folder.path().join("log");
    let mut command = command(&inside, "");
    // Without tools: what they are asked is not typed here.
    command.args(words).env("PATH", "").env("HOME", folder.path()).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(File::create(&log).expect("a writable folder"));
    let mut child = command.spawn().expect("the binary was built for this test");
    let long = !ended(&mut child, limit);
    if long {
        Command::new("kill").arg(child.id().to_string()).status().expect("kill is there");
        if !ended(&mut child, STOP) {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            return (Err(format!("hangs: {words:?}")), long);
        }
    }
    let code = child.wait().expect("it ended").code();
    let said = String::from_utf8_lossy(&fs::read(&log).expect("its log")).into_owned();
    let planted = inside.join("planted").exists();
    // A call that was stopped may end in any way but by a mistake of ours.
    let fine = if long { code != Some(70) } else { matches!(code, Some(0..=3)) };
    let fine = fine && !planted && !said.contains("panicked");
    (if fine { Ok(()) } else { Err(format!("{code:?} {words:?}: {said}")) }, long)
}

/// Makes so many calls on all cores.
fn calls(seed: u64, count: usize, limit: Duration) {
    let folder = scratch();
    let mut all = Vec::new();
    leaves(folder.path(), &[], &mut all);
    assert!(all.len() > 20 && all.iter().any(|leaf| leaf.words == ["simulate", "plain"]));
    let mut random = Random::new(seed);
    let lines: Vec<Vec<String>> = (0..count).map(|_| call(&mut random, &all)).collect();
    let (next, stopped) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut wrong = Vec::new();
        while let Some(words) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (result, long) = made(words, limit);
            stopped.fetch_add(usize::from(long), Ordering::Relaxed);
            wrong.extend(result.err());
        }
        wrong
    };
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic here")).collect()
    });
    println!("{count} calls, {} stopped after {limit:?}", stopped.into_inner());
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_hundred_random_calls_end_as_documented() {
    calls(1, 100, Duration::from_secs(1));
}

#[test]
#[ignore = "minutes: make calls"]
fn five_thousand_random_calls_end_as_documented() {
    calls(2, 5_000, Duration::from_secs(10));
}
