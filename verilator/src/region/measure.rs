//! Measures an idle and a busy network at its ports: how long a hop takes, and what a link carries.

use std::collections::BTreeMap;
use std::path::Path;

use teecast_model::region::{frame, network};
use teecast_spec::topology::{Grid, Orthogonal, Topology};
use teecast_spec::{Flit, RegionSpec};

use crate::device::{Link, Measurement};
use crate::network_bench::{BenchError, NetworkBench};
use crate::stimulus::{Epoch, Message, Stimulus};
use crate::trace::SeenEpoch;

/// Most senders of messages that are alone in the network.
const SENDERS: u32 = 16;

/// Data flits of all messages.
const DATA: u32 = 8;

/// Messages of a row.
const ROW: u32 = 1000;

/// What a message of one header flit and 8 data flits may take of a link.
///
/// **Units**: clock cycles.
const MESSAGE_CYCLES: f64 = 9.47;

/// Plays into the network and returns the numbers, each with its bound.
///
/// # Errors
/// [`BenchError`].
pub fn measure(
    spec: &RegionSpec,
    bench: &NetworkBench,
    folder: &Path,
) -> Result<Vec<Measurement>, BenchError> {
    let meter = Meter { spec, mesh: spec.mesh() };
    let (alone, rows) = (meter.alone(), meter.rows());
    let of = |messages: &[Message]| Epoch { messages: messages.to_vec(), ..Epoch::default() };
    let epochs = alone.iter().map(|message| of(std::slice::from_ref(message)));
    let epochs = epochs.chain(rows.iter().map(|row| of(&row.messages))).collect();
    let trace = bench.play(spec, &Stimulus::of(epochs), 1, folder, None)?;
    let nothing = SeenEpoch::default();
    let seen = |index: usize| trace.epochs.get(index).unwrap_or(&nothing);
    let mut slowest = Latencies::default();
    for (index, message) in alone.iter().enumerate() {
        slowest.add(meter.latencies(message, seen(index)).unwrap_or(Latencies::NEVER));
    }
    let mut numbers = slowest.numbers();
    let rates = rows.iter().enumerate();
    numbers.extend(rates.map(|(index, row)| row.rate(seen(alone.len() + index))));
    Ok(numbers)
}

/// Cycles beyond what header flits, data flits and outputs account for.
#[derive(Clone, Copy, Debug, Default)]
struct Latencies {
    /// Last header flit of the processor to the first link start.
    begin: f64,
    /// Link start to link start.
    hop: f64,
    /// Link start to the first flit at the processor.
    delivery: f64,
    /// First flit into a router to the last flit of the last copy out of it.
    passage: f64,
}

impl Latencies {
    const NEVER: Self = Self {
        begin: f64::INFINITY,
        hop: f64::INFINITY,
        delivery: f64::INFINITY,
        passage: f64::INFINITY,
    };

    /// Keeps the larger of each.
    fn add(&mut self, other: Self) {
        self.begin = self.begin.max(other.begin);
        self.hop = self.hop.max(other.hop);
        self.delivery = self.delivery.max(other.delivery);
        self.passage = self.passage.max(other.passage);
    }

    fn numbers(&self) -> Vec<Measurement> {
        let slowest = "idle network, slowest of all routers";
        let rows = [
            (self.hop, 3.0, "link start to link start, less (H-1) + (b-1)"),
            (self.begin, 4.0, "last header flit in to first link start, less (H-1) + (b-1)"),
            (self.delivery, 4.0, "link start to m_axis_tvalid, less (H-1) + (b-1)"),
            (self.passage, 4.0, "first flit in to last flit of the last copy out, less 2H + L + b"),
        ];
        let number = |(value, bound, what): (f64, f64, &str)| Measurement {
            what: format!("{slowest}: {what}"),
            value,
            bound,
            unit: "cycles",
            passed: value <= bound,
        };
        rows.into_iter().map(number).collect()
    }
}

/// Something that carries one message after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carrier {
    /// One link, or all links of a node.
    Link(u32, Option<u32>),
    /// The processor of a node.
    Processor(u32),
}

/// Messages as fast as their senders can, all of which go through one thing.
struct Row {
    what: &'static str,
    messages: Vec<Message>,
    through: Carrier,
}

impl Row {
    /// Returns the cycles of a message, from the first to the last.
    fn rate(&self, seen: &SeenEpoch) -> Measurement {
        let times: Vec<u64> = match self.through {
            Carrier::Link(node, index) => {
                let wanted =
                    |link: &Link| link.node == node && index.is_none_or(|i| i == link.index);
                seen.links
                    .iter()
                    .filter(|(_, link)| wanted(link))
                    .map(|(cycle, _)| *cycle)
                    .collect()
            }
            Carrier::Processor(node) => {
                let frames = seen.deliveries.iter().filter(|frame| frame.node == node);
                frames.filter(|frame| frame.complete).map(|frame| frame.end).collect()
            }
        };
        let complete = times.len() == self.messages.len() && times.len() > 1;
        let span = times.iter().max().zip(times.iter().min()).filter(|_| complete);
        let value = span.map_or(f64::INFINITY, |(last, first)| {
            (last - first) as f64 / (times.len() - 1) as f64
        });
        Measurement {
            what: format!("{} unicasts of {DATA} data flits {}", self.messages.len(), self.what),
            value,
            bound: MESSAGE_CYCLES,
            unit: "cycles/message",
            passed: value <= MESSAGE_CYCLES,
        }
    }
}

/// What is played, and how it is read.
struct Meter<'a> {
    spec: &'a RegionSpec,
    mesh: Grid,
}

impl Meter<'_> {
    fn message(&self, from: u32, corners: [u32; 2]) -> Message {
        let data = vec![Flit::default(); self.spec.max_data.min(DATA) as usize];
        let [a, b] = corners.map(|node| self.mesh.at(node));
        let flits = frame::injection(self.spec, [a, b], &data);
        let (what, gaps) = (format!("{from} to {a:?}..{b:?}"), vec![0; flits.len()]);
        Message { id: 0, what, port: from, flits, gaps, offered: 0 }
    }

    /// Returns messages that are alone: to all nodes, to the nodes on one side, to one node.
    fn alone(&self) -> Vec<Message> {
        let (nodes, last) = (self.mesh.nodes(), self.mesh.nodes() - 1);
        let senders = (0..nodes).step_by(nodes.div_ceil(SENDERS) as usize);
        let of = |node: u32| {
            let boxes = [[0, last], [node, last], [0, node], [last - node; 2]];
            boxes.map(|corners| self.message(node, corners))
        };
        senders.flat_map(of).collect()
    }

    /// Reads the times of a message that is alone; `None` if something of it is missing.
    fn latencies(&self, message: &Message, seen: &SeenEpoch) -> Option<Latencies> {
        let source = message.port;
        let injected = frame::read_injection(self.spec, &message.flits)?;
        let corners = [&injected.corners[0][..], &injected.corners[1][..]];
        let route = network::route(self.spec, &self.mesh, source, corners).ok()?;
        let tree = network::outcome(self.spec, &self.mesh, source, &message.flits).tree;
        let start = |node: u32, port: u8| {
            let link = Link { node, index: port.into() };
            seen.links.iter().find(|(_, at)| *at == link).map(|(cycle, _)| *cycle as f64)
        };
        // A message may come to a node twice: on its way to the corner, and from there.
        let visit = |node: u32, spreading: bool| (node, spreading || node == route.corner);
        let mut entered = BTreeMap::new();
        for send in &tree.sends {
            entered.insert(visit(send.to, send.spreading), start(send.from, send.port)?);
        }
        let accepted = seen.accepted.first()?.0 as f64;
        let header_in = accepted + f64::from(self.spec.injected_flits() - 1);
        let headers = f64::from(self.spec.link_flits());
        let data = f64::from(self.spec.max_data.min(DATA));
        let mut slowest = Latencies::default();
        for place in std::iter::once(visit(source, false)).chain(entered.keys().copied()) {
            let came = entered.get(&place).copied();
            let sends = || tree.sends.iter().filter(|send| (send.from, send.spreading) == place);
            let left: Option<Vec<f64>> = sends().map(|send| start(send.from, send.port)).collect();
            let left = left?;
            let delivers = place.1 && tree.deliveries.iter().any(|(node, _)| *node == place.0);
            let outputs = (left.len() + usize::from(delivers)) as f64;
            let allowed = headers - 1.0 + outputs - 1.0;
            let mut out = left.iter().map(|cycle| cycle + headers + data - 1.0).reduce(f64::max);
            match came {
                Some(came) => {
                    let hops = left.iter().map(|cycle| cycle - came - allowed);
                    slowest.hop = hops.fold(slowest.hop, f64::max);
                }
                None => {
                    let first = left.iter().copied().reduce(f64::min);
                    let begin = first.map_or(0.0, |first| first - header_in - allowed);
                    slowest.begin = slowest.begin.max(begin);
                }
            }
            if delivers {
                let frame = seen.deliveries.iter().find(|frame| frame.node == place.0)?;
                let end = frame.end as f64;
                out = Some(out.map_or(end, |cycle| cycle.max(end)));
                if let Some(came) = came {
                    let delivery = frame.cycle as f64 - came - allowed;
                    slowest.delivery = slowest.delivery.max(delivery);
                }
            }
            let passage = out? - came.unwrap_or(accepted) - 2.0 * headers - data - outputs;
            slowest.passage = slowest.passage.max(passage);
        }
        Some(slowest)
    }

    /// Returns rows where the bound holds: whole messages of one header flit in one channel.
    fn rows(&self) -> Vec<Row> {
        let RegionSpec { virtual_channels, max_data, ref radices, .. } = *self.spec;
        if self.spec.link_flits() > 1 || virtual_channels > 1 || max_data < DATA {
            return Vec::new();
        }
        let last = self.mesh.nodes() - 1;
        let row = |ways: &[[u32; 2]]| -> Vec<Message> {
            let ways = ways.iter().cycle().take(ROW as usize);
            ways.map(|[from, to]| self.message(*from, [*to; 2])).collect()
        };
        let first = self.mesh.up(0);
        let mut rows = vec![Row {
            what: "back to back from one processor to one node",
            messages: row(&[[0, last]]),
            through: Carrier::Link(0, Some(first)),
        }];
        let beside = |port: u32| self.mesh.neighbour(0, port);
        let next: Vec<[u32; 2]> =
            (0..self.mesh.ports()).filter_map(beside).map(|to| [0, to]).collect();
        if next.len() > 1 {
            let (what, through) =
                ("back to back from one processor to its neighbours", Carrier::Link(0, None));
            rows.push(Row { what, messages: row(&next), through });
        }
        if radices[0] > 2 {
            let (messages, through) =
                (row(&[[0, 2], [1, radices[0].min(4) - 1]]), Carrier::Link(1, Some(first)));
            rows.push(Row {
                what: "of a link and a processor that share a link",
                messages,
                through,
            });
        }
        if radices[0] > 2 && radices.len() > 1 {
            let above = 1 + radices[0];
            let farther = if radices[1] > 2 { above + radices[0] } else { above };
            let (messages, through) =
                (row(&[[0, above], [2, farther]]), Carrier::Link(1, Some(self.mesh.up(1))));
            rows.push(Row { what: "of two links that share a link", messages, through });
        }
        let middle: Vec<u32> = radices.iter().map(|radix| radix / 2).collect();
        let middle = self.mesh.node_at(&middle);
        let around = (0..self.mesh.ports()).filter_map(|port| self.mesh.neighbour(middle, port));
        let ways: Vec<[u32; 2]> = around.map(|from| [from, middle]).collect();
        let (messages, through) = (row(&ways), Carrier::Processor(middle));
        rows.push(Row { what: "of all neighbours to one processor", messages, through });
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::SeenFrame;

    /// What a unicast over one link does: its header comes in cycle 10.
    fn seen(start: u64, first: u64) -> SeenEpoch {
        let (flits, complete) = (vec![Flit::default(); 9], true);
        SeenEpoch {
            accepted: vec![(10, 0)],
            links: vec![(start, Link { node: 0, index: 0 })],
            deliveries: vec![SeenFrame { cycle: first, end: first + 8, node: 1, flits, complete }],
            ..SeenEpoch::default()
        }
    }

    #[test]
    fn times_count_from_port_to_port() {
        let spec = RegionSpec::new(&[2]);
        let meter = Meter { spec: &spec, mesh: spec.mesh() };
        let message = meter.message(0, [1, 1]);
        let read = |seen: &SeenEpoch| {
            let found = meter.latencies(&message, seen)?;
            Some([found.begin, found.hop, found.delivery, found.passage])
        };
        assert_eq!(read(&seen(12, 15)), Some([2.0, 0.0, 3.0, 0.0]));
        assert_eq!(read(&seen(15, 20)), Some([5.0, 0.0, 5.0, 2.0]));
        assert_eq!(read(&SeenEpoch::default()), None);
        let lost = SeenEpoch { deliveries: Vec::new(), ..seen(12, 15) };
        assert_eq!(read(&lost), None);
        assert!(Latencies::NEVER.numbers().iter().all(|number| !number.passed));
    }

    #[test]
    fn a_row_that_is_slow_or_incomplete_fails() {
        let spec = RegionSpec::new(&[2]);
        let meter = Meter { spec: &spec, mesh: spec.mesh() };
        let messages = vec![meter.message(0, [1, 1]); 3];
        let row = Row { what: "here", messages, through: Carrier::Link(0, Some(0)) };
        let times = |times: &[u64]| {
            let links = times.iter().map(|time| (*time, Link { node: 0, index: 0 })).collect();
            row.rate(&SeenEpoch { links, ..SeenEpoch::default() })
        };
        let fast = times(&[5, 14, 23]);
        assert!(fast.passed && fast.value == 9.0);
        assert!(!times(&[5, 14, 25]).passed);
        assert!(!times(&[5, 14]).passed);
    }
}
