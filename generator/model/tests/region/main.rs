//! Corner-first broadcast to regions of a mesh: trees, freedom from deadlock, the router.

use teecast_model::region::Region;
use teecast_spec::topology::{Grid, Orthogonal, Topology};

mod clocked;
mod deadlock;
mod router;
mod trees;

fn mesh(radices: &[u32]) -> Grid {
    Grid::mesh(radices).expect("permitted")
}

/// Returns all regions of a mesh.
fn regions(mesh: &Grid) -> Vec<Region> {
    let corners = || 0..mesh.nodes();
    let ordered = |(low, high): &(u32, u32)| {
        mesh.at(*low).iter().zip(mesh.at(*high)).all(|(low, high)| low <= high)
    };
    let pairs = corners().flat_map(|low| corners().map(move |high| (low, high)));
    pairs.filter(ordered).map(|(low, high)| Region::new(mesh, low, high)).collect()
}

/// Returns the node at coordinates.
fn node(mesh: &Grid, at: &[u32]) -> u32 {
    mesh.node_at(at)
}
