//! Whether every message in an input channel can still leave.

use std::fmt;

use super::MeshRouters;
use super::channels::{Channels, each, only};
use super::input::Input;
use super::router::Router;
use crate::simulate::bits::ones;
use crate::simulate::stuck::{Deadlock, Needs};

/// An input channel of an emitted router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MeshChannel {
    /// Router.
    pub node: u32,
    /// Port of the router before, or after the last one the processor.
    pub port: u32,
    /// Virtual channel.
    pub lane: u32,
}

impl fmt::Display for MeshChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "router {} input {} channel {}", self.node, self.port, self.lane)
    }
}

impl MeshRouters {
    /// Looks for messages that wait for each other for ever, also when others still move.
    ///
    /// A header waits for an output until its owner has left, and until the message before it has
    /// begun at the other end; where it leaves at once, until there is room, too. A message that leaves waits for flits and for room. Processors take
    /// what is delivered.
    pub fn deadlock(&self) -> Option<Deadlock<MeshChannel>> {
        let nodes = 0..self.routers.len();
        let channels = nodes.flat_map(|node| {
            let router = &self.routers[node];
            each(router.waiting | router.streaming).map(move |channel| (node, channel))
        });
        let waiting =
            channels.map(|(node, channel)| (self.place(node, channel), self.needs(node, channel)));
        Deadlock::find(waiting.filter(|(_, needs)| !needs.is_empty()))
    }

    fn place(&self, node: usize, channel: usize) -> MeshChannel {
        let (port, lane) = (channel / self.shape.lanes, channel % self.shape.lanes);
        MeshChannel { node: node as u32, port: port as u32, lane: lane as u32 }
    }

    /// Returns the input channel at the other end of an output channel.
    fn ahead(&self, node: usize, output: usize) -> (usize, usize) {
        let next = self.shape.ahead(node, output / self.shape.lanes);
        (next.expect("nothing is granted without a link"), output)
    }

    /// Returns what the first message of an input channel needs.
    fn needs(&self, node: usize, channel: usize) -> Needs<MeshChannel> {
        let (router, shape) = (&self.routers[node], &self.shape);
        let input = &router.inputs[channel];
        if router.streaming & only(channel) == 0 {
            let request = input.header.missing.trailing_zeros() as usize;
            return match request == shape.delivery() {
                true => self.before_delivery(node).into_iter().collect(),
                false => self.before_link(node, request).into_iter().collect(),
            };
        }
        if router.filled & only(channel) != 0 {
            let ahead = ones(input.stream.outputs).map(|output| self.ahead(node, output));
            let full = ahead.filter(|(next, behind)| self.routers[*next].is_full(shape, *behind));
            return full.map(|(next, behind)| vec![self.place(next, behind)]).collect();
        }
        if channel == shape.own() {
            return Needs::new();
        }
        // The rest of the message is to come, from a register or from the owner of the channel.
        let before = shape.behind(node, channel / shape.lanes);
        let outputs = &self.routers[before].outputs;
        let owner = (!outputs.holds(channel)).then(|| self.owner(before, channel)).flatten();
        owner.map(|owner| vec![self.place(before, owner)]).into_iter().collect()
    }

    /// Returns the input channel whose message has an output channel.
    fn owner(&self, node: usize, output: usize) -> Option<usize> {
        let Router { inputs, waiting, streaming, .. } = &self.routers[node];
        each(*waiting | *streaming).find(|channel| {
            let Input { header, stream, .. } = &inputs[*channel];
            let has = |set: Channels, outputs: u64| {
                set & only(*channel) != 0 && outputs >> output & 1 == 1
            };
            has(*streaming, stream.outputs) || has(*waiting, header.outputs)
        })
    }

    /// Returns what must move before a request for a link is granted, unless a channel is free.
    fn before_link(&self, node: usize, request: usize) -> Option<Vec<MeshChannel>> {
        let outputs = &self.routers[node].outputs;
        let before = |output: usize| match self.owner(node, output) {
            Some(owner) => Some(self.place(node, owner)),
            None => {
                let (next, behind) = self.ahead(node, output);
                let full = || self.routers[next].is_full(&self.shape, behind);
                let waits = outputs.waits(output) || (self.shape.at_once && full());
                waits.then(|| self.place(next, behind))
            }
        };
        ones(outputs.serving(&self.shape, request)).map(before).collect()
    }

    /// Returns the input channel that has the buffer that is granted next, if one has it.
    fn before_delivery(&self, node: usize) -> Option<Vec<MeshChannel>> {
        let Router { inputs, waiting, streaming, delivery, .. } = &self.routers[node];
        let next = Some(delivery.next());
        let mut channels = each(*waiting | *streaming);
        let owner = channels.find(|channel| {
            let Input { header, stream, .. } = &inputs[*channel];
            let has = |set: Channels, buffer| set & only(*channel) != 0 && buffer == next;
            has(*streaming, stream.buffer) || has(*waiting, header.buffer)
        });
        owner.map(|owner| vec![self.place(node, owner)])
    }
}
