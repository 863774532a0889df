//! The region family under test: the network of a mesh.

pub mod measure;
pub mod replay;
mod traffic;

use teecast_model::region::{frame, network};
use teecast_spec::RegionSpec;
use teecast_spec::topology::Topology;

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic};
use crate::stimulus::{Epoch, Message};

impl Device for RegionSpec {
    fn network(&self) -> &'static str {
        "region_network"
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn links(&self) -> u32 {
        self.ports()
    }

    fn width(&self) -> u32 {
        self.width
    }

    /// The code.
    fn event_bits(&self) -> u32 {
        4
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
        let outcome = |(port, flits): (u32, &[_])| {
            let seen = network::outcome(self, &mesh, port, flits);
            let nodes = seen.tree.deliveries.iter().map(|(node, _)| *node);
            let delivery = |node| Delivery { node, flits: seen.delivery.clone() };
            let sends = seen.tree.sends.iter();
            Outcome {
                deliveries: nodes.map(delivery).collect(),
                links: sends
                    .map(|send| Link { node: send.from, index: send.port.into() })
                    .collect(),
                events: seen
                    .event
                    .map(|code| Event { node: port, word: code as u64 })
                    .into_iter()
                    .collect(),
                ..Outcome::default()
            }
        };
        epoch.messages.iter().map(|message| outcome((message.port, &message.flits))).collect()
    }

    fn link_text(&self, index: u32) -> String {
        self.mesh().port_name(index)
    }

    fn event_text(&self, word: u64) -> String {
        format!("event {word}")
    }
}
