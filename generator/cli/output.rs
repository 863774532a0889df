//! What `teecast gen` writes: the emitted design, and vectors that the golden model makes for it.

use teecast_cosim::family::Family as Subject;
use teecast_cosim::harts::Hexmesh;
use teecast_cosim::vectors;
use teecast_spec::option::NETWORK;
use teecast_spec::{Family, FamilySpec, Spec};

use crate::emit::{RtlFile, design};

/// Largest network that gets vectors, for they have a file for each node.
const NODES: u32 = 64;

/// Says what each family got, a line each, and why its network has no vectors, if it has none.
pub fn sizes(spec: &Spec) -> String {
    let line = |(family, size): (&FamilySpec, (Family, String))| {
        let (name, size) = (size.0.name(), size.1);
        let has_network = family.settings().contains(&(&NETWORK, true.into()));
        let left_out = has_network && family.nodes() > NODES;
        let note = match left_out {
            true => format!("; no vectors: only networks of at most {NODES} nodes have them"),
            false => String::new(),
        };
        format!("{name}: {size}{note}\n")
    };
    spec.families.iter().zip(spec.sizes()).map(line).collect()
}

/// Returns all files of a configuration, the manifest last.
pub fn files(spec: &Spec) -> Vec<RtlFile> {
    let cube = spec.hypercube().into_iter().filter(|cube| cube.network).map(|cube| of(cube));
    let mesh = spec.harts().into_iter().filter(|mesh| mesh.network);
    let mesh = mesh.map(|mesh| of(&Hexmesh { spec: mesh.clone(), tapped: false }));
    design::files(spec, cube.chain(mesh).flatten().collect())
}

fn of(family: &dyn Subject) -> Vec<RtlFile> {
    if family.nodes() > NODES {
        return Vec::new();
    }
    let folder = format!("testbench/vectors/{}", family.network());
    let file = |(name, text)| RtlFile { path: format!("{folder}/{name}"), text };
    vectors::files(family, &folder).into_iter().map(file).collect()
}
