//! Votes: how the rows of one message are divided into branches.
//!
//! A row's vote is the set of dimensions it may leave by. Whether classes restrict a vote is
//! decided before ([`super::class`]), whether a branch may be sent after ([`super::multicast`]).

use teecast_spec::Vote;

/// Holds one branch: a dimension and the rows that leave by it.
///
/// **Shape**: `rows` are ascending indices into the votes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Dimension of the outgoing link.
    pub dimension: u32,
    /// Rows of the branch.
    pub rows: Vec<usize>,
}

/// Divides rows into branches, in the order of decision; a row with an empty vote is in none.
///
/// `preferred` is the set of dimensions that the nca vote takes first; the others ignore it.
///
/// **Shape**: `votes` has one dimension set per row.
///
/// **Source**: [Lan88] 5.2 for the greedy vote; look2 and nca are our own.
pub fn branches(vote: Vote, votes: &[u32], preferred: u32) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    divide(vote, &mut votes.to_vec(), preferred, |dimension, row| match branches.last_mut() {
        Some(branch) if branch.dimension == dimension => branch.rows.push(row),
        _ => branches.push(Branch { dimension, rows: vec![row] }),
    });
    branches
}

/// Divides rows into branches like [`branches`], for those who keep the memory of the votes: tells
/// for row after row by which dimension it leaves. What the votes are afterwards
/// says nothing.
pub fn divide(vote: Vote, votes: &mut [u32], preferred: u32, leave: impl FnMut(u32, usize)) {
    match vote {
        Vote::Greedy | Vote::Pcube => by_column(votes, greedy_score, leave),
        Vote::Look2 => by_column(votes, look2_score, leave),
        Vote::Nca => by_merging(votes, preferred, leave),
    }
}

/// Returns what each dimension that has votes counts for in the next choice; none of a vote that does not choose
/// by column.
///
/// **Shape**: dimensions with their scores, lowest dimension first; the largest score is chosen, the lowest on a tie.
pub fn scores(vote: Vote, votes: &[u32]) -> Option<Vec<(u32, usize)>> {
    let score = match vote {
        Vote::Greedy | Vote::Pcube => greedy_score,
        Vote::Look2 => look2_score,
        Vote::Nca => return None,
    };
    let candidates = candidates(votes);
    Some(super::dimensions(candidates).map(|j| (j, score(votes, candidates, j))).collect())
}

/// Returns the dimensions that have votes.
fn candidates(votes: &[u32]) -> u32 {
    votes.iter().fold(0, |set, vote| set | vote)
}

/// Takes column after column until no vote is left.
fn by_column(
    votes: &mut [u32],
    score: impl Fn(&[u32], u32, u32) -> usize,
    mut leave: impl FnMut(u32, usize),
) {
    loop {
        let candidates = candidates(votes);
        if candidates == 0 {
            return;
        }
        let dimension = lowest_best(candidates, |j| score(votes, candidates, j));
        for (row, vote) in votes.iter_mut().enumerate() {
            if *vote >> dimension & 1 == 1 {
                *vote = 0;
                leave(dimension, row);
            }
        }
    }
}

/// Returns the votes of a column.
fn greedy_score(votes: &[u32], _: u32, j: u32) -> usize {
    count(votes, 1 << j)
}

/// Returns what the choice of a column promises for itself and for the branch after it.
fn look2_score(votes: &[u32], candidates: u32, j: u32) -> usize {
    // A column without votes adds 0 to either maximum, so the candidates stand for all columns.
    let others = || super::dimensions(candidates & !(1 << j));
    let together = |i: u32| count(votes, 1 << i | 1 << j);
    let below = others().map(together).max().unwrap_or(0);
    let beside = others().map(|i| count(votes, 1 << i) - together(i)).max().unwrap_or(0);
    2 * count(votes, 1 << j) + below + beside
}

/// Counts the votes that contain all dimensions of `set`.
fn count(votes: &[u32], set: u32) -> usize {
    votes.iter().filter(|&&vote| vote & set == set).count()
}

/// Returns the candidate with the largest score, the lowest on a tie.
fn lowest_best(candidates: u32, score: impl Fn(u32) -> usize) -> u32 {
    let scored = super::dimensions(candidates).map(|j| (score(j), j));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.expect("there is a candidate").1
}

/// Merges the two rows with the nearest common ancestor until no two share a dimension.
fn by_merging(votes: &[u32], preferred: u32, mut leave: impl FnMut(u32, usize)) {
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for (row, &vote) in votes.iter().enumerate().filter(|(_, vote)| **vote != 0) {
        match groups.iter_mut().find(|(equal, _)| *equal == vote) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((vote, vec![row])),
        }
    }
    while let Some((first, second)) = nearest_pair(&groups) {
        let (vote, rows) = groups.remove(second);
        groups[first].0 &= vote;
        groups[first].1.extend(rows);
    }
    for (vote, mut rows) in groups {
        rows.sort_unstable();
        let kept = if vote & preferred != 0 { vote & preferred } else { vote };
        let dimension = kept.trailing_zeros();
        rows.into_iter().for_each(|row| leave(dimension, row));
    }
}

/// Returns the pair with most common dimensions, then fewest together, then lowest indices.
fn nearest_pair(groups: &[(u32, Vec<usize>)]) -> Option<(usize, usize)> {
    let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let (common, union) = (groups[a].0 & groups[b].0, groups[a].0 | groups[b].0);
            (std::cmp::Reverse(common.count_ones()), union.count_ones(), a, b)
        })
        .min()
        .filter(|(common, ..)| common.0 > 0)
        .map(|(_, _, a, b)| (a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(vote: Vote, votes: &[u32]) -> Vec<(u32, Vec<usize>)> {
        branches(vote, votes, 0).into_iter().map(|b| (b.dimension, b.rows)).collect()
    }

    #[test]
    fn greedy_takes_the_lowest_of_the_largest_columns() {
        // Rows of [Lan88] table 5.2.
        let votes = [0b00001, 0b10010, 0b11011, 0b10100, 0b00111, 0b00110];
        let expected = vec![(1, vec![1, 2, 4, 5]), (0, vec![0]), (2, vec![3])];
        assert_eq!(plain(Vote::Greedy, &votes), expected);
    }

    #[test]
    fn look2_looks_at_the_branch_after() {
        // All columns count 2. Column 1 shares both its rows with column 2 and scores 4 + 2 + 1;
        // column 0 scores 4 + 1 + 1.
        let votes = [0b001, 0b110, 0b111];
        assert_eq!(plain(Vote::Greedy, &votes)[0], (0, vec![0, 2]));
        assert_eq!(plain(Vote::Look2, &votes)[0], (1, vec![1, 2]));
        // Here a fuller column loses: columns 0, 1, 2 count 2, 3, 2 and all score 8.
        let votes = [0b0010, 0b0101, 0b0111, 0b1010];
        assert_eq!(plain(Vote::Greedy, &votes)[0].0, 1);
        assert_eq!(plain(Vote::Look2, &votes)[0].0, 0);
    }

    #[test]
    fn nca_merges_the_pair_with_most_in_common_first() {
        // 0111 and 0110 merge to 0110 before 1010 can take dimension 1 away.
        let votes = [0b1010, 0b0111, 0b0110];
        assert_eq!(plain(Vote::Nca, &votes), vec![(1, vec![0, 1, 2])]);
        let votes = [0b1001, 0b0111, 0b0110];
        assert_eq!(plain(Vote::Nca, &votes), vec![(0, vec![0]), (1, vec![1, 2])]);
    }

    #[test]
    fn nca_breaks_ties_by_the_smaller_union_then_by_index() {
        // All three pairs share one bit; the union of rows 1 and 2 is the smallest.
        let votes = [0b11010, 0b00011, 0b00110];
        let merged = plain(Vote::Nca, &votes);
        assert_eq!(merged, vec![(1, vec![0, 1, 2])]);
        // Rows (0, 1) and (1, 2) tie in both; the lowest first index goes first.
        let votes = [0b001, 0b011, 0b010];
        assert_eq!(plain(Vote::Nca, &votes), vec![(0, vec![0, 1]), (1, vec![2])]);
    }

    #[test]
    fn nca_prefers_the_dimensions_that_keep_the_direction() {
        let kept = branches(Vote::Nca, &[0b0110], 0b1100);
        assert_eq!(kept[0].dimension, 2);
        let none_kept = branches(Vote::Nca, &[0b0110], 0b1001);
        assert_eq!(none_kept[0].dimension, 1);
    }

    #[test]
    fn equal_rows_count_as_votes_except_for_nca() {
        let votes = [0b01, 0b10, 0b10];
        assert_eq!(plain(Vote::Greedy, &votes), vec![(1, vec![1, 2]), (0, vec![0])]);
        assert_eq!(plain(Vote::Nca, &votes), vec![(0, vec![0]), (1, vec![1, 2])]);
    }

    #[test]
    fn a_row_without_a_vote_is_in_no_branch() {
        for vote in Vote::ALL {
            assert_eq!(plain(vote, &[0, 0b1]), vec![(0, vec![1])]);
            assert_eq!(plain(vote, &[0, 0]), vec![]);
        }
    }
}
