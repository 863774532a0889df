//! Small networks with their rings as SVG: nodes evenly around the middle, a colour for each ring.

use std::collections::BTreeSet;
use std::fmt::Write;

use teecast_spec::svg;
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, RingTree};

use crate::chart::COLOURS;

/// **Units**: pixels.
const RADIUS: f64 = 100.0;
const MARGIN: f64 = 24.0;
const LINE: u32 = 16;

/// What is drawn.
pub struct Drawing {
    /// The network and its rings.
    pub tree: RingTree,
    /// Nodes and links that fail.
    pub faults: Faults,
    /// Nodes that the caption speaks of.
    pub marked: BTreeSet<u32>,
}

/// Returns the colour of a ring.
fn colour(ring: usize) -> String {
    let colour = COLOURS[ring % COLOURS.len()];
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

impl Drawing {
    /// Draws a tree of rings.
    pub fn of(tree: RingTree) -> Self {
        Self { tree, faults: Faults::default(), marked: BTreeSet::new() }
    }

    /// Returns what the colours mean, as far as they are in the picture.
    pub fn key(&self) -> &'static str {
        match (self.marked.is_empty(), self.faults == Faults::default()) {
            (true, true) => "",
            (false, true) => " Yellow: nodes at which messages wait.",
            (true, false) => " Dashed: what fails.",
            (false, false) => " Yellow: nodes at which messages wait; dashed: what fails.",
        }
    }

    /// Returns the picture.
    pub fn svg(&self) -> String {
        let graph = self.tree.graph();
        let side = 2.0 * (RADIUS + MARGIN);
        let rings = self.tree.rings().len() as u32;
        let mut svg = svg::opening(side as u32, side as u32 + LINE * rings);
        let mut put = |line: std::fmt::Arguments| {
            writeln!(svg, "{line}").expect("memory takes every line");
        };
        let at = |node: u32| {
            let turn = std::f64::consts::TAU * f64::from(node) / f64::from(graph.nodes());
            (side / 2.0 + RADIUS * turn.sin(), side / 2.0 - RADIUS * turn.cos())
        };
        let dash = |is_whole: bool| if is_whole { "" } else { " stroke-dasharray=\"4 4\"" };
        for [one, other] in graph.pairs() {
            let ((x1, y1), (x2, y2)) = (at(one), at(other));
            let (stroke, width) = match self.ring_on([one, other]) {
                Some(ring) => (colour(ring), 4),
                None => ("#999".to_string(), 1),
            };
            let dash = dash(self.faults.carries(one, other));
            put(format_args!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
                 stroke=\"{stroke}\" stroke-width=\"{width}\"{dash}/>"
            ));
        }
        for node in 0..graph.nodes() {
            let (x, y) = at(node);
            let fill = if self.marked.contains(&node) { "#f4c542" } else { "white" };
            let dash = dash(self.faults.lives(node));
            put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12\" fill=\"{fill}\" stroke=\"black\"{dash}/>"
            ));
            put(format_args!("<text x=\"{x:.1}\" y=\"{:.1}\">{node}</text>", y + 4.0));
        }
        for (index, ring) in self.tree.rings().iter().enumerate() {
            let nodes = ring.nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(" - ");
            let y = side as u32 + LINE * index as u32;
            put(format_args!(
                "<text x=\"{:.0}\" y=\"{y}\" fill=\"{}\">ring {}: {nodes}</text>",
                side / 2.0,
                colour(index),
                ring.id
            ));
        }
        svg + "</svg>\n"
    }

    /// Returns the ring that runs along a link.
    fn ring_on(&self, link: [u32; 2]) -> Option<usize> {
        let is_link = |pair: &[u32]| [pair[0].min(pair[1]), pair[0].max(pair[1])] == link;
        self.tree.rings().iter().position(|ring| ring.nodes.windows(2).any(is_link))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::Graph;
    use teecast_spec::topology::ring_tree::{Walk, build};

    #[test]
    fn a_drawing_has_rings_marks_and_what_fails() {
        let graph = Graph::new(4, &[(0, 2), (0, 3), (1, 2), (1, 3)]).expect("a square");
        let tree = build(&graph, &Faults::default(), 2, Walk::Deep);
        let whole = Drawing::of(tree.clone());
        let count = |svg: &str, text: &str| svg.matches(text).count();
        let svg = whole.svg();
        let counts = ["<circle ", "<line ", "stroke-width=\"4\"", ">ring ", "dasharray", "#f4c542"];
        assert_eq!(counts.map(|text| count(&svg, text)), [4, 4, 3, 3, 0, 0]);
        // The dead node takes its two links with it.
        let faults = Faults { nodes: [3].into(), ..Faults::default() };
        let drawing = Drawing { tree, faults, marked: [1].into() };
        let svg = drawing.svg();
        assert_eq!(["dasharray", "#f4c542"].map(|text| count(&svg, text)), [3, 1]);
        assert!(drawing.key().contains("Yellow") && drawing.key().contains("ashed"));
        assert_eq!(whole.key(), "");
    }
}
