//! The fault model of a whole fault set, by its pairs.

/// Holds which differences of addresses have exactly two bits.
#[derive(Clone, Debug)]
pub struct PairTable {
    /// **Shape**: an entry per node of the cube.
    two: Vec<bool>,
}

impl PairTable {
    /// Returns the table of Q_n.
    pub fn new(n: u32) -> Self {
        Self { two: (0u32..1 << n).map(|difference| difference.count_ones() == 2).collect() }
    }

    /// Returns whether every fault-free node has at most one faulty neighbour.
    ///
    /// Two faulty nodes have a common neighbour iff they differ in two bits, and then two of them:
    /// both must be faulty as well.
    ///
    /// **Shape**: `faulty` holds distinct nodes of the cube.
    ///
    /// **Source**: [Lan88] 7.2, condition 4, as [`super::super::fault::model_holds`].
    pub fn model_holds(&self, faulty: &[u16]) -> bool {
        faulty.iter().enumerate().all(|(index, one)| {
            faulty[..index].iter().all(|other| {
                let difference = one ^ other;
                !self.two[usize::from(difference)] || {
                    let lowest = difference & difference.wrapping_neg();
                    faulty.contains(&(one ^ lowest)) && faulty.contains(&(other ^ lowest))
                }
            })
        })
    }
}
