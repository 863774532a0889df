//! What the templates of the hypercube family need: numbers in groups, and ready expressions.

use std::borrow::Borrow;

use teecast_spec::{HypercubeSpec, Vote as Rule};

use super::buffers::Buffers;
use super::frame::FrameLayout;
use crate::emitter::cycles;
use crate::header::Header;
use crate::names::{extend, fit, index_bits, repeat};

/// Everything the templates of the family need.
pub struct Context<'a> {
    pub(super) header: &'a Header,
    pub(super) prefix: &'a str,
    pub(super) configuration: String,
    pub(super) topology: Topology,
    pub(super) frame: FrameLayout,
    pub(super) buffers: Buffers,
    pub(super) options: Options,
    pub(super) vote: Vote,
}

/// The time of a hop of a unicast or a broadcast; see [`crate::emitter::Emitter::hop`].
pub(super) const HOP: u32 = 2;

/// The cube, and its numbers as bits.
pub(super) struct Topology {
    pub(super) dimension: u32,
    pub(super) dimension_count_bits: u32,
    /// Bits that name a link, no link or every link.
    pub(super) choice_bits: u32,
    pub(super) nodes: u32,
}

impl Topology {
    fn new(spec: &HypercubeSpec) -> Self {
        Self {
            dimension: spec.n,
            dimension_count_bits: index_bits(spec.n + 1),
            choice_bits: index_bits(spec.n + 2),
            nodes: spec.nodes(),
        }
    }
}

/// Parts of a router that are chosen.
pub(super) struct Options {
    pub(super) fault_tolerant: bool,
    pub(super) lan: bool,
    /// Broadcasts may come with a list of destinations.
    pub(super) has_list: bool,
    /// Destinations in such a list that are faulty neighbours are reported.
    pub(super) checks_neighbours: bool,
}

impl Options {
    fn new(spec: &HypercubeSpec) -> Self {
        let has_list = spec.max_list > spec.m;
        Self {
            fault_tolerant: spec.fault_tolerant,
            lan: spec.lan,
            has_list,
            checks_neighbours: has_list && spec.fault_tolerant,
        }
    }
}

/// The choice of a branch, and the bits of its counts.
pub(super) struct Vote {
    pub(super) name: &'static str,
    pub(super) nca: bool,
    pub(super) look2: bool,
    /// The multicaster has no input for forbidden dimensions.
    pub(super) forbidden: bool,
    pub(super) count_bits: u32,
    /// Bits of what the decoder gives: a count, or a count less one where counts are compared.
    pub(super) decoded_bits: u32,
    pub(super) score_bits: u32,
    /// Bits of what is compared: a count, or a score.
    pub(super) bits: u32,
}

impl Vote {
    fn new(spec: &HypercubeSpec) -> Self {
        let (nca, look2) = (spec.vote == Rule::Nca, spec.vote == Rule::Look2);
        let count_bits = index_bits(spec.m + 1);
        let score_bits = count_bits + 2;
        let decoded_bits = if look2 { count_bits } else { index_bits(spec.m) };
        Self {
            name: spec.vote.name(),
            nca,
            look2,
            forbidden: !spec.fault_tolerant || look2 || nca,
            count_bits,
            decoded_bits,
            score_bits,
            bits: if look2 { score_bits } else { decoded_bits },
        }
    }
}

impl<'a> Context<'a> {
    pub(super) fn new(spec: &HypercubeSpec, header: &'a Header) -> Self {
        Self {
            header,
            prefix: &header.prefix,
            configuration: configuration(spec),
            topology: Topology::new(spec),
            frame: FrameLayout::new(spec),
            buffers: Buffers::new(spec),
            options: Options::new(spec),
            vote: Vote::new(spec),
        }
    }

    /// Returns the time of a hop in words.
    pub(super) fn hop(&self) -> String {
        cycles(HOP)
    }

    pub(super) fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    /// Returns how many share an arbiter: the units that want a link, or a delivery.
    pub(super) fn requesters(&self) -> u32 {
        self.topology.dimension + 1
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    pub(super) fn widest(&self) -> u32 {
        self.frame.rows.max(self.topology.dimension + 1)
    }

    // Templates pass fields by reference and literals by value.
    pub(super) fn extend(
        &self,
        expression: &str,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    pub(super) fn repeat(&self, count: impl Borrow<u32>, expression: &str) -> String {
        repeat(*count.borrow(), expression)
    }

    pub(super) fn fit(&self, name: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        fit(name, *from.borrow(), *to.borrow())
    }
}

/// Returns the configuration in one line, as the file headers show it.
fn configuration(spec: &HypercubeSpec) -> String {
    let rules = match (spec.lan, spec.fault_tolerant) {
        (true, true) => "lan fault-tolerant",
        (true, false) => "lan",
        (false, true) => "fault-tolerant",
        (false, false) => "fault-free",
    };
    format!(
        "n={} m={} W={} max_data={} max_list={} vote={} classes={} {rules}",
        spec.n,
        spec.m,
        spec.width,
        spec.max_data,
        spec.max_list,
        spec.vote.name(),
        spec.classes
    )
}
