//! Messages between their making and their last delivery, and the packets that carry them.

use teecast_spec::topology::{Grid, Topology};

use super::{Counts, RegionConfig};
use crate::region::doubling::{self, Share};
use crate::region::route::Route;
use crate::region::{Algorithm, Region};
use crate::simulate::record::{Crossing, NotedMessage, Receivers, Record};

/// A message to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// Sender.
    pub source: u32,
    /// Receivers: a unicast has one.
    pub region: Region,
    /// Where the message begins to spread, if the algorithm does not choose it.
    pub corner: Option<u32>,
    /// **Units**: flits.
    pub length: u32,
}

/// A message that some node has not got.
#[derive(Clone, Debug)]
struct RegionMessage {
    made: u64,
    length: u32,
    /// Nodes without it, one bit each.
    missing: Vec<u64>,
    left: u32,
    copies: u32,
    /// Sum of the latencies so far.
    sum: u64,
}

/// What travels: one packet for a message, many with recursive doubling.
#[derive(Clone, Debug)]
struct RegionPacket {
    message: u32,
    route: Route,
    length: u32,
    /// Copies on their way.
    left: u32,
    /// What the receiver has to serve.
    share: Option<Region>,
}

/// Things by number; numbers are used again.
#[derive(Clone, Debug)]
struct Table<T> {
    entries: Vec<Option<T>>,
    unused: Vec<u32>,
}

/// All messages under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    messages: Table<RegionMessage>,
    packets: Table<RegionPacket>,
    /// What is noted of them, by their numbers here.
    pub(super) record: Option<Box<Record>>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), unused: Vec::new() }
    }
}

impl<T> Table<T> {
    fn add(&mut self, entry: T) -> u32 {
        match self.unused.pop() {
            Some(index) => {
                self.entries[index as usize] = Some(entry);
                index
            }
            None => {
                self.entries.push(Some(entry));
                self.entries.len() as u32 - 1
            }
        }
    }

    fn at(&self, index: u32) -> &T {
        self.entries[index as usize].as_ref().expect("who knows a number has not given it back")
    }

    fn get(&mut self, index: u32) -> &mut T {
        self.entries[index as usize].as_mut().expect("who knows a number has not given it back")
    }

    fn remove(&mut self, index: u32) {
        self.entries[index as usize] = None;
        self.unused.push(index);
    }
}

impl Messages {
    /// Returns the number of messages that some node has not got.
    pub(super) fn open(&self) -> usize {
        self.messages.entries.len() - self.messages.unused.len()
    }

    /// Returns what a packet asks for.
    pub(super) fn route(&self, packet: u32) -> &Route {
        &self.packets.at(packet).route
    }

    /// Returns the flits of a packet.
    pub(super) fn length(&self, packet: u32) -> u32 {
        self.packets.at(packet).length
    }

    /// Notes that a flit of a packet leaves its source.
    pub(super) fn injected(&mut self, packet: u32, now: u64) {
        if let Some(record) = &mut self.record {
            record.injected(self.packets.at(packet).message, now);
        }
    }

    /// Notes a flit of a packet on a link.
    pub(super) fn crossed(&mut self, packet: u32, now: u64, crossing: Crossing) {
        if let Some(record) = &mut self.record {
            record.crossed(self.packets.at(packet).message, now, crossing);
        }
    }

    /// Makes a message; returns the packets that its source sends, in order.
    pub(super) fn make(
        &mut self,
        mesh: &Grid,
        config: &RegionConfig,
        now: u64,
        cast: &Cast,
    ) -> Vec<u32> {
        let Cast { source, region, corner, length } = cast;
        let doubles = config.algorithm == Algorithm::RecursiveDoubling && region.size() > 1;
        let mut missing = vec![0; (mesh.nodes() as usize).div_ceil(64)];
        // In software a source has its own copy already.
        let wants = |node: &u32| !doubles || node != source;
        let mut copies = 0;
        for node in region.nodes(mesh).filter(wants) {
            missing[node as usize / 64] |= 1 << (node % 64);
            copies += 1;
        }
        let (left, length) = (copies, *length);
        let message = RegionMessage { made: now, length, missing, left, copies, sum: 0 };
        let message = self.messages.add(message);
        if let Some(record) = &mut self.record {
            let receivers = receivers(mesh, region);
            record.made(message, NotedMessage::new(now, *source, receivers, length, copies));
        }
        if doubles {
            let shares = doubling::begin(mesh, *source, region);
            return self.add_shares(mesh, message, shares);
        }
        let chosen = Route::new(config.algorithm, mesh, *source, region.clone());
        let two_classes = config.classes == 2;
        let route = Route { corner: corner.unwrap_or(chosen.corner), two_classes, ..chosen };
        vec![self.packets.add(RegionPacket { message, route, length, left, share: None })]
    }

    fn add_shares(&mut self, mesh: &Grid, message: u32, shares: Vec<Share>) -> Vec<u32> {
        let length = self.messages.get(message).length;
        let mut packet = |share: Share| {
            let region = Region::new(mesh, share.to, share.to);
            let route = Route { region, corner: share.to, two_classes: false };
            let share = Some(share.region);
            self.packets.add(RegionPacket { message, route, length, left: 1, share })
        };
        shares.into_iter().map(&mut packet).collect()
    }

    /// Delivers the tail of a copy; returns the packets that the node then sends.
    ///
    /// # Panics
    /// When the node was not to get it, or has it already: a mistake of the router.
    pub(super) fn deliver(
        &mut self,
        mesh: &Grid,
        packet: u32,
        node: u32,
        now: u64,
        counts: &mut Counts,
    ) -> Vec<u32> {
        let entry = self.packets.get(packet);
        let index = entry.message;
        let share = entry.share.take();
        entry.left -= 1;
        if entry.left == 0 {
            self.packets.remove(packet);
        }
        let message = self.messages.get(index);
        let (word, bit) = (&mut message.missing[node as usize / 64], 1 << (node % 64));
        assert!(*word & bit != 0, "node {node} gets a copy that is not for it, or a second one");
        *word &= !bit;
        // The cycle of the making counts, too.
        let latency = now - message.made + 1;
        message.sum += latency;
        message.left -= 1;
        if let Some(record) = &mut self.record {
            record.delivered(index, now + 1);
        }
        if message.left == 0 {
            let (sum, copies) = (message.sum, u64::from(message.copies));
            let kind = if copies == 1 && share.is_none() {
                &mut counts.unicasts
            } else {
                &mut counts.broadcasts
            };
            kind.add(sum, copies, latency);
            self.messages.remove(index);
            return Vec::new();
        }
        let serve = share.map(|region| doubling::serve(mesh, node, &region));
        self.add_shares(mesh, index, serve.unwrap_or_default())
    }
}

/// Says whom a message to a region is for.
fn receivers(mesh: &Grid, region: &Region) -> Receivers {
    let (low, high) = (region.lowest(mesh), region.highest(mesh));
    match region.size() {
        1 => Receivers::Node(low),
        size if size == mesh.nodes() => Receivers::All,
        _ => Receivers::Between(low, high),
    }
}
