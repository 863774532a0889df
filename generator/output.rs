//! What `teecast gen` writes: the emitted design, and vectors that the golden model makes for it.

use teecast_cosim::family::Family;
use teecast_cosim::harts::Hexmesh;
use teecast_cosim::vectors;
use teecast_spec::Spec;

use crate::emit::{RtlFile, design};

/// Largest network that gets vectors, for they have a file for each node.
const NODES: u32 = 64;

/// Returns all files of a configuration, the manifest last.
pub fn files(spec: &Spec) -> Vec<RtlFile> {
    let cube = spec.hypercube.iter().filter(|cube| cube.network).map(|cube| of(cube));
    let mesh = spec.harts.iter().filter(|mesh| mesh.network);
    let mesh = mesh.map(|mesh| of(&Hexmesh { spec: mesh.clone(), tapped: false }));
    design::files(spec, cube.chain(mesh).flatten().collect())
}

fn of(family: &dyn Family) -> Vec<RtlFile> {
    if family.nodes() > NODES {
        return Vec::new();
    }
    let folder = format!("testbench/vectors/{}", family.network());
    let file = |(name, text)| RtlFile { path: format!("{folder}/{name}"), text };
    vectors::files(family, &folder).into_iter().map(file).collect()
}
