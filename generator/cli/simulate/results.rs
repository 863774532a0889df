//! What a sweep found: a table for people, CSV, JSON and a curve.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use teecast_model::simulate::run::{Ending, Measurement};
use teecast_model::simulate::sweep::{self, Point};
use teecast_study::chart::Chart;
use teecast_study::outcome::{Table, number};

use super::broadcasts;
use super::part::Sweep;
use super::setup::{Answer, Setup, refused};
use crate::cli::error::Error;
use crate::cli::folder::write_file;
use crate::cli::table::table;
use crate::cli::{Format, Report};

/// Standard errors in half of a 95 % interval, as the chart draws it.
pub const BAND: f64 = 1.96;

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    setup: &'a Setup,
    /// **Units**: cycles.
    zero_load_latency: f64,
    points: Vec<Row>,
    /// **Units**: flits for each node and cycle.
    saturation: Option<Saturation>,
}

/// A load and what was found, in cycles, flits for each node and cycle, and counts.
#[derive(Serialize)]
struct Row {
    load: f64,
    latency: Option<f64>,
    /// Latency to each of many destinations, of emitted routers.
    #[serde(skip_serializing_if = "Option::is_none")]
    latency_to_each: Option<f64>,
    /// Half of the 95 % interval of the latency.
    half_width: Option<f64>,
    largest: u64,
    /// Flits delivered for each node and cycle.
    accepted: f64,
    messages: u64,
    hops: u64,
    cycles: u64,
    ending: Ending,
}

/// Where a network saturates.
#[derive(Clone, Copy, Serialize)]
pub struct Saturation {
    load: f64,
    half_width: f64,
}

impl Saturation {
    /// Returns the answer to a search, if there is one.
    pub fn among(answers: &[Answer]) -> Option<Self> {
        answers.iter().find_map(|answer| match *answer {
            Answer::Plain(sweep::Answer::Saturation { load, half_width }) => {
                Some(Self { load, half_width })
            }
            _ => None,
        })
    }
}

impl fmt::Display for Saturation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { load, half_width } = self;
        // As many digits as the search is exact to.
        let digits = if *load < 0.125 { 4 } else { 3 };
        writeln!(f, "saturation: load {load:.digits$} ± {half_width:.digits$}")
    }
}

impl Row {
    fn new(point: &Point, batch: u64, nodes: usize) -> Self {
        let measured = &point.measured;
        let total = measured.total();
        let cycles = measured.batches.len() as u64 * batch;
        let half_width = Some(measured.half_width()).filter(|width| width.is_finite());
        Self {
            load: point.load,
            latency: total.mean_latency(),
            latency_to_each: total.mean_copy_latency(),
            half_width,
            largest: total.largest,
            accepted: total.flits as f64 / nodes as f64 / cycles as f64,
            messages: total.messages,
            hops: total.hops,
            cycles: measured.cycles,
            ending: measured.ending,
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.load.to_string(),
            optional(self.latency),
            optional(self.half_width),
            self.largest.to_string(),
            number(self.accepted),
            self.messages.to_string(),
            self.hops.to_string(),
            self.cycles.to_string(),
            word(self.ending).to_string(),
        ]
    }
}

const HEAD: [&str; 9] = [
    "load",
    "latency",
    "half width",
    "largest",
    "accepted",
    "messages",
    "hops",
    "cycles",
    "ending",
];

/// Writes a number, or nothing where there is none.
pub fn optional(value: Option<f64>) -> String {
    value.map_or(String::new(), number)
}

/// Returns the word for how a run ended.
pub fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Precise => "precise",
        Ending::Imprecise => "imprecise",
        Ending::Saturated => "saturated",
        Ending::Complete => "complete",
    }
}

/// What a sweep found.
pub struct Files {
    /// Lines before the table.
    pub head: String,
    /// points.csv
    pub table: Table,
    /// sweep.json
    pub json: String,
    /// latency.svg
    pub svg: String,
}

/// Prints the answers of a sweep and writes them to a folder.
///
/// # Errors
/// Bad input: the folder cannot be written.
pub fn report(
    sweep: &Sweep,
    answers: &[Answer],
    out: Option<&Path>,
    format: Format,
) -> Result<Report, Error> {
    let alone = sweep.setup.zero_load_latency()?;
    let Files { head, table: points, json, svg } = match &sweep.setup {
        setup @ Setup::Plain(plain) => {
            let nodes = plain.network().map_err(refused)?.routes().nodes();
            files(setup, (nodes, plain.plan.batch, alone), answers)
        }
        setup @ Setup::Mhu(mhu) => files(setup, (1 << mhu.n, mhu.plan.batch, alone), answers),
        _ => broadcasts::files(sweep, alone, answers),
    };
    let mut text = head;
    if !points.rows.is_empty() {
        let names: Vec<&str> = points.head.iter().map(String::as_str).collect();
        let space = if text.is_empty() { "" } else { "\n" };
        text += &format!("{space}{}", table(&names, &points.rows));
    }
    if let Some(folder) = out {
        let files = [("points.csv", &points.csv()), ("sweep.json", &json), ("latency.svg", &svg)];
        for (name, content) in files {
            write_file(&folder.join(name), content)?;
        }
        text += &format!("\nwrote {}\n", folder.display());
    }
    Ok(match format {
        Format::Text => text,
        Format::Json => json,
    }
    .into())
}

/// Returns what a sweep of plain or emitted routers found, from nodes, cycles of a batch, and latency
/// without load.
fn files(
    setup: &Setup,
    (nodes, batch, zero_load_latency): (usize, u64, f64),
    answers: &[Answer],
) -> Files {
    let mut points: Vec<Row> = answers
        .iter()
        .filter_map(|answer| match answer {
            Answer::Plain(sweep::Answer::Point(point)) => Some(Row::new(point, batch, nodes)),
            _ => None,
        })
        .collect();
    points.sort_by(|a, b| a.load.total_cmp(&b.load));
    let saturation = Saturation::among(answers);
    let mut head = format!("latency without load: {} cycles\n", number(zero_load_latency));
    head.extend(saturation.map(|found| found.to_string()));
    let mut table = Table::new("points", &HEAD);
    points.iter().for_each(|row| table.push(row.cells()));
    let document = Document { setup, zero_load_latency, points, saturation };
    let json = serde_json::to_string_pretty(&document).expect("the keys are strings") + "\n";
    Files { head, table, json, svg: curve(&document) }
}

/// Prints what was found for one trace.
pub fn trace_report(measured: &Measurement, format: Format) -> Report {
    let total = measured.total();
    match format {
        Format::Json => {
            serde_json::to_string_pretty(measured).expect("the keys are strings") + "\n"
        }
        Format::Text => {
            let latency = number(total.mean_latency().unwrap_or(0.0));
            let cells = [latency, total.largest.to_string(), total.messages.to_string()];
            let counts = [total.hops.to_string(), measured.cycles.to_string()];
            let head = ["latency", "largest", "messages", "hops", "cycles"];
            table(&head, &[cells.into_iter().chain(counts).collect()])
        }
    }
    .into()
}

fn curve(document: &Document) -> String {
    let steady = document.points.iter().filter(|row| row.ending != Ending::Saturated);
    let points = steady
        .filter_map(|row| Some((row.load, row.latency?, row.half_width.unwrap_or(0.0) / BAND)));
    let mut chart = Chart::new("load [flits/node/cycle]", "mean latency [cycles]");
    chart.curve("mean latency", points);
    chart.picture("latency", "Mean latency against load").svg
}
