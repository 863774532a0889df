//! What is played into a network: messages, grouped into epochs, and the files they become.
//!
//! An epoch begins when the network is empty; its messages run together, under one fault set and
//! one share of back-pressure. What to play is decided in [`crate::scenario`].

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use crate::device::Device;
pub use crate::epoch::{Epoch, Message};

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
    use teecast_spec::{Flit, HypercubeSpec};

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
