//! The C-wrapped hexagonal mesh: neighbours, distances, shortest ways.

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

/// Signed hops along directions 0, 1 and 2; a negative one goes in the opposite direction.
pub type Tags = [i32; 3];

/// The mesh of one edge length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    /// Edge length, at least 2.
    pub n: u32,
    /// Number of nodes.
    pub nodes: u32,
    offsets: [u32; DIRECTIONS as usize],
}

impl Mesh {
    /// Returns the mesh of edge length `n`, at least 2.
    pub fn new(n: u32) -> Self {
        let spec = HartsSpec::new(n);
        Self { n, nodes: spec.nodes(), offsets: spec.offsets() }
    }

    /// Returns the neighbour of `node` in a direction.
    pub fn neighbour(&self, node: u32, direction: u32) -> u32 {
        (node + self.offsets[direction as usize]) % self.nodes
    }

    /// Returns where `to` stands relative to `from`: what the node number grows by, modulo N.
    ///
    /// Everything in the mesh depends only on this: it looks the same from every node.
    pub fn relative(&self, from: u32, to: u32) -> u32 {
        (to + self.nodes - from) % self.nodes
    }

    /// Returns the hops of a shortest way.
    ///
    /// At most two tags are not 0.
    pub fn tags(&self, from: u32, to: u32) -> Tags {
        let signed = |value: u32| i32::try_from(value).expect("node numbers are small");
        let (n, nodes) = (signed(self.n), signed(self.nodes));
        let k = signed(self.relative(from, to));
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
    pub fn distance(&self, from: u32, to: u32) -> u32 {
        hops(self.tags(from, to))
    }
}

/// Returns the hops that tags ask for.
pub fn hops(tags: Tags) -> u32 {
    tags.iter().map(|tag| tag.unsigned_abs()).sum()
}
