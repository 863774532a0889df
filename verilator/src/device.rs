//! What the benches have to know of a family: its network, its traffic and its prediction.
//!
//! Everything else of stimuli, benches, traces and comparison is the same for all families.

use std::collections::BTreeSet;

use serde::Serialize;
use teecast_spec::Flit;

use crate::epoch::{Epoch, Message};
use crate::random::Random;
pub use crate::sight::{Event, Link};
use crate::trace::SeenEpoch;

/// A network under test and its golden model.
pub trait Device {
    /// Returns the top module, without prefix.
    fn network(&self) -> &'static str;

    /// Returns the number of nodes.
    fn nodes(&self) -> u32;

    /// Returns the number of routers in it, or 1 for a part of one.
    fn routers(&self) -> u32 {
        self.nodes()
    }

    /// Returns the links that leave a node.
    fn links(&self) -> u32;

    /// Returns the flit width in bits.
    fn width(&self) -> u32;

    /// Returns the bits of an event.
    fn event_bits(&self) -> u32;

    /// Returns the widths of what the bench plays.
    ///
    /// **Shape**: the streams of all processors, then those of links, if the bench has any.
    fn streams(&self) -> Vec<u32> {
        vec![self.width(); self.nodes() as usize]
    }

    /// Returns the flits of a message as its stream plays them.
    fn played(&self, message: &Message) -> Vec<Flit> {
        message.flits.clone()
    }

    /// Returns the flits of a message before its data: all of a malformed one.
    ///
    /// **Units**: flits; 0 where messages are data alone.
    fn header_flits(&self, message: &Message) -> usize {
        let _ = message;
        0
    }

    /// Returns a time longer than anything that can happen unseen.
    ///
    /// **Units**: clock cycles.
    fn idle(&self) -> u32;

    /// Returns the time from a change of the faulty nodes until all routers have room for each other.
    ///
    /// **Units**: clock cycles.
    fn settling(&self) -> u32 {
        0
    }

    /// Tells whether messages can block each other for ever, so that they have to be alone.
    fn blocks(&self) -> bool {
        false
    }

    /// Returns the source of random messages.
    fn traffic(&self) -> Box<dyn Traffic + '_>;

    /// Returns epochs with packets that nodes played by the bench put on their links; none where the
    /// bench plays no nodes.
    fn tapped(&self, random: &mut Random, messages: u32) -> Vec<Epoch> {
        let _ = (random, messages);
        Vec::new()
    }

    /// Predicts an epoch: what each message causes, then what they cause together.
    fn predict(&self, epoch: &Epoch) -> Vec<Outcome>;

    /// Returns the rounds of an epoch, where messages carry the number of their round.
    fn rounds(&self, epoch: &Epoch) -> u32 {
        let _ = epoch;
        0
    }

    /// Predicts an epoch that begins after so many rounds.
    fn predict_after(&self, rounds: u32, epoch: &Epoch) -> Vec<Outcome> {
        let _ = rounds;
        self.predict(epoch)
    }

    /// Returns a delivery without what depends on the load of the epoch.
    fn without_load(&self, epoch: &Epoch, delivery: Delivery) -> Delivery {
        let _ = epoch;
        delivery
    }

    /// Returns what of an epoch came too early or too late, where the model knows the time; all of it
    /// is as predicted.
    fn untimely(&self, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
        let _ = (epoch, seen);
        None
    }

    /// Names a link of a node.
    fn link_text(&self, index: u32) -> String;

    /// Describes an event by its bits.
    fn event_text(&self, word: u64) -> String;
}

/// What a message shall be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Anything, malformed too; no other message is on its way.
    Alone,
    /// Anything, malformed too.
    Any,
    /// One destination, well formed.
    Plain,
    /// Well formed and of the length that fills a network.
    Heavy,
    /// Well formed, and often for destinations that are faulty.
    Unreachable,
}

/// Makes random messages.
pub trait Traffic {
    /// Hears that a new epoch begins.
    fn begin(&mut self) {}

    /// Returns a set of faulty nodes.
    fn fault_set(&mut self, random: &mut Random) -> BTreeSet<u32>;

    /// Returns whether a node ever has messages to send; one that is faulty from the beginning has none.
    fn sends(&self, _node: u32) -> bool {
        true
    }

    /// Returns a message of a node that is not faulty: what it tries, for people, and its flits.
    ///
    /// The first data flit, if there is any, holds the number of the message.
    fn message(
        &mut self,
        random: &mut Random,
        id: u32,
        node: u32,
        wish: Wish,
        faulty: &BTreeSet<u32>,
    ) -> (String, Vec<Flit>);
}

/// One frame handed to a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Receiving node.
    pub node: u32,
    /// Flits as on the wire.
    pub flits: Vec<Flit>,
}

/// Something that came at a wrong time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untimely {
    /// When it came.
    ///
    /// **Units**: clock cycles since reset.
    pub cycle: u64,
    /// What it is and when it should have come.
    pub expected: String,
}

/// What a message causes; the order within a list means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Deliveries.
    pub deliveries: Vec<Delivery>,
    /// Copies on links.
    pub links: Vec<Link>,
    /// Copies on some link of this index: under load they may take another way of the same length.
    pub hops: Vec<u32>,
    /// Events.
    pub events: Vec<Event>,
}

/// Returns data flits: the number of the message first, then random bits.
pub fn data(random: &mut Random, id: u32, flits: u32, width: u32) -> Vec<Flit> {
    let mut data: Vec<Flit> = (0..flits).map(|_| random_flit(random, width)).collect();
    if let Some(first) = data.first_mut() {
        first.set_field(0, width.min(32), id);
    }
    data
}

/// Returns a number of data flits: often none, mostly few, now and then the most.
pub fn some_data(random: &mut Random, most: u32) -> u32 {
    match random.within(0..=9) {
        0 | 1 => 0,
        2..=7 => random.within(0..=most.min(8)),
        8 => random.within(0..=most),
        _ => most,
    }
}

/// Cuts a frame inside its header; a header of one flit cannot be cut and stays.
pub fn truncate(random: &mut Random, flits: &mut Vec<Flit>, header: u32) {
    if header > 1 {
        let kept = random.within(1..=header - 1) as usize;
        flits.truncate(kept);
        flits[kept - 1].last = true;
    }
}

fn random_flit(random: &mut Random, width: u32) -> Flit {
    let mut flit = Flit::default();
    for offset in (0..width).step_by(32) {
        let bits = random.within(0..=u32::MAX);
        flit.set_field(offset, (width - offset).min(32), bits);
    }
    flit
}

/// One measured number and the bound it has to keep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// What was measured, with its circumstances.
    pub what: String,
    /// The number.
    pub value: f64,
    /// The bound.
    pub bound: f64,
    /// Unit of both.
    pub unit: &'static str,
    /// The number is within the bound.
    pub passed: bool,
}
