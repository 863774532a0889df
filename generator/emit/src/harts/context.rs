//! What the templates of the HARTS family need: numbers in groups, and ready expressions.

use std::borrow::Borrow;

use teecast_spec::harts::{DIRECTIONS, SILENCE};
use teecast_spec::{HartsSpec, Interconnect, Reception};

use super::buffers::{Buffers, Duplicates, Events, Majority};
use super::frame::FrameLayout;
use crate::header::Header;
use crate::names::{concat, extend, index_bits};

/// Cycles of a bus frame.
pub const BUS_FRAME: u32 = 7;

/// Everything the templates of the family need.
pub struct Context<'a> {
    pub(super) header: &'a Header,
    pub(super) prefix: &'a str,
    pub(super) configuration: String,
    pub(super) topology: Topology,
    pub(super) frame: FrameLayout,
    pub(super) buffers: Buffers,
    pub(super) options: Options,
    pub(super) timing: Timing,
    pub(super) majority: Majority,
    pub(super) duplicates: Duplicates,
    pub(super) events: Events,
}

/// The wrapped hexagonal mesh, and its numbers as bits.
pub(super) struct Topology {
    /// Edge length.
    pub(super) edge: u32,
    pub(super) nodes: u32,
    pub(super) node_bits: u32,
    pub(super) distance_bits: u32,
    pub(super) tag_bits: u32,
    pub(super) offsets: [u32; DIRECTIONS as usize],
    /// The bits of a distance have values that no distance has.
    pub(super) distance_overflows: bool,
    /// Nodes, and twice the largest distance, in the bits of a tag.
    pub(super) nodes_low: u32,
    pub(super) twice_low: u32,
    /// Steps of a broadcast, each with the class of its first packets.
    pub(super) step_bases: Vec<(u32, u32)>,
}

impl Topology {
    fn new(spec: &HartsSpec) -> Self {
        let (edge, distance_bits, tag_bits) = (spec.n, spec.distance_bits(), spec.tag_bits());
        Self {
            edge,
            nodes: spec.nodes(),
            node_bits: spec.node_bits(),
            distance_bits,
            tag_bits,
            offsets: spec.hexmesh().offsets(),
            distance_overflows: edge < 1 << distance_bits,
            nodes_low: spec.nodes() % (1 << tag_bits),
            twice_low: (2 * edge - 2) % (1 << tag_bits),
            step_bases: vec![(1, edge - 1), (2, 2 * (edge - 1)), (3, 3 * (edge - 1) - 1)],
        }
    }
}

/// Parts of a router that are chosen.
pub(super) struct Options {
    /// Name of what joins links and buffers, and whether it is the bus.
    pub(super) interconnect: &'static str,
    pub(super) bus: bool,
    pub(super) filter: bool,
    /// The processor gets one frame of all copies of a broadcast.
    pub(super) majority: bool,
}

/// Times.
///
/// **Units**: clock cycles.
pub(super) struct Timing {
    /// Silence after which a link is taken for dead.
    pub(super) silence: u32,
    pub(super) silence_bits: u32,
    pub(super) hop: u32,
}

/// Returns the time of a hop; see [`crate::emitter::Emitter::hop`].
pub(super) fn hop(spec: &HartsSpec) -> u32 {
    match spec.interconnect {
        // The slot of the bus comes up to a frame less one cycle later.
        Interconnect::Bus => 3 + BUS_FRAME - 1,
        Interconnect::Crossbar => 3,
    }
}

impl<'a> Context<'a> {
    pub(super) fn new(spec: &HartsSpec, header: &'a Header) -> Self {
        let bus = spec.interconnect == Interconnect::Bus;
        let majority = spec.reception == Reception::Majority;
        let flit_time = if bus { BUS_FRAME } else { 1 };
        let silence = SILENCE * flit_time;
        let frame = FrameLayout::new(spec);
        Self {
            header,
            prefix: &header.prefix,
            configuration: configuration(spec),
            topology: Topology::new(spec),
            buffers: Buffers::new(spec, frame.word_bits),
            frame,
            options: Options {
                interconnect: spec.interconnect.name(),
                bus,
                filter: spec.filter,
                majority,
            },
            timing: Timing { silence, silence_bits: index_bits(silence), hop: hop(spec) },
            majority: Majority::new(spec, flit_time),
            duplicates: Duplicates::new(spec),
            events: Events::new(spec, majority),
        }
    }

    pub(super) fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    // Templates pass fields by reference and literals by value.
    pub(super) fn extend(
        &self,
        expression: &str,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    pub(super) fn pow2(&self, exponent: impl Borrow<u32>) -> u32 {
        1 << exponent.borrow()
    }

    pub(super) fn concat(&self, list: &str) -> String {
        concat(list)
    }

    /// Joins a list of expressions of `from` bits, with zeros before it.
    pub(super) fn pad(
        &self,
        list: impl AsRef<str>,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        let list = list.as_ref();
        match to.borrow() - from.borrow() {
            0 => concat(list),
            zeros => concat(&format!("{zeros}'d0, {list}")),
        }
    }

    /// Returns a header of `bits` bits without its lowest flit.
    pub(super) fn shifted(&self, word: &str, bits: impl Borrow<u32>) -> String {
        let bits = bits.borrow();
        format!("{{{}'d0, {word}[{}:{}]}}", self.frame.width, bits - 1, self.frame.width)
    }

    /// Says whether flits of a received header can be left after the cycle of its decision: they
    /// wait for their bus slot, or for each other.
    pub(super) fn header_waits(&self) -> bool {
        self.options.bus || self.frame.header_flits > 1
    }

    /// Says whether source and sequence number stand at the same place in both kinds of headers.
    pub(super) fn same_identity(&self) -> bool {
        self.frame.identity_low == self.frame.regular_source_low
    }

    /// Returns sequence number and source of a packet, whatever its kind.
    pub(super) fn identity(&self, word: &str) -> String {
        let of = |high, low| format!("{word}[{high}:{low}]");
        let of_broadcast = of(self.frame.identity_high, self.frame.identity_low);
        match self.same_identity() {
            true => of_broadcast,
            false => {
                let of_regular =
                    of(self.frame.regular_identity_high, self.frame.regular_source_low);
                format!("broadcast ? {of_broadcast} : {of_regular}")
            }
        }
    }

    /// Returns the row of the duplicate check that an identity belongs to: the exclusive sum of the low
    /// bits of sequence number and source.
    pub(super) fn identity_row(&self, key: &str) -> String {
        let id = self.topology.node_bits;
        let source = extend(&format!("{key}[{}:0]", id.min(4) - 1), id.min(4), 4);
        format!("{key}[ID+:4] ^ {source}")
    }

    /// Lists the fields of a regular packet that goes on.
    pub(super) fn regular_packet(&self) -> &'static str {
        match self.same_identity() {
            true => "identity, next_tags, 1'b0",
            false => "regular_identity, next_tags, 1'b0",
        }
    }

    /// Lists the fields of the node's own broadcast as it is stored.
    pub(super) fn own_broadcast(&self) -> String {
        format!(
            "sequence_number, local_address_i, {}'d0, copies, 1'b1",
            self.topology.distance_bits + 6
        )
    }

    /// Returns the index of the last flit of a header.
    pub(super) fn last_header_flit(&self) -> String {
        let index = |flits: u32| format!("{}'d{}", self.frame.head_index_bits, flits - 1);
        match self.frame.gap {
            0 => index(self.frame.header_flits),
            _ => {
                let (of_broadcast, of_regular) =
                    (self.frame.broadcast_flits, self.frame.regular_flits);
                format!("broadcast ? {} : {}", index(of_broadcast), index(of_regular))
            }
        }
    }

    /// Returns the low bits of a header word as a flit.
    pub(super) fn head_flit(&self, word: &str) -> String {
        self.flit(word, self.frame.word_bits)
    }

    /// Returns the low bits of a delivery header as a flit.
    pub(super) fn delivery_flit(&self, word: &str) -> String {
        self.flit(word, self.frame.delivery_bits)
    }

    pub(super) fn flit(&self, word: &str, bits: u32) -> String {
        if self.frame.width < bits {
            format!("{word}[{}:0]", self.frame.width - 1)
        } else {
            extend(word, bits, self.frame.width)
        }
    }

    /// Returns the place of a flit in its packet as an address of `to` bits.
    pub(super) fn place_of(&self, offset: &str, to: impl Borrow<u32>) -> String {
        extend(
            &format!("{offset}[{}:0]", self.frame.place_bits - 1),
            self.frame.place_bits,
            *to.borrow(),
        )
    }

    /// Returns how many share the largest arbiter: the sources of events.
    pub(super) fn requesters(&self) -> u32 {
        self.events.sources
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    pub(super) fn widest(&self) -> u32 {
        self.requesters().max(DIRECTIONS)
    }

    /// Names the part that takes stored packets.
    pub(super) fn exit(&self) -> &'static str {
        if self.options.majority { "majority" } else { "port" }
    }

    /// Names the signal that the delivery port takes.
    pub(super) fn port_signal(&self, name: &str) -> String {
        if self.options.majority { format!("port_{name}") } else { name.to_string() }
    }
}

/// Returns the configuration in one line, as the file headers show it.
fn configuration(spec: &HartsSpec) -> String {
    let reception = match spec.reception {
        Reception::Copies => String::new(),
        Reception::Majority => {
            format!(
                " majority_timeout={} open_messages={}",
                spec.majority_timeout, spec.open_messages
            )
        }
    };
    format!(
        "n={} W={} max_data={} interconnect={} filter={} duplicate_window={}\n//   reception={}{reception}",
        spec.n,
        spec.width,
        spec.max_data,
        spec.interconnect.name(),
        spec.filter,
        spec.duplicate_window,
        spec.reception.name(),
    )
}
