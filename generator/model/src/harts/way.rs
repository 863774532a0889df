//! Shortest ways in the hexagonal mesh, as routing tags.

use teecast_spec::topology::{HexMesh, Topology};

/// Signed hops along directions 0, 1 and 2; a negative one goes in the opposite direction.
pub type Tags = [i32; 3];

/// Returns the hops of a shortest way.
///
/// At most two tags are not 0.
pub fn tags(hexmesh: &HexMesh, from: u32, to: u32) -> Tags {
    let signed = |value: u32| i32::try_from(value).expect("node numbers are small");
    let (n, nodes) = (signed(hexmesh.edge()), signed(hexmesh.nodes()));
    let k = signed(hexmesh.relative(from, to));
    // Hops along directions 0 and 2 alone.
    let (a, b) = if k < n {
        (k, 0)
    } else if k > nodes - n {
        (k - nodes, 0)
    } else {
        let (row, place) = ((k - n) / (3 * n - 2), (k - n) % (3 * n - 2));
        if place < n + row {
            (place - (n - 1), row - (n - 1))
        } else {
            (place - 2 * n + 2, row + 1)
        }
    };
    // One hop along direction 1 replaces one along 0 and one along 2.
    let shared = match (a, b) {
        (1.., 1..) => a.min(b),
        (..=-1, ..=-1) => a.max(b),
        _ => 0,
    };
    [a - shared, shared, b - shared]
}

/// Returns the length of a shortest way.
pub fn distance(hexmesh: &HexMesh, from: u32, to: u32) -> u32 {
    hops(tags(hexmesh, from, to))
}

/// Returns the hops that tags ask for.
pub fn hops(tags: Tags) -> u32 {
    tags.iter().map(|tag| tag.unsigned_abs()).sum()
}
