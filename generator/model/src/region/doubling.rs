//! Recursive doubling: a broadcast in software, by unicasts.
//!
//! Who holds the message for a box of nodes sends it to the other half of the box, lowest dimension
//! first, and then serves its own half in the same way; so does the receiver.

use teecast_spec::topology::{Grid, Orthogonal};

use super::Region;

/// A unicast, and what its receiver then has to serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Receiver.
    pub to: u32,
    /// Its nodes, itself included.
    pub region: Region,
}

/// Returns what a source sends: to the region's nearest node when it lies outside.
pub fn begin(mesh: &Grid, source: u32, region: &Region) -> Vec<Share> {
    if region.contains(mesh.at(source)) {
        return serve(mesh, source, region);
    }
    vec![Share { to: region.nearest(mesh, mesh.at(source)), region: region.clone() }]
}

/// Returns what a node of a region sends to serve all others, in this order.
pub fn serve(mesh: &Grid, holder: u32, region: &Region) -> Vec<Share> {
    let mut own = region.clone();
    let mut shares = Vec::new();
    while let Some(i) = (0..own.low.len()).find(|i| own.low[*i] < own.high[*i]) {
        let (low, high) = (own.low[i], own.high[i]);
        let half = (high - low + 1).div_ceil(2);
        let mut to = mesh.at(holder).to_vec();
        let mut other = own.clone();
        if to[i] < low + half {
            (own.high[i], other.low[i]) = (low + half - 1, low + half);
            // The upper half may be the shorter one.
            to[i] = (to[i] + half).min(high);
        } else {
            (own.low[i], other.high[i]) = (low + half, low + half - 1);
            to[i] -= half;
        }
        shares.push(Share { to: mesh.node_at(&to), region: other });
    }
    shares
}
