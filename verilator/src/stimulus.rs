//! What is played into a network: messages, grouped into epochs, and the files they become.
//!
//! An epoch begins when the network is empty; its messages run together, under one fault set and
//! one share of back-pressure. What to play is decided in [`crate::scenario`].

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::Path;
use std::{fs, io};

use teecast_model::hypercube::network::Injection;
use teecast_spec::HypercubeSpec;

/// Names what a message tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One destination.
    Unicast,
    /// Up to m destinations.
    Multicast,
    /// More than m destinations.
    List,
    /// Every other node.
    Broadcast,
    /// A list that names some node more than once.
    Duplicates,
    /// A list that names the sender.
    Own,
    /// A list that names a faulty node.
    FaultyDestination,
    /// k is 0 or too large.
    BadCount,
    /// The frame ends inside its header.
    Truncated,
    /// More data than the configuration allows.
    Oversize,
}

/// One message and the moment it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Number of the message, in the order of generation.
    pub id: u32,
    /// What it tries.
    pub kind: Kind,
    /// k as injected, and the list.
    pub count: u32,
    /// The list; empty for a broadcast and for some malformed frames.
    pub list: Vec<u32>,
    /// The frame.
    pub injection: Injection,
    /// Idle cycles before each flit.
    ///
    /// **Shape**: one entry per flit. **Units**: clock cycles.
    pub gaps: Vec<u32>,
    /// Epoch in which it is first offered: its own, or an earlier one in which its node is faulty
    /// and must not accept it.
    pub offered: u32,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, kind, count, list, injection, .. } = self;
        write!(
            f,
            "message {id} ({kind:?}, node {}, k {count}, destinations {list:?}, {} flits)",
            injection.node,
            injection.flits.len(),
        )
    }
}

/// Messages that run together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epoch {
    /// Faulty nodes; empty without fault tolerance.
    pub faulty: BTreeSet<u32>,
    /// Share of cycles in which a processor refuses a delivery flit.
    ///
    /// **Units**: 256ths, 0..=255.
    pub low: u32,
    /// Messages; those of one node are offered in this order.
    pub messages: Vec<Message>,
}

/// Everything that one run plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stimulus {
    /// Epochs in order.
    pub epochs: Vec<Epoch>,
}

impl Stimulus {
    /// Returns the number of messages.
    pub fn messages(&self) -> usize {
        self.epochs.iter().map(|epoch| epoch.messages.len()).sum()
    }

    /// Writes `epochs.txt` and one `node_<v>.txt` per node into a folder.
    ///
    /// # Errors
    /// Whatever the file system reports.
    pub fn write(&self, spec: &HypercubeSpec, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let digits = spec.nodes().div_ceil(4) as usize;
        let mut epochs = String::new();
        let mut nodes = vec![String::new(); spec.nodes() as usize];
        for epoch in &self.epochs {
            let _ = writeln!(epochs, "{} {}", epoch.low, node_set(&epoch.faulty, digits));
            for message in &epoch.messages {
                let text = &mut nodes[message.injection.node as usize];
                for (flit, gap) in message.injection.flits.iter().zip(&message.gaps) {
                    let (last, data) = (u32::from(flit.last), flit.hex(spec.width));
                    let _ = writeln!(text, "{} {gap} {last} {data}", message.offered);
                }
            }
        }
        fs::write(folder.join("epochs.txt"), epochs)?;
        for (node, text) in nodes.iter().enumerate() {
            fs::write(folder.join(format!("node_{node}.txt")), text)?;
        }
        Ok(())
    }
}

/// Returns a set of nodes as hexadecimal digits, node 0 in the lowest bit.
fn node_set(nodes: &BTreeSet<u32>, digits: usize) -> String {
    let mut values = vec![0u32; digits];
    for &node in nodes {
        values[digits - 1 - node as usize / 4] |= 1 << (node % 4);
    }
    values.iter().map(|digit| format!("{digit:x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::Flit;

    #[test]
    fn node_sets_are_written_highest_node_first() {
        assert_eq!(node_set(&BTreeSet::from([0, 5, 63]), 16), "8000000000000021");
        assert_eq!(node_set(&BTreeSet::new(), 1), "0");
    }

    #[test]
    fn every_node_gets_its_flits_in_order() {
        let spec = HypercubeSpec::new(2, 1);
        let flits = vec![Flit::new(0x1d, false), Flit::new(7, true)];
        let message = Message {
            id: 0,
            kind: Kind::Unicast,
            count: 1,
            list: vec![3],
            injection: Injection { node: 2, flits },
            gaps: vec![0, 5],
            offered: 0,
        };
        let epoch = Epoch { faulty: BTreeSet::from([1]), low: 64, messages: vec![message] };
        let folder = tempfile::tempdir().expect("a temporary folder");
        Stimulus { epochs: vec![epoch] }.write(&spec, folder.path()).expect("it is writable");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
        assert_eq!(read("epochs.txt"), "64 2\n");
        assert_eq!(read("node_2.txt"), "0 0 0 0000001d\n0 5 1 00000007\n");
        assert_eq!(read("node_0.txt"), "");
    }
}
