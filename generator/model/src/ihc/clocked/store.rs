//! `ihc_store`: the copies that came on one directed cycle, of this round and of the one before.

use teecast_spec::{Flit, IhcSpec};

/// A place for a copy.
#[derive(Clone, Debug, Default)]
struct Copy {
    /// Data flits, of older copies too.
    data: Vec<Flit>,
    /// Data flits of a good copy; 0 if none came.
    length: usize,
}

/// Two banks with a place for each source; the bank is the lowest bit of the round's number.
#[derive(Clone, Debug)]
pub(super) struct Store {
    banks: [Vec<Copy>; 2],
}

impl Store {
    pub fn new(spec: &IhcSpec) -> Self {
        let bank = vec![Copy::default(); spec.nodes() as usize];
        Self { banks: [bank.clone(), bank] }
    }

    /// Writes a data flit of a copy that may turn out bad.
    pub fn write(&mut self, number: u8, source: u32, index: u32, flit: &Flit) {
        let data = &mut self.copy(number, source).data;
        let index = index as usize;
        if data.len() <= index {
            data.resize(index + 1, Flit::default());
        }
        data[index] = Flit { bits: flit.bits, ..Flit::default() };
    }

    /// Notes how many data flits the good copy has, or that none has come.
    pub fn mark(&mut self, number: u8, source: u32, length: u32) {
        self.copy(number, source).length = length as usize;
    }

    /// Notes that no copy has come of a round.
    pub fn clear(&mut self, number: u8) {
        self.banks[bank(number)].iter_mut().for_each(|copy| copy.length = 0);
    }

    /// Returns whether a good copy has come.
    pub fn is_complete(&self, number: u8, source: u32) -> bool {
        self.banks[bank(number)][source as usize].length > 0
    }

    /// Returns the data of a good copy.
    pub fn read(&self, number: u8, source: u32) -> Option<Vec<Flit>> {
        let Copy { data, length } = &self.banks[bank(number)][source as usize];
        (*length > 0).then(|| data[..*length].to_vec())
    }

    fn copy(&mut self, number: u8, source: u32) -> &mut Copy {
        &mut self.banks[bank(number)][source as usize]
    }
}

fn bank(number: u8) -> usize {
    usize::from(number & 1)
}
