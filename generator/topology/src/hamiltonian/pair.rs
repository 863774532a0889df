//! The product of two cycles, as two Hamiltonian cycles ([LS94] Lemma 1).

use super::factor::Factor;

/// Returns two Hamiltonian cycles of the torus of `k` columns and `l` rows, 3 or more each; together
/// they use every link.
///
/// Rows are one factor, columns the other one. Between neighbouring columns one square is exchanged,
/// so that the rows grow together; its row is chosen such that the columns do, too.
///
/// **Shape**: node x + k y, from node 0 on. **Source**: [LS94] Lemma 1, which names the cycles and not
/// their construction.
pub fn pair(k: u32, l: u32) -> [Vec<u32>; 2] {
    if k < l {
        let turned = |node: u32| node / l + k * (node % l);
        return pair(l, k).map(|cycle| cycle.into_iter().map(turned).collect());
    }
    let node = |x: u32, y: u32| x % k + k * (y % l);
    let mut rows = Factor::new(k * l, |v| {
        let (x, y) = (v % k, v / k);
        [node(x + k - 1, y), node(x + 1, y)]
    });
    let mut columns = Factor::new(k * l, |v| {
        let (x, y) = (v % k, v / k);
        [node(x, y + l - 1), node(x, y + 1)]
    });
    for (x, y) in (0..).zip(square_rows(k, l)) {
        let [a, b] = [node(x, y), node(x + 1, y)];
        let [c, d] = [node(x, y + 1), node(x + 1, y + 1)];
        rows.exchange([a, b, c, d]);
        columns.exchange([a, c, b, d]);
    }
    [rows.cycle(0), columns.cycle(0)]
}

/// Returns the rows of the squares to exchange, from the boundary of columns 0 and 1 on.
fn square_rows(k: u32, l: u32) -> Vec<u32> {
    let (even, beyond) = ((k - l) % 2 == 0, k - l);
    let (alternating, climbing) = match (even, l % 2 == 0) {
        (true, _) => (beyond, l - 1),
        // One more boundary: from the last column back to column 0.
        (false, true) => (beyond + 1, l - 1),
        // One more row: the square that wraps around.
        (false, false) => (beyond - 1, l),
    };
    (0..alternating).map(|place| place % 2).chain(0..climbing).collect()
}
