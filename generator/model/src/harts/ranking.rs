//! Freedom from deadlock: the class of a packet buffer rises along every wait.
//!
//! [`super::dependency`] finds the waits, those of faulty nodes' packets too.

use super::dependency::{Discipline, Messages, Resource, waits};

/// Largest edge length of a hexagonal mesh whose waits are enumerated.
pub const LARGEST: u32 = 8;

/// Returns a wait along which the class does not rise: what is held, and what its holder waits for.
///
/// `spoiled` takes one class for all packets.
pub fn wait_that_does_not_rise(n: u32, spoiled: bool) -> Option<(Resource, Resource)> {
    let discipline = if spoiled { Discipline::OneClass } else { Discipline::Structured };
    waits(n, Messages::Accepted, discipline).edges().find(falls)
}

/// Says whether a wait breaks the order.
fn falls((held, wanted): &(Resource, Resource)) -> bool {
    match (held, wanted) {
        (Resource::Buffer { class, .. }, Resource::Buffer { class: next, .. }) => class >= next,
        // A transmitter that was granted waits for nothing.
        (Resource::Transmitter { .. }, _) => true,
        (_, Resource::Transmitter { .. }) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_rises_in_every_hexmesh_and_not_with_one_class() {
        for n in 2..=5 {
            assert_eq!(wait_that_does_not_rise(n, false), None, "n = {n}");
            let (held, wanted) = wait_that_does_not_rise(n, true).expect("one class has no order");
            let of_class_0 = |it| matches!(it, Resource::Buffer { class: 0, .. });
            assert!(of_class_0(held) && of_class_0(wanted), "{held}, {wanted}");
        }
    }

    #[test]
    fn what_waits_at_a_granted_transmitter_breaks_the_order() {
        let fifo = waits(2, Messages::Correct, Discipline::Fifo);
        let found = fifo.edges().find(falls).expect("transmitters are held");
        assert!(matches!(found, (Resource::Transmitter { .. }, Resource::Buffer { .. })));
    }
}
