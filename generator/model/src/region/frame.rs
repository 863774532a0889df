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
}

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
    let [a, b] = corners;
    let values: Vec<u32> = a.iter().zip(b).flat_map(|(a, b)| [*a, *b]).collect();
    fields::write(spec.width, &corner_fields(spec), &values, data, false)
}

/// Reads a frame from a processor; `None` if it ends inside its header.
pub fn read_injection(spec: &RegionSpec, flits: &[Flit]) -> Option<Injected> {
    let (values, data) = fields::read(spec.width, &corner_fields(spec), flits)?;
    let corner = |first: usize| values.iter().skip(first).step_by(2).copied().collect();
    Some(Injected { corners: [corner(0), corner(1)], data })
}

/// Returns the flits of a frame to a processor.
pub fn delivery(spec: &RegionSpec, source: u32, data: &[Flit], bad: bool) -> Vec<Flit> {
    fields::write(spec.width, &[spec.source_bits()], &[source], data, bad)
}

/// Returns the bits of a_0, b_0, a_1, b_1 and so on.
fn corner_fields(spec: &RegionSpec) -> Vec<u32> {
    spec.axis_bits().flat_map(|bits| [bits, bits]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
