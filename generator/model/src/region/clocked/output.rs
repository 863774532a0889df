//! `region_output`: who has the channels of the links, and the registers before links that several
//! channels share.

use super::channels::RoundRobin;
use super::packet::ClockedFlit;
use super::shape::Shape;
use crate::simulate::bits::ones;

/// The output channels of a router.
///
/// **Shape**: channel k of port p is number p * lanes + k, a bit of the sets.
#[derive(Clone, Debug)]
pub(super) struct Outputs {
    /// Those that a message has.
    busy: u64,
    /// By channel the messages that have not begun at the other end.
    waits: Vec<u32>,
    /// Those that lead somewhere.
    linked: u64,
    /// By request for a link.
    grants: Vec<RoundRobin>,
    /// Registers with a flit, and what is in them: the flit, and whether it is the first one.
    held: u64,
    registers: Vec<(ClockedFlit, bool)>,
    /// By port, over the channels of the link.
    turns: Vec<RoundRobin>,
}

impl Outputs {
    pub fn new(shape: &Shape, node: usize) -> Self {
        let none = ClockedFlit::default();
        let of_port = |port: usize| (u64::MAX >> (64 - shape.lanes)) << (port * shape.lanes);
        let linked = (0..shape.ports).filter(|port| shape.ahead(node, *port).is_some());
        let registers = if shape.lanes > 1 { shape.ports * shape.lanes } else { 0 };
        Self {
            busy: 0,
            waits: vec![0; shape.ports * shape.lanes],
            linked: linked.fold(0, |set, port| set | of_port(port)),
            grants: vec![RoundRobin::default(); shape.ports * shape.classes],
            held: 0,
            registers: vec![(none, false); registers],
            turns: vec![RoundRobin::default(); shape.ports],
        }
    }

    /// Returns whether no register has a flit.
    pub fn idle(&self) -> bool {
        self.held == 0
    }

    /// Returns whether the register of a channel has a flit.
    pub fn holds(&self, channel: usize) -> bool {
        self.held >> channel & 1 == 1
    }

    /// Returns whether a message of a channel has not begun at the other end.
    pub fn waits(&self, channel: usize) -> bool {
        self.waits[channel] > 0
    }

    /// Returns the channels of a request that no message has and that take one. `room`, `vacant`: channels with a
    /// place for a flit and for all flits behind them.
    pub fn free(&self, shape: &Shape, request: usize, room: u64, vacant: u64) -> u64 {
        // A flit that moves at once needs room at once.
        let room = if shape.at_once { room } else { u64::MAX };
        let unowned = self.serving(shape, request) & !self.busy & room;
        let takes = |channel: &usize| self.takes(shape, *channel, vacant);
        ones(unowned).filter(takes).fold(0, |free, channel| free | 1 << channel)
    }

    /// Returns whether a further message may enter a channel that none has.
    pub fn takes(&self, shape: &Shape, channel: usize, vacant: u64) -> bool {
        let waits = self.waits[channel];
        waits == 0 || (waits < shape.heads && vacant >> channel & 1 == 1)
    }

    /// Returns the channel that is granted the next channel of a request.
    pub fn pick(&self, request: usize, asks: u128) -> usize {
        self.grants[request].pick(asks)
    }

    /// Returns the channels that serve a request for a link.
    pub fn serving(&self, shape: &Shape, request: usize) -> u64 {
        shape.members(request) & self.linked
    }

    /// Sends a flit of each link whose channels have one and room for it in the queues behind them;
    /// returns the channels that take a flit in this cycle. A register takes one while it sends one if no
    /// other register of the link has a flit.
    ///
    /// **Shape**: `send` takes the channel, the flit, and whether it is the first one.
    #[inline]
    pub fn send(
        &mut self,
        shape: &Shape,
        room: u64,
        mut send: impl FnMut(usize, ClockedFlit, bool),
    ) -> u64 {
        if shape.lanes == 1 {
            return room;
        }
        let mut open = !self.held;
        let before = self.held;
        let mut ready = self.held & room;
        while ready != 0 {
            let port = ready.trailing_zeros() as usize / shape.lanes;
            let low = port * shape.lanes;
            let lanes = ready >> low & (u64::MAX >> (64 - shape.lanes));
            let channel = low + self.turns[port].take(lanes.into());
            let (flit, first) = self.registers[channel];
            send(channel, flit, first);
            self.held &= !(1 << channel);
            if before & (u64::MAX >> (64 - shape.lanes)) << low == 1 << channel {
                open |= 1 << channel;
            }
            ready &= !(lanes << low);
        }
        open
    }

    /// A flit goes into the register of a channel.
    #[inline]
    pub fn load(&mut self, channel: usize, flit: ClockedFlit, first: bool) {
        self.registers[channel] = (flit, first);
        self.held |= 1 << channel;
    }

    /// The tail of a message has left for its channels.
    #[inline]
    pub fn release(&mut self, channels: u64) {
        self.busy &= !channels;
    }

    /// The message in a channel has begun at the other end.
    #[inline]
    pub fn begun(&mut self, channel: usize) {
        self.waits[channel] -= 1;
    }

    /// Grants the lowest of the free channels of a request to one of those who ask; returns it.
    #[inline]
    pub fn grant(
        &mut self,
        request: usize,
        free: u64,
        asks: u128,
        share: impl Fn(usize) -> u16,
    ) -> usize {
        let channel = free.trailing_zeros() as usize;
        self.busy |= 1 << channel;
        self.waits[channel] += 1;
        self.grants[request].take_share(asks, share);
        channel
    }
}
