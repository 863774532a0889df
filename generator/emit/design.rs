//! All files of one output folder: every family, testbenches, data sheet and manifest.

use teecast_spec::{Family, HartsSpec, HypercubeSpec, Reception, Spec, Vote};

use super::bundle::{RtlBundle, RtlFile};
use super::header::Header;
use super::{datasheet, harts, hypercube, manifest, testbench};

/// Name of the manifest in an output folder.
pub const MANIFEST: &str = "manifest.json";

/// Emits everything that `teecast gen` writes, the manifest last.
///
/// `vectors` come from the golden model, which emission does not know.
pub fn files(spec: &Spec, vectors: Vec<RtlFile>) -> Vec<RtlFile> {
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
    let played = vectors.iter().filter_map(|file| file.path.strip_suffix("/expected.txt"));
    let text = datasheet::render(spec, &header.command, &bundles, &Vec::from_iter(played));
    files.extend(vectors);
    files.push(RtlFile { path: "README.md".to_string(), text });
    let text = manifest::render(spec, &header.command, &bundles, &files);
    files.push(RtlFile { path: MANIFEST.to_string(), text });
    files
}

/// Emits the hardware alone, one bundle a family.
pub fn bundles(spec: &Spec) -> Vec<RtlBundle> {
    let header = header(spec);
    let cube = spec.hypercube.iter().map(|cube| hypercube::bundle(cube, &header));
    cube.chain(spec.harts.iter().map(|mesh| harts::bundle(mesh, &header))).collect()
}

/// Returns the head that all files of a configuration share.
pub fn header(spec: &Spec) -> Header {
    let configuration = serde_json::to_vec(&(&spec.hypercube, &spec.harts, &spec.prefix));
    let hash = manifest::sha256(&configuration.expect("the keys are strings"));
    Header {
        command: command(spec),
        config_hash: hash[..12].to_string(),
        prefix: spec.prefix.clone(),
    }
}

/// Returns the shortest command line that means this configuration.
pub fn command(spec: &Spec) -> String {
    let (cube, mesh) = (spec.hypercube.as_ref(), spec.harts.as_ref());
    let n = cube.map(|cube| cube.n).or(mesh.map(|mesh| mesh.n)).unwrap_or_default();
    let mut options = vec![format!("n {n}")];
    let mut default_name = format!("n{n}");
    if let Some(cube) = cube {
        options.push(format!("m {}", cube.m));
        default_name += &format!("_m{}", cube.m);
    }
    if let Some(mesh) = mesh.filter(|mesh| mesh.n != n) {
        options.push(format!("hex-size {}", mesh.n));
        default_name += &format!("_h{}", mesh.n);
    }
    let families = [(Family::Hypercube, cube.is_some()), (Family::Harts, mesh.is_some())];
    let chosen = families.into_iter().filter(|(_, chosen)| *chosen).map(|(family, _)| family);
    if !chosen.clone().eq(Family::DEFAULT) {
        let names: Vec<&str> = chosen.map(Family::name).collect();
        options.push(format!("family {}", names.join(",")));
    }
    options.extend(cube.map(hypercube_options).unwrap_or_default());
    // What both families have in common is said once.
    for option in mesh.map(harts_options).unwrap_or_default() {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    if !spec.prefix.is_empty() {
        options.push(format!("prefix {}", spec.prefix));
    }
    if spec.name != default_name {
        options.push(format!("name {}", spec.name));
    }
    format!("teecast gen --{}", options.join(" --"))
}

/// Returns those of some options that differ from their defaults.
fn given<const N: usize>(options: [(bool, String); N]) -> Vec<String> {
    options.into_iter().filter(|(differs, _)| *differs).map(|(_, option)| option).collect()
}

fn hypercube_options(cube: &HypercubeSpec) -> Vec<String> {
    let default = HypercubeSpec::new(cube.n, cube.m);
    let default_classes = match (cube.lan, cube.fault_tolerant) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 2,
    };
    given([
        (cube.width != default.width, format!("width {}", cube.width)),
        (cube.max_data != default.max_data, format!("max-data {}", cube.max_data)),
        (cube.vote != Vote::Greedy, format!("vote {}", cube.vote.name())),
        (cube.classes != default_classes, format!("classes {}", cube.classes)),
        (cube.max_list != default.max_list, format!("max-list {}", cube.max_list)),
        (cube.lan, "lan".to_string()),
        (!cube.fault_tolerant, "fault-tolerant false".to_string()),
        (cube.network != default.network, format!("network {}", cube.network)),
    ])
}

fn harts_options(mesh: &HartsSpec) -> Vec<String> {
    let default = HartsSpec::new(mesh.n);
    let votes = mesh.reception == Reception::Vote;
    let window = mesh.duplicate_window;
    given([
        (mesh.width != default.width, format!("width {}", mesh.width)),
        (mesh.max_data != default.max_data, format!("max-data {}", mesh.max_data)),
        (
            mesh.interconnect != default.interconnect,
            format!("interconnect {}", mesh.interconnect.name()),
        ),
        (!mesh.filter, "filter false".to_string()),
        (votes, "reception vote".to_string()),
        (
            votes && mesh.vote_timeout != default.vote_timeout,
            format!("vote-timeout {}", mesh.vote_timeout),
        ),
        (window != default.duplicate_window, format!("duplicate-window {window}")),
        (
            votes && mesh.open_messages != default.open_messages,
            format!("open-messages {}", mesh.open_messages),
        ),
        (mesh.network != default.network, format!("network {}", mesh.network)),
    ])
}

/// Lists files in compile order, relative to `folder`, which ends in `/` or is the output folder.
fn file_list(folder: &str, files: &[RtlFile]) -> RtlFile {
    let line = |file: &RtlFile| match file.path.strip_prefix(folder) {
        Some(name) => format!("{name}\n"),
        None => format!("../{}\n", file.path),
    };
    RtlFile { path: format!("{folder}filelist.f"), text: files.iter().map(line).collect() }
}
