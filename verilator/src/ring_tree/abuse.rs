//! Operations of ring trees in which much goes wrong, for comparisons with the clocked model.

use teecast_spec::Flit;
use teecast_spec::ring_tree::Tables;
use teecast_spec::topology::ring_tree::words::{
    BARRIER, FORGIVEN, GATE, IN_PORT, OUTPUT, RESTART, Word,
};
use teecast_spec::topology::ring_tree::{Entry, NodeTable, Output};

use super::RingTreeDevice;
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Slots that are garbled, and tables that are written, in an operation.
const GARBLES: u32 = 40;
const WRITES: u32 = 60;
/// Times that some virtual nodes are placed and started again.
const AGAIN: u32 = 5;
/// Times that an output port is turned around in an operation.
const TURNS: u32 = 12;
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

    /// Returns operations of all nodes in which output ports send something else for some cycles, while slots cross
    /// them. Then virtual nodes go off, and are placed and started as they were.
    pub fn turned(&self, seed: u64, count: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let turned = |_| {
            let mut epoch = self.operation(0..self.spec.nodes());
            let mut writes = vec![None; random.within(0..=30) as usize];
            for _ in 0..TURNS {
                writes.extend(self.turn(&mut random));
            }
            writes.extend(self.off());
            writes.extend(self.started());
            writes.extend(self.begun());
            epoch.messages.push(self.writes(&writes));
            epoch
        };
        Stimulus::of((0..count).map(turned).collect())
    }

    /// An output port sends nothing or what comes by any port, and then what it sent.
    fn turn(&self, random: &mut Random) -> Vec<Option<(u32, Word)>> {
        let tables = self.spec.tree().tables();
        let node = random.below(self.spec.nodes());
        let outputs = &tables[node as usize].outputs;
        let port = random.below(outputs.len() as u32);
        let other = match random.within(0..=MOST) {
            0 => Output::None,
            port => Output::Through(port - 1),
        };
        let mut writes = Vec::new();
        for from in [other, outputs[port as usize]] {
            writes.extend(self.words(node, vec![Entry::Output { port, from }]));
            writes.extend(vec![None; random.within(0..=3) as usize]);
        }
        writes
    }

    /// Virtual nodes are placed where they are, and started. As in a repair all of them go off, until nothing is
    /// under way; then anything is written, before they are placed and started as they were.
    fn anything_written(&self, random: &mut Random) -> Message {
        let nodes = self.spec.nodes();
        let mut writes = vec![None; random.within(0..=30) as usize];
        for _ in 0..AGAIN {
            writes.extend(self.started().into_iter().filter(|_| random.within(0..=5) == 0));
        }
        writes.extend(self.off());
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
        writes.extend(self.started());
        writes.extend(self.begun());
        self.writes(&writes)
    }

    /// All virtual nodes go off, and nothing is under way.
    fn off(&self) -> Vec<Option<(u32, Word)>> {
        let off = (0..=MOST).map(|virtual_node| Entry::Disable { virtual_node });
        let nodes = 0..self.spec.nodes();
        let mut writes: Vec<_> =
            nodes.flat_map(|node| self.words(node, off.clone().collect())).collect();
        writes.extend(vec![None; 2 * self.spec.ring_size as usize]);
        writes
    }

    /// All virtual nodes are placed as generated, and started.
    fn started(&self) -> Vec<Option<(u32, Word)>> {
        let tables = self.spec.tree().tables();
        let tables = || (0..).zip(&tables);
        let placed = tables().flat_map(|(node, table)| self.words(node, placed(table)));
        let started = tables().flat_map(|(node, table)| self.words(node, restarted(table)));
        placed.chain(started).collect()
    }

    /// Another epoch begins at all nodes.
    fn begun(&self) -> Vec<Option<(u32, Word)>> {
        let barrier = |on| {
            let entry = Entry::Barrier { epoch: 1, on };
            (0..self.spec.nodes()).flat_map(move |node| self.words(node, vec![entry.clone()]))
        };
        barrier(false).chain(barrier(true)).collect()
    }

    /// Returns the words of entries, one a cycle.
    fn words(&self, node: u32, entries: Vec<Entry>) -> Vec<Option<(u32, Word)>> {
        let words = entries.into_iter().flat_map(|entry| entry.words(self.spec.nodes()));
        words.map(|word| Some((node, word))).collect()
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
