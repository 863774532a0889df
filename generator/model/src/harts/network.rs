//! What frames from processors, and packets that faulty nodes put on links, do to a whole network.
//!
//! Inputs are played one after the other, each until nothing moves, and no window or timeout runs out
//! before [`HartsNetwork::settle`]. What broadcasts do does not depend on load, as long as sequence
//! numbers differ, majorities are not hurried (all copies come within the timeout, and open messages
//! within their limit), and faulty nodes do not race. A regular message takes a later tag where the
//! transmitter of an earlier one is taken: its links may differ, and it may get stuck where
//! [`unicast::promised`] is false.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use teecast_spec::harts::OWN;
use teecast_spec::topology::{HexMesh, Topology};
use teecast_spec::{Flit, HartsSpec, Reception};

use super::acceptance::Acceptance;
use super::broadcast::{self, HartsPacket, Letter, Start};
use super::event;
use super::frame::{self, Delivered, Header, Injected};
use super::majority::{Identity, OpenMessages, Refusal, Verdict};
use super::unicast::{self, Hop};
use super::way;

pub use super::event::Event;

/// One frame from one processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injection {
    /// Where it is offered.
    pub node: u32,
    /// Flits as offered, malformed allowed; the last one, and only it, has `last`.
    pub flits: Vec<Flit>,
}

/// One packet that a tapped node puts on a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgery {
    /// Node that sends it.
    pub node: u32,
    /// Direction of travel.
    pub direction: u32,
    /// Flits on the link, malformed allowed; without `last` on the last one the link falls silent.
    pub flits: Vec<Flit>,
}

/// One frame handed to a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Where.
    pub node: u32,
    /// Header of the frame.
    pub header: Delivered,
    /// Data flits without flags; [`frame::delivery`] sets them.
    pub data: Vec<Flit>,
    /// The frame is marked bad on its last flit, which may be that of the header.
    pub bad: bool,
}

/// One packet on one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkStart {
    /// Sending node.
    pub node: u32,
    /// Direction of travel.
    pub direction: u32,
}

/// Holds everything that an input causes; the order within a list means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Deliveries.
    pub deliveries: Vec<Delivery>,
    /// One entry per packet.
    pub links: Vec<LinkStart>,
    /// Events.
    pub events: Vec<Event>,
}

/// Predicts what one frame does to an idle network.
///
/// # Examples
/// ```
/// use teecast_model::harts::frame::{Injected, injection};
/// use teecast_model::harts::network::{Injection, predict};
/// use teecast_spec::HartsSpec;
///
/// let spec = HartsSpec::new(3);
/// let header = Injected { broadcast: true, copies: 5, destination: 0, sequence: 1 };
/// let frame = Injection { node: 7, flits: injection(&spec, &header, &[]) };
/// assert_eq!(predict(&spec, &[].into(), &frame).deliveries.len(), 5 * 18);
/// // Each faulty node costs every other at most one copy.
/// assert!(predict(&spec, &[2].into(), &frame).deliveries.len() >= 4 * 17);
/// ```
pub fn predict(spec: &HartsSpec, faulty: &BTreeSet<u32>, injection: &Injection) -> Outcome {
    let mut network = HartsNetwork::new(spec, faulty, &BTreeSet::new());
    let mut outcome = network.inject(injection);
    outcome.append(network.settle());
    outcome
}

/// A network and what its nodes remember.
#[derive(Clone, Debug)]
pub struct HartsNetwork {
    spec: HartsSpec,
    hexmesh: HexMesh,
    faulty: BTreeSet<u32>,
    tapped: BTreeSet<u32>,
    acceptance: Acceptance,
    messages: BTreeMap<u32, OpenMessages>,
}

/// A packet that comes in.
struct Arrival {
    node: u32,
    direction: u32,
    header: Header,
    data: Vec<Flit>,
    bad: bool,
}

impl HartsNetwork {
    /// Returns an idle network.
    ///
    /// A faulty node accepts and emits nothing. A tapped one is played by somebody else: what comes
    /// out of it is a [`Forgery`], and nothing is predicted of what goes into it.
    pub fn new(spec: &HartsSpec, faulty: &BTreeSet<u32>, tapped: &BTreeSet<u32>) -> Self {
        Self {
            spec: spec.clone(),
            hexmesh: HexMesh::new(spec.n),
            faulty: faulty.clone(),
            tapped: tapped.clone(),
            acceptance: Acceptance::new(spec),
            messages: BTreeMap::new(),
        }
    }

    /// Plays a frame from a processor.
    pub fn inject(&mut self, injection: &Injection) -> Outcome {
        let mut outcome = Outcome::default();
        let node = injection.node;
        if self.is_mute(node) {
            return outcome;
        }
        match self.read(&injection.flits) {
            Err(code) => outcome.events.push(Event { node, code }),
            Ok((header, data)) if header.broadcast => {
                let packet =
                    |start: Start| self.packet(node, header.copies, header.sequence, start);
                let sent: Vec<_> =
                    broadcast::initial(self.spec.n).into_iter().map(packet).collect();
                let sent = self.send(&mut outcome, node, &sent, &data, false);
                self.play(&mut outcome, sent);
            }
            Ok((header, data)) => {
                let tags = way::tags(&self.hexmesh, node, header.destination);
                let header = Header::Regular { tags, source: node, sequence: header.sequence };
                let own = Arrival { node, direction: OWN, header, data, bad: false };
                let sent = self.handle(&mut outcome, own);
                self.play(&mut outcome, sent);
            }
        }
        outcome
    }

    /// Plays a packet that a tapped node puts on a link.
    pub fn forge(&mut self, forgery: &Forgery) -> Outcome {
        let mut outcome = Outcome::default();
        let &Forgery { node: from, direction, ref flits } = forgery;
        let node = self.hexmesh.ahead(from, direction);
        if self.is_mute(node) {
            return outcome;
        }
        let ended = flits.last().is_some_and(|flit| flit.last);
        let Some(parsed) = frame::read_packet(&self.spec, flits) else {
            let code = if ended { event::TRUNCATED } else { event::SILENT };
            outcome.events.push(Event { node, code });
            return outcome;
        };
        let (limit, came) = (self.spec.max_data as usize, parsed.data.len());
        let mut data = plain(&parsed.data);
        let mut bad = flits.last().is_some_and(|flit| flit.bad);
        let mut why = None;
        if came > limit || (came == limit && !ended) {
            data.truncate(limit);
            (bad, why) = (true, Some(event::OVERSIZE));
        } else if !ended {
            // The end has to be a flit.
            data.push(Flit::default());
            (bad, why) = (true, Some(event::SILENT));
        }
        let arrival = Arrival { node, direction, header: parsed.header, data, bad };
        if self.acceptance.refusal(node, direction, &arrival.header).is_none() {
            outcome.events.extend(why.map(|code| Event { node, code }));
        }
        self.play(&mut outcome, vec![arrival]);
        outcome
    }

    /// Lets every window and timeout run out: open messages close, and all is forgotten.
    pub fn settle(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        for (node, mut messages) in std::mem::take(&mut self.messages) {
            outcome.conclude(node, messages.close_all());
        }
        self.acceptance.forget();
        outcome
    }

    fn is_mute(&self, node: u32) -> bool {
        self.faulty.contains(&node) || self.tapped.contains(&node)
    }

    /// Reads a frame from a processor; a bad one is discarded whole, with one event code.
    fn read(&self, flits: &[Flit]) -> Result<(Injected, Vec<Flit>), u32> {
        let Some(parsed) = frame::read_injection(&self.spec, flits) else {
            return Err(event::TRUNCATED);
        };
        let Injected { broadcast, copies, destination, .. } = parsed.header;
        let legal = match broadcast {
            true => (1..=6).contains(&copies),
            false => copies == 0 && destination < self.hexmesh.nodes(),
        };
        if !legal {
            return Err(event::ILLEGAL);
        }
        if parsed.data.len() > self.spec.max_data as usize {
            return Err(event::OVERSIZE);
        }
        Ok((parsed.header, plain(&parsed.data)))
    }

    /// Returns direction and header of a packet that a processor sends.
    fn packet(&self, source: u32, copies: u32, sequence: u32, start: Start) -> (u32, Header) {
        let HartsPacket { step, tag, distance } = start.packet;
        let letter = tag.code();
        let mark = false;
        let header = Header::Broadcast { copies, step, letter, mark, distance, source, sequence };
        (start.direction, header)
    }

    /// Puts packets on links, but not towards faulty nodes.
    fn send(
        &self,
        outcome: &mut Outcome,
        node: u32,
        packets: &[(u32, Header)],
        data: &[Flit],
        bad: bool,
    ) -> Vec<Arrival> {
        let mut sent = Vec::new();
        for &(direction, header) in packets {
            let to = self.hexmesh.ahead(node, direction);
            if !self.faulty.contains(&to) {
                outcome.links.push(LinkStart { node, direction });
                sent.push(Arrival { node: to, direction, header, data: data.to_vec(), bad });
            }
        }
        sent
    }

    /// Plays packets and all that follow from them, breadth first.
    fn play(&mut self, outcome: &mut Outcome, arrivals: Vec<Arrival>) {
        let mut waiting = VecDeque::from(arrivals);
        while let Some(arrival) = waiting.pop_front() {
            let Arrival { node, direction, header, .. } = arrival;
            if self.tapped.contains(&node) {
                continue;
            }
            match self.acceptance.accept(node, direction, &header) {
                Ok(()) => waiting.extend(self.handle(outcome, arrival)),
                Err(code) => outcome.events.push(Event { node, code }),
            }
        }
    }

    /// Forwards, delivers and relays an accepted packet; returns what it sends.
    fn handle(&mut self, outcome: &mut Outcome, arrival: Arrival) -> Vec<Arrival> {
        let Arrival { node, direction, header, data, bad } = arrival;
        match header {
            Header::Regular { tags, source, sequence } => {
                match unicast::next_hop(&self.hexmesh, &self.faulty, node, tags) {
                    Hop::Here => {
                        let header =
                            Delivered { source, copies: 0, in_direction: direction, sequence };
                        outcome.deliveries.push(Delivery { node, header, data, bad });
                        Vec::new()
                    }
                    Hop::On { direction, tags } => {
                        let header = Header::Regular { tags, source, sequence };
                        self.send(outcome, node, &[(direction, header)], &data, bad)
                    }
                    Hop::Stuck => {
                        outcome.events.push(Event { node, code: event::UNROUTABLE });
                        Vec::new()
                    }
                }
            }
            Header::Broadcast { copies, step, letter, distance, source, sequence, .. } => {
                let tag = Letter::ALL[letter as usize];
                let here = HartsPacket { step, tag, distance: distance - 1 };
                let straight = (here.distance != 0).then_some(Start { direction, packet: here });
                let mut starts: Vec<Start> = straight.into_iter().collect();
                // What ended badly is passed on only where it passed while it came.
                if !bad {
                    starts.extend(broadcast::sends(self.spec.n, copies, direction, &here));
                }
                let packet = |start| self.packet(source, copies, sequence, start);
                let packets: Vec<_> = starts.into_iter().map(packet).collect();
                let sent = self.send(outcome, node, &packets, &data, bad);
                let identity = Identity { source, copies, sequence };
                self.receive(outcome, node, identity, direction, data, bad);
                sent
            }
        }
    }

    /// Delivers a copy or counts it.
    fn receive(
        &mut self,
        outcome: &mut Outcome,
        node: u32,
        identity: Identity,
        in_direction: u32,
        data: Vec<Flit>,
        bad: bool,
    ) {
        if self.spec.reception == Reception::Copies {
            let Identity { source, copies, sequence } = identity;
            let header = Delivered { source, copies, in_direction, sequence };
            outcome.deliveries.push(Delivery { node, header, data, bad });
            return;
        }
        if bad {
            // It counts for nothing.
            return;
        }
        let messages = self.messages.entry(node).or_default();
        match messages.count(identity, in_direction, data, self.spec.open_messages as usize) {
            Ok(closed) => outcome.conclude(node, closed),
            Err(Refusal::Late) => outcome.events.push(Event { node, code: event::LATE }),
            Err(Refusal::Again) => outcome.events.push(Event { node, code: event::DUPLICATE }),
        }
    }
}

impl Outcome {
    /// Adds what another input caused.
    pub fn append(&mut self, other: Outcome) {
        self.deliveries.extend(other.deliveries);
        self.links.extend(other.links);
        self.events.extend(other.events);
    }

    /// Adds what follows from messages that closed.
    fn conclude(&mut self, node: u32, closed: Vec<(Identity, Verdict)>) {
        for (identity, Verdict { data, agreeing, majority }) in closed {
            let Identity { source, copies, sequence } = identity;
            let header = Delivered { source, copies, in_direction: agreeing, sequence };
            self.deliveries.push(Delivery { node, header, data, bad: !majority });
            if !majority {
                self.events.push(Event { node, code: event::NO_MAJORITY });
            }
        }
    }
}

/// Returns data flits without flags.
fn plain(data: &[Flit]) -> Vec<Flit> {
    data.iter().map(|flit| Flit { last: false, bad: false, ..flit.clone() }).collect()
}
