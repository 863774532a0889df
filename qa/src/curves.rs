//! Latency against load of the hypercube network before and after the redesign of its router: draws
//! `docs/pictures/router_curves.svg`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use teecast::model::stats::BAND;
use teecast_study::chart::Chart;
use teecast_writing::file;

use crate::Failure;

const BEFORE: &str = "experiments/ours/router-before/curves.csv";
const AFTER: &str = "experiments/ours/router-after/curves.csv";
const PICTURE: &str = "docs/pictures/router_curves.svg";
/// Data flits of the messages of the chart.
const DATA: u32 = 8;
const CAPTION: &str =
    "Latency of messages with 8 data flits before and after the redesign of the router.";
/// Rows of the table, in tenths of the saturation load of the router before.
const TENTHS: [usize; 3] = [1, 5, 9];

/// Draws the latency of the hypercube network before and after the redesign of its router.
///
/// Reads experiments/ours/router-before/curves.csv and experiments/ours/router-after/curves.csv. Draws the messages
/// with 8 data flits into docs/pictures/router_curves.svg. Prints a table of all messages for docs/hypercube.md.
/// Simulates nothing.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Result<(), Failure> {
    let read =
        |path| fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"));
    let (before, after) = (curves(&read(BEFORE)?)?, curves(&read(AFTER)?)?);
    print!("{}", table(&before, &after)?);
    file::write(Path::new(PICTURE), picture(&before, &after).as_bytes())?;
    Ok(())
}

/// Destinations and data flits of the messages of a curve.
type Messages = (u32, u32);

/// A curve.
struct Curve {
    saturation: f64,
    points: Vec<Point>,
}

/// A load that the network carries.
struct Point {
    load: f64,
    /// **Units**: cycles.
    latency: f64,
    /// Half of the 95 % interval.
    half_width: f64,
    steady: bool,
}

/// Reads the curves of a file.
fn curves(text: &str) -> Result<BTreeMap<Messages, Curve>, Failure> {
    let mut curves = BTreeMap::new();
    for line in text.lines().skip(1) {
        let refused = || Failure::from(format!("the line {line:?} is no point of a curve"));
        let cells: Vec<&str> = line.split(',').collect();
        let [destinations, data, saturation, load, latency, half_width, .., ending] = cells[..]
        else {
            return Err(refused());
        };
        let number = |cell: &str| cell.parse::<f64>().map_err(|_| refused());
        let count = |cell: &str| cell.parse::<u32>().map_err(|_| refused());
        let (load, latency, half_width) = (number(load)?, number(latency)?, number(half_width)?);
        let saturation = number(saturation)?;
        let curve = curves
            .entry((count(destinations)?, count(data)?))
            .or_insert(Curve { saturation, points: Vec::new() });
        curve.points.push(Point { load, latency, half_width, steady: ending != "saturated" });
    }
    Ok(curves)
}

/// Draws the curves of one length.
fn picture(before: &BTreeMap<Messages, Curve>, after: &BTreeMap<Messages, Curve>) -> String {
    let mut chart =
        Chart::new("load [flits/node/cycle]", "latency to the last destination [cycles]");
    for messages in before.keys().filter(|messages| messages.1 == DATA) {
        for (when, curves) in [("before", before), ("after", after)] {
            let points = curves.get(messages).map_or(&[][..], |curve| &curve.points);
            let steady = points.iter().filter(|point| point.steady);
            let points = steady.map(|point| (point.load, point.latency, point.half_width / BAND));
            chart.curve(&format!("{} destinations, {when}", messages.0), points);
        }
    }
    chart.picture("router_curves", CAPTION).svg
}

/// Returns a Markdown table with latencies at some loads, and with the saturation loads.
fn table(
    before: &BTreeMap<Messages, Curve>,
    after: &BTreeMap<Messages, Curve>,
) -> Result<String, Failure> {
    let mut table = String::from("| destinations | data flits |");
    TENTHS.iter().for_each(|tenth| table += &format!(" latency at {tenth}/10 |"));
    table += " saturation load |\n|---|---|---|---|---|---|\n";
    for (messages, old) in before {
        let (destinations, data) = messages;
        let missing =
            || format!("no curve of {destinations} destinations, {data} data flits in {AFTER}");
        let new = after.get(messages).ok_or_else(missing)?;
        table += &format!("| {destinations} | {data} |");
        for tenth in TENTHS {
            let pair = old.points.get(tenth - 1).zip(new.points.get(tenth - 1));
            let same = pair.filter(|(old, new)| old.load == new.load);
            let (old, new) = same.ok_or_else(missing)?;
            // A change that rounds to nothing has no minus.
            let change = (100.0 * (new.latency / old.latency - 1.0)).round() + 0.0;
            table += &match new.steady {
                true => format!(" {:.1} to {:.1} ({change:+.0} %) |", old.latency, new.latency),
                false => format!(" {:.1} to saturated |", old.latency),
            };
        }
        table += &format!(" {:.3} to {:.3} |\n", old.saturation, new.saturation);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    fn kept(path: &str) -> String {
        fs::read_to_string(format!("{ROOT}/{path}")).expect(path)
    }

    #[test]
    fn picture_and_table_of_the_page_are_those_of_the_files() {
        let [before, after] = [BEFORE, AFTER].map(|path| curves(&kept(path)).expect(path));
        let is_kept = picture(&before, &after) == kept(PICTURE);
        assert!(is_kept, "run `cargo run --release -p teecast-qa -- curves`");
        let table = table(&before, &after).expect("both files have all curves");
        assert!(kept("docs/hypercube.md").contains(&table), "the page needs this table:\n{table}");
    }

    #[test]
    fn a_saturated_network_has_no_latency() {
        let head = "head\n";
        let rows = |load: f64, ending: &str| -> String {
            let row = |tenth| format!("2,8,0.5,{},40.0,1.0,{ending}\n", load * f64::from(tenth));
            (1..=9).map(row).collect()
        };
        let read = |rows: String| curves(&(head.to_string() + &rows)).expect("rows");
        let before = read(rows(0.05, "precise"));
        let saturated = table(&before, &read(rows(0.05, "saturated"))).expect("the same loads");
        assert!(saturated.contains("| 2 | 8 | 40.0 to saturated |"), "{saturated}");
        let same = table(&before, &read(rows(0.05, "precise"))).expect("the same loads");
        assert!(same.contains("| 40.0 to 40.0 (+0 %) | 0.500 to 0.500 |"), "{same}");
        assert!(table(&before, &read(rows(0.04, "precise"))).is_err());
        assert!(table(&before, &BTreeMap::new()).is_err());
        assert!(curves("head\n2,8,0.5,0.1,fast,1.0,precise\n").is_err());
        assert!(curves("head\n2,8\n").is_err());
    }
}
