//! Table entries as addresses and bits: read back through the map of the tables, they are the entries.

use teecast_spec::topology::ring_tree::words::{INDEX_BITS, TABLES, Word, by_clock};
use teecast_spec::topology::ring_tree::{Entry, Output, Step};

use crate::flaw::{Flaw, hold};

/// A word as it is read: name of the table, index, and the fields by rising bit.
type Read = (&'static str, u32, Vec<(&'static str, u32)>);

/// Audits what the host writes in each clock.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn words(steps: &[Step], nodes: u32) -> Result<(), Flaw> {
    let mut clocks = by_clock(steps, nodes).into_iter();
    for step in steps {
        match step {
            Step::Wait { clocks: wait } => {
                let is_idle = clocks.by_ref().take(*wait as usize).filter(Option::is_none).count();
                hold(is_idle == *wait as usize, || "a wait is too short")?;
            }
            Step::Write { node, entry } => {
                for wanted in wanted(entry, nodes) {
                    let word = clocks.next().flatten().filter(|(at, _)| at == node);
                    let found = word.and_then(|(_, word)| read(word));
                    let says = || format!("node {node} gets {found:?}, not {wanted:?}");
                    hold(found.as_ref() == Some(&wanted), says)?;
                }
            }
        }
    }
    hold(clocks.next().is_none(), || "there are more words than the steps need")
}

/// Reads a word; nothing, if it has bits of no field or an address of no table.
fn read(word: Word) -> Option<Read> {
    let table = TABLES.iter().find(|it| it.address >> INDEX_BITS == word.address >> INDEX_BITS)?;
    let index = u32::from(word.address - table.address);
    let mut rest = u64::from(word.data);
    let mut fields = Vec::new();
    for field in table.fields {
        let mask = (1u64 << field.bits) - 1;
        fields.push((field.name, (u64::from(word.data) >> field.low & mask) as u32));
        rest &= !(mask << field.low);
    }
    (rest == 0).then_some((table.name, index, fields))
}

/// Returns the words that set an entry. A place comes last: it switches the virtual node on.
fn wanted(entry: &Entry, nodes: u32) -> Vec<Read> {
    match entry {
        Entry::Barrier { epoch, on } => {
            vec![("barrier", 0, vec![("epoch", (*epoch).into()), ("on", (*on).into())])]
        }
        Entry::Disable { virtual_node } => {
            let fields = vec![("ring", 0), ("position", 0), ("length", 0)];
            vec![("place", *virtual_node, fields)]
        }
        Entry::Place(it) => {
            let fields =
                vec![("ring", it.ring.into()), ("position", it.position), ("length", it.length)];
            vec![
                ("in_port", it.index, vec![("port", it.in_port)]),
                ("gate", it.index, vec![("gate", it.gate.into())]),
                ("place", it.index, fields),
            ]
        }
        Entry::Output { port, from } => {
            let source = match from {
                Output::VirtualNode(index) => index * 2 + 1,
                Output::Through(from) => from * 2,
                // A port is never passed through to itself.
                Output::None => port * 2,
            };
            vec![("output", *port, vec![("source", source)])]
        }
        Entry::Forgiven { origins } => {
            let bit = |origin: u32| u32::from(origins.contains(&origin));
            let row = |row: u32| (0..32).map(|place| bit(row * 32 + place) << place).sum();
            let rows = 0..nodes.div_ceil(32);
            rows.map(|index| ("forgiven", index, vec![("origins", row(index))])).collect()
        }
        Entry::Restart { virtual_node } => vec![("restart", *virtual_node, Vec::new())],
        Entry::Gate { virtual_node, gate, .. } => {
            vec![("gate", *virtual_node, vec![("gate", (*gate).into())])]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds: 512 nodes with up to 511 ports and rings of up to 64 nodes; 16 epochs, 16 bits of a ring.
    #[test]
    fn tables_have_room_for_the_largest_network() {
        let largest = |table: &str, field: &str| match (table, field) {
            ("barrier", "epoch") => 15,
            ("barrier", "on") | ("gate", "gate") => 1,
            ("forgiven", "origins") => u32::MAX,
            ("place", "ring") => u16::MAX.into(),
            ("place", "position") => 63,
            ("place", "length") => 64,
            ("in_port", "port") => 510,
            ("output", "source") => 2 * 510 + 1,
            other => panic!("{other:?}"),
        };
        for (number, table) in (0u16..).zip(&TABLES) {
            assert_eq!((table.address, INDEX_BITS), (number * 4096, 12), "{}", table.name);
            let mut free = 0;
            for field in table.fields {
                let most = largest(table.name, field.name);
                assert!(field.low >= free && field.low + field.bits <= 32, "{field:?}");
                assert!(u64::from(most) < 1 << field.bits, "{field:?}");
                free = field.low + field.bits;
            }
        }
    }
}
