//! Table entries as the hardware has them: addresses and bits.

use serde::Serialize;

use super::table::Output;
use super::writes::{Entry, Step};

/// Bits of an address below the number of the table.
pub const INDEX_BITS: u32 = 12;

/// A field of a table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// What it holds.
    pub name: &'static str,
    /// Its first bit.
    pub low: u32,
    /// **Units**: bits, for the largest network; hardware of a smaller one has the lower ones.
    pub bits: u32,
}

/// A table of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What it holds.
    pub name: &'static str,
    /// Address of the entry with index 0.
    pub address: u16,
    /// What the index counts.
    pub index: &'static str,
    /// **Shape**: by rising bit.
    pub fields: &'static [Field],
}

const fn field(name: &'static str, low: u32, bits: u32) -> Field {
    Field { name, low, bits }
}

const fn table(
    number: u16,
    name: &'static str,
    index: &'static str,
    fields: &'static [Field],
) -> Table {
    Table { name, address: number << INDEX_BITS, index, fields }
}

/// Epoch of messages and tokens; with `on` = 0 what the node has of them under way is forgotten and no token
/// leaves, with `on` = 1 its own message leaves again.
pub const BARRIER: Table =
    table(0, "barrier", "nothing", &[field("epoch", 0, 4), field("on", 4, 1)]);
/// Messages that the node does not wait for.
pub const FORGIVEN: Table = table(1, "forgiven", "32 origins", &[field("origins", 0, 32)]);
/// Place on a ring; length 0 clears the virtual node.
pub const PLACE: Table = table(
    2,
    "place",
    "virtual node",
    &[field("ring", 0, 16), field("position", 16, 6), field("length", 24, 7)],
);
/// Port by which slots of the ring come.
pub const IN_PORT: Table = table(3, "in_port", "virtual node", &[field("port", 0, 9)]);
/// Whether the node is the gate of the ring.
pub const GATE: Table = table(4, "gate", "virtual node", &[field("gate", 0, 1)]);
/// A write starts the virtual node, which injects and times; there is no data.
pub const RESTART: Table = table(5, "restart", "virtual node", &[]);
/// Source of a port: virtual node v as 2v + 1, input port p as 2p; the port itself stands for nothing.
pub const OUTPUT: Table = table(6, "output", "port", &[field("source", 0, 10)]);

/// All tables of a node.
///
/// **Shape**: by number, the upper bits of the address.
pub const TABLES: [Table; 7] = [BARRIER, FORGIVEN, PLACE, IN_PORT, GATE, RESTART, OUTPUT];

/// A table write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// Table and index.
    pub address: u16,
    /// What is written.
    pub data: u32,
}

/// Returns what the host writes in each clock, from its first step to its last one, and to which node.
pub fn by_clock(steps: &[Step], nodes: u32) -> Vec<Option<(u32, Word)>> {
    let clocks = |step: &Step| match step {
        Step::Wait { clocks } => vec![None; *clocks as usize],
        Step::Write { node, entry } => {
            entry.words(nodes).into_iter().map(|word| Some((*node, word))).collect()
        }
    };
    steps.iter().flat_map(clocks).collect()
}

impl Output {
    /// Returns what leaves by a port as the hardware has it, see [`OUTPUT`].
    pub fn source(self, port: u32) -> u32 {
        match self {
            Output::None => 2 * port,
            Output::VirtualNode(index) => 2 * index + 1,
            Output::Through(from) => 2 * from,
        }
    }
}

impl Entry {
    /// Returns the writes that set the entry in a network of so many nodes, in their order.
    pub fn words(&self, nodes: u32) -> Vec<Word> {
        let word =
            |table: Table, index: u32, data| Word { address: table.address + index as u16, data };
        match self {
            Entry::Barrier { epoch, on } => {
                vec![word(BARRIER, 0, u32::from(*on) << 4 | u32::from(*epoch))]
            }
            Entry::Disable { virtual_node } => vec![word(PLACE, *virtual_node, 0)],
            Entry::Place(it) => {
                let place = it.length << 24 | it.position << 16 | u32::from(it.ring);
                // The gate is that of the ring before.
                vec![
                    word(IN_PORT, it.index, it.in_port),
                    word(GATE, it.index, it.gate.into()),
                    word(PLACE, it.index, place),
                ]
            }
            Entry::Output { port, from } => vec![word(OUTPUT, *port, from.source(*port))],
            Entry::Forgiven { origins } => {
                let bits = |index| {
                    let here = origins.iter().filter(|origin| **origin / 32 == index);
                    here.fold(0, |bits, origin| bits | 1 << (origin % 32))
                };
                (0..nodes.div_ceil(32)).map(|index| word(FORGIVEN, index, bits(index))).collect()
            }
            Entry::Restart { virtual_node } => vec![word(RESTART, *virtual_node, 0)],
            Entry::Gate { virtual_node, gate, .. } => {
                vec![word(GATE, *virtual_node, (*gate).into())]
            }
        }
    }
}
