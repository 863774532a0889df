//! The clocked model of the region network as the testbench sees it.

use std::collections::BTreeSet;

use teecast_model::region::clocked::{Beat, MeshRouters, RegionEvent, RegionOffer};
use teecast_model::region::frame::{self, FrameError};
use teecast_model::region::network;
use teecast_model::simulate::world::World;
use teecast_spec::topology::Grid;
use teecast_spec::{Flit, RegionSpec};

use crate::replay::{self, Clocked, Ports, messages};
use crate::stimulus::{Message, Stimulus};

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(spec: &RegionSpec, stimulus: &Stimulus, seed: u64) -> String {
    let (mesh, messages) = (spec.mesh(), messages(stimulus));
    let model = Model { routers: MeshRouters::new(spec), spec, mesh, messages };
    replay::trace(spec, model, stimulus, seed)
}

struct Model<'a> {
    spec: &'a RegionSpec,
    mesh: Grid,
    routers: MeshRouters,
    /// By number.
    messages: Vec<&'a Message>,
}

impl Clocked for Model<'_> {
    type Offer = u32;

    fn now(&self) -> u64 {
        self.routers.now()
    }

    fn begin(&mut self, message: &Message) -> u32 {
        let Self { spec, mesh, .. } = self;
        let parsed = frame::read_injection(spec, &message.flits).ok_or(FrameError::ShortHeader);
        let route = parsed.and_then(|frame| {
            network::route(spec, mesh, message.port, [&frame.corners[0], &frame.corners[1]])
        });
        self.routers.begin(RegionOffer { message: message.id, route })
    }

    fn offer(&mut self, node: u32, frame: u32, last: bool) {
        self.routers.offer(node, frame, last);
    }

    /// No node is ever faulty.
    fn set_faulty(&mut self, _: &BTreeSet<u32>) {}

    fn step(&mut self, ports: &mut Ports) {
        self.routers.step(&mut Watch { spec: self.spec, messages: &self.messages, ports });
        self.routers.fair().expect("no channel goes before a header twice");
    }
}

/// Gives flits their bits.
struct Watch<'a> {
    spec: &'a RegionSpec,
    messages: &'a [&'a Message],
    ports: &'a mut Ports,
}

impl World<Beat, RegionEvent> for Watch<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.ports.accepted(node);
    }

    fn takes(&mut self, node: u32) -> bool {
        self.ports.takes(node)
    }

    fn delivered(&mut self, _: u64, node: u32, beat: Beat) {
        let message = self.messages[beat.message as usize];
        let sent = frame::read_injection(self.spec, &message.flits).expect("it has a header");
        let flits = frame::delivery(self.spec, message.port, frame::PLAIN, &sent.data, false);
        let flit = flits[beat.index as usize].clone();
        self.ports.delivered(node, Flit { last: beat.last, bad: beat.bad, ..flit });
    }

    fn link_start(&mut self, _: u64, node: u32, port: u32) {
        self.ports.starts_now(node, port);
    }

    fn event(&mut self, _: u64, event: RegionEvent) {
        self.ports.reports(event.node, event.error as u64);
    }
}
