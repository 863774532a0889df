//! The chapter of the region family: numbers that follow from a configuration, and drawings.

use askama::Template;
use serde::Serialize;
use teecast_spec::RegionSpec;
use teecast_spec::region::{Answers, CornerAlgorithm};

use super::context::{AXES, Buffers, LARGEST_SHARE, hop, leaves_at_once, port_names};
use super::frame::{FrameLayout, slice};
use crate::diagram::{Block, Blocks};

/// Numbers that follow from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// Nodes along each dimension.
    pub mesh: Vec<u32>,
    /// How messages spread.
    pub algorithm: &'static str,
    /// Virtual channels of a link.
    pub vcs: u32,
    /// Buffers before a processor.
    pub deliveries: u32,
    /// Header flits of a frame from the processor.
    pub header_flits: u32,
    /// Header flits of a message on a link.
    pub link_header_flits: u32,
    /// Header flits of a frame to the processor.
    pub delivery_header_flits: u32,
    /// Nodes of the mesh.
    pub nodes: u32,
    /// Flits of the largest message on a link.
    pub message_flits: u32,
    /// Channels into a router: those of its links and that of the processor.
    pub input_channels: u32,
    /// Flits that the queue of an input channel holds.
    pub queue_flits: u32,
    /// Flits that the buffer of a delivery holds.
    pub delivery_buffer_flits: u32,
    /// Memory of one router.
    pub buffer_bits_per_router: u64,
    /// What answers need; nothing without them.
    #[serde(flatten)]
    pub answers: Option<Answering>,
}

/// Numbers of a configuration with answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answering {
    /// Which answers there are.
    pub answers: &'static str,
    /// Tags of a link and class, and ids of a processor.
    pub tags: u32,
    /// Words of an answer.
    pub answer_words: u32,
    /// Bits by which a processor says what it replies to.
    pub handle_bits: u32,
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &RegionSpec) -> Self {
        let buffers = Buffers::new(spec);
        let input_channels = spec.ports() * spec.virtual_channels + 1;
        let flits = input_channels * buffers.link_depth + spec.deliveries * buffers.delivery_depth;
        Self {
            mesh: spec.radices.clone(),
            algorithm: spec.algorithm.name(),
            vcs: spec.virtual_channels,
            deliveries: spec.deliveries,
            header_flits: spec.injected_flits(),
            link_header_flits: spec.link_flits(),
            delivery_header_flits: spec.delivery_flits(),
            nodes: spec.nodes(),
            message_flits: spec.message_flits(),
            input_channels,
            queue_flits: buffers.link_depth,
            delivery_buffer_flits: buffers.delivery_depth,
            // Two bits beside the data mark the last flit and a bad message.
            buffer_bits_per_router: u64::from(flits) * u64::from(spec.width + 2),
            answers: spec.answers.any().then(|| Answering {
                answers: spec.answers.name(),
                tags: spec.tags,
                answer_words: 0,
                handle_bits: spec.handle_bits(),
            }),
        }
    }
}

#[derive(Template)]
#[template(path = "region/datasheet.md")]
struct Chapter<'a> {
    spec: &'a RegionSpec,
    derived: Derived,
    prefix: &'a str,
    frames: Vec<Drawing>,
}

struct Drawing {
    title: &'static str,
    flits: Vec<String>,
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &RegionSpec, prefix: &str) -> String {
    let frames = vec![
        Drawing { title: "from the processor", flits: injected(spec) },
        Drawing { title: "on a link", flits: link(spec) },
        Drawing { title: "to the processor", flits: delivered(spec) },
    ];
    let chapter = Chapter { spec, derived: Derived::new(spec), prefix, frames };
    chapter.render().expect("templates write into a string")
}

impl Chapter<'_> {
    fn is_spanning_tree(&self) -> bool {
        self.spec.algorithm == CornerAlgorithm::Mst
    }

    fn nearest(&self) -> bool {
        self.spec.algorithm == CornerAlgorithm::NearestCorner
    }

    fn tree(&self) -> &'static str {
        match self.spec.algorithm {
            CornerAlgorithm::FixedCorner => {
                "It first goes to the corner with the lowest coordinates, and spreads from there."
            }
            CornerAlgorithm::NearestCorner => {
                "It first goes to the corner that is nearest to its source, and spreads from there."
            }
            CornerAlgorithm::Mst => {
                "It spreads from its source, which lies inside the region, over shortest paths."
            }
        }
    }

    /// Returns how nodes are numbered.
    fn numbers(&self) -> String {
        let axes = AXES.map(str::to_lowercase);
        let mut stride = 1;
        let mut terms = Vec::new();
        for (axis, radix) in axes.iter().zip(&self.spec.radices) {
            terms.push(if stride == 1 { axis.clone() } else { format!("{stride}{axis}") });
            stride *= radix;
        }
        let place = axes[..terms.len()].join(", ");
        format!("The node at ({place}) has number {}.", terms.join(" + "))
    }

    /// Returns where each direction leads.
    fn directions(&self) -> String {
        let mut stride = 1;
        let mut parts = Vec::new();
        for (axis, radix) in AXES.iter().zip(&self.spec.radices) {
            let port = parts.len();
            parts.push(format!("{port} is +{axis} (to node v + {stride})"));
            parts.push(format!("{} is -{axis} (to node v - {stride})", port + 1));
            stride *= radix;
        }
        parts.join(", ")
    }

    fn memory(&self) -> &'static str {
        Buffers::new(self.spec).memory()
    }

    /// Returns the order in which a message asks for outputs.
    fn order(&self) -> String {
        let links = port_names(self.spec);
        match self.nearest() {
            true => format!(
                "first the links in class 0 ({links}), then those in class 1 in the same order, \
                 the delivery last"
            ),
            false => format!("{links}, the delivery last"),
        }
    }

    fn delivery(&self) -> String {
        match self.spec.deliveries {
            1 => "one buffer before the processor holds a whole message.".to_string(),
            count => format!(
                "{count} buffers before the processor hold a whole message each. They are granted \
                 round robin."
            ),
        }
    }

    fn largest_share(&self) -> u32 {
        LARGEST_SHARE
    }

    /// Returns how many messages in a queue may not have begun.
    fn heads(&self) -> u32 {
        Buffers::new(self.spec).heads
    }

    /// Returns whether every value of every coordinate is that of a node.
    fn all_coordinates(&self) -> bool {
        self.spec.radices.iter().all(|radix| radix.is_power_of_two())
    }

    fn precedence(&self) -> String {
        let of_answers = if self.spec.answers.any() { "7 before " } else { "" };
        let outside = if self.is_spanning_tree() { "4 before " } else { "" };
        format!("code 2 before {of_answers}1 before {outside}3")
    }

    fn answers(&self) -> bool {
        self.spec.answers.any()
    }

    fn replies(&self) -> bool {
        self.spec.answers == Answers::Reply
    }

    /// Returns whether one id has a bit that says nothing.
    fn has_one_id(&self) -> bool {
        self.spec.tags == 1
    }

    /// Returns the bits of a field as a range.
    fn bits(&self, low: u32, bits: u32) -> String {
        slice(low, bits)
    }

    fn id_bits(&self) -> u32 {
        self.spec.id_bits()
    }

    /// Returns the cycles after which a link header that comes flit by flit is complete.
    fn header(&self) -> u32 {
        self.spec.link_flits() - 1
    }

    /// Returns the cycles by which a header of several flits enters the router later than it comes.
    fn gathering(&self) -> u32 {
        if self.spec.link_flits() == 1 { 0 } else { 1 }
    }

    fn short_hop(&self) -> u32 {
        hop(self.spec)
    }

    fn hop(&self) -> u32 {
        self.short_hop() + self.header()
    }

    /// Returns what the outputs of a message add to a time.
    fn branches(&self) -> &'static str {
        if self.spec.virtual_channels == 1 { "" } else { " + (b - 1)" }
    }

    fn injection(&self) -> u32 {
        self.gathering() + self.hop()
    }

    fn ejection(&self) -> u32 {
        // The register before the processor.
        self.header() + if leaves_at_once(self.spec) { 2 } else { 3 }
    }

    fn own(&self) -> u32 {
        self.gathering() + self.ejection()
    }
}

/// A bit of a header: the name of its field and the number of the bit in it, or a filling.
type Bit = Option<(String, u32)>;

/// Returns the bits of a field for each dimension.
fn field(name: &str, spec: &RegionSpec) -> Vec<Vec<Bit>> {
    let bits = |(axis, bits): (usize, u32)| bits_of(&format!("{name}_{axis}"), bits);
    spec.axis_bits().enumerate().map(bits).collect()
}

fn bits_of(name: &str, bits: u32) -> Vec<Bit> {
    (0..bits).map(|bit| Some((name.to_string(), bit))).collect()
}

/// Draws the header of a frame from the processor.
fn injected(spec: &RegionSpec) -> Vec<String> {
    let corners = field("a", spec).into_iter().zip(field("b", spec));
    let wish = spec.sent_fields().into_iter().flat_map(|(name, bits)| bits_of(name, bits));
    let bits = wish.chain(corners.flat_map(|(a, b)| [a, b].concat())).collect();
    drawing(spec, bits, "-")
}

/// Draws the header of a message on a link.
fn link(spec: &RegionSpec) -> Vec<String> {
    let frame = FrameLayout::new(spec);
    let region = [field(frame.first, spec).concat(), field(frame.second, spec).concat()].concat();
    let mut bits: Vec<Bit> = vec![None; (spec.link_flits() * spec.width) as usize];
    for (index, bit) in (0..).zip(region) {
        bits[frame.place(index) as usize] = bit;
    }
    let source = bits_of("source", spec.source_bits());
    bits[..source.len()].clone_from_slice(&source);
    drawing(spec, bits, "0")
}

/// Draws the header of a frame to the processor.
fn delivered(spec: &RegionSpec) -> Vec<String> {
    let fields = spec.received_fields().into_iter();
    drawing(spec, fields.flat_map(|(name, bits)| bits_of(name, bits)).collect(), "0")
}

/// Draws a header flit by flit, the most significant bits on the left; the name of a part of a field
/// has the bits of the field that are in this flit.
fn drawing(spec: &RegionSpec, mut bits: Vec<Bit>, filling: &str) -> Vec<String> {
    let width = spec.width as usize;
    bits.resize(bits.len().next_multiple_of(width), None);
    let all = bits.clone();
    let size = |name: &str| all.iter().flatten().filter(|(field, _)| field == name).count();
    let range = |low: usize, count: usize| match count {
        1 => format!("[{low}]"),
        _ => format!("[{}:{low}]", low + count - 1),
    };
    let name = |bit: &Bit| bit.as_ref().map(|(name, _)| name.clone());
    let flit = |(index, flit): (usize, &[Bit])| {
        let mut cells = Vec::new();
        let mut low = 0;
        for run in flit.chunk_by(|one, other| name(one) == name(other)) {
            let words = match &run[0] {
                None => filling.to_string(),
                Some((name, _)) if size(name) == run.len() => name.clone(),
                Some((name, first)) => format!("{name}{}", range(*first as usize, run.len())),
            };
            cells.push(format!("{} {words}", range(low, run.len())));
            low += run.len();
        }
        cells.reverse();
        format!("flit {index} | {} |", cells.join(" | "))
    };
    bits.chunks(width).enumerate().map(flit).collect()
}

/// Returns the largest message that halves the queues, if messages of this configuration leave a quarter of them empty.
pub fn advice(spec: &RegionSpec) -> Option<String> {
    let (flits, depth) = (spec.message_flits(), Buffers::new(spec).link_depth);
    let smaller = RegionSpec {
        max_data: (depth / 2).checked_sub(spec.link_flits()).filter(|it| *it > 0)?,
        ..spec.clone()
    };
    let halves = 4 * flits <= 3 * depth && Buffers::new(&smaller).link_depth < depth;
    halves.then(|| {
        format!(
            "A queue of {flits} flits takes the memory of {depth}; --max-data {} fits {}, half the memory, \
             where short messages follow each other less closely",
            smaller.max_data,
            smaller.message_flits()
        )
    })
}

/// Returns the parts of a router.
pub fn blocks(spec: &RegionSpec) -> Blocks {
    let derived = Derived::new(spec);
    let ends = || vec![format!("links 0 to {}", spec.ports() - 1), "processor".to_string()];
    let answers = derived
        .answers
        .as_ref()
        .map(|it| Block::new("answers", [format!("{} tags a link and class", it.tags)]));
    Blocks {
        module: "region_router",
        network: format!(
            "Mesh of {}: {} nodes, {}-bit links",
            spec.mesh_name(),
            derived.nodes,
            spec.width
        ),
        inputs: ends(),
        columns: vec![
            vec![
                Block::new(
                    "queues",
                    [
                        format!("{} channels", derived.input_channels),
                        format!("{} flits each", derived.queue_flits),
                        format!("{} bits a router", derived.buffer_bits_per_router),
                    ],
                ),
                Block::new("injector", [format!("{} header flits", derived.header_flits)]),
            ],
            vec![Block::new(
                "route",
                [spec.algorithm.name().to_string(), "inputs ask in one order".to_string()],
            )],
            [
                Block::new("outputs", [format!("{} virtual channels", derived.vcs)]),
                Block::new(
                    "delivery",
                    [format!("{} x {} flits", derived.deliveries, derived.delivery_buffer_flits)],
                ),
            ]
            .into_iter()
            .chain(answers)
            .collect(),
        ],
        outputs: ends(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow(radices: &[u32]) -> RegionSpec {
        RegionSpec { width: 8, ..RegionSpec::new(radices) }
    }

    #[test]
    fn headers_of_one_flit() {
        let spec = RegionSpec::new(&[4, 4]);
        assert_eq!(
            injected(&spec),
            ["flit 0 | [31:8] - | [7:6] b_1 | [5:4] a_1 | [3:2] b_0 | [1:0] a_0 |"]
        );
        let drawn = "flit 0 | [31:12] 0 | [11:10] far_1 | [9:8] far_0 | [7:6] corner_1 | [5:4] corner_0 \
                     | [3:0] source |";
        assert_eq!(link(&spec), [drawn]);
        assert_eq!(delivered(&spec), ["flit 0 | [31:4] 0 | [3:0] source |"]);
        let reply = RegionSpec { answers: Answers::Reply, ..spec.clone() };
        let drawn = "flit 0 | [31:13] - | [12:11] b_1 | [10:9] a_1 | [8:7] b_0 | [6:5] a_0 | [4:2] id | [1:0] want |";
        assert_eq!(injected(&reply), [drawn]);
        let drawn = "flit 0 | [31:12] 0 | [11:6] handle | [5:4] want | [3:0] source |";
        assert_eq!(delivered(&reply), [drawn]);
        let wide = RegionSpec { width: 512, algorithm: CornerAlgorithm::Mst, ..spec };
        assert!(
            link(&wide)[0].starts_with("flit 0 | [511:12] 0 | [11:10] high_1 | [9:8] high_0 | ")
        );
    }

    #[test]
    fn the_source_is_in_the_first_flits_of_a_link_header() {
        let drawn = [
            "flit 0 | [7:6] corner_1 | [5:4] corner_0 | [3:0] source |",
            "flit 1 | [7:4] 0 | [3:2] far_1 | [1:0] far_0 |",
        ];
        assert_eq!(link(&narrow(&[3, 3])), drawn);
        // One dimension, all in one flit.
        assert_eq!(
            link(&narrow(&[2])),
            ["flit 0 | [7:3] 0 | [2] far_0 | [1] corner_0 | [0] source |"]
        );
        // A field straddles two flits.
        let drawn = [
            "flit 0 | [9:8] corner_1 | [7:5] corner_0 | [4:0] source |",
            "flit 1 | [9:7] 0 | [6] far_2 | [5:4] far_1 | [3:1] far_0 | [0] corner_2 |",
        ];
        assert_eq!(link(&RegionSpec { width: 10, ..narrow(&[5, 3, 2]) }), drawn);
        let far = link(&narrow(&[64, 64]));
        assert_eq!(
            far[..2],
            ["flit 0 | [7:0] source[7:0] |", "flit 1 | [7:4] corner_0[3:0] | [3:0] source[11:8] |"]
        );
        assert_eq!(far[4], "flit 4 | [7:4] 0 | [3:0] far_1[5:2] |");
    }

    #[test]
    fn numbers_of_small_and_large_messages() {
        // One header flit and 15 data flits fill a distributed memory; 64 take the next power of two.
        let small = RegionSpec { max_data: 15, deliveries: 3, ..RegionSpec::new(&[16, 16]) };
        let derived = Derived::new(&small);
        assert_eq!((derived.message_flits, derived.queue_flits), (16, 16));
        assert_eq!(derived.buffer_bits_per_router, (5 + 3) * 16 * 34);
        let derived = Derived::new(&RegionSpec { virtual_channels: 2, ..RegionSpec::new(&[4, 4]) });
        assert_eq!(
            (derived.input_channels, derived.message_flits, derived.queue_flits),
            (9, 65, 128)
        );
        assert_eq!(derived.buffer_bits_per_router, (9 + 1) * 128 * 34);
    }

    #[test]
    fn each_algorithm_has_its_order_and_its_events() {
        let of = |algorithm: CornerAlgorithm| {
            let spec = RegionSpec::new(&[4, 3]);
            chapter(&RegionSpec { algorithm, virtual_channels: algorithm.classes(), ..spec }, "")
        };
        let fixed = of(CornerAlgorithm::FixedCorner);
        let nearest = of(CornerAlgorithm::NearestCorner);
        let mst = of(CornerAlgorithm::Mst);
        assert!(
            fixed.contains("+X, -X, +Y, -Y, the delivery last")
                && mst.contains("-Y, the delivery last")
        );
        assert!(
            nearest.contains("first the links in class 0 (+X, -X, +Y, -Y), then those in class 1")
        );
        assert!(
            mst.contains("\n| 4 | ")
                && !fixed.contains("\n| 4 | ")
                && !nearest.contains("\n| 4 | ")
        );
        assert!(mst.contains("high_1 |") && fixed.contains("far_1 |"));
        assert!(fixed.contains("The node at (x, y) has number x + 4y."));
        // A hop costs two cycles more where each channel has a register, and branches cost time.
        assert!(fixed.contains("`link_start_o` of its copies there | 1 |"));
        assert!(nearest.contains("`link_start_o` of its copies there | 3 + (b - 1) |"));
    }
}
