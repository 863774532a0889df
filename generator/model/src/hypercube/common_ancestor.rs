//! One_to_Two and One_to_Three: optimal multicast trees by nearest common ancestors.

use super::tree::Leg;

/// Returns the legs of One_to_Two that start at `here`.
///
/// **Shape**: `list` has at most two addresses, none of them `here`.
///
/// **Source**: [Lan88] fig. 4.9, with `here` in the place of address zero.
pub fn one_to_two(here: u32, list: &[u32]) -> Vec<Leg> {
    through_ancestor(here, list, || singles(list))
}

/// Returns the legs of One_to_Three that start at `here`.
///
/// **Shape**: `list` has at most three addresses, none of them `here`.
///
/// **Source**: [Lan88] fig. 4.11; the pair with the most common bits shares a path.
pub fn one_to_three(here: u32, list: &[u32]) -> Vec<Leg> {
    let &[first, second, third] = list else { return one_to_two(here, list) };
    through_ancestor(here, list, || {
        let common = |a: u32, b: u32| ((a ^ here) & (b ^ here)).count_ones();
        let pairs = [([first, second], third), ([second, third], first), ([first, third], second)];
        let best = pairs.iter().map(|([a, b], _)| common(*a, *b)).max();
        let (pair, other) = pairs
            .into_iter()
            .find(|([a, b], _)| Some(common(*a, *b)) == best)
            .expect("one pair is the best");
        if best == Some(0) {
            return singles(list);
        }
        let shared = Leg { target: ancestor(here, &pair), destinations: pair.to_vec() };
        vec![shared, Leg { target: other, destinations: vec![other] }]
    })
}

/// Returns one leg to the nearest common ancestor, or, if that is `here`, the legs of `split`.
fn through_ancestor(here: u32, list: &[u32], split: impl FnOnce() -> Vec<Leg>) -> Vec<Leg> {
    match ancestor(here, list) {
        _ if list.is_empty() => Vec::new(),
        target if target == here => split(),
        target => vec![Leg { target, destinations: list.to_vec() }],
    }
}

/// Returns the nearest common ancestor of `list` seen from `here` ([Lan88] theorem 4.1).
fn ancestor(here: u32, list: &[u32]) -> u32 {
    here ^ list.iter().fold(u32::MAX, |common, address| common & (address ^ here))
}

fn singles(list: &[u32]) -> Vec<Leg> {
    list.iter().map(|&target| Leg { target, destinations: vec![target] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_destinations_share_the_way_to_their_ancestor() {
        // [Lan88] fig. 4.1 b: 000 to 011 and 101 through 001.
        let legs = one_to_two(0, &[0b011, 0b101]);
        assert_eq!(legs, [Leg { target: 0b001, destinations: vec![0b011, 0b101] }]);
        assert_eq!(one_to_two(0b001, &[0b011, 0b101]).len(), 2);
    }

    #[test]
    fn of_three_destinations_the_closest_pair_goes_together() {
        let legs = one_to_three(0, &[0b0011, 0b1100, 0b0111]);
        assert_eq!(legs[0], Leg { target: 0b0011, destinations: vec![0b0011, 0b0111] });
        assert_eq!(legs[1], Leg { target: 0b1100, destinations: vec![0b1100] });
    }

    #[test]
    fn the_first_of_equal_pairs_wins() {
        let legs = one_to_three(0, &[0b011, 0b110, 0b101]);
        assert_eq!(legs[0], Leg { target: 0b010, destinations: vec![0b011, 0b110] });
    }
}
