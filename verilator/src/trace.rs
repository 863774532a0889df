//! What a network did: the lines of `sim-tb/trace_recorder.v`, grouped by epoch.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use teecast_spec::Flit;

use crate::sight::{Event, Link};

/// Says why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file system refuses.
    #[error("cannot read the trace {path}: {source}")]
    Read {
        /// The trace.
        path: PathBuf,
        /// What the file system says.
        source: std::io::Error,
    },
    /// A line is not of the format.
    #[error("line {line} of the trace is `{text}`")]
    Line {
        /// Line number from 1.
        line: usize,
        /// The line.
        text: String,
    },
}

/// One frame that a processor received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFrame {
    /// First flit.
    ///
    /// **Units**: clock cycles since reset, as all cycles here.
    pub cycle: u64,
    /// Last flit, as far as it has come.
    pub end: u64,
    /// Receiving node.
    pub node: u32,
    /// Flits as on the wire.
    pub flits: Vec<Flit>,
    /// The last flit has come.
    pub complete: bool,
}

/// One broken handshake rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// When.
    pub cycle: u64,
    /// Where.
    pub node: u32,
    /// Number of the rule in `sim-tb/protocol_checker.v`.
    pub rule: u32,
}

/// What happened in one epoch; each list in the order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenEpoch {
    /// First cycle.
    pub start: u64,
    /// Nodes that accepted the first flit of a frame.
    pub accepted: Vec<(u64, u32)>,
    /// Copies that started.
    pub links: Vec<(u64, Link)>,
    /// Frames delivered, by first flit.
    pub deliveries: Vec<SeenFrame>,
    /// Events.
    pub events: Vec<(u64, Event)>,
}

/// Names how a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was played and the network is empty.
    Done,
    /// Nothing moves although flits are offered.
    Stalled,
    /// The cycle limit came first.
    Expired,
    /// The trace just stops.
    Missing,
}

/// Everything that one run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Epochs in order.
    pub epochs: Vec<SeenEpoch>,
    /// Broken handshake rules.
    pub violations: Vec<Violation>,
    /// How the run ended.
    pub end: End,
    /// Cycle of the last line.
    pub cycles: u64,
}

impl Trace {
    /// Reads a trace file.
    ///
    /// # Errors
    /// [`TraceError::Read`], [`TraceError::Line`].
    pub fn read(path: &Path) -> Result<Self, TraceError> {
        let refused = |source| TraceError::Read { path: path.to_path_buf(), source };
        let mut reader = Reader::default();
        let file = BufReader::new(File::open(path).map_err(refused)?);
        for (index, line) in file.lines().enumerate() {
            reader.take(index, &line.map_err(refused)?)?;
        }
        Ok(reader.finish())
    }

    /// Reads the text of a trace.
    ///
    /// # Errors
    /// [`TraceError::Line`].
    pub fn parse(text: &str) -> Result<Self, TraceError> {
        let mut reader = Reader::default();
        text.lines().enumerate().try_for_each(|(index, line)| reader.take(index, line))?;
        Ok(reader.finish())
    }
}

#[derive(Default)]
struct Reader {
    epochs: Vec<SeenEpoch>,
    violations: Vec<Violation>,
    end: Option<End>,
    cycles: u64,
    /// Delivery in progress of each node: epoch and index.
    open: HashMap<u32, (usize, usize)>,
}

impl Reader {
    /// Takes one line, or says which one is not of the format.
    fn take(&mut self, index: usize, text: &str) -> Result<(), TraceError> {
        let refused = || TraceError::Line { line: index + 1, text: text.to_string() };
        self.line(text).ok_or_else(refused)
    }

    /// Takes one line; `None` if it is not of the format.
    fn line(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        let cycle: u64 = words.first()?.parse().ok()?;
        let number = |index: usize| -> Option<u32> { words.get(index)?.parse().ok() };
        self.cycles = cycle;
        match *words.get(1)? {
            "N" => self.epochs.push(SeenEpoch { start: cycle, ..SeenEpoch::default() }),
            "V" => {
                self.violations.push(Violation { cycle, node: number(2)?, rule: number(3)? });
            }
            "A" => self.epochs.last_mut()?.accepted.push((cycle, number(2)?)),
            "L" => {
                let link = Link { node: number(2)?, index: number(3)? };
                self.epochs.last_mut()?.links.push((cycle, link));
            }
            "D" => self.delivery(cycle, number(2)?, flit(&words)?)?,
            "E" => {
                let word = u64::from_str_radix(words.get(3)?, 16).ok()?;
                let event = Event { node: number(2)?, word };
                self.epochs.last_mut()?.events.push((cycle, event));
            }
            "F" => {
                self.end = Some(match *words.get(2)? {
                    "done" => End::Done,
                    "stalled" => End::Stalled,
                    "expired" => End::Expired,
                    _ => return None,
                });
            }
            _ => return None,
        }
        Some(())
    }

    fn delivery(&mut self, cycle: u64, node: u32, flit: Flit) -> Option<()> {
        let last = flit.last;
        let (epoch, index) = match self.open.get(&node) {
            Some(place) => *place,
            None => {
                let epoch = self.epochs.len().checked_sub(1)?;
                let deliveries = &mut self.epochs[epoch].deliveries;
                let (flits, complete) = (Vec::new(), false);
                deliveries.push(SeenFrame { cycle, end: cycle, node, flits, complete });
                self.open.insert(node, (epoch, deliveries.len() - 1));
                (epoch, deliveries.len() - 1)
            }
        };
        let frame = &mut self.epochs[epoch].deliveries[index];
        frame.flits.push(flit);
        frame.end = cycle;
        frame.complete = last;
        if last {
            self.open.remove(&node);
        }
        Some(())
    }

    fn finish(self) -> Trace {
        let end = self.end.unwrap_or(End::Missing);
        Trace { epochs: self.epochs, violations: self.violations, end, cycles: self.cycles }
    }
}

/// Reads `<last> <user> <hex>` of a delivery line.
fn flit(words: &[&str]) -> Option<Flit> {
    let flag = |index: usize| match *words.get(index)? {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let mut flit = Flit { last: flag(3)?, bad: flag(4)?, ..Flit::default() };
    for (digit, character) in words.get(5)?.chars().rev().enumerate() {
        *flit.bits.get_mut(digit / 16)? |= u64::from(character.to_digit(16)?) << (4 * (digit % 16));
    }
    Some(flit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Trace> {
        Trace::parse(text).ok()
    }

    #[test]
    fn deliveries_of_two_nodes_are_put_together() {
        let trace = read(
            "0 N 0\n2 A 0\n2 L 0 1\n3 D 3 0 0 00000000\n3 D 2 1 0 00000001\n\
             4 D 3 1 1 deadbeef\n5 E 1 103\n9 F done",
        )
        .expect("it is of the format");
        let epoch = &trace.epochs[0];
        assert_eq!(epoch.accepted, [(2, 0)]);
        assert_eq!(epoch.links, [(2, Link { node: 0, index: 1 })]);
        assert_eq!(epoch.deliveries.len(), 2);
        let bad = Flit { bad: true, ..Flit::new(0xdead_beef, true) };
        assert_eq!(epoch.deliveries[0].flits, [Flit::new(0, false), bad]);
        assert!(epoch.deliveries[0].complete);
        assert_eq!((epoch.deliveries[0].cycle, epoch.deliveries[0].end), (3, 4));
        assert_eq!(epoch.events[0].1, Event { node: 1, word: 0x103 });
        assert_eq!((trace.end, trace.cycles), (End::Done, 9));
    }

    #[test]
    fn a_cut_frame_stays_incomplete_and_a_cut_trace_has_no_end() {
        let trace = read("0 N 0\n3 D 3 0 0 0").expect("it is of the format");
        assert!(!trace.epochs[0].deliveries[0].complete);
        assert_eq!(trace.end, End::Missing);
    }

    #[test]
    fn unknown_bits_and_garbage_are_refused() {
        for text in ["0 N 0\n1 D 3 0 0 0x0", "0 N 0\n1 D 3 x 0 00", "1 A 0", "hello", "1 F no"] {
            assert!(read(text).is_none(), "{text}");
        }
        let wide = format!("0 N 0\n1 D 3 0 0 {}", "0".repeat(10_000));
        assert!(read(&wide).is_none(), "no flit has so many bits");
    }
}
