//! A flit: the unit that crosses a link in one clock, as a bit string.

/// Returns the bits that distinguish `count` values.
pub(crate) fn index_bits(count: u32) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// Data bits of a flit and what goes beside them, least significant word first.
pub type FlitBits = [u64; 9];

/// Holds one flit of at most 512 data bits, and what may go beside them.
///
/// **Shape**: `bits` has nine 64-bit words, least significant first; bits at or above the flit
/// width are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flit {
    /// Data bits, least significant word first.
    pub bits: FlitBits,
    /// The last flit of its frame (`tlast`).
    pub last: bool,
    /// The frame is bad (`tuser`); only ever true together with `last`.
    pub bad: bool,
}

impl Flit {
    /// Returns a flit that carries `value` in its low 64 bits.
    pub fn new(value: u64, last: bool) -> Self {
        let mut bits = [0; 9];
        bits[0] = value;
        Self { bits, last, bad: false }
    }

    /// Returns the `width`-bit field that starts at bit `offset`.
    ///
    /// **Units**: bits; `width` is at most 32 and `offset + width` at most 576.
    pub fn field(&self, offset: u32, width: u32) -> u32 {
        (0..width).fold(0, |value, b| value | (u32::from(self.bit(offset + b)) << b))
    }

    /// Writes `value` into the `width`-bit field that starts at bit `offset`.
    ///
    /// **Units**: bits; `width` is at most 32 and `offset + width` at most 576.
    pub fn set_field(&mut self, offset: u32, width: u32, value: u32) {
        for b in 0..width {
            let (word, bit) = ((offset + b) as usize / 64, (offset + b) % 64);
            self.bits[word] &= !(1 << bit);
            self.bits[word] |= u64::from(value >> b & 1) << bit;
        }
    }

    /// Returns the data as `width.div_ceil(4)` hexadecimal digits, most significant first.
    pub fn hex(&self, width: u32) -> String {
        let digits = width.div_ceil(4);
        (0..digits).rev().map(|d| format!("{:x}", self.field(4 * d, 4))).collect()
    }

    fn bit(&self, index: u32) -> bool {
        self.bits[index as usize / 64] >> (index % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cross_word_boundaries() {
        let mut flit = Flit::default();
        flit.set_field(60, 10, 0x2a5);
        assert_eq!(flit.field(60, 10), 0x2a5);
        assert_eq!(flit.field(59, 1), 0);
        assert_eq!(flit.field(70, 1), 0);
        flit.set_field(60, 10, 0);
        assert_eq!(flit, Flit::default());
    }

    #[test]
    fn hex_has_one_digit_per_four_bits() {
        assert_eq!(Flit::new(0x1f, true).hex(9), "01f");
    }
}
