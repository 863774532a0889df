//! Everything the templates of the IHC family need, as numbers and ready expressions.

use teecast_spec::ihc::{Majority, SEQUENCE_BITS};
use teecast_spec::{IhcSpec, Reception};

use super::schedule::Schedule;
use crate::emitter::cycles;
use crate::header::Header;
use crate::names::{fit, index_bits, joined};

/// Words of an event queue: cycles with events.
const EVENTS: u32 = 16;
/// Columns of a long expression, and where its lines begin.
const COLUMNS: usize = 78;
const INDENT: &str = "      ";

/// The network.
pub struct Topology {
    pub nodes: u32,
    /// Directed cycles.
    pub cycles: u32,
    pub id_bits: u32,
    /// Every number of so many bits is that of a node.
    pub all_ids: bool,
}

/// Headers and packets.
pub struct FrameLayout {
    /// Header flits of a packet, and all its flits.
    pub link_flits: u32,
    pub packet_flits: u32,
    /// Bits of a place in a packet.
    pub count_bits: u32,
    /// Bits of the round's number in the first header flit.
    pub first_number_bits: u32,
    pub delivery_flits: u32,
    /// Bits of a number of agreeing copies, and of a directed cycle.
    pub agree_bits: u32,
    pub cycle_bits: u32,
    /// Bits of a place in a delivery, and of one in its header.
    pub place_bits: u32,
    pub header_index_bits: u32,
    slot_bits: u32,
    length_bits: u32,
    /// Bits of the header flits that carry nothing, on a link and in a delivery.
    rest: [u32; 2],
}

/// Sizes of the memories.
pub struct Buffers {
    /// Data flits of a copy, a power of two.
    pub data_depth: u32,
    pub index_bits: u32,
    /// Bits of a number of data flits; 0 is none.
    pub length_bits: u32,
    /// Sources, a power of two.
    pub sources: u32,
}

impl Buffers {
    pub fn new(spec: &IhcSpec) -> Self {
        let index_bits = index_bits(spec.max_data);
        Self {
            data_depth: 1 << index_bits,
            index_bits,
            length_bits: index_bits_of(spec.max_data),
            sources: 1 << spec.source_bits(),
        }
    }
}

/// The event queue.
pub struct Events {
    pub depth: u32,
    pub address_bits: u32,
}

/// The time of a hop; see [`crate::emitter::Emitter::hop`].
pub const HOP: u32 = 1;

/// Everything the templates need.
pub struct Context<'a> {
    pub header: &'a Header,
    configuration: String,
    pub prefix: &'a str,
    pub topology: Topology,
    pub schedule: Schedule,
    pub frame: FrameLayout,
    pub buffers: Buffers,
    pub events: Events,
    pub options: &'a IhcSpec,
}

impl<'a> Context<'a> {
    /// Prepares a configuration.
    pub fn new(spec: &'a IhcSpec, header: &'a Header) -> Self {
        let (nodes, id_bits) = (spec.nodes(), spec.source_bits());
        let (schedule, buffers) = (Schedule::new(spec), Buffers::new(spec));
        let header_index_bits = index_bits(spec.delivery_flits());
        let delivered: u32 = match spec.reception {
            Reception::Copies => spec.copy_fields().iter().sum(),
            Reception::Majority => spec.majority_fields().iter().sum(),
        };
        let rest = [
            spec.link_flits() * spec.width - id_bits - SEQUENCE_BITS,
            spec.delivery_flits() * spec.width - delivered,
        ];
        let frame = FrameLayout {
            link_flits: spec.link_flits(),
            packet_flits: spec.packet_flits(),
            count_bits: index_bits_of(spec.packet_flits()),
            first_number_bits: SEQUENCE_BITS.min(spec.width - id_bits),
            delivery_flits: spec.delivery_flits(),
            agree_bits: index_bits(spec.cycles() + 1),
            cycle_bits: index_bits(spec.cycles()),
            place_bits: buffers.length_bits.max(header_index_bits),
            header_index_bits,
            slot_bits: schedule.slot_bits,
            length_bits: buffers.length_bits,
            rest,
        };
        Self {
            header,
            configuration: configuration(spec),
            prefix: &header.prefix,
            topology: Topology {
                nodes,
                cycles: spec.cycles(),
                id_bits,
                all_ids: nodes.is_power_of_two(),
            },
            schedule,
            frame,
            buffers,
            events: Events { depth: EVENTS, address_bits: index_bits(EVENTS) },
            options: spec,
        }
    }

    /// Returns the time of a hop in words.
    pub fn hop(&self) -> String {
        cycles(HOP)
    }

    pub fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    pub fn majority(&self) -> bool {
        self.options.reception == Reception::Majority
    }

    pub fn by_received(&self) -> bool {
        self.options.majority == Majority::Received
    }

    pub fn majority_words(&self) -> &'static str {
        match self.options.majority {
            Majority::Received => "more than half of those that came",
            Majority::All => "more than half of all that are sent",
        }
    }

    /// Returns all slices of a vector with one slice for each directed cycle, or-ed.
    pub fn any_cycle(&self, name: &str, width: &str) -> String {
        any(name, self.topology.cycles, width)
    }

    /// Returns all slices of a vector with one slice for each lane of events, or-ed.
    pub fn any_lane(&self, name: &str) -> String {
        any(name, self.topology.cycles + 2, "EVENT")
    }

    /// Returns how many bits of a vector, one for each directed cycle, are set.
    pub fn sum_of(&self, name: &str) -> String {
        let bits = self.frame.agree_bits;
        let bit = |j| match bits {
            1 => format!("{name}[{j}]"),
            _ => format!("{{{}'d0, {name}[{j}]}}", bits - 1),
        };
        let bits: Vec<String> = (0..self.topology.cycles).map(bit).collect();
        joined(&bits, "+", COLUMNS, INDENT)
    }

    /// Returns the number of the one bit that is set of a vector, one for each directed cycle.
    pub fn number_of(&self, name: &str) -> String {
        let bit = |index: u32| {
            let with = |j: &u32| j >> index & 1 == 1;
            let bits: Vec<String> =
                (0..self.topology.cycles).filter(with).map(|j| format!("{name}[{j}]")).collect();
            bits.join(" || ")
        };
        let bits: Vec<String> = (0..self.frame.cycle_bits).rev().map(bit).collect();
        format!("{{\n      {}}}", bits.join(",\n      "))
    }
}

impl FrameLayout {
    /// Returns where the round's number stands in the first header flit.
    pub fn first_number_range(&self, id_bits: &u32) -> String {
        format!("{}:{id_bits}", id_bits + self.first_number_bits - 1)
    }

    /// Returns the zeros above the fields of a link header, with a comma.
    pub fn header_filling(&self) -> String {
        filling(self.rest[0])
    }

    /// Returns the zeros above the fields of the header of a delivery, with a comma.
    pub fn delivery_filling(&self) -> String {
        filling(self.rest[1])
    }

    /// Returns the slot of the last flit of a message of `length` data flits.
    pub fn last_slot(&self) -> String {
        let length = fit("length", self.length_bits, self.slot_bits.max(self.length_bits));
        match self.link_flits {
            1 => length,
            flits => format!("{length} + {}'d{}", self.slot_bits, flits - 1),
        }
    }

    /// Returns the length of a copy as a place.
    pub fn length_as_place(&self) -> String {
        fit("length", self.length_bits, self.place_bits)
    }

    /// Returns a place as a length.
    pub fn place_as_length(&self) -> String {
        fit("place_q", self.place_bits, self.length_bits)
    }
}

/// Returns the bits of numbers from 0 to `largest`.
fn index_bits_of(largest: u32) -> u32 {
    index_bits(largest + 1)
}

fn filling(bits: u32) -> String {
    if bits == 0 { String::new() } else { format!("{bits}'d0, ") }
}

/// Returns all slices of a vector, or-ed.
fn any(name: &str, count: u32, width: &str) -> String {
    let slices: Vec<String> =
        (0..count).map(|index| format!("{name}[{index}*{width}+:{width}]")).collect();
    joined(&slices, "|", COLUMNS, INDENT)
}

fn configuration(spec: &IhcSpec) -> String {
    let IhcSpec { interleave, width, max_data, filter, .. } = spec;
    let reception = spec.reception.name();
    format!(
        "{} interleave={interleave} {reception} W={width} max_data={max_data}{}",
        spec.short_name(),
        if *filter { "" } else { " no filter" }
    )
}
