//! What a receiver refuses, before anything else happens to a packet.

use std::collections::{BTreeMap, VecDeque};

use teecast_spec::HartsSpec;
use teecast_spec::harts::{DUPLICATE_ROWS, DUPLICATE_WAYS};
use teecast_spec::topology::{HexMesh, Topology};

use super::broadcast::{HartsPacket, Letter};
use super::event;
use super::expected::ExpectedHeaders;
use super::frame::Header;
use super::majority::Identity;
use super::way::hops;

/// The rules of all receivers, and what each in-link has accepted.
#[derive(Clone, Debug)]
pub struct Acceptance {
    spec: HartsSpec,
    hexmesh: HexMesh,
    expected: ExpectedHeaders,
    /// Accepted broadcasts by node, in-link and row, oldest first.
    remembered: BTreeMap<(u32, u32, u32), VecDeque<Identity>>,
}

/// Returns the row of the duplicate check that remembers a broadcast.
fn row(source: u32, sequence: u32) -> u32 {
    (source ^ sequence) % DUPLICATE_ROWS
}

impl Acceptance {
    /// Returns receivers that have accepted nothing.
    pub fn new(spec: &HartsSpec) -> Self {
        let hexmesh = HexMesh::new(spec.n);
        let expected = ExpectedHeaders::new(&hexmesh);
        Self { spec: spec.clone(), hexmesh, expected, remembered: BTreeMap::new() }
    }

    /// Tells why a node refuses a packet on an in-link: the code of the event.
    pub fn refusal(&self, node: u32, direction: u32, header: &Header) -> Option<u32> {
        let of_nobody = |source| source == node || source >= self.hexmesh.nodes();
        match *header {
            Header::Regular { tags, source, .. } => {
                let turns = tags.iter().filter(|tag| **tag != 0).count();
                if turns > 2 || hops(tags) > self.spec.n - 1 {
                    return Some(event::DISTANCE);
                }
                of_nobody(source).then_some(event::UNKNOWN)
            }
            Header::Broadcast { copies, step, letter, distance, source, sequence, .. } => {
                let largest = self.spec.largest_distance(step).unwrap_or(self.spec.n - 1);
                if !(1..=largest).contains(&distance) {
                    return Some(event::DISTANCE);
                }
                let known = (1..=6).contains(&copies) && step != 0 && !of_nobody(source);
                let letter = Letter::ALL.get(letter as usize);
                let Some(&tag) = letter.filter(|_| known) else {
                    return Some(event::UNKNOWN);
                };
                let relative = self.hexmesh.relative(source, node);
                let allowed = self.expected.packet(copies, relative, direction);
                if self.spec.filter && allowed != Some(&HartsPacket { step, tag, distance }) {
                    return Some(event::UNEXPECTED);
                }
                let identity = Identity { source, copies, sequence };
                let seen = self.remembered.get(&(node, direction, row(source, sequence)));
                seen.is_some_and(|seen| seen.contains(&identity)).then_some(event::DUPLICATE)
            }
        }
    }

    /// Accepts a packet and remembers it if it is a broadcast.
    ///
    /// # Errors
    /// The code of the event, if the packet is refused.
    pub fn accept(&mut self, node: u32, direction: u32, header: &Header) -> Result<(), u32> {
        if let Some(code) = self.refusal(node, direction, header) {
            return Err(code);
        }
        if let Header::Broadcast { copies, source, sequence, .. } = *header {
            let seen = self.remembered.entry((node, direction, row(source, sequence))).or_default();
            seen.push_back(Identity { source, copies, sequence });
            if seen.len() > DUPLICATE_WAYS as usize {
                seen.pop_front();
            }
        }
        Ok(())
    }

    /// Lets the duplicate windows of all in-links run out.
    pub fn forget(&mut self) {
        self.remembered.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_later_broadcasts_of_a_row_make_an_in_link_forget() {
        let spec = HartsSpec { filter: false, ..HartsSpec::new(3) };
        let mut acceptance = Acceptance::new(&spec);
        let header = |source, sequence| Header::Broadcast {
            copies: 1,
            step: 1,
            letter: 0,
            mark: false,
            distance: 1,
            source,
            sequence,
        };
        // Of one row: the low four bits of source and sequence number have the exclusive sum 3.
        let row = [header(1, 2), header(2, 1), header(3, 0), header(4, 7), header(17, 0x12)];
        let other = header(1, 3);
        for header in [&row[..4], &[other]].concat() {
            assert_eq!(acceptance.accept(0, 0, &header), Ok(()));
        }
        assert_eq!(acceptance.accept(0, 0, &row[0]), Err(event::DUPLICATE));
        assert_eq!(acceptance.accept(0, 1, &row[0]), Ok(()), "another in-link");
        assert_eq!(acceptance.accept(0, 0, &row[4]), Ok(()));
        assert_eq!(acceptance.accept(0, 0, &row[1]), Err(event::DUPLICATE));
        assert_eq!(acceptance.accept(0, 0, &other), Err(event::DUPLICATE));
        assert_eq!(acceptance.accept(0, 0, &row[0]), Ok(()), "the oldest of its row");
    }
}
