//! Baselines: the spare global send of Moler and Scott. (Separate unicasts are [`super::unicast`],
//! the broadcast is [`super::broadcast`].)

use super::tree::Leg;

/// Returns the legs of the spare global send that start at `here`.
///
/// Each leg goes to the closest destination left, first in list order on a tie, and takes along
/// every destination whose relative address contains all its bits.
///
/// **Shape**: `list` holds addresses other than `here`.
///
/// **Source**: [Lan88] 5.4.2.
pub fn spare_global_send(here: u32, list: &[u32]) -> Vec<Leg> {
    let mut left = list.to_vec();
    let mut legs = Vec::new();
    while let Some(&target) = left.iter().min_by_key(|address| (*address ^ here).count_ones()) {
        let bits = target ^ here;
        let (along, rest): (Vec<u32>, Vec<u32>) =
            left.into_iter().partition(|address| (address ^ here) & bits == bits);
        legs.push(Leg { target, destinations: along });
        left = rest;
    }
    legs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_destination_takes_its_descendants_along() {
        let legs = spare_global_send(0, &[0b111, 0b011, 0b100, 0b110]);
        assert_eq!(legs[0], Leg { target: 0b100, destinations: vec![0b111, 0b100, 0b110] });
        assert_eq!(legs[1], Leg { target: 0b011, destinations: vec![0b011] });
    }

    #[test]
    fn the_first_of_equally_close_destinations_goes_first() {
        let legs = spare_global_send(0, &[0b10, 0b01]);
        assert_eq!(legs.iter().map(|leg| leg.target).collect::<Vec<_>>(), [0b10, 0b01]);
    }
}
