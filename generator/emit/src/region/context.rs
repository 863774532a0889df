//! Everything the templates of the region family need, as numbers and ready expressions.

use teecast_spec::RegionSpec;
use teecast_spec::region::{Answers, CornerAlgorithm, STATUS_BITS};

use super::answer::AnswerLayout;
use super::frame::{FrameLayout, slice};
use crate::emitter::cycles;
use crate::header::Header;
use crate::names::{extend, index_bits, joined};

/// Flits up to which a queue is distributed memory; the least that such a memory has.
const LARGEST_DISTRIBUTED: u32 = 32;
const LEAST_DEPTH: u32 = 16;

/// Messages in the queue of a channel that may not have begun, if a further one has a place.
const HEADS: u32 = 3;

/// The largest share of an input channel: a counter of four bits for each output.
pub const LARGEST_SHARE: u32 = 15;

/// Flits that may be on their way to a queue when a channel is given to the next message: that in the register.
const IN_FLIGHT: u32 = 1;

/// Names of the dimensions.
pub const AXES: [&str; 4] = ["X", "Y", "Z", "W"];

/// One dimension of the mesh.
pub struct Axis {
    /// Number of the dimension.
    pub index: u32,
    /// Nodes along it.
    pub radix: u32,
    /// Bits of a coordinate.
    pub bits: u32,
    /// Lowest bit of the coordinate in the place of a node.
    low: u32,
    /// Distance of the numbers of two neighbours.
    pub stride: u32,
}

impl Axis {
    /// Returns where the coordinate stands in the place of a node.
    pub fn slice(&self) -> String {
        slice(self.low, self.bits)
    }

    /// Returns where a corner's coordinate stands in the header of a frame from the processor.
    pub fn typed_slice(&self, corner: u32) -> String {
        slice(2 * self.low + corner * self.bits, self.bits)
    }

    /// Returns whether every value of the coordinate is that of a node.
    pub fn is_full(&self) -> bool {
        self.radix == 1 << self.bits
    }
}

/// Returns the time of a hop, from the last flit of a link header in a queue to the first flit on the next link; see
/// [`crate::emitter::Emitter::hop`].
pub fn hop(spec: &RegionSpec) -> u32 {
    match (spec.virtual_channels, leaves_at_once(spec)) {
        (1, true) => 1,
        (1, false) => 2,
        _ => 3,
    }
}

/// Returns whether a message leaves in the cycle in which it takes its last output: where the path through all
/// outputs of a router and its crossbar is short.
pub fn leaves_at_once(spec: &RegionSpec) -> bool {
    spec.virtual_channels == 1 && spec.dimensions() <= 2
}

/// The mesh, and what follows from it.
pub struct Topology {
    pub nodes: u32,
    pub dimensions: u32,
    /// Links of a node.
    pub ports: u32,
    pub axes: Vec<Axis>,
    pub coordinate_bits: u32,
    /// Channels into a router: those of its links and that of the processor.
    pub channels: u32,
    /// Outputs that a message may need: the links, in each class, and the delivery.
    pub requests: u32,
}

/// Sizes of the queues.
pub struct Buffers {
    pub link_depth: u32,
    pub link_address_bits: u32,
    pub delivery_depth: u32,
    pub delivery_address_bits: u32,
    /// Block memory.
    pub block: bool,
    /// Messages in the queue of a channel that may not have begun.
    pub heads: u32,
    /// Flits in the queue up to which all flits of a further message have a place.
    pub vacant: u32,
}

impl Buffers {
    pub fn new(spec: &RegionSpec) -> Self {
        let depth = |flits: u32| flits.next_power_of_two().max(LEAST_DEPTH);
        let link_depth = depth(spec.message_flits());
        let delivery_depth = depth(spec.delivery_flits() + spec.max_data);
        let vacant = link_depth.saturating_sub(spec.message_flits() + IN_FLIGHT);
        Self {
            link_depth,
            link_address_bits: index_bits(link_depth),
            delivery_depth,
            delivery_address_bits: index_bits(delivery_depth),
            block: link_depth > LARGEST_DISTRIBUTED,
            heads: if vacant > 0 { HEADS } else { 1 },
            vacant,
        }
    }

    /// Returns what the queues are made of, in words.
    pub fn memory(&self) -> &'static str {
        if self.block { "block memory" } else { "distributed memory" }
    }
}

/// A class of virtual channels of a link.
pub struct Class {
    pub index: u32,
    /// Its channels.
    pub size: u32,
    pub range: String,
    /// Its requests.
    pub requests: String,
}

/// Everything the templates need.
pub struct Context<'a> {
    pub header: &'a Header,
    configuration: String,
    pub prefix: &'a str,
    pub topology: Topology,
    pub frame: FrameLayout,
    pub buffers: Buffers,
    pub answer: AnswerLayout,
    pub options: &'a RegionSpec,
}

impl<'a> Context<'a> {
    /// Prepares a configuration.
    pub fn new(spec: &'a RegionSpec, header: &'a Header) -> Self {
        let mut axes = Vec::new();
        let (mut low, mut stride) = (0, 1);
        for ((index, radix), bits) in (0..).zip(&spec.radices).zip(spec.axis_bits()) {
            axes.push(Axis { index, radix: *radix, bits, low, stride });
            low += bits;
            stride *= radix;
        }
        let topology = Topology {
            nodes: spec.nodes(),
            dimensions: spec.dimensions(),
            ports: spec.ports(),
            axes,
            coordinate_bits: spec.coordinate_bits(),
            channels: spec.ports() * spec.virtual_channels + 1,
            requests: spec.ports() * spec.algorithm.classes() + 1,
        };
        Self {
            header,
            configuration: configuration(spec),
            prefix: &header.prefix,
            topology,
            frame: FrameLayout::new(spec),
            buffers: Buffers::new(spec),
            answer: AnswerLayout::new(spec),
            options: spec,
        }
    }

    pub fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    pub fn is_spanning_tree(&self) -> bool {
        self.options.algorithm == CornerAlgorithm::Mst
    }

    pub fn two_classes(&self) -> bool {
        self.options.algorithm.classes() == 2
    }

    pub fn leaves_at_once(&self) -> bool {
        leaves_at_once(self.options)
    }

    /// Returns whether the injector has to know where its node is.
    pub fn uses_place(&self) -> bool {
        self.is_spanning_tree() || self.two_classes()
    }

    pub fn answers(&self) -> bool {
        self.options.answers.any()
    }

    pub fn replies(&self) -> bool {
        self.options.answers == Answers::Reply
    }

    /// Returns the order of what answers for a message.
    pub fn row_order(&self) -> &'static str {
        if self.replies() { "links, delivery, reply" } else { "links, delivery" }
    }

    /// Returns the order of what answers at a router.
    pub fn source_order(&self) -> String {
        let links = if self.two_classes() { "links in class 0, in class 1" } else { "links" };
        let reply = if self.replies() { ", reply" } else { "" };
        format!("{links}, delivery{reply}")
    }

    /// Returns the row of a message from its outputs: a link is one output in all classes.
    pub fn entered_row(&self) -> String {
        let links = match self.two_classes() {
            true => {
                let ports = self.topology.ports;
                let (first, second) = (slice(0, ports), slice(ports, ports));
                format!("route[{second}] | route[{first}]")
            }
            false => format!("route[{}]", slice(0, self.topology.ports)),
        };
        match self.replies() {
            true => format!("{{route[REQUESTS-1] && side[1], route[REQUESTS-1], {links}}}"),
            false => format!("{{route[REQUESTS-1], {links}}}"),
        }
    }

    /// Returns the output of a message that is served, from what answers.
    pub fn served_output(&self) -> String {
        if !self.two_classes() {
            return "pick".to_string();
        }
        let ports = self.topology.ports;
        let (first, second) = (slice(0, ports), slice(ports, ports));
        format!("{{pick[SOURCES-1:{}], pick[{second}] | pick[{first}]}}", 2 * ports)
    }

    pub fn any_answer(&self, name: &str) -> String {
        any(name, self.answer.sources, "PART", "  ")
    }

    pub fn any_status(&self, name: &str) -> String {
        any(name, self.topology.channels, "2", "  ")
    }

    pub fn any_want(&self, name: &str) -> String {
        any(name, self.topology.channels, "WANT", "      ")
    }

    pub fn any_tag(&self, name: &str) -> String {
        any(name, self.topology.channels, "TAG", "      ")
    }

    pub fn any_side(&self, name: &str) -> String {
        any(name, self.options.virtual_channels, "SIDE", "  ")
    }

    pub fn any_place(&self, name: &str) -> String {
        any(name, self.topology.channels, "PLACE", "  ")
    }

    pub fn any_delivered_place(&self, name: &str) -> String {
        any(name, self.options.deliveries, "PLACE", "  ")
    }

    /// Returns the flit of a completion: the id and the status, which lie in `done`.
    pub fn completion(&self) -> String {
        extend("done", self.answer.answer_bits, self.options.width)
    }

    /// Returns the handle of a place: the tag in the low bits, unless there is only one.
    pub fn handle(&self, place: &str) -> String {
        match self.answer.tags {
            1 => format!("{place}[PLACE-1-:CHANNEL]"),
            _ => format!("{place}[PLACE-1:WANT]"),
        }
    }

    /// Returns the tag of a handle.
    pub fn handle_tag(&self, handle: &str) -> String {
        match self.answer.tags {
            1 => "1'b0".to_string(),
            _ => format!("{handle}[{}:0]", self.answer.tag_bits - 1),
        }
    }

    /// Returns the bits of a flit that a reply does not need.
    pub fn reply_padding(&self) -> u32 {
        self.options.width - self.answer.handle_bits - STATUS_BITS
    }

    /// Returns whether a delivery has to know the last flit of its header: if it is not the last of the message.
    pub fn needs_source_end(&self) -> bool {
        self.options.max_data == 0 || self.frame.source_flits < self.frame.link_flits
    }

    /// Returns the bits of a number of header flits of a delivery.
    pub fn delivery_count_bits(&self) -> u32 {
        index_bits(self.frame.source_flits + 1)
    }

    pub fn request_order(&self) -> &'static str {
        match self.two_classes() {
            true => "the links in class 0, the links in class 1, the delivery",
            false => "the links, then the delivery",
        }
    }

    pub fn corners_contract(&self) -> &'static str {
        match self.options.algorithm {
            CornerAlgorithm::FixedCorner => {
                "The message goes to the low corner; far is the high one."
            }
            CornerAlgorithm::NearestCorner => {
                "The message goes to the corner that\n//   is nearest to this node, of two the low one; far is \
                 the opposite one."
            }
            CornerAlgorithm::Mst => {
                "The message spreads from this node between the\n//   low and the high corner."
            }
        }
    }

    pub fn injector_latency(&self) -> &'static str {
        match self.frame.link_flits {
            1 => "none on the way to the queue; what comes next, and a counter.",
            _ => "one cycle, and one for each flit of the link header; the header, and counters.",
        }
    }

    pub fn output_latency(&self) -> &'static str {
        match self.options.virtual_channels {
            1 if self.leaves_at_once() => "none for flits and grants; the owner.",
            1 => "none for flits, one cycle for a grant; the owner.",
            _ => "one cycle for flits and for grants; owners, and a flit of each channel.",
        }
    }

    pub fn router_latency(&self) -> String {
        let hop = cycles(hop(self.options));
        let branches = match self.options.virtual_channels {
            1 => "however many branches there are",
            _ => "and one for each further branch",
        };
        format!("{hop} a hop for a one-flit header, {branches}.")
    }

    /// Returns the bits of a number of messages that have not begun.
    pub fn head_count_bits(&self) -> u32 {
        index_bits(self.buffers.heads + 1)
    }

    /// Returns the most nodes whose messages come along an axis.
    fn most_behind(axis: &Axis) -> u32 {
        axis.stride * (axis.radix - 1)
    }

    pub fn largest_share(&self) -> u32 {
        LARGEST_SHARE
    }

    /// Returns whether more nodes may lie along an axis than the largest share.
    pub fn is_limited(&self, axis: &Axis) -> bool {
        Self::most_behind(axis) > LARGEST_SHARE
    }

    /// Returns the bits of the largest share of an input channel.
    pub fn share_bits(&self) -> u32 {
        let most = self.topology.axes.iter().map(Self::most_behind).max().unwrap_or(1);
        index_bits(most.min(LARGEST_SHARE) + 1)
    }

    /// Returns the bits of a number of nodes along an axis.
    pub fn behind_bits(&self, axis: &Axis) -> u32 {
        index_bits(Self::most_behind(axis) + 1).max(self.share_bits())
    }

    /// Returns the coordinate of an axis, with the bits of a number of nodes along it.
    pub fn coordinate(&self, axis: &Axis) -> String {
        extend(&format!("here_i[{}]", axis.slice()), axis.bits, self.behind_bits(axis))
    }

    /// Returns the requests of a message but that for the delivery.
    pub fn links_asked(&self) -> u32 {
        self.topology.requests - 1
    }

    pub fn asks(&self) -> u32 {
        self.topology.channels * self.options.algorithm.classes()
    }

    pub fn owners(&self) -> u32 {
        self.topology.channels * self.options.virtual_channels
    }

    pub fn flits_in(&self) -> u32 {
        (self.topology.ports + 1) * self.frame.flit_bits
    }

    pub fn class_list(&self) -> Vec<Class> {
        let (classes, channels) = (self.options.algorithm.classes(), self.topology.channels);
        let size = self.options.virtual_channels / classes;
        let class = |index| Class {
            index,
            size,
            range: slice(index * size, size),
            requests: slice(index * channels, channels),
        };
        (0..classes).map(class).collect()
    }

    pub fn one_virtual(&self) -> String {
        format!("{}'d1", self.options.virtual_channels)
    }

    pub fn one_channel(&self) -> String {
        format!("{}'d1", self.topology.channels)
    }

    pub fn any_share(&self, name: &str) -> String {
        any(name, self.topology.channels, "SHARE", "  ")
    }

    pub fn any_source(&self, name: &str, indent: &str) -> String {
        any(name, self.topology.ports + 1, "FLIT", indent)
    }

    pub fn any_channel(&self, name: &str) -> String {
        any(name, self.options.virtual_channels, "FLIT", "  ")
    }

    pub fn any_delivery(&self, name: &str) -> String {
        any(name, self.options.deliveries, "FLIT", "  ")
    }

    pub fn port_names(&self) -> String {
        port_names(self.options)
    }

    /// Returns a number of the dimension of port p, as an expression.
    pub fn by_axis(&self, number: &str) -> String {
        let of = |axis: &Axis| if number == "stride" { axis.stride } else { axis.radix };
        let axes = &self.topology.axes;
        let last = of(axes.last().expect("a mesh has a dimension"));
        // The last dimensions may have the same number.
        let others = axes.iter().rposition(|axis| of(axis) != last).map_or(0, |place| place + 1);
        let choice = |axis: &Axis| format!(" p / 2 == {} ? {} :", axis.index, of(axis));
        axes[..others].iter().map(choice).collect::<String>() + &format!(" {last}")
    }

    /// Returns the coordinates of a node as one vector.
    pub fn place(&self) -> String {
        let names: Vec<String> = self
            .topology
            .axes
            .iter()
            .rev()
            .map(|axis| format!("X{}[{}:0]", axis.index, axis.bits - 1))
            .collect();
        if names.len() == 1 { names[0].clone() } else { format!("{{{}}}", names.join(", ")) }
    }
}

/// Returns the disjunction of all slices of a vector.
fn any(name: &str, count: u32, width: &str, indent: &str) -> String {
    let slice = |index| match (index, count) {
        (_, 1) => name.to_string(),
        (0, _) => format!("{name}[0+:{width}]"),
        (1, _) => format!("{name}[{width}+:{width}]"),
        _ => format!("{name}[{index}*{width}+:{width}]"),
    };
    let slices: Vec<String> = (0..count).map(slice).collect();
    // The name of what they become is in the first line.
    joined(&slices, "|", 75, &format!("{indent}    "))
}

/// Lists the ports to the neighbours in their order.
pub fn port_names(spec: &RegionSpec) -> String {
    let names = AXES.iter().take(spec.radices.len());
    names.map(|axis| format!("+{axis}, -{axis}")).collect::<Vec<_>>().join(", ")
}

/// Returns the configuration in one line, as the file headers show it.
fn configuration(spec: &RegionSpec) -> String {
    let network = format!(
        "mesh={} W={} max_data={} algorithm={} vcs={} deliveries={}",
        spec.mesh_name(),
        spec.width,
        spec.max_data,
        spec.algorithm.name(),
        spec.virtual_channels,
        spec.deliveries,
    );
    match spec.answers.any() {
        true => format!("{network} answers={} tags={}", spec.answers.name(), spec.tags),
        false => network,
    }
}
