//! The manifest of an output folder: what it holds, for programs.

use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use teecast_spec::{FamilySpec, RawConfig, Spec};

use super::bundle::{RtlFile, Top};
use super::emitter;
use super::package::{self, Package};

/// Version of the keys of a manifest: it rises when one is taken away or means something else.
const SCHEMA_VERSION: u32 = 1;

/// One file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Listed {
    /// Path relative to the folder, with `/` separators.
    pub path: String,
    /// Hash of the content, hexadecimal.
    pub sha256: String,
}

/// The keys of `manifest.json`.
#[derive(Serialize, JsonSchema)]
struct Manifest<'a> {
    schema_version: u32,
    tool: &'static str,
    tool_version: &'static str,
    command: &'a str,
    /// What a configuration file would say, with every default written out.
    #[schemars(with = "Map<String, Value>")]
    configuration: &'a Spec,
    top_modules: Vec<&'a Top>,
    /// Modules with one stream each, and what they wrap.
    wrappers: Vec<Wrapper<'a>>,
    /// Numbers that follow from the configuration, for each family.
    derived: Map<String, Value>,
    files: Vec<Listed>,
}

#[derive(Serialize, JsonSchema)]
struct Wrapper<'a> {
    module: &'a str,
    wraps: &'a str,
    /// Streams into the module, and out of it.
    streams: [u32; 2],
}

impl<'a> Wrapper<'a> {
    fn new(wrapper: &'a package::Wrapper<'a>) -> Self {
        let streams = &wrapper.streams;
        let [into, out] = &streams.sides;
        let (module, wraps) = (&wrapper.module, &streams.top.module);
        Self { module, wraps, streams: [into.count, out.count] }
    }
}

/// Returns the text of `manifest.json` for all other files of the folder.
pub fn render(spec: &Spec, command: &str, packages: &[Package<'_>], files: &[RtlFile]) -> String {
    let derived =
        |family: &FamilySpec| (family.family().name().to_string(), emitter::of(family).derived());
    let manifest = Manifest {
        schema_version: SCHEMA_VERSION,
        tool: "teecast",
        tool_version: env!("CARGO_PKG_VERSION"),
        command,
        configuration: spec,
        top_modules: packages.iter().flat_map(|package| &package.bundle.tops).collect(),
        wrappers: packages.iter().flat_map(|package| &package.wrappers).map(Wrapper::new).collect(),
        derived: spec.families.iter().map(derived).collect(),
        files: files
            .iter()
            .map(|file| Listed { path: file.path.clone(), sha256: sha256(file.text.as_bytes()) })
            .collect(),
    };
    serde_json::to_string_pretty(&manifest).expect("the keys are strings") + "\n"
}

/// Returns the schema of `manifest.json`.
pub fn schema() -> Schema {
    schema_for!(Manifest)
}

impl Listed {
    /// Says whether the path is one that an emission may have, below the folder.
    pub fn is_below(&self) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        let is_name = |part: &str| {
            !part.is_empty() && !part.chars().all(|c| c == '.') && part.chars().all(plain)
        };
        self.path.split('/').all(is_name)
    }
}

/// Reads the list of files from a manifest, if it is one.
pub fn listed(manifest: &str) -> Option<Vec<Listed>> {
    #[derive(Deserialize)]
    struct Files {
        files: Vec<Listed>,
    }
    serde_json::from_str::<Files>(manifest).ok().map(|manifest| manifest.files)
}

/// Reads the configuration from a manifest.
///
/// # Errors
/// It is no manifest, or its configuration has a key or a value that does not exist.
pub fn configuration(manifest: &str) -> Result<RawConfig, serde_json::Error> {
    #[derive(Deserialize)]
    struct Recorded {
        configuration: RawConfig,
    }
    serde_json::from_str::<Recorded>(manifest).map(|manifest| manifest.configuration)
}

/// Returns the SHA-256 of a content, hexadecimal.
pub fn sha256(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
