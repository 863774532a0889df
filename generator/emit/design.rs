//! All files of one output folder: every family, testbenches, data sheet and manifest.

use teecast_spec::{Family, Spec};

use super::bundle::{RtlBundle, RtlFile, Vectors};
use super::header::Header;
use super::{datasheet, emitter, manifest, testbench};

/// Name of the manifest in an output folder.
pub const MANIFEST: &str = "manifest.json";

/// Emits everything that `teecast gen` writes, the manifest last.
pub fn files(spec: &Spec, vectors: Vectors) -> Vec<RtlFile> {
    let header = header(spec);
    let bundles = bundles(spec);
    let mut files = Vec::new();
    for bundle in &bundles {
        for file in &bundle.files {
            // What families share is the same file.
            if !files.contains(file) {
                files.push(file.clone());
            }
        }
    }
    let all = file_list("", &files);
    files.extend(
        bundles.iter().map(|bundle| file_list(&format!("{}/", bundle.family), &bundle.files)),
    );
    files.push(all);
    files.extend(testbench::files(spec, &header, &bundles));
    let text = datasheet::render(spec, &header.command, &bundles, &vectors);
    files.extend(vectors.files);
    files.push(RtlFile { path: "README.md".to_string(), text });
    let text = manifest::render(spec, &header.command, &bundles, &files);
    files.push(RtlFile { path: MANIFEST.to_string(), text });
    files
}

/// Emits the hardware alone, one bundle a family.
pub fn bundles(spec: &Spec) -> Vec<RtlBundle> {
    let header = header(spec);
    spec.families.iter().map(|family| emitter::of(family).bundle(&header)).collect()
}

/// Returns the head that all files of a configuration share.
pub fn header(spec: &Spec) -> Header {
    // A default family that is left out has a place, so that other families change no hash.
    let chosen = |family: &Family| spec.families.iter().find(|spec| spec.family() == *family);
    let others = spec.families.iter().filter(|spec| !Family::DEFAULT.contains(&spec.family()));
    let families = Family::DEFAULT.iter().map(chosen).chain(others.map(Some));
    let mut parts: Vec<_> = families.map(|family| serde_json::to_string(&family)).collect();
    parts.push(serde_json::to_string(&spec.prefix));
    let parts: Result<Vec<String>, _> = parts.into_iter().collect();
    let configuration = parts.expect("the keys are strings").join(",");
    let hash = manifest::sha256(format!("[{configuration}]").as_bytes());
    Header {
        command: command(spec),
        config_hash: hash[..12].to_string(),
        prefix: spec.prefix.clone(),
    }
}

/// Returns the shortest command line that means this configuration.
pub fn command(spec: &Spec) -> String {
    format!("teecast gen --{}", spec.command_options().join(" --"))
}

/// Lists files in compile order, relative to `folder`, which ends in `/` or is the output folder.
fn file_list(folder: &str, files: &[RtlFile]) -> RtlFile {
    let line = |file: &RtlFile| match file.path.strip_prefix(folder) {
        Some(name) => format!("{name}\n"),
        None => format!("../{}\n", file.path),
    };
    RtlFile { path: format!("{folder}filelist.f"), text: files.iter().map(line).collect() }
}
