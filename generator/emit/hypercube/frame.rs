//! Fields of headers of the hypercube family, and the flits and lanes that hold them.

use teecast_spec::HypercubeSpec;

use crate::emit::names::index_bits;

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

/// Fields and flits of messages.
pub(super) struct Frame {
    pub(super) width: u32,
    pub(super) max_data: u32,
    pub(super) data_count_bits: u32,
    pub(super) message_flits: u32,
    /// Rows of the reference array: destinations of a multicast at most.
    pub(super) rows: u32,
    pub(super) max_list: u32,
    /// Fields of a flit, as far as a header fills it.
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
    pub(super) flit_index_bits: u32,
    /// Destinations of a message that are reported at once at most.
    pub(super) report_items: u32,
}

impl Frame {
    pub(super) fn new(spec: &HypercubeSpec) -> Self {
        let rows = spec.m;
        let trailer = spec.trailer_fields();
        let lanes = lanes(spec);
        let row_flits = row_flits(spec);
        let reports_list = spec.max_list > rows && spec.fault_tolerant;
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
            width: spec.width,
            max_data: spec.max_data,
            data_count_bits: index_bits(spec.max_data + 1),
            message_flits: spec.message_flits(),
            rows,
            max_list: spec.max_list,
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
            row_places: (0..rows)
                .map(|index| RowPlace {
                    index,
                    flit: (index + 1) / lanes,
                    lane: (index + 1) % lanes,
                })
                .collect(),
            // A header with rows may go on in later flits, which hold none.
            counts_flits: 1 + rows + trailer > lanes,
            row_flits,
            row_flit_bits: index_bits(row_flits),
            row_lanes: lanes.min(rows + 1),
            // Lane 0 of the first flit is k.
            row_lane_list: (u32::from(row_flits == 1)..lanes.min(rows + 1)).collect(),
            flit_index_bits: index_bits(row_flits + 1),
            report_items: if reports_list { rows.max(spec.n) } else { rows },
        }
    }
}

/// Returns the fields of a flit, as far as a header fills it.
fn lanes(spec: &HypercubeSpec) -> u32 {
    spec.fields_per_flit().min(spec.header_fields(spec.max_list))
}

/// Returns the flits of a header that hold rows.
pub(super) fn row_flits(spec: &HypercubeSpec) -> u32 {
    spec.m / lanes(spec) + 1
}
