//! `mhu_packer`: packs the header flits of a copy, one destination a clock.

use super::shape::Shape;

/// A header that is to be packed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    pub dimension: u32,
    /// Destinations that leave by the dimension; 0 where no list is carried.
    pub rows: u32,
    /// Header flits of a long list, which are read from the data buffer; else 0.
    pub list: u32,
}

/// A header flit that waits for the links.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeaderFlit {
    pub dimension: u32,
    pub first: bool,
    pub end: bool,
}

/// The header that is packed and the flit that waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Packer {
    header: Option<Load>,
    /// Dimension of the header that was loaded last.
    dimension: u32,
    /// The flit under way is the first of its header; nothing is in it.
    first: bool,
    fresh: bool,
    /// Lane of the next field.
    lane: u32,
    control_left: bool,
    flit: Option<HeaderFlit>,
}

/// What the packer does in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Packed {
    place: bool,
    /// A flit is complete.
    complete: bool,
    /// The header ends in it.
    pub finish: bool,
    /// A flit is read from the data buffer.
    pub read: bool,
    lane: u32,
    rows: u32,
    control: bool,
}

impl Packer {
    /// Returns whether a header is packed.
    pub fn busy(&self) -> bool {
        self.header.is_some()
    }

    /// Returns the dimension of the header that was loaded last, packed or not.
    pub fn dimension(&self) -> u32 {
        self.dimension
    }

    /// Returns the flit that waits.
    pub fn flit(&self) -> Option<HeaderFlit> {
        self.flit
    }

    /// Returns what is packed in this cycle; `stalls` takes the store away, `own` allows reads.
    pub fn look(&self, shape: &Shape, taken: bool, stalls: bool, own: bool) -> Packed {
        let Some(header) = self.header else { return Packed::default() };
        let list = header.list > 0;
        if stalls || (self.flit.is_some() && !taken) || (list && !own) {
            return Packed::default();
        }
        if list {
            let finish = header.list == 1;
            return Packed { place: true, complete: true, finish, read: true, ..Packed::default() };
        }
        let lanes = shape.lanes;
        // Lane 0 of the first flit is k.
        let at = if self.fresh { u32::from(self.first) } else { self.lane };
        let put = header.rows > 0 && at < lanes;
        let trailing = header.rows <= 1;
        let tail = at + u32::from(put);
        let control_left = self.control_left && shape.spec.fault_tolerant;
        let source_fits = tail < lanes && !(control_left && tail + 1 == lanes);
        Packed {
            place: true,
            complete: trailing || at + 1 >= lanes,
            finish: trailing && source_fits,
            read: false,
            lane: at + 1,
            rows: header.rows - u32::from(put),
            control: trailing && control_left && tail < lanes,
        }
    }

    /// Ends a cycle in which [`Packer::look`] said `packed`.
    pub fn step(&mut self, packed: &Packed, taken: bool, drop: bool, load: Option<Load>) {
        if packed.place {
            let header = self.header.as_mut().expect("a header is packed");
            let first = self.first;
            let flit = HeaderFlit { dimension: self.dimension, first, end: packed.finish };
            self.flit = packed.complete.then_some(flit);
            header.rows = packed.rows;
            header.list = header.list.saturating_sub(1);
            self.first &= !packed.complete;
            self.fresh = packed.complete;
            self.lane = packed.lane;
            self.control_left &= !packed.control;
        } else if taken {
            self.flit = None;
        }
        if drop {
            self.flit = None;
        }
        if drop || packed.finish {
            self.header = None;
        }
        if let Some(load) = load {
            (self.header, self.dimension) = (Some(load), load.dimension);
            (self.first, self.fresh, self.control_left) = (true, true, true);
        }
    }
}
