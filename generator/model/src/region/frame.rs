//! Frames of processors as flits: two opposite corners, or the source, and the data.

use teecast_spec::{Flit, RegionSpec};

use crate::fields;

/// What is wrong with a frame from a processor, by the code of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A coordinate that the mesh does not have.
    UnknownNode = 1,
    /// It ends inside its header.
    ShortHeader = 2,
    /// More data than the configuration allows.
    TooLong = 3,
    /// The source of a spanning tree lies outside its region.
    SourceOutside = 4,
    /// It wants an answer that the network does not have.
    WrongWant = 7,
}

/// What a frame wants besides being delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Nothing, that it has landed, or a reply.
    pub want: u32,
    /// What its processor calls it.
    pub id: u32,
}

/// A frame that wants no answer.
pub const PLAIN: u32 = 0;
/// A frame that wants to know when it has landed.
pub const LANDED: u32 = 1;
/// A frame that wants a reply.
pub const REPLY: u32 = 2;

/// A frame from a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injected {
    /// Two opposite corners, any coordinates.
    ///
    /// **Shape**: by dimension.
    pub corners: [Vec<u32>; 2],
    /// Data flits, as they came.
    pub data: Vec<Flit>,
}

/// Returns the flits of a frame from a processor.
pub fn injection(spec: &RegionSpec, corners: [&[u32]; 2], data: &[Flit]) -> Vec<Flit> {
    wishing(spec, Wish::default(), corners, data)
}

/// Returns the flits of a frame from a processor that wants an answer; without answers it has no place for a wish.
pub fn wishing(spec: &RegionSpec, wish: Wish, corners: [&[u32]; 2], data: &[Flit]) -> Vec<Flit> {
    let [a, b] = corners;
    let wish = [wish.want, wish.id].into_iter().take(spec.sent_fields().len());
    let values: Vec<u32> = wish.chain(a.iter().zip(b).flat_map(|(a, b)| [*a, *b])).collect();
    fields::write(spec.width, &injected_fields(spec), &values, data, false)
}

/// Reads what a frame from a processor wants; it stands in the first flit.
pub fn wish(spec: &RegionSpec, flits: &[Flit]) -> Wish {
    match (flits.first(), &spec.sent_fields()[..]) {
        (Some(flit), [(_, want), (_, id)]) => {
            let id = if spec.tags == 1 { 0 } else { flit.field(*want, *id) };
            Wish { want: flit.field(0, *want), id }
        }
        _ => Wish::default(),
    }
}

/// Reads a frame from a processor; `None` if it ends inside its header.
pub fn read_injection(spec: &RegionSpec, flits: &[Flit]) -> Option<Injected> {
    let (values, data) = fields::read(spec.width, &injected_fields(spec), flits)?;
    let wish = spec.sent_fields().len();
    let corner = |first: usize| values.iter().skip(wish + first).step_by(2).copied().collect();
    Some(Injected { corners: [corner(0), corner(1)], data })
}

/// Returns the flits of a frame to a processor; the handle, which only the hardware knows, is 0.
pub fn delivery(spec: &RegionSpec, source: u32, want: u32, data: &[Flit], bad: bool) -> Vec<Flit> {
    let bits: Vec<u32> = spec.received_fields().into_iter().map(|(_, bits)| bits).collect();
    fields::write(spec.width, &bits, &[source, want, 0][..bits.len()], data, bad)
}

/// Reads the source of a frame to a processor, and what its message wants; `None` if it ends before.
pub fn read_delivery(spec: &RegionSpec, flits: &[Flit]) -> Option<(u32, u32)> {
    let bits: Vec<u32> = spec.received_fields().into_iter().map(|(_, bits)| bits).collect();
    let (values, _) = fields::read(spec.width, &bits, flits)?;
    Some((values[0], values.get(1).copied().unwrap_or(PLAIN)))
}

/// Returns a frame to a processor with 0 in the place of its handle.
pub fn without_handle(spec: &RegionSpec, mut flits: Vec<Flit>) -> Vec<Flit> {
    if let [(_, source), (_, want), (_, handle)] = spec.received_fields()[..] {
        for bit in source + want..source + want + handle {
            if let Some(flit) = flits.get_mut((bit / spec.width) as usize) {
                flit.set_field(bit % spec.width, 1, 0);
            }
        }
    }
    flits
}

/// Returns the bits of what the frame wants, then of a_0, b_0, a_1, b_1 and so on.
fn injected_fields(spec: &RegionSpec) -> Vec<u32> {
    let wish = spec.sent_fields().into_iter().map(|(_, bits)| bits);
    wish.chain(spec.axis_bits().flat_map(|bits| [bits, bits])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::region::Answers;

    #[test]
    fn corners_stand_side_by_side_by_dimension() {
        let spec = RegionSpec::new(&[5, 3]);
        let flits = injection(&spec, [&[4, 0], &[2, 1]], &[]);
        // 3 bits each, then 2 bits each.
        assert_eq!(flits, [Flit::new(4 | 2 << 3 | 1 << 8, true)]);
        let narrow = RegionSpec { width: 8, ..spec };
        let data = [Flit::new(0x55, true)];
        let flits = injection(&narrow, [&[4, 0], &[2, 1]], &data);
        let words: Vec<u64> = flits.iter().map(|flit| flit.bits[0]).collect();
        assert_eq!(words, [4 | 2 << 3, 1, 0x55]);
        let read = read_injection(&narrow, &flits).expect("whole");
        assert_eq!(read, Injected { corners: [vec![4, 0], vec![2, 1]], data: data.to_vec() });
        assert_eq!(read_injection(&narrow, &flits[..1]), None);
    }

    #[test]
    fn what_a_frame_wants_stands_before_its_corners() {
        let spec = RegionSpec { answers: Answers::Reply, ..RegionSpec::new(&[4, 4]) };
        let wanted = Wish { want: REPLY, id: 5 };
        let flits = wishing(&spec, wanted, [&[1, 2], &[3, 2]], &[]);
        assert_eq!(flits, [Flit::new(2 | 5 << 2 | 1 << 5 | 3 << 7 | 2 << 9 | 2 << 11, true)]);
        assert_eq!(wish(&spec, &flits), wanted);
        let read = read_injection(&spec, &flits).expect("whole");
        assert_eq!(read.corners, [vec![1, 2], vec![3, 2]]);
        // The only id has no bit.
        let one = RegionSpec { tags: 1, ..spec.clone() };
        let flits = wishing(&one, Wish { want: LANDED, id: 1 }, [&[0, 0], &[0, 0]], &[]);
        assert_eq!(wish(&one, &flits), Wish { want: LANDED, id: 0 });
        // Source and wish, then 6 bits of a handle.
        let seen = [Flit::new(9 | 2 << 4 | 0x2a << 6, true)];
        assert_eq!(without_handle(&spec, seen.to_vec()), delivery(&spec, 9, REPLY, &[], false));
    }
}
