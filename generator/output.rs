//! What `teecast gen` writes: the emitted design, and vectors that the golden model makes for it.

use teecast_cosim::device::Device;
use teecast_cosim::vectors::{self, BUDGET, FEWEST};
use teecast_spec::Spec;

use crate::emit::RtlFile;
use crate::emit::bundle::{FolderOptions, Vectors};
use crate::emit::{design, testbench};
use crate::families;

/// Largest network that gets vectors without being asked to.
const SMALL: u32 = 32;

/// Largest network that gets vectors, for they have a file for each node.
const NODES: u32 = 64;

/// The files of a configuration.
pub struct Output {
    /// All files, the manifest last.
    pub files: Vec<RtlFile>,
    /// Which networks have fewer vectors than one would expect, and why: sentences.
    pub notes: Vec<String>,
}

/// Returns all files of a configuration, the manifest last, with the default vectors.
pub fn files(spec: &Spec) -> Vec<RtlFile> {
    output(spec, FolderOptions::default()).files
}

/// Returns the files of a configuration, with what was asked for beside it.
pub fn output(spec: &Spec, asked: FolderOptions<'_>) -> Output {
    let networks = spec.families.iter().filter_map(|family| families::of(family).device(false));
    let mut made = Vectors::default();
    for device in networks.filter(|_| asked.vectors != Some(false)) {
        if let Some(why) = add(&mut made.files, &*device, asked.vectors == Some(true)) {
            made.notes.push(format!("{}{}: {why}", spec.prefix, device.network()));
        }
    }
    let notes = made.notes.clone();
    Output { files: design::files(spec, asked, made), notes }
}

/// Says whether a configuration has a network, which vectors are played into.
pub fn has_network(spec: &Spec) -> bool {
    spec.families.iter().any(|family| families::of(family).device(false).is_some())
}

/// Adds the vectors of a network; returns what is missing, and why.
fn add(files: &mut Vec<RtlFile>, device: &dyn Device, asked: bool) -> Option<String> {
    let nodes = device.nodes();
    if nodes > NODES {
        return Some(format!("no vectors, since it has more than {NODES} nodes"));
    }
    if nodes > SMALL && !asked {
        let why = format!("no vectors, since it has more than {SMALL} nodes");
        return Some(why + "; --vectors true adds them");
    }
    let folder = format!("{}/{}", testbench::VECTORS, device.network());
    let size = format!("{} MiB", BUDGET >> 20);
    let Some(made) = vectors::vectors(device, &folder, BUDGET) else {
        return Some(format!("no vectors, since {FEWEST} messages take more than {size}"));
    };
    let file = |(name, text)| RtlFile { path: format!("{folder}/{name}"), text };
    files.extend(made.files.into_iter().map(file));
    let messages = made.messages;
    (messages < nodes as usize).then(|| {
        format!("vectors with {messages} of {nodes} messages, since all take more than {size}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::HypercubeSpec;

    /// Returns whether a cube gets vectors, and what is said about them.
    fn made(cube: HypercubeSpec, asked: Option<bool>) -> (bool, Vec<String>) {
        let spec = Spec { prefix: "my_".to_string(), ..Spec::new("name", vec![cube.into()]) };
        let made = output(&spec, FolderOptions { vectors: asked, ..FolderOptions::default() });
        (made.files.iter().any(|file| file.path.contains("/vectors/")), made.notes)
    }

    #[test]
    fn small_networks_have_vectors_and_others_say_why_not() {
        let small = || HypercubeSpec::new(2, 2);
        assert_eq!(made(small(), None), (true, Vec::new()));
        assert_eq!(made(small(), Some(false)), (false, Vec::new()));
        let router = HypercubeSpec { network: false, ..small() };
        assert_eq!(made(router, None), (false, Vec::new()));
        let (some, notes) = made(HypercubeSpec::new(6, 2), None);
        let why = "my_hypercube_network: no vectors, since it has more than 32 nodes; \
                   --vectors true adds them";
        assert_eq!((some, notes), (false, vec![why.to_string()]));
        assert_eq!(made(HypercubeSpec::new(6, 2), Some(true)), (true, Vec::new()));
        let why = "my_hypercube_network: no vectors, since it has more than 64 nodes";
        assert_eq!(made(HypercubeSpec::new(7, 2), Some(true)), (false, vec![why.to_string()]));
    }
}
