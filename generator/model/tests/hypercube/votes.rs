//! The votes against their definitions, written down once more in the plainest way.

use proptest::prelude::*;
use teecast_model::hypercube::vote::branches;
use teecast_spec::Vote;

const N: usize = 6;

/// Returns c_ij, the rows with both bits; c_j for i = j.
fn count(rows: &[u32], i: usize, j: usize) -> i64 {
    let both = rows.iter().filter(|row| *row >> i & 1 == 1 && *row >> j & 1 == 1);
    i64::try_from(both.count()).expect("few rows")
}

/// Returns the score of column j, over all columns and those that are healthy.
fn score(vote: Vote, rows: &[u32], healthy: u32, j: usize) -> i64 {
    if vote != Vote::Look2 {
        return count(rows, j, j);
    }
    let (mut below, mut beside) = (0, 0);
    for i in (0..N).filter(|i| *i != j) {
        below = below.max(count(rows, i, j));
        if healthy >> i & 1 == 1 {
            beside = beside.max(count(rows, i, i) - count(rows, i, j));
        }
    }
    2 * count(rows, j, j) + below + beside
}

/// Decides by columns: repeatedly the first of the highest scores.
fn by_columns(vote: Vote, votes: &[u32], healthy: u32) -> Vec<(u32, Vec<usize>)> {
    let mut rows = votes.to_vec();
    let mut found = Vec::new();
    loop {
        let mut best: Option<usize> = None;
        for j in (0..N).filter(|j| healthy >> j & 1 == 1 && count(&rows, *j, *j) > 0) {
            let better = |b: usize| score(vote, &rows, healthy, j) > score(vote, &rows, healthy, b);
            if best.is_none_or(better) {
                best = Some(j);
            }
        }
        let Some(j) = best else { return found };
        let chosen: Vec<usize> = (0..rows.len()).filter(|row| rows[*row] >> j & 1 == 1).collect();
        chosen.iter().for_each(|row| rows[*row] = 0);
        found.push((u32::try_from(j).expect("few columns"), chosen));
    }
}

/// Decides by merging; equal rows are left to the general rule, which merges them first.
fn by_merging(votes: &[u32], preferred: u32) -> Vec<(u32, Vec<usize>)> {
    let mut rows: Vec<Option<(u32, Vec<usize>)>> =
        votes.iter().enumerate().map(|(row, v)| (*v != 0).then(|| (*v, vec![row]))).collect();
    loop {
        // (common bits, bits in the OR, first, second) of the best pair so far.
        let mut best: Option<(u32, u32, usize, usize)> = None;
        for a in 0..rows.len() {
            for b in a + 1..rows.len() {
                let (Some((x, _)), Some((y, _))) = (&rows[a], &rows[b]) else { continue };
                let (common, union) = ((x & y).count_ones(), (x | y).count_ones());
                let better = best.is_none_or(|(c, u, ..)| common > c || (common == c && union < u));
                if common > 0 && better {
                    best = Some((common, union, a, b));
                }
            }
        }
        let Some((.., a, b)) = best else { break };
        let (value, group) = rows[b].take().expect("the pair has a second row");
        let first = rows[a].as_mut().expect("the pair has a first row");
        first.0 &= value;
        first.1.extend(group);
    }
    let branch = |(value, mut group): (u32, Vec<usize>)| {
        group.sort_unstable();
        let lowest = |set: u32| (0..32).find(|j| set >> j & 1 == 1);
        (lowest(value & preferred).or(lowest(value)).expect("a row has a bit"), group)
    };
    rows.into_iter().flatten().map(branch).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn decisions_follow_the_definitions(
        rows in prop::collection::vec(0u32..64, 0..12),
        healthy in 0u32..64,
        preferred in 0u32..64,
    ) {
        let votes: Vec<u32> = rows.iter().map(|row| row & healthy).collect();
        for vote in Vote::ALL {
            let found: Vec<(u32, Vec<usize>)> = branches(vote, &votes, preferred)
                .into_iter()
                .map(|branch| (branch.dimension, branch.rows))
                .collect();
            let expected = match vote {
                Vote::Nca => by_merging(&votes, preferred),
                _ => by_columns(vote, &votes, healthy),
            };
            prop_assert_eq!(found, expected, "{:?} {:?}", vote, votes);
        }
    }
}
