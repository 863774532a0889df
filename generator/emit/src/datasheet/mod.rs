//! The data sheet of an output folder: a shell with one chapter for each family.

use askama::Template;
use teecast_spec::stream::StreamOptions;
use teecast_spec::{FamilySpec, RamStyle, Reset, Spec, Style};

use super::bundle::{Direction, FolderOptions, Port, RtlBundle, Vectors};
use super::emitter::Emitter;
use super::measured::{self, Measurement};
use super::package::{self, Package};
use super::theorem::{Discharge, Hypothesis};
use super::{emitter, proof, testbench};

#[derive(Template)]
#[template(path = "common/datasheet.md")]
struct DataSheet<'a> {
    name: &'a str,
    prefix: &'a str,
    style: Style,
    command: &'a str,
    /// Name of the table of destinations.
    destinations: Option<&'static str>,
    /// Command that proves this configuration.
    proof: String,
    warnings: Vec<String>,
    families: Vec<Chapter<'a>>,
    /// Networks with vectors: family, network, folder.
    played: Vec<(&'static str, &'a str, &'a str)>,
    /// Base name of the common core.
    common: String,
    vectors: &'a Vectors,
    asked: FolderOptions<'a>,
}

struct Chapter<'a> {
    bundle: &'a RtlBundle,
    package: &'a Package<'a>,
    text: String,
    /// Whether headers are packed and unpacked.
    has_frames: bool,
    /// Which largest message fits its memory.
    advice: Option<String>,
    /// Clock of the constraints, and where it comes from.
    clock: String,
    measured: Vec<Measurement>,
    theorems: Vec<&'static str>,
    /// Each hypothesis of these theorems, with what discharges it.
    hypotheses: Vec<(&'static str, String)>,
}

impl Chapter<'_> {
    fn ports<'b>(&self, ports: &'b [Port]) -> Vec<(&'b str, &'static str, u32, &'b str)> {
        let direction = |port: &Port| match port.direction {
            Direction::Input => "in",
            Direction::Output => "out",
        };
        let row = |port: &'b Port| {
            (port.name.as_str(), direction(port), port.width, port.meaning.as_str())
        };
        ports.iter().map(row).collect()
    }
}

/// Returns the text of `README.md`; the folders of `vectors` are named after networks.
pub fn render(
    spec: &Spec,
    command: &str,
    asked: FolderOptions<'_>,
    packages: &[Package<'_>],
    vectors: &Vectors,
) -> String {
    let folders = vectors.files.iter().filter_map(|it| it.path.strip_suffix("/expected.txt"));
    let chapter = |(package, family): (_, &FamilySpec)| {
        let package: &Package<'_> = package;
        let emitter = emitter::of(family);
        Chapter {
            bundle: package.bundle,
            package,
            text: emitter.chapter(&spec.prefix),
            has_frames: !family.frames().is_empty(),
            advice: emitter.advice(),
            clock: package::clock(family, asked),
            measured: measured::rows(family),
            hypotheses: hypotheses(package.bundle, &spec.prefix, emitter),
            theorems: emitter.theorems(),
        }
    };
    let sheet = DataSheet {
        name: &spec.name,
        prefix: &spec.prefix,
        style: spec.style,
        command,
        destinations: asked.streams.and_then(StreamOptions::file).map(|(name, _)| name),
        asked,
        proof: proof::command(command),
        warnings: warnings(spec),
        families: packages.iter().zip(&spec.families).map(chapter).collect(),
        played: folders.filter_map(|folder| network(folder, spec, packages)).collect(),
        common: package::common(&spec.prefix),
        vectors,
    };
    let text = sheet.render().expect("templates write into a string");
    text.trim_end().to_string() + "\n"
}

/// Returns what the user should know about a valid configuration, a sentence each, without a full stop.
fn warnings(spec: &Spec) -> Vec<String> {
    let of_options = spec.warnings().into_iter().map(str::to_string);
    of_options.chain(spec.families.iter().flat_map(measured::warnings)).collect()
}

/// Returns the hypotheses of the theorems that speak of a configuration, each with what discharges it.
fn hypotheses(
    bundle: &RtlBundle,
    prefix: &str,
    emitter: &dyn Emitter,
) -> Vec<(&'static str, String)> {
    let theorems = emitter.theorems();
    let emitted = |module: &str| {
        let ending = format!("/{prefix}{module}.v");
        bundle.files.iter().any(|file| file.path.ends_with(&ending))
    };
    let discharged = |it: &Hypothesis| match it.by {
        Discharge::Properties(modules) => {
            let modules: Vec<String> = modules
                .iter()
                .filter(|module| emitted(module))
                .map(|module| format!("`{prefix}{module}`"))
                .collect();
            match modules.is_empty() {
                true => "no property in this configuration".to_string(),
                false => format!("properties of {}", modules.join(", ")),
            }
        }
        Discharge::Test(_) => "tests of some sizes".to_string(),
        Discharge::Assumption => "assumed".to_string(),
    };
    let concerned = emitter.hypotheses().iter().filter(|it| !it.of(&theorems).is_empty());
    concerned.map(|it| (it.what, discharged(it))).collect()
}

/// Finds the family whose network has vectors in a folder.
fn network<'a>(
    folder: &'a str,
    spec: &Spec,
    packages: &[Package<'_>],
) -> Option<(&'static str, &'a str, &'a str)> {
    let (_, name) = folder.rsplit_once('/')?;
    let module = format!("{}{name}", spec.prefix);
    let has_it = |bundle: &&RtlBundle| bundle.tops.iter().any(|top| top.module == module);
    packages
        .iter()
        .map(|package| package.bundle)
        .find(has_it)
        .map(|bundle| (bundle.family, name, folder))
}
