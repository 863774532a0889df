//! `ihc_injector`: frames from the processor, and the packet of a round.

use std::collections::VecDeque;
use std::mem;

use teecast_spec::{Flit, IhcSpec};

use super::LinkFlit;
use super::schedule::Moment;
use crate::ihc::frame::{self, Packet};

/// Whole frames that wait or are sent.
const FRAMES: usize = 2;

/// The processor's side of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Injector {
    whole: VecDeque<Vec<Flit>>,
    /// Data flits of the frame that comes.
    coming: Vec<Flit>,
    /// The rest of the frame is discarded.
    discards: bool,
    /// The processor is inside a frame; known through a fault.
    inside: bool,
    /// The flit of the cycle before made a frame too long.
    oversize: bool,
    /// The packet of this round, that of the oldest whole frame.
    packet: Option<Vec<Flit>>,
}

impl Injector {
    /// Returns whether a flit is taken.
    pub fn accepts(&self) -> bool {
        self.discards || self.whole.len() < FRAMES
    }

    /// Returns whether a frame is reported as too long.
    pub fn oversize(&self) -> bool {
        self.oversize
    }

    /// Returns the own flit that is made so many slots after the start.
    pub fn own(&self, since_start: u32) -> Option<LinkFlit> {
        let flit = self.packet.as_ref()?.get(since_start as usize)?;
        Some(LinkFlit { first: since_start == 0, flit: flit.clone() })
    }

    /// Forgets all but where the processor is in its frame.
    pub fn fail(&mut self) {
        *self = Self { discards: self.inside, inside: self.inside, ..Self::default() };
    }

    /// Ends a cycle in which a flit was taken or not.
    pub fn step(&mut self, spec: &IhcSpec, node: u32, moment: &Moment, taken: Option<Flit>) {
        if moment.begins {
            let sequence = moment.number.into();
            let packet = |data: &Vec<Flit>| Packet { source: node, sequence, data: data.clone() };
            let oldest = self.whole.front().map(packet);
            self.packet = oldest.map(|packet| frame::packet(spec, &packet, false));
        }
        if moment.ends && self.packet.take().is_some() {
            self.whole.pop_front();
        }
        self.oversize = false;
        if let Some(flit) = taken {
            self.take(spec, flit);
        }
    }

    fn take(&mut self, spec: &IhcSpec, flit: Flit) {
        let last = flit.last;
        self.inside = !last;
        if self.discards {
            self.discards = !last;
        } else if self.coming.len() as u32 == spec.max_data {
            self.coming.clear();
            self.oversize = true;
            self.discards = !last;
        } else {
            self.coming.push(flit);
            if last {
                self.whole.push_back(mem::take(&mut self.coming));
            }
        }
    }
}
