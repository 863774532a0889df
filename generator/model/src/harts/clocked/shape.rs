//! What is the same in all routers of a hexagonal mesh, and what a router knows of its place and time.

use teecast_spec::topology::HexMesh;
use teecast_spec::{HartsSpec, Interconnect};

use super::packet::Header;
use crate::harts::way::hops;

/// Cycles of a frame of the bus.
const FRAME: u64 = 7;
/// Slot of the processor in a frame.
pub(super) const OWN_SLOT: u32 = 6;

/// A configuration, and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub spec: HartsSpec,
    pub hexmesh: HexMesh,
    /// Classes of packets.
    pub classes: u32,
    pub bus: bool,
    /// Packet buffers of an in-link.
    pub buffers: u32,
    /// Flits of the headers of frames from and to the processor.
    pub injection_flits: u32,
    pub delivery_flits: u32,
    broadcast_flits: u32,
    regular_flits: u32,
    /// Cycles after a packet in which only its source may have the link again.
    pub pause: u64,
}

impl Shape {
    pub fn new(spec: &HartsSpec) -> Self {
        let flits = |bits: u32| spec.header_flits(bits);
        let bus = spec.interconnect == Interconnect::Bus;
        let mut shape = Self {
            hexmesh: HexMesh::new(spec.n),
            classes: spec.classes(),
            bus,
            buffers: spec.classes() * spec.buffers_per_class(),
            injection_flits: flits(spec.injection_bits()),
            delivery_flits: flits(spec.delivery_bits()),
            broadcast_flits: flits(spec.broadcast_bits()),
            regular_flits: flits(spec.regular_bits()),
            pause: 0,
            spec: spec.clone(),
        };
        if bus {
            shape.pause = FRAME * (1 + u64::from(shape.spaced())) - 2;
        }
        shape
    }

    /// Returns whether packets are a flit time further apart on the links of a bus router.
    pub fn spaced(&self) -> bool {
        self.broadcast_flits != self.regular_flits
    }

    /// Returns the number of buffer units of a router.
    pub fn units(&self) -> usize {
        if self.bus { 1 } else { 7 }
    }

    /// Returns the unit that stores what comes from an in-link or, 6, the processor, and the first
    /// slot there.
    pub fn store(&self, origin: u32) -> (usize, u32) {
        if self.bus { (0, origin * self.buffers) } else { (origin as usize, 0) }
    }

    /// Returns the flits of a header on a link.
    pub fn header_flits(&self, header: &Header) -> u32 {
        match header {
            Header::Broadcast { .. } => self.broadcast_flits,
            Header::Regular { .. } => self.regular_flits,
        }
    }

    /// Returns the class that a packet with this header on a link takes at its other end.
    pub fn class(&self, header: &Header) -> u32 {
        match header {
            Header::Broadcast { fields, .. } => {
                self.spec.broadcast_class(fields.step, fields.distance - 1)
            }
            Header::Regular { tags } => self.spec.regular_class(hops(*tags)),
        }
    }
}

/// Where and when a router plays a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct RouterCycle {
    pub now: u64,
    pub node: u32,
    /// Directions in which the neighbour is faulty.
    pub faulty: u8,
    slot: Option<u32>,
}

impl RouterCycle {
    /// Returns the cycle of a router that was reset before cycle `since`.
    pub fn new(shape: &Shape, now: u64, since: u64, node: u32, faulty: u8) -> Self {
        let slot = shape.bus.then_some(((now - since) % FRAME) as u32);
        Self { now, node, faulty, slot }
    }

    /// Returns whether the source of a slot may move a flit: over a crossbar always.
    pub fn tick(&self, slot: u32) -> bool {
        self.slot.is_none_or(|now| now == slot)
    }

    /// Returns the first cycle after this one in which it may.
    pub fn next(&self, slot: u32) -> u64 {
        let frame = FRAME as u32;
        self.now + 1 + self.slot.map_or(0, |now| u64::from((slot + frame - 1 - now) % frame))
    }
}
