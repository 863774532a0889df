//! What one run says of each message and of each link: tables and a heat map.

use std::fmt::Write;
use std::path::PathBuf;

use teecast_model::simulate::record::{NotedLink, NotedMessage, Record};
use teecast_spec::svg;
use teecast_study::outcome::number;

use super::network::{Simulated, Units};
use super::options::Details;
use super::places::{Drawn, Place};
use crate::terminal::error::Error;
use crate::terminal::output::write_file;
use crate::terminal::{Format, Report};

/// Columns of a file of messages.
const MESSAGES: &str = "message,made,source,destination,length,injected,first_delivery,last_delivery,\
    hops,copies,queueing";
/// Columns of a file of links.
const LINKS: &str = "node,port,to,flits,use,messages,wait";
/// The most nodes of a heat map.
const MOST_DRAWN: u64 = 1024;
/// The most nodes whose numbers are written.
const MOST_NUMBERED: usize = 256;
/// **Units**: pixels, for the distance of neighbours, around the drawing, and of the scale below it.
const UNIT: f64 = 46.0;
const MARGIN: f64 = 40.0;
const SCALE: f64 = 60.0;
/// Colours of the scale, from no use to the largest.
const COLOURS: [(f64, f64, f64); 3] =
    [(222.0, 235.0, 247.0), (253.0, 174.0, 97.0), (165.0, 0.0, 38.0)];

/// Checks that what is asked for can be written, before a long run.
///
/// # Errors
/// Bad input: a network that is too large to be drawn.
pub fn check(wanted: &Details, network: &impl Simulated) -> Result<(), Error> {
    let nodes = network.drawn().nodes();
    if wanted.heat_map.is_none() || nodes <= MOST_DRAWN {
        return Ok(());
    }
    let sentence = format!("the network has {nodes} nodes; a heat map has at most {MOST_DRAWN}");
    Err(Error::bad_input(sentence).hint("--links writes a table of any network"))
}

/// Writes the files that are asked for about a run with its end, and adds their names to its report.
///
/// # Errors
/// Bad input: a file that cannot be written, a network that is too large to be drawn.
pub fn add(
    mut report: Report,
    wanted: &Details,
    (record, ended): (Option<Box<Record>>, u64),
    network: &impl Simulated,
    format: Format,
) -> Result<Report, Error> {
    let Some(record) = record else { return Ok(report) };
    let mut write = |path: &Option<PathBuf>, text: &dyn Fn() -> Result<String, Error>| {
        let Some(path) = path else { return Ok(()) };
        write_file(path, &text()?)?;
        if format == Format::Text {
            report.text += &format!("wrote {}\n", path.display());
        }
        Ok::<_, Error>(())
    };
    write(&wanted.messages, &|| Ok(messages(&record)))?;
    write(&wanted.links, &|| Ok(links(&record, ended)))?;
    write(&wanted.heat_map, &|| Ok(heat_map(&record, ended, &network.drawn(), network.units())))?;
    Ok(report)
}

fn messages(record: &Record) -> String {
    let time = |time: Option<u64>| time.map_or(String::new(), |time| time.to_string());
    let row = |(number, message): (usize, &NotedMessage)| {
        let NotedMessage {
            made,
            source,
            receivers,
            length,
            injected,
            first,
            last,
            hops,
            copies,
            ..
        } = message;
        let [left, one, all, queueing] =
            [*injected, *first, *last, injected.map(|injected| injected - made)].map(time);
        format!(
            "{number},{made},{source},{receivers},{length},{left},{one},{all},{hops},{copies},{queueing}\n"
        )
    };
    let rows: String = record.messages().iter().enumerate().map(row).collect();
    format!("{MESSAGES}\n{rows}")
}

fn links(record: &Record, ended: u64) -> String {
    let row = |(node, port, link): (u32, u32, &NotedLink)| {
        let NotedLink { flits, messages, waited, .. } = link;
        let to = link.to.expect("links that exist are listed");
        let used = number(record.used(link, ended));
        let wait = match messages {
            0 => String::new(),
            _ => number(*waited as f64 / *messages as f64),
        };
        format!("{node},{port},{to},{flits},{used},{messages},{wait}\n")
    };
    let rows: String = record.links().map(row).collect();
    format!("{LINKS}\n{rows}")
}

/// Draws how much each link is used; a link is the half of a line that begins at its node.
fn heat_map(record: &Record, ended: u64, drawn: &Drawn, units: Units) -> String {
    let places = drawn.places();
    let side = |of: fn(&Place) -> f64, pick: fn(f64, f64) -> f64, start| {
        places.iter().map(of).fold(start, pick)
    };
    let (left, right) = (side(|at| at.0, f64::min, f64::MAX), side(|at| at.0, f64::max, f64::MIN));
    let (top, bottom) = (side(|at| at.1, f64::min, f64::MAX), side(|at| at.1, f64::max, f64::MIN));
    let width = ((right - left) * UNIT + 2.0 * MARGIN).max(320.0);
    let height = (bottom - top) * UNIT + 2.0 * MARGIN;
    let pixel = |(x, y): Place| (MARGIN + (x - left) * UNIT, MARGIN + (y - top) * UNIT);
    let most = record.links().map(|(.., link)| record.used(link, ended)).fold(0.0, f64::max);
    let mut picture = svg::opening(width.ceil(), (height + SCALE).ceil());
    for (node, port, link) in record.links() {
        let to = link.to.expect("links that exist are listed");
        let used = record.used(link, ended);
        let (from, there) = (places[node as usize], places[to as usize]);
        let half = match drawn.around(&places, node, to) {
            Some((dx, dy)) => (from.0 + dx / 2.0, from.1 + dy / 2.0),
            None => ((from.0 + there.0) / 2.0, (from.1 + there.1) / 2.0),
        };
        let ((x, y), (u, v)) = (pixel(from), pixel(half));
        let colour = colour(if most > 0.0 { used / most } else { 0.0 });
        let used = number(used);
        line(
            &mut picture,
            format_args!(
                "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{u:.1}\" y2=\"{v:.1}\" stroke=\"{colour}\" \
             stroke-width=\"7\"><title>{node} to {to}, port {port}: {used}</title></line>"
            ),
        );
    }
    for (node, at) in places.iter().enumerate() {
        let (x, y) = pixel(*at);
        line(
            &mut picture,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"#eee\" stroke=\"#666\"/>"
            ),
        );
        if places.len() <= MOST_NUMBERED {
            let y = y + 3.0;
            line(
                &mut picture,
                format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"9\">{node}</text>"),
            );
        }
    }
    for step in 0..=20 {
        let part = f64::from(step) / 20.0;
        let (x, y, colour) = (MARGIN + 10.0 * f64::from(step), height, colour(part));
        line(
            &mut picture,
            format_args!(
                "<rect x=\"{x}\" y=\"{y:.1}\" width=\"10\" height=\"12\" fill=\"{colour}\"/>"
            ),
        );
    }
    let words =
        format!("part of the {} in which a link carries flits, 0 to {}", units.time, number(most));
    line(
        &mut picture,
        format_args!(
            "<text x=\"{MARGIN}\" y=\"{:.1}\" text-anchor=\"start\">{words}</text>",
            height + 30.0
        ),
    );
    picture + "</svg>\n"
}

fn line(picture: &mut String, element: std::fmt::Arguments) {
    writeln!(picture, "{element}").expect("memory takes every picture");
}

/// Returns the colour of a part of the largest use, 0 to 1.
fn colour(part: f64) -> String {
    let place = part.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
    let below = (place as usize).min(COLOURS.len() - 2);
    let (low, high, between) = (COLOURS[below], COLOURS[below + 1], place - below as f64);
    let mixed = |low: f64, high: f64| (low + (high - low) * between).round() as u8;
    let (red, green, blue) = (mixed(low.0, high.0), mixed(low.1, high.1), mixed(low.2, high.2));
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_from_its_first_colour_to_its_last() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), ["#deebf7", "#fdae61", "#a50026"]);
    }
}
