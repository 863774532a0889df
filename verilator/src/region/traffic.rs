//! Random messages of the region family.

use std::collections::BTreeSet;

use teecast_model::region::frame::{self, Wish};
use teecast_spec::region::{Answers, CornerAlgorithm};
use teecast_spec::topology::Grid;
use teecast_spec::{Flit, RegionSpec};

use crate::device::{self, Traffic};
use crate::random::Random;

/// The largest wish, which no network has an answer to.
const ALL_ONES: u32 = 3;

/// Data flits of a message that fills the network.
const HEAVY_DATA: u32 = 8;

/// Names what a message tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One destination.
    Unicast,
    /// Any region.
    Region,
    /// All nodes.
    Whole,
    /// The sender is the destination.
    Own,
    /// A coordinate that the mesh does not have.
    UnknownNode,
    /// The frame ends inside its header.
    Truncated,
    /// More data than the configuration allows.
    Oversize,
    /// A region without the sender.
    Outside,
    /// An answer that the network does not have.
    WrongWant,
}

/// Makes messages of all kinds.
pub struct MeshTraffic<'a> {
    spec: &'a RegionSpec,
    mesh: Grid,
}

impl<'a> MeshTraffic<'a> {
    /// Returns the source of a configuration.
    pub fn new(spec: &'a RegionSpec) -> Self {
        Self { spec, mesh: spec.mesh() }
    }

    fn any_kind(&self, random: &mut Random) -> Kind {
        if self.spec.answers.any() && random.chance(5) {
            return Kind::WrongWant;
        }
        any_kind(random)
    }

    /// Returns what a frame wants: an answer in three cases of four, where there are any.
    fn wish(&self, random: &mut Random, kind: Kind) -> Wish {
        let wants = match self.spec.answers {
            Answers::None => return Wish::default(),
            Answers::Landed => [frame::PLAIN, frame::LANDED, frame::LANDED, frame::LANDED],
            Answers::Reply => [frame::PLAIN, frame::LANDED, frame::REPLY, frame::REPLY],
        };
        let want = match kind {
            Kind::WrongWant => random.within(wants[3] + 1..=ALL_ONES),
            _ => *random.pick(&wants),
        };
        Wish { want, id: random.within(0..=(1 << self.spec.id_bits()) - 1) }
    }

    fn anywhere(&self, random: &mut Random) -> Vec<u32> {
        self.spec.radices.iter().map(|radix| random.within(0..=radix - 1)).collect()
    }

    /// Returns two corners of a region; with a spanning tree the node lies inside.
    fn region(&self, random: &mut Random, node: u32) -> [Vec<u32>; 2] {
        let (one, other) = (self.anywhere(random), self.anywhere(random));
        if self.spec.algorithm != CornerAlgorithm::Mst {
            return [one, other];
        }
        let here = self.mesh.at(node);
        let side = |pick: fn(u32, u32) -> u32, corner: &[u32]| -> Vec<u32> {
            here.iter().zip(corner).map(|(x, y)| pick(*x, *y)).collect()
        };
        [side(u32::min, &one), side(u32::max, &other)]
    }
}

impl Traffic for MeshTraffic<'_> {
    /// No node is ever faulty.
    fn fault_set(&mut self, _random: &mut Random) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn message(
        &mut self,
        random: &mut Random,
        id: u32,
        node: u32,
        wish: device::Wish,
        _faulty: &BTreeSet<u32>,
    ) -> (String, Vec<Flit>) {
        let RegionSpec { width, max_data, .. } = *self.spec;
        let kind = match wish {
            device::Wish::Alone | device::Wish::Any | device::Wish::Unreachable => {
                self.any_kind(random)
            }
            device::Wish::Plain => Kind::Unicast,
            device::Wish::Heavy => {
                *random.pick(&[Kind::Unicast, Kind::Region, Kind::Region, Kind::Whole])
            }
        };
        let here = self.mesh.at(node).to_vec();
        let mut corners = match kind {
            Kind::Unicast => {
                let to = self.anywhere(random);
                [to.clone(), to]
            }
            Kind::Own => [here.clone(), here],
            Kind::Whole => {
                let high = self.spec.radices.iter().map(|radix| radix - 1).collect();
                [vec![0; here.len()], high]
            }
            Kind::Outside => [self.anywhere(random), self.anywhere(random)],
            _ => self.region(random, node),
        };
        // The corners come in any order, by dimension.
        for dimension in 0..self.spec.radices.len() {
            if random.chance(50) {
                let [a, b] = &mut corners;
                std::mem::swap(&mut a[dimension], &mut b[dimension]);
            }
        }
        if kind == Kind::UnknownNode {
            let bits: Vec<u32> = self.spec.axis_bits().collect();
            let narrow = (0..bits.len()).filter(|d| self.spec.radices[*d] < 1 << bits[*d]);
            let narrow: Vec<usize> = narrow.collect();
            if !narrow.is_empty() {
                let dimension = *random.pick(&narrow);
                let beyond =
                    random.within(self.spec.radices[dimension]..=(1 << bits[dimension]) - 1);
                let corner = random.within(0..=1) as usize;
                corners[corner][dimension] = beyond;
            }
        }
        let flits = match (kind, wish) {
            (Kind::Oversize, _) => max_data + random.within(1..=3),
            (_, device::Wish::Heavy) => max_data.min(HEAVY_DATA),
            _ => device::some_data(random, max_data),
        };
        let data = device::data(random, id, flits, width);
        let wish = self.wish(random, kind);
        let mut flits = frame::wishing(self.spec, wish, [&corners[0], &corners[1]], &data);
        if kind == Kind::Truncated {
            device::truncate(random, &mut flits, self.spec.injected_flits());
        }
        let wanted = match wish.want {
            frame::PLAIN => String::new(),
            want => format!(", wants answer {want} as {}", wish.id),
        };
        (format!("{kind:?} {:?} to {:?}{wanted}", corners[0], corners[1]), flits)
    }
}

fn any_kind(random: &mut Random) -> Kind {
    match random.within(0..=19) {
        0 => Kind::Own,
        1 => Kind::UnknownNode,
        2 => Kind::Truncated,
        3 => Kind::Oversize,
        4 => Kind::Outside,
        5 | 6 => Kind::Whole,
        7..=11 => Kind::Unicast,
        _ => Kind::Region,
    }
}
