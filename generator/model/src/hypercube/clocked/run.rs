//! Runs of the emitted router under load: sources, what is delivered, and whether anything is lost.

mod failure;

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::HypercubeSpec;
use teecast_spec::topology::Cube;
use thiserror::Error;

use super::traffic::{Cast, Casts, MhuConfig, MhuError, RandomMessages};
use super::{Beat, CubeRouters, MhuBuffer, MhuOffer};
use crate::hypercube::event::Event;
use crate::simulate::measure::Counts;
use crate::simulate::record::{Crossing, NotedMessage, Receivers, Record};
use crate::simulate::stuck::Deadlock;
use crate::simulate::world::{OnLink, World};
use crate::traffic::Lengths;

/// Cycles without any movement after which nothing will move any more.
const STILL: u64 = 2048;
/// Cycles between two looks whether everything is as it should be.
pub(super) const WATCH: u64 = 1024;
/// Messages that are sent alone to measure the latency without load.
const ALONE: usize = 256;

/// Says what the simulator or the router lost or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// A delivery that no message waits for.
    #[error("a message came to node {node} that is not for it, or came before")]
    Astray {
        /// Where.
        node: u32,
    },
    /// A destination was given up.
    #[error("node {node} reports event {code} of a message of node {sender}")]
    Reported {
        /// Where.
        node: u32,
        /// Event.
        code: u32,
        /// Where the message is from.
        sender: u32,
    },
    /// Something is not delivered where nothing moves any more.
    #[error("a message for node {node} was lost")]
    Missing {
        /// Whom it is for.
        node: u32,
    },
    /// Messages wait for each other for ever.
    #[error("deadlock: {0}")]
    Stuck(Deadlock<MhuBuffer>),
    /// Nothing moves any more.
    #[error("nothing moves, and {packets} copies are on their way")]
    Still {
        /// Frames and copies.
        packets: usize,
    },
}

/// A message that has not come to all its destinations.
#[derive(Clone, Debug, Default)]
struct Open {
    made: u64,
    /// Whether a copy has come.
    came: bool,
    /// Where it is still to come to.
    left: BTreeSet<u32>,
    /// Frames that have not begun.
    frames: u32,
}

/// What the sources have made and the processors have got.
#[derive(Clone, Debug, Default)]
struct Ledger {
    messages: Vec<Open>,
    unused: Vec<u32>,
    /// Every message has a number of its own.
    keeps_numbers: bool,
    counts: Counts,
    /// The last cycle in which something moved.
    moved: u64,
    /// Nodes whose flit was taken in this cycle.
    taken: Vec<u32>,
    broken: Option<Broken>,
    record: Option<Box<Record>>,
}

impl Ledger {
    fn add(&mut self, open: Open) -> u32 {
        match self.unused.pop() {
            Some(number) => {
                self.messages[number as usize] = open;
                number
            }
            None => {
                self.messages.push(open);
                self.messages.len() as u32 - 1
            }
        }
    }
}

impl Ledger {
    /// Counts a message that has come to all its destinations.
    fn complete(&mut self, cycle: u64, message: u32) {
        self.counts.delivered(cycle - self.messages[message as usize].made);
        if !self.keeps_numbers {
            self.unused.push(message);
        }
    }
}

impl World<Beat, Event> for Ledger {
    fn accepted(&mut self, cycle: u64, node: u32) {
        self.moved = cycle;
        self.taken.push(node);
    }

    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        self.moved = cycle;
        self.counts.hops += 1;
        if let Some(record) = &mut self.record {
            let OnLink { node, link, message, last } = flit;
            record.crossed(message, cycle, Crossing { node, port: link, flits: 1, last });
        }
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.moved = cycle;
        self.counts.flit_delivered();
        if !beat.last {
            return;
        }
        let open = &mut self.messages[beat.message as usize];
        if !open.left.remove(&node) {
            self.broken.get_or_insert(Broken::Astray { node });
            return;
        }
        open.came = true;
        self.counts.copy_delivered(cycle - open.made);
        if let Some(record) = &mut self.record {
            record.delivered(beat.message, cycle);
        }
        if open.left.is_empty() {
            self.complete(cycle, beat.message);
        }
    }

    fn event(&mut self, _: u64, event: Event) {
        let Event { node, code, source, .. } = event;
        self.broken.get_or_insert(Broken::Reported { node, code, sender: source });
    }
}

/// A frame on its way out of a processor.
#[derive(Clone, Copy, Debug)]
struct Sending {
    packet: u32,
    message: u32,
    /// **Units**: flits, the one that is offered included.
    left: u32,
}

/// A frame that waits for the ones before it.
#[derive(Clone, Debug)]
struct Waiting {
    frame: MhuOffer,
    /// **Units**: flits.
    length: u32,
}

/// A hypercube of emitted routers with its processors.
#[derive(Clone, Debug)]
pub struct MhuRun {
    spec: HypercubeSpec,
    unicasts: bool,
    faulty: BTreeSet<u32>,
    /// Cycles in which nodes will fail, and all that are faulty then.
    failures: VecDeque<(u64, BTreeSet<u32>)>,
    /// Whether sources wait until the network knows of a failure.
    paused: bool,
    cube: CubeRouters,
    casts: Casts,
    queues: Vec<VecDeque<Waiting>>,
    sending: Vec<Option<Sending>>,
    ledger: Ledger,
}

impl MhuRun {
    /// Returns an empty network whose processors send at a load.
    ///
    /// **Units**: `load` is in flits for each node and cycle, headers included.
    ///
    /// # Errors
    /// Why there is no such network.
    pub fn new(
        n: u32,
        config: &MhuConfig,
        lengths: &Lengths,
        load: f64,
        seed: u64,
    ) -> Result<Self, MhuError> {
        let spec = config.spec(n, lengths.longest())?;
        let rate = load / config.flits(&spec, lengths);
        let random = RandomMessages::new(n, config, lengths, rate, seed);
        Ok(Self::with(spec, config, Casts::Random(Box::new(random))))
    }

    /// Returns an empty network whose processors send given messages; those that it cannot deliver
    /// are to be refused before ([`MhuConfig::check_cast`]).
    pub fn given(spec: HypercubeSpec, config: &MhuConfig, casts: Vec<Cast>) -> Self {
        Self::with(spec, config, Casts::given(casts))
    }

    fn with(spec: HypercubeSpec, config: &MhuConfig, casts: Casts) -> Self {
        let nodes = spec.nodes() as usize;
        let mut cube = CubeRouters::new(&spec);
        cube.set_faulty(&config.faulty);
        Self {
            unicasts: config.unicasts,
            faulty: config.faulty.clone(),
            failures: config.changes().into(),
            paused: false,
            cube,
            casts,
            queues: vec![VecDeque::new(); nodes],
            sending: vec![None; nodes],
            ledger: Ledger::default(),
            spec,
        }
    }

    /// Numbers messages in the order in which they are made, from 0 on; without this a message may get
    /// the number of one that is delivered.
    pub fn keeping_numbers(mut self) -> Self {
        self.ledger.keeps_numbers = true;
        self
    }

    /// Notes messages and links from now on, links from a cycle on.
    pub fn note(&mut self, since: u64) {
        let record = Record::new(&Cube::new(self.spec.n).expect("a cube"), since, 1);
        self.ledger.record = Some(Box::new(record));
    }

    /// Returns what was noted, if anything was.
    pub fn take_record(&mut self) -> Option<Box<Record>> {
        self.ledger.record.take()
    }

    /// Returns the mean latency of messages that are alone, to their last destination.
    ///
    /// **Units**: cycles.
    ///
    /// # Errors
    /// A mistake of the simulator or of the router.
    pub fn alone(mut self) -> Result<f64, Broken> {
        for _ in 0..ALONE {
            let Some(cast) = self.casts.next() else { break };
            self.add(&Cast { cycle: self.cube.now(), ..cast });
            self.empty()?;
        }
        Ok(self.ledger.counts.mean_latency().unwrap_or(0.0))
    }

    /// Plays a cycle in which the sources may make messages.
    pub fn step(&mut self) {
        if let Some((cycle, _)) = self.failures.front()
            && *cycle <= self.cube.now()
        {
            self.pause();
        }
        while let Some(cast) = self.casts.until(self.cube.now()) {
            self.add(&cast);
        }
        self.cycle();
    }

    /// Plays all given messages, and reports now and then how many are delivered.
    ///
    /// # Errors
    /// A deadlock; a mistake of the simulator or of the router.
    pub fn drain(&mut self, report: impl Fn(u64)) -> Result<(), Broken> {
        while !self.ended() {
            self.step();
            if self.now() % WATCH == 0 {
                self.check()?;
                report(self.ledger.counts.messages);
            }
        }
        self.audit()
    }

    fn cycle(&mut self) {
        self.cube.step(&mut self.ledger);
        for node in std::mem::take(&mut self.ledger.taken) {
            let sending = &mut self.sending[node as usize];
            if let (Some(record), Some(sending)) = (&mut self.ledger.record, &sending) {
                record.injected(sending.message, self.ledger.moved);
            }
            match sending.take() {
                Some(Sending { packet, message, left }) if left > 1 => {
                    *sending = Some(Sending { packet, message, left: left - 1 });
                    self.cube.offer(node, packet, left == 2);
                }
                _ => self.send(node),
            }
        }
    }

    /// Begins the next frame of a node.
    fn send(&mut self, node: u32) {
        if self.paused {
            return;
        }
        let Some(Waiting { frame, length }) = self.queues[node as usize].pop_front() else {
            return;
        };
        let message = frame.message;
        self.ledger.messages[message as usize].frames -= 1;
        let packet = self.cube.begin(node, frame);
        self.sending[node as usize] = Some(Sending { packet, message, left: length });
        self.cube.offer(node, packet, length == 1);
    }

    /// Queues a message at its source.
    fn add(&mut self, cast: &Cast) {
        let Cast { cycle, source, ref destinations, length } = *cast;
        let mut left: BTreeSet<u32> = destinations.iter().copied().collect();
        let broadcast = destinations.is_empty();
        if broadcast {
            left.extend((0..self.spec.nodes()).filter(|node| *node != source));
            left.retain(|node| !self.faulty.contains(node));
        }
        let lists: Vec<Vec<u32>> = match self.unicasts {
            true if !broadcast => destinations.iter().map(|to| vec![*to]).collect(),
            _ => vec![destinations.clone()],
        };
        let (frames, due) = (lists.len() as u32, left.len() as u32);
        let message = self.ledger.add(Open { made: cycle, came: false, left, frames });
        if let Some(record) = &mut self.ledger.record {
            let receivers = Receivers::of_list(destinations);
            record.made(message, NotedMessage::new(cycle, source, receivers, length, due));
        }
        self.ledger.counts.messages_made += 1;
        for destinations in lists {
            let listed = destinations.len() as u32;
            let length = self.spec.header_flits(listed) + length;
            self.ledger.counts.flits_made += u64::from(length);
            let count = if broadcast { self.spec.broadcast_count() } else { listed };
            let frame = MhuOffer { message, count, destinations };
            self.queues[source as usize].push_back(Waiting { frame, length });
        }
        if self.sending[source as usize].is_none() {
            self.send(source);
        }
    }

    /// Plays until nothing is on its way.
    fn empty(&mut self) -> Result<(), Broken> {
        while !self.cube.idle() {
            self.cycle();
            if self.now() % WATCH == 0 {
                self.check()?;
            }
        }
        self.check()
    }

    /// Returns whether everything is as it should be so far.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self) -> Result<(), Broken> {
        if let Some(broken) = &self.ledger.broken {
            return Err(broken.clone());
        }
        if let Some(deadlock) = self.cube.deadlock() {
            return Err(Broken::Stuck(deadlock));
        }
        let packets = self.cube.packets();
        if packets > 0 && self.cube.now() > self.ledger.moved + STILL {
            return Err(Broken::Still { packets });
        }
        Ok(())
    }

    /// Lets everything that is on its way arrive, and tells whether nothing was lost; frames that
    /// have not begun are forgotten.
    ///
    /// # Errors
    /// What was lost.
    pub fn audit(&mut self) -> Result<(), Broken> {
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.empty()?;
        let sent = self.ledger.messages.iter().filter(|open| open.frames == 0);
        match sent.flat_map(|open| &open.left).next() {
            Some(&node) => Err(Broken::Missing { node }),
            None => Ok(()),
        }
    }

    /// Returns whether all given messages were made and nothing is on its way.
    pub fn ended(&self) -> bool {
        self.casts.ended() && self.cube.idle() && !self.paused
    }

    /// Returns the routers.
    pub fn routers(&self) -> &CubeRouters {
        &self.cube
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.cube.now()
    }

    /// Returns what was counted since the last call.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.ledger.counts)
    }
}
