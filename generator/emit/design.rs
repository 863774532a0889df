//! All files of one output folder: every family, testbenches, data sheet and manifest.

use teecast_spec::{HypercubeSpec, Spec, Vote};

use super::bundle::{RtlBundle, RtlFile};
use super::header::Header;
use super::{datasheet, hypercube, manifest, testbench};

/// Name of the manifest in an output folder.
pub const MANIFEST: &str = "manifest.json";

/// Emits everything that `teecast gen` writes, the manifest last.
pub fn files(spec: &Spec) -> Vec<RtlFile> {
    let header = header(spec);
    let bundles = bundles(spec);
    let mut files = Vec::new();
    for bundle in &bundles {
        files.extend(bundle.files.iter().cloned());
        files.push(file_list(bundle));
    }
    if let Some(cube) = &spec.hypercube {
        files.extend(testbench::files(cube, &header));
    }
    let text = datasheet::render(spec, &header.command, &bundles);
    files.push(RtlFile { path: "README.md".to_string(), text });
    let text = manifest::render(spec, &header.command, &bundles, &files);
    files.push(RtlFile { path: MANIFEST.to_string(), text });
    files
}

/// Emits the hardware alone, one bundle a family.
pub fn bundles(spec: &Spec) -> Vec<RtlBundle> {
    let header = header(spec);
    spec.hypercube.iter().map(|cube| hypercube::bundle(cube, &header)).collect()
}

/// Returns the head that all files of a configuration share.
pub fn header(spec: &Spec) -> Header {
    let configuration = serde_json::to_vec(&(&spec.hypercube, &spec.prefix));
    let hash = manifest::sha256(&configuration.expect("the keys are strings"));
    Header {
        command: command(spec),
        config_hash: hash[..12].to_string(),
        prefix: spec.prefix.clone(),
    }
}

/// Returns the shortest command line that means this configuration.
pub fn command(spec: &Spec) -> String {
    let mut command = "teecast gen".to_string();
    let mut default_name = String::new();
    if let Some(cube) = &spec.hypercube {
        default_name = format!("n{}_m{}", cube.n, cube.m);
        command += &hypercube_options(cube);
    }
    if !spec.prefix.is_empty() {
        command += &format!(" --prefix {}", spec.prefix);
    }
    if spec.name != default_name {
        command += &format!(" --name {}", spec.name);
    }
    command
}

/// Returns the options of the family that differ from their defaults.
fn hypercube_options(cube: &HypercubeSpec) -> String {
    let default = HypercubeSpec::new(cube.n, cube.m);
    let default_classes = match (cube.lan, cube.fault_tolerant) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 2,
    };
    let mut options = format!(" --n {} --m {}", cube.n, cube.m);
    let mut option = |differs: bool, text: String| {
        if differs {
            options += " --";
            options += &text;
        }
    };
    option(cube.width != default.width, format!("width {}", cube.width));
    option(cube.max_data != default.max_data, format!("max-data {}", cube.max_data));
    option(cube.vote != Vote::Greedy, format!("vote {}", cube.vote.name()));
    option(cube.classes != default_classes, format!("classes {}", cube.classes));
    option(cube.max_list != default.max_list, format!("max-list {}", cube.max_list));
    option(cube.lan, "lan".to_string());
    option(!cube.fault_tolerant, "fault-tolerant false".to_string());
    option(cube.network != default.network, format!("network {}", cube.network));
    options
}

/// Lists the files of a family in compile order, relative to its folder.
fn file_list(bundle: &RtlBundle) -> RtlFile {
    let folder = format!("{}/", bundle.family);
    let name = |file: &RtlFile| file.path.trim_start_matches(&folder).to_string() + "\n";
    RtlFile { path: format!("{folder}filelist.f"), text: bundle.files.iter().map(name).collect() }
}
