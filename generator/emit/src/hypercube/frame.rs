//! Fields of headers of the hypercube family, and the flits and lanes that hold them.

use std::collections::BTreeSet;

use teecast_spec::HypercubeSpec;

use crate::names::index_bits;

/// Where a field of a header on a link stands: Source, then the list; before a long list, or instead of
/// one, Control.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) flit: u32,
    pub(super) lane: u32,
    flit_index_bits: u32,
    counted: bool,
}

impl Place {
    /// Returns whether the field is in the first flit.
    pub(super) fn is_first(&self) -> bool {
        self.flit == 0
    }

    /// Returns when a header flit holds the field: `first` tells the first one, `index` numbers all.
    pub(super) fn here_as(&self, first: &str, index: &str) -> String {
        match self.counted {
            false => first.to_string(),
            true => format!("{index} == {}'d{}", self.flit_index_bits, self.flit),
        }
    }
}

/// Where row `index` of the reference array stands in a header: flit, lane, and which of the lanes
/// with rows this is.
#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    pub(super) index: u32,
    pub(super) flit: u32,
    pub(super) lane: u32,
    pub(super) column: u32,
}

/// What a lane holds: Source, Control if the message has it, and rows.
pub(super) struct Lane {
    pub(super) lane: u32,
    pub(super) source: bool,
    pub(super) control: Option<Place>,
    pub(super) rows: Vec<RowPlace>,
}

/// Fields and flits of messages.
pub(super) struct FrameLayout {
    pub(super) width: u32,
    pub(super) max_data: u32,
    pub(super) data_count_bits: u32,
    pub(super) message_flits: u32,
    /// Rows of the reference array: destinations of a multicast at most.
    pub(super) rows: u32,
    pub(super) max_list: u32,
    /// When `count_i` is more than the rows, and more than the longest list.
    pub(super) beyond_rows: String,
    pub(super) beyond_list: String,
    /// Control stands before a long list, and after it in a processor's frame.
    pub(super) shifts_list: bool,
    /// Fields after the list in a processor's frame.
    pub(super) trailer: u32,
    /// Fields of a flit, as far as a header fills it.
    pub(super) lanes: u32,
    /// What is added to a position after the first flit, and after the others, in its bits.
    pub(super) first_step: u32,
    pub(super) next_step: u32,
    pub(super) position_bits: u32,
    /// When a processor's header reaches a lane of this flit or the next ones, and the same in its first
    /// flit.
    pub(super) reaches: Vec<String>,
    pub(super) first_reaches: Vec<String>,
    pub(super) lane_fields: Vec<Lane>,
    pub(super) control_place: Option<Place>,
    pub(super) row_places: Vec<RowPlace>,
    /// The first header flit with destinations: that of a unicast. Copies with one destination there are
    /// unicasts.
    pub(super) near_flit: u32,
    pub(super) near_rows: u32,
    /// The header of a processor's unicast goes on after the destination, in a flit that is not stored.
    pub(super) holds_vote: bool,
    pub(super) counts_flits: bool,
    pub(super) row_flits: u32,
    pub(super) row_flit_bits: u32,
    /// Lanes with rows.
    pub(super) row_lane_list: Vec<u32>,
    pub(super) row_lanes: u32,
    pub(super) flit_index_bits: u32,
    /// Bits of the number of header flits after the first one.
    pub(super) tail_bits: u32,
    /// Destinations of a message that are reported at once at most.
    pub(super) report_items: u32,
}

impl FrameLayout {
    pub(super) fn new(spec: &HypercubeSpec) -> Self {
        let rows = spec.m;
        let trailer = spec.trailer_fields();
        let lanes = spec.fields_per_flit().min(spec.header_fields(spec.max_list));
        let place_of = |field: u32| (field / lanes, field % lanes);
        let row_flits = place_of(rows).0 + 1;
        let flit_index_bits = index_bits(row_flits + 1);
        let place = |index: u32| {
            let (flit, lane) = place_of(index);
            Place { flit, lane, flit_index_bits, counted: flit > 0 }
        };
        let row_lane = |row: u32| place_of(1 + row).1;
        let row_lane_list: Vec<u32> =
            (0..rows).map(row_lane).collect::<BTreeSet<_>>().into_iter().collect();
        let row_places: Vec<RowPlace> = (0..rows)
            .map(|index| {
                let (flit, lane) = place_of(1 + index);
                let column = row_lane_list.iter().take_while(|other| **other < lane).count() as u32;
                RowPlace { index, flit, lane, column }
            })
            .collect();
        let source = place(0);
        let control = spec.fault_tolerant.then(|| place(1));
        let lane = |lane: u32| Lane {
            lane,
            source: source.lane == lane,
            control: control.filter(|place| place.lane == lane),
            rows: row_places.iter().filter(|row| row.lane == lane).copied().collect(),
        };
        let position_bits = index_bits(spec.header_fields(spec.max_list));
        // At least as large as the lanes.
        let modulus = 1 << position_bits;
        let reaches = |lane: u32| match lane {
            0 => "1'b1".to_string(),
            _ if lane >= modulus => "1'b0".to_string(),
            _ => at_least("last_i", lane, position_bits),
        };
        let n = spec.n;
        let first_reaches = |lane: u32| match lane.checked_sub(trailer) {
            None | Some(0) => "1'b1".to_string(),
            Some(listed) if listed > spec.max_list => "1'b0".to_string(),
            Some(listed) => format!("!broadcast && ({})", at_least("count", listed, n)),
        };
        let near_flit = row_places[0].flit;
        let reports_list = spec.max_list > rows && spec.fault_tolerant;
        Self {
            width: spec.width,
            max_data: spec.max_data,
            data_count_bits: index_bits(spec.max_data + 1),
            message_flits: spec.message_flits(),
            rows,
            max_list: spec.max_list,
            beyond_rows: at_least("count_i", rows + 1, n),
            beyond_list: at_least("count_i", spec.max_list + 1, n),
            shifts_list: spec.fault_tolerant && spec.max_list > rows,
            trailer,
            lanes,
            first_step: (trailer + modulus - lanes) % modulus,
            next_step: (modulus - lanes) % modulus,
            position_bits,
            reaches: (0..=lanes + trailer).map(reaches).collect(),
            first_reaches: (0..=lanes + trailer).map(first_reaches).collect(),
            lane_fields: (0..lanes).map(lane).collect(),
            control_place: control,
            near_flit,
            near_rows: row_places.iter().filter(|row| row.flit == near_flit).count() as u32,
            holds_vote: lanes < 2 + trailer,
            counts_flits: 1 + rows > lanes,
            row_flits,
            row_flit_bits: index_bits(row_flits),
            row_lanes: row_lane_list.len() as u32,
            row_lane_list,
            row_places,
            flit_index_bits,
            tail_bits: index_bits(row_flits),
            report_items: if reports_list { rows.max(spec.n) } else { rows },
        }
    }

    /// Returns the rows of the first flit with destinations, in Verilog.
    pub(super) fn near_mask(&self) -> String {
        match self.rows - self.near_rows {
            0 => format!("{{{}{{1'b1}}}}", self.rows),
            others => format!("{{{{{others}{{1'b0}}}}, {{{}{{1'b1}}}}}}", self.near_rows),
        }
    }

    /// Returns the first number that has a bit above these rows, in Verilog.
    pub(super) fn near_bound(&self) -> String {
        format!("{}'d{}", self.near_rows + 1, 1_u128 << self.near_rows)
    }

    /// Returns whether Control comes after the first flit.
    pub(super) fn counts_control(&self) -> bool {
        self.control_place.is_some_and(|place| place.counted)
    }
}

/// Returns the Verilog condition that a signal of some bits is at least a value above zero: a comparison
/// would become a chain of adders, for a few gates.
fn at_least(signal: &str, value: u32, bits: u32) -> String {
    let top = value.ilog2();
    // The highest bits of the value that are ones.
    let ones = (value << value.leading_zeros()).leading_ones();
    let last = top + 1 - ones;
    let rest = value & ((1 << last) - 1);
    let mut text = match ones {
        1 => format!("{signal}[{top}]"),
        _ => format!("(&{signal}[{top}:{last}])"),
    };
    if rest > 0 {
        let low = at_least(signal, rest, last);
        text += &if low.contains("||") { format!(" && ({low})") } else { format!(" && {low}") };
    }
    if rest > 0 && top + 1 < bits {
        text = format!("({text})");
    }
    match bits - top - 1 {
        0 => text,
        1 => format!("{signal}[{}] || {text}", top + 1),
        _ => format!("(|{signal}[{}:{}]) || {text}", bits - 1, top + 1),
    }
}
