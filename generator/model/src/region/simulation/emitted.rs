//! The emitted routers under a load, clock by clock, with the faces of [`super::RegionNetwork`].

use std::collections::VecDeque;

use teecast_spec::RegionSpec;
use teecast_spec::topology::Grid;

use super::audit::Broken;
use super::messages::Messages;
use super::{Cast, Counts, RegionConfig};
use crate::region::Algorithm;
use crate::region::clocked::{Beat, MeshRouters, RegionEvent, RegionOffer};
use crate::simulate::record::{Crossing, Record};
use crate::simulate::world::{OnLink, World};

/// Cycles without any movement after which nothing will move any more: more than all grants of a
/// way take.
const STILL: u64 = 10_000;

/// A message that its processor has not sent whole.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    packet: u32,
    /// Flits that are left, the one that is offered included.
    left: u32,
}

/// Everything that is made and comes.
#[derive(Clone, Debug)]
struct Watch {
    mesh: Grid,
    messages: Messages,
    counts: Counts,
    now: u64,
    /// The last cycle in which a flit moved.
    moved: u64,
    /// Nodes whose flit was taken in this cycle.
    accepted: Vec<u32>,
    broken: Option<Broken>,
}

/// Emitted routers and what their processors send.
#[derive(Clone, Debug)]
pub struct EmittedRegion {
    config: RegionConfig,
    /// Header flits of a frame of a processor.
    header: u32,
    routers: MeshRouters,
    /// By node: the number of the frame that is offered, and the messages to be sent.
    queues: Vec<(u32, VecDeque<Waiting>)>,
    watch: Watch,
}

impl EmittedRegion {
    /// Builds an empty network.
    pub fn new(spec: &RegionSpec) -> Self {
        let algorithm = Algorithm::from(spec.algorithm);
        Self {
            config: RegionConfig::safe(algorithm, spec.virtual_channels, spec.message_flits()),
            header: spec.injected_flits(),
            routers: MeshRouters::new(spec),
            queues: vec![(0, VecDeque::new()); spec.nodes() as usize],
            watch: Watch {
                mesh: spec.mesh(),
                messages: Messages::default(),
                counts: Counts::default(),
                now: 0,
                moved: 0,
                accepted: Vec::new(),
                broken: None,
            },
        }
    }

    /// Returns the number of cycles that have passed.
    pub fn now(&self) -> u64 {
        self.routers.now()
    }

    /// Returns what was counted since the last call.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.watch.counts)
    }

    /// Notes messages and links from now on, links from a cycle on.
    pub fn note(&mut self, since: u64) {
        let Watch { messages, mesh, .. } = &mut self.watch;
        messages.record = Some(Box::new(Record::new(mesh, since, 1)));
    }

    /// Returns what was noted, if anything was.
    pub fn take_record(&mut self) -> Option<Box<Record>> {
        self.watch.messages.record.take()
    }

    /// Returns whether every message is delivered.
    pub fn is_empty(&self) -> bool {
        self.watch.messages.open() == 0
    }

    /// Returns the longest time from the first request of a header to its last grant.
    ///
    /// **Units**: cycles.
    pub fn longest_wait(&self) -> u64 {
        self.routers.longest_wait()
    }

    /// Queues a message at its source, in this cycle; its header is not part of its length.
    pub fn add(&mut self, cast: &Cast) {
        let Watch { mesh, messages, counts, .. } = &mut self.watch;
        counts.made += 1;
        let (_, queue) = &mut self.queues[cast.source as usize];
        let idle = queue.is_empty();
        for packet in messages.make(mesh, &self.config, self.routers.now(), cast) {
            queue.push_back(Waiting { packet, left: self.header + cast.length });
        }
        if idle {
            self.begin(cast.source);
        }
    }

    /// Begins the next frame of a node, if there is one.
    fn begin(&mut self, node: u32) {
        let (frame, queue) = &mut self.queues[node as usize];
        let Some(Waiting { packet, left }) = queue.front() else { return };
        let route = Ok(self.watch.messages.route(*packet).clone());
        *frame = self.routers.begin(RegionOffer { message: *packet, route });
        self.routers.offer(node, *frame, *left == 1);
    }

    /// Plays one cycle; messages of this cycle have been added.
    pub fn step(&mut self) {
        self.watch.now = self.routers.now();
        self.routers.step(&mut self.watch);
        let mut accepted = std::mem::take(&mut self.watch.accepted);
        for node in accepted.drain(..) {
            let (frame, queue) = &mut self.queues[node as usize];
            let waiting = queue.front_mut().expect("its flit was taken");
            self.watch.messages.injected(waiting.packet, self.watch.now);
            waiting.left -= 1;
            if waiting.left > 0 {
                self.routers.offer(node, *frame, waiting.left == 1);
            } else {
                queue.pop_front();
                self.begin(node);
            }
        }
        self.watch.accepted = accepted;
    }

    /// Checks that everything can still move, that nothing was reported, and that no header waits for an
    /// output while another channel gets it twice.
    ///
    /// That nodes get every message once, and no other, is checked at each delivery.
    ///
    /// # Errors
    /// What is wrong.
    pub fn audit(&self) -> Result<(), Broken> {
        if let Some(broken) = &self.watch.broken {
            return Err(broken.clone());
        }
        if let Some(deadlock) = self.routers.deadlock() {
            return Err(Broken::Stuck(deadlock));
        }
        if !self.is_empty() && self.now() > self.watch.moved + STILL {
            return Err(Broken::Still { messages: self.watch.messages.open() });
        }
        Ok(self.routers.fair()?)
    }
}

impl World<Beat, RegionEvent> for Watch {
    fn accepted(&mut self, cycle: u64, node: u32) {
        self.moved = cycle;
        self.counts.injected += 1;
        self.accepted.push(node);
    }

    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        self.moved = cycle;
        self.counts.hops += 1;
        let OnLink { node, link, message, last } = flit;
        self.messages.crossed(message, cycle, Crossing { node, port: link, flits: 1, last });
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.moved = cycle;
        self.counts.ejected += 1;
        if beat.last {
            let Self { mesh, messages, counts, now, .. } = self;
            messages.deliver(mesh, beat.message, node, *now, counts);
        }
    }

    fn event(&mut self, _: u64, event: RegionEvent) {
        let RegionEvent { node, error } = event;
        self.broken.get_or_insert(Broken::Reported { node, code: error as u32 });
    }
}
