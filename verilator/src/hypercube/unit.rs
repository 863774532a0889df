//! One message handling unit alone, at any place of its cube, against the model's.
//!
//! The unit is played like a network: its outputs are the nodes, its one input is the only stream.
//! Above the data bits a played flit says where the unit stands (`templates/hypercube/testbench/mhu_tb.v`).

use std::collections::BTreeSet;

use teecast_model::hypercube::event;
use teecast_model::hypercube::frame::{self, Addressees, MARK_BITS};
use teecast_model::hypercube::mhu::{self, MhuContext};
use teecast_spec::topology::Cube;
use teecast_spec::{Flit, HypercubeSpec};

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic, Wish};
use crate::hypercube::event_word;
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Bits of a class above the mark of a bad frame, which is above the data.
const CLASS_BITS: u32 = 3;

/// Most frames at one place.
const FRAMES: u32 = 6;

/// Shares of cycles in which an output refuses; all wanted outputs have to agree on a flit.
///
/// **Units**: 256ths.
const REFUSALS: [u32; 3] = [0, 32, 96];

/// The message handling unit of a configuration as something to play.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// Configuration.
    pub spec: &'a HypercubeSpec,
}

impl Unit<'_> {
    /// Makes frames at `places` random places: as a processor or a neighbour may send them, and
    /// malformed ones. The same arguments give the same stimulus.
    pub fn stimulus(&self, seed: u64, places: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let mut traffic = self.spec.traffic();
        let mut id = 0;
        let mut epoch = |offered| {
            let place = self.place(&mut random);
            let low = *random.pick(&REFUSALS);
            let frames = random.within(1..=FRAMES);
            let mut message = |_| {
                let (what, flits) = self.frame(&mut random, traffic.as_mut(), id, place);
                let (gaps, message) = (vec![0; flits.len()], id);
                id += 1;
                Message { id: message, what, port: 0, flits, gaps, offered }
            };
            Epoch { low, messages: (0..frames).map(&mut message).collect(), ..Epoch::default() }
        };
        Stimulus { epochs: (0..places).map(&mut epoch).collect() }
    }

    fn place(&self, random: &mut Random) -> MhuContext {
        let HypercubeSpec { n, fault_tolerant, .. } = *self.spec;
        let all = self.spec.nodes() - 1;
        let arrival = Some(random.within(0..=n)).filter(|channel| *channel < n);
        // Few faults are the rule; a faulty neighbour sends nothing.
        let healthy = arrival.map_or(0, |channel| 1 << channel);
        let faulty = random.within(0..=all) & random.within(0..=all) & !healthy;
        let fault_vector = if fault_tolerant { faulty } else { 0 };
        MhuContext { node: random.within(0..=all), fault_vector, arrival, class: 0 }
    }

    /// Returns a frame for a unit, and what it is for people.
    fn frame(
        &self,
        random: &mut Random,
        traffic: &mut dyn Traffic,
        id: u32,
        mut place: MhuContext,
    ) -> (String, Vec<Flit>) {
        let spec = self.spec;
        let neighbours = (0..spec.n).filter(|j| place.fault_vector >> j & 1 == 1);
        let faulty: BTreeSet<u32> = neighbours.map(|j| Cube::across(place.node, j)).collect();
        // Only a processor sends malformed frames: a neighbour is a router, which ends them.
        let is_whole = |flits: &[Flit]| {
            let decoded = frame::decode(spec, flits);
            decoded.is_ok_and(|frame| frame.data.len() <= spec.max_data as usize)
        };
        let (what, mut flits) = loop {
            let (what, flits) = traffic.message(random, id, place.node, Wish::Any, &faulty);
            if place.arrival.is_none() || is_whole(&flits) {
                break (what, flits);
            }
        };
        if let Some(channel) = place.arrival {
            place.class = random.within(0..=spec.classes - 1);
            flits = self.arriving(random, &place, channel, flits);
        }
        for flit in &mut flits {
            let offset = spec.width + MARK_BITS;
            flit.set_field(offset, 1, u32::from(flit.bad));
            flit.set_field(offset + 1, CLASS_BITS, place.class);
            flit.set_field(offset + 1 + CLASS_BITS, 3 * spec.n + 1, self.place_bits(&place));
        }
        (format!("{what} at {place:?}"), flits)
    }

    /// Turns a frame of a processor into one that a neighbour may send on its link: nothing of it lies
    /// behind this link, and some destinations of a multicast belong to other copies.
    fn arriving(
        &self,
        random: &mut Random,
        place: &MhuContext,
        channel: u32,
        flits: Vec<Flit>,
    ) -> Vec<Flit> {
        let spec = self.spec;
        let mut arriving = frame::decode(spec, &flits).expect("the frame is whole");
        let own = 1 << channel;
        let sender = Cube::across(place.node, channel);
        let most = spec.m as usize;
        arriving.bad = random.chance(10);
        arriving.header.control &= !own;
        if let Addressees::List(list) = &mut arriving.header.addressees {
            // Longer lists travel unchanged.
            if list.len() <= most {
                list.iter_mut().for_each(|address| *address = *address & !own | place.node & own);
            }
            if (2..=most).contains(&list.len()) && random.chance(75) {
                let last = u32::try_from(list.len() - 1).expect("at most m destinations");
                let kept = random.within(0..=last);
                let rows: Vec<usize> = (0..=last)
                    .filter(|row| *row == kept || random.chance(50))
                    .map(|row| row as usize)
                    .collect();
                let list = frame::keep_rows(list, &rows, sender);
                arriving.header.addressees = match rows[..] {
                    [place] if place < frame::near_places(spec) => {
                        Addressees::Only { place, address: list[place] }
                    }
                    _ => Addressees::Places(list),
                };
            }
        }
        loop {
            let flits = frame::encode_link(spec, sender, &arriving);
            let outcome = mhu::handle(spec, place, &flits);
            let returns = outcome.copies.iter().any(|copy| copy.dimension == channel);
            let turns = outcome.events.iter().any(|event| event.code == event::INCOMPLETE);
            if spec.fault_tolerant || !(returns || turns) {
                return flits;
            }
            // Without Control the source says where a broadcast goes; no such tree comes back, or
            // descends after it ascended.
            arriving.header.source = random.within(0..=spec.nodes() - 1);
        }
    }

    /// Bits of a played flit above its data and its mark.
    fn sideband(&self) -> u32 {
        1 + CLASS_BITS + 3 * self.spec.n + 1
    }

    /// Returns {channel, one-hot; address; faulty dimensions}.
    fn place_bits(&self, place: &MhuContext) -> u32 {
        let n = self.spec.n;
        1 << (2 * n + place.arrival.unwrap_or(n)) | place.node << n | place.fault_vector
    }

    /// Reads a place back from a played flit.
    fn place_of(&self, flit: &Flit) -> MhuContext {
        let HypercubeSpec { n, width, .. } = *self.spec;
        let width = width + MARK_BITS;
        let offset = width + 1 + CLASS_BITS;
        let channel = flit.field(offset + 2 * n, n + 1).trailing_zeros();
        MhuContext {
            node: flit.field(offset + n, n),
            fault_vector: flit.field(offset, n),
            arrival: Some(channel).filter(|channel| *channel < n),
            class: flit.field(width + 1, CLASS_BITS),
        }
    }
}

impl Device for Unit<'_> {
    fn network(&self) -> &'static str {
        "mhu"
    }

    fn nodes(&self) -> u32 {
        self.spec.n + 1
    }

    fn routers(&self) -> u32 {
        1
    }

    fn links(&self) -> u32 {
        self.spec.n
    }

    /// Flits of copies, with their mark and their class.
    fn width(&self) -> u32 {
        self.spec.width + MARK_BITS + CLASS_BITS
    }

    fn event_bits(&self) -> u32 {
        self.spec.event_bits()
    }

    fn streams(&self) -> Vec<u32> {
        vec![self.spec.width + MARK_BITS + self.sideband()]
    }

    /// Refusals add to what a network takes.
    fn idle(&self) -> u32 {
        3 * self.spec.idle()
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        self.spec.traffic()
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let HypercubeSpec { n, width, .. } = *self.spec;
        let width = width + MARK_BITS;
        let predicted = |message: &Message| {
            let place = self.place_of(&message.flits[0]);
            let mut flits = message.flits.clone();
            flits.iter_mut().for_each(|flit| flit.set_field(width, self.sideband(), 0));
            let outcome = mhu::handle(self.spec, &place, &flits);
            let copies = outcome.copies.iter().map(|copy| {
                let mut flits = copy.flits.clone();
                flits.iter_mut().for_each(|flit| flit.set_field(width, CLASS_BITS, copy.class));
                Delivery { node: copy.dimension, flits }
            });
            let delivery =
                outcome.delivery.iter().cloned().map(|flits| Delivery { node: n, flits });
            let link = |copy: &mhu::Copy| Link { node: n, index: copy.dimension };
            let event = |event| Event { node: n, word: event_word(n, event) };
            Outcome {
                deliveries: copies.chain(delivery).collect(),
                links: outcome.copies.iter().map(link).collect(),
                events: outcome.events.iter().map(event).collect(),
                ..Outcome::default()
            }
        };
        epoch.messages.iter().map(predicted).collect()
    }

    fn link_text(&self, index: u32) -> String {
        self.spec.link_text(index)
    }

    fn event_text(&self, word: u64) -> String {
        self.spec.event_text(word)
    }
}
