//! What the processors of a hypercube send: messages to some nodes, or to all.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use serde::{Deserialize, Serialize};
use teecast_spec::option::{self, MOST_DATA};
use teecast_spec::topology::Cube;
use teecast_spec::{FAMILY, Family, HypercubeSpec, RawConfig, SpecError, Vote, hypercube};
use thiserror::Error;

use crate::hypercube::fault;
use crate::random::Random;
use crate::traffic::{Gaps, Lengths, Pattern, PatternError};

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
    /// The thesis's own rules instead of vote and classes; messages can wait for each other for ever.
    pub lan: bool,
    /// Where messages go: to other nodes only, unless the pattern has one destination for every node.
    pub pattern: Pattern,
    /// Destinations of a message.
    pub destinations: u32,
    /// Every destination gets a frame of its own instead of a copy.
    pub unicasts: bool,
    /// Messages to all other nodes.
    ///
    /// **Units**: parts of 1000 of all messages.
    pub broadcasts: u32,
    /// Faulty nodes, under which nothing may be lost.
    pub faulty: BTreeSet<u32>,
    /// Nodes that fail later: sources pause until the network is empty, then it knows of the failure.
    #[serde(default)]
    pub failures: Vec<Failure>,
}

/// A node that fails during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failure {
    /// Cycle from which on sources pause.
    pub cycle: u64,
    /// The node.
    pub node: u32,
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
    /// No such traffic.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A fixed pattern has one destination.
    #[error("{0} destinations of a message; a pattern that fixes where each node sends has 1")]
    Fixed(u32),
    /// Some messages would go to faulty nodes.
    #[error("the traffic sends to faulty node {0}")]
    ToFaulty(u32),
    /// A node twice in a list.
    #[error("node {0} is listed twice")]
    Twice(u32),
    /// A faulty node, or none of the cube.
    #[error("node {node} is faulty or not one of 0 to {last}")]
    Node {
        /// Its number.
        node: u32,
        /// The last one of the cube.
        last: u32,
    },
    /// Destinations could be lost.
    #[error(
        "with these faulty nodes a message may not reach all its destinations; permitted are nodes of \
         the cube of which every other node has at most one neighbour, with 3 classes or more"
    )]
    Faults,
}

impl MhuConfig {
    /// Returns the configuration of the hardware for messages up to a length.
    ///
    /// **Units**: `longest` is in data flits.
    ///
    /// # Errors
    /// What is out of range.
    pub fn spec(&self, n: u32, longest: u32) -> Result<HypercubeSpec, MhuError> {
        in_range("message length", longest, 1, MOST_DATA)?;
        let mut raw = RawConfig::default()
            .with(&FAMILY, vec![Family::Hypercube.name()])
            .with(&option::N, n)
            .with(&hypercube::M, self.m)
            .with(&option::MAX_DATA, longest)
            .with(&hypercube::LAN, self.lan)
            .with(&option::NETWORK, false);
        if !self.lan {
            raw = raw
                .with(&hypercube::VOTE, self.vote.name())
                .with(&hypercube::CLASSES, self.classes);
        }
        let spec = raw.validate()?.hypercube().expect("the family is chosen").clone();
        let nodes = spec.nodes();
        let Self { destinations, broadcasts, faulty, .. } = self;
        let changes = self.changes();
        let all = changes.last().map_or(faulty, |(_, all)| all);
        let healthy = nodes.saturating_sub(all.len() as u32);
        let one_by_one = faulty.len() + self.failures.len();
        let holds = |faulty: &BTreeSet<u32>| fault::model_holds(n, faulty);
        if !all.is_empty()
            && (spec.classes < 3
                || healthy < 2
                || all.len() != one_by_one
                || all.iter().any(|node| *node >= nodes)
                || !holds(faulty)
                || !changes.iter().all(|(_, faulty)| holds(faulty)))
        {
            return Err(MhuError::Faults);
        }
        self.check_pattern(&cube(n))?;
        let most = spec.max_list.min(healthy - 1);
        in_range("number of destinations", *destinations, 1, most)?;
        in_range("share of broadcasts", *broadcasts, 0, WHOLE)?;
        Ok(spec)
    }

    /// Returns the cycles in which nodes fail, ascending, each with all nodes that are faulty then.
    pub fn changes(&self) -> Vec<(u64, BTreeSet<u32>)> {
        let mut failures = self.failures.clone();
        failures.sort_unstable();
        let mut changes: Vec<(u64, BTreeSet<u32>)> = Vec::new();
        for Failure { cycle, node } in failures {
            let before = changes.last();
            if before.is_none_or(|(other, _)| *other != cycle) {
                let all = before.map_or(&self.faulty, |(_, all)| all).clone();
                changes.push((cycle, all));
            }
            changes.last_mut().expect("it was added").1.insert(node);
        }
        changes
    }

    fn check_pattern(&self, cube: &Cube) -> Result<(), MhuError> {
        self.pattern.check(cube)?;
        if self.pattern.is_fixed() && self.destinations != 1 {
            return Err(MhuError::Fixed(self.destinations));
        }
        let later = self.failures.iter().map(|failure| failure.node);
        let mut faulty = self.faulty.iter().copied().chain(later);
        let to_faulty = match &self.pattern {
            Pattern::Hotspot { nodes, .. } => faulty.find(|node| nodes.contains(node)),
            pattern if pattern.is_fixed() => faulty.next(),
            _ => None,
        };
        to_faulty.map_or(Ok(()), |node| Err(MhuError::ToFaulty(node)))
    }

    /// Checks that a given message can be sent and reach all its destinations.
    ///
    /// # Errors
    /// A node that is faulty, not there, or listed twice; too long a list or message.
    pub fn check_cast(&self, spec: &HypercubeSpec, cast: &Cast) -> Result<(), MhuError> {
        let last = spec.nodes() - 1;
        let gone = |node: &&u32| **node > last || self.faulty.contains(node);
        if let Some(&node) = std::iter::once(&cast.source).chain(&cast.destinations).find(gone) {
            return Err(MhuError::Node { node, last });
        }
        let mut seen = BTreeSet::new();
        if let Some(&node) = cast.destinations.iter().find(|node| !seen.insert(**node)) {
            return Err(MhuError::Twice(node));
        }
        in_range("number of destinations", cast.destinations.len() as u32, 0, spec.max_list)?;
        in_range("message length", cast.length, 1, MOST_DATA)
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

fn in_range(what: &'static str, value: u32, least: u32, most: u32) -> Result<(), MhuError> {
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => Err(MhuError::Range { what, value, least, most }),
    }
}

fn cube(n: u32) -> Cube {
    Cube::new(n).expect("a cube that was checked")
}

/// Messages in the order of time.
#[derive(Clone, Debug)]
pub(super) enum Casts {
    /// Drawn at random, without end.
    Random(Box<RandomMessages>),
    /// Given.
    Given(VecDeque<Cast>),
}

impl Casts {
    /// Returns given messages.
    pub fn given(mut casts: Vec<Cast>) -> Self {
        casts.sort_by_key(|cast| cast.cycle);
        Casts::Given(casts.into())
    }

    /// Returns the next message if it is made in a cycle or before.
    pub fn until(&mut self, cycle: u64) -> Option<Cast> {
        match self {
            Casts::Random(random) => random.until(cycle),
            Casts::Given(given) => {
                given.front().filter(|cast| cast.cycle <= cycle)?;
                given.pop_front()
            }
        }
    }

    /// Makes no message any more that is from or to one of some nodes.
    pub fn avoid(&mut self, faulty: &BTreeSet<u32>) {
        match self {
            Casts::Random(random) => {
                random.config.faulty.clone_from(faulty);
                random.due.retain(|Reverse((_, source))| !faulty.contains(source));
            }
            Casts::Given(given) => {
                given.retain_mut(|cast| {
                    let to_all = cast.destinations.is_empty();
                    cast.destinations.retain(|node| !faulty.contains(node));
                    !faulty.contains(&cast.source) && (to_all || !cast.destinations.is_empty())
                });
            }
        }
    }

    /// Returns the next message, if there is one.
    pub fn next(&mut self) -> Option<Cast> {
        match self {
            Casts::Random(random) => Some(random.next()),
            Casts::Given(given) => given.pop_front(),
        }
    }

    /// Returns whether no message will come any more.
    pub fn ended(&self) -> bool {
        matches!(self, Casts::Given(given) if given.is_empty())
    }
}

/// Random messages in the order of time, without end.
#[derive(Clone, Debug)]
pub(super) struct RandomMessages {
    cube: Cube,
    config: MhuConfig,
    gaps: Gaps,
    lengths: Lengths,
    streams: Vec<Random>,
    /// When each node sends next.
    due: BinaryHeap<Reverse<(u64, u32)>>,
}

impl RandomMessages {
    /// Returns the messages of a seed.
    ///
    /// **Units**: `rate` is in messages for each node and cycle, above 0 and at most 1.
    pub fn new(n: u32, config: &MhuConfig, lengths: &Lengths, rate: f64, seed: u64) -> Self {
        let nodes = 1 << n;
        let gaps = Gaps::new(rate);
        let stream = |node: u32| Random::keyed(seed, [rate.to_bits(), nodes.into(), node.into()]);
        let mut streams: Vec<Random> = (0..nodes).map(stream).collect();
        let healthy = (0..nodes).filter(|node| !config.faulty.contains(node));
        let first = |node: u32| Reverse((gaps.draw(&mut streams[node as usize]) - 1, node));
        let due = healthy.map(first).collect();
        let (config, lengths) = (config.clone(), lengths.clone());
        Self { cube: cube(n), config, gaps, lengths, streams, due }
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
        let MhuConfig { pattern, broadcasts, faulty, .. } = &self.config;
        let destinations = match stream.below(WHOLE) < *broadcasts {
            true => Vec::new(),
            false => {
                let count = self.config.destinations as usize;
                let healthy = |node: u32| !faulty.contains(&node);
                pattern.draw_several(&self.cube, source, count, healthy, stream)
            }
        };
        Cast { cycle, source, destinations, length }
    }
}
