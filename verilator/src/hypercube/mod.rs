//! The hypercube family under test: its network and single modules.

pub mod broadcaster;
pub mod multicaster;
pub mod replay;
pub mod router;
pub mod saturation;
mod traffic;
pub mod unit;

use teecast_model::hypercube::frame;
use teecast_model::hypercube::network::{self, Injection, predict};
use teecast_spec::HypercubeSpec;
use teecast_spec::topology::Topology;

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic};
use crate::stimulus::{Epoch, Message};

impl Device for HypercubeSpec {
    fn network(&self) -> &'static str {
        "hypercube_network"
    }

    fn nodes(&self) -> u32 {
        HypercubeSpec::nodes(self)
    }

    fn links(&self) -> u32 {
        self.n
    }

    fn width(&self) -> u32 {
        self.width
    }

    /// Code, source and address.
    fn event_bits(&self) -> u32 {
        4 + 2 * self.n
    }

    fn header_flits(&self, message: &Message) -> usize {
        let data = frame::decode(self, &message.flits).map_or(0, |frame| frame.data.len());
        message.flits.len() - data
    }

    /// A largest message on a link, then its header and the decisions at the next node.
    fn idle(&self) -> u32 {
        let HypercubeSpec { n, m, max_list, .. } = *self;
        self.message_flits() + self.header_flits(max_list) + 2 * (m + n) + 16
    }

    fn blocks(&self) -> bool {
        self.lan
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        Box::new(traffic::CubeTraffic { spec: self })
    }

    /// Routing does not depend on load, so messages are predicted one by one.
    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let predicted = |message: &Message| {
            let injection = Injection { node: message.port, flits: message.flits.clone() };
            let outcome = predict(self, &epoch.faulty, &injection);
            let deliveries = outcome.deliveries.into_iter().map(|delivery| Delivery {
                node: delivery.node,
                flits: frame::delivery(delivery.source, &delivery.data, delivery.bad),
            });
            let link = |link: network::LinkStart| Link { node: link.node, index: link.dimension };
            let event = |event: network::Event| Event {
                node: event.node,
                word: event_word(self.n, &event),
            };
            Outcome {
                deliveries: deliveries.collect(),
                links: outcome.links.into_iter().map(link).collect(),
                events: outcome.events.into_iter().map(event).collect(),
                ..Outcome::default()
            }
        };
        epoch.messages.iter().map(predicted).collect()
    }

    fn link_text(&self, index: u32) -> String {
        self.cube().port_name(index)
    }

    fn event_text(&self, word: u64) -> String {
        let field = |offset: u32| word >> offset & ((1 << self.n) - 1);
        let (code, source, address) = (word >> (2 * self.n), field(self.n), field(0));
        format!("event {code}, source {source}, address {address}")
    }
}

/// Returns the bits of an event: code, source, address.
pub(crate) fn event_word(n: u32, event: &network::Event) -> u64 {
    let network::Event { code, source, address, .. } = *event;
    u64::from(code) << (2 * n) | u64::from(source) << n | u64::from(address)
}
