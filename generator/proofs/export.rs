//! The properties of a configuration as a folder that is proved without teecast.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use teecast_cosim::error::ToolError;
use teecast_cosim::prove::{Exported, ONE_PLACE, RUN};
use teecast_spec::Spec;
use teecast_spec::verilog::instances;

use super::{modules, obligation};
use crate::emit::RtlFile;
use crate::emit::manifest::{Listed, sha256};
use crate::emit::proof::{Method, Property};

/// Name of the list of properties and files in such a folder.
pub const LIST: &str = "properties.json";

/// The page of such a folder.
const PAGE: &str = include_str!("page.md");

/// Folder of the modules.
const MODULES: &str = "rtl";

/// The keys of [`LIST`].
#[derive(Serialize)]
struct List<'a> {
    tool: &'static str,
    tool_version: &'static str,
    command: &'a str,
    properties: Vec<Row<'a>>,
    files: Vec<Listed>,
}

/// One property.
#[derive(Serialize)]
struct Row<'a> {
    /// Path of its files, without ending.
    path: String,
    module: &'a str,
    method: Method,
    property: &'a str,
}

/// Returns the files of a folder that proves properties without teecast, the list of them last. The modules are those
/// of a folder that was emitted, else those of a fresh emission; `command` writes the folder, and one proof may take
/// `limit`.
///
/// # Errors
/// [`ToolError::Io`] if a module of the folder cannot be read.
pub fn export(
    spec: &Spec,
    sources: Option<&Path>,
    properties: &[Property],
    command: &str,
    limit: Duration,
) -> Result<Vec<RtlFile>, ToolError> {
    let all = modules(spec, sources)?;
    let mut used = BTreeSet::new();
    let (mut files, mut rows) = (Vec::new(), Vec::new());
    let mut table = String::new();
    for property in properties {
        let family = property.family;
        let of_family = all.iter().find(|(name, _)| *name == family);
        let (_, modules) = of_family.expect("a property is about a family of the configuration");
        let needed = needed(&property.text, modules);
        let path = |file: &&RtlFile| format!("{MODULES}/{family}/{}", file.path);
        let paths: Vec<String> = needed.iter().map(path).collect();
        let contracts = if property.method == Method::Contracts { "_contracts" } else { "" };
        let path = format!("{family}/{}{contracts}", property.top);
        let library = Path::new(MODULES).join(family);
        let exported = obligation(property, &library).export(&path, &paths, limit);
        let method = property.method.name();
        table += &format!("{path}\t{method}\t{}\t{}\n", exported.answer, property.summary);
        files.extend(of_property(&path, property, exported));
        for (file, path) in needed.into_iter().zip(paths) {
            if used.insert(path.clone()) {
                files.push(RtlFile { path, text: file.text.clone() });
            }
        }
        rows.push(Row {
            path,
            module: &property.module,
            method: property.method,
            property: property.summary,
        });
    }
    let file = |(path, text): (&str, &str)| RtlFile { path: path.into(), text: text.into() };
    files.extend([ONE_PLACE, RUN, ("properties.tsv", &table)].map(file));
    let page = PAGE.replace("{design}", &spec.name).replace("{count}", &rows.len().to_string());
    files.push(file(("README.md", &page.replace("{command}", command))));
    let listed =
        |file: &RtlFile| Listed { path: file.path.clone(), sha256: sha256(file.text.as_bytes()) };
    let list = List {
        tool: "teecast",
        tool_version: env!("CARGO_PKG_VERSION"),
        command,
        properties: rows,
        files: files.iter().map(listed).collect(),
    };
    let text = serde_json::to_string_pretty(&list).expect("the keys are strings") + "\n";
    files.push(file((LIST, &text)));
    Ok(files)
}

/// Returns the files of one property.
fn of_property(path: &str, property: &Property, exported: Exported) -> Vec<RtlFile> {
    let Exported { verilog, yosys, abc, sby, .. } = exported;
    let what = format!("{}, {}", property.module, property.method.name());
    let head = format!("# {what}: {}.\n# In the folder of README.md: ", property.summary);
    [
        ("v", verilog),
        ("ys", format!("{head}yosys -q -s {path}.ys\n{yosys}")),
        ("abc", abc),
        ("sby", format!("{head}sby -f {path}.sby\n{sby}")),
    ]
    .map(|(ending, text)| RtlFile { path: format!("{path}.{ending}"), text })
    .into()
}

/// Returns the modules that a text instantiates, and those that they do, in the order of `modules`.
fn needed<'a>(text: &str, modules: &'a [RtlFile]) -> Vec<&'a RtlFile> {
    let mut names = BTreeSet::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        // A module that cannot be read is for the tools to refuse.
        for instance in instances(text).unwrap_or_default() {
            let name = format!("{}.v", instance.module);
            let found = modules.iter().find(|file| file.path == name);
            if let Some(file) = found.filter(|_| names.insert(name)) {
                open.push(&file.text);
            }
        }
    }
    modules.iter().filter(|file| names.contains(&file.path)).collect()
}
