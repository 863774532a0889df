//! What is played into a network: messages, grouped into epochs, and the files they become.
//!
//! An epoch begins when the network is empty; its messages run together, under one fault set and
//! one share of back-pressure. What to play is decided in [`crate::scenario`].

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::Path;
use std::{fs, io};

use teecast_spec::Flit;

use crate::device::Device;

/// One message and the moment it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Number of the message, in the order of generation.
    pub id: u32,
    /// What it tries, for people.
    pub what: String,
    /// Stream that plays it: the node whose processor offers it, or a link that the bench plays.
    pub port: u32,
    /// Flits as offered, malformed allowed; the last one of a frame, and only it, has `last`.
    pub flits: Vec<Flit>,
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
        let Self { id, what, port, flits, .. } = self;
        write!(f, "message {id} ({what}, port {port}, {} flits)", flits.len())
    }
}

/// Messages that run together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epoch {
    /// Faulty nodes; empty without fault tolerance.
    pub faulty: BTreeSet<u32>,
    /// Nodes whose links the bench plays.
    pub tapped: BTreeSet<u32>,
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
    /// Puts epochs in order; each message is offered in its own.
    pub fn of(epochs: Vec<Epoch>) -> Self {
        let mut stimulus = Self::default();
        stimulus.append(epochs);
        stimulus
    }

    /// Adds epochs behind the others; each message is offered in its own.
    pub fn append(&mut self, epochs: Vec<Epoch>) {
        for mut epoch in epochs {
            let index = u32::try_from(self.epochs.len()).expect("epochs are counted in u32");
            epoch.messages.iter_mut().for_each(|message| message.offered = index);
            self.epochs.push(epoch);
        }
    }

    /// Returns the number of messages.
    pub fn messages(&self) -> usize {
        self.epochs.iter().map(|epoch| epoch.messages.len()).sum()
    }

    /// Writes the files into a folder.
    ///
    /// # Errors
    /// Whatever the file system reports.
    pub fn write(&self, device: &dyn Device, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        self.files(device)
            .into_iter()
            .try_for_each(|(name, text)| fs::write(folder.join(name), text))
    }

    /// Returns name and text of `epochs.txt` and of one `node_<v>.txt` per stream.
    pub fn files(&self, device: &dyn Device) -> Vec<(String, String)> {
        let digits = device.nodes().div_ceil(4) as usize;
        let widths = device.streams();
        let mut epochs = String::new();
        let mut streams = vec![String::new(); widths.len()];
        for epoch in &self.epochs {
            let sets = [&epoch.faulty, &epoch.tapped].map(|nodes| node_set(nodes, digits));
            let _ = writeln!(epochs, "{} {}", epoch.low, sets.join(" "));
            for message in &epoch.messages {
                let port = message.port as usize;
                for (flit, gap) in device.played(message).iter().zip(&message.gaps) {
                    let (last, data) = (u32::from(flit.last), flit.hex(widths[port]));
                    let _ = writeln!(streams[port], "{} {gap} {last} {data}", message.offered);
                }
            }
        }
        let streams = streams.into_iter().enumerate();
        std::iter::once(("epochs.txt".to_string(), epochs))
            .chain(streams.map(|(port, text)| (format!("node_{port}.txt"), text)))
            .collect()
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
    use teecast_spec::HypercubeSpec;

    #[test]
    fn node_sets_are_written_highest_node_first() {
        assert_eq!(node_set(&BTreeSet::from([0, 5, 63]), 16), "8000000000000021");
        assert_eq!(node_set(&BTreeSet::new(), 1), "0");
    }

    #[test]
    fn every_node_gets_its_flits_in_order() {
        let spec = HypercubeSpec::new(2, 1);
        let flits = vec![Flit::new(0x1d, false), Flit::new(7, true)];
        let message =
            Message { id: 0, what: String::new(), port: 2, flits, gaps: vec![0, 5], offered: 0 };
        let epoch =
            Epoch { faulty: [1].into(), low: 64, messages: vec![message], ..Epoch::default() };
        let folder = tempfile::tempdir().expect("a temporary folder");
        Stimulus { epochs: vec![epoch] }.write(&spec, folder.path()).expect("it is writable");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
        assert_eq!(read("epochs.txt"), "64 2 0\n");
        assert_eq!(read("node_2.txt"), "0 0 0 0000001d\n0 5 1 00000007\n");
        assert_eq!(read("node_0.txt"), "");
    }
}
