//! The emitted routers under load, clock by clock, with the faces of [`super::router::Harts`].

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::topology::HexMesh;
use teecast_spec::{HartsSpec, Interconnect};

use super::ledger::{Broken, Ledger};
use super::traffic::{HartsMessage, Receiver};
use super::{SimulatedNetwork, due, note};
use crate::harts::clocked::{Beat, HartsOffer, Routers};
use crate::harts::event::Event;
use crate::harts::frame::Injected;
use crate::simulate::measure::Counts;
use crate::simulate::record::{Crossing, Record};
use crate::simulate::world::{OnLink, World};

/// Cycles without any movement after which nothing will move any more: more than all decisions of a
/// way take.
const STILL: u64 = 10_000;

/// A message on its way.
#[derive(Clone, Copy, Debug)]
struct Made {
    message: HartsMessage,
    /// Number among the broadcasts.
    broadcast: Option<usize>,
}

/// Everything that is made and comes.
#[derive(Clone, Debug)]
struct Watch {
    messages: Vec<Made>,
    ledger: Ledger,
    regular: Counts,
    /// Regular messages on their way.
    open: u64,
    since: u64,
    /// The last cycle in which a flit moved.
    moved: u64,
    accepted: Vec<u32>,
    broken: Option<Broken>,
    record: Option<Box<Record>>,
}

/// Emitted routers and what their processors send.
#[derive(Clone, Debug)]
pub struct EmittedHarts {
    routers: Routers,
    /// Copies of a broadcast.
    copies: u32,
    hexmesh: HexMesh,
    faulty: BTreeSet<u32>,
    /// By node: numbers of the messages to be sent, and flits of the first one that have been.
    queues: Vec<(VecDeque<u32>, u32)>,
    watch: Watch,
}

impl EmittedHarts {
    /// Builds an empty network for messages of up to `longest` data flits, which counts messages made
    /// in cycle `since` or later.
    pub fn new(n: u32, interconnect: Interconnect, copies: u32, longest: u32, since: u64) -> Self {
        let spec = HartsSpec { interconnect, max_data: longest, ..HartsSpec::new(n) };
        Self {
            routers: Routers::new(&spec),
            copies,
            hexmesh: HexMesh::new(n),
            faulty: BTreeSet::new(),
            queues: vec![(VecDeque::new(), 0); spec.nodes() as usize],
            watch: Watch {
                messages: Vec::new(),
                ledger: Ledger::new(spec.nodes(), copies),
                regular: Counts::default(),
                open: 0,
                since,
                moved: 0,
                accepted: Vec::new(),
                broken: None,
                record: None,
            },
        }
    }

    /// Changes which nodes are faulty, while the network is empty.
    pub fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.faulty.clone_from(faulty);
        self.routers.set_faulty(faulty);
    }

    /// Plays a cycle.
    fn step(&mut self) -> Result<(), Broken> {
        self.routers.step(&mut self.watch);
        let mut accepted = std::mem::take(&mut self.watch.accepted);
        for node in accepted.drain(..) {
            let (queue, sent) = &mut self.queues[node as usize];
            let number = *queue.front().expect("its flit was taken");
            if let Some(record) = &mut self.watch.record {
                record.injected(number, self.watch.moved);
            }
            *sent += 1;
            // The header of a frame is a flit.
            if *sent > self.watch.messages[number as usize].message.length {
                queue.pop_front();
                *sent = 0;
            }
            self.offer(node);
        }
        self.watch.accepted = accepted;
        self.watch.broken.take().map_or(Ok(()), Err)
    }

    /// Offers the next flit of a node, if it has any.
    fn offer(&mut self, node: u32) {
        let (queue, sent) = &self.queues[node as usize];
        let Some(&number) = queue.front() else { return };
        let HartsMessage { receiver, length, .. } = self.watch.messages[number as usize].message;
        let header = match receiver {
            Receiver::All => {
                Injected { broadcast: true, copies: self.copies, destination: 0, sequence: 0 }
            }
            Receiver::Node(destination) => {
                Injected { broadcast: false, copies: 0, destination, sequence: 0 }
            }
        };
        self.routers.offer(node, HartsOffer { message: number, header }, *sent == length);
    }
}

impl SimulatedNetwork for EmittedHarts {
    fn now(&self) -> u64 {
        self.routers.now()
    }

    fn regular(&self) -> &Counts {
        &self.watch.regular
    }

    fn ledger(&self) -> &Ledger {
        &self.watch.ledger
    }

    fn record(&mut self) -> &mut Option<Box<Record>> {
        &mut self.watch.record
    }

    fn open(&self) -> u64 {
        self.watch.open + self.watch.ledger.open() as u64
    }

    fn make(&mut self, message: &HartsMessage) -> Result<(), Broken> {
        while self.routers.now() < message.clock {
            self.step()?;
        }
        let watch = &mut self.watch;
        let &HartsMessage { clock, source, receiver, length } = message;
        let mut copies = self.copies * (self.queues.len() as u32 - 1);
        let broadcast = match receiver {
            Receiver::All => {
                let due = due(&self.hexmesh, self.copies, source, &self.faulty);
                if let Some(due) = &due {
                    copies = due.iter().copied().map(u32::from).sum();
                }
                Some(watch.ledger.made(clock, source, length, due))
            }
            Receiver::Node(_) => {
                if clock >= watch.since {
                    watch.regular.messages_made += 1;
                    watch.regular.flits_made += u64::from(length);
                }
                watch.open += 1;
                None
            }
        };
        let number = watch.messages.len() as u32;
        watch.messages.push(Made { message: *message, broadcast });
        note(&mut watch.record, number, message, copies);
        let (queue, _) = &mut self.queues[source as usize];
        queue.push_back(number);
        if queue.len() == 1 {
            self.offer(source);
        }
        Ok(())
    }

    fn drain(&mut self) -> Result<(), Broken> {
        while self.open() > 0 {
            self.step()?;
            if self.routers.now() > self.watch.moved + STILL {
                let (messages, broadcasts) = (self.watch.open, self.watch.ledger.open());
                return Err(Broken::Left { messages, broadcasts });
            }
        }
        Ok(())
    }
}

impl World<Beat, Event> for Watch {
    fn accepted(&mut self, cycle: u64, node: u32) {
        self.moved = cycle;
        self.accepted.push(node);
    }

    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        self.moved = cycle;
        if let Some(record) = &mut self.record {
            let OnLink { node, link, message, last } = flit;
            record.crossed(message, cycle, Crossing { node, port: link, flits: 1, last });
        }
        self.regular.hops += u64::from(cycle >= self.since);
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.moved = cycle;
        if !beat.last {
            return;
        }
        let Made { message, broadcast } = self.messages[beat.message as usize];
        let came = match (message.receiver, broadcast) {
            (_, Some(broadcast)) => self.ledger.came(cycle, broadcast, node, beat.origin),
            (Receiver::Node(destination), _) if destination != node => {
                Err(Broken::Astray { node, destination })
            }
            _ => {
                self.open -= 1;
                if message.clock >= self.since {
                    self.regular.flits += u64::from(message.length);
                    self.regular.delivered(cycle - message.clock);
                }
                Ok(())
            }
        };
        match (came, &mut self.record) {
            (Err(broken), _) => drop(self.broken.get_or_insert(broken)),
            (Ok(()), Some(record)) => record.delivered(beat.message, cycle),
            _ => {}
        }
    }

    /// A message that is reported will not be delivered, which [`EmittedHarts::drain`] finds.
    fn event(&mut self, _: u64, _: Event) {}
}
