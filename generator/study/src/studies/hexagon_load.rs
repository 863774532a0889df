//! Broadcasts in hexagonal meshes under load: [KS91] figures 10 to 14.

use rayon::prelude::*;
use teecast_model::harts::simulation::Broadcast;
use teecast_model::harts::simulation::run::{Ending, Found, HartsSetup};
use teecast_model::stats::estimate;

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// Edge lengths of figures 10, 13 and 14.
const SIZES: [u32; 3] = [5, 7, 9];
/// Loads of every curve.
const LOADS: [f64; 8] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
/// The first loads, up to 0.3: there cut-through and store-and-forward are compared.
const LOW: usize = 4;
/// The first loads, up to 0.4: there latency is expected to rise.
const RISING: usize = 5;
/// What counts as one broadcast: it comes with a thousand regular messages.
///
/// **Units**: samples.
const BROADCAST: u64 = 4;
const SBCAST: Broadcast = Broadcast::Reliable { k: 1 };
/// Points of a curve.
const CURVE: u64 = LOADS.len() as u64;
/// Number of points of [`figure_10`].
pub const POINTS_10: u64 = 3 * CURVE;
/// Number of points of [`figure_11`].
pub const POINTS_11: u64 = 6 * CURVE;
/// Number of points of [`figure_12`].
pub const POINTS_12: u64 = 2 * CURVE;
/// Number of points of [`figure_13`], and of [`figure_14`].
pub const POINTS_13: u64 = 6 * CURVE;

/// A mean or what follows from means, with its standard error.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Estimate {
    fn of(values: &[f64]) -> Self {
        let (value, error) = estimate(values);
        Self { value, error }
    }

    /// Returns what independent estimates differ by.
    fn minus(self, other: Self) -> Self {
        Self { value: self.value - other.value, error: self.error.hypot(other.error) }
    }

    /// Returns by how much independent estimates differ.
    ///
    /// **Units**: per cent of the other.
    fn above(self, other: Self) -> Self {
        let ratio = self.value / other.value;
        let error = ratio * (self.error / self.value).hypot(other.error / other.value);
        Self { value: 100.0 * (ratio - 1.0), error: 100.0 * error }
    }

    /// Returns by how much values are larger than those of the same broadcasts.
    ///
    /// **Units**: per cent.
    fn increase(values: &[f64], base: &[f64]) -> Self {
        let pairs = || values.iter().zip(base);
        let (sum, whole) = pairs().fold((0.0, 0.0), |(sum, whole), (v, b)| (sum + v, whole + b));
        let (ratio, mean) = (sum / whole, whole / pairs().len() as f64);
        // What is left of each broadcast has the error of the ratio.
        let rest: Vec<f64> = pairs().map(|(value, b)| (value - ratio * b) / mean).collect();
        Self { value: 100.0 * (ratio - 1.0), error: 100.0 * estimate(&rest).1 }
    }
}

/// Returns values of broadcasts without what their lengths happened to be.
///
/// A few long messages more or less would move a mean more than anything else. So every value loses
/// the mean of its length, and gets the mean of all lengths by their weights.
fn levelled(found: &Found, values: &[f64]) -> Vec<f64> {
    let lengths = HartsSetup::paper(SIZES[0], SBCAST).lengths;
    let of = || found.broadcasts.iter().map(|delivered| delivered.length);
    let mean = |length: u32| {
        let values = || of().zip(values).filter(|(of, _)| *of == length);
        values().map(|(_, value)| value).sum::<f64>() / values().count() as f64
    };
    let means: Vec<(u32, u32, f64)> =
        lengths.parts().map(|(length, weight)| (length, weight, mean(length))).collect();
    let weights: u32 = means.iter().map(|(_, weight, _)| weight).sum();
    let sum: f64 = means.iter().map(|(_, weight, mean)| f64::from(*weight) * mean).sum();
    let whole = sum / f64::from(weights);
    if whole.is_nan() {
        // Some length is missing.
        return values.to_vec();
    }
    let mean_of = |length: u32| means.iter().find(|(of, ..)| *of == length).map(|(.., mean)| *mean);
    let level = |(length, value): (u32, &f64)| {
        value + whole - mean_of(length).expect("a broadcast has a length of the mix")
    };
    of().zip(values).map(level).collect()
}

/// Adds the least of some estimates to the numbers.
fn least(outcome: &mut Outcome, name: String, estimates: impl IntoIterator<Item = Estimate>) {
    let least = estimates.into_iter().min_by(|a, b| a.value.total_cmp(&b.value));
    let Estimate { value, error } = least.expect("there are estimates");
    outcome.estimate(name, value, error);
}

/// Adds the least rise from one value to the next, in per cent.
fn rises(outcome: &mut Outcome, name: String, values: &[Estimate]) {
    least(outcome, name, values.windows(2).map(|pair| pair[1].above(pair[0])));
}

/// Runs every curve under every load.
///
/// **Shape**: in the order of the curves, then of the loads.
fn play(context: &Context, curves: &[(u32, Broadcast)]) -> Vec<Vec<Found>> {
    let points = curves.len() * LOADS.len();
    let broadcasts = u32::try_from(context.runs.div_ceil(BROADCAST)).unwrap_or(u32::MAX);
    let broadcasts = broadcasts.clamp(2, 10_000_000);
    let one = |point: usize| {
        let (n, broadcast) = curves[point / LOADS.len()];
        let setup =
            HartsSetup { broadcasts, seed: context.seed, ..HartsSetup::paper(n, broadcast) };
        let found = setup.run(LOADS[point % LOADS.len()]).expect("the paper's loads are possible");
        (context.tick)(context.runs);
        found
    };
    // One by one: the points differ much in the time they take.
    let found: Vec<Found> = (0..points).into_par_iter().with_max_len(1).map(one).collect();
    found.chunks(LOADS.len()).map(<[Found]>::to_vec).collect()
}

/// Returns the table of all points.
fn table(curves: &[(u32, Broadcast)], found: &[Vec<Found>]) -> Table {
    let head = [
        "n",
        "broadcast",
        "load",
        "latency [clocks]",
        "standard error [clocks]",
        "mean delivery time [clocks]",
        "standard error of the time [clocks]",
        "latency of regular messages [clocks]",
        "use of links",
        "saturated",
    ];
    let mut table = Table::new("points", &head);
    for ((n, broadcast), found) in curves.iter().zip(found) {
        for (load, found) in LOADS.iter().zip(found) {
            let [latency, delivery] = [found.latencies(), found.delivery_times()]
                .map(|values| Estimate::of(&levelled(found, &values)));
            let numbers = [
                *load,
                latency.value,
                latency.error,
                delivery.value,
                delivery.error,
                found.regular.mean_latency().unwrap_or(f64::NAN),
                found.link_use,
            ];
            let row = [n.to_string(), broadcast.to_string()].into_iter();
            let saturated = if found.ending == Ending::Saturated { "yes" } else { "no" };
            table.push(row.chain(numbers.map(number)).chain([saturated.to_string()]));
        }
    }
    table
}

fn curve(chart: &mut Chart, name: &str, values: &[Estimate]) {
    let points = LOADS.iter().zip(values).map(|(load, e)| (*load, e.value, e.error));
    chart.curve(name, points);
}

fn latencies(found: &[Found]) -> Vec<Estimate> {
    found.iter().map(|found| Estimate::of(&levelled(found, &found.latencies()))).collect()
}

fn finish(table: Table, chart: &Chart, caption: &str, mut outcome: Outcome) -> Outcome {
    outcome.tables.push(table);
    outcome.pictures.push(chart.picture("curves", caption));
    outcome
}

/// Figure 10: latency of SBCAST in three hexagonal meshes.
pub fn figure_10(context: &Context) -> Outcome {
    let curves = SIZES.map(|n| (n, SBCAST));
    let found = play(context, &curves);
    let mut outcome = Outcome::default();
    let mut chart = Chart::new("load", "latency of a broadcast [clocks]");
    let all: Vec<Vec<Estimate>> = found.iter().map(|found| latencies(found)).collect();
    for (n, latencies) in SIZES.iter().zip(&all) {
        curve(&mut chart, &format!("n = {n}"), latencies);
        let name = format!("n = {n}: least rise of latency from load to load up to 0.4");
        rises(&mut outcome, name, &latencies[..RISING]);
    }
    for (index, load) in LOADS[..RISING].iter().enumerate() {
        let by_size: Vec<Estimate> = all.iter().map(|latencies| latencies[index]).collect();
        let name = format!("load {load}: least rise of latency from mesh to mesh");
        rises(&mut outcome, name, &by_size);
    }
    let caption = "Latency of SBCAST against load in hexagonal meshes of three edge lengths.";
    finish(table(&curves, &found), &chart, caption, outcome)
}

/// Figure 11: what more copies cost.
pub fn figure_11(context: &Context) -> Outcome {
    let curves: Vec<(u32, Broadcast)> = (1..=6).map(|k| (7, Broadcast::Reliable { k })).collect();
    let found = play(context, &curves);
    let mut outcome = Outcome::default();
    let mut chart = Chart::new("load", "latency above that of SBCAST [%]");
    for (index, found_of_k) in found.iter().enumerate() {
        let k = index + 1;
        let name = format!("k = {k}: least rise of latency from load to load up to 0.4");
        rises(&mut outcome, name, &latencies(found_of_k)[..RISING]);
        let above = |lower: &[Found]| -> Vec<Estimate> {
            let pairs = found_of_k.iter().zip(lower);
            pairs
                .map(|(of_k, base)| Estimate::increase(&of_k.latencies(), &base.latencies()))
                .collect()
        };
        if k == 1 {
            continue;
        }
        let over_one = above(&found[0]);
        curve(&mut chart, &format!("k = {k}"), &over_one);
        let rise = over_one[LOW - 1].minus(over_one[0]);
        let name = format!("k = {k}: rise of the percentage over SBCAST from load 0.05 to 0.3");
        outcome.estimate(name, rise.value, rise.error);
        let name = format!("k = {k}: least percentage over k = {index}, loads 0.05 to 0.4");
        least(&mut outcome, name, above(&found[index - 1])[..RISING].iter().copied());
    }
    let caption = "Latency of k copies above that of one copy, against load, n = 7.";
    finish(table(&curves, &found), &chart, caption, outcome)
}

/// Figure 12: SBCAST and SFBCAST.
pub fn figure_12(context: &Context) -> Outcome {
    let curves = [SBCAST, Broadcast::Stored].map(|broadcast| (5, broadcast));
    let found = play(context, &curves);
    let mut outcome = Outcome::default();
    let mut chart = Chart::new("load", "latency of a broadcast [clocks]");
    for ((_, broadcast), found) in curves.iter().zip(&found) {
        curve(&mut chart, &broadcast.to_string(), &latencies(found));
    }
    for (index, load) in LOADS[..LOW].iter().enumerate() {
        let [one, stored] = [0, 1].map(|curve: usize| found[curve][index].latencies());
        let Estimate { value, error } = Estimate::increase(&stored, &one);
        outcome.estimate(format!("load {load}: SFBCAST above SBCAST"), value, error);
    }
    let caption = "Latency of SBCAST and SFBCAST against load, n = 5.";
    finish(table(&curves, &found), &chart, caption, outcome)
}

/// Figures 13 and 14: what SFBCAST takes more than SBCAST in three hexagonal meshes.
fn comparison(context: &Context, times: fn(&Found) -> Vec<f64>, what: &str) -> Outcome {
    let both = |n| [(n, SBCAST), (n, Broadcast::Stored)];
    let curves: Vec<(u32, Broadcast)> = SIZES.into_iter().flat_map(both).collect();
    let found = play(context, &curves);
    let increase = |size: &[Vec<Found>], times: fn(&Found) -> Vec<f64>| -> Vec<Estimate> {
        let pairs = size[1].iter().zip(&size[0]);
        pairs.map(|(stored, one)| Estimate::increase(&times(stored), &times(one))).collect()
    };
    let mut outcome = Outcome::default();
    let mut chart = Chart::new("load", &format!("{what} of SFBCAST above that of SBCAST [%]"));
    let percentages: Vec<Vec<Estimate>> =
        found.chunks(2).map(|size| increase(size, times)).collect();
    for ((n, size), values) in SIZES.iter().zip(found.chunks(2)).zip(&percentages) {
        curve(&mut chart, &format!("n = {n}"), values);
        let name = format!("n = {n}: least fall of the percentage from load to load up to 0.3");
        least(&mut outcome, name, values[..LOW].windows(2).map(|pair| pair[0].minus(pair[1])));
        let latency = increase(size, Found::latencies);
        let name = format!("n = {n}: least lead over the percentage of figure 13 up to 0.3");
        let pairs = values.iter().zip(latency).take(LOW);
        least(&mut outcome, name, pairs.map(|(value, latency)| value.minus(latency)));
    }
    for (index, load) in LOADS[..LOW].iter().enumerate() {
        let name = format!("load {load}: least rise of the percentage from mesh to mesh");
        let pairs = percentages.windows(2).map(|pair| pair[1][index].minus(pair[0][index]));
        least(&mut outcome, name, pairs);
    }
    let caption = format!("The {what} of SFBCAST above that of SBCAST, against load.");
    finish(table(&curves, &found), &chart, &caption, outcome)
}

/// Figure 13: latency.
pub fn figure_13(context: &Context) -> Outcome {
    comparison(context, Found::latencies, "latency")
}

/// Figure 14: mean delivery time.
pub fn figure_14(context: &Context) -> Outcome {
    comparison(context, Found::delivery_times, "mean delivery time")
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_model::harts::simulation::ledger::Delivered;
    use teecast_model::simulate::measure::Counts;

    #[test]
    fn a_mean_is_that_of_all_lengths_whatever_was_drawn() {
        let lengths = [64, 512, 128, 64, 512, 512];
        let delivered = |length| Delivered {
            made: 0,
            length,
            latency: 2 * u64::from(length),
            sum: 0,
            copies: 1,
        };
        let found = Found {
            ending: Ending::Complete,
            clocks: 0,
            broadcasts: lengths.map(delivered).to_vec(),
            regular: Counts::default(),
            record: None,
            link_use: 0.0,
        };
        let Estimate { value, error } = Estimate::of(&levelled(&found, &found.latencies()));
        assert!((value - 2.0 * 185.6).abs() < 1e-9 && error < 1e-9, "{value} ± {error}");
        let short = Found { broadcasts: found.broadcasts[..2].to_vec(), ..found };
        assert_eq!(levelled(&short, &short.latencies()), short.latencies());
    }

    #[test]
    fn increases_are_those_of_the_sums_and_pairs_that_agree_have_no_error() {
        let base = [10.0, 20.0, 60.0];
        let Estimate { value, error } = Estimate::increase(&[15.0, 30.0, 90.0], &base);
        assert!((value - 50.0).abs() < 1e-9 && error < 1e-9, "{value} ± {error}");
        let above =
            Estimate { value: 12.0, error: 0.6 }.above(Estimate { value: 10.0, error: 0.0 });
        assert!((above.value - 20.0).abs() < 1e-9 && (above.error - 6.0).abs() < 1e-9);
    }
}
