//! Drawings of trees as SVG: a row for each distance from the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use teecast_model::hypercube::tree::Tree;
use teecast_spec::svg;

use crate::outcome::Picture;

/// **Units**: pixels.
const RADIUS: u32 = 17;
const COLUMN: u32 = 52;
const ROW: u32 = 78;
const MARGIN: u32 = 30;

/// What is drawn: a tree and what its nodes are.
pub struct Drawing<'a> {
    /// Dimension of the cube.
    pub n: u32,
    /// Sending node.
    pub source: u32,
    /// Nodes that are marked; all others only pass the message on.
    pub destinations: &'a [u32],
    /// Nodes that the tree goes around.
    pub faulty: &'a BTreeSet<u32>,
    /// Hops.
    pub tree: &'a Tree,
}

impl Drawing<'_> {
    /// Draws the tree.
    pub fn picture(&self, name: &str, caption: &str) -> Picture {
        let places = self.places();
        let width = 2 * MARGIN
            + COLUMN * places.values().map(|(column, _)| column + 2).max().unwrap_or(2) / 2;
        let height = 2 * MARGIN + ROW * places.values().map(|(_, row)| *row).max().unwrap_or(0) + 8;
        let at = |node: u32| {
            let (column, row) = places[&node];
            (MARGIN + COLUMN / 2 + COLUMN * column / 2, MARGIN + ROW * row)
        };
        let mut svg = svg::opening(width, height);
        let mut put = |line: std::fmt::Arguments| {
            writeln!(svg, "{line}").expect("memory takes every line");
        };
        for send in &self.tree.sends {
            let ((x1, y1), (x2, y2)) = (at(send.from), at(send.to));
            put(format_args!(
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#666\"/>"
            ));
            let (x, y) = ((x1 + x2) / 2, (y1 + y2) / 2);
            put(format_args!(
                "<text x=\"{x}\" y=\"{y}\" fill=\"#666\" stroke=\"white\" stroke-width=\"3\" \
                 paint-order=\"stroke\">{}</text>",
                send.channel
            ));
        }
        for &node in places.keys() {
            let (x, y) = at(node);
            let fill = match node {
                _ if node == self.source => "#f4c542",
                _ if self.faulty.contains(&node) => "#f2b8b5",
                _ if self.destinations.contains(&node) => "#9fd0ee",
                _ => "white",
            };
            put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"black\"/>"
            ));
            let width = self.n as usize;
            let below = y + 4;
            // Six digits are the most that fit into the disc of a node.
            match self.n {
                ..=4 => put(format_args!("<text x=\"{x}\" y=\"{below}\">{node:0width$b}</text>")),
                _ => put(format_args!("<text x=\"{x}\" y=\"{below}\">{node}</text>")),
            }
        }
        svg += "</svg>\n";
        let faulty =
            if self.faulty.is_empty() { "" } else { "; red, in the last row: faulty nodes" };
        let caption = format!(
            "{caption} Yellow: source; blue: destinations{faulty}. The number on a link is its dimension. \
             Each row is one hop further from the source."
        );
        Picture { name: name.to_string(), caption, svg }
    }

    /// Returns the place of every node: half columns and rows.
    fn places(&self) -> BTreeMap<u32, (u32, u32)> {
        let mut children: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut seen = BTreeSet::from([self.source]);
        for send in &self.tree.sends {
            // A node that is crossed twice stands below the first to reach it.
            if seen.insert(send.to) {
                children.entry(send.from).or_default().insert(send.to);
            }
        }
        let mut places = BTreeMap::new();
        place(self.source, 0, &mut 0, &children, &mut places);
        let last = places.values().map(|(_, row)| row + 1).max().unwrap_or(0);
        // A faulty destination is drawn where it is missed.
        places.extend(
            (0..).step_by(2).zip(self.faulty).map(|(column, node)| (*node, (column, last))),
        );
        places
    }
}

/// Places a node above the middle of its children, which take the next free columns.
fn place(
    node: u32,
    row: u32,
    free: &mut u32,
    children: &BTreeMap<u32, BTreeSet<u32>>,
    places: &mut BTreeMap<u32, (u32, u32)>,
) -> u32 {
    let below: Vec<u32> = children
        .get(&node)
        .into_iter()
        .flatten()
        .map(|child| place(*child, row + 1, free, children, places))
        .collect();
    let column = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2,
        _ => {
            *free += 2;
            *free - 2
        }
    };
    places.insert(node, (column, row));
    column
}
