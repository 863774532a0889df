//! The choice of a hypercube design for a mix of destination counts: how large m should be, which
//! vote, what to do with lists that are longer than m.

use serde::Deserialize;
use teecast_spec::Vote;

use crate::tally::Context;
use crate::traffic::{SampleMessage, broadcast, links};

/// Areas of the multicaster, as synthesised.
const AREAS: &str = include_str!("../experiments/ours/area.csv");
/// Dimension of the cube that the areas are for.
const AREA_N: u32 = 6;
/// The largest cube whose traffic is sampled for every k.
pub const LARGEST: u32 = 7;
/// Votes that are designs of their own. (The circuit of pcube is that of greedy.)
pub const VOTES: [Vote; 3] = [Vote::Greedy, Vote::Look2, Vote::Nca];

/// How often messages have how many destinations.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix(Vec<(usize, f64)>);

/// Says what is wrong with a mix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MixError {
    /// The text is no table of k and weight.
    #[error("the mix is not a table of k and weight: {0}")]
    Text(String),
    /// A number of destinations is out of range.
    #[error("k is {k}; permitted is 1 to {most}")]
    Count {
        /// Value given.
        k: usize,
        /// Number of other nodes.
        most: usize,
    },
    /// A weight is no weight, or all are 0.
    #[error("weights are not all finite, none below 0 and their sum above 0")]
    Weight,
}

impl Mix {
    /// Reads comma-separated values with the columns `k` and `weight`, for Q_n.
    ///
    /// # Errors
    /// Every [`MixError`].
    ///
    /// # Examples
    /// ```
    /// let mix = teecast_study::choice::Mix::read("k,weight\n1,3\n9,1\n", 6)?;
    /// assert_eq!(mix.mean(|k| k as f64), 3.0);
    /// # Ok::<(), teecast_study::choice::MixError>(())
    /// ```
    pub fn read(text: &str, n: u32) -> Result<Self, MixError> {
        #[derive(Deserialize)]
        struct Row {
            k: usize,
            weight: f64,
        }
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let rows: Vec<Row> = reader
            .deserialize()
            .collect::<Result<_, _>>()
            .map_err(|cause| MixError::Text(cause.to_string()))?;
        let most = (1 << n) - 1;
        if let Some(Row { k, .. }) = rows.iter().find(|row| !(1..=most).contains(&row.k)) {
            return Err(MixError::Count { k: *k, most });
        }
        let whole: f64 = rows.iter().map(|row| row.weight).sum();
        let bad = |row: &Row| row.weight.is_nan() || row.weight < 0.0;
        if rows.iter().any(bad) || whole <= 0.0 || !whole.is_finite() {
            return Err(MixError::Weight);
        }
        Ok(Self(rows.into_iter().map(|row| (row.k, row.weight / whole)).collect()))
    }

    /// Returns the mean of a quantity over the mix.
    pub fn mean(&self, of: impl Fn(usize) -> f64) -> f64 {
        self.0.iter().map(|(k, weight)| weight * of(*k)).sum()
    }
}

/// The mean traffic of one multicast of k destinations, for every k.
///
/// **Shape**: index k, 0..=2^n - 1. **Units**: links.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve(Vec<f64>);

impl Curve {
    /// Samples uniform destination sets.
    pub fn sample(context: &Context, n: u32, vote: Vote) -> Self {
        let all = (1 << n) - 1;
        let mean = |k: usize| {
            let [tally] = context.sample(k as u64, |stream| {
                let message = SampleMessage::from_zero(n, stream.uniform(n, k));
                [match vote {
                    Vote::Greedy => message.greedy(),
                    _ => links(&message.multicast(vote, None)),
                }]
            });
            tally.mean()
        };
        Self(std::iter::once(0.0).chain((1..=all).map(mean)).collect())
    }

    /// Returns the traffic of one multicast.
    pub fn whole(&self, k: usize) -> f64 {
        self.0[k]
    }

    /// Returns the traffic of ceil(k / m) multicasts of equal size.
    pub fn split(&self, k: usize, m: usize) -> f64 {
        let parts = k.div_ceil(m);
        let (size, larger) = (k / parts, k % parts);
        larger as f64 * self.0[size + 1] + (parts - larger) as f64 * self.0[size]
    }

    /// Returns the largest k up to which splitting stays cheaper than a broadcast.
    pub fn split_up_to(&self, m: usize) -> usize {
        let all = self.0.len() - 1;
        let dearer = |k: &usize| self.split(*k, m) >= all as f64;
        (m + 1..all).find(dearer).unwrap_or(all) - 1
    }
}

/// One design and what it does with a mix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// Branch decision.
    pub vote: Vote,
    /// Destination limit.
    pub m: usize,
    /// Lists longer than m are split up to this length and broadcast beyond it.
    pub split_up_to: usize,
    /// Mean traffic of a message of the mix. **Units**: links.
    pub traffic: f64,
    /// Area of a multicaster, where it is known. **Units**: LUT4.
    pub area: Option<u32>,
}

/// Returns the designs whose area is known, or for other cubes the same limits without areas.
pub fn designs(n: u32, mix: &Mix, curve: impl Fn(Vote) -> Curve) -> Vec<Design> {
    let areas = areas();
    let all = (1usize << n) - 1;
    let mut designs = Vec::new();
    for vote in VOTES {
        let curve = curve(vote);
        for (_, m, area) in areas.iter().filter(|(of, m, _)| *of == vote.name() && *m < all) {
            let split_up_to = curve.split_up_to(*m);
            let traffic = mix.mean(|k| match k {
                _ if k == all => broadcast(n) as f64,
                _ if k <= *m => curve.whole(k),
                _ if k <= split_up_to => curve.split(k, *m),
                _ => broadcast(n) as f64,
            });
            let area = (n == AREA_N).then_some(*area);
            designs.push(Design { vote, m: *m, split_up_to, traffic, area });
        }
    }
    designs
}

/// Returns the number of samples that the curves of all votes take.
pub fn samples(n: u32, runs: u64) -> u64 {
    VOTES.len() as u64 * ((1 << n) - 1) * runs
}

/// Returns vote, m and LUT4 of every synthesised multicaster.
pub fn areas() -> Vec<(String, usize, u32)> {
    #[derive(Deserialize)]
    struct Row {
        vote: String,
        m: usize,
        lut4: u32,
    }
    let rows = csv::Reader::from_reader(AREAS.as_bytes()).into_deserialize();
    let row = |row: Result<Row, csv::Error>| {
        let Row { vote, m, lut4 } = row.expect("the table is written by a program");
        (vote, m, lut4)
    };
    rows.map(row).collect()
}

/// Returns the smallest design whose traffic is within `slack` of the least, 0.02 for 2 %.
///
/// Without areas, smaller m is smaller, and then the simpler vote.
pub fn recommend(designs: &[Design], slack: f64) -> Option<&Design> {
    let least = designs.iter().map(|design| design.traffic).min_by(f64::total_cmp)?;
    let near = designs.iter().filter(|design| design.traffic <= least * (1.0 + slack));
    near.min_by_key(|design| (design.area, design.m))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_read_or_refused() {
        let refused = |text| Mix::read(text, 3).expect_err("a bad mix");
        assert_eq!(refused("k,weight\n8,1\n"), MixError::Count { k: 8, most: 7 });
        assert_eq!(refused("k,weight\n0,1\n"), MixError::Count { k: 0, most: 7 });
        assert_eq!(refused("k,weight\n"), MixError::Weight);
        assert_eq!(refused("k,weight\n1,-1\n2,4\n"), MixError::Weight);
        assert_eq!(refused("k,weight\n1,inf\n"), MixError::Weight);
        assert!(matches!(refused("k\n1\n"), MixError::Text(_)));
        let mix = Mix::read("k, weight\n1, 1\n3, 3\n", 3).expect("a good mix");
        assert_eq!(mix.mean(|k| k as f64), 2.5);
    }

    /// Half of the links of separate unicasts, 5 each: 14 others, 31 links of a broadcast.
    fn line() -> Curve {
        Curve((0..32).map(|k| 2.5 * k as f64 + f64::from(u8::from(k > 0))).collect())
    }

    #[test]
    fn lists_are_split_as_evenly_as_possible_while_it_pays() {
        assert_eq!(line().split(9, 4), 3.0 * line().whole(3));
        assert_eq!(line().split(10, 4), 2.0 * line().whole(3) + line().whole(4));
        // k = 11 in three parts takes 27.5 + 3 = 30.5 < 31, k = 12 takes 33.
        assert_eq!(line().split_up_to(4), 11);
    }

    #[test]
    fn the_smallest_design_within_the_slack_wins() {
        let design = |m, traffic, area| Design {
            vote: Vote::Greedy,
            m,
            split_up_to: 0,
            traffic,
            area: Some(area),
        };
        let designs =
            [design(2, 20.0, 10), design(4, 10.1, 30), design(8, 10.0, 60), design(6, 10.05, 20)];
        assert_eq!(recommend(&designs, 0.02).map(|d| d.m), Some(6));
        assert_eq!(recommend(&designs, 0.0).map(|d| d.m), Some(8));
        assert_eq!(recommend(&designs, 2.0).map(|d| d.m), Some(2));
        assert_eq!(recommend(&[], 0.0), None);
    }
}
