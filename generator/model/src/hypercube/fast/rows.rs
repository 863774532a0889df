//! Greedy trees in any cube: the counts of all columns are added in one word, a byte each.

/// The most destinations: a count fits into a byte.
pub const MOST: usize = 255;

/// Spreads the bits of a byte over the bytes of a word.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Holds the number of rows with each bit, a byte for each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts(u64, u64);

impl Counts {
    fn of(rows: &[u16]) -> Self {
        let mut counts = Self(0, 0);
        rows.iter().for_each(|row| counts.add(*row));
        counts
    }

    fn add(&mut self, row: u16) {
        let [low, high] = row.to_le_bytes();
        self.0 += SPREAD[usize::from(low)];
        self.1 += SPREAD[usize::from(high)];
    }

    /// Returns the counts without `rows` rows that have the bit of `column` and otherwise count as
    /// `others`.
    fn without(self, others: Self, column: u32, rows: usize) -> Self {
        let rows = (rows as u64) << (8 * (column % 8));
        let (low, high) = if column < 8 { (rows, 0) } else { (0, rows) };
        Self(self.0 - others.0 - low, self.1 - others.1 - high)
    }

    /// Returns the column with the largest count, the lowest on a tie.
    fn fullest(self) -> u32 {
        let (low, high) = (fullest(self.0), fullest(self.1));
        if high.0 > low.0 { high.1 + 8 } else { low.1 }
    }
}

/// Returns the largest byte of a word and its lowest place.
fn fullest(counts: u64) -> (u8, u32) {
    let mut best = (0, 0);
    for (place, count) in (0..).zip(counts.to_le_bytes()) {
        if count > best.0 {
            best = (count, place);
        }
    }
    best
}

/// Returns the links of the greedy tree from node 0 to the nodes in `rows`.
///
/// **Shape**: at most [`MOST`] rows, duplicates allowed; they are used up.
///
/// **Source**: [Lan88] 5.2, as [`super::super::multicast::decide`].
///
/// # Examples
/// ```
/// use teecast_model::hypercube::fast::rows;
///
/// let mut example = [7, 20, 29, 18, 1, 0].map(|node| node ^ 6);
/// assert_eq!(rows::greedy_links(&mut example), 10);
/// ```
pub fn greedy_links(rows: &mut [u16]) -> u32 {
    debug_assert!(rows.len() <= MOST);
    let counts = Counts::of(rows);
    grow(rows, counts)
}

/// Returns the links of the tree to `rows`, whose columns are counted.
fn grow(rows: &mut [u16], mut counts: Counts) -> u32 {
    let mut links = 0;
    let mut left = rows;
    loop {
        // Up to two rows share exactly the way to their common ancestor.
        match left {
            [] => return links,
            [only] => return links + only.count_ones(),
            [one, other] => {
                let apart = u32::from(*one) << 16 | u32::from(*other & !*one);
                return links + apart.count_ones();
            }
            _ if counts == Counts(0, 0) => return links,
            _ => {}
        }
        let column = counts.fullest();
        let (branch, rest) = divide(left, column);
        branch.iter_mut().for_each(|row| *row &= !(1 << column));
        let below = Counts::of(branch);
        counts = counts.without(below, column, branch.len());
        links += 1 + grow(branch, below);
        left = rest;
    }
}

/// Moves the rows with a bit to the front; without a branch in the code, none is mispredicted.
fn divide(rows: &mut [u16], column: u32) -> (&mut [u16], &mut [u16]) {
    let mut front = 0;
    for index in 0..rows.len() {
        let row = rows[index];
        rows.swap(index, front);
        front += usize::from(row >> column & 1);
    }
    rows.split_at_mut(front)
}
