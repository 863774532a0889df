//! Random packets for a receiver: such as may come in there, altered, shortened and too long.

use std::collections::BTreeMap;

use teecast_model::harts::expected::ExpectedHeaders;
use teecast_model::harts::frame::{self, Header};
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::{HexMesh, Topology};
use teecast_spec::{Flit, HartsSpec};

use crate::device;
use crate::random::Random;

/// Makes the packets of a link.
pub struct Packets<'a> {
    spec: &'a HartsSpec,
    hexmesh: HexMesh,
    expected: ExpectedHeaders,
    node: u32,
    /// The last broadcast of each in-link, to come again.
    last: BTreeMap<u32, Header>,
}

impl<'a> Packets<'a> {
    /// Returns the maker for the links of a node.
    pub fn new(spec: &'a HartsSpec, node: u32) -> Self {
        let hexmesh = HexMesh::new(spec.n);
        let expected = ExpectedHeaders::new(&hexmesh);
        Self { spec, hexmesh, expected, node, last: BTreeMap::new() }
    }

    /// Returns a packet and its header, which it may have lost a part of.
    pub fn next(&mut self, random: &mut Random, id: u32, direction: u32) -> (Header, Vec<Flit>) {
        let header = match (random.within(0..=99), self.last.get(&direction)) {
            (0..=44, _) => self.broadcast(random, direction),
            (45..=54, Some(&again)) => again,
            (55..=74, _) => self.altered(random, direction),
            _ => self.regular(random, direction),
        };
        if let Header::Broadcast { .. } = header {
            self.last.insert(direction, header);
        }
        let most = self.spec.max_data;
        let flaw = random.within(0..=99);
        let data = match flaw {
            0..=4 => most + random.within(1..=4),
            _ => device::some_data(random, most),
        };
        let data = device::data(random, id, data, self.spec.width);
        let mut flits = frame::packet(self.spec, &header, &data, random.chance(8));
        let header_flits = u32::try_from(flits.len() - data.len()).expect("headers are short");
        match flaw {
            5..=9 => device::truncate(random, &mut flits, header_flits),
            10..=15 => {
                let all = u32::try_from(flits.len()).expect("packets are short");
                flits.truncate(random.within(1..=all) as usize);
                let end = flits.last_mut().expect("one flit is left");
                (end.last, end.bad) = (false, false);
            }
            _ => {}
        }
        (header, flits)
    }

    /// A broadcast that may come in there.
    fn broadcast(&self, random: &mut Random, direction: u32) -> Header {
        loop {
            let (copies, source) =
                (random.within(1..=6), random.within(0..=self.hexmesh.nodes() - 1));
            let relative = self.hexmesh.relative(source, self.node);
            if let Some(packet) = self.expected.packet(copies, relative, direction) {
                return Header::Broadcast {
                    copies,
                    step: packet.step,
                    letter: packet.tag.code(),
                    mark: random.chance(50),
                    distance: packet.distance,
                    source,
                    sequence: random.within(0..=255),
                };
            }
        }
    }

    /// One that may come in there but for one field, which may be anything.
    fn altered(&self, random: &mut Random, direction: u32) -> Header {
        let mut header = self.broadcast(random, direction);
        let Header::Broadcast { copies, step, letter, distance, source, .. } = &mut header else {
            return header;
        };
        let (node, far) = (self.spec.node_bits(), self.spec.distance_bits());
        let mut fields = [(copies, 3), (step, 2), (letter, 3), (distance, far), (source, node)];
        let (field, bits) = &mut fields[random.within(0..=4) as usize];
        **field = random.within(0..=(1 << *bits) - 1);
        header
    }

    /// Any tags that do not lead back: a shortest way turns by one sixth at most.
    fn regular(&self, random: &mut Random, direction: u32) -> Header {
        let all = 1 << self.spec.tag_bits();
        let unused = 32 - self.spec.tag_bits();
        loop {
            let tags = [0; 3].map(|_: i32| match random.chance(50) {
                true => 0,
                false => (random.within(0..=all - 1) << unused) as i32 >> unused,
            });
            let mut ways = tags.iter().zip(0..).filter(|(tag, _)| **tag != 0);
            let forward = ways.all(|(tag, axis)| {
                let way = if *tag > 0 { axis } else { HexMesh::opposite(axis) };
                [0, 1, DIRECTIONS - 1].contains(&((way + DIRECTIONS - direction) % DIRECTIONS))
            });
            if forward {
                let source = random.within(0..=(1 << self.spec.node_bits()) - 1);
                return Header::Regular { tags, source, sequence: random.within(0..=255) };
            }
        }
    }
}
