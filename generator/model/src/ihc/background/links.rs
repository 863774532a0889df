//! The links of a network with rounds and background messages, slot by slot.

use std::collections::VecDeque;

use teecast_spec::topology::Topology;
use teecast_spec::topology::hamiltonian::{Network, Rings};
use thiserror::Error;

use super::calendar::Calendar;
use super::counts::Counts;
use crate::ihc::round::{self, Moving};
use crate::ihc::schedule::Schedule;
use crate::simulate::record::{Crossing, NotedMessage, Receivers, Record};

/// Says what the schedule, or the simulator, got wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// A packet of a round met another one, or a background message.
    #[error("a packet of a round met something on the link from node {node} on cycle {cycle}")]
    Met {
        /// Sending node.
        node: u32,
        /// Directed cycle.
        cycle: u32,
    },
    /// A round did not bring every copy.
    #[error("a round brought {came} copies of {due}")]
    Copies {
        /// Copies that came.
        came: u64,
        /// Copies of all messages.
        due: u64,
    },
    /// A background message is lost.
    #[error("{made} background messages were made, {delivered} delivered, {left} are on their way")]
    Lost {
        /// Messages that nodes made.
        made: u64,
        /// Messages that arrived.
        delivered: u64,
        /// Messages in stores and on links.
        left: u64,
    },
}

/// A background message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    /// Slot in which it was made.
    pub made: u64,
    pub to: u32,
    /// Number in the order of the making.
    pub number: u32,
    /// **Units**: flits.
    pub length: u32,
}

/// A link from a node, as background messages see it.
#[derive(Clone, Debug, Default)]
struct Lane {
    /// Node at the other end.
    to: u32,
    /// Directed cycle and ID on it, if rounds use the link.
    ring: Option<(u32, u32)>,
    waiting: VecDeque<Message>,
    /// What crosses, and the first slot after it.
    crossing: Option<(Message, u64)>,
}

/// The shortest ways to all nodes, and the rounds.
pub(super) struct Links {
    rings: Rings,
    schedule: Schedule,
    calendar: Calendar,
    nodes: u32,
    ports: u32,
    lanes: Vec<Lane>,
    /// By node, then destination: the port that leads nearer, the lowest of several.
    ports_to: Vec<u8>,
    /// By ID what crosses the link from there, the same on all directed cycles.
    row: Vec<Option<Moving>>,
    /// Copies of the round so far.
    copies: u64,
    now: u64,
    pub counts: Counts,
    made: u64,
    delivered: u64,
    /// What is noted of background messages and their links.
    pub record: Option<Box<Record>>,
}

impl Links {
    pub fn new(network: Network, schedule: Schedule) -> Self {
        let (topology, rings) = (network.topology(), Rings::new(network));
        let (nodes, ports) = (network.nodes(), topology.ports());
        let lane = |(node, port)| {
            let to = topology.neighbour(node, port).unwrap_or(node);
            let ring = (0..rings.count()).find(|cycle| rings.next(*cycle, node) == to);
            Lane { to, ring: ring.map(|cycle| (cycle, rings.id(cycle, node))), ..Lane::default() }
        };
        let all = (0..nodes).flat_map(|node| (0..ports).map(move |port| (node, port)));
        Self {
            lanes: all.map(lane).collect(),
            ports_to: ports_to(&*topology),
            row: vec![None; nodes as usize],
            calendar: Calendar::new(&schedule),
            rings,
            schedule,
            nodes,
            ports,
            copies: 0,
            now: 0,
            counts: Counts::default(),
            made: 0,
            delivered: 0,
            record: None,
        }
    }

    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns the longest message that fits between packets on every link.
    pub fn longest(&self) -> u32 {
        self.calendar.longest()
    }

    /// Returns the slots that a message takes which is made in a slot and meets no other one.
    pub fn alone(&self, from: u32, message: Message) -> u64 {
        let (mut at, mut slot) = (from, message.made);
        while at != message.to {
            let lane = &self.lanes[self.lane(at, message.to)];
            if self.free(lane, slot) < message.length {
                slot += 1;
            } else {
                slot += u64::from(message.length);
                at = lane.to;
            }
        }
        slot - message.made
    }

    /// Puts a message into the store of its source, in this slot.
    pub fn add(&mut self, from: u32, message: Message) {
        let message = Message { number: self.made as u32, ..message };
        self.made += 1;
        if let Some(record) = &mut self.record {
            let Message { made, to, number, length } = message;
            record.made(number, NotedMessage::new(made, from, Receivers::Node(to), length, 1));
        }
        let lane = self.lane(from, message.to);
        self.lanes[lane].waiting.push_back(message);
    }

    /// Plays a slot.
    pub fn step(&mut self) -> Result<(), Broken> {
        self.arrive();
        self.start();
        self.round()?;
        self.now += 1;
        Ok(())
    }

    /// Checks that nothing is lost.
    pub fn audit(&self) -> Result<(), Broken> {
        let of_lane = |lane: &Lane| lane.waiting.len() as u64 + u64::from(lane.crossing.is_some());
        let left = self.lanes.iter().map(of_lane).sum();
        let (made, delivered) = (self.made, self.delivered);
        match made == delivered + left {
            true => Ok(()),
            false => Err(Broken::Lost { made, delivered, left }),
        }
    }

    fn lane(&self, node: u32, to: u32) -> usize {
        let port = self.ports_to[(node * self.nodes + to) as usize];
        (node * self.ports + u32::from(port)) as usize
    }

    /// Returns the slots from one on that rounds leave free on a link.
    fn free(&self, lane: &Lane, slot: u64) -> u32 {
        lane.ring.map_or(u32::MAX, |(_, id)| self.calendar.free(id, slot))
    }

    /// Moves messages that have crossed a link into the next store, or to their processor.
    fn arrive(&mut self) {
        for index in 0..self.lanes.len() {
            let to = self.lanes[index].to;
            let crossed = self.lanes[index].crossing.take_if(|(_, end)| *end == self.now);
            let Some((message, _)) = crossed else { continue };
            if to == message.to {
                self.delivered += 1;
                self.counts.delivered(self.now - message.made, message.length);
                if let Some(record) = &mut self.record {
                    record.delivered(message.number, self.now);
                }
            } else {
                let lane = self.lane(to, message.to);
                self.lanes[lane].waiting.push_back(message);
            }
        }
    }

    /// Starts the oldest message of each store whose link is free for long enough.
    fn start(&mut self) {
        for index in 0..self.lanes.len() {
            let lane = &self.lanes[index];
            let next = lane.waiting.front().filter(|_| lane.crossing.is_none());
            let Some(message) = next.copied() else { continue };
            if self.free(lane, self.now) >= message.length {
                let lane = &mut self.lanes[index];
                lane.waiting.pop_front();
                if let Some(record) = &mut self.record {
                    let (node, port) = (index as u32 / self.ports, index as u32 % self.ports);
                    let crossing = Crossing { node, port, flits: message.length, last: true };
                    // The first link leaves the source.
                    record.injected(message.number, self.now);
                    record.crossed(message.number, self.now, crossing);
                }
                lane.crossing = Some((message, self.now + u64::from(message.length)));
            }
        }
    }

    /// Moves the packets of the round, and counts the flits on all links.
    fn round(&mut self) -> Result<(), Broken> {
        let slots = u64::from(self.schedule.slots());
        let slot = (self.now % slots) as u32;
        let mut displaced = 0;
        round::step(&mut self.row, &self.schedule, slot, &mut displaced);
        for lane in &self.lanes {
            let packet = lane.ring.filter(|(_, id)| self.row[*id as usize].is_some());
            self.counts.round_flits += u64::from(packet.is_some());
            self.counts.hops += u64::from(lane.crossing.is_some());
            if let Some((cycle, id)) = packet.filter(|_| displaced > 0 || lane.crossing.is_some()) {
                return Err(Broken::Met { node: self.rings.node(cycle, id), cycle });
            }
        }
        let cycles = u64::from(self.rings.count());
        for Moving { source, flit } in self.row.iter().flatten() {
            if flit + 1 == self.schedule.mu() {
                let latency = slot + 1 - self.schedule.starts()[*source as usize];
                self.copies += cycles;
                self.counts.copies += cycles;
                self.counts.copy_latency += cycles * u64::from(latency);
            }
        }
        if u64::from(slot) + 1 == slots {
            let due = cycles * u64::from(self.nodes) * u64::from(self.nodes - 1);
            let came = std::mem::take(&mut self.copies);
            self.counts.rounds += 1;
            if came != due {
                return Err(Broken::Copies { came, due });
            }
        }
        Ok(())
    }
}

/// Returns by node, then destination, the lowest port of a shortest way.
fn ports_to(topology: &dyn Topology) -> Vec<u8> {
    let (nodes, ports) = (topology.nodes(), topology.ports());
    let around = |node: u32| {
        (0..ports).filter_map(move |port| Some((port, topology.neighbour(node, port)?)))
    };
    let mut table = vec![0; (nodes * nodes) as usize];
    for to in 0..nodes {
        let mut distance = vec![u32::MAX; nodes as usize];
        distance[to as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(node) = queue.pop_front() {
            for (_, next) in around(node) {
                if distance[next as usize] == u32::MAX {
                    distance[next as usize] = distance[node as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        for node in (0..nodes).filter(|node| *node != to) {
            let nearer = |next: u32| distance[next as usize] < distance[node as usize];
            let (port, _) = around(node).find(|(_, next)| nearer(*next)).expect("it is connected");
            table[(node * nodes + to) as usize] = port as u8;
        }
    }
    table
}
