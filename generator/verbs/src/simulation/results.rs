//! What a sweep found: tables for people, CSV and JSON, and curves.

use std::fmt;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};
use teecast_study::outcome::{Table, number};
use teecast_writing::signals;

use super::curves::{self, Curve};
use super::network::{Simulated, Units};
use super::point::{Answer, COLUMNS, Measured, Point, Saturation};
use super::setup::{Setup, Sweep};
use crate::terminal::error::Error;
use crate::terminal::output::write_file;
use crate::terminal::table::table;
use crate::terminal::{Format, Report};

/// The JSON document of a setup; the keys are fixed.
#[derive(Serialize)]
struct Document<'a, S> {
    setup: OfKind<'a, S>,
    options: &'a Map<String, Value>,
    units: Units,
    zero_load_latency: f64,
    points: Vec<&'a Point>,
    saturation: Option<Saturation>,
}

/// What is simulated, with the name of its kind.
#[derive(Serialize)]
struct OfKind<'a, S> {
    kind: &'a str,
    #[serde(flatten)]
    network: &'a S,
}

/// The JSON document of several setups.
#[derive(Serialize)]
struct Documents<'a, S> {
    swept: &'a [String],
    setups: &'a [Document<'a, S>],
}

impl<'a, S: Simulated> Document<'a, S> {
    /// Returns the document of a setup and what was found for it.
    ///
    /// # Errors
    /// Bad input: the setup is not possible.
    fn new(kind: &'a str, setup: &'a Setup<S>, curve: &Curve<'a>) -> Result<Self, Error> {
        let network = &setup.network;
        Ok(Self {
            setup: OfKind { kind, network },
            options: &setup.options,
            units: network.units(),
            zero_load_latency: network.zero_load_latency()?,
            points: curve.points.iter().map(|found| &found.point).collect(),
            saturation: curve.saturation,
        })
    }
}

impl<S> Document<'_, S> {
    /// Returns the cells of all points, each after the values of some options.
    fn rows(&self, options: &[String]) -> Vec<Vec<String>> {
        let values = cells(self.options, options);
        self.points.iter().map(|point| [&values[..], &point.cells()].concat()).collect()
    }
}

impl fmt::Display for Saturation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { load, half_width } = self;
        // As many digits as the search is exact to.
        let digits = if *load < 0.125 { 4 } else { 3 };
        write!(f, "load {load:.digits$} ± {half_width:.digits$}")
    }
}

/// Prints the answers of a sweep and writes them to a folder.
///
/// **Shape**: `answers` are those of all runs, in their order.
///
/// # Errors
/// Bad input: the folder cannot be written.
pub fn report<S: Simulated>(
    sweep: &Sweep<S>,
    answers: &[Answer],
    out: Option<&Path>,
    format: Format,
) -> Result<Report, Error> {
    let units = sweep.setups[0].network.units();
    let found: Vec<Curve> = (0..sweep.setups.len()).map(|at| curve(sweep, answers, at)).collect();
    let of_setup = |(setup, curve)| Document::new(&sweep.kind, setup, curve);
    let documents: Result<Vec<_>, Error> = sweep.setups.iter().zip(&found).map(of_setup).collect();
    let (documents, swept) = (documents?, &sweep.swept);
    let json = match &documents[..] {
        [document] if swept.is_empty() => pretty(document),
        setups => pretty(&Documents { swept, setups }),
    };
    let mut text = text(&documents, &found, swept);
    if let Some(folder) = out {
        fs::create_dir_all(folder).map_err(|cause| {
            Error::io("cannot write", folder, cause).hint("choose another --out")
        })?;
        let files = [
            ("points.csv", csv(&documents)),
            ("sweep.json", json.clone()),
            ("latency.svg", curves::latency(&found, units)),
            ("percentiles.svg", curves::percentiles(&found, units)),
            ("histogram.svg", curves::histogram(&found, units)),
        ];
        // They belong together: a signal waits until all are written.
        let _held = signals::hold();
        for (name, content) in files {
            write_file(&folder.join(name), &content)?;
        }
        text += &format!("\nwrote {}\n", folder.display());
    }
    Ok(match format {
        Format::Text => text,
        Format::Json => json,
    }
    .into())
}

/// Returns what was found for a setup, by ascending load.
fn curve<'a, S: Simulated>(sweep: &Sweep<S>, answers: &'a [Answer], setup: usize) -> Curve<'a> {
    let mut points: Vec<&Measured> = Vec::new();
    let mut saturation = None;
    for answer in answers.iter().skip(setup).step_by(sweep.setups.len()) {
        match answer {
            Answer::Point(found) => points.push(found),
            Answer::Saturation(found) => saturation = Some(*found),
        }
    }
    let load = |found: &Measured| found.point.load.unwrap_or(0.0);
    points.sort_by(|a, b| load(a).total_cmp(&load(b)));
    Curve { name: sweep.setups[setup].named(&sweep.swept), points, saturation }
}

/// Prints what was found for given messages: the keys are those of a point of a sweep.
pub fn given(found: &Point, format: Format) -> Report {
    match format {
        Format::Text => rows(&[], vec![found.cells().to_vec()]),
        Format::Json => pretty(found),
    }
    .into()
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("the keys are strings") + "\n"
}

fn text<S>(documents: &[Document<S>], found: &[Curve], swept: &[String]) -> String {
    let Units { time, measured, .. } = documents[0].units;
    let mut text = String::new();
    for (document, Curve { name, .. }) in documents.iter().zip(found) {
        let place = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let alone = number(document.zero_load_latency);
        text += &format!("{place}mean latency of {measured} without load: {alone} {time}\n");
        let saturation = document.saturation;
        text.extend(saturation.map(|found| format!("{place}saturation: {found}\n")));
    }
    let points: Vec<_> = documents.iter().flat_map(|document| document.rows(swept)).collect();
    if !points.is_empty() {
        text += "\n";
        text += &rows(swept, points);
    }
    text
}

/// Returns the values of some options as cells.
fn cells<'a>(
    options: &Map<String, Value>,
    names: impl IntoIterator<Item = &'a String>,
) -> Vec<String> {
    let value = |name| options.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
    names.into_iter().map(value).collect()
}

/// Lays out points for people, after the values of some options, without the columns that are empty in all of
/// them.
fn rows(options: &[String], rows: Vec<Vec<String>>) -> String {
    let columns: Vec<&str> = options.iter().map(String::as_str).chain(COLUMNS).collect();
    let used: Vec<usize> = (0..columns.len())
        .filter(|column| rows.iter().any(|cells| !cells[*column].is_empty()))
        .collect();
    let head: Vec<&str> = used.iter().map(|column| columns[*column]).collect();
    let chosen = |cells: &Vec<String>| used.iter().map(|column| cells[*column].clone()).collect();
    table(&head, &rows.iter().map(chosen).collect::<Vec<_>>())
}

/// Returns the column of an option: no two columns have the same name.
fn column(option: &str) -> String {
    match option.replace('-', "_") {
        name if COLUMNS.contains(&name.as_str()) => format!("{name}_option"),
        name => name,
    }
}

/// Returns all points with their columns, and after them those of the options.
fn csv<S>(documents: &[Document<S>]) -> String {
    let names: Vec<String> = documents[0].options.keys().map(|name| column(name)).collect();
    let head: Vec<&str> = COLUMNS.into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new("points", &head);
    for document in documents {
        let values = cells(document.options, document.options.keys());
        for point in &document.points {
            table.push([&point.cells()[..], &values].concat());
        }
    }
    table.csv()
}
