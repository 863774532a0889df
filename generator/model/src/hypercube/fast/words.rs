//! Greedy trees in cubes up to Q_6: a set of destinations is one word.

/// The nodes that have each dimension's bit.
const COLUMNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Returns the links of the greedy tree from node 0 to a set of nodes of Q_6 or a smaller cube.
///
/// **Shape**: bit v of `set` is node v; bit 0, the source itself, counts for nothing.
///
/// **Source**: [Lan88] 5.2, as [`super::super::multicast::decide`].
///
/// # Examples
/// ```
/// use teecast_model::hypercube::fast::words;
///
/// let example = [7, 20, 29, 18, 1, 0].iter().fold(0, |set, node| set | 1 << (node ^ 6));
/// assert_eq!(words::greedy_links(example), 10);
/// ```
pub fn greedy_links(set: u64) -> u32 {
    let mut left = set & !1;
    let mut links = 0;
    loop {
        let others = left & left.wrapping_sub(1);
        if others & others.wrapping_sub(1) == 0 {
            // Up to two nodes share exactly the way to their common ancestor. No node is 64, which
            // has none of the six bits.
            let (one, other) = (left.trailing_zeros() & 63, others.trailing_zeros() & 63);
            return links + one.count_ones() + (other & !one).count_ones();
        }
        let column = fullest(left);
        let branch = left & COLUMNS[column];
        left &= !COLUMNS[column];
        links += 1 + greedy_links(branch >> (1 << column));
    }
}

/// Returns the dimension with most nodes, the lowest on a tie.
fn fullest(set: u64) -> usize {
    let mut best = (0, 0);
    for (index, column) in COLUMNS.iter().enumerate() {
        let count = (set & column).count_ones();
        if count > best.0 {
            best = (count, index);
        }
    }
    best.1
}
