//! Random numbers by counter, and what stimuli, studies and simulations draw with them.

use std::ops::RangeInclusive;

/// Step of the counter (splitmix64, Steele, Lea and Flood 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of numbers that its seed or key alone determines.
///
/// Each sample of a study and each node of a simulation has a key of its own, so that it does not
/// matter which thread draws it, or when. The bytes of committed test vectors depend on the numbers
/// that [`Random::within`] and the methods after it draw.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the published sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the sequence of a seed and what it is for: study, point, run.
    pub fn keyed(seed: u64, purpose: [u64; 3]) -> Self {
        Self { state: purpose.iter().fold(mix(seed), |state, word| mix(state ^ mix(*word))) }
    }

    /// Returns the next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Returns a number below `bound`, all equally likely to within one in 2^32.
    ///
    /// **Shape**: `bound` is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        let scaled = (self.word() >> 32) * u64::from(bound);
        u32::try_from(scaled >> 32).expect("less than the bound")
    }

    /// Returns `k` distinct nodes of Q_n other than node 0, all sets equally likely.
    ///
    /// **Shape**: k is at most 2^n - 1.
    pub fn uniform(&mut self, n: u32, k: usize) -> Vec<u32> {
        let mut nodes: Vec<u32> = (1..1 << n).collect();
        self.choose(&mut nodes, k);
        nodes
    }

    /// Fills a short list with distinct nodes of Q_n, all sets equally likely; a word of the
    /// sequence is divided into as many nodes as it holds.
    ///
    /// **Shape**: at most half of the nodes, n at most 16.
    pub fn short_list(&mut self, n: u32, nodes: &mut [u16]) {
        let (mut word, mut bits) = (0, 0);
        let mut filled = 0;
        // Most nodes differ from those before in their last six bits: no need to compare all.
        let mut endings = 0u64;
        while filled < nodes.len() {
            if bits < n {
                (word, bits) = (self.word(), u64::BITS);
            }
            let node = (word & ((1 << n) - 1)) as u16;
            (word, bits) = (word >> n, bits - n);
            let ending = 1 << (node & 63);
            if endings & ending == 0 || !nodes[..filled].contains(&node) {
                endings |= ending;
                nodes[filled] = node;
                filled += 1;
            }
        }
    }

    /// Keeps `k` of the items, in random order.
    pub fn choose<T>(&mut self, items: &mut Vec<T>, k: usize) {
        for index in 0..k {
            let left = u32::try_from(items.len() - index).expect("lists are short");
            items.swap(index, index + self.below(left) as usize);
        }
        items.truncate(k);
    }

    /// Returns `k` distinct nodes of Q_n other than node 0, one after another, each with a
    /// probability that halves with every further hop.
    ///
    /// **Source**: [Lan88] 5.4.3, factor 0.5.
    pub fn decreasing(&mut self, n: u32, k: usize) -> Vec<u32> {
        let mut layers: Vec<Vec<u32>> = vec![Vec::new(); n as usize + 1];
        (1..1u32 << n).for_each(|node| layers[node.count_ones() as usize].push(node));
        let weight = |distance: usize| 1u32 << (n as usize - distance);
        let draw = |_| {
            let sizes = layers.iter().enumerate().skip(1);
            let whole: u32 = sizes.map(|(d, layer)| layer.len() as u32 * weight(d)).sum();
            let mut ticket = self.below(whole);
            for (distance, layer) in layers.iter_mut().enumerate().skip(1) {
                let share = layer.len() as u32 * weight(distance);
                if ticket < share {
                    return layer.swap_remove((ticket / weight(distance)) as usize);
                }
                ticket -= share;
            }
            unreachable!("a ticket is less than the whole")
        };
        (0..k).map(draw).collect()
    }

    /// Returns a number of the range, all nearly equally likely.
    pub fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        let (low, high) = (u64::from(*range.start()), u64::from(*range.end()));
        let span = high - low + 1;
        u32::try_from(low + self.word() % span).expect("the range is one of u32")
    }

    /// Returns true in `percent` of 100 calls.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.within(0..=99) < percent
    }

    /// Returns one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.word() as usize % items.len()]
    }

    /// Returns `count` different numbers below `bound`, in random order.
    pub fn distinct(&mut self, count: u32, bound: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..bound).collect();
        for i in 0..count.min(bound) {
            let j = self.within(i..=bound - 1);
            all.swap(i as usize, j as usize);
        }
        all.truncate(count as usize);
        all
    }
}

/// Spreads every bit of a word over all others.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1234567);
        assert_eq!(random.word(), 6457827717110365317);
        assert_eq!(random.word(), 3203168211198807973);
    }

    #[test]
    fn distinct_numbers_are_distinct_and_below_the_bound() {
        let mut numbers = Random::new(1).distinct(7, 8);
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 7);
        assert!(numbers.iter().all(|&number| number < 8));
    }

    #[test]
    fn a_purpose_has_its_own_numbers() {
        let first = |purpose| Random::keyed(1, purpose).word();
        let words = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]].map(first);
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), 4);
        assert_eq!(first([0, 0, 1]), words[1]);
    }

    #[test]
    fn every_node_is_drawn_as_often() {
        let mut stream = Random::keyed(7, [0; 3]);
        let mut seen = [0; 16];
        for _ in 0..15_000 {
            let nodes = stream.uniform(4, 3);
            assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), 3);
            nodes.iter().for_each(|node| seen[*node as usize] += 1);
        }
        assert!(seen[0] == 0 && seen[1..].iter().all(|count| (2700..3300).contains(count)));
        assert_eq!(stream.uniform(4, 15).len(), 15);
    }

    #[test]
    fn short_lists_have_every_node_as_often_and_none_twice() {
        let mut stream = Random::keyed(7, [0; 3]);
        let mut seen = [0; 16];
        for _ in 0..10_000 {
            let mut nodes = [0; 4];
            stream.short_list(4, &mut nodes);
            assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), 4);
            nodes.iter().for_each(|node| seen[usize::from(*node)] += 1);
        }
        assert!(seen.iter().all(|count| (2300..2700).contains(count)), "{seen:?}");
    }

    #[test]
    fn near_nodes_are_twice_as_likely_as_those_a_hop_further() {
        let mut stream = Random::keyed(7, [0; 3]);
        let mut seen = [0.0; 4];
        // A node at distance 1, 2, 3 of Q_3 has weight 4, 2, 1 of 19.
        for _ in 0..19_000 {
            seen[stream.decreasing(3, 1)[0].count_ones() as usize] += 1.0;
        }
        for (distance, expected) in [(1, 12_000.0), (2, 6000.0), (3, 1000.0)] {
            let found: f64 = seen[distance];
            assert!((found - expected).abs() < 300.0, "{distance}: {found}");
        }
        assert_eq!(stream.decreasing(3, 7).into_iter().collect::<BTreeSet<_>>().len(), 7);
    }
}
