//! Whether everything is still there, and whether everything can still move.

use std::fmt;

use thiserror::Error;

use super::{NONE, Plain};
use crate::simulate::bits::ones;
use crate::simulate::stuck::Deadlock;
use crate::waits::{self, WaitGraph};

/// Says what does not add up: a mistake of the simulator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// Free places, flits and credits on the way are not as many as places.
    #[error("credit counter {counter} has {places} places of {buffer}")]
    Credits {
        /// Number of the counter.
        counter: usize,
        /// Places found.
        places: u32,
        /// Places of a buffer.
        buffer: u8,
    },
    /// Flits were lost or made.
    #[error("{made} flits were made, {found} are delivered or in the network")]
    Flits {
        /// Flits made by the nodes.
        made: u64,
        /// Flits delivered, on links, in buffers and at sources.
        found: u64,
    },
    /// An output channel is neither free nor owned, or both.
    #[error("output channel {0} is free and owned, or neither")]
    Owner(usize),
}

/// A place where flits wait: an input channel of a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputBuffer {
    /// Router.
    pub node: u32,
    /// Input port.
    pub port: u32,
    /// Virtual channel.
    pub channel: u32,
}

impl fmt::Display for InputBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "router {} input {} channel {}", self.node, self.port, self.channel)
    }
}

/// What must move before the flit in a channel can.
enum Wait {
    /// Nothing that is stuck for ever: it moves by itself.
    Nothing,
    /// One of these input channels.
    AnyOf(Vec<usize>),
}

impl Plain {
    /// Checks that no flit and no credit was lost or made, at any time between two cycles.
    ///
    /// **Shape**: `made` and `delivered` are the flits of the whole life of the network.
    ///
    /// # Errors
    /// What does not add up.
    pub fn audit(&self, made: u64, delivered: u64) -> Result<(), Broken> {
        let mut places: Vec<u32> = self.credits.iter().map(|credits| (*credits).into()).collect();
        for input in 0..self.held.len() {
            places[self.counter_of(input)] += u32::from(self.held[input]);
        }
        for arrival in self.arrivals.iter() {
            places[self.counter_of(arrival.channel as usize)] += 1;
        }
        // Flits at a sink are gone, their places are with the credits.
        self.returned.iter().for_each(|counter| places[*counter as usize] += 1);
        let buffer = self.shape.buffer;
        if let Some(counter) = places.iter().position(|found| *found != u32::from(buffer)) {
            return Err(Broken::Credits { counter, places: places[counter], buffer });
        }
        let held: u64 = self.held.iter().map(|held| u64::from(*held)).sum();
        let at_sources: u64 = (0..self.routes.nodes()).map(|v| self.sources.flits_waiting(v)).sum();
        let found = delivered + held + self.arrivals.iter().count() as u64 + at_sources;
        if found != made {
            return Err(Broken::Flits { made, found });
        }
        let width = self.shape.width;
        let is_free = |output: usize| self.free[output / width] >> (output % width) & 1 == 1;
        let owned = |output: usize| self.owner[output] != NONE;
        let wrong = (0..self.owner.len()).find(|output| is_free(*output) == owned(*output));
        wrong.map_or(Ok(()), |output| Err(Broken::Owner(output)))
    }

    /// Looks for messages that wait for each other for ever, also when others still move.
    ///
    /// A least fixed point over the waits: first every channel that waits for no other can move, then
    /// every one that needs only a channel that can. What is left is stuck: no false alarm.
    pub fn deadlock(&self) -> Option<Deadlock<InputBuffer>> {
        let mut waits: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut stuck = vec![false; self.held.len()];
        for input in (0..self.held.len()).filter(|input| self.held[*input] > 0) {
            if let Wait::AnyOf(others) = self.wait_of(input) {
                stuck[input] = true;
                waits.push((input, others));
            }
        }
        loop {
            let before = waits.len();
            waits.retain(|(input, others)| {
                stuck[*input] = others.iter().all(|other| stuck[*other]);
                stuck[*input]
            });
            if waits.len() == before {
                break;
            }
        }
        let mut graph = WaitGraph::default();
        for (input, others) in &waits {
            others.iter().for_each(|other| graph.wait(self.place(*input), self.place(*other)));
        }
        match graph.verdict() {
            waits::Verdict::Cycle(cycle) => Some(Deadlock { stuck: waits.len(), cycle }),
            waits::Verdict::Acyclic(_) => None,
        }
    }

    /// Returns what the oldest flit of an input channel waits for.
    fn wait_of(&self, input: usize) -> Wait {
        let width = self.shape.width;
        let router = input / width;
        let base = router * width;
        match self.given[input] {
            NONE => {
                let members = self.shape.members[usize::from(self.target[input])];
                if self.free[router] & members != 0 {
                    return Wait::Nothing;
                }
                // A packet whose last flits have not come in yet waits for the channel before.
                let owners =
                    ones(members).map(|output| base + usize::from(self.owner[base + output]));
                Wait::AnyOf(owners.map(|owner| self.holding(owner)).collect())
            }
            given if self.credits[base + usize::from(given)] > 0 => Wait::Nothing,
            given => {
                let next = self.entered(router, given.into());
                // Without a flit in it the credit is on its way.
                next.filter(|next| self.held[*next] > 0)
                    .map_or(Wait::Nothing, |next| Wait::AnyOf(vec![next]))
            }
        }
    }

    /// Returns the input channel that holds the next flit of the packet in a channel: itself, or one
    /// further back while it is empty.
    fn holding(&self, mut input: usize) -> usize {
        while self.held[input] == 0 {
            let counter = self.counter_of(input);
            let router = counter / self.shape.width;
            if counter >= self.owner.len() || self.owner[counter] == NONE {
                // Its flits come from a source, or are on the link.
                return input;
            }
            input = router * self.shape.width + usize::from(self.owner[counter]);
        }
        input
    }

    /// Returns the credit counter of an input channel.
    fn counter_of(&self, input: usize) -> usize {
        let (router, channel) = (input / self.shape.width, input % self.shape.width);
        let port = usize::from(self.shape.port_of[channel]);
        let first = self.returns[router * self.shape.ports + port] as usize;
        first + channel - port * self.shape.channels
    }

    /// Returns the input channel after an output channel; none at a sink.
    fn entered(&self, router: usize, output: usize) -> Option<usize> {
        let port = usize::from(self.shape.port_of[output]);
        let link = self.links[router * self.shape.ports + port]?;
        Some(link.channel as usize + output - port * self.shape.channels)
    }

    fn place(&self, input: usize) -> InputBuffer {
        let (router, channel) = (input / self.shape.width, input % self.shape.width);
        let channels = self.shape.channels;
        InputBuffer {
            node: router as u32,
            port: (channel / channels) as u32,
            channel: (channel % channels) as u32,
        }
    }
}
