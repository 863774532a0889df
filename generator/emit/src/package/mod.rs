//! What makes an output folder fit the tools of users: wrappers with one stream each, descriptions for build
//! tools and catalogues, constraints, and a picture. All of it stands beside the manifest.

mod adapters;
mod component;
mod constraints;
mod frames;
mod sources;
pub mod streams;
mod wrapper;

use teecast_spec::stream::Envelope;
use teecast_spec::{FamilySpec, Spec};

use self::streams::Streams;
use super::bundle::{FolderOptions, RtlBundle, RtlFile, Top};
use super::header::Header;
use super::{diagram, emitter};
pub use wrapper::Wrapper;

/// Says whether wrappers of a family's modules take options of streams.
pub fn has_processors(bundle: &RtlBundle) -> bool {
    let mut streams = bundle.tops.iter().filter_map(|top| Streams::of(top, 0));
    streams.any(|streams| streams.are_of_processors())
}

/// Returns the clock of a family's constraints, and where it comes from.
pub fn clock(family: &FamilySpec, asked: FolderOptions<'_>) -> String {
    let (clock, why) = constraints::clock(family, asked);
    format!("{clock} MHz, {why}")
}

/// Vendor in the names of packages.
const VENDOR: &str = "teecast";

/// Version in the names of packages: that of the generator.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A family of a design, as packages see it.
pub struct Package<'a> {
    /// What the family is compiled from.
    pub bundle: &'a RtlBundle,
    /// Modules with one stream each, in compile order.
    pub wrappers: Vec<Wrapper<'a>>,
    /// What tells this configuration from all others, in the names of packages.
    configuration: String,
}

impl<'a> Package<'a> {
    /// Wraps the modules of a family that have streams; `design` is the name of the design.
    pub fn new(
        family: &FamilySpec,
        bundle: &'a RtlBundle,
        design: &str,
        header: &Header,
        asked: FolderOptions<'_>,
        envelope: Option<&'a Envelope>,
    ) -> Self {
        let origin = emitter::of(family).origin_bits();
        let of = |top: &'a Top| {
            let streams = Streams::of(top, origin)?.in_envelope(envelope);
            Some(Wrapper::new(streams, bundle.family, header, asked))
        };
        Self {
            bundle,
            wrappers: bundle.tops.iter().filter_map(of).collect(),
            configuration: configuration(design, header),
        }
    }

    /// Returns the files that tools compile, those of the wrappers last.
    pub fn sources(&self) -> Vec<RtlFile> {
        let wrappers = self.wrappers.iter().flat_map(|wrapper| &wrapper.files);
        let mut files = self.bundle.files.clone();
        for file in wrappers {
            // The interface is that of all wrappers.
            if !files.contains(file) {
                files.push(file.clone());
            }
        }
        files
    }

    /// Returns the name of its core: vendor, family, configuration, version.
    pub fn vlnv(&self) -> String {
        vlnv(self.bundle.family, &self.configuration)
    }

    /// Returns the largest module for direct use, after which files are named.
    fn top(&self) -> &'a Top {
        self.bundle.tops.first().expect("a family has a module for direct use")
    }

    /// Returns the module that a package offers: the wrapper of the largest module, if it has one.
    fn offered(&self) -> &str {
        let top = &self.top().module;
        let wrapper = self.wrappers.iter().find(|wrapper| wrapper.streams.top.module == *top);
        wrapper.map_or(top, |wrapper| &wrapper.module)
    }
}

/// Returns the files for tools; `sources` and `testbench` are the emitted Verilog files, `vectors` the files
/// that a testbench plays.
pub fn files(
    spec: &Spec,
    packages: &[Package<'_>],
    header: &Header,
    asked: FolderOptions<'_>,
    [sources, testbench, vectors]: [&[RtlFile]; 3],
) -> Vec<RtlFile> {
    let configuration = configuration(&spec.name, header);
    let mut files = sources::files(spec, &configuration, packages, [sources, testbench, vectors]);
    for (family, package) in spec.families.iter().zip(packages) {
        let emitter = emitter::of(family);
        files.extend(component::files(package, asked));
        files.extend(frames::files(family, package.bundle.family, header));
        files.push(constraints::file(package.bundle.family, constraints::clock(family, asked)));
        files.push(diagram::file(package.bundle.family, &spec.prefix, &emitter.blocks()));
    }
    files
}

/// Returns what tells a configuration from all others: the name of the design, and the first digits of the hash
/// that the head of each file has.
fn configuration(design: &str, header: &Header) -> String {
    format!("{design}_{}", &header.config_hash[..8])
}

/// Returns the name of a package: vendor, library, name, version.
fn vlnv(library: &str, name: &str) -> String {
    format!("{VENDOR}:{library}:{name}:{VERSION}")
}

/// Returns the name of what several families use.
pub fn common(prefix: &str) -> String {
    format!("{prefix}tee")
}

/// Returns a text between double quotes, as YAML and JSON read it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}
