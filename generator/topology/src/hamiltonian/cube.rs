//! Hypercubes: products of smaller ones, by the proofs of [LS94] Theorems 1 and 2.

use super::pair::pair;
use super::triple::triple;

/// Returns floor(n / 2) Hamiltonian cycles of the cube of dimension n, 2 or more.
pub fn cycles(n: u32) -> Vec<Vec<u32>> {
    match n {
        0 | 1 => Vec::new(),
        2 => vec![vec![0, 1, 3, 2]],
        3 => vec![vec![0, 1, 3, 2, 6, 7, 5, 4]],
        _ => product(n, lower(n)),
    }
}

/// Returns the dimension of the smaller of the two cubes whose product is the cube of dimension n.
///
/// Both have the same number of cycles, or the larger one has one more.
fn lower(n: u32) -> u32 {
    if n % 4 == 2 { n / 2 - 1 } else { n / 2 }
}

/// Returns the cycles of the cube of dimension n from those of the cubes of dimensions `low` and
/// n - low, whose nodes are the low and the high bits of a node number.
fn product(n: u32, low: u32) -> Vec<Vec<u32>> {
    let (ones, others) = (cycles(low), cycles(n - low));
    let joined = |one: u32, other: u32| one | other << low;
    let mut all = Vec::new();
    // The last cycle of the smaller cube goes with what is left of the larger one.
    let alone = if others.len() > ones.len() { 1 } else { 0 };
    let pairs = ones.len() - alone;
    for (one, other) in ones.iter().zip(&others).take(pairs) {
        let k = one.len() as u32;
        let node = |place: u32| joined(one[(place % k) as usize], other[(place / k) as usize]);
        let two = pair(k, other.len() as u32).map(|cycle| cycle.into_iter().map(node).collect());
        all.extend::<[Vec<u32>; 2]>(two);
    }
    if let (1, Some(one), [first, second]) = (alone, ones.last(), &others[pairs..]) {
        let g = first.len() as u32;
        let node = |place: u32| joined(one[(place / g) as usize], place % g);
        let three = triple(first, second, one.len() as u32);
        all.extend(three.map(|cycle| cycle.into_iter().map(node).collect::<Vec<_>>()));
    }
    all
}
