//! Drawings of a message's way: a tree of lines for a terminal, SVG, and the languages of Graphviz and Mermaid.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clap::ValueEnum;
use serde::Serialize;
use teecast_spec::text;

use crate::error::Error;

/// The most hops of a drawing that a person can look at.
const MOST_HOPS: usize = 4096;
/// **Units**: pixels, of a drawing in SVG.
const COLUMN: usize = 76;
const ROW: usize = 26;
const MARGIN: usize = 20;
const RADIUS: usize = 11;

/// How a route is written on standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RouteFormat {
    /// Tables for people, and the tree.
    #[default]
    Text,
    /// One JSON document and nothing else.
    Json,
    /// The tree as a picture.
    Svg,
    /// The tree in the language of Graphviz.
    Dot,
    /// The tree in the language of Mermaid.
    Mermaid,
}

/// One message on one link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Step in which it leaves.
    pub step: u64,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Which copy of the message it belongs to.
    pub copy: u32,
    /// Whether the processor of the receiving node gets it.
    pub delivers: bool,
    /// Index of the hop that brought what is sent; `None` at the source.
    pub parent: Option<usize>,
}

impl Hop {
    /// Returns hops with their parents: the last ones before them that brought their copy to where they begin.
    ///
    /// **Shape**: in an order in which what comes stands before what is sent then.
    pub fn with_parents(hops: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut last = BTreeMap::new();
        let hop = |(index, hop): (usize, Self)| {
            let parent = last.get(&(hop.copy, hop.from)).copied();
            last.insert((hop.copy, hop.to), index);
            Self { parent, ..hop }
        };
        hops.enumerate().map(hop).collect()
    }
}

/// What is drawn.
pub struct Drawing<'a> {
    /// One line that can be read alone.
    pub title: &'a str,
    /// Sending node.
    pub source: u32,
    /// All hops; one stands after its parent.
    pub hops: &'a [Hop],
    /// Healthy nodes without a copy, and unroutable destinations.
    pub missed: &'a BTreeSet<u32>,
    /// What copies are told apart by; `None` with one copy.
    pub copies: Option<&'a str>,
    /// Name of a node.
    pub name: &'a dyn Fn(u32) -> String,
}

/// Writes a route in the format of an option.
///
/// `title` is the first line of the text as well; `table` is the rest of it, without the tree.
///
/// # Errors
/// Bad input: a picture of more hops than a person can look at.
pub fn write(
    format: RouteFormat,
    drawing: &Drawing,
    table: impl FnOnce() -> String,
    document: &impl Serialize,
) -> Result<String, Error> {
    let hops = drawing.hops.len();
    if format == RouteFormat::Svg && hops > MOST_HOPS {
        let sentence = format!("the tree has {hops} hops; a picture has at most {MOST_HOPS}");
        return Err(Error::bad_input(sentence).hint("try --format dot"));
    }
    Ok(match format {
        RouteFormat::Text => format!("{}\n\n{}{}", drawing.title, table(), drawing.text()),
        RouteFormat::Json => serde_json::to_string(document).expect("the keys are strings") + "\n",
        RouteFormat::Svg => drawing.svg(),
        RouteFormat::Dot => drawing.dot(),
        RouteFormat::Mermaid => drawing.mermaid(),
    })
}

/// A hop of one copy, where it is in a picture.
struct Place {
    hop: usize,
    depth: usize,
    /// In half rows, so that a node is in the middle of two.
    row: usize,
}

impl Drawing<'_> {
    /// Returns the hops that each hop leads to, those of the source last.
    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.hops.len() + 1];
        for (index, hop) in self.hops.iter().enumerate() {
            children[hop.parent.unwrap_or(self.hops.len())].push(index);
        }
        children
    }

    /// Returns the number of each copy.
    fn numbers(&self) -> BTreeSet<u32> {
        self.hops.iter().map(|hop| hop.copy).collect()
    }

    /// Returns the name of the tree of a copy.
    fn tree_name(&self, copy: u32) -> Option<String> {
        self.copies.map(|copies| format!("{copies} {copy}"))
    }

    /// Returns where a copy begins: a unicast of several may begin at a node that an earlier one reached.
    fn root(&self, copy: u32) -> u32 {
        let first = self.hops.iter().find(|hop| hop.copy == copy && hop.parent.is_none());
        first.map_or(self.source, |hop| hop.from)
    }

    /// Draws the tree with lines of characters; hops without a branch stand on one line.
    fn text(&self) -> String {
        let children = self.children();
        let mut text = String::new();
        if self.hops.is_empty() {
            return text;
        }
        text += "\ntree, * is a delivery\n\n";
        for copy in self.numbers() {
            let head = self.tree_name(copy).map_or(String::new(), |name| format!("{name}: "));
            let root = (self.name)(self.root(copy));
            let first = children[self.hops.len()].iter();
            let own: Vec<usize> =
                first.copied().filter(|hop| self.hops[*hop].copy == copy).collect();
            text += &head;
            let indent = " ".repeat(head.chars().count());
            let mut open = self.line(&mut text, &children, root, &own, indent);
            // Not by recursion: a tree may be as deep as the network is large.
            while let Some((index, last, indent)) = open.pop() {
                let (elbow, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                text += &format!("{indent}{elbow}");
                let (begin, below) = (self.receiver(index), &children[index]);
                open.extend(self.line(&mut text, &children, begin, below, indent + bar));
            }
        }
        text
    }

    /// Returns the name of the node where a hop ends, and whether it delivers.
    fn receiver(&self, hop: usize) -> String {
        let Hop { to, delivers, .. } = self.hops[hop];
        (self.name)(to) + if delivers { "*" } else { "" }
    }

    /// Ends a line that begins with a node: all hops up to a branch. Returns what begins below its last node:
    /// (hop, whether it is the last, indentation), the first one last.
    fn line(
        &self,
        text: &mut String,
        children: &[Vec<usize>],
        mut node: String,
        first: &[usize],
        mut indent: String,
    ) -> Vec<(usize, bool, String)> {
        let mut next = first;
        *text += &node;
        while let [hop] = next {
            indent += &" ".repeat(node.chars().count() + 3);
            node = self.receiver(*hop);
            *text += &format!(" ─ {node}");
            next = &children[*hop];
        }
        *text += "\n";
        let child = |(index, hop): (usize, &usize)| (*hop, index + 1 == next.len(), indent.clone());
        next.iter().enumerate().map(child).rev().collect()
    }

    /// Places the hops of a copy from a row on; returns the rows that they take.
    fn place(&self, children: &[Vec<usize>], copy: u32) -> (Vec<Place>, usize) {
        let first = &children[self.hops.len()];
        let mut rows = 0;
        let mut places: Vec<Place> = Vec::new();
        let mut place_of = BTreeMap::new();
        let own = first.iter().rev().filter(|hop| self.hops[**hop].copy == copy);
        let mut open: Vec<(usize, usize)> = own.map(|hop| (*hop, 1)).collect();
        while let Some((hop, depth)) = open.pop() {
            place_of.insert(hop, places.len());
            places.push(Place { hop, depth, row: 2 * rows });
            rows += usize::from(children[hop].is_empty());
            open.extend(children[hop].iter().rev().map(|child| (*child, depth + 1)));
        }
        // From the leaves on: a hop stands after its parent.
        for index in (0..places.len()).rev() {
            let below = &children[places[index].hop];
            if let (Some(first), Some(last)) = (below.first(), below.last()) {
                places[index].row = (places[place_of[first]].row + places[place_of[last]].row) / 2;
            }
        }
        (places, rows)
    }

    /// Draws the tree from left to right, a copy below the other.
    fn svg(&self) -> String {
        let children = self.children();
        let mut body = String::new();
        let mut put = |line: std::fmt::Arguments| writeln!(body, "{line}").expect(MEMORY);
        let (mut top, mut deepest) = (3 * ROW, 0);
        for copy in self.numbers() {
            if let Some(name) = self.tree_name(copy) {
                put(format_args!("<text class=\"words\" x=\"{MARGIN}\" y=\"{top}\">{name}</text>"));
                top += ROW;
            }
            let (places, rows) = self.place(&children, copy);
            let at =
                |place: &Place| (MARGIN + RADIUS + place.depth * COLUMN, top + place.row * ROW / 2);
            let by_hop: BTreeMap<usize, &Place> = places.iter().map(|it| (it.hop, it)).collect();
            let begin = (MARGIN + RADIUS, top + (rows - 1) * ROW / 2);
            for place in &places {
                let hop = &self.hops[place.hop];
                let (x2, y2) = at(place);
                let (x1, y1) = hop.parent.map_or(begin, |parent| at(by_hop[&parent]));
                let (middle, label) = ((x1 + x2) / 2, x2 - RADIUS - 14);
                let [from, to] = [hop.from, hop.to].map(|node| text::xml(&(self.name)(node)));
                put(format_args!(
                    "<path d=\"M{x1} {y1} C{middle} {y1} {middle} {y2} {x2} {y2}\"><title>step {}: {from} \
                     to {to}</title></path>",
                    hop.step
                ));
                put(format_args!(
                    "<text class=\"step\" x=\"{label}\" y=\"{}\">{}</text>",
                    y2 - 4,
                    hop.step
                ));
                deepest = deepest.max(place.depth);
            }
            let delivered = |place: &Place| match self.hops[place.hop].delivers {
                true => ("got", "delivered to"),
                false => ("passed", "passed by"),
            };
            let nodes =
                places.iter().map(|place| (at(place), self.hops[place.hop].to, delivered(place)));
            for ((x, y), node, (class, words)) in
                nodes.chain([(begin, self.root(copy), ("source", "sent by"))])
            {
                let name = text::xml(&(self.name)(node));
                put(format_args!(
                    "<g class=\"{class}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/><text x=\"{x}\" \
                     y=\"{}\">{name}</text><title>{words} {name}</title></g>",
                    y + 4
                ));
            }
            top += (rows + 1) * ROW;
        }
        if !self.missed.is_empty() {
            let names: Vec<String> = self.missed.iter().map(|node| (self.name)(*node)).collect();
            let names = text::xml(&names.join(" "));
            put(format_args!(
                "<text class=\"missed\" x=\"{MARGIN}\" y=\"{top}\">not reached: {names}</text>"
            ));
            top += ROW;
        }
        let (words, title) = (self.title.chars().count() * 7, text::xml(self.title));
        let width = (2 * (MARGIN + RADIUS) + deepest * COLUMN).max(words + 2 * MARGIN).max(360);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" \
             viewBox=\"0 0 {width} {top}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"words\" x=\"{MARGIN}\" y=\"{}\">{title}</text>\n\
             <text class=\"step words\" x=\"{MARGIN}\" y=\"{}\">yellow: source, blue: delivered, numbers: \
             steps</text>\n{body}</svg>\n",
            MARGIN + 4,
            MARGIN + 22
        )
    }

    /// Returns all nodes with how they look: (node, class).
    fn nodes(&self) -> BTreeMap<u32, &'static str> {
        let mut nodes = BTreeMap::new();
        for hop in self.hops {
            let class = nodes.entry(hop.to).or_insert("passed");
            if hop.delivers {
                *class = "got";
            }
        }
        nodes.extend(self.missed.iter().map(|node| (*node, "missed")));
        nodes.insert(self.source, "source");
        nodes
    }

    /// Returns what stands at a hop.
    fn label(&self, hop: &Hop) -> String {
        let copy = self.tree_name(hop.copy).map_or(String::new(), |name| format!(", {name}"));
        format!("{}{copy}", hop.step)
    }

    /// Writes the network that the message uses for Graphviz.
    fn dot(&self) -> String {
        let title = text::dot(self.title);
        let mut text = format!("digraph tree {{\n  label=\"{title}\";\n  node [shape=circle];\n");
        for (node, class) in self.nodes() {
            let (name, colour) = (text::dot(&(self.name)(node)), colour(class));
            writeln!(text, "  n{node} [label=\"{name}\", style=filled, fillcolor=\"{colour}\"];")
                .expect(MEMORY);
        }
        for hop in self.hops {
            let (label, pen) = (self.label(hop), PENS[hop.copy as usize % PENS.len()]);
            let (from, to) = (hop.from, hop.to);
            writeln!(text, "  n{from} -> n{to} [label=\"{label}\", color=\"{pen}\"];")
                .expect(MEMORY);
        }
        text + "}\n"
    }

    /// Writes the network that the message uses for Mermaid.
    fn mermaid(&self) -> String {
        // JSON's texts are those of YAML.
        let title = serde_json::to_string(self.title).expect("a text is JSON");
        let mut text = format!("---\ntitle: {title}\n---\nflowchart LR\n");
        for (node, class) in self.nodes() {
            let name = text::mermaid(&(self.name)(node));
            writeln!(text, "  n{node}((\"{name}\")):::{class}").expect(MEMORY);
        }
        for hop in self.hops {
            writeln!(text, "  n{} -->|\"{}\"| n{}", hop.from, self.label(hop), hop.to)
                .expect(MEMORY);
        }
        for class in ["source", "got", "passed", "missed"] {
            writeln!(text, "  classDef {class} fill:{},stroke:#333,color:#111", colour(class))
                .expect(MEMORY);
        }
        text
    }
}

const MEMORY: &str = "memory takes every line";

/// Colours of copies, told apart without green and red.
const PENS: [&str; 6] = ["#333333", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"];

const STYLE: &str = "text{font:11px sans-serif;text-anchor:middle;fill:#111}\
text.words{text-anchor:start;font-size:13px}text.step{font-size:10px;fill:#555}\
text.missed{text-anchor:start;font-size:13px;fill:#b00020}.paper{fill:#fff}path{fill:none;stroke:#777}\
circle{fill:#fff;stroke:#333}.source circle{fill:#f4c542}.got circle{fill:#9ecbea}\
@media(prefers-color-scheme:dark){.paper{fill:#16181c}text,text.words{fill:#eee}text.step{fill:#aaa}\
text.missed{fill:#ff8a80}circle{fill:#16181c;stroke:#bbb}.source circle{fill:#f4c542}\
.got circle{fill:#9ecbea}.source text,.got text{fill:#111}}";

/// Returns the colour of a node.
fn colour(class: &str) -> &'static str {
    match class {
        "source" => "#f4c542",
        "got" => "#9ecbea",
        "missed" => "#f2b8b5",
        _ => "#ffffff",
    }
}
