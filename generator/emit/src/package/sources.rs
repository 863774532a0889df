//! What build tools compile: cores of FuseSoC, the manifest of Bender, and a file list for any folder.

use askama::Template;
use teecast_spec::Spec;

use super::{Package, quoted, vlnv};
use crate::bundle::RtlFile;
use crate::common::FOLDER;
use crate::testbench;

/// A core of FuseSoC that other cores of the folder depend on.
#[derive(Template)]
#[template(path = "common/package/common.core")]
struct Common<'a> {
    vlnv: &'a str,
    files: Vec<&'a str>,
}

/// A core of FuseSoC.
#[derive(Template)]
#[template(path = "common/package/family.core")]
struct Core<'a> {
    vlnv: String,
    description: String,
    common: &'a str,
    /// Module that is linted and synthesized.
    top: &'a str,
    /// Those files of the family that are not shared.
    files: Vec<&'a str>,
    wrappers: Vec<Source>,
    constraints: String,
    testbench: Vec<&'a str>,
    simulation: Option<Simulation<'a>>,
}

struct Source {
    path: String,
    kind: &'static str,
}

/// What plays the vectors of a network.
struct Simulation<'a> {
    top: String,
    vectors: Vec<&'a str>,
    /// Name, type and value of each argument.
    arguments: Vec<(&'a str, &'static str, &'a str)>,
    /// Script and its argument.
    compare: &'static str,
    folder: String,
}

#[derive(Template)]
#[template(path = "common/package/Bender.yml")]
struct Bender<'a> {
    name: String,
    files: Vec<&'a str>,
    testbench: Vec<&'a str>,
}

/// Returns the descriptions for build tools.
pub fn files(
    spec: &Spec,
    configuration: &str,
    packages: &[Package<'_>],
    [sources, testbench, vectors]: [&[RtlFile]; 3],
) -> Vec<RtlFile> {
    let rendered = |path: String, text: Result<String, askama::Error>| RtlFile {
        path,
        text: text.expect("templates write into a string") + "\n",
    };
    let name = super::common(&spec.prefix);
    let vlnv = vlnv(FOLDER, configuration);
    let shared = verilog(sources).filter(|path| is_shared(path)).collect();
    let common = Common { vlnv: &vlnv, files: shared };
    let mut files = vec![rendered(format!("{name}.core"), common.render())];
    for package in packages {
        let core = core(package, &vlnv, &spec.prefix, testbench, vectors);
        files.push(rendered(format!("{}.core", package.top().module), core.render()));
    }
    let bender = Bender {
        name: quoted(configuration),
        files: sources.iter().map(|file| file.path.as_str()).collect(),
        testbench: verilog(testbench).collect(),
    };
    files.push(rendered("Bender.yml".to_string(), bender.render()));
    files.push(anywhere(spec, sources));
    files
}

fn verilog(files: &[RtlFile]) -> impl Iterator<Item = &str> {
    files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".v"))
}

fn is_shared(path: &str) -> bool {
    path.split('/').next() == Some(FOLDER)
}

fn core<'a>(
    package: &'a Package<'_>,
    common: &'a str,
    prefix: &str,
    testbench: &'a [RtlFile],
    vectors: &'a [RtlFile],
) -> Core<'a> {
    let top = package.top();
    let own: Vec<&str> = verilog(&package.bundle.files).filter(|path| !is_shared(path)).collect();
    let source = |file: RtlFile| Source {
        kind: if file.path.ends_with(".sv") { "systemVerilogSource" } else { "verilogSource-2005" },
        path: file.path,
    };
    let wrappers = package.sources().into_iter().skip(package.bundle.files.len()).map(source);
    Core {
        vlnv: package.vlnv(),
        description: quoted(&top.role),
        common,
        top: package.offered(),
        files: own,
        wrappers: wrappers.collect(),
        constraints: format!("{}.sdc", package.bundle.family),
        testbench: verilog(testbench).collect(),
        simulation: simulation(package, prefix, vectors),
    }
}

/// Returns what plays the vectors of the family's network, if there are some.
fn simulation<'a>(
    package: &Package<'_>,
    prefix: &str,
    vectors: &'a [RtlFile],
) -> Option<Simulation<'a>> {
    let network = &package.top().module;
    let folder = format!("{}/{}/", testbench::VECTORS, network.strip_prefix(prefix)?);
    let of_network = |file: &&RtlFile| file.path.starts_with(&folder);
    let arguments =
        vectors.iter().find(|file| file.path == folder.clone() + testbench::ARGUMENTS)?;
    let argument = |word: &'a str| {
        let (name, value) = word.strip_prefix('+')?.split_once('=')?;
        Some((name, if value.parse::<u64>().is_ok() { "int" } else { "str" }, value))
    };
    Some(Simulation {
        folder: folder.trim_end_matches('/').to_string(),
        top: format!("{network}_tb"),
        vectors: vectors.iter().filter(of_network).map(|file| file.path.as_str()).collect(),
        arguments: arguments.text.split_whitespace().filter_map(argument).collect(),
        compare: testbench::COMPARE,
    })
}

/// Returns a file list for tools that read paths from the folder in which they run: each path begins with a
/// variable of the environment.
fn anywhere(spec: &Spec, sources: &[RtlFile]) -> RtlFile {
    let letters = spec.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let variable = format!("TEECAST_{}", letters.collect::<String>().to_uppercase());
    let line = |file: &RtlFile| format!("${{{variable}}}/{}\n", file.path);
    let text = format!("// The folder of this file is the value of the variable {variable}.\n");
    let text = text + &sources.iter().map(line).collect::<String>();
    RtlFile { path: "anywhere.f".to_string(), text }
}
