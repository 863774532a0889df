//! Emits the hypercube family: routers with multicast and fault-tolerant broadcast.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken here;
//! the templates hold text only.

mod datasheet;
mod ports;
pub mod proof;
mod testbench;

use std::borrow::Borrow;

use askama::Template;
use serde_json::Value;
use teecast_spec::{HypercubeSpec, Vote};

use crate::emit::bundle::{RtlBundle, RtlFile};
use crate::emit::common;
use crate::emit::emitter::Emitter;
use crate::emit::header::Header;
use crate::emit::names::{extend, fit, index_bits, repeat, sign_extend};
use crate::emit::ports::{Meaning, Modules, Role};

/// Whole-message buffers for each class of an input channel: one fills while one leaves.
pub const SLOTS_PER_CLASS: u32 = 2;

/// Where row `index` of the reference array stands in a header: flit and lane.
struct RowPlace {
    index: u32,
    flit: u32,
    lane: u32,
}

/// When a lane of a header flit holds a destination, Control and Source, as expressions.
struct LanePosition {
    lane: u32,
    listed: String,
    control: String,
    source: String,
}

/// Everything the templates of the family need, as numbers and ready expressions.
pub struct Context<'a> {
    header: &'a Header,
    configuration: String,
    p: &'a str,
    n: u32,
    m: u32,
    w: u32,
    nodes: u32,
    max_data: u32,
    max_list: u32,
    ft: bool,
    lan: bool,
    nca: bool,
    look2: bool,
    votes_forbidden: bool,
    vote_name: &'static str,
    has_list: bool,
    checks_neighbours: bool,
    count_bits: u32,
    score_bits: u32,
    vote_bits: u32,
    dimension_bits: u32,
    dimension_count_bits: u32,
    lanes: u32,
    first_lane: String,
    position_bits: u32,
    place_bits: u32,
    position_later: Option<String>,
    position_end: String,
    positions: Vec<LanePosition>,
    row_places: Vec<RowPlace>,
    counts_flits: bool,
    row_flits: u32,
    row_flit_bits: u32,
    row_lanes: u32,
    row_lane_list: Vec<u32>,
    store_depth: u32,
    flit_index_bits: u32,
    classes: u32,
    class_bits: u32,
    class_list: Vec<u32>,
    always_restricted: bool,
    unrestricted: u32,
    slots: u32,
    slot_bits: u32,
    slot_codes: u32,
    next_slot: String,
    next_class: String,
    bases: Vec<(u32, u32)>,
    message_flits: u32,
    depth: u32,
    address_bits: u32,
    data_count_bits: u32,
    report_items: u32,
    branch_depth: u32,
}

impl<'a> Context<'a> {
    fn new(spec: &HypercubeSpec, header: &'a Header) -> Self {
        let (n, m) = (spec.n, spec.m);
        let trailer = spec.trailer_fields();
        let max_fields = spec.header_fields(spec.max_list);
        let lanes = spec.fields_per_flit().min(max_fields);
        let has_list = spec.max_list > m;
        let entries = 1 + m + trailer;
        let count_bits = index_bits(m + 1);
        let score_bits = count_bits + 2;
        let class_bits = index_bits(spec.classes);
        let slots = SLOTS_PER_CLASS * spec.classes;
        let slot_codes = SLOTS_PER_CLASS << class_bits;
        let message_flits = spec.message_flits();
        let stride = stride(slots, message_flits);
        let depth = slots * stride;
        let row_flits = m / lanes + 1;
        let place_bits = index_bits(lanes);
        let position_bits = index_bits(spec.max_list + 1).max(place_bits) + 1;
        // The last destination may be in a flit after the next one only if positions have bits for it.
        let reaches_later = lanes > 1 && position_bits - 1 > place_bits;
        let at = |place: i64| match place {
            0.. if reaches_later => format!("!earlier && !later && place == {place_bits}'d{place}"),
            0.. => format!("!earlier && place == {place_bits}'d{place}"),
            _ => format!("earlier && place == {place_bits}'d{}", (1 << place_bits) + place),
        };
        let position = |lane: u32| LanePosition {
            lane,
            listed: match lane {
                0 => "!earlier".to_string(),
                _ if reaches_later => {
                    format!("!earlier && (later || place >= {place_bits}'d{lane})")
                }
                _ => format!("!earlier && place >= {place_bits}'d{lane}"),
            },
            control: at(i64::from(lane) - 1),
            source: at(i64::from(lane) - i64::from(trailer)),
        };
        let highest = (1 << place_bits) - 1;
        let position_end = match i64::from(lanes) - 1 - i64::from(trailer) {
            ..-1 => at(-2),
            -1 => "earlier".to_string(),
            end if !reaches_later => format!("earlier || place <= {place_bits}'d{end}"),
            end if end == highest => "earlier || !later".to_string(),
            end => format!("earlier || (!later && place <= {place_bits}'d{end})"),
        };
        Self {
            header,
            configuration: configuration(spec),
            p: &header.prefix,
            n,
            m,
            w: spec.width,
            nodes: spec.nodes(),
            max_data: spec.max_data,
            max_list: spec.max_list,
            ft: spec.fault_tolerant,
            lan: spec.lan,
            nca: spec.vote == Vote::Nca,
            look2: spec.vote == Vote::Look2,
            // These multicasters have no input for forbidden dimensions.
            votes_forbidden: !spec.fault_tolerant || matches!(spec.vote, Vote::Look2 | Vote::Nca),
            vote_name: spec.vote.name(),
            has_list,
            checks_neighbours: has_list && spec.fault_tolerant,
            count_bits,
            score_bits,
            vote_bits: if spec.vote == Vote::Look2 { score_bits } else { count_bits },
            dimension_bits: index_bits(n),
            dimension_count_bits: index_bits(n + 1),
            lanes,
            first_lane: match lanes {
                1 => "first".to_string(),
                _ => format!("{{{}'d0, first}}", lanes - 1),
            },
            position_bits,
            place_bits,
            position_later: reaches_later
                .then(|| format!("|last_i[{}:{place_bits}]", position_bits - 2)),
            position_end,
            positions: (0..lanes).map(position).collect(),
            row_places: (0..m)
                .map(|index| RowPlace {
                    index,
                    flit: (index + 1) / lanes,
                    lane: (index + 1) % lanes,
                })
                .collect(),
            // A header with rows may go on in later flits, which hold none.
            counts_flits: entries > lanes,
            row_flits,
            row_flit_bits: index_bits(row_flits),
            row_lanes: lanes.min(m + 1),
            // Lane 0 of the first flit is k.
            row_lane_list: (u32::from(row_flits == 1)..lanes.min(m + 1)).collect(),
            store_depth: match row_flits {
                1 => slot_codes,
                _ => slot_codes << index_bits(row_flits),
            },
            flit_index_bits: index_bits(row_flits + 1),
            classes: spec.classes,
            class_bits,
            class_list: (0..spec.classes).collect(),
            always_restricted: spec.vote == Vote::Pcube || spec.unrestricted_classes() == 0,
            unrestricted: spec.unrestricted_classes(),
            slots,
            slot_bits: class_bits + 1,
            slot_codes,
            next_slot: next("next_q", class_bits + 1, slots, slot_codes),
            next_class: next("next_class", class_bits, spec.classes, 1 << class_bits),
            bases: (0..slots).map(|slot| (slot, slot * stride)).collect(),
            message_flits,
            depth,
            address_bits: index_bits(depth),
            data_count_bits: index_bits(spec.max_data + 1),
            report_items: if has_list && spec.fault_tolerant { m.max(n) } else { m },
            branch_depth: slot_codes << index_bits(n),
        }
    }

    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    /// Returns how many share an arbiter: the units that want a link, or a delivery.
    fn requesters(&self) -> u32 {
        self.n + 1
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    fn widest(&self) -> u32 {
        self.m.max(self.n + 1)
    }

    // Templates pass fields by reference and literals by value.
    fn extend(&self, expression: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    fn sign_extend(&self, name: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        sign_extend(name, *from.borrow(), *to.borrow())
    }

    fn repeat(&self, count: impl Borrow<u32>, expression: &str) -> String {
        repeat(*count.borrow(), expression)
    }

    fn fit(&self, name: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        fit(name, *from.borrow(), *to.borrow())
    }
}

/// Returns the value behind `name` of `bits` bits, which counts `values` of its `codes`.
fn next(name: &str, bits: u32, values: u32, codes: u32) -> String {
    match values == codes {
        true => format!("{name} + {bits}'d1"),
        false => format!("{name} == {bits}'d{} ? {bits}'d0 : {name} + {bits}'d1", values - 1),
    }
}

/// Returns the distance of message slots in the data buffer: the roundest number that needs no
/// more address bits than the shortest distance does.
fn stride(slots: u32, message_flits: u32) -> u32 {
    let room = (1 << index_bits(slots * message_flits)) / slots;
    let rounded = (0..u32::BITS).map(|zeros| message_flits.next_multiple_of(1 << zeros));
    rounded.take_while(|&stride| stride <= room).last().unwrap_or(message_flits)
}

/// Returns the configuration in one line, as the file headers show it.
fn configuration(spec: &HypercubeSpec) -> String {
    let rules = match (spec.lan, spec.fault_tolerant) {
        (true, true) => "lan fault-tolerant",
        (true, false) => "lan",
        (false, true) => "fault-tolerant",
        (false, false) => "fault-free",
    };
    format!(
        "n={} m={} W={} max_data={} max_list={} vote={} classes={} {rules}",
        spec.n,
        spec.m,
        spec.width,
        spec.max_data,
        spec.max_list,
        spec.vote.name(),
        spec.classes
    )
}

/// Declares one template type for each module, and the function that renders them in order.
macro_rules! modules {
    ($($kind:ident $path:literal if $wanted:expr;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a Context<'a> }
        )*

        fn render(c: &Context<'_>, spec: &HypercubeSpec) -> Vec<RtlFile> {
            let mut files = Vec::new();
            $(
                let wanted: fn(&Context<'_>, &HypercubeSpec) -> bool = $wanted;
                if wanted(c, spec) {
                    let text = $kind { c }.render().expect("templates write into a string");
                    let path = path(c, $path);
                    files.push(RtlFile { path, text: text + "\n" });
                }
            )*
            files
        }
    };
}

// Leaf modules first: the order of the file list.
modules! {
    Decoder "hypercube/rtl/mhu_decoder.v" if |c, _| !c.nca;
    Score "hypercube/rtl/mhu_score.v" if |c, _| c.look2;
    MaximumChecker "hypercube/rtl/mhu_maximum_checker.v" if |c, _| !c.nca;
    ColumnSelector "hypercube/rtl/mhu_column_selector.v" if |c, _| !c.nca;
    AddressScanner "hypercube/rtl/mhu_address_scanner.v" if |c, _| !c.nca;
    Voter "hypercube/rtl/mhu_voter.v" if |_, _| true;
    Multicaster "hypercube/rtl/mhu_multicaster.v" if |_, _| true;
    Direction_ "hypercube/rtl/mhu_direction.v" if |c, _| c.nca;
    BranchControl "hypercube/rtl/mhu_branch_control.v" if |c, _| c.ft;
    Broadcaster "hypercube/rtl/mhu_broadcaster.v" if |_, _| true;
    Position "hypercube/rtl/mhu_position.v" if |_, _| true;
    TypeChecker "hypercube/rtl/mhu_type_checker.v" if |_, _| true;
    MatchingChecker "hypercube/rtl/mhu_matching_checker.v" if |_, _| true;
    Input_ "hypercube/rtl/mhu_input.v" if |_, _| true;
    RowReader "hypercube/rtl/mhu_row_reader.v" if |_, _| true;
    Store "hypercube/rtl/mhu_store.v" if |_, _| true;
    DataBuffer "hypercube/rtl/mhu_data_buffer.v" if |_, _| true;
    Controller "hypercube/rtl/mhu_controller.v" if |_, _| true;
    Slots "hypercube/rtl/mhu_slots.v" if |_, _| true;
    Packer "hypercube/rtl/mhu_packer.v" if |_, _| true;
    Output_ "hypercube/rtl/mhu_output.v" if |_, _| true;
    Delivery "hypercube/rtl/mhu_delivery.v" if |_, _| true;
    Unit "hypercube/rtl/mhu.v" if |_, _| true;
    Gateway "hypercube/rtl/hypercube_output_gateway.v" if |_, _| true;
    Credit "hypercube/rtl/hypercube_credit_counter.v" if |_, _| true;
    Collector "hypercube/rtl/hypercube_event_collector.v" if |_, _| true;
    Router "hypercube/rtl/hypercube_router.v" if |_, _| true;
    Network "hypercube/rtl/hypercube_network.v" if |_, spec| spec.network;
}

/// Returns the path of an emitted module, prefix included.
fn path(c: &Context<'_>, template: &str) -> String {
    let name = template.rsplit('/').next().unwrap_or(template);
    format!("hypercube/{}{name}", c.p)
}

impl Emitter for HypercubeSpec {
    /// **Source**: [Lan88] chapters 6 and 7; buffer classes and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let mut files = common::files(header);
        files.extend(render(&context, self));
        let tops = Modules::new(&files, context.p).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "hypercube", files, tops }
    }

    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
        testbench::files(self, header, &Modules::new(&bundle.files, &header.prefix))
    }

    fn chapter(&self, prefix: &str) -> String {
        datasheet::chapter(self, prefix)
    }

    fn roles(&self) -> &'static [Role] {
        ports::ROLES
    }

    fn meanings(&self) -> &'static [Meaning] {
        ports::MEANINGS
    }

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}
