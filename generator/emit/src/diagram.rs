//! The block diagram of a family, with the numbers of its configuration (SVG).

use askama::Template;

use crate::bundle::RtlFile;

/// Widest line of a block.
///
/// **Units**: characters.
pub const COLUMNS: usize = 30;

/// A part of a router or node.
pub struct Block {
    /// Its name.
    pub name: &'static str,
    /// Its numbers, a few words each, at most [`COLUMNS`] characters.
    pub lines: Vec<String>,
}

/// The parts of a router or node.
pub struct Blocks {
    /// Module that they are parts of, without the prefix.
    pub module: &'static str,
    /// The network, in one line.
    pub network: String,
    /// What comes in, from the top to the bottom.
    pub inputs: Vec<String>,
    /// Parts side by side, from the inputs to the outputs; those of a column one above the other.
    pub columns: Vec<Vec<Block>>,
    /// What goes out, from the top to the bottom.
    pub outputs: Vec<String>,
}

impl Block {
    /// Returns a part with its numbers.
    pub fn new<const LINES: usize>(name: &'static str, lines: [String; LINES]) -> Self {
        Self { name, lines: lines.into() }
    }
}

// Units of the drawing.
const WIDTH: usize = 200;
const GAP: usize = 44;
const SIDE: usize = 130;
const LINE: usize = 18;
const TOP: usize = 64;

#[derive(Template)]
#[template(path = "common/package/diagram.svg")]
struct Drawing<'a> {
    module: &'a str,
    network: &'a str,
    width: usize,
    height: usize,
    frame: Outline,
    boxes: Vec<Placed<'a>>,
    arrows: Vec<Arrow>,
    labels: Vec<Label<'a>>,
}

/// The frame of the router.
struct Outline {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

struct Placed<'a> {
    frame: Outline,
    name: &'a str,
    /// Position and text of each line.
    lines: Vec<(usize, &'a str)>,
}

struct Arrow {
    from: usize,
    to: usize,
    y: usize,
}

struct Label<'a> {
    x: usize,
    y: usize,
    anchor: &'static str,
    text: &'a str,
}

/// Returns the drawing of a family.
pub fn file(family: &str, prefix: &str, blocks: &Blocks) -> RtlFile {
    let text = drawn(&format!("{prefix}{}", blocks.module), blocks) + "\n";
    RtlFile { path: format!("{family}.svg"), text }
}

fn drawn(module: &str, blocks: &Blocks) -> String {
    let height_of = |block: &Block| LINE * (block.lines.len() + 1) + 16;
    let column_height =
        |column: &Vec<Block>| column.iter().map(height_of).sum::<usize>() + 16 * (column.len() - 1);
    let inner = blocks.columns.iter().map(column_height).max().unwrap_or(LINE);
    let columns = blocks.columns.len().max(1);
    let frame =
        Outline { x: SIDE, y: TOP, width: columns * (WIDTH + GAP) + GAP, height: inner + 2 * 24 };
    let (right, bottom) = (frame.x + frame.width, frame.y + frame.height);
    let mut boxes = Vec::new();
    for (index, column) in blocks.columns.iter().enumerate() {
        let x = frame.x + GAP + index * (WIDTH + GAP);
        let mut y = frame.y + (frame.height - column_height(column)) / 2;
        for block in column {
            let height = height_of(block);
            let lines = block.lines.iter().enumerate();
            let lines = lines.map(|(line, text)| (y + 22 + LINE * (line + 1), text.as_str()));
            let (lines, name) = (lines.collect(), block.name);
            boxes.push(Placed { frame: Outline { x, y, width: WIDTH, height }, name, lines });
            y += height + 16;
        }
    }
    let mut arrows = Vec::new();
    let middle = frame.y + frame.height / 2;
    for index in 1..columns {
        let to = frame.x + GAP + index * (WIDTH + GAP);
        arrows.push(Arrow { from: to - GAP + 4, to: to - 4, y: middle });
    }
    let mut labels = Vec::new();
    let mut beside = |texts: &'_ [String], from: usize, to: usize| -> Vec<usize> {
        let rows =
            (0..texts.len()).map(|row| frame.y + frame.height * (2 * row + 1) / (2 * texts.len()));
        let rows: Vec<usize> = rows.collect();
        arrows.extend(rows.iter().map(|y| Arrow { from, to, y: *y }));
        rows
    };
    let ins = beside(&blocks.inputs, frame.x - 30, frame.x + GAP - 4);
    let outs = beside(&blocks.outputs, right - GAP + 4, right + 30);
    for (y, text) in ins.into_iter().zip(&blocks.inputs) {
        labels.push(Label { x: frame.x - 36, y: y + 4, anchor: "end", text });
    }
    for (y, text) in outs.into_iter().zip(&blocks.outputs) {
        labels.push(Label { x: right + 36, y: y + 4, anchor: "start", text });
    }
    let drawing = Drawing {
        module,
        network: &blocks.network,
        width: right + SIDE,
        height: bottom + 16,
        frame,
        boxes,
        arrows,
        labels,
    };
    drawing.render().expect("templates write into a string")
}
