//! A tree of rings as SVG: a box for each ring below the node that it hangs on.

use std::collections::BTreeSet;
use std::fmt::Write;

use teecast_spec::svg;
use teecast_spec::text;
use teecast_spec::topology::ring_tree::{Hop, RingTree};

/// **Units**: pixels.
const NODE: usize = 34;
const ROW: usize = 96;
const GAP: usize = 18;
const LINE: usize = 16;
const LETTER: usize = 7;

/// Where the parts of a picture are.
struct Layout<'a> {
    tree: &'a RingTree,
    gates: Vec<usize>,
    /// **Shape**: by ring, left edge of its box and row.
    boxes: Vec<(usize, usize)>,
}

/// Draws a tree; marks a node and the rings on a way. What nodes are called stands below, if they have
/// names.
///
/// **Shape**: `names` by node.
pub fn picture(tree: &RingTree, names: &[String], source: u32, way: &[Hop]) -> String {
    let (gates, roots) = (tree.gates(), tree.roots());
    let mut layout = Layout { tree, gates, boxes: vec![(0, 0); tree.rings().len()] };
    let mut right = GAP;
    for root in (0..tree.rings().len()).filter(|ring| roots[*ring]) {
        right += layout.place(root, None, right, 0) + GAP;
    }
    let rows = layout.boxes.iter().map(|(_, row)| row + 1).max().unwrap_or(1);
    let legend = rows * ROW + GAP;
    let longest = names.iter().map(|name| name.chars().count() * LETTER + NODE).max().unwrap_or(0);
    let (width, height) = ((right + GAP).max(longest + 2 * GAP), legend + names.len() * LINE);
    let mut svg = svg::opening(width, height);
    let mut put = |line: std::fmt::Arguments| {
        writeln!(svg, "{line}").expect("memory takes every line");
    };
    let on_way: BTreeSet<usize> = way.iter().map(|hop| hop.entry.ring).collect();
    // The same node in the box above is where a ring hangs.
    for (ring, it) in tree.rings().iter().enumerate().filter(|(ring, _)| !roots[*ring]) {
        let gate = layout.gates[ring];
        let above = tree.places(it.nodes[gate]).iter();
        let row = layout.boxes[ring].1;
        if let Some(hook) = above.clone().find(|it| layout.boxes[it.ring].1 + 1 == row) {
            let ((x1, y1), (x2, y2)) = (layout.at(hook.ring, hook.position), layout.at(ring, gate));
            put(format_args!(
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#999\" \
                 stroke-dasharray=\"3 3\"/>"
            ));
        }
    }
    for (ring, it) in tree.rings().iter().enumerate() {
        let colour = if on_way.contains(&ring) { "#d55e00" } else { "#0072b2" };
        let (first, last) = (layout.at(ring, 0), layout.at(ring, it.nodes.len() - 1));
        let ((x1, y), (x2, _)) = (first, last);
        let (below, name) = (y + 26, y + 38);
        put(format_args!(
            "<path d=\"M{x1} {y} H{x2} V{below} H{x1} Z\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        ));
        let middle = (x1 + x2) / 2;
        put(format_args!(
            "<text x=\"{middle}\" y=\"{name}\" fill=\"{colour}\">ring {}</text>",
            it.id
        ));
        for (position, node) in it.nodes.iter().enumerate() {
            let (x, y) = layout.at(ring, position);
            let fill = if *node == source { "#f4c542" } else { "white" };
            put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{fill}\" stroke=\"black\"/>"
            ));
            let title = names
                .get(*node as usize)
                .map_or(String::new(), |name| format!("<title>{}</title>", text::xml(name)));
            put(format_args!("<text x=\"{x}\" y=\"{}\">{node}{title}</text>", y + 4));
        }
    }
    for (node, name) in names.iter().enumerate() {
        let (y, name) = (legend + node * LINE, text::xml(name));
        put(format_args!(
            "<text x=\"{GAP}\" y=\"{y}\" text-anchor=\"start\">{node}: {name}</text>"
        ));
    }
    svg + "</svg>\n"
}

impl Layout<'_> {
    /// Returns the middle of a node in the box of a ring.
    fn at(&self, ring: usize, position: usize) -> (usize, usize) {
        let (left, row) = self.boxes[ring];
        (left + position * NODE + NODE / 2, row * ROW + GAP + 14)
    }

    /// Places a ring and what hangs on it from an x on; returns the width.
    fn place(&mut self, ring: usize, above: Option<usize>, left: usize, row: usize) -> usize {
        let nodes = &self.tree.rings()[ring].nodes;
        let mut below = Vec::new();
        for (position, node) in nodes.iter().enumerate() {
            // A ring hangs here if this node is its gate; the gate of this ring leads up.
            let is_up = above.is_some() && position == self.gates[ring];
            let hanging = self.tree.places(*node).iter().filter(|it| {
                !is_up
                    && it.ring != ring
                    && Some(it.ring) != above
                    && self.gates[it.ring] == it.position
            });
            below.extend(hanging.map(|it| it.ring));
        }
        let mut width = 0;
        for child in below {
            width += self.place(child, Some(ring), left + width, row + 1) + GAP;
        }
        let own = nodes.len() * NODE;
        let width = own.max(width.saturating_sub(GAP));
        self.boxes[ring] = (left + (width - own) / 2, row);
        width
    }
}
