//! Sets of small numbers as bits: of the ports and channels of a router in one word, of nodes in many.

/// Goes through the ones of a word, lowest first.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rest = word & word.checked_sub(1)?;
        let index = word.trailing_zeros() as usize;
        word = rest;
        Some(index)
    })
}

/// Returns the first one of a word at `from` or after, else the first of all: the choice of a
/// round robin.
///
/// **Shape**: the word is not 0, `from` is below 64.
#[inline]
pub fn next(word: u64, from: u8) -> usize {
    let later = word >> from << from;
    (if later == 0 { word } else { later }).trailing_zeros() as usize
}

/// A set of nodes.
#[derive(Clone, Debug)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    /// Returns an empty set with room for `nodes`.
    pub fn new(nodes: usize) -> Self {
        Self { words: vec![0; nodes.div_ceil(64)] }
    }

    /// Adds a node.
    #[inline]
    pub fn insert(&mut self, node: usize) {
        self.words[node / 64] |= 1 << (node % 64);
    }

    /// Removes a node.
    #[inline]
    pub fn remove(&mut self, node: usize) {
        self.words[node / 64] &= !(1 << (node % 64));
    }

    /// Returns whether a node is one of them.
    #[inline]
    pub fn contains(&self, node: usize) -> bool {
        self.words[node / 64] >> (node % 64) & 1 == 1
    }

    /// Returns whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns the number of words that hold the nodes, 64 in each.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Goes through the nodes of one word, as they are now.
    #[inline]
    pub fn of_word(&self, word: usize) -> impl Iterator<Item = usize> + use<> {
        ones(self.words[word]).map(move |bit| word * 64 + bit)
    }

    /// Removes the nodes of one word and goes through them.
    #[inline]
    pub fn take_word(&mut self, word: usize) -> impl Iterator<Item = usize> + use<> {
        ones(std::mem::take(&mut self.words[word])).map(move |bit| word * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_goes_around() {
        let word = 0b10_0110;
        assert_eq!([0, 1, 2, 3, 6, 63].map(|from| next(word, from)), [1, 1, 2, 5, 1, 1]);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = NodeSet::new(130);
        [129, 3, 64].into_iter().for_each(|node| set.insert(node));
        set.remove(64);
        let all: Vec<usize> = (0..set.words()).flat_map(|word| set.of_word(word)).collect();
        assert!(all == [3, 129] && !set.is_empty());
        assert!(set.take_word(0).eq([3]) && set.contains(129) && !set.contains(3));
        set.remove(129);
        assert!(set.is_empty());
    }
}
