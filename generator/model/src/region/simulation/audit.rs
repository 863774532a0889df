//! Whether everything is still there, and whether everything can still move.

use std::fmt;

use teecast_spec::topology::{Grid, Topology};
use thiserror::Error;

use super::RegionNetwork;
use crate::region::clocked::{MeshChannel, Starved};
use crate::simulate::stuck::{Deadlock, Needs};

/// Says what does not add up: a mistake of the simulator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// A set of channels does not hold what its channels are.
    #[error("router {router}: the channels that are {what} are not those marked so")]
    Marks {
        /// Router.
        router: usize,
        /// Name of the set.
        what: &'static str,
    },
    /// An output channel waits for flits that do not exist.
    #[error("router {router}: nobody feeds output channel {output}")]
    Fed {
        /// Router.
        router: usize,
        /// Output channel.
        output: usize,
    },
    /// An emitted router reports a frame that it should have sent.
    #[error("node {node} reports event {code}")]
    Reported {
        /// Where.
        node: u32,
        /// Event.
        code: u32,
    },
    /// Messages of emitted routers wait for each other for ever.
    #[error("deadlock: {0}")]
    Stuck(Deadlock<MeshChannel>),
    /// Nothing moves any more.
    #[error("nothing moves, and {messages} messages are on their way")]
    Still {
        /// Messages.
        messages: usize,
    },
    /// An emitted router is unfair.
    #[error(transparent)]
    Starved(#[from] Starved),
}

/// A place where flits wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RegionBuffer {
    /// Router.
    pub node: u32,
    /// Output rather than input.
    pub output: bool,
    /// Port: of an input that of the router before; the local one is source or sink.
    pub port: u32,
    /// Virtual channel.
    pub channel: u32,
}

impl fmt::Display for RegionBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.output { "output" } else { "input" };
        write!(f, "router {} {side} {} channel {}", self.node, self.port, self.channel)
    }
}

impl RegionNetwork {
    /// Checks that sets and channels agree and that every packet is whole, between two cycles.
    ///
    /// That nodes get every message once, and no other, is checked at each delivery.
    ///
    /// # Errors
    /// What does not add up.
    pub fn audit(&self) -> Result<(), Broken> {
        let (width, all) = (self.width(), self.ports * self.channels());
        for router in 0..self.mesh.nodes() as usize {
            let inputs = &self.inputs[router * width..][..width];
            let outputs = &self.outputs[router * all..][..all];
            let of = |is: &dyn Fn(usize) -> bool, count: usize| {
                (0..count).filter(|i| is(*i)).fold(0u128, |set, i| set | 1 << i)
            };
            let loaded = |i: usize| match i + 1 == width {
                true => !self.queues[router].is_empty(),
                false => !inputs[i].flits.is_empty(),
            };
            let sets = [
                ("loaded", of(&loaded, width), self.loaded[router]),
                ("stored", of(&|o| outputs[o].came > outputs[o].went, all), self.stored[router]),
                ("free", of(&|o| outputs[o].is_free(), all), self.free[router]),
            ];
            if let Some((what, ..)) = sets.iter().find(|(_, found, marked)| found != marked) {
                return Err(Broken::Marks { router, what });
            }
            let is_fed = |o: &usize| {
                let output = &outputs[*o];
                output.came == output.length
                    || inputs[usize::from(output.from)].given.contains(&(*o as u8))
            };
            if let Some(output) = (0..all).find(|o| !is_fed(o)) {
                return Err(Broken::Fed { router, output });
            }
        }
        Ok(())
    }

    /// Looks for messages that wait for each other for ever, also when others still move.
    pub fn deadlock(&self) -> Option<Deadlock<RegionBuffer>> {
        Deadlock::find(self.places())
    }

    /// Goes through all places with a packet that needs others to move.
    fn places(&self) -> impl Iterator<Item = (RegionBuffer, Needs<RegionBuffer>)> + '_ {
        let (width, all) = (self.width(), self.ports * self.channels());
        let of_router = move |router: usize| {
            let inputs =
                (0..width).map(move |i| (self.input(router, i), self.input_needs(router, i)));
            let outputs =
                (0..all).map(move |o| (self.output(router, o), self.output_needs(router, o)));
            inputs.chain(outputs).filter(|(_, needs)| !needs.is_empty())
        };
        (0..self.mesh.nodes() as usize).flat_map(of_router)
    }

    fn input_needs(&self, router: usize, index: usize) -> Needs<RegionBuffer> {
        let input = &self.inputs[router * self.width() + index];
        if self.loaded[router] >> index & 1 == 0 {
            // In the middle of a packet the rest is to come from the router before.
            let before = (!input.given.is_empty()).then(|| self.before(router, index));
            return before.into_iter().map(|place| vec![place]).collect();
        }
        let mut needs = Needs::new();
        for branch in input.branches.iter().skip(input.given.len()) {
            let members = self.members(branch);
            if self.free[router] & members == 0 {
                let outputs = super::pass::around(members, 0);
                needs.push(outputs.map(|output| self.output(router, output)).collect());
            }
        }
        let first = router * self.ports * self.channels();
        for &given in &input.given {
            let output = &self.outputs[first + usize::from(given)];
            if output.came - output.went == self.config.output_buffer {
                needs.push(vec![self.output(router, given.into())]);
            }
        }
        needs
    }

    fn output_needs(&self, router: usize, index: usize) -> Needs<RegionBuffer> {
        let output = &self.outputs[router * self.ports * self.channels() + index];
        if output.is_free() {
            return Needs::new();
        }
        if output.came == output.went {
            return vec![vec![self.input(router, output.from.into())]];
        }
        let (port, channel) = (index / self.channels(), index % self.channels());
        match self.behind(router, port, channel) {
            Some(behind) if !self.has_room(router, port, channel) => {
                vec![vec![self.input(behind / self.width(), behind % self.width())]]
            }
            _ => Needs::new(),
        }
    }

    /// Returns the output channel that feeds an input channel.
    fn before(&self, router: usize, index: usize) -> RegionBuffer {
        let port = index / self.channels();
        // The way back leaves through the other port of the dimension.
        let back = self.links[router * self.ports + Grid::opposite(port as u32) as usize];
        self.output(back.expect("links lead both ways") as usize, index)
    }

    fn input(&self, router: usize, index: usize) -> RegionBuffer {
        self.place(router, false, index)
    }

    fn output(&self, router: usize, index: usize) -> RegionBuffer {
        self.place(router, true, index)
    }

    fn place(&self, router: usize, output: bool, index: usize) -> RegionBuffer {
        let (port, channel) = (index / self.channels(), index % self.channels());
        RegionBuffer { node: router as u32, output, port: port as u32, channel: channel as u32 }
    }
}

#[cfg(test)]
mod tests {
    use teecast_spec::topology::Grid;

    use crate::region::simulation::{Cast, RegionConfig, RegionNetwork};
    use crate::region::{Algorithm, Region};

    #[test]
    fn an_input_needs_the_outputs_that_are_full_and_no_others() {
        let mesh = Grid::mesh(&[3, 3]).expect("a small mesh");
        let config =
            RegionConfig { output_buffer: 2, ..RegionConfig::safe(Algorithm::NearestCorner, 4, 8) };
        let mut network = RegionNetwork::new(mesh.clone(), config).expect("permitted");
        for source in (0..9).chain(0..9) {
            let region = Region::whole(&mesh);
            network.add(&Cast { source, region, corner: None, length: 8 });
        }
        let (width, all) = (network.width(), network.ports * network.channels());
        let mut full = 0;
        for _ in 0..60 {
            network.step();
            for (router, input) in (0..9).flat_map(|router| (0..width).map(move |i| (router, i))) {
                let given = &network.inputs[router * width + input].given;
                if network.loaded[router] >> input & 1 == 0 || given.is_empty() {
                    continue;
                }
                let needs = network.input_needs(router, input);
                for &output in given {
                    let state = &network.outputs[router * all + usize::from(output)];
                    let is_full = state.came == state.went + 2;
                    let place = network.output(router, output.into());
                    assert_eq!(needs.contains(&vec![place]), is_full, "{place} of {needs:?}");
                    full += usize::from(is_full);
                }
            }
        }
        assert!(full > 100, "outputs are full {full} times");
    }
}
