//! `region_router`: input channels, outputs, injector and delivery of a node.

use std::mem;

use super::channels::{Channels, RoundRobin, each, only};
use super::delivery::Delivery;
use super::fairness::Waits;
use super::injector::{Channel, Injected, Injector};
use super::input::{Header, Input};
use super::output::Outputs;
use super::packet::{ClockedFlit, Packets};
use super::shape::Shape;
use super::{Beat, RegionEvent};
use crate::region::route::Arrival;
use crate::simulate::bits::ones;
use crate::simulate::world::{OnLink, World};

/// Requests of a router: its links in two classes, and the delivery.
const REQUESTS: usize = 17;

/// A router.
#[derive(Clone, Debug)]
pub(super) struct Router {
    pub inputs: Vec<Input>,
    pub outputs: Outputs,
    pub delivery: Delivery,
    injector: Injector,
    /// Input channels with flits, with a message that has not begun, with one that leaves.
    pub filled: Channels,
    pub waiting: Channels,
    pub streaming: Channels,
    /// The message of the own processor has begun in the cycle before.
    own_begun: bool,
    /// Round robins over the channels of an input, by port, and over those that deliver.
    sources: Vec<RoundRobin>,
    deliverers: RoundRobin,
}

/// Where and when a router plays a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct RouterCycle {
    pub now: u64,
    pub node: usize,
    /// Output channels behind which there is room, and whether there is for the own processor.
    pub room: u64,
    pub own_room: bool,
    /// The same for all flits of a further message.
    pub vacant: u64,
    pub own_vacant: bool,
    /// Next flit of the processor, `true` for the last one of a frame.
    pub offered: Option<(u32, bool)>,
}

/// What comes to routers at the end of a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Router, input channel and flit.
    pub pushed: Vec<(u32, u8, ClockedFlit)>,
    /// Router and input channel.
    pub popped: Vec<(u32, u8)>,
    /// Router and output channel whose message has begun at the other end.
    pub begun: Vec<(u32, u8)>,
    /// Those of the cycle before.
    pub seen: Vec<(u32, u8)>,
}

impl Router {
    pub fn new(shape: &Shape, node: usize) -> Self {
        Self {
            inputs: vec![Input::default(); shape.own() + 1],
            outputs: Outputs::new(shape, node),
            delivery: Delivery::new(shape),
            injector: Injector::default(),
            filled: 0,
            waiting: 0,
            streaming: 0,
            own_begun: false,
            sources: vec![RoundRobin::default(); shape.ports],
            deliverers: RoundRobin::default(),
        }
    }

    /// Returns whether nothing happens before something comes or is offered.
    pub fn idle(&self) -> bool {
        self.waiting == 0
            && self.streaming & self.filled == 0
            && self.outputs.idle()
            && self.delivery.idle()
            && self.injector.idle()
            && !self.own_begun
    }

    /// Returns whether the queue of a channel is full.
    pub fn is_full(&self, shape: &Shape, channel: usize) -> bool {
        self.inputs[channel].flits.len() == shape.depth
    }

    /// Returns whether all flits of a further message find a place in the queue of a channel.
    pub fn is_vacant(&self, shape: &Shape, channel: usize) -> bool {
        self.inputs[channel].flits.len() <= shape.vacant
    }

    /// The message in an output channel has begun at the other end.
    pub fn begun(&mut self, channel: usize) {
        self.outputs.begun(channel);
    }

    /// A flit comes to an input channel at the end of a cycle.
    pub fn push(
        &mut self,
        shape: &Shape,
        packets: &mut Packets,
        node: usize,
        channel: usize,
        flit: ClockedFlit,
    ) {
        let input = &mut self.inputs[channel];
        input.flits.push_back(flit);
        debug_assert!(input.flits.len() <= shape.depth);
        self.filled |= only(channel);
        if u32::from(flit.index) + 1 != shape.link_flits {
            return;
        }
        let through = (channel != shape.own()).then_some((channel / shape.lanes) as u8);
        let class = shape.class(channel);
        let arrival = Arrival { node: node as u32, through, class, spreading: flit.spreading };
        let route = packets.offer(flit.packet).route.as_ref().expect("it was sent");
        let decision = route.decide(&shape.mesh, &arrival);
        packets.split(flit.packet, decision.branches.len());
        let (missing, spreading) = (shape.requests(&decision), decision.spreading);
        let header = Header { missing, spreading, ..Header::default() };
        if self.waiting & only(channel) == 0 {
            input.header = header;
        } else {
            input.later.push_back(header);
        }
        self.waiting |= only(channel);
    }

    /// Plays a cycle; returns whether the flit of the processor is taken.
    pub fn play(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        packets: &mut Packets,
        effects: &mut Effects,
        waits: &mut Waits,
        world: &mut impl World<Beat, RegionEvent>,
    ) -> bool {
        let before = self.streaming;
        let begins = self.grant(shape, here, effects, waits);
        let streaming = if shape.at_once { self.streaming } else { before };
        self.offer(shape, here, packets, world);
        let open = self.send(shape, here, packets, effects, world);
        for channel in each(self.moving(shape, streaming, open)) {
            self.pass(shape, here, channel, packets, effects, world);
        }
        self.delivery.end();
        let own_begun = mem::replace(&mut self.own_begun, begins);
        if here.offered.is_none() && self.injector.idle() && !own_begun {
            return false;
        }
        let channel = Channel { room: here.own_room, vacant: here.own_vacant, begins: own_begun };
        let Injected { accepted, flit, event } =
            self.injector.step(shape, packets, here.offered, channel);
        if let Some(flit) = flit {
            effects.pushed.push((here.node as u32, shape.own() as u8, flit));
        }
        if let Some(error) = event {
            world.event(here.now + 1, RegionEvent { node: here.node as u32, error });
        }
        accepted
    }

    /// Offers the processor a flit.
    fn offer(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        packets: &mut Packets,
        world: &mut impl World<Beat, RegionEvent>,
    ) {
        let node = here.node as u32;
        let offered = self.delivery.offered();
        let taken = offered.is_some() && world.takes(node);
        self.delivery.begin(taken);
        if let Some(flit) = offered.filter(|_| taken) {
            let message = packets.offer(flit.packet).message;
            let index = shape.delivered(flit.index.into()).expect("the rest stays in the router");
            let beat = Beat { message, index, last: flit.last, bad: flit.bad };
            if flit.last {
                packets.remove(flit.packet);
            }
            world.delivered(here.now, node, beat);
        }
    }

    /// Sends flits from registers; returns the output channels that take a flit.
    fn send(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        packets: &Packets,
        effects: &mut Effects,
        world: &mut impl World<Beat, RegionEvent>,
    ) -> u64 {
        self.outputs.send(shape, here.room, |channel, flit, first| {
            cross(shape, here, channel, (flit, first), packets, effects, world);
        })
    }

    /// Returns which of the input channels move a flit: of each link one.
    fn moving(&mut self, shape: &Shape, streaming: Channels, open: u64) -> Channels {
        let able = each(streaming & self.filled)
            .filter(|channel| self.inputs[*channel].stream.outputs & !open == 0)
            .fold(0, |set, channel| set | only(channel));
        if shape.lanes == 1 || able == 0 {
            return able;
        }
        let mut moving = able & only(shape.own());
        for port in 0..shape.ports {
            let lanes = able >> (port * shape.lanes) & (Channels::MAX >> (128 - shape.lanes));
            if lanes != 0 {
                moving |= only(port * shape.lanes + self.sources[port].take(lanes));
            }
        }
        moving
    }

    /// Moves a flit of a channel to all outputs that its message has.
    fn pass(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        channel: usize,
        packets: &Packets,
        effects: &mut Effects,
        world: &mut impl World<Beat, RegionEvent>,
    ) {
        let input = &mut self.inputs[channel];
        let mut flit = input.flits.pop_front().expect("it is filled");
        effects.popped.push((here.node as u32, channel as u8));
        if input.flits.is_empty() {
            self.filled &= !only(channel);
        }
        let stream = &mut input.stream;
        flit.spreading = stream.spreading;
        for output in ones(stream.outputs) {
            match shape.lanes {
                1 => cross(shape, here, output, (flit, !stream.moved), packets, effects, world),
                _ => self.outputs.load(output, flit, !stream.moved),
            }
        }
        if let Some(buffer) = stream.buffer {
            self.delivery.come(shape, buffer.into(), flit);
        }
        stream.moved = true;
        if flit.last {
            self.outputs.release(stream.outputs);
            self.streaming &= !only(channel);
        }
    }

    /// Returns the requests that can be granted, each with the free channels of the link.
    fn free(&self, shape: &Shape, here: &RouterCycle) -> [u64; REQUESTS] {
        let mut free = [0; REQUESTS];
        for (request, channels) in free.iter_mut().enumerate().take(shape.delivery()) {
            *channels = self.outputs.free(shape, request, here.room, here.vacant);
        }
        free[shape.delivery()] = self.delivery.is_free().into();
        free
    }

    /// Grants outputs to headers; returns whether the message of the own processor begins.
    ///
    /// A header asks for the first output that it lacks, and with one channel a link for those after it as far as all
    /// before them are free. It takes what is granted to it up to the first one that is not.
    fn grant(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        effects: &mut Effects,
        waits: &mut Waits,
    ) -> bool {
        let asking = self.waiting & !self.streaming;
        if asking == 0 {
            return false;
        }
        let free = self.free(shape, here);
        let is_free = (0..REQUESTS).filter(|it| free[*it] != 0).fold(0, |set, it| set | 1 << it);
        // Who asks, by request, and who does so for its first one.
        let (mut asks, mut first) = ([0; REQUESTS], [0; REQUESTS]);
        let mut requests = 0u64;
        for channel in each(asking) {
            let header = &mut self.inputs[channel].header;
            header.since.get_or_insert(here.now);
            first[header.missing.trailing_zeros() as usize] |= only(channel);
            let asked = run(header.missing, if shape.lanes == 1 { is_free } else { 0 });
            for request in ones((asked & is_free).into()) {
                asks[request] |= only(channel);
                requests |= 1 << request;
            }
        }
        // Who is granted, by request.
        let mut granted = [None; REQUESTS];
        for request in ones(requests) {
            granted[request] = Some(match request == shape.delivery() {
                true => self.deliverers.pick(asks[request]),
                false => self.outputs.pick(request, asks[request]),
            });
        }
        let share = |channel| shape.share(here.node, channel);
        let mut own_begins = false;
        for channel in each(asking) {
            for request in ones(self.inputs[channel].header.missing.into()) {
                if granted[request] != Some(channel) {
                    break;
                }
                let header = &mut self.inputs[channel].header;
                if request == shape.delivery() {
                    self.deliverers.take_share(asks[request], share);
                    header.buffer = Some(self.delivery.grant() as u8);
                } else {
                    let output = self.outputs.grant(request, free[request], asks[request], share);
                    header.outputs |= 1 << output;
                }
                header.missing &= !(1 << request);
                waits.granted(shape, &mut self.inputs, here.node, request, channel, first[request]);
            }
            let input = &mut self.inputs[channel];
            if input.header.missing != 0 {
                continue;
            }
            waits.begun(here.now, &input.header);
            if !input.begin() {
                self.waiting &= !only(channel);
            }
            self.streaming |= only(channel);
            if channel == shape.own() {
                own_begins = true;
            } else {
                let before = shape.behind(here.node, channel / shape.lanes);
                effects.begun.push((before as u32, channel as u8));
            }
        }
        own_begins
    }
}

/// Returns the lowest of some requests, and those after it that have only free ones before them.
fn run(missing: u32, free: u32) -> u32 {
    let stop = missing & !free;
    // All bits up to the lowest one that is set; all if none is.
    missing & (stop ^ stop.wrapping_sub(1))
}

/// A flit crosses the link of an output channel.
#[inline]
fn cross(
    shape: &Shape,
    here: &RouterCycle,
    channel: usize,
    (flit, first): (ClockedFlit, bool),
    packets: &Packets,
    effects: &mut Effects,
    world: &mut impl World<Beat, RegionEvent>,
) {
    let port = channel / shape.lanes;
    if first {
        world.link_start(here.now, here.node as u32, port as u32);
    }
    let message = packets.offer(flit.packet).message;
    let (node, link) = (here.node as u32, port as u32);
    world.crossed(here.now, OnLink { node, link, message, last: flit.last });
    let ahead = shape.ahead(here.node, port).expect("nothing is granted without a link");
    effects.pushed.push((ahead as u32, channel as u8, flit));
}
