//! UNICAST.1 and UNICAST.F1: lowest differing healthy dimension first.

use std::collections::BTreeSet;

use super::class::{ClassRule, RoutePlace};
use super::fault;

/// Says that a unicast found no way on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no fault-free dimension leads from node {node} towards node {destination}")]
pub struct Stuck {
    /// Node where the message stopped.
    pub node: u32,
    /// Where it was to go.
    pub destination: u32,
}

/// Returns the next hop (dimension, class) to `destination`, or `None` at the destination.
///
/// **Source**: [Lan88] 4.3 and 7.3.1 (whose loop starts at W_1); a class rule restricts the choice.
///
/// # Errors
/// [`Stuck`] if every differing dimension is faulty or the hop would need class C.
pub fn next_hop(
    classes: &ClassRule,
    place: &RoutePlace,
    faulty: u32,
    destination: u32,
) -> Result<Option<(u32, u32)>, Stuck> {
    let stuck = Stuck { node: place.node, destination };
    let relative = place.node ^ destination;
    if relative == 0 {
        return Ok(None);
    }
    let vote = classes.vote(place, relative, faulty);
    let dimension = super::dimensions(vote).next().ok_or(stuck)?;
    let class = classes.hop(place, dimension).ok_or(stuck)?;
    Ok(Some((dimension, class)))
}

/// Returns the nodes of the papers' path from `source` to `destination`, both included.
///
/// # Errors
/// [`Stuck`] if the path ends before the destination.
pub fn path(
    n: u32,
    faulty: &BTreeSet<u32>,
    source: u32,
    destination: u32,
) -> Result<Vec<u32>, Stuck> {
    let mut place = RoutePlace::source(source);
    let mut nodes = vec![source];
    loop {
        let vector = fault::vector(n, faulty, place.node);
        match next_hop(&ClassRule::Unlimited, &place, vector, destination)? {
            None => return Ok(nodes),
            Some((dimension, class)) => place = place.after(dimension, class),
        }
        nodes.push(place.node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_free_paths_change_the_lowest_dimension_first() {
        assert_eq!(path(4, &BTreeSet::new(), 0b0000, 0b1011), Ok(vec![0, 0b1, 0b11, 0b1011]));
        assert_eq!(path(4, &BTreeSet::new(), 5, 5), Ok(vec![5]));
    }

    #[test]
    fn the_path_of_the_faulty_cube_example() {
        // [Lan88] fig. 7.4 b: 0011 and 0111 are faulty.
        let faulty = BTreeSet::from([0b0011, 0b0111]);
        let expected = vec![0b0000, 0b0001, 0b0101, 0b1101, 0b1111];
        assert_eq!(path(4, &faulty, 0b0000, 0b1111), Ok(expected));
    }

    #[test]
    fn a_message_without_a_way_on_is_an_error() {
        // The total number of faults does not help: [Lan88] 7.5 as printed fails here.
        let faulty = BTreeSet::from([1, 2, 5, 6]);
        assert_eq!(path(4, &faulty, 0, 7), Err(Stuck { node: 4, destination: 7 }));
        assert_eq!(path(2, &BTreeSet::from([1]), 0, 1), Err(Stuck { node: 0, destination: 1 }));
    }
}
