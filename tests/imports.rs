//! No imports in a cycle: neither between the folders of a crate, nor between the files of a folder. Only the
//! file that declares the others of its folder may know them and be known by them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::ROOT;

/// The root modules of all crates.
const CRATES: [&str; 12] = [
    "generator/lib.rs",
    "generator/topology/src/lib.rs",
    "generator/spec/src/lib.rs",
    "generator/emit/src/lib.rs",
    "generator/model/src/lib.rs",
    "generator/study/src/lib.rs",
    "generator/terminal/src/lib.rs",
    "generator/verbs/src/lib.rs",
    "generator/writing/src/lib.rs",
    "generator/page/src/lib.rs",
    "verilator/src/lib.rs",
    "qa/src/main.rs",
];

/// Names of a module from the root of its crate, or of something in it.
type Name = Vec<String>;

/// Something that is imported, and whether it can be imported from here, too.
struct Import {
    path: String,
    public: bool,
}

/// A file with what it imports.
struct Module {
    file: String,
    imports: Vec<Import>,
}

/// The modules of a crate.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Name, Module>,
    /// What is named in one module and lives in another one.
    elsewhere: BTreeMap<Name, Name>,
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns a path without `.` and with every `..` gone up.
fn plain(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns what a file says outside comments and its own tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the paths that an import with braces stands for.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_string()] };
    let inside = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let mut depth = 0;
    let parts = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| expanded(&format!("{before}{part}"))).collect()
}

/// Returns the path of an import that begins in a line, and whether it is public.
fn begun(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_start();
    match line.strip_prefix("use ") {
        Some(path) => Some((path, false)),
        None => line
            .split_once(" use ")
            .filter(|(who, _)| who.starts_with("pub"))
            .map(|it| (it.1, true)),
    }
}

/// Lists everything that code imports, or names by a path.
fn imports(code: &str) -> Vec<Import> {
    let mut found = Vec::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if let Some((path, public)) = begun(line) {
            let mut path = path.to_string();
            while !path.ends_with(';') {
                path += lines.next().expect("an import ends").trim();
            }
            let paths = expanded(path.trim_end_matches(';'));
            found.extend(paths.into_iter().map(|path| Import { path, public }));
            continue;
        }
        let is_path = |c: char| c == ':' || c == '_' || c.is_alphanumeric();
        for path in line.split(|c| !is_path(c)) {
            if ["crate::", "super::", "self::"].iter().any(|root| path.starts_with(root)) {
                found.push(Import { path: path.trim_end_matches(':').to_string(), public: false });
            }
        }
    }
    found
}

impl Crate {
    fn new(root: &str) -> Self {
        let mut found = Self::default();
        found.add(Vec::new(), root.to_string());
        let public = |(name, module): (&Name, &Module)| {
            let imports = module.imports.iter().filter(|import| import.public);
            imports.filter_map(|import| found.named(name, import)).collect::<Vec<_>>()
        };
        found.elsewhere = found.modules.iter().flat_map(public).collect();
        found
    }

    /// Adds a module and those that its file declares.
    fn add(&mut self, name: Name, file: String) {
        let code = code(&read(&file));
        let (folder, base) = file.rsplit_once('/').expect("a file lies in a folder");
        let own = match base {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_string(),
            _ => file.trim_end_matches(".rs").to_string(),
        };
        let mut given = None;
        for line in code.lines().map(str::trim) {
            if let Some(path) = line.strip_prefix("#[path = \"") {
                given = Some(plain(&format!("{folder}/{}", path.trim_end_matches("\"]"))));
            }
            let declared = line.strip_suffix(';').and_then(|line| match line.split_once("mod ") {
                Some((who, child)) if who.is_empty() || who.starts_with("pub") => Some(child),
                _ => None,
            });
            if let Some(child) = declared {
                let beside = format!("{own}/{child}.rs");
                let is_file = Path::new(ROOT).join(&beside).exists();
                let file = if is_file { beside } else { format!("{own}/{child}/mod.rs") };
                let name = name.iter().cloned().chain([child.to_string()]).collect();
                self.add(name, given.take().unwrap_or(file));
            }
        }
        self.modules.insert(name, Module { imports: imports(&code), file });
    }

    /// Returns the name of an import where it is, and the full one, if it is of this crate.
    fn named(&self, module: &Name, import: &Import) -> Option<(Name, Name)> {
        let (path, alias) = match import.path.split_once(" as ") {
            Some((path, alias)) => (path, Some(alias)),
            None => (import.path.as_str(), None),
        };
        let mut parts: Vec<&str> = path.split("::").collect();
        let mut full = module.clone();
        match parts[0] {
            "crate" => full.clear(),
            "self" | "super" => {}
            child => {
                full.push(child.to_string());
                let is_child = self.modules.contains_key(&full);
                full.pop();
                if !is_child {
                    return None;
                }
                parts.insert(0, "self");
            }
        }
        for part in &parts[..] {
            match *part {
                "crate" | "self" => {}
                "super" => drop(full.pop()),
                part => full.push(part.to_string()),
            }
        }
        let last = alias.unwrap_or(parts[parts.len() - 1]);
        let here = module.iter().cloned().chain([last.to_string()]).collect();
        Some((here, full))
    }

    /// Returns the file in which something is, behind all names that lead there.
    fn file(&self, mut name: Name) -> &str {
        let longest = |name: &Name| -> Vec<Name> {
            (0..=name.len()).rev().map(|end| name[..end].to_vec()).collect()
        };
        while let Some(part) =
            longest(&name).into_iter().find(|part| self.elsewhere.contains_key(part))
        {
            if self.modules.contains_key(&part) {
                break;
            }
            name = self.elsewhere[&part].iter().chain(&name[part.len()..]).cloned().collect();
        }
        let module = longest(&name).iter().find_map(|part| self.modules.get(part));
        &module.expect("the root is a module").file
    }

    /// Lists which file imports something from which; what a folder only passes on is left out.
    fn edges(&self) -> BTreeSet<(&str, &str)> {
        let mut edges = BTreeSet::new();
        for (name, module) in self.modules.iter().filter(|(_, it)| !it.file.ends_with("tests.rs")) {
            let passes_on = declares(&module.file);
            let imports = module.imports.iter().filter(|import| !(import.public && passes_on));
            for (_, full) in imports.filter_map(|import| self.named(name, import)) {
                edges.insert((module.file.as_str(), self.file(full)));
            }
        }
        edges
    }
}

/// Returns the folder in which two files part, and what there leads to each: a file, or a folder. A
/// file `x.rs` beside a folder `x` is one module with it.
fn parted<'a>(from: &'a str, to: &'a str) -> Option<[&'a str; 3]> {
    let same = from.split('/').zip(to.split('/')).take_while(|(a, b)| a == b);
    let length: usize = same.map(|(part, _)| part.len() + 1).sum();
    let entry = |path: &'a str| {
        let end = path[length..].find('/').map_or(path.len(), |end| length + end);
        let folder = path[..end].trim_end_matches(".rs");
        if Path::new(ROOT).join(folder).is_dir() { folder } else { &path[..end] }
    };
    let (a, b) = (from != to).then(|| (entry(from), entry(to)))?;
    (a != b).then_some([&from[..length], a, b])
}

/// Tells whether a file declares the others of its folder.
fn declares(file: &str) -> bool {
    ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| file.ends_with(&format!("/{name}")))
}

/// Finds a cycle: one that leads through a folder, or one of files of which none declares the others.
fn cycle(edges: &BTreeSet<(&str, &str)>) -> Option<String> {
    let equals = edges.iter().copied().filter(|(from, to)| !declares(from) && !declares(to));
    cycle_through(edges, |entry| !entry.ends_with(".rs"))
        .or_else(|| cycle_through(&equals.collect(), |_| true))
}

/// Finds a cycle that leads through one of some entries of a folder: the imports that close it.
fn cycle_through(edges: &BTreeSet<(&str, &str)>, looked_at: fn(&str) -> bool) -> Option<String> {
    let mut levels: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for [level, from, to] in edges.iter().filter_map(|(from, to)| parted(from, to)) {
        levels.entry(level).or_default().entry(from).or_default().insert(to);
    }
    for level in levels.values() {
        let reached = |start: &str| {
            let mut reached = BTreeSet::new();
            let mut next = vec![start];
            while let Some(entry) = next.pop() {
                let fresh =
                    level.get(entry).into_iter().flatten().filter(|it| reached.insert(**it));
                next.extend(fresh.collect::<Vec<_>>());
            }
            reached
        };
        for start in level.keys().filter(|entry| looked_at(entry)) {
            let around = reached(start);
            if !around.contains(start) {
                continue;
            }
            let on_it = |entry: &str| around.contains(entry) && reached(entry).contains(start);
            let closing = edges.iter().filter(|(from, to)| {
                parted(from, to).is_some_and(|[_, a, b]| {
                    level.contains_key(a) && level.contains_key(b) && on_it(a) && on_it(b)
                })
            });
            return Some(closing.map(|(from, to)| format!("{from} imports {to}\n")).collect());
        }
    }
    None
}

#[test]
fn nothing_is_imported_in_a_cycle() {
    let mut number = 0;
    for root in CRATES {
        let modules = Crate::new(root);
        let edges = modules.edges();
        number += edges.len();
        let found = cycle(&edges);
        assert!(found.is_none(), "{root}:\n{}", found.unwrap_or_default());
    }
    assert!(number > 500, "the search finds the imports that are there: {number}");
}

#[test]
fn a_cycle_of_folders_or_files_is_found() {
    let found = |edges: &[(&'static str, &'static str)]| {
        cycle(&edges.iter().copied().collect()).map(|text| text.lines().count())
    };
    let there = ("src/a/b.rs", "src/c/d.rs");
    assert_eq!(found(&[there, ("src/c/e.rs", "src/f.rs")]), None);
    assert_eq!(found(&[there, ("src/c/e.rs", "src/f.rs"), ("src/f.rs", "src/a/g.rs")]), Some(3));
    assert_eq!(found(&[("src/a/b.rs", "src/a/c.rs"), ("src/a/c.rs", "src/a/b.rs")]), Some(2));
    // The file that declares the other one.
    assert_eq!(found(&[("src/a/mod.rs", "src/a/c.rs"), ("src/a/c.rs", "src/a/mod.rs")]), None);
}

#[test]
fn imports_are_read_with_braces_and_other_names() {
    let code =
        "use a::{b, c::{d, e as f}};\npub(crate) use g;\nlet x = super::super::h::i(crate::J);";
    let found = imports(code);
    let paths: Vec<(&str, bool)> =
        found.iter().map(|import| (import.path.as_str(), import.public)).collect();
    let not_public = ["a::b", "a::c::d", "a::c::e as f"].map(|path| (path, false));
    assert_eq!(paths[..3], not_public);
    assert_eq!(paths[3..], [("g", true), ("super::super::h::i", false), ("crate::J", false)]);
}
