//! The optimum by subsets: an optimal tree branches only where two sets of destinations have
//! their nearest common ancestor.

use std::collections::BTreeSet;

/// Returns the number of steps for `terminals` destinations, 3^k / 2.
pub fn steps(terminals: usize) -> u64 {
    3u64.saturating_pow(u32::try_from(terminals).unwrap_or(u32::MAX)) / 2
}

/// Holds the optimum of every subset of the destinations.
///
/// With the number of links `w(S)` of an optimal tree from node 0 to the set S,
/// `w(S) = min over S = A + B of w(A) + w(B) - |AND(S)|`: the way to the ancestor AND(S) is
/// shared. (Seen from node 0 an ancestor has a subset of the bits of its descendants.)
pub struct Merges {
    /// **Shape**: 2^k words; the common bits of each subset.
    ancestors: Vec<u16>,
    /// **Shape**: 2^k words. **Units**: links.
    links: Vec<u16>,
}

impl Merges {
    /// Solves the destinations; they are distinct and not 0, at most 20.
    pub fn new(terminals: &[u32]) -> Self {
        let size = 1usize << terminals.len();
        let mut ancestors = vec![u16::MAX; size];
        for (index, &terminal) in terminals.iter().enumerate() {
            let bits = u16::try_from(terminal).expect("addresses have at most 16 bits");
            let (done, next) = ancestors.split_at_mut(1 << index);
            for (set, with) in done.iter().zip(next) {
                *with = set & bits;
            }
        }
        let mut links = vec![0u16; size];
        for set in 1..size {
            let shared = u16::try_from(ancestors[set].count_ones()).expect("at most 16");
            // The lowest member stays on one side, so that each division is seen once.
            let rest = set & (set - 1);
            links[set] = if rest == 0 { shared } else { cheapest(&links[..set], rest) - shared };
        }
        Self { ancestors, links }
    }

    /// Returns the number of links.
    pub fn links(&self) -> u32 {
        self.links.last().copied().unwrap_or(0).into()
    }

    /// Returns the nodes of an optimal tree, without node 0.
    pub fn nodes(&self) -> BTreeSet<u32> {
        let mut nodes = BTreeSet::new();
        let mut waiting = vec![(0, self.links.len() - 1)];
        while let Some((above, set)) = waiting.pop().filter(|(_, set)| *set != 0) {
            let ancestor = u32::from(self.ancestors[set]);
            let mut node: u32 = above;
            for dimension in crate::hypercube::dimensions(ancestor & !above) {
                node |= 1 << dimension;
                nodes.insert(node);
            }
            let rest = set & (set - 1);
            let whole = u32::from(self.links[set]) + ancestor.count_ones();
            let fits =
                |part: &usize| u32::from(self.links[*part] + self.links[set ^ part]) == whole;
            if rest != 0 {
                let part = parts(rest).find(fits).expect("the best division was seen");
                waiting.extend([(ancestor, part), (ancestor, set ^ part)]);
            }
        }
        nodes
    }
}

/// Returns the fewest links of two trees whose destinations are `links.len()` together.
///
/// **Shape**: `links` ends before the set; `rest` is the set without its lowest member.
fn cheapest(links: &[u16], rest: usize) -> u16 {
    let set = links.len();
    let mut best = u16::MAX;
    let mut part = rest;
    while part != 0 {
        best = best.min(links[part] + links[set ^ part]);
        part = (part - 1) & rest;
    }
    best
}

/// Iterates over the subsets of `set` that are not empty.
fn parts(set: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), move |part| Some((part - 1) & set)).take_while(|p| *p != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_meet_at_their_ancestor() {
        let merges = Merges::new(&[0b0111, 0b1011, 0b0010]);
        assert_eq!((merges.links(), merges.nodes().len()), (4, 4));
        assert!(merges.nodes().contains(&0b0011));
        assert_eq!(Merges::new(&[]).links(), 0);
        assert_eq!(Merges::new(&[]).nodes(), [].into());
    }
}
