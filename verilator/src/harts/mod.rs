//! The HARTS family under test: the network as it is, or with nodes that the bench plays.

mod measure;
pub mod receiver;
pub mod reception;
pub mod relay_engine;
pub mod replay;
mod taps;
mod traffic;

use teecast_model::harts::frame::{self, Delivered, Header, Injected};
use teecast_model::harts::majority::Identity;
use teecast_model::harts::network::{self, Forgery, HartsNetwork, Injection};
use teecast_model::harts::way;
use teecast_spec::harts::{DIRECTIONS, SILENCE};
use teecast_spec::topology::{HexMesh, Topology};
use teecast_spec::{Flit, HartsSpec, Interconnect, Reception};

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic};
use crate::random::Random;
use crate::stimulus::{Epoch, Message};

/// A network of the family and its bench.
#[derive(Clone, Debug)]
pub struct HartsDevice {
    /// Configuration.
    pub spec: HartsSpec,
    /// The bench can play nodes: its streams are those of the processors, then those of the links,
    /// 6v + d.
    pub tapped: bool,
}

/// Bits above the data of a played link, below the class: bad, and the link falls silent.
const MARKS: u32 = 2;

impl HartsDevice {
    /// Returns the clock cycles of one flit on a link.
    pub fn flit_time(&self) -> u32 {
        match self.spec.interconnect {
            Interconnect::Bus => DIRECTIONS + 1,
            Interconnect::Crossbar => 1,
        }
    }

    /// Returns the broadcast of a name.
    pub fn broadcast(&self, identity: Identity, data: &[Flit]) -> Message {
        let Identity { source, copies, sequence } = identity;
        let header = Injected { broadcast: true, copies, destination: 0, sequence };
        let flits = frame::injection(&self.spec, &header, data);
        let what = format!("a broadcast, k {copies}, sequence {sequence}");
        let gaps = vec![0; flits.len()];
        Message { id: 0, what, port: source, flits, gaps, offered: 0 }
    }

    /// Returns the bits of a class, or of none.
    fn class_bits(&self) -> u32 {
        (self.spec.classes() + 1).next_power_of_two().trailing_zeros()
    }

    /// Returns the class that a packet takes behind its link, or the number of classes for a header
    /// that has none.
    fn class(&self, flits: &[Flit]) -> u32 {
        let spec = &self.spec;
        let class = match frame::read_packet(spec, flits).map(|packet| packet.header) {
            Some(Header::Broadcast { step, distance, .. }) => spec
                .largest_distance(step)
                .filter(|largest| (1..=*largest).contains(&distance))
                .map(|_| spec.broadcast_class(step, distance - 1)),
            Some(Header::Regular { tags, .. }) => {
                let turns = tags.iter().filter(|tag| **tag != 0).count();
                let hops: u32 = tags.iter().map(|tag| tag.unsigned_abs()).sum();
                // All hops ahead fall into the first regular class, too.
                (turns <= 2 && hops < spec.n).then(|| spec.regular_class(hops.min(spec.n - 2)))
            }
            None => None,
        };
        class.unwrap_or(spec.classes())
    }

    /// Returns the flits of a packet as a played link gets them: marks and class above the data.
    fn marked(&self, flits: &[Flit]) -> Vec<Flit> {
        let (width, class) = (self.spec.width, self.class(flits));
        let mut flits = flits.to_vec();
        let end = flits.len() - 1;
        for (index, flit) in flits.iter_mut().enumerate() {
            let silent = index == end && !flit.last;
            let marks = u32::from(flit.bad) | u32::from(silent) << 1;
            flit.set_field(width, MARKS, marks);
            flit.set_field(width + MARKS, self.class_bits(), class);
            flit.last = index == end;
        }
        flits
    }

    /// Tells whether the messages of an epoch do not meet.
    fn is_calm(&self, epoch: &Epoch) -> bool {
        epoch.messages.len() == 1 || !epoch.tapped.is_empty()
    }
}

impl Device for HartsDevice {
    fn network(&self) -> &'static str {
        if self.tapped { "hexmesh_network_tapped" } else { "hexmesh_network" }
    }

    fn nodes(&self) -> u32 {
        self.spec.nodes()
    }

    fn links(&self) -> u32 {
        DIRECTIONS
    }

    fn width(&self) -> u32 {
        self.spec.width
    }

    /// The code.
    fn event_bits(&self) -> u32 {
        4
    }

    fn streams(&self) -> Vec<u32> {
        let HartsSpec { width, .. } = self.spec;
        let links = if self.tapped { self.nodes() * DIRECTIONS } else { 0 };
        let processors = (0..self.nodes()).map(|_| width);
        processors.chain((0..links).map(|_| width + MARKS + self.class_bits())).collect()
    }

    fn played(&self, message: &Message) -> Vec<Flit> {
        if message.port < self.nodes() {
            return message.flits.clone();
        }
        self.marked(&message.flits)
    }

    fn header_flits(&self, message: &Message) -> usize {
        let data =
            frame::read_injection(&self.spec, &message.flits).map_or(0, |frame| frame.data.len());
        message.flits.len() - data
    }

    /// A largest packet on a link and the decisions behind it, the patience with a silent link, and
    /// that of a majority.
    fn idle(&self) -> u32 {
        let silence = if self.tapped { SILENCE } else { 0 };
        let majority = match self.spec.reception {
            Reception::Copies => 0,
            Reception::Majority => self.spec.majority_timeout,
        };
        self.flit_time() * (self.spec.packet_flits() + silence) + 128 + majority
    }

    /// A receiver forgets the packets that it knows before it offers its buffers: until then regular
    /// packets take other ways.
    fn settling(&self) -> u32 {
        32
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        Box::new(traffic::HexmeshTraffic::new(&self.spec))
    }

    fn tapped(&self, random: &mut Random, messages: u32) -> Vec<Epoch> {
        let stray = |id| self.stray(random, id);
        if self.tapped { (0..messages).map(stray).collect() } else { Vec::new() }
    }

    /// Nothing is remembered from one epoch to the next: identities differ.
    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let calm = self.is_calm(epoch);
        let mut network = HartsNetwork::new(&self.spec, &epoch.faulty, &epoch.tapped);
        let mut outcomes: Vec<Outcome> = Vec::new();
        for message in &epoch.messages {
            let flits = message.flits.clone();
            let (seen, broadcast) = match message.port.checked_sub(self.nodes()) {
                None => {
                    let header = frame::read_injection(&self.spec, &flits);
                    let broadcast = header.is_some_and(|parsed| parsed.header.broadcast);
                    (network.inject(&Injection { node: message.port, flits }), broadcast)
                }
                Some(link) => {
                    let (node, direction) = (link / DIRECTIONS, link % DIRECTIONS);
                    (network.forge(&Forgery { node, direction, flits }), false)
                }
            };
            let mut outcome = self.outcome(seen);
            if !calm && !broadcast {
                outcome.hops = outcome.links.drain(..).map(|link| link.index).collect();
            }
            outcomes.push(outcome);
        }
        outcomes.push(self.outcome(network.settle()));
        outcomes
    }

    /// A regular message may come over any direction of its shortest ways.
    fn without_load(&self, epoch: &Epoch, delivery: Delivery) -> Delivery {
        let Some(parsed) = frame::read_delivery(&self.spec, &delivery.flits) else {
            return delivery;
        };
        let Delivered { source, copies, in_direction, .. } = parsed.header;
        if copies != 0 || self.is_calm(epoch) {
            return delivery;
        }
        let tags = way::tags(&self.spec.hexmesh(), source % self.nodes(), delivery.node);
        let mut ways = tags.iter().zip(0..).filter_map(|(tag, axis)| match tag.signum() {
            0 => None,
            1 => Some(axis),
            _ => Some(HexMesh::opposite(axis)),
        });
        let first = ways.clone().next();
        let Some(first) = first.filter(|_| ways.any(|way| way == in_direction)) else {
            return delivery;
        };
        let bad = delivery.flits.iter().any(|flit| flit.bad);
        let written = |in_direction| {
            let header = Delivered { in_direction, ..parsed.header };
            frame::delivery(&self.spec, &header, &parsed.data, bad)
        };
        // A frame that is not as it should be is left alone.
        let same = written(in_direction) == delivery.flits;
        let flits = if same { written(first) } else { delivery.flits };
        Delivery { flits, ..delivery }
    }

    fn link_text(&self, index: u32) -> String {
        self.spec.hexmesh().port_name(index)
    }

    fn event_text(&self, word: u64) -> String {
        format!("event {word}")
    }
}

impl HartsDevice {
    fn outcome(&self, seen: network::Outcome) -> Outcome {
        let delivery = |delivery: network::Delivery| Delivery {
            node: delivery.node,
            flits: frame::delivery(&self.spec, &delivery.header, &delivery.data, delivery.bad),
        };
        let link = |link: network::LinkStart| Link { node: link.node, index: link.direction };
        let event = |event: network::Event| Event { node: event.node, word: u64::from(event.code) };
        Outcome {
            deliveries: seen.deliveries.into_iter().map(delivery).collect(),
            links: seen.links.into_iter().map(link).collect(),
            events: seen.events.into_iter().map(event).collect(),
            ..Outcome::default()
        }
    }
}
