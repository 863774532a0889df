//! The optimum around faulty nodes in large cubes: as by subsets, but a tree may have to branch
//! before the nearest common ancestor.

use std::collections::BTreeSet;

use crate::hypercube::dimensions;

/// Marks a start from which no way leads to all destinations of a set.
const IMPOSSIBLE: u16 = u16::MAX;

/// Returns the number of steps for these destinations.
pub fn steps(terminals: &[u32]) -> u64 {
    // More would not fit into the table.
    if terminals.len() > super::MOST_MERGED {
        return u64::MAX;
    }
    ancestors(terminals)
        .iter()
        .enumerate()
        .skip(1)
        .map(|(set, ancestor)| 1u64 << (set.count_ones() + ancestor.count_ones()))
        .sum()
}

/// Holds the optimum of every subset of the destinations from every common ancestor.
pub struct Anchored<'a> {
    terminals: &'a [u32],
    /// **Shape**: 2^k words; the common bits of each subset.
    ancestors: Vec<u32>,
    /// Where the starts of a subset begin in `links`.
    ///
    /// **Shape**: 2^k entries.
    offsets: Vec<usize>,
    /// **Shape**: per subset one word for each subset of its common bits. **Units**: links.
    links: Vec<u16>,
}

impl<'a> Anchored<'a> {
    /// Solves the destinations; they are distinct, usable and not 0.
    ///
    /// **Shape**: `usable` has an entry per node.
    pub fn new(terminals: &'a [u32], usable: &[bool]) -> Self {
        let ancestors = ancestors(terminals);
        let mut offsets = vec![0; ancestors.len()];
        let mut size = 0;
        for (offset, ancestor) in offsets.iter_mut().zip(&ancestors).skip(1) {
            *offset = size;
            size += 1 << ancestor.count_ones();
        }
        let links = vec![IMPOSSIBLE; size];
        let mut anchored = Self { terminals, ancestors, offsets, links };
        for set in 1..anchored.ancestors.len() {
            let common = anchored.ancestors[set];
            for rank in (0..1 << common.count_ones()).rev() {
                let start = expand(rank, common);
                if usable[start as usize] {
                    let best = anchored.ways(set, start).map(|(links, _)| links).min();
                    anchored.links[anchored.offsets[set] + rank as usize] =
                        best.unwrap_or(IMPOSSIBLE);
                }
            }
        }
        anchored
    }

    /// Returns the nodes of an optimal tree, without node 0.
    pub fn nodes(&self) -> BTreeSet<u32> {
        let mut nodes = BTreeSet::new();
        let mut waiting = vec![(self.ancestors.len() - 1, 0)];
        while let Some((set, start)) = waiting.pop().filter(|(set, _)| *set != 0) {
            nodes.insert(start);
            let best = self.ways(set, start).min_by_key(|(links, _)| *links);
            match best.expect("every destination is reached").1 {
                FirstStep::Arrived => {}
                FirstStep::Hop(next) => waiting.push((set, next)),
                FirstStep::Division(part) => waiting.extend([(part, start), (set ^ part, start)]),
            }
        }
        nodes.remove(&0);
        nodes
    }

    /// Iterates over what a tree to `set` can do first at `start`, and the links it takes.
    fn ways(&self, set: usize, start: u32) -> impl Iterator<Item = (u16, FirstStep)> {
        let rest = set & (set - 1);
        let arrived = rest == 0 && self.terminals[set.trailing_zeros() as usize] == start;
        let here = arrived.then_some((0, FirstStep::Arrived));
        let hops = dimensions(self.ancestors[set] & !start).map(move |dimension| {
            let next = start | 1 << dimension;
            (self.links(set, next).saturating_add(1), FirstStep::Hop(next))
        });
        let parts =
            std::iter::successors(Some(rest), move |part| Some((part.checked_sub(1)?) & rest));
        let divisions = parts.take_while(|part| *part != 0).map(move |part| {
            let both = self.links(part, start).saturating_add(self.links(set ^ part, start));
            (both, FirstStep::Division(part))
        });
        here.into_iter().chain(hops).chain(divisions)
    }

    /// Returns the links from `start` to a set of which it is an ancestor.
    fn links(&self, set: usize, start: u32) -> u16 {
        self.links[self.offsets[set] + compress(start, self.ancestors[set]) as usize]
    }
}

/// What a tree does first.
enum FirstStep {
    /// It ends.
    Arrived,
    /// It goes on to a node.
    Hop(u32),
    /// It branches; one side goes to this part of the set.
    Division(usize),
}

/// Returns the common bits of every subset.
fn ancestors(terminals: &[u32]) -> Vec<u32> {
    let mut ancestors = vec![u32::MAX];
    for terminal in terminals {
        let with: Vec<u32> = ancestors.iter().map(|common| common & terminal).collect();
        ancestors.extend(with);
    }
    ancestors
}

/// Puts the low bits of `rank` at the places of `mask`.
fn expand(rank: u32, mask: u32) -> u32 {
    let placed = dimensions(mask).enumerate().filter(|(index, _)| rank >> index & 1 == 1);
    placed.fold(0, |word, (_, place)| word | 1 << place)
}

/// Takes the bits of `word` at the places of `mask` as a number.
fn compress(word: u32, mask: u32) -> u32 {
    dimensions(mask).enumerate().fold(0, |rank, (index, place)| rank | (word >> place & 1) << index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_to_their_places_and_back() {
        assert_eq!(expand(0b101, 0b11010), 0b10010);
        assert_eq!(compress(0b10110, 0b11010), 0b101);
    }

    #[test]
    fn a_faulty_ancestor_is_gone_around() {
        let mut usable = vec![true; 128];
        let terminals = [0b0111, 0b1011];
        assert_eq!(Anchored::new(&terminals, &usable).nodes().len(), 4);
        usable[0b0011] = false;
        assert_eq!(Anchored::new(&terminals, &usable).nodes().len(), 5);
    }
}
