//! Operations of ring trees in which much goes wrong, for comparisons with the clocked model.

use teecast_spec::Flit;
use teecast_spec::ring_tree::Tables;
use teecast_spec::topology::ring_tree::words::{
    BARRIER, FORGIVEN, GATE, IN_PORT, OUTPUT, RESTART, Word,
};
use teecast_spec::topology::ring_tree::{Entry, NodeTable};

use super::RingTreeDevice;
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Slots that are garbled, and tables that are written, in an operation.
const GARBLES: u32 = 40;
const WRITES: u32 = 60;
/// Times that some virtual nodes are placed and started again.
const AGAIN: u32 = 5;
/// The highest number of a virtual node or port that is written.
const MOST: u32 = 3;

impl RingTreeDevice {
    /// Returns operations of all nodes in which slots are garbled. In every second one tables are written, too,
    /// with anything, and then with what they had. In the last one something fails.
    pub fn abused(&self, seed: u64, count: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let mut epochs: Vec<Epoch> =
            (0..count).map(|index| self.abused_once(&mut random, index % 2 == 1)).collect();
        let places = self.spec.graph().pairs().len() as u32 + self.spec.nodes();
        let mut faults = vec![None; 12];
        faults.push(Some(random.within(0..=places - 1)));
        if let Some(epoch) = epochs.last_mut() {
            epoch.messages.push(self.faults(&faults));
        }
        Stimulus::of(epochs)
    }

    fn abused_once(&self, random: &mut Random, writes: bool) -> Epoch {
        let mut epoch = self.operation(0..self.spec.nodes());
        let garble = |_| {
            let way = random.within(0..=self.ways() - 1);
            (way, Flit::new(random.within(1..=255).into(), false))
        };
        epoch.messages.push(self.garbles(&(0..GARBLES).map(garble).collect::<Vec<_>>()));
        if writes && self.spec.tables == Tables::Writable {
            epoch.messages.push(self.anything_written(random));
        }
        epoch
    }

    /// Virtual nodes are placed where they are, and started. As in a repair all of them go off, until nothing is
    /// under way; then anything is written, before they are placed and started as they were.
    fn anything_written(&self, random: &mut Random) -> Message {
        let nodes = self.spec.nodes();
        let tables = || (0..).zip(self.spec.tree().tables());
        let words = |node, entries: Vec<Entry>| {
            let words = entries.into_iter().flat_map(|entry| entry.words(nodes));
            words.map(move |word| Some((node, word))).collect::<Vec<_>>()
        };
        let started = |(node, table)| words(node, restarted(&table));
        let laid = |(node, table)| words(node, placed(&table));
        let off = (0..=MOST).map(|virtual_node| Entry::Disable { virtual_node });
        let mut writes = vec![None; random.within(0..=30) as usize];
        for _ in 0..AGAIN {
            let again = tables().flat_map(laid).chain(tables().flat_map(started));
            writes.extend(again.filter(|_| random.within(0..=5) == 0));
        }
        writes.extend(tables().flat_map(|(node, _)| words(node, off.clone().collect())));
        writes.extend(vec![None; 2 * self.spec.ring_size as usize]);
        for _ in 0..WRITES {
            // What places a virtual node would send slots that nobody takes off.
            let tables =
                [BARRIER, FORGIVEN, IN_PORT, GATE, OUTPUT, RESTART].map(|it| it.address >> 12);
            let table = *random.pick(&tables);
            let address = table << 12 | random.within(0..=MOST) as u16;
            let data = random.within(0..=u32::MAX) & 0x1f;
            let node = random.within(0..=nodes - 1);
            writes.push((random.within(0..=2) == 0).then_some((node, Word { address, data })));
        }
        writes.extend(tables().flat_map(laid).chain(tables().flat_map(started)));
        self.writes(&writes)
    }
}

/// Returns the entries that say where virtual nodes are, and what output ports send.
fn placed(table: &NodeTable) -> Vec<Entry> {
    let places = table.virtual_nodes.iter().cloned().map(Entry::Place);
    let outputs = (0..).zip(table.outputs.iter().cloned());
    places.chain(outputs.map(|(port, from)| Entry::Output { port, from })).collect()
}

/// Returns the entries that start virtual nodes.
fn restarted(table: &NodeTable) -> Vec<Entry> {
    table.virtual_nodes.iter().map(|it| Entry::Restart { virtual_node: it.index }).collect()
}
