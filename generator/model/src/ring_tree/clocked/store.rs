//! What a node holds: the words that `ring_tree_update` writes, and of which each queue has a copy.

use std::collections::BTreeMap;

use super::Word;

/// Messages by origin, the own one too; whether an earlier payload went to the processor.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    words: BTreeMap<u32, (Word, bool)>,
}

impl Store {
    pub fn word(&self, origin: u32) -> Option<&Word> {
        self.words.get(&origin).map(|(word, _)| word)
    }

    pub fn marked(&self, origin: u32) -> Option<(Word, bool)> {
        self.words.get(&origin).copied()
    }

    pub fn write(&mut self, origin: u32, word: Word, mark: bool) {
        self.words.insert(origin, (word, mark));
    }
}
