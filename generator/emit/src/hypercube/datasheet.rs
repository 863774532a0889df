//! The chapter of the hypercube family: numbers that follow from a configuration, and drawings.

use askama::Template;
use serde::Serialize;
use teecast_spec::HypercubeSpec;

use super::buffers::{DELIVERIES, FLAGS, SLOTS_PER_CLASS};
use super::context::HOP;
use crate::diagram::{Block, Blocks};
use crate::emitter::cycles;

/// Numbers that follow from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// Nodes of the cube.
    pub nodes: u32,
    /// Address fields in one flit.
    pub fields_per_flit: u32,
    /// Header flits of a unicast.
    pub header_flits_unicast: u32,
    /// Header flits of a multicast with m destinations.
    pub header_flits_multicast: u32,
    /// Header flits of the longest list.
    pub header_flits_list: u32,
    /// Header flits of a broadcast.
    pub header_flits_broadcast: u32,
    /// Flits of the largest message.
    pub message_flits: u32,
    /// Buffer classes.
    pub classes: u32,
    /// Whole-message buffers of one input channel.
    pub slots: u32,
    /// Memory of one message handling unit.
    pub buffer_bits_per_unit: u64,
    /// Memory of one router.
    pub buffer_bits_per_router: u64,
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &HypercubeSpec) -> Self {
        let slots = SLOTS_PER_CLASS * spec.classes;
        let flit_bits = u64::from(spec.width + FLAGS);
        let unit = u64::from(slots * spec.message_flits()) * flit_bits;
        // Beside the flits that wait for the processor, which have two marks.
        let delivery = u64::from(DELIVERIES * (1 + spec.max_data)) * u64::from(spec.width + 2);
        Self {
            nodes: spec.nodes(),
            fields_per_flit: spec.fields_per_flit(),
            header_flits_unicast: spec.header_flits(1),
            header_flits_multicast: spec.header_flits(spec.m),
            header_flits_list: spec.header_flits(spec.max_list),
            header_flits_broadcast: spec.header_flits(0),
            message_flits: spec.message_flits(),
            classes: spec.classes,
            slots,
            buffer_bits_per_unit: unit,
            buffer_bits_per_router: unit * u64::from(spec.n + 1) + delivery,
        }
    }
}

#[derive(Template)]
#[template(path = "hypercube/datasheet.md")]
struct Chapter<'a> {
    spec: &'a HypercubeSpec,
    derived: Derived,
    prefix: &'a str,
    frames: Vec<Drawing>,
    link_frames: Vec<Drawing>,
    bench: &'static str,
    /// Time of a hop in words.
    hop: String,
}

struct Drawing {
    title: String,
    flits: Vec<String>,
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &HypercubeSpec, prefix: &str) -> String {
    let frames = vec![
        drawing("unicast, k = 1", spec, &fields(spec, 1)),
        drawing(&format!("multicast, k = {}", spec.m.min(3)), spec, &fields(spec, spec.m.min(3))),
        drawing(&format!("broadcast, k = {}", spec.broadcast_count()), spec, &fields(spec, 0)),
        drawing("delivery to the processor", spec, &["Source".to_string()]),
    ];
    let mut links = vec![("unicast, k = 1".to_string(), 1)];
    links
        .extend((spec.m > 1).then(|| (format!("multicast, k = {}", spec.m.min(3)), spec.m.min(3))));
    let longer = spec.m + 1;
    links.extend((longer <= spec.max_list).then(|| (format!("long list, k = {longer}"), longer)));
    links.push((format!("broadcast, k = {}", spec.broadcast_count()), 0));
    let link_frames = links
        .iter()
        .map(|(title, listed)| drawing(title, spec, &link_fields(spec, *listed)))
        .collect();
    let bench = if spec.network { "hypercube_network_tb" } else { "hypercube_router_tb" };
    let hop = cycles(HOP);
    let chapter =
        Chapter { spec, derived: Derived::new(spec), prefix, frames, link_frames, bench, hop };
    chapter.render().expect("templates write into a string")
}

/// Returns the names of the header fields, first field first.
fn fields(spec: &HypercubeSpec, listed: u32) -> Vec<String> {
    let mut fields = vec!["k".to_string()];
    fields.extend((1..=listed).map(|index| format!("D_{index}")));
    if spec.fault_tolerant {
        fields.push("Control".to_string());
    }
    fields.push("Source".to_string());
    fields
}

/// Returns the names of the header fields on a link, first field first; long lists and broadcasts have a
/// Control, and a long list fills the fields that headers use in a flit.
fn link_fields(spec: &HypercubeSpec, listed: u32) -> Vec<String> {
    let is_long = listed > spec.m;
    let mut fields = vec!["Source".to_string()];
    if spec.fault_tolerant && (listed == 0 || is_long) {
        fields.push("Control".to_string());
    }
    fields.extend((1..=listed).map(|index| format!("R_{index}")));
    if is_long {
        let per_flit = spec.fields_per_flit().min(spec.header_fields(spec.max_list)) as usize;
        fields.resize(fields.len().next_multiple_of(per_flit), "R_S".to_string());
    }
    fields
}

/// Draws the header flits with the most significant field on the left.
fn drawing(title: &str, spec: &HypercubeSpec, fields: &[String]) -> Drawing {
    let (n, width) = (spec.n, spec.width);
    let range = |high: u32, low: u32| match high == low {
        true => format!("[{high}]"),
        false => format!("[{high}:{low}]"),
    };
    let flit = |(index, fields): (usize, &[String])| {
        let mut cells = Vec::new();
        let mut low = 0;
        for field in fields {
            cells.push(format!("{} {field}", range(low + n - 1, low)));
            low += n;
        }
        if low < width {
            cells.push(format!("{} 0", range(width - 1, low)));
        }
        cells.reverse();
        format!("flit {index} | {} |", cells.join(" | "))
    };
    let per_flit = spec.fields_per_flit() as usize;
    Drawing {
        title: title.to_string(),
        flits: fields.chunks(per_flit).enumerate().map(flit).collect(),
    }
}

/// Returns the parts of a router.
pub fn blocks(spec: &HypercubeSpec) -> Blocks {
    let derived = Derived::new(spec);
    let (n, units) = (spec.n, spec.n + 1);
    let ends = |what: &str| vec![format!("links 0 to {}", n - 1), what.to_string()];
    let flits = format!("{} of {} flits", derived.slots, derived.message_flits);
    Blocks {
        module: "hypercube_router",
        network: format!(
            "Hypercube of dimension {n}: {} nodes, {}-bit links",
            derived.nodes, spec.width
        ),
        inputs: ends("processor"),
        columns: vec![
            vec![
                Block::new(
                    "input port",
                    [
                        format!("{units} channels"),
                        format!("{} fields a flit", derived.fields_per_flit),
                    ],
                ),
                Block::new(
                    "data buffer",
                    [flits, format!("{} bits a channel", derived.buffer_bits_per_unit)],
                ),
            ],
            vec![
                Block::new(
                    "voter",
                    [format!("rule {}", spec.vote.name()), format!("{} destinations", spec.m)],
                ),
                Block::new("controller", [format!("{} buffer classes", derived.classes)]),
            ],
            vec![
                Block::new("output port", ["all branches at one moment".to_string()]),
                Block::new("outputs", [format!("{n} links"), "1 processor".to_string()]),
            ],
        ],
        outputs: ends("processor"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_fill_flits_from_the_low_end() {
        let spec = HypercubeSpec::new(6, 8);
        let drawn = drawing("", &spec, &fields(&spec, 3)).flits;
        assert_eq!(
            drawn,
            [
                "flit 0 | [31:30] 0 | [29:24] Control | [23:18] D_3 | [17:12] D_2 | [11:6] D_1 | \
                 [5:0] k |",
                "flit 1 | [31:6] 0 | [5:0] Source |"
            ]
        );
        let narrow = HypercubeSpec { width: 6, ..spec };
        assert_eq!(drawing("", &narrow, &fields(&narrow, 0)).flits[2], "flit 2 | [5:0] Source |");
    }

    #[test]
    fn a_long_list_on_a_link_fills_its_flits_with_its_source() {
        let spec = HypercubeSpec::new(3, 4);
        let names = |listed| link_fields(&spec, listed).join(" ");
        assert_eq!(names(1), "Source R_1");
        assert_eq!(names(4), "Source R_1 R_2 R_3 R_4");
        assert_eq!(names(0), "Source Control");
        // A header has at most nine fields, although ten fit into a flit.
        assert_eq!(names(5), "Source Control R_1 R_2 R_3 R_4 R_5 R_S R_S");
        let plain = HypercubeSpec { fault_tolerant: false, width: 6, ..spec };
        assert_eq!(link_fields(&plain, 5).join(" "), "Source R_1 R_2 R_3 R_4 R_5");
        assert_eq!(link_fields(&plain, 0), ["Source"]);
        let sheet = chapter(&spec, "");
        let drawn =
            "\nlong list, k = 5\n  flit 0 | [31:27] 0 | [26:24] R_S | [23:21] R_S | [20:18] R_5 | ";
        assert!(sheet.contains(drawn), "{sheet}");
        assert!(!chapter(&HypercubeSpec { max_list: 4, ..spec }, "").contains("\nlong list"));
        assert!(
            !chapter(&HypercubeSpec { m: 1, ..spec }, "")
                .contains("multicast, k = 1\n  flit 0 | [31:6] 0")
        );
    }

    #[test]
    fn numbers_of_the_default_design() {
        let derived = Derived::new(&HypercubeSpec::new(6, 8));
        assert_eq!((derived.slots, derived.message_flits), (6, 77));
        assert_eq!(derived.buffer_bits_per_unit, 6 * 77 * 36);
        assert_eq!(derived.buffer_bits_per_router, 7 * 6 * 77 * 36 + 2 * 65 * 34);
    }
}
