//! What `teecast gen` writes: the emitted design, and vectors that the golden model makes for it.

use teecast_cosim::device::Device;
use teecast_cosim::harts::Hexmesh;
use teecast_cosim::vectors;
use teecast_spec::Spec;

use crate::emit::{RtlFile, design};

/// Largest network that gets vectors, for they have a file for each node.
const NODES: u32 = 64;

/// Returns all files of a configuration, the manifest last.
pub fn files(spec: &Spec) -> Vec<RtlFile> {
    let cube = spec.hypercube().into_iter().filter(|cube| cube.network).map(|cube| of(cube));
    let mesh = spec.harts().into_iter().filter(|mesh| mesh.network);
    let mesh = mesh.map(|mesh| of(&Hexmesh { spec: mesh.clone(), tapped: false }));
    design::files(spec, cube.chain(mesh).flatten().collect())
}

fn of(device: &dyn Device) -> Vec<RtlFile> {
    if device.nodes() > NODES {
        return Vec::new();
    }
    let folder = format!("testbench/vectors/{}", device.network());
    let file = |(name, text)| RtlFile { path: format!("{folder}/{name}"), text };
    vectors::files(device, &folder).into_iter().map(file).collect()
}
