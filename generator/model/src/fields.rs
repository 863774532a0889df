//! Headers that are one bit string: fields side by side, the first in the low bits.
//!
//! A field may straddle flits; the last header flit is filled with 0, and data starts in the next.

use teecast_spec::Flit;

/// Returns header and data with the flags of a whole frame.
///
/// **Shape**: `bits` and `values` by field; `width` bits a flit.
pub fn write(width: u32, bits: &[u32], values: &[u32], data: &[Flit], bad: bool) -> Vec<Flit> {
    let mut flits = vec![Flit::default(); flits(width, bits)];
    let mut place = 0;
    for (&bits, value) in bits.iter().zip(values) {
        for b in 0..bits {
            let flit = &mut flits[(place / width) as usize];
            flit.set_field(place % width, 1, value >> b & 1);
            place += 1;
        }
    }
    flits.extend(data.iter().cloned());
    let end = flits.len() - 1;
    for (index, flit) in flits.iter_mut().enumerate() {
        flit.last = index == end;
        flit.bad = flit.last && bad;
    }
    flits
}

/// Returns the header fields and the data flits; `None` if the flits end before the header does.
pub fn read(width: u32, bits: &[u32], frame: &[Flit]) -> Option<(Vec<u32>, Vec<Flit>)> {
    let (header, data) = frame.split_at_checked(flits(width, bits))?;
    let mut place = 0;
    let mut field = |bits: u32| {
        let bit = |b: u32| {
            let at = place + b;
            header[(at / width) as usize].field(at % width, 1) << b
        };
        let value = (0..bits).map(bit).sum();
        place += bits;
        value
    };
    Some((bits.iter().map(|&bits| field(bits)).collect(), data.to_vec()))
}

/// Returns the flits of a header.
fn flits(width: u32, bits: &[u32]) -> usize {
    bits.iter().sum::<u32>().div_ceil(width) as usize
}
