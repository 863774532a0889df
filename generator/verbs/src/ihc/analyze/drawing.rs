//! Hamiltonian cycles as SVG: the first one is the ring, the others are chords of it.

use std::f64::consts::TAU;
use std::fmt::Write;

use teecast_spec::svg;

/// The most nodes of a picture.
pub const MOST_NODES: u32 = 256;

/// Colours that also colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#464646", "#a6761d"];

/// Draws cycles, each in a colour of its own, and dashed the links that none of them uses.
///
/// **Shape**: by cycle, its nodes.
pub fn picture(cycles: &[Vec<u32>], unused: &[[u32; 2]]) -> String {
    let order = cycles.first().map_or(&[][..], |cycle| cycle);
    // **Units**: pixels. Neighbours on the ring do not touch.
    let radius = (order.len() as f64 * 30.0 / TAU).max(120.0);
    let size = 2.0 * radius + 60.0;
    let mut places = vec![(0.0, 0.0); order.len()];
    for (place, &node) in order.iter().enumerate() {
        let angle = TAU * place as f64 / order.len() as f64 - TAU / 4.0;
        let middle = size / 2.0;
        places[node as usize] = (middle + radius * angle.cos(), middle + radius * angle.sin());
    }
    let mut svg = svg::opening(size.round(), size.round());
    let mut put = |line: std::fmt::Arguments| {
        writeln!(svg, "{line}").expect("memory takes every line");
    };
    for [one, other] in unused {
        let ((x1, y1), (x2, y2)) = (places[*one as usize], places[*other as usize]);
        put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#999\" \
             stroke-dasharray=\"3 3\"/>"
        ));
    }
    for (cycle, colour) in cycles.iter().zip(COLOURS.iter().cycle()) {
        let points = cycle.iter().map(|node| places[*node as usize]);
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        put(format_args!(
            "<polygon points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        ));
    }
    for (node, (x, y)) in places.iter().enumerate() {
        put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\" fill=\"white\" stroke=\"black\"/>"
        ));
        put(format_args!("<text x=\"{x:.1}\" y=\"{:.1}\">{node}</text>", y + 4.0));
    }
    svg + "</svg>\n"
}
