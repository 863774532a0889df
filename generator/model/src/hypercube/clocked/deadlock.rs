//! Whether every buffered message can still leave.

use std::fmt;

use serde::Serialize;
use teecast_spec::topology;

use super::CubeRouters;
use super::shape::Post;
use crate::simulate::bits::ones;
use crate::simulate::stuck::{Deadlock, Needs};

/// A message buffer of an input channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MhuBuffer {
    /// Node.
    pub node: u32,
    /// Input channel: a dimension, or after the last one the processor.
    pub input: u32,
    /// Buffer class.
    pub class: u32,
    /// Which of the buffers of the class.
    pub buffer: u32,
}

impl MhuBuffer {
    pub(super) fn new(node: usize, input: usize, slot: usize) -> Self {
        let [node, input, slot] = [node, input, slot].map(|number| number as u32);
        Self { node, input, class: slot / 2, buffer: slot % 2 }
    }
}

impl fmt::Display for MhuBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, input, class, buffer } = self;
        write!(f, "node {node} input {input} class {class} buffer {buffer}")
    }
}

impl CubeRouters {
    /// Looks for messages that wait for each other for ever, also when others still move.
    ///
    /// A copy that has started always ends: there is room for all of it, and no message holds an
    /// output while it waits. So a message waits only for links without a free buffer at the end; one of
    /// those is, sooner or later, unless their messages are stuck. The processor takes deliveries sooner or
    /// later: a message that waits for it only is never stuck.
    pub fn deadlock(&self) -> Option<Deadlock<MhuBuffer>> {
        let nodes = (0..self.active.words()).flat_map(|word| self.active.of_word(word));
        let inputs =
            nodes.flat_map(|node| ones(self.routers[node].active.into()).map(move |u| (node, u)));
        let slots = inputs.flat_map(|(node, input)| {
            let waiting = self.units[node * self.shape.units() + input].slots().waiting();
            ones(waiting.into()).map(move |slot| (node, input, slot))
        });
        let waits = slots.map(|(node, input, slot)| {
            (MhuBuffer::new(node, input, slot), self.needs(node, input, slot))
        });
        Deadlock::find(waits.filter(|(_, needs)| !needs.is_empty()))
    }

    /// Returns for each link without room for a message the buffers at its other end.
    fn needs(&self, node: usize, input: usize, slot: usize) -> Needs<MhuBuffer> {
        let router = &self.routers[node];
        let (shape, faulty) = (&self.shape, router.faulty);
        let post = Post { shape, node: node as u32, faulty, unit: input };
        let unit = &self.units[node * self.shape.units() + input];
        let links = unit.slots().want(&self.packets, slot as u8) & !shape.delivery();
        let behind = |d: usize| {
            let class = slot / 2 + (post.turns() >> d & 1) as usize;
            let full = !router.gateways.fits(d, class as u32);
            let there = topology::Cube::across(node as u32, d as u32) as usize;
            full.then(|| (0..2).map(|b| MhuBuffer::new(there, d, 2 * class + b)).collect())
        };
        ones(links.into()).filter_map(behind).collect()
    }
}
