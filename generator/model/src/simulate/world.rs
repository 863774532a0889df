//! What surrounds the emitted routers of a family.

/// A flit on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnLink {
    /// Sending node.
    pub node: u32,
    /// A dimension of a hypercube, a direction of a hexagonal mesh, a port of a mesh or of a ring tree,
    /// a directed cycle.
    pub link: u32,
    /// Number of the message; where each node sends one, its source.
    pub message: u32,
    /// Whether the copy ends with it.
    pub last: bool,
}

/// Processors that take deliveries, and somebody who watches.
///
/// A `Beat` is a flit that is delivered, an `Event` what a node reports.
///
/// **Units**: cycles are those in which the ports of the network show what happens.
pub trait World<Beat, Event> {
    /// The flit that a node offers is taken.
    fn accepted(&mut self, cycle: u64, node: u32);

    /// Returns whether the processor takes the flit that is offered to it.
    fn takes(&mut self, node: u32) -> bool {
        let _ = node;
        true
    }

    /// A processor takes a flit.
    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat);

    /// A copy starts on a link: a dimension of a hypercube, a direction of a hexagonal mesh, a port
    /// of a mesh.
    fn link_start(&mut self, cycle: u64, node: u32, link: u32) {
        let _ = (cycle, node, link);
    }

    /// A flit crosses a link.
    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        let _ = (cycle, flit);
    }

    /// A node reports something.
    fn event(&mut self, cycle: u64, event: Event);
}
