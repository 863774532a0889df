//! Everything the templates of the ring-tree family need, as numbers and ready expressions.

use teecast_spec::ring_tree::{EPOCH_BITS, RANK_BITS, RING_BITS, Tables};
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::words::{TABLES, Table};
use teecast_spec::topology::ring_tree::{NodeTable, Output, VirtualNode};
use teecast_spec::{RingTreeSpec, text};

use crate::emitter::cycles;
use crate::header::Header;
use crate::names::index_bits;

/// Words of an event queue: cycles with events.
const EVENTS: u32 = 16;
/// Clock cycles from a message on one ring to the next ring, at least.
pub const TURN: u32 = 4;

/// A port of a node: the directed links of it.
pub struct Port {
    /// 2e, or 2e + 1 where the node is the larger end of link e.
    pub sent: usize,
    /// The other direction.
    pub came: usize,
}

/// A node in the network.
pub struct PlaceOfNode {
    pub node: u32,
    /// Virtual nodes; a node that was faulty at generation has none.
    pub rings: usize,
    /// **Shape**: the last port first, as in a concatenation.
    pub ports: Vec<Port>,
    /// Constants by virtual node, the last one first.
    pub ring_ids: String,
    pub positions: String,
    pub lengths: String,
    pub in_ports: String,
    pub gates: String,
    /// Where each output port comes from, the last one first.
    pub sources: String,
}

/// The time of a hop; see [`crate::emitter::Emitter::hop`].
pub const HOP: u32 = 1;

/// Everything the templates need.
pub struct Context<'a> {
    pub header: &'a Header,
    configuration: String,
    pub prefix: &'a str,
    pub nodes: u32,
    pub links: u32,
    pub payload: u32,
    /// Most nodes of a ring.
    pub ring_size: u32,
    pub origin_bits: u32,
    pub ring_bits: u32,
    pub position_bits: u32,
    /// Bits of a number of nodes of a ring.
    pub length_bits: u32,
    /// Bits of rank and epoch.
    pub tag_bits: u32,
    /// Bits of what a slot says of a message: payload, epoch, rank.
    pub word_bits: u32,
    /// Words of a bank, a power of two.
    pub words: u32,
    pub slot_bits: u32,
    /// Bits of the number of a port or virtual node.
    pub port_bits: u32,
    /// Bits of a word of the store: mark, and what a slot said.
    pub stored_bits: u32,
    /// Bits of the row of an origin, and of its place in the row.
    pub row_bits: u32,
    pub place_bits: u32,
    /// Bits of a time within one trip around a ring, and how many there are.
    pub time_bits: u32,
    pub times: u32,
    /// Clock cycles from a message on one ring to the next ring, at least.
    pub turn: u32,
    pub events: u32,
    pub event_bits: u32,
    pub epoch_bits: u32,
    pub test_ports: bool,
    /// A host can write the tables.
    pub is_writable: bool,
    /// The tables of a node, by number.
    pub tables: [Table; TABLES.len()],
    pub places: Vec<PlaceOfNode>,
    /// First bit of each field of a slot, and its width.
    fields: [(u32, u32); 8],
}

impl<'a> Context<'a> {
    /// Prepares a configuration.
    pub fn new(spec: &RingTreeSpec, header: &'a Header) -> Self {
        let (graph, widths) = (spec.graph(), spec.slot_fields());
        let links = graph.pairs();
        let degree = (0..spec.nodes()).map(|node| graph.degree(node)).max().unwrap_or(1);
        let port_bits = index_bits(degree);
        let (origin_bits, position_bits) = (widths[4], widths[3]);
        let length_bits = index_bits(spec.ring_size + 1);
        let place_bits = origin_bits.div_ceil(2);
        // One more than slots under way, so that so many wrong ones have room.
        let time_bits = index_bits(2 * spec.ring_size - 1);
        let tree = spec.tree();
        let (tables, virtual_nodes) = (tree.tables(), spec.virtual_nodes(&tree));
        let is_writable = spec.tables == Tables::Writable;
        let place = |(node, table): (u32, &NodeTable)| {
            let mut rings = table.virtual_nodes.len();
            if is_writable {
                rings = rings.max(virtual_nodes[node as usize] as usize);
            }
            let port = |neighbour: u32| {
                let (low, high) = (node.min(neighbour), node.max(neighbour));
                let link = links.iter().position(|it| *it == [low, high]).expect("it is a link");
                let back = usize::from(node > neighbour);
                Port { sent: 2 * link + back, came: 2 * link + 1 - back }
            };
            let mut ports: Vec<Port> = graph.neighbours(node).map(port).collect();
            ports.reverse();
            let all = |bits: u32, field: fn(&VirtualNode) -> u32| {
                let off = std::iter::repeat_n(0, rings - table.virtual_nodes.len());
                list(table.virtual_nodes.iter().map(field).chain(off), bits)
            };
            let source = |(port, output): (u32, &Output)| output.source(port);
            PlaceOfNode {
                node,
                rings,
                ports,
                ring_ids: all(RING_BITS, |it| it.ring.into()),
                positions: all(position_bits, |it| it.position),
                lengths: all(length_bits, |it| it.length),
                in_ports: all(port_bits, |it| it.in_port),
                gates: all(1, |it| it.gate.into()),
                sources: list((0..).zip(&table.outputs).map(source), port_bits + 1),
            }
        };
        let mut low = 0;
        let fields = widths.map(|bits| {
            low += bits;
            (low - bits, bits)
        });
        Self {
            header,
            // A comment must not begin with the name of a file: tools take directives from there.
            configuration: format!(
                "graph={} w={} P={}",
                text::shell(&spec.network.to_string()),
                spec.ring_size,
                spec.payload
            ),
            prefix: &header.prefix,
            nodes: spec.nodes(),
            links: links.len() as u32,
            payload: spec.payload,
            ring_size: spec.ring_size,
            origin_bits,
            ring_bits: RING_BITS,
            position_bits,
            length_bits,
            tag_bits: RANK_BITS + EPOCH_BITS,
            word_bits: RANK_BITS + EPOCH_BITS + spec.payload,
            words: 1 << origin_bits,
            slot_bits: widths.iter().sum(),
            port_bits,
            stored_bits: RANK_BITS + EPOCH_BITS + spec.payload + 1,
            row_bits: (origin_bits - place_bits).max(1),
            place_bits,
            time_bits,
            times: 1 << time_bits,
            turn: TURN,
            events: EVENTS,
            event_bits: index_bits(EVENTS),
            epoch_bits: EPOCH_BITS,
            test_ports: spec.test_ports,
            is_writable,
            tables: TABLES,
            places: (0..).zip(&tables).map(place).collect(),
            fields,
        }
    }

    /// Returns the time of a hop in words.
    pub fn hop(&self) -> String {
        cycles(HOP)
    }

    pub fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    /// Returns the node with the most virtual nodes, of several the one with the most ports, and of these the
    /// lowest.
    pub fn fullest(&self) -> &PlaceOfNode {
        let size = |place: &&PlaceOfNode| (place.rings, place.ports.len());
        self.places.iter().rev().max_by_key(size).expect("a network has nodes")
    }

    /// Returns whether a memory with a word an origin asks for block memory: left alone, tools make
    /// distributed memory of 64 words, which takes a third more look-up tables.
    pub fn needs_block(&self) -> bool {
        self.words > 16
    }

    /// Returns a vector with a bit a node, with zeros for the nodes that are not here.
    pub fn full_nodes(&self, vector: &str) -> String {
        let all = 1 << (self.row_bits + self.place_bits);
        wide(vector, self.nodes, all)
    }

    /// Returns the number of an origin, with zeros up to row and place.
    pub fn full_origin(&self, origin: &str) -> String {
        wide(origin, self.origin_bits, self.row_bits + self.place_bits)
    }

    fn range(&self, field: usize) -> String {
        let (low, bits) = self.fields[field];
        format!("{}:{low}", low + bits - 1)
    }

    /// Returns the bits of a field of a table entry that the hardware has.
    pub fn field(&self, table: &str, name: &str) -> String {
        let table = TABLES.iter().find(|it| it.name == table).expect("a table");
        let field = table.fields.iter().find(|it| it.name == name).expect("a field of it");
        let bits = match name {
            "position" => self.position_bits,
            "length" => self.length_bits,
            "port" => self.port_bits,
            "source" => self.port_bits + 1,
            _ => field.bits,
        };
        match bits {
            1 => field.low.to_string(),
            _ => format!("{}:{}", field.low + bits - 1, field.low),
        }
    }

    pub fn ring_range(&self) -> String {
        self.range(2)
    }

    pub fn injector_range(&self) -> String {
        self.range(3)
    }

    pub fn origin_range(&self) -> String {
        self.range(4)
    }

    pub fn rank_range(&self) -> String {
        self.range(5)
    }

    pub fn epoch_range(&self) -> String {
        self.range(6)
    }

    pub fn payload_range(&self) -> String {
        self.range(7)
    }

    /// Returns the bits of rank, epoch and payload.
    pub fn word_range(&self) -> String {
        format!("{}:{}", self.slot_bits - 1, self.fields[5].0)
    }
}

/// Returns a vector of so many bits with zeros above it.
fn wide(vector: &str, bits: u32, all: u32) -> String {
    match all - bits {
        0 => vector.to_string(),
        zeros => format!("{{{zeros}'d0, {vector}}}"),
    }
}

/// Returns numbers of so many bits as a concatenation, the last one first, eight a line.
fn list(numbers: impl Iterator<Item = u32>, bits: u32) -> String {
    let mut words: Vec<String> = numbers.map(|number| format!("{bits}'d{number}")).collect();
    words.reverse();
    let lines: Vec<String> = words.chunks(8).map(|line| line.join(", ")).collect();
    format!("{{{}}}", lines.join(",\n      "))
}
