//! The clocked model of the hypercube as the testbench sees it.

use std::collections::BTreeSet;

use teecast_model::hypercube::clocked::{Beat, CubeRouters, MhuOffer};
use teecast_model::hypercube::event::Event;
use teecast_model::simulate::world::World;
use teecast_spec::{Flit, HypercubeSpec};

use super::event_word;
use crate::replay::{self, Clocked, Ports, messages};
use crate::stimulus::{Message, Stimulus};

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(spec: &HypercubeSpec, stimulus: &Stimulus, seed: u64) -> String {
    seen(spec, stimulus, seed, |_| ())
}

/// Returns that trace; `look` sees the routers before each cycle.
pub fn seen(
    spec: &HypercubeSpec,
    stimulus: &Stimulus,
    seed: u64,
    look: impl FnMut(&CubeRouters),
) -> String {
    let model = Model { cube: CubeRouters::new(spec), spec, messages: messages(stimulus), look };
    replay::trace(spec, model, stimulus, seed)
}

struct Model<'a, L> {
    spec: &'a HypercubeSpec,
    cube: CubeRouters,
    /// By number.
    messages: Vec<&'a Message>,
    look: L,
}

impl<L: FnMut(&CubeRouters)> Clocked for Model<'_, L> {
    type Offer = u32;

    fn now(&self) -> u64 {
        self.cube.now()
    }

    fn begin(&mut self, message: &Message) -> u32 {
        self.cube.begin(message.port, frame(self.spec, message))
    }

    fn offer(&mut self, node: u32, packet: u32, last: bool) {
        self.cube.offer(node, packet, last);
    }

    fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.cube.set_faulty(faulty);
    }

    fn step(&mut self, ports: &mut Ports) {
        (self.look)(&self.cube);
        self.cube.step(&mut Watch { spec: self.spec, messages: &self.messages, ports });
    }
}

/// Returns what the header of a message says; fields that are cut off are 0.
fn frame(spec: &HypercubeSpec, message: &Message) -> MhuOffer {
    let field = |index: u32| {
        let (flit, lane) = (index / spec.fields_per_flit(), index % spec.fields_per_flit());
        let flit: Option<&Flit> = message.flits.get(flit as usize);
        flit.map_or(0, |flit| flit.field(lane * spec.n, spec.n))
    };
    let count = field(0);
    let listed = if count <= spec.max_list { count } else { 0 };
    MhuOffer { message: message.id, count, destinations: (1..=listed).map(field).collect() }
}

/// Gives flits and events their bits.
struct Watch<'a> {
    spec: &'a HypercubeSpec,
    messages: &'a [&'a Message],
    ports: &'a mut Ports,
}

impl World<Beat, Event> for Watch<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.ports.accepted(node);
    }

    fn takes(&mut self, node: u32) -> bool {
        self.ports.takes(node)
    }

    fn delivered(&mut self, _: u64, node: u32, beat: Beat) {
        let message = self.messages[beat.message as usize];
        let bits = match beat.index {
            0 => Flit::new(message.port.into(), false),
            index => {
                let listed = frame(self.spec, message).destinations.len();
                let header = self.spec.header_flits(listed as u32);
                message.flits[(header + index - 1) as usize].clone()
            }
        };
        self.ports.delivered(node, Flit { last: beat.last, bad: beat.bad, ..bits });
    }

    fn link_start(&mut self, _: u64, node: u32, dimension: u32) {
        self.ports.starts(node, dimension);
    }

    fn event(&mut self, _: u64, event: Event) {
        self.ports.reports(event.node, event_word(self.spec.n, &event));
    }
}
