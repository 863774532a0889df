//! The clocked model of the hexagonal mesh as the testbench sees it.

use std::collections::BTreeSet;

use teecast_model::harts::clocked::{Beat, HartsOffer, Routers};
use teecast_model::harts::event::Event;
use teecast_model::harts::frame::{self, Delivered, Injected};
use teecast_model::simulate::world::World;
use teecast_spec::harts::{DIRECTIONS, OWN};
use teecast_spec::{Flit, HartsSpec};

use super::HartsDevice;
use crate::replay::{self, Clocked, Ports, messages};
use crate::stimulus::{Message, Stimulus};

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(hexmesh: &HartsDevice, stimulus: &Stimulus, seed: u64) -> String {
    let spec = &hexmesh.spec;
    let model = Model { routers: Routers::new(spec), spec, messages: messages(stimulus) };
    replay::trace(hexmesh, model, stimulus, seed)
}

struct Model<'a> {
    spec: &'a HartsSpec,
    routers: Routers,
    /// By number.
    messages: Vec<&'a Message>,
}

impl Clocked for Model<'_> {
    type Offer = HartsOffer;

    fn now(&self) -> u64 {
        self.routers.now()
    }

    /// The header of a frame that ends inside it is never looked at.
    fn begin(&mut self, message: &Message) -> HartsOffer {
        const NONE: Injected =
            Injected { broadcast: false, copies: 0, destination: 0, sequence: 0 };
        let header = frame::read_injection(self.spec, &message.flits);
        HartsOffer { message: message.id, header: header.map_or(NONE, |parsed| parsed.header) }
    }

    fn offer(&mut self, node: u32, frame: HartsOffer, last: bool) {
        self.routers.offer(node, frame, last);
    }

    fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.routers.set_faulty(faulty);
    }

    fn step(&mut self, ports: &mut Ports) {
        self.routers.step(&mut Watch { spec: self.spec, messages: &self.messages, ports });
    }
}

/// Gives flits their bits.
struct Watch<'a> {
    spec: &'a HartsSpec,
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
        let sent = frame::read_injection(self.spec, &message.flits).expect("it has a header");
        let Injected { copies, sequence, .. } = sent.header;
        let in_direction = if beat.origin == DIRECTIONS { OWN } else { beat.origin };
        let header = Delivered { source: message.port, copies, in_direction, sequence };
        let flits = frame::delivery(self.spec, &header, &sent.data, false);
        self.ports.delivered(node, Flit { last: beat.last, ..flits[beat.index as usize].clone() });
    }

    fn link_start(&mut self, _: u64, node: u32, direction: u32) {
        self.ports.starts(node, direction);
    }

    fn event(&mut self, _: u64, event: Event) {
        self.ports.reports(event.node, event.code.into());
    }
}
