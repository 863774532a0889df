//! What a sweep found: a table for people, CSV, JSON and a curve.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use teecast_model::stats::BAND;
use teecast_study::chart::Chart;
use teecast_study::outcome::{Table, number};
use teecast_writing::signals;

use super::network::{Simulated, Units};
use super::point::{Answer, COLUMNS, Point, Saturation};
use super::setup::{OfKind, Sweep};
use crate::terminal::error::Error;
use crate::terminal::output::write_file;
use crate::terminal::table::table;
use crate::terminal::{Format, Report};

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a, S> {
    setup: &'a OfKind<S>,
    units: Units,
    zero_load_latency: f64,
    points: Vec<&'a Point>,
    saturation: Option<Saturation>,
}

impl fmt::Display for Saturation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { load, half_width } = self;
        // As many digits as the search is exact to.
        let digits = if *load < 0.125 { 4 } else { 3 };
        writeln!(f, "saturation: load {load:.digits$} ± {half_width:.digits$}")
    }
}

/// Prints the answers of a sweep and writes them to a folder.
///
/// # Errors
/// Bad input: the folder cannot be written.
pub fn report<S: Simulated>(
    sweep: &Sweep<S>,
    answers: &[Answer],
    out: Option<&Path>,
    format: Format,
) -> Result<Report, Error> {
    let network = &sweep.setup.network;
    let mut points = Vec::new();
    let mut saturation = None;
    for answer in answers {
        match answer {
            Answer::Point(point) => points.push(point),
            Answer::Saturation(found) => saturation = Some(*found),
        }
    }
    points.sort_by(|a, b| a.load.unwrap_or(0.0).total_cmp(&b.load.unwrap_or(0.0)));
    let (setup, units, zero_load_latency) =
        (&sweep.setup, network.units(), network.zero_load_latency()?);
    let document = Document { setup, units, zero_load_latency, points, saturation };
    let json = pretty(&document);
    let mut text = text(&document);
    if let Some(folder) = out {
        let (csv, svg) = (csv(&document.points), curve(&document));
        let files = [("points.csv", &csv), ("sweep.json", &json), ("latency.svg", &svg)];
        // They belong together: a signal waits until all are written.
        let _held = signals::hold();
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

/// Prints what was found for given messages: the keys are those of a point of a sweep.
pub fn given(found: &Point, format: Format) -> Report {
    match format {
        Format::Text => rows(&[found]),
        Format::Json => pretty(found),
    }
    .into()
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("the keys are strings") + "\n"
}

fn text<S>(document: &Document<S>) -> String {
    let Units { time, measured, .. } = document.units;
    let alone = number(document.zero_load_latency);
    let mut text = format!("mean latency of {measured} without load: {alone} {time}\n");
    text.extend(document.saturation.map(|found| found.to_string()));
    if !document.points.is_empty() {
        text += "\n";
        text += &rows(&document.points);
    }
    text
}

/// Lays out points for people, without the columns that are empty in all of them.
fn rows(points: &[&Point]) -> String {
    let rows: Vec<_> = points.iter().map(|point| point.cells()).collect();
    let used: Vec<usize> = (0..COLUMNS.len())
        .filter(|column| rows.iter().any(|cells| !cells[*column].is_empty()))
        .collect();
    let head: Vec<&str> = used.iter().map(|column| COLUMNS[*column]).collect();
    let chosen = |cells: &[String; COLUMNS.len()]| {
        used.iter().map(|column| cells[*column].clone()).collect::<Vec<_>>()
    };
    table(&head, &rows.iter().map(chosen).collect::<Vec<_>>())
}

fn csv(points: &[&Point]) -> String {
    let mut table = Table::new("points", &COLUMNS);
    points.iter().for_each(|point| table.push(point.cells()));
    table.csv()
}

fn curve<S>(document: &Document<S>) -> String {
    let Units { load, time, measured } = document.units;
    let x = format!("load [{load}]");
    let mut chart = Chart::new(&x, &format!("mean latency of {measured} [{time}]"));
    let steady = || document.points.iter().filter(|point| point.steady());
    let last = steady().filter_map(|point| {
        Some((point.load?, point.latency?, point.half_width.unwrap_or(0.0) / BAND))
    });
    chart.curve("until the last copy", last);
    let mut copies =
        steady().filter_map(|point| Some((point.load?, point.copy_latency?, 0.0))).peekable();
    if copies.peek().is_some() {
        chart.curve("all copies", copies);
    }
    if let Some(Saturation { load, .. }) = document.saturation {
        chart.mark("saturation", load);
    }
    chart.picture("latency", "Mean latency against load").svg
}
