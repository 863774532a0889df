//! The region family under test: the network of a mesh.

mod answer;
pub mod measure;
pub mod replay;
mod traffic;

use teecast_model::region::{frame, network};
use teecast_spec::RegionSpec;
use teecast_spec::topology::Topology;

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic, Untimely};
use crate::stimulus::{Epoch, Message};
use crate::trace::SeenEpoch;

/// Bits of the code of an event.
const CODE_BITS: u32 = 4;

impl Device for RegionSpec {
    fn network(&self) -> &'static str {
        "region_network"
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    /// Copies, and above them the answers that come back.
    fn links(&self) -> u32 {
        if self.answers.any() { 2 * self.ports() } else { self.ports() }
    }

    fn width(&self) -> u32 {
        self.width
    }

    /// The code; with answers, after code 0 the status and the id of a completion.
    fn event_bits(&self) -> u32 {
        CODE_BITS + answer::completion_bits(self)
    }

    fn header_flits(&self, message: &Message) -> usize {
        let data = frame::read_injection(self, &message.flits).map_or(0, |frame| frame.data.len());
        message.flits.len() - data
    }

    /// A largest message in every channel that another one may wait for.
    fn idle(&self) -> u32 {
        4 * self.message_flits() + 64
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        Box::new(traffic::MeshTraffic::new(self))
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let mesh = self.mesh();
        let completion_bits = answer::completion_bits(self);
        let outcome = |(port, flits): (u32, &[_])| {
            let seen = network::outcome(self, &mesh, port, flits);
            let nodes = seen.tree.deliveries.iter().map(|(node, _)| *node);
            let delivery = |node| Delivery { node, flits: seen.delivery.clone() };
            let sends = seen.tree.sends.iter();
            let copies = sends.map(|send| Link { node: send.from, index: send.port.into() });
            let answers = answer::of(self, port, &seen);
            let reports = seen.event.map(|code| (code as u64) << completion_bits);
            Outcome {
                deliveries: nodes.map(delivery).collect(),
                links: copies.chain(answers.links).collect(),
                events: reports
                    .map(|word| Event { node: port, word })
                    .into_iter()
                    .chain(answers.events)
                    .collect(),
                ..Outcome::default()
            }
        };
        epoch.messages.iter().map(|message| outcome((message.port, &message.flits))).collect()
    }

    fn without_load(&self, _: &Epoch, delivery: Delivery) -> Delivery {
        let Delivery { node, flits } = delivery;
        Delivery { node, flits: frame::without_handle(self, flits) }
    }

    /// No answer comes before what it says has happened.
    fn untimely(&self, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
        answer::too_early(self, epoch, seen)
    }

    fn link_text(&self, index: u32) -> String {
        match index.checked_sub(self.ports()) {
            Some(port) => format!("{}, an answer", self.mesh().port_name(port)),
            None => self.mesh().port_name(index),
        }
    }

    fn event_text(&self, word: u64) -> String {
        let bits = answer::completion_bits(self);
        match word >> bits {
            0 => answer::completion_text(self, word),
            code => format!("event {code}"),
        }
    }
}
