//! What the processors of a hypercube send: messages to some nodes, or to all.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use serde::{Deserialize, Serialize};
use teecast_spec::config::{Family, RawConfig};
use teecast_spec::{HypercubeSpec, SpecError, Vote};
use thiserror::Error;

use crate::hypercube::fault;
use crate::random::Stream;
use crate::traffic::{Gaps, Lengths};

/// What [`MhuConfig::broadcasts`] is part of.
pub const WHOLE: u32 = 1000;

/// The emitted router as a router of the simulator, and what it is given to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MhuConfig {
    /// Destination limit.
    pub m: u32,
    /// Branch decision rule.
    pub vote: Vote,
    /// Buffer classes.
    pub classes: u32,
    /// Destinations of a message, all sets of other nodes as likely.
    pub destinations: u32,
    /// Every destination gets a frame of its own instead of a copy.
    pub unicasts: bool,
    /// Messages to all other nodes.
    ///
    /// **Units**: parts of 1000 of all messages.
    pub broadcasts: u32,
    /// Faulty nodes, under which nothing may be lost.
    pub faulty: BTreeSet<u32>,
}

/// Says why the emitted router cannot be simulated so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MhuError {
    /// No such router.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A number out of range.
    #[error("{what} is {value}; permitted is {least} to {most}")]
    Range {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: u32,
        /// What it may be.
        least: u32,
        /// What it may be.
        most: u32,
    },
    /// Destinations could be lost.
    #[error(
        "with these faulty nodes a message may not reach all its destinations; permitted are nodes of \
         the cube of which every other node has at most one neighbour, with 3 classes or more"
    )]
    Faults,
}

impl MhuConfig {
    /// Returns the configuration of the hardware for messages of some lengths.
    ///
    /// # Errors
    /// What is out of range.
    pub fn spec(&self, n: u32, lengths: &Lengths) -> Result<HypercubeSpec, MhuError> {
        let longest = lengths.parts().map(|(length, _)| length).max().unwrap_or(0);
        let raw = RawConfig {
            family: Some(vec![Family::Hypercube]),
            n: Some(n.into()),
            m: Some(self.m.into()),
            max_data: Some(longest.into()),
            vote: Some(self.vote),
            classes: Some(self.classes.into()),
            network: Some(false),
            ..RawConfig::default()
        };
        let spec = raw.validate()?.hypercube.expect("the family is chosen");
        let nodes = spec.nodes();
        let Self { destinations, broadcasts, faulty, .. } = self;
        if !faulty.is_empty()
            && (self.classes < 3
                || faulty.iter().any(|node| *node >= nodes)
                || !fault::model_holds(n, faulty))
        {
            return Err(MhuError::Faults);
        }
        let healthy = nodes - faulty.len() as u32;
        let most = spec.max_list.min(healthy.saturating_sub(1));
        let numbers = [
            ("number of destinations", *destinations, 1, most),
            ("share of broadcasts", *broadcasts, 0, WHOLE),
        ];
        for (what, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return Err(MhuError::Range { what, value, least, most });
            }
        }
        Ok(spec)
    }

    /// Returns the flits that a node sends for a message, on average, headers included.
    pub fn flits(&self, spec: &HypercubeSpec, lengths: &Lengths) -> f64 {
        let frame = |listed: u32| f64::from(spec.header_flits(listed)) + lengths.mean();
        let listed = match self.unicasts {
            true => f64::from(self.destinations) * frame(1),
            false => frame(self.destinations),
        };
        let share = f64::from(self.broadcasts) / f64::from(WHOLE);
        share * frame(0) + (1.0 - share) * listed
    }
}

/// A message as its source makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// When it is made.
    pub cycle: u64,
    /// Sender.
    pub source: u32,
    /// Whom it is for; empty for all.
    pub destinations: Vec<u32>,
    /// **Units**: data flits.
    pub length: u32,
}

/// Random messages in the order of time, without end.
#[derive(Clone, Debug)]
pub struct Casts {
    nodes: u32,
    config: MhuConfig,
    gaps: Gaps,
    lengths: Lengths,
    streams: Vec<Stream>,
    /// When each node sends next.
    due: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Casts {
    /// Returns the messages of a seed.
    ///
    /// **Units**: `rate` is in messages for each node and cycle, above 0 and at most 1.
    pub fn new(nodes: u32, config: &MhuConfig, lengths: &Lengths, rate: f64, seed: u64) -> Self {
        let gaps = Gaps::new(rate);
        let stream = |node: u32| Stream::new(seed, [rate.to_bits(), nodes.into(), node.into()]);
        let mut streams: Vec<Stream> = (0..nodes).map(stream).collect();
        let healthy = (0..nodes).filter(|node| !config.faulty.contains(node));
        let first = |node: u32| Reverse((gaps.draw(&mut streams[node as usize]) - 1, node));
        let due = healthy.map(first).collect();
        Self { nodes, config: config.clone(), gaps, lengths: lengths.clone(), streams, due }
    }

    /// Returns the next message if it is made in a cycle or before.
    pub fn until(&mut self, cycle: u64) -> Option<Cast> {
        let Reverse((made, _)) = self.due.peek().expect("some node is healthy");
        (*made <= cycle).then(|| self.next())
    }

    /// Returns the next message.
    pub fn next(&mut self) -> Cast {
        let mut due = self.due.peek_mut().expect("some node is healthy");
        let Reverse((made, source)) = *due;
        *due = Reverse((made + self.gaps.draw(&mut self.streams[source as usize]), source));
        drop(due);
        self.draw(made, source)
    }

    fn draw(&mut self, cycle: u64, source: u32) -> Cast {
        let stream = &mut self.streams[source as usize];
        let length = self.lengths.draw(stream);
        let mut destinations = Vec::new();
        if stream.below(WHOLE) >= self.config.broadcasts {
            while destinations.len() < self.config.destinations as usize {
                let node = stream.below(self.nodes);
                let permitted = node != source && !self.config.faulty.contains(&node);
                if permitted && !destinations.contains(&node) {
                    destinations.push(node);
                }
            }
        }
        Cast { cycle, source, destinations, length }
    }
}
