//! The pictures of a sweep: latency against load, its percentiles, and how often which latency came.

use teecast_model::stats::BAND;
use teecast_study::chart::{COLOURS, Chart};

use super::network::Units;
use super::point::{Measured, Percentiles, Saturation};

/// Bars of a histogram up to the largest percentile.
const BARS: u64 = 40;
/// The title of the histogram.
const HISTOGRAM: &str = "How often which latency came";

/// One of the percentiles.
type Chosen = fn(&Percentiles) -> Option<u64>;

/// What was found for a setup.
pub struct Curve<'a> {
    /// Values of the options that change; empty where there is one setup.
    pub name: String,
    /// What was found under each load, ascending.
    pub points: Vec<&'a Measured>,
    /// Where the network saturates.
    pub saturation: Option<Saturation>,
}

impl<'a> Curve<'a> {
    /// Returns what was found in runs that reached a steady state.
    fn steady(&self) -> impl Iterator<Item = &'a Measured> {
        self.points.iter().copied().filter(|found| found.point.steady())
    }

    /// Returns one of the percentiles against the load.
    fn percentile(&self, of: Chosen) -> Vec<(f64, f64, f64)> {
        let at =
            |found: &Measured| Some((found.point.load?, of(&found.point.percentiles)? as f64, 0.0));
        self.steady().filter_map(at).collect()
    }
}

/// Draws the mean latency against the load, and where networks saturate.
pub fn latency(setups: &[Curve], units: Units) -> String {
    let mut chart = against_load(units, "mean latency");
    for setup in setups {
        let last = setup.steady().filter_map(|found| {
            let point = &found.point;
            Some((point.load?, point.latency?, point.half_width.unwrap_or(0.0) / BAND))
        });
        chart.curve(if setups.len() == 1 { "until the last copy" } else { &setup.name }, last);
        let copies = setup
            .steady()
            .filter_map(|found| Some((found.point.load?, found.point.copy_latency?, 0.0)));
        let copies: Vec<_> = copies.collect();
        if setups.len() == 1 && !copies.is_empty() {
            chart.curve("all copies", copies);
        }
        if let Some(Saturation { load, .. }) = setup.saturation {
            chart.mark(format!("saturation {}", setup.name).trim_end(), load);
        }
    }
    chart.picture("latency", "Mean latency against load").svg
}

/// Draws percentiles of the latency against the load: four of one setup, of several setups one each.
pub fn percentiles(setups: &[Curve], units: Units) -> String {
    let mut chart = against_load(units, "latency");
    if let [setup] = setups {
        let all: [(&str, Chosen); 4] = [
            ("99.9 %", |all| all.p99_9),
            ("99 %", |all| all.p99),
            ("95 %", |all| all.p95),
            ("50 %", |all| all.p50),
        ];
        all.into_iter().for_each(|(name, of)| chart.curve(name, setup.percentile(of)));
        return chart.picture("percentiles", "Latency that a part does not exceed").svg;
    }
    for setup in setups {
        chart.curve(&setup.name, setup.percentile(|all| all.p99));
    }
    chart.picture("percentiles", "Latency that 99 % do not exceed").svg
}

fn against_load(Units { load, time, measured }: Units, what: &str) -> Chart {
    Chart::new(&format!("load [{load}]"), &format!("{what} of {measured} [{time}]"))
}

/// Draws how often which latency came, of at most seven points, evenly spaced among those of all setups.
pub fn histogram(setups: &[Curve], Units { time, measured, .. }: Units) -> String {
    let named = |setup: &Curve, found: &Measured| {
        let load = found.point.load.map_or(String::new(), |load| format!("load {load}"));
        let names = [setup.name.clone(), load];
        names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
    };
    let of_setup = |setup| Curve::steady(setup).map(move |found| (named(setup, found), found));
    let all: Vec<(String, &Measured)> = setups.iter().flat_map(of_setup).collect();
    let shown = COLOURS.len().min(all.len());
    let chosen = (0..shown).map(|at| &all[at * (all.len() - 1) / (shown - 1).max(1)]);
    let largest = chosen.clone().filter_map(|(_, found)| found.point.percentiles.p99_9).max();
    let width = largest.unwrap_or(0) / BARS + 1;
    let mut chart = Chart::new(&format!("latency [{time}]"), &format!("part of {measured} [%]"));
    for (name, found) in chosen {
        let mut bars = vec![0; BARS as usize + 1];
        for (latency, count) in found.latencies.middles() {
            bars.get_mut((latency / width) as usize).into_iter().for_each(|bar| *bar += count);
        }
        let last = bars.iter().rposition(|bar| *bar > 0).map_or(0, |last| last + 1);
        let first = bars.iter().position(|bar| *bar > 0).unwrap_or(0);
        let percent = 100.0 / found.latencies.count().max(1) as f64;
        let middle = |bar: usize| (bar as u64 * width) as f64 + (width - 1) as f64 / 2.0;
        let bars = (first..last).map(|bar| (middle(bar), bars[bar] as f64 * percent, 0.0));
        chart.curve(name, bars);
    }
    let width = match width {
        1 => HISTOGRAM.to_string(),
        width => format!("{HISTOGRAM}, in ranges of {width} {time}"),
    };
    chart.picture("histogram", &width).svg
}
