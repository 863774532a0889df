//! Measures an idle and a busy network: how fast the tee is, and what a link carries.

use std::path::Path;

use teecast_model::harts::frame::{self, Injected};
use teecast_model::harts::majority::Identity;
use teecast_spec::Flit;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::HexMesh;

use super::HartsDevice;
use crate::device::{Device, Link, Measurement};
use crate::network_bench::{BenchError, NetworkBench};
use crate::stimulus::{Epoch, Message, Stimulus};
use crate::trace::SeenEpoch;

/// Messages in a row of each node, and data flits of each.
const ROW: u32 = 30;
const ROW_DATA: u32 = 8;

impl HartsDevice {
    /// Plays into the network and returns the numbers, each with its bound.
    ///
    /// # Errors
    /// [`BenchError`].
    pub fn measure(
        &self,
        bench: &NetworkBench,
        folder: &Path,
    ) -> Result<Vec<Measurement>, BenchError> {
        let broadcasts = (1..=6).map(|copies| {
            let identity = Identity { source: copies, copies, sequence: copies };
            let data = vec![Flit::default(); self.spec.max_data.min(ROW_DATA) as usize];
            Epoch { messages: vec![self.broadcast(identity, &data)], ..Epoch::default() }
        });
        let rows = (0..DIRECTIONS).map(|direction| self.rows(direction));
        let stimulus = Stimulus::of(broadcasts.chain(rows).collect());
        let trace = bench.play(self, &stimulus, 1, folder, None)?;
        let nothing = SeenEpoch::default();
        let seen = |index: u32| trace.epochs.get(index as usize).unwrap_or(&nothing);
        let mut numbers = vec![self.tee((1..=6).map(|source| (source, seen(source - 1))))];
        numbers.extend((1..=6).map(|copies| self.to_last_copy(copies, seen(copies - 1))));
        numbers.push(self.throughput((0..DIRECTIONS).map(|d| (d, seen(6 + d)))));
        Ok(numbers)
    }

    /// From the flit that completes a header to the first flit that leaves straight on.
    ///
    /// A source's first neighbours forward, unless the hexagonal mesh is so small that all are the last ones.
    fn tee<'a>(&self, epochs: impl Iterator<Item = (u32, &'a SeenEpoch)>) -> Measurement {
        let hexmesh = HexMesh::new(self.spec.n);
        let header = self.spec.header_flits(self.spec.broadcast_bits());
        let start = |seen: &SeenEpoch, node: u32, index: u32| {
            let starts = seen.links.iter().filter(|(_, link)| *link == Link { node, index });
            starts.map(|(cycle, _)| *cycle as f64).reduce(f64::min)
        };
        let mut slowest: f64 = 0.0;
        for (source, seen) in epochs {
            for direction in 0..DIRECTIONS {
                let next = hexmesh.ahead(source, direction);
                let came = start(seen, source, direction);
                let left = start(seen, next, direction);
                let latency = came.zip(left).map(|(came, left)| left - came);
                slowest = slowest.max(latency.unwrap_or(f64::INFINITY));
            }
        }
        let value = slowest - f64::from((header - 1) * self.flit_time());
        let frame = if self.flit_time() > 1 { self.flit_time() } else { 0 };
        let bound = f64::from(4 + frame);
        Measurement {
            what: "tee, idle network: header complete to first forwarded flit".to_string(),
            value,
            bound,
            unit: "cycles",
            passed: value <= bound,
        }
    }

    /// From the first flit of a frame to the last flit of the last copy.
    ///
    /// The bound is that of a network without tee, which stores the packet at every hop, and of
    /// copies that are delivered one after the other. **Source**: [KS91] Table I, the longest path.
    fn to_last_copy(&self, copies: u32, seen: &SeenEpoch) -> Measurement {
        let sends = if copies > 3 { 3 } else { 2 };
        let hops = sends * (self.spec.n - 1);
        let header = self.spec.header_flits(self.spec.broadcast_bits());
        let packet = (header + self.spec.max_data.min(ROW_DATA)) * self.flit_time();
        let stored = packet + 4 * self.flit_time() + 16;
        let bound = f64::from((1 + hops + copies) * stored);
        let begin = seen.accepted.first().map(|(cycle, _)| *cycle as f64);
        let complete = (self.nodes() - 1) * copies == seen.deliveries.len() as u32;
        let end = seen.deliveries.iter().map(|frame| frame.end as f64).reduce(f64::max);
        let value = begin.zip(end.filter(|_| complete)).map(|(begin, end)| end - begin);
        let value = value.unwrap_or(f64::INFINITY);
        let data = self.spec.max_data.min(ROW_DATA);
        Measurement {
            what: format!("broadcast of {data} data flits, k = {copies}: to the last copy"),
            value,
            bound,
            unit: "cycles",
            passed: value <= bound,
        }
    }

    /// Returns an epoch in which every node sends a row of messages straight on, as far as that is
    /// the shortest way.
    fn rows(&self, direction: u32) -> Epoch {
        let hexmesh = HexMesh::new(self.spec.n);
        let data = vec![Flit::default(); self.spec.max_data.min(ROW_DATA) as usize];
        let message = |(node, sequence): (u32, u32)| {
            let hops = self.spec.n - 1;
            let destination = (0..hops).fold(node, |at, _| hexmesh.ahead(at, direction));
            let header = Injected { broadcast: false, copies: 0, destination, sequence };
            let flits = frame::injection(&self.spec, &header, &data);
            let (what, gaps) = (format!("to {destination}"), vec![0; flits.len()]);
            Message { id: 0, what, port: node, flits, gaps, offered: 0 }
        };
        let rows = (0..self.nodes()).flat_map(|node| (0..ROW).map(move |index| (node, index)));
        Epoch { messages: rows.map(message).collect(), ..Epoch::default() }
    }

    /// What the slowest link carries of what it could, gaps between packets included.
    fn throughput<'a>(&self, epochs: impl Iterator<Item = (u32, &'a SeenEpoch)>) -> Measurement {
        let header = self.spec.header_flits(self.spec.regular_bits());
        let packet = header + self.spec.max_data.min(ROW_DATA);
        let mut slowest: f64 = 1.0;
        for (direction, seen) in epochs {
            for node in 0..self.nodes() {
                let link = Link { node, index: direction };
                let starts: Vec<u64> = seen
                    .links
                    .iter()
                    .filter(|(_, at)| *at == link)
                    .map(|(cycle, _)| *cycle)
                    .collect();
                let (first, last) = match (starts.first(), starts.last()) {
                    (Some(first), Some(last)) if starts.len() > 1 => (first, last),
                    _ => return self.carried(0.0),
                };
                let flits = (starts.len() - 1) as f64 * f64::from(packet);
                let times = (last - first) as f64 / f64::from(self.flit_time());
                slowest = slowest.min(flits / times);
            }
        }
        self.carried(slowest)
    }

    fn carried(&self, value: f64) -> Measurement {
        let bound = 0.75;
        let data = self.spec.max_data.min(ROW_DATA);
        Measurement {
            what: format!(
                "{ROW} regular messages of {data} data flits from every node, {} hops straight on: \
                 slowest link",
                self.spec.n - 1
            ),
            value,
            bound,
            unit: "flits/flit time",
            passed: value >= bound,
        }
    }
}
