//! The chapter of the HARTS family: numbers that follow from a configuration, and drawings.

use askama::Template;
use serde::Serialize;
use teecast_spec::harts::{
    CLOSED_MESSAGES, COPIES_BITS, DIRECTION_BITS, DIRECTIONS, DUPLICATE_WAYS, LETTER_BITS,
    MARK_BITS, SEQUENCE_BITS, SILENCE, STEP_BITS, TYPE_BITS,
};
use teecast_spec::{HartsSpec, Interconnect, Reception};

use super::buffers::OWN_SLOTS;
use super::context::{BUS_FRAME, hop};
use crate::diagram::{Block, Blocks};

/// Numbers that follow from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// Nodes of the hexagonal mesh.
    pub nodes: u32,
    /// Header flits of a broadcast packet.
    pub header_flits_broadcast: u32,
    /// Header flits of a regular packet.
    pub header_flits_regular: u32,
    /// Header flits of a frame from the processor.
    pub header_flits_injection: u32,
    /// Header flits of a frame to the processor.
    pub header_flits_delivery: u32,
    /// Flits of the largest packet on a link.
    pub packet_flits: u32,
    /// Buffer classes of an in-link.
    pub classes: u32,
    /// Packet buffers of an in-link for each class.
    pub buffers_per_class: u32,
    /// Cycles in which a link carries one flit.
    pub flit_time_cycles: u32,
    /// Packet memory of one router.
    pub buffer_bits_per_router: u64,
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &HartsSpec) -> Self {
        let of_links = DIRECTIONS * spec.classes() * spec.buffers_per_class();
        let buffers = u64::from(of_links + OWN_SLOTS);
        Self {
            nodes: spec.nodes(),
            header_flits_broadcast: spec.header_flits(spec.broadcast_bits()),
            header_flits_regular: spec.header_flits(spec.regular_bits()),
            header_flits_injection: spec.header_flits(spec.injection_bits()),
            header_flits_delivery: spec.header_flits(spec.delivery_bits()),
            packet_flits: spec.packet_flits(),
            classes: spec.classes(),
            buffers_per_class: spec.buffers_per_class(),
            flit_time_cycles: if is_bus(spec) { BUS_FRAME } else { 1 },
            buffer_bits_per_router: buffers * u64::from(spec.max_data) * u64::from(spec.width),
        }
    }
}

#[derive(Template)]
#[template(path = "harts/datasheet.md")]
struct Chapter<'a> {
    spec: &'a HartsSpec,
    derived: Derived,
    prefix: &'a str,
    bus: bool,
    majority: bool,
    hop: u32,
    /// Broadcasts of a row that an in-link remembers.
    ways: u32,
    /// Closed messages that are remembered.
    closed: u32,
    silence: u32,
    headers: Vec<(&'static str, String)>,
    offsets: String,
    joint: String,
}

fn is_bus(spec: &HartsSpec) -> bool {
    spec.interconnect == Interconnect::Bus
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &HartsSpec, prefix: &str) -> String {
    let source = ("source", spec.node_bits());
    let sequence = ("sequence", SEQUENCE_BITS);
    let kind = ("type", TYPE_BITS);
    let copies = ("k", COPIES_BITS);
    let tag = |name| (name, spec.tag_bits());
    let distance = ("distance", spec.distance_bits());
    let majority = spec.reception == Reception::Majority;
    let fourth = if majority { "in_direction or agreeing" } else { "in_direction" };
    let headers = vec![
        (
            "from the processor",
            fields(&[kind, copies, ("destination", spec.node_bits()), sequence]),
        ),
        ("to the processor", fields(&[source, copies, (fourth, DIRECTION_BITS), sequence])),
        (
            "link, broadcast (type 1)",
            fields(&[
                kind,
                copies,
                ("step", STEP_BITS),
                ("letter", LETTER_BITS),
                ("mark", MARK_BITS),
                distance,
                source,
                sequence,
            ]),
        ),
        (
            "link, regular (type 0)",
            fields(&[kind, tag("tag 0"), tag("tag 1"), tag("tag 2"), source, sequence]),
        ),
    ];
    let derived = Derived::new(spec);
    let chapter = Chapter {
        spec,
        prefix,
        bus: is_bus(spec),
        majority,
        hop: hop(spec),
        ways: DUPLICATE_WAYS,
        closed: CLOSED_MESSAGES,
        silence: SILENCE,
        headers,
        offsets: spec.hexmesh().offsets().map(|offset| offset.to_string()).join(", "),
        joint: format!("{:8}", spec.interconnect.name()),
        derived,
    };
    chapter.render().expect("templates write into a string")
}

/// Lists the fields of a header with their bits, the first field in the low bits.
fn fields(fields: &[(&str, u32)]) -> String {
    let mut low = 0;
    let mut cells = Vec::new();
    for (name, bits) in fields {
        cells.push(match *bits {
            1 => format!("[{low}] {name}"),
            bits => format!("[{}:{low}] {name}", low + bits - 1),
        });
        low += bits;
    }
    cells.reverse();
    cells.join(", ")
}

/// Returns the parts of a router.
pub fn blocks(spec: &HartsSpec) -> Blocks {
    let derived = Derived::new(spec);
    let ends = || vec![format!("links 0 to {}", DIRECTIONS - 1), "processor".to_string()];
    let reception = match spec.reception {
        Reception::Copies => "every copy",
        Reception::Majority => "majority of the copies",
    };
    let filter = if spec.filter { "headers are filtered" } else { "no filter" };
    let of_classes =
        format!("{} of each of {} classes", derived.buffers_per_class, derived.classes);
    Blocks {
        module: "harts_router",
        network: format!(
            "Hexagonal mesh of edge {}: {} nodes, {}-bit links",
            spec.n, derived.nodes, spec.width
        ),
        inputs: ends(),
        columns: vec![
            vec![
                Block::new("receivers", [format!("{DIRECTIONS} links"), filter.to_string()]),
                Block::new(
                    "injector",
                    [format!("{} header flits", derived.header_flits_injection)],
                ),
            ],
            vec![
                Block::new(
                    spec.interconnect.name(),
                    [format!("a flit in {} cycles", derived.flit_time_cycles)],
                ),
                Block::new(
                    "packet store",
                    [of_classes, format!("{} bits", derived.buffer_bits_per_router)],
                ),
            ],
            vec![
                Block::new("transmitters", [format!("{DIRECTIONS} links")]),
                Block::new("reception", [reception.to_string()]),
            ],
        ],
        outputs: ends(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_start_in_the_low_bits() {
        assert_eq!(fields(&[("type", 1), ("k", 3), ("mark", 1)]), "[4] mark, [3:1] k, [0] type");
    }

    #[test]
    fn numbers_of_the_default_design() {
        let derived = Derived::new(&HartsSpec::new(6));
        assert_eq!((derived.nodes, derived.classes, derived.packet_flits), (91, 19, 65));
        assert_eq!(derived.buffer_bits_per_router, (6 * 19 + 2) * 64 * 32);
    }

    #[test]
    fn the_chapter_tells_the_wire_protocol_and_every_event() {
        let text = chapter(&HartsSpec::new(3), "");
        for code in 1..=12 {
            assert!(text.contains(&format!("\n| {code} | ")), "event {code}");
        }
        assert!(text.contains("[24:17] sequence, [16:12] source, [11:10] distance"), "{text}");
    }
}
