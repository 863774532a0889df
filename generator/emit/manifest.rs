//! The manifest of an output folder: what it holds, for programs.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use teecast_spec::{FamilySpec, RawConfig, Spec};

use super::bundle::{RtlBundle, RtlFile, Top};
use super::emitter;

/// One file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Path relative to the folder, with `/` separators.
    pub path: String,
    /// Hash of the content, hexadecimal.
    pub sha256: String,
}

/// The keys of `manifest.json`.
#[derive(Serialize)]
struct Manifest<'a> {
    tool: &'static str,
    tool_version: &'static str,
    command: &'a str,
    /// What a configuration file would say, with every default written out.
    configuration: &'a Spec,
    top_modules: Vec<&'a Top>,
    /// Numbers that follow from the configuration, for each family.
    derived: Map<String, Value>,
    files: Vec<Listed>,
}

/// Returns the text of `manifest.json` for all other files of the folder.
pub fn render(spec: &Spec, command: &str, bundles: &[RtlBundle], files: &[RtlFile]) -> String {
    let derived =
        |family: &FamilySpec| (family.family().name().to_string(), emitter::of(family).derived());
    let manifest = Manifest {
        tool: "teecast",
        tool_version: env!("CARGO_PKG_VERSION"),
        command,
        configuration: spec,
        top_modules: bundles.iter().flat_map(|bundle| &bundle.tops).collect(),
        derived: spec.families.iter().map(derived).collect(),
        files: files
            .iter()
            .map(|file| Listed { path: file.path.clone(), sha256: sha256(file.text.as_bytes()) })
            .collect(),
    };
    serde_json::to_string_pretty(&manifest).expect("the keys are strings") + "\n"
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
