//! `ring_tree_store`: the messages that a node holds.

use std::collections::{BTreeMap, BTreeSet};

use super::Word;

/// Messages by origin, the own one too.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    words: BTreeMap<u32, Word>,
}

impl Store {
    pub fn word(&self, origin: u32) -> Option<&Word> {
        self.words.get(&origin)
    }

    pub fn write(&mut self, origin: u32, word: Word) {
        self.words.insert(origin, word);
    }

    pub fn origins(&self) -> impl Iterator<Item = u32> {
        self.words.keys().copied()
    }

    /// Returns whether the messages of all these origins are here.
    pub fn holds(&self, origins: &BTreeSet<u32>) -> bool {
        origins.iter().all(|origin| self.words.contains_key(origin))
    }
}
