//! A row of the results: what was found under one load, with the same columns for all kinds.
//!
//! A kind leaves a column empty that it does not measure.

use serde::{Deserialize, Serialize};
use teecast_model::histogram::Histogram;
use teecast_model::simulate::record::Record;
use teecast_model::simulate::run::{Ending, Measurement};
use teecast_model::simulate::sweep;
use teecast_study::outcome::number;

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Under a load.
    Point(Box<Measured>),
    /// Where the network saturates.
    Saturation(Saturation),
}

/// A row of the results, and all latencies that it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The row.
    pub point: Point,
    /// Latencies of what is measured, until the last copy.
    pub latencies: Histogram,
    /// Messages and links, where they were noted.
    #[serde(skip)]
    pub record: Option<Box<Record>>,
}

/// The middle of the interval of loads in which a network saturates, and its half width; the largest
/// load where it does not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saturation {
    /// **Units**: that of the loads.
    pub load: f64,
    /// **Units**: that of the loads.
    pub half_width: f64,
}

/// A load and what was found; times are in the unit of the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Load; none of given messages.
    pub load: Option<f64>,
    /// Mean latency of what is measured, until the last copy.
    pub latency: Option<f64>,
    /// Half of its 95 % interval.
    pub half_width: Option<f64>,
    /// The largest latency.
    pub largest: Option<u64>,
    /// Percentiles of the latencies.
    #[serde(flatten)]
    pub percentiles: Percentiles,
    /// Mean latency over all copies.
    pub copy_latency: Option<f64>,
    /// What was measured: messages, or broadcasts.
    pub messages: u64,
    /// Copies that it had, one for each destination, of k-reliable broadcasts k.
    pub copies: Option<u64>,
    /// Mean latency of the messages among which broadcasts were measured.
    pub unicast_latency: Option<f64>,
    /// Their number.
    pub unicasts: Option<u64>,
    /// Flits delivered for each node and cycle, each copy counted.
    pub accepted: Option<f64>,
    /// Flits that crossed a link between two routers.
    pub hops: u64,
    /// Part of the time in which a link carried flits.
    pub link_use: Option<f64>,
    /// Cycles after the warm-up in which sources paused, because nodes failed.
    pub paused: Option<u64>,
    /// How long the run lasted, the warm-up included.
    pub cycles: u64,
    /// How the run ended.
    pub ending: Ending,
}

/// Latencies that 50, 95, 99 and 99.9 % of what is measured do not exceed, with the error of
/// [`Histogram::percentile`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Percentiles {
    /// Of half of them.
    pub p50: Option<u64>,
    /// Of 95 %.
    pub p95: Option<u64>,
    /// Of 99 %.
    pub p99: Option<u64>,
    /// Of 99.9 %.
    pub p99_9: Option<u64>,
}

impl Percentiles {
    /// Returns the percentiles of some latencies, of which the largest is known.
    pub fn of(latencies: &Histogram, largest: u64) -> Self {
        // The middle of a range may be beyond the largest number in it.
        let of = |part| latencies.percentile(part).map(|found| found.min(largest));
        Self { p50: of(500), p95: of(950), p99: of(990), p99_9: of(999) }
    }
}

/// The columns, named as the keys of JSON.
pub const COLUMNS: [&str; 19] = [
    "load",
    "latency",
    "half_width",
    "largest",
    "p50",
    "p95",
    "p99",
    "p99_9",
    "copy_latency",
    "messages",
    "copies",
    "unicast_latency",
    "unicasts",
    "accepted",
    "hops",
    "link_use",
    "paused",
    "cycles",
    "ending",
];

/// How large a network is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Nodes.
    pub nodes: u64,
    /// Links between two routers, both ways counted.
    pub links: u64,
}

impl Point {
    /// Returns what was measured in a network of a size; the load of given messages is `None`.
    ///
    /// **Units**: `cycles` are those after the warm-up.
    pub fn of_messages(
        load: Option<f64>,
        measured: Measurement,
        cycles: u64,
        size: Size,
    ) -> Measured {
        let total = measured.total();
        let share = |flits: u64, of: u64| finite(flits as f64 / of as f64 / cycles as f64);
        let point = Self {
            load,
            latency: total.mean_latency(),
            half_width: finite(measured.half_width()),
            largest: Some(total.largest),
            percentiles: Percentiles::of(&total.latencies, total.largest),
            copy_latency: total.mean_copy_latency(),
            messages: total.messages,
            copies: Some(total.copies).filter(|copies| *copies > 0),
            unicast_latency: None,
            unicasts: None,
            accepted: share(total.flits, size.nodes),
            hops: total.hops,
            link_use: share(total.hops, size.links),
            paused: Some(total.paused).filter(|paused| *paused > 0),
            cycles: measured.cycles,
            ending: measured.ending,
        };
        Measured { point, latencies: total.latencies, record: measured.record }
    }

    /// Returns the cells of the row, empty where nothing was measured.
    pub fn cells(&self) -> [String; COLUMNS.len()] {
        let count = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let mean = |value: Option<f64>| value.map_or(String::new(), number);
        [
            self.load.map_or(String::new(), |load| load.to_string()),
            mean(self.latency),
            mean(self.half_width),
            count(self.largest),
            count(self.percentiles.p50),
            count(self.percentiles.p95),
            count(self.percentiles.p99),
            count(self.percentiles.p99_9),
            mean(self.copy_latency),
            self.messages.to_string(),
            count(self.copies),
            mean(self.unicast_latency),
            count(self.unicasts),
            mean(self.accepted),
            self.hops.to_string(),
            mean(self.link_use),
            count(self.paused),
            self.cycles.to_string(),
            word(self.ending).to_string(),
        ]
    }

    /// Tells whether the run reached a steady state.
    pub fn steady(&self) -> bool {
        self.ending != Ending::Saturated
    }
}

impl From<sweep::Answer> for Saturation {
    /// Takes the answer to a search; a single load has no interval.
    fn from(answer: sweep::Answer) -> Self {
        match answer {
            sweep::Answer::Saturation { load, half_width } => Self { load, half_width },
            sweep::Answer::Point(point) => Self { load: point.load, half_width: 0.0 },
        }
    }
}

/// Returns a number where there is one.
pub fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

/// Returns the word for how a run ended.
fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Precise => "precise",
        Ending::Imprecise => "imprecise",
        Ending::Saturated => "saturated",
        Ending::Complete => "complete",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_in_the_columns_of_their_keys() {
        let point = Point {
            load: Some(0.5),
            latency: Some(2.0),
            half_width: Some(3.0),
            largest: Some(4),
            percentiles: Percentiles { p50: Some(14), p95: Some(15), p99: Some(16), p99_9: None },
            copy_latency: Some(5.0),
            messages: 6,
            copies: Some(7),
            unicast_latency: Some(8.0),
            unicasts: Some(9),
            accepted: Some(10.0),
            hops: 11,
            link_use: Some(12.0),
            paused: Some(17),
            cycles: 13,
            ending: Ending::Imprecise,
        };
        let keys = serde_json::to_value(&point).expect("the keys are strings");
        for (column, cell) in COLUMNS.iter().zip(point.cells()) {
            match keys[column].as_str() {
                Some(word) => assert_eq!(cell, word, "{column}"),
                None => assert_eq!(cell.parse().ok(), keys[column].as_f64(), "{column}"),
            }
        }
    }

    #[test]
    fn no_percentile_is_beyond_the_largest() {
        let mut latencies = Histogram::default();
        latencies.add(1000);
        let all = Percentiles::of(&latencies, 1000);
        assert_eq!([all.p50, all.p99_9], [Some(1000); 2]);
        assert_eq!(Percentiles::of(&Histogram::default(), 0), Percentiles::default());
    }
}
