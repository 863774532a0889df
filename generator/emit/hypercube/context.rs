//! What the templates of the hypercube family need: numbers and ready expressions.

use std::borrow::Borrow;

use teecast_spec::{HypercubeSpec, Vote};

use crate::emit::header::Header;
use crate::emit::names::{extend, fit, index_bits, repeat, sign_extend};

/// Whole-message buffers for each class of an input channel: one fills while one leaves.
pub const SLOTS_PER_CLASS: u32 = 2;

/// Where row `index` of the reference array stands in a header: flit and lane.
pub(super) struct RowPlace {
    pub(super) index: u32,
    pub(super) flit: u32,
    pub(super) lane: u32,
}

/// When a lane of a header flit holds a destination, Control and Source, as expressions.
pub(super) struct LanePosition {
    pub(super) lane: u32,
    pub(super) listed: String,
    pub(super) control: String,
    pub(super) source: String,
}

/// Everything the templates of the family need, as numbers and ready expressions.
pub struct Context<'a> {
    pub(super) header: &'a Header,
    pub(super) configuration: String,
    pub(super) p: &'a str,
    pub(super) n: u32,
    pub(super) m: u32,
    pub(super) w: u32,
    pub(super) nodes: u32,
    pub(super) max_data: u32,
    pub(super) max_list: u32,
    pub(super) ft: bool,
    pub(super) lan: bool,
    pub(super) nca: bool,
    pub(super) look2: bool,
    pub(super) votes_forbidden: bool,
    pub(super) vote_name: &'static str,
    pub(super) has_list: bool,
    pub(super) checks_neighbours: bool,
    pub(super) count_bits: u32,
    pub(super) score_bits: u32,
    pub(super) vote_bits: u32,
    pub(super) dimension_bits: u32,
    pub(super) dimension_count_bits: u32,
    pub(super) lanes: u32,
    pub(super) first_lane: String,
    pub(super) position_bits: u32,
    pub(super) place_bits: u32,
    pub(super) position_later: Option<String>,
    pub(super) position_end: String,
    pub(super) positions: Vec<LanePosition>,
    pub(super) row_places: Vec<RowPlace>,
    pub(super) counts_flits: bool,
    pub(super) row_flits: u32,
    pub(super) row_flit_bits: u32,
    pub(super) row_lanes: u32,
    pub(super) row_lane_list: Vec<u32>,
    pub(super) store_depth: u32,
    pub(super) flit_index_bits: u32,
    pub(super) classes: u32,
    pub(super) class_bits: u32,
    pub(super) class_list: Vec<u32>,
    pub(super) always_restricted: bool,
    pub(super) unrestricted: u32,
    pub(super) slots: u32,
    pub(super) slot_bits: u32,
    pub(super) slot_codes: u32,
    pub(super) next_slot: String,
    pub(super) next_class: String,
    pub(super) bases: Vec<(u32, u32)>,
    pub(super) message_flits: u32,
    pub(super) depth: u32,
    pub(super) address_bits: u32,
    pub(super) data_count_bits: u32,
    pub(super) report_items: u32,
    pub(super) branch_depth: u32,
}

impl<'a> Context<'a> {
    pub(super) fn new(spec: &HypercubeSpec, header: &'a Header) -> Self {
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

    pub(super) fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    /// Returns how many share an arbiter: the units that want a link, or a delivery.
    pub(super) fn requesters(&self) -> u32 {
        self.n + 1
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    pub(super) fn widest(&self) -> u32 {
        self.m.max(self.n + 1)
    }

    // Templates pass fields by reference and literals by value.
    pub(super) fn extend(
        &self,
        expression: &str,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    pub(super) fn sign_extend(
        &self,
        name: &str,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        sign_extend(name, *from.borrow(), *to.borrow())
    }

    pub(super) fn repeat(&self, count: impl Borrow<u32>, expression: &str) -> String {
        repeat(*count.borrow(), expression)
    }

    pub(super) fn fit(&self, name: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
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
