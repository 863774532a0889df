//! What links, slots and credit counters hold between two cycles, for people who watch.

use serde::Serialize;

use super::CubeRouters;
use super::deadlock::MhuBuffer;
use super::router::Router;
use crate::simulate::bits::ones;

/// A flit that stands on a channel and crosses it when there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StandingFlit {
    /// Sending node.
    pub node: u32,
    /// Dimension, or after the last one the processor.
    pub channel: u32,
    /// Number of the message.
    pub message: u32,
    /// Whether the copy ends with it.
    pub last: bool,
}

/// A buffer with a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilledBuffer {
    /// Which one.
    #[serde(flatten)]
    pub place: MhuBuffer,
    /// Number of the message.
    pub message: u32,
    /// Dimensions that it still asks for.
    pub wants: Vec<u32>,
}

/// Free buffers at the other end of a link, if some are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Credits {
    /// Sending node.
    pub node: u32,
    /// Dimension.
    pub channel: u32,
    /// Buffer class.
    pub class: u32,
    /// Of the two buffers of the class.
    pub free: u32,
}

/// What a network holds between two cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    /// Flits on links and before processors.
    pub flits: Vec<StandingFlit>,
    /// Buffers in use.
    pub buffers: Vec<FilledBuffer>,
    /// Credit counters that are not full.
    pub credits: Vec<Credits>,
}

impl CubeRouters {
    /// Returns what the network holds; messages have the numbers of their offers.
    pub fn snapshot(&self) -> Snapshot {
        let mut found = Snapshot::default();
        for node in 0..self.routers.len() {
            self.see_channels(node, &mut found);
            for input in 0..self.shape.units() {
                self.see_buffers(node, input, &mut found);
            }
        }
        found
    }

    fn see_channels(&self, node: usize, found: &mut Snapshot) {
        let Router { gateways, delivery, .. } = &self.routers[node];
        let n = self.shape.spec.n;
        let standing =
            |channel, message, last| StandingFlit { node: node as u32, channel, message, last };
        for d in ones(gateways.standing.into()) {
            let flit = gateways.flit(d);
            let message = self.packets.get(flit.packet).message;
            found.flits.push(standing(d as u32, message, flit.last));
        }
        found.flits.extend(delivery.standing().map(|beat| standing(n, beat.message, beat.last)));
        for (channel, class) in
            (0..n).flat_map(|d| (0..self.shape.spec.classes).map(move |c| (d, c)))
        {
            let free = gateways.free(channel as usize, class);
            if free < 2 {
                found.credits.push(Credits { node: node as u32, channel, class, free });
            }
        }
    }

    fn see_buffers(&self, node: usize, input: usize, found: &mut Snapshot) {
        let slots = self.units[node * self.shape.units() + input].slots();
        for slot in ones(slots.used().into()) {
            let waits = slots.waiting() >> slot & 1 == 1;
            let wants = if waits { slots.want(&self.packets, slot as u8) } else { 0 };
            let links = wants & !self.shape.delivery();
            found.buffers.push(FilledBuffer {
                place: MhuBuffer::new(node, input, slot),
                message: slots.get(&self.packets, slot as u8).message,
                wants: ones(links.into()).map(|d| d as u32).collect(),
            });
        }
    }
}
