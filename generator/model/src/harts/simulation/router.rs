//! The routers of the hexagonal mesh: links, transmitters and stores, packet by packet.
//!
//! In a clock first transmitters and processors become free and take the oldest stored packet that
//! they can send, then heads that are known by now go on where they find a free transmitter, then
//! packets that have come whole are delivered and stored, and last messages are made.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use serde::{Deserialize, Serialize};
use teecast_spec::harts::{DIRECTIONS, Interconnect};
use teecast_spec::topology::{HexMesh, Topology};

use super::ledger::{Broken, Ledger};
use super::traffic::{HartsMessage, Receiver};
use super::{Broadcast, SimulatedNetwork, due, note};
use crate::harts::broadcast::{self, HartsPacket, Letter, Start};
use crate::harts::way::{self, Tags};
use crate::simulate::measure::Counts;
use crate::simulate::record::{Crossing, Record};

/// What a router is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouterConfig {
    /// With the bus the processor sends one stored packet at a time, with the crossbar one for each
    /// transmitter.
    pub interconnect: Interconnect,
    /// From the first flit of a packet to its first flit on the next link, at least 1; a packet that
    /// is shorter is there at its end.
    ///
    /// **Units**: clocks.
    pub decision: u32,
    /// Between two packets on a link, at least 1.
    ///
    /// **Units**: clocks.
    pub gap: u32,
}

/// What guides a packet.
#[derive(Clone, Copy, Debug)]
enum Header {
    /// A broadcast; the distance is that on the link.
    Relayed { broadcast: usize, start: Start },
    /// A regular message; the tags are those at the node that it leaves or, on a link, comes to.
    Routed { destination: u32, tags: Tags },
}

/// A packet on a link or in a store.
#[derive(Clone, Copy, Debug)]
struct StoredPacket {
    header: Header,
    /// Number of the message.
    number: u32,
    made: u64,
    length: u32,
    /// Whether it goes on while it still arrives.
    passed: bool,
}

/// What happens at the beginning of a clock, in this order; numbers are those of links and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happening {
    /// A transmitter is free.
    Free(usize),
    /// A processor has sent a packet.
    Sent(usize),
    /// The header that comes over a link is known.
    Known(usize),
    /// The packet on a link has come whole.
    Whole(usize),
}

/// A network of routers.
///
/// **Shape**: link 6 v + d leads from node v in direction d.
#[derive(Clone, Debug)]
pub struct Harts {
    hexmesh: HexMesh,
    config: RouterConfig,
    broadcast: Broadcast,
    now: u64,
    /// Where each link leads.
    ends: Vec<u32>,
    /// The packet on each link, or the last one.
    links: Vec<Option<StoredPacket>>,
    /// For each node the directions whose transmitters are free.
    free: Vec<u8>,
    faulty: BTreeSet<u32>,
    /// For each node the directions that lead to no faulty node.
    healthy: Vec<u8>,
    /// For each node whether the processor sends as much as it can.
    sending: Vec<bool>,
    /// For each node the packets to be sent, oldest first.
    stores: Vec<VecDeque<StoredPacket>>,
    due: BinaryHeap<Reverse<(u64, Happening)>>,
    /// Messages made in this clock or later are counted.
    since: u64,
    regular: Counts,
    /// Regular messages on their way.
    open: u64,
    ledger: Ledger,
    /// Messages made.
    messages: u32,
    record: Option<Box<Record>>,
}

impl Harts {
    /// Builds an empty network, which counts messages made in clock `since` or later.
    pub fn new(n: u32, config: RouterConfig, broadcast: Broadcast, since: u64) -> Self {
        let hexmesh = HexMesh::new(n);
        let nodes = hexmesh.nodes() as usize;
        let of_node = |node| (0..DIRECTIONS).map(move |direction| (node, direction));
        let links = (0..hexmesh.nodes()).flat_map(of_node);
        Self {
            ends: links.map(|(node, direction)| hexmesh.ahead(node, direction)).collect(),
            links: vec![None; nodes * DIRECTIONS as usize],
            free: vec![(1 << DIRECTIONS) - 1; nodes],
            faulty: BTreeSet::new(),
            healthy: vec![(1 << DIRECTIONS) - 1; nodes],
            sending: vec![false; nodes],
            stores: vec![VecDeque::new(); nodes],
            due: BinaryHeap::new(),
            ledger: Ledger::new(hexmesh.nodes(), broadcast.copies()),
            regular: Counts::default(),
            open: 0,
            now: 0,
            messages: 0,
            record: None,
            hexmesh,
            config,
            broadcast,
            since,
        }
    }

    /// Sends nothing to some nodes, which send nothing either, while the network is empty.
    pub fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.faulty.clone_from(faulty);
        for (node, healthy) in self.healthy.iter_mut().enumerate() {
            let leads = &self.ends[node * DIRECTIONS as usize..][..DIRECTIONS as usize];
            let open = (0..DIRECTIONS).filter(|d| !faulty.contains(&leads[*d as usize]));
            *healthy = open.fold(0, |set, direction| set | 1 << direction);
        }
    }

    /// Stores packets that are to be sent; those of broadcasts that lead to a faulty node are not.
    fn store(&mut self, node: usize, packets: impl IntoIterator<Item = StoredPacket>) {
        let healthy = self.healthy[node];
        let leaves = |packet: &StoredPacket| packet.header.over(healthy).is_some();
        self.stores[node].extend(packets.into_iter().filter(leaves));
    }

    /// Plays all that happens up to a clock.
    fn play(&mut self, last: u64) -> Result<(), Broken> {
        while let Some(&Reverse((clock, happening))) = self.due.peek() {
            if clock > last {
                break;
            }
            self.due.pop();
            self.now = clock;
            match happening {
                Happening::Free(link) => {
                    let (node, direction) = at(link);
                    self.free[node] |= 1 << direction;
                    self.serve(node);
                }
                Happening::Sent(node) => {
                    self.sending[node] = false;
                    self.serve(node);
                }
                Happening::Known(link) => self.pass_on(link),
                Happening::Whole(link) => self.take(link)?,
            }
        }
        Ok(())
    }

    /// Lets a packet go on while it still arrives, if it finds a free transmitter.
    fn pass_on(&mut self, link: usize) {
        let node = self.ends[link] as usize;
        let packet = self.links[link].as_mut().expect("the packet is on the link");
        let free = self.free[node] & self.healthy[node];
        let onward = packet.header.after_hop().and_then(|header| header.over(free));
        if let Some((direction, header)) = onward {
            packet.passed = true;
            let copy = StoredPacket { header, passed: false, ..*packet };
            self.start(node, direction, copy);
        }
    }

    /// Takes a packet that has come whole: delivers it and stores what is to be sent.
    fn take(&mut self, link: usize) -> Result<(), Broken> {
        let packet = self.links[link].expect("the packet is on the link");
        let end = self.ends[link];
        let node = end as usize;
        let store = |header| StoredPacket { header, passed: false, ..packet };
        let onward = packet.header.after_hop().filter(|_| !packet.passed);
        self.store(node, onward.map(store));
        match packet.header {
            Header::Relayed { broadcast, start } => {
                let Start { direction, packet: fields } = start;
                self.ledger.came(self.now, broadcast, end, direction)?;
                self.note_delivery(packet.number);
                let here = HartsPacket { distance: fields.distance - 1, ..fields };
                let sends = self.sends(direction, &here).into_iter();
                let headers = sends.map(|start| Header::Relayed { broadcast, start });
                self.store(node, headers.map(store));
            }
            Header::Routed { destination, tags: [0, 0, 0] } => {
                return self.deliver(&packet, end, destination);
            }
            Header::Routed { .. } => {}
        }
        self.serve(node);
        Ok(())
    }

    /// Delivers a regular message.
    fn deliver(
        &mut self,
        packet: &StoredPacket,
        node: u32,
        destination: u32,
    ) -> Result<(), Broken> {
        if node != destination {
            return Err(Broken::Astray { node, destination });
        }
        self.open -= 1;
        self.note_delivery(packet.number);
        if packet.made >= self.since {
            self.regular.flits += u64::from(packet.length);
            self.regular.delivered(self.now - packet.made);
        }
        Ok(())
    }

    fn note_delivery(&mut self, number: u32) {
        if let Some(record) = &mut self.record {
            record.delivered(number, self.now);
        }
    }

    /// Sends stored packets, oldest first, as far as processor and transmitters are free.
    fn serve(&mut self, node: usize) {
        let mut index = 0;
        while let Some(packet) = self.stores[node].get(index).copied() {
            if self.free[node] == 0 || self.sending[node] {
                break;
            }
            let free = self.free[node] & self.healthy[node];
            let Some((direction, header)) = packet.header.over(free) else {
                index += 1;
                continue;
            };
            self.stores[node].remove(index);
            if self.config.interconnect == Interconnect::Bus {
                self.sending[node] = true;
                let clock = self.now + u64::from(packet.length);
                self.due.push(Reverse((clock, Happening::Sent(node))));
            }
            self.start(node, direction, StoredPacket { header, ..packet });
        }
    }

    /// Puts a packet on a link.
    fn start(&mut self, node: usize, direction: u32, packet: StoredPacket) {
        let link = node * DIRECTIONS as usize + direction as usize;
        debug_assert!(self.free[node] & 1 << direction != 0, "one packet at a time");
        self.free[node] &= !(1 << direction);
        self.links[link] = Some(packet);
        let length = packet.length;
        if let Some(record) = &mut self.record {
            let crossing =
                Crossing { node: node as u32, port: direction, flits: length, last: true };
            // The first packet leaves the source.
            record.injected(packet.number, self.now);
            record.crossed(packet.number, self.now, crossing);
        }
        if self.now >= self.since {
            self.regular.hops += u64::from(length);
        }
        let mut enter = |clocks: u32, happening| {
            self.due.push(Reverse((self.now + u64::from(clocks), happening)));
        };
        let stays = self.broadcast == Broadcast::Stored && packet.header.is_relayed();
        if !stays && packet.header.after_hop().is_some() {
            enter(self.config.decision.min(length), Happening::Known(link));
        }
        enter(length, Happening::Whole(link));
        enter(length + self.config.gap, Happening::Free(link));
    }

    /// Returns what the source of a broadcast sends.
    fn initial(&self) -> Vec<Start> {
        match self.broadcast {
            Broadcast::Ring => {
                let distance = self.hexmesh.nodes() - 1;
                let packet = HartsPacket { step: 1, tag: Letter::None, distance };
                vec![Start { direction: 0, packet }]
            }
            Broadcast::Reliable { .. } | Broadcast::Stored => {
                broadcast::initial(self.hexmesh.edge())
            }
        }
    }

    /// Returns what a node sends when it has got a packet of a broadcast.
    fn sends(&self, direction: u32, here: &HartsPacket) -> Vec<Start> {
        match self.broadcast {
            Broadcast::Ring => Vec::new(),
            Broadcast::Reliable { .. } | Broadcast::Stored => {
                broadcast::sends(self.hexmesh.edge(), self.broadcast.copies(), direction, here)
            }
        }
    }
}

impl SimulatedNetwork for Harts {
    fn now(&self) -> u64 {
        self.now
    }

    fn regular(&self) -> &Counts {
        &self.regular
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn record(&mut self) -> &mut Option<Box<Record>> {
        &mut self.record
    }

    fn open(&self) -> u64 {
        self.open + self.ledger.open() as u64
    }

    fn make(&mut self, message: &HartsMessage) -> Result<(), Broken> {
        let &HartsMessage { clock, source, receiver, length } = message;
        self.play(clock)?;
        self.now = clock;
        let (node, number) = (source as usize, self.messages);
        self.messages += 1;
        let due = match receiver {
            Receiver::All => due(&self.hexmesh, self.broadcast.copies(), source, &self.faulty),
            Receiver::Node(_) => None,
        };
        let everywhere = self.broadcast.copies() * (self.hexmesh.nodes() - 1);
        let copies =
            due.as_ref().map_or(everywhere, |due| due.iter().copied().map(u32::from).sum());
        note(&mut self.record, number, message, copies);
        let packet = |header| StoredPacket { header, number, made: clock, length, passed: false };
        match receiver {
            Receiver::All => {
                let broadcast = self.ledger.made(clock, source, length, due);
                let starts = self.initial().into_iter();
                let headers = starts.map(|start| Header::Relayed { broadcast, start });
                self.store(node, headers.map(packet));
            }
            Receiver::Node(destination) => {
                if clock >= self.since {
                    self.regular.messages_made += 1;
                    self.regular.flits_made += u64::from(length);
                }
                self.open += 1;
                let tags = way::tags(&self.hexmesh, source, destination);
                let packet = packet(Header::Routed { destination, tags });
                if tags == [0; 3] {
                    return self.deliver(&packet, source, destination);
                }
                self.stores[node].push_back(packet);
            }
        }
        self.serve(node);
        Ok(())
    }

    fn drain(&mut self) -> Result<(), Broken> {
        self.play(u64::MAX)?;
        match (self.open, self.ledger.open()) {
            (0, 0) => Ok(()),
            (messages, broadcasts) => Err(Broken::Left { messages, broadcasts }),
        }
    }
}

impl Header {
    /// Returns the header of the packet that leaves the end of the link, if it goes on.
    fn after_hop(self) -> Option<Self> {
        match self {
            Header::Relayed { broadcast, start: Start { direction, packet } } => {
                let distance = packet.distance - 1;
                let start = Start { direction, packet: HartsPacket { distance, ..packet } };
                (distance > 0).then_some(Header::Relayed { broadcast, start })
            }
            Header::Routed { tags, .. } => (tags != [0; 3]).then_some(self),
        }
    }

    /// Returns the first of the free directions that the packet can take, and its header on the link.
    fn over(self, free: u8) -> Option<(u32, Self)> {
        let is_free = |direction: &u32| free & 1 << direction != 0;
        match self {
            Header::Relayed { start, .. } => {
                Some(start.direction).filter(is_free).map(|direction| (direction, self))
            }
            Header::Routed { destination, mut tags } => {
                let ahead =
                    |axis: u32, tag: i32| if tag > 0 { axis } else { HexMesh::opposite(axis) };
                let wanted = tags.iter().zip(0..).filter(|(tag, _)| **tag != 0);
                let direction = wanted.map(|(tag, axis)| ahead(axis, *tag)).find(is_free)?;
                let tag = &mut tags[direction as usize % 3];
                *tag -= tag.signum();
                Some((direction, Header::Routed { destination, tags }))
            }
        }
    }

    fn is_relayed(self) -> bool {
        matches!(self, Header::Relayed { .. })
    }
}

/// Returns node and direction of a link.
fn at(link: usize) -> (usize, usize) {
    (link / DIRECTIONS as usize, link % DIRECTIONS as usize)
}
