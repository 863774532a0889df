//! The hexagonal mesh: broadcasts of some copies, and messages to one node.

use teecast_model::harts::clocked::{Beat, HartsOffer, Routers};
use teecast_model::harts::event::Event;
use teecast_model::harts::frame::{self, Injected};
use teecast_spec::topology::HexMesh;
use teecast_spec::{Flit, HartsSpec};

use super::{ClockedNetwork, DeliveredFlit, Frame, Message, NodeEvent, Watch, check, numbers};

/// The clocked hexagonal mesh.
pub struct Hexmesh<'a> {
    spec: &'a HartsSpec,
    hexmesh: HexMesh,
    routers: Routers,
}

impl<'a> Hexmesh<'a> {
    /// Returns an empty hexagonal mesh.
    pub fn new(spec: &'a HartsSpec) -> Self {
        Self { spec, hexmesh: spec.hexmesh(), routers: Routers::new(spec) }
    }
}

impl ClockedNetwork for Hexmesh<'_> {
    type Offer = HartsOffer;

    fn frame(&mut self, number: u32, message: &Message) -> Result<Frame<HartsOffer>, String> {
        let nodes = self.spec.nodes();
        check(message, nodes, self.spec.max_data)?;
        let words: Vec<&str> = message.to.split_whitespace().collect();
        // A receiver knows a copy of an earlier message by it.
        let sequence = number % 256;
        let header = match (&words[..], numbers(&message.to).as_deref()) {
            (_, Some(&[destination])) if destination < nodes => {
                Injected { broadcast: false, copies: 0, destination, sequence }
            }
            (["all", copies], _) if matches!(copies.parse(), Ok(1..=6u32)) => {
                let copies = copies.parse().expect("it is a number");
                Injected { broadcast: true, copies, destination: 0, sequence }
            }
            _ => return Err("it goes to a node, or to all with 1 to 6 copies, as in all 3".into()),
        };
        let data = vec![Flit::default(); message.length as usize];
        let flits = frame::injection(self.spec, &header, &data).len() as u32;
        let copies = if header.broadcast { header.copies * (nodes - 1) } else { 1 };
        Ok(Frame { flits, copies, what: HartsOffer { message: number, header } })
    }

    fn offer(&mut self, node: u32, frame: &HartsOffer, last: bool) {
        self.routers.offer(node, *frame, last);
    }

    fn ahead(&self, node: u32, link: u32) -> u32 {
        self.hexmesh.ahead(node, link)
    }

    fn step(&mut self, watch: &mut Watch, _: bool) {
        self.routers.step(watch);
    }

    fn now(&self) -> u64 {
        self.routers.now()
    }

    fn idle(&self) -> bool {
        self.routers.idle()
    }
}

impl DeliveredFlit for Beat {
    fn shown(&self) -> (u32, bool) {
        (self.message, self.last)
    }
}

impl NodeEvent for Event {
    fn told(&self) -> (u32, u32) {
        (self.node, self.code)
    }
}
