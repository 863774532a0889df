//! Emits the hypercube family: routers with multicast and fault-tolerant broadcast.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken here;
//! the templates hold text only.

use std::borrow::Borrow;

use askama::Template;
use teecast_spec::{HypercubeSpec, Vote};

use super::bundle::{Direction, Port, RtlBundle, RtlFile, Top};
use super::header::Header;
use super::names::{extend, fit, index_bits};

/// Whole-message buffers for each class of an input channel: one fills while one leaves.
pub const SLOTS_PER_CLASS: u32 = 2;

/// Where row `index` of the reference array stands in a header: flit and lane.
struct RowPlace {
    index: u32,
    flit: u32,
    lane: u32,
}

/// When a lane of a header flit holds Source and when Control, as expressions.
struct TrailerLane {
    lane: u32,
    source: String,
    control: String,
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
    vote_name: &'static str,
    has_list: bool,
    checks_neighbours: bool,
    count_bits: u32,
    score_bits: u32,
    vote_bits: u32,
    dimension_bits: u32,
    dimension_count_bits: u32,
    trailer: u32,
    trailer_ones: u32,
    lanes: u32,
    field_count_bits: u32,
    list_bits: u32,
    load_count: String,
    listed_lanes: Vec<(u32, String)>,
    lane_list: Vec<u32>,
    control_lanes: Vec<u32>,
    keep_lanes: Vec<(u32, String)>,
    trailer_lanes: Vec<TrailerLane>,
    row_places: Vec<RowPlace>,
    counts_flits: bool,
    row_flits: u32,
    flit_index_bits: u32,
    classes: u32,
    class_bits: u32,
    class_list: Vec<u32>,
    always_restricted: bool,
    unrestricted: u32,
    slots: u32,
    slot_bits: u32,
    slot_codes: u32,
    bases: Vec<(u32, u32)>,
    message_flits: u32,
    depth: u32,
    address_bits: u32,
    data_count_bits: u32,
    payload: u32,
    payload_rows: String,
    payload_control: String,
    branch_depth: u32,
    entries: u32,
    rank_bits: u32,
    rank_levels: u32,
}

impl<'a> Context<'a> {
    fn new(spec: &HypercubeSpec, header: &'a Header) -> Self {
        let (n, m) = (spec.n, spec.m);
        let trailer = spec.trailer_fields();
        let max_fields = spec.header_fields(spec.max_list);
        let lanes = spec.fields_per_flit().min(max_fields);
        // One more than needed, so that no comparison with the largest value is constant.
        let field_count_bits = index_bits(max_fields + 2);
        let has_list = spec.max_list > m;
        let list_bits = n.min(field_count_bits);
        let entries = 1 + m + trailer;
        let count_bits = index_bits(m + 1);
        let score_bits = count_bits + 2;
        let class_bits = index_bits(spec.classes);
        let slots = SLOTS_PER_CLASS * spec.classes;
        let slot_codes = SLOTS_PER_CLASS << class_bits;
        let message_flits = spec.message_flits();
        let depth = slots * message_flits;
        let payload = if spec.fault_tolerant { m.max(n) } else { m };
        let row_flits = m / lanes + 1;
        let listed = |lane: u32| {
            let reaches = format!("left > {field_count_bits}'d{}", lane + trailer);
            match lane {
                _ if lane + trailer >= max_fields => "1'b0".to_string(),
                0 => format!("!first && {reaches}"),
                _ => reaches,
            }
        };
        let keep = |lane: u32| match lane + trailer < max_fields {
            true => format!("pack_left_q > {field_count_bits}'d{}", lane + trailer),
            false => "1'b0".to_string(),
        };
        let rank_bits = index_bits(lanes + 1);
        let trailer_lane = |lane: u32| {
            let packed = |field: u32| {
                format!("select_i[{field}] && rank[{field}*RANK+:RANK] == {rank_bits}'d{lane}")
            };
            let place = |field: u32, behind: u32| match (has_list, lane + behind <= max_fields) {
                (false, _) => packed(field),
                (true, false) => format!("!list_i && {}", packed(field)),
                (true, true) => format!(
                    "list_i ? fields_i == {field_count_bits}'d{} :\n      {}",
                    lane + behind,
                    packed(field)
                ),
            };
            TrailerLane { lane, source: place(entries - 1, 1), control: place(entries - 2, 2) }
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
            vote_name: spec.vote.name(),
            has_list,
            checks_neighbours: has_list && spec.fault_tolerant,
            count_bits,
            score_bits,
            vote_bits: if spec.vote == Vote::Look2 { score_bits } else { count_bits },
            dimension_bits: index_bits(n),
            dimension_count_bits: index_bits(n + 1),
            trailer,
            trailer_ones: (1 << trailer) - 1,
            lanes,
            field_count_bits,
            list_bits,
            load_count: format!("load_kind[{}:2]", list_bits + 1),
            listed_lanes: (0..lanes).map(|lane| (lane, listed(lane))).collect(),
            lane_list: (0..lanes).collect(),
            control_lanes: (0..lanes).filter(|lane| lane + 2 <= max_fields).collect(),
            keep_lanes: (0..lanes).map(|lane| (lane, keep(lane))).collect(),
            trailer_lanes: (0..lanes).map(trailer_lane).collect(),
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
            flit_index_bits: index_bits(row_flits + 1),
            classes: spec.classes,
            class_bits,
            class_list: (0..spec.classes).collect(),
            always_restricted: spec.vote == Vote::Pcube || spec.unrestricted_classes() == 0,
            unrestricted: spec.unrestricted_classes(),
            slots,
            slot_bits: class_bits + 1,
            slot_codes,
            bases: (0..slots).map(|slot| (slot, slot * message_flits)).collect(),
            message_flits,
            depth,
            address_bits: index_bits(depth),
            data_count_bits: index_bits(spec.max_data + 1),
            payload,
            payload_rows: extend("branch_rows_i", m, payload),
            payload_control: extend("lowest_control", n.min(payload), payload),
            branch_depth: slot_codes << index_bits(n),
            entries,
            rank_bits,
            rank_levels: index_bits(entries),
        }
    }

    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    // Templates pass fields by reference and literals by value.
    fn extend(&self, expression: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    fn fit(&self, name: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        fit(name, *from.borrow(), *to.borrow())
    }

    fn pow2(&self, level: impl Borrow<u32>) -> u32 {
        1 << level.borrow()
    }
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
                    let path = $path.replace('/', &format!("/{}", c.p));
                    files.push(RtlFile { path, text: text + "\n" });
                }
            )*
            files
        }
    };
}

// Leaf modules first: the order of the file list.
modules! {
    Lowest "hypercube/lowest_one.v" if |_, _| true;
    Turn "hypercube/turn.v" if |_, _| true;
    Decoder "hypercube/mhu_decoder.v" if |c, _| !c.nca;
    Score "hypercube/mhu_score.v" if |c, _| c.look2;
    MaximumChecker "hypercube/mhu_maximum_checker.v" if |c, _| !c.nca;
    ColumnSelector "hypercube/mhu_column_selector.v" if |c, _| !c.nca;
    AddressScanner "hypercube/mhu_address_scanner.v" if |c, _| !c.nca;
    Multicaster "hypercube/mhu_multicaster.v" if |_, _| true;
    Direction_ "hypercube/mhu_direction.v" if |c, _| c.nca;
    Broadcaster "hypercube/mhu_broadcaster.v" if |_, _| true;
    TypeChecker "hypercube/mhu_type_checker.v" if |_, _| true;
    MatchingChecker "hypercube/mhu_matching_checker.v" if |_, _| true;
    Input_ "hypercube/mhu_input.v" if |_, _| true;
    Store "hypercube/mhu_store.v" if |_, _| true;
    DataBuffer "hypercube/mhu_data_buffer.v" if |_, _| true;
    Controller "hypercube/mhu_controller.v" if |_, _| true;
    Ranker "hypercube/mhu_ranker.v" if |_, _| true;
    Packer "hypercube/mhu_packer.v" if |_, _| true;
    Output_ "hypercube/mhu_output.v" if |_, _| true;
    Delivery "hypercube/mhu_delivery.v" if |_, _| true;
    Unit "hypercube/mhu.v" if |_, _| true;
    Gateway "hypercube/output_gateway.v" if |_, _| true;
    Credit "hypercube/link_credit.v" if |_, _| true;
    Collector "hypercube/event_collector.v" if |_, _| true;
    Router "hypercube/hypercube_router.v" if |_, _| true;
    Network "hypercube/hypercube_network.v" if |_, spec| spec.network;
}

/// Emits all files of the hypercube family for a valid configuration.
///
/// **Source**: [Lan88] chapters 6 and 7; buffer classes and events are ours.
pub fn bundle(spec: &HypercubeSpec, header: &Header) -> RtlBundle {
    let context = Context::new(spec, header);
    RtlBundle { family: "hypercube", files: render(&context, spec), tops: tops(&context, spec) }
}

/// Returns the modules meant for direct use, with their ports in declaration order.
fn tops(c: &Context<'_>, spec: &HypercubeSpec) -> Vec<Top> {
    use Direction::{Input, Output};
    let port = |name: &str, direction, width, meaning: &str| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: meaning.to_string(),
    };
    let clock = || {
        [
            port("clk_i", Input, 1, "clock, rising edge"),
            port("rst_ni", Input, 1, "synchronous reset, active low; one cycle empties everything"),
        ]
    };
    // Ports that exist only with fault tolerance.
    let faulty = |width, meaning| c.ft.then(|| port("faulty_i", Input, width, meaning));
    let stream = |channels: u32, links: bool| {
        let side = if links { "bad frame, with tlast only" } else { "" };
        let mut ports = vec![
            port("s_axis_tdata", Input, channels * c.w, "arriving flits"),
            port("s_axis_tvalid", Input, channels, "a flit is offered"),
            port("s_axis_tready", Output, channels, "the flit is taken"),
            port("s_axis_tlast", Input, channels, "last flit of its frame"),
        ];
        if links {
            ports.push(port("s_axis_tuser", Input, channels, side));
            ports.push(port("s_class_i", Input, c.n * c.class_bits, "class of the arriving frame"));
            ports.push(port(
                "s_credit_o",
                Output,
                c.n * c.classes,
                "one cycle: a whole-message buffer of this link and class is free again",
            ));
        }
        ports.extend([
            port("m_axis_tdata", Output, channels * c.w, "leaving flits"),
            port("m_axis_tvalid", Output, channels, "a flit is offered"),
            port("m_axis_tready", Input, channels, "the flit is taken"),
            port("m_axis_tlast", Output, channels, "last flit of its frame"),
            port("m_axis_tuser", Output, channels, "bad frame, with tlast only"),
        ]);
        if links {
            ports.push(port("m_class_o", Output, c.n * c.class_bits, "class of the leaving frame"));
            ports.push(port(
                "m_credit_i",
                Input,
                c.n * c.classes,
                "one cycle: the neighbour has a whole-message buffer of this class free again",
            ));
        }
        ports
    };
    let reports = |nodes: u32, starts: &str| {
        vec![
            port("link_start_o", Output, nodes * c.n, starts),
            port("event_valid_o", Output, nodes, "an event, one cycle"),
            port(
                "event_code_o",
                Output,
                nodes * 4,
                "1 bad count, 2 truncated, 3 oversize, 4 unroutable, 5 incomplete broadcast",
            ),
            port("event_source_o", Output, nodes * c.n, "source of the message"),
            port("event_address_o", Output, nodes * c.n, "destination for code 4, else 0"),
        ]
    };
    let address = || port("local_address_i", Input, c.n, "address of this node");

    let mut tops = Vec::new();
    let mut top = |name: &str, role: &str, ports: Vec<Port>| {
        tops.push(Top { module: format!("{}{name}", c.p), role: role.to_string(), ports });
    };
    if spec.network {
        let mut ports = Vec::from(clock());
        ports.extend(faulty(
            c.nodes,
            "bit v: node v is faulty; changes only while empty or in reset",
        ));
        ports.extend(stream(c.nodes, false));
        ports.extend(reports(c.nodes, "bit v*n + j: a copy starts on link (v, j), one cycle"));
        top("hypercube_network", "all routers of the cube and their links", ports);
    }
    let mut ports = Vec::from(clock());
    ports.push(address());
    ports.extend(faulty(c.n, "bit j: the neighbour in dimension j is faulty"));
    ports.extend(stream(c.n + 1, true));
    ports.extend(reports(1, "bit j: a copy starts on link j, one cycle"));
    top("hypercube_router", "router of one node; channel n is the processor", ports);

    let mut ports = Vec::from(clock());
    ports.extend([
        port("load_i", Input, 1, "load the reference array"),
        port("rows_i", Input, c.m * c.n, "row i at bits i*n +: n; a zero row is empty"),
    ]);
    ports.extend(faulty(c.n, "faulty dimensions, stable from load to done"));
    ports.extend([
        port("branch_valid_o", Output, 1, "a branch stands at the outputs"),
        port("branch_ready_i", Input, 1, "the branch is taken"),
        port("branch_dimension_o", Output, c.n, "dimension of the branch, one-hot"),
        port("branch_rows_o", Output, c.m, "rows that leave with the branch"),
        port("done_o", Output, 1, "no branch is left"),
        port("unroutable_o", Output, c.m, "with done: rows left over"),
    ]);
    top("mhu_multicaster", "branch decisions of a multicast, usable alone", ports);

    let mut ports = Vec::new();
    if c.ft {
        ports.push(port("control_i", Input, c.n, "Control vector of the message"));
        ports.extend(faulty(c.n, "faulty dimensions"));
    } else {
        ports.push(port("source_i", Input, c.n, "source of the message"));
    }
    if !c.ft || !c.lan {
        ports.push(address());
    }
    ports.push(port("send_o", Output, c.n, "dimensions to send on"));
    if c.ft {
        ports.push(port(
            "control_o",
            Output,
            c.n * c.n,
            "Control of the copy on j at bits j*n +: n",
        ));
    }
    top("mhu_broadcaster", "branch decisions of a broadcast, usable alone", ports);
    tops
}
