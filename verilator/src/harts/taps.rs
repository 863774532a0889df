//! Epochs in which the bench plays nodes: liars around a broadcast, and single packets of any kind.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use teecast_model::harts::byzantine::{Lie, forgeries};
use teecast_model::harts::frame::{self, Header};
use teecast_model::harts::majority::Identity;
use teecast_model::harts::way::Tags;
use teecast_spec::Flit;
use teecast_spec::harts::{DIRECTIONS, SILENCE};

use super::HartsDevice;
use crate::device::{self, Device};
use crate::random::Random;
use crate::stimulus::{Epoch, Message};

/// Time between copies of [`HartsDevice::rival_copies`]: enough for a majority of one and, for lack of
/// a place, of
/// another one before.
///
/// **Units**: clock cycles.
const COPY: u32 = 80;

impl HartsDevice {
    /// Returns an epoch in which liars are busy, one after the other, before the broadcast that they
    /// lie about begins.
    pub fn lies(
        &self,
        identity: Identity,
        liars: &[(u32, Lie)],
        truth: &[Flit],
        untruth: &[Flit],
    ) -> Epoch {
        let mut epoch =
            Epoch { tapped: liars.iter().map(|(liar, _)| *liar).collect(), ..Epoch::default() };
        let mut start = self.rest();
        for &(liar, lie) in liars {
            let mut ends = [start; DIRECTIONS as usize];
            for forgery in forgeries(&self.spec, liar, lie, identity, untruth) {
                let end = &mut ends[forgery.direction as usize];
                let first = if *end == start { start } else { 0 };
                let packet = self.on_link(
                    liar,
                    forgery.direction,
                    first,
                    forgery.flits,
                    &format!("{lie:?}"),
                );
                let flits = u32::try_from(packet.flits.len()).expect("short packets");
                *end += packet.gaps.iter().sum::<u32>() - first + flits;
                epoch.messages.push(packet);
            }
            start = ends.into_iter().fold(start, u32::max) + self.rest();
        }
        let mut message = self.broadcast(identity, truth);
        message.gaps[0] = start;
        epoch.messages.push(message);
        epoch
    }

    /// Returns an epoch with one regular packet, of any routing tags, on a link of a tapped node.
    pub fn regular(&self, node: u32, direction: u32, tags: Tags, sequence: u32) -> Epoch {
        let header = Header::Regular { tags, source: node, sequence };
        let data = [Flit::new(u64::from(sequence), false)];
        let flits = frame::packet(&self.spec, &header, &data, false);
        let packet = self.on_link(node, direction, 0, flits, &format!("tags {tags:?}"));
        Epoch { tapped: BTreeSet::from([node]), messages: vec![packet], ..Epoch::default() }
    }

    /// Returns epochs with broadcasts of node 0 that liars dispute: ties, majorities, copies that
    /// never come, that come late, that differ in length only or end badly.
    pub fn disputes(&self) -> Vec<Epoch> {
        let value = |bits: u64| vec![Flit::new(bits, false), Flit::new(!bits & 0xff, false)];
        let (truth, corrupt) = (value(0x71), value(0x0f));
        let (longer, short) = ([&truth[..], &truth[..1]].concat(), truth[..1].to_vec());
        type Case<'a> = (u32, &'a [(u32, Lie)], &'a [Flit]);
        let cases: [Case; 10] = [
            (1, &[(1, Lie::Replay)], &corrupt),
            (2, &[(1, Lie::Corrupt)], &corrupt),
            (2, &[(2, Lie::Corrupt)], &short),
            (3, &[(1, Lie::Corrupt)], &longer),
            (3, &[(3, Lie::Drop)], &corrupt),
            (4, &[(1, Lie::Corrupt), (2, Lie::Corrupt)], &corrupt),
            (4, &[(4, Lie::Drop), (6, Lie::Corrupt)], &corrupt),
            (5, &[(2, Lie::Corrupt), (5, Lie::Corrupt)], &corrupt),
            (6, &[(5, Lie::Replay)], &corrupt),
            (4, &[(1, Lie::Corrupt)], &corrupt),
        ];
        let epochs = (0..).zip(cases).map(|(sequence, (copies, liars, untruth))| {
            let identity = Identity { source: 0, copies, sequence };
            self.lies(identity, liars, &truth, untruth)
        });
        let mut epochs: Vec<Epoch> = epochs.collect();
        // Copies of the last one that end badly count for nothing.
        let last = epochs.last_mut().expect("there are cases");
        for message in last.messages.iter_mut().filter(|message| message.port >= self.nodes()) {
            message.flits.last_mut().expect("a packet has flits").bad = true;
        }
        epochs
    }

    /// Returns epochs in which the neighbours of node 0 send it copies of so many broadcasts, one copy
    /// after the other, and all before the first message of the epoch runs out: messages close for others that
    /// need their place, copies agree in groups of any size, come late or come again. Regular packets
    /// come between them, and the processor holds some frames up.
    pub fn rival_copies(&self, random: &mut Random, broadcasts: &[u32]) -> Vec<Epoch> {
        // In-links remember what they accepted in the epochs before.
        let mut first = 0;
        let epoch = |&many| {
            first += many;
            self.rival_copies_of(random, first - many..=first - 1)
        };
        broadcasts.iter().map(epoch).collect()
    }

    fn rival_copies_of(&self, random: &mut Random, sequences: RangeInclusive<u32>) -> Epoch {
        let low = *random.pick(&[0, 64]);
        let mut epoch = Epoch { tapped: (1..self.nodes()).collect(), low, ..Epoch::default() };
        let mut ends = [0; DIRECTIONS as usize];
        let mut start = self.rest();
        let last = start + self.spec.majority_timeout - COPY;
        // A first copy of each, as long as there is time, and then more of them.
        let mut opening = sequences.clone();
        while start < last {
            let sequence = opening.next().unwrap_or_else(|| random.within(sequences.clone()));
            let source = 1 + sequence % (self.nodes() - 1);
            let header = match random.chance(8) {
                true => Header::Regular { tags: [0; 3], source, sequence },
                false => Header::Broadcast {
                    // The first copy closes none.
                    copies: 2 + sequence % (DIRECTIONS - 1),
                    step: 1,
                    letter: 0,
                    mark: false,
                    distance: 1,
                    source,
                    sequence,
                },
            };
            // Copies with the same first flit and length agree; the others after it may differ.
            let length = *random.pick(&[0, 1, 1, self.spec.max_data, self.spec.max_data]);
            let first = *random.pick(&[0x71, 0x71, 0x70]);
            let data: Vec<Flit> = (0..length)
                .map(|index| if index == 0 { first } else { random.within(0..=255) })
                .map(|bits| Flit::new(u64::from(bits), false))
                .collect();
            let direction = random.within(0..=DIRECTIONS - 1);
            let sender = self.spec.hexmesh().behind(0, direction);
            let flits = frame::packet(&self.spec, &header, &data, false);
            let mut packet = self.on_link(sender, direction, 0, flits, "a copy");
            let end = &mut ends[direction as usize];
            packet.gaps[0] = start - *end;
            *end += packet.gaps.iter().sum::<u32>()
                + u32::try_from(packet.flits.len()).expect("short packets");
            epoch.messages.push(packet);
            start += COPY;
        }
        epoch
    }

    /// Returns an epoch in which all neighbours of a node send it packets that it refuses, as fast as
    /// a link goes.
    pub fn flood(&self, node: u32, packets: u32) -> Epoch {
        let header = Header::Broadcast {
            copies: 7,
            step: 1,
            letter: 0,
            mark: false,
            distance: 1,
            source: node,
            sequence: 0,
        };
        let flits = frame::packet(&self.spec, &header, &[], false);
        let sender = |direction| self.spec.hexmesh().behind(node, direction);
        let packet = |direction| {
            self.on_link(sender(direction), direction, 0, flits.clone(), "a packet to be refused")
        };
        let one_each = || (0..DIRECTIONS).map(packet);
        Epoch {
            tapped: (0..DIRECTIONS).map(sender).collect(),
            messages: (0..packets).flat_map(|_| one_each()).collect(),
            ..Epoch::default()
        }
    }

    /// Returns an epoch with one packet of any kind from one tapped node, sometimes twice.
    pub(super) fn stray(&self, random: &mut Random, id: u32) -> Epoch {
        let spec = &self.spec;
        let node = random.within(0..=self.nodes() - 1);
        let length = match random.within(0..=7) {
            0 => spec.max_data + random.within(1..=4),
            _ => device::some_data(random, spec.max_data),
        };
        let data = device::data(random, id, length, spec.width);
        let direction = random.within(0..=DIRECTIONS - 1);
        // In-links remember what they accepted: a number comes again only when that is forgotten.
        let sequence = id % 256;
        let mut what = "a packet";
        let header = match random.within(0..=9) {
            0..=4 => {
                let source = (node + random.within(1..=self.nodes() - 1)) % self.nodes();
                let identity = Identity { source, copies: random.within(1..=6), sequence };
                let honest = forgeries(spec, node, Lie::Corrupt, identity, &data);
                what = "an expected packet";
                let forgery = honest.into_iter().find(|forgery| forgery.direction == direction);
                forgery.map(|forgery| forgery.flits)
            }
            5 | 6 => {
                what = "a regular packet";
                let source = random.within(0..=self.nodes() - 1);
                let tags = self.tags(random, direction);
                let header = Header::Regular { tags, source, sequence };
                Some(frame::packet(spec, &header, &data, false))
            }
            _ => None,
        };
        let any = Header::Broadcast {
            copies: random.within(0..=7),
            step: random.within(0..=3),
            letter: random.within(0..=7),
            mark: random.chance(50),
            distance: random.within(0..=(1 << spec.distance_bits()) - 1),
            source: random.within(0..=self.nodes() - 1),
            sequence,
        };
        let mut flits = header.unwrap_or_else(|| frame::packet(spec, &any, &data, false));
        let last = flits.len() - 1;
        match random.within(0..=9) {
            0 => flits[last].bad = true,
            // The link falls silent.
            1 => flits[last].last = false,
            2 => {
                let kept = random.within(1..=u32::try_from(flits.len()).expect("short packets"));
                flits.truncate(kept as usize);
                flits[kept as usize - 1].last = random.chance(50);
            }
            _ => {}
        }
        let packet = self.on_link(node, direction, 0, flits, what);
        let mut again = packet.clone();
        if what == "a regular packet" {
            // In the way of the first one it could turn off elsewhere.
            again.gaps[0] += self.rest();
        } else if again.flits.last().is_some_and(|flit| !flit.last) {
            again.gaps[0] += self.flit_time() * (SILENCE + 2);
        }
        let again = random.chance(20).then_some(again);
        let messages = std::iter::once(packet).chain(again).map(|packet| Message { id, ..packet });
        Epoch { tapped: BTreeSet::from([node]), messages: messages.collect(), ..Epoch::default() }
    }

    /// Returns routing tags, legal or not, that do not lead back: those a receiver stores first,
    /// and may choose another one of them.
    fn tags(&self, random: &mut Random, direction: u32) -> Tags {
        let most = i32::try_from(self.spec.n - 1).expect("a small number");
        let left = |random: &mut Random| random.within(0..=self.spec.n - 1);
        let mut tags = [0; 3];
        let illegal = random.chance(30);
        for turn in [0, 1, DIRECTIONS - 1] {
            let (axis, back) = (((direction + turn) % 3) as usize, (direction + turn) % 6 > 2);
            let hops = i32::try_from(left(random)).expect("a small number");
            let hops = if back { -hops } else { hops };
            let room = most - tags.iter().map(|tag: &i32| tag.abs()).sum::<i32>();
            let turns = tags.iter().filter(|tag| **tag != 0).count();
            if illegal || (turns < 2 && hops.abs() <= room) {
                tags[axis] = hops;
            }
        }
        tags
    }

    /// Returns a packet on a link, `wait` cycles after the one before it.
    fn on_link(
        &self,
        node: u32,
        direction: u32,
        wait: u32,
        flits: Vec<Flit>,
        what: &str,
    ) -> Message {
        let time = self.flit_time();
        let mut gaps = vec![time - 1; flits.len()];
        // Room for a header that is a flit longer; with the crossbar starts are three cycles apart.
        gaps[0] = wait + (2 * time - 1).max(2);
        let port = self.nodes() + DIRECTIONS * node + direction;
        let what = format!("{what} from node {node} in direction {direction}");
        Message { id: 0, what, port, flits, gaps, offered: 0 }
    }

    /// Returns a time in which a broadcast of short messages comes to rest.
    ///
    /// **Units**: clock cycles.
    fn rest(&self) -> u32 {
        self.flit_time() * (self.spec.packet_flits() + 64) + 256
    }
}
