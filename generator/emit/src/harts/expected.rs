//! The table of expected headers: what each broadcast puts on each in-link, by enumeration.

use std::collections::VecDeque;

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

/// Relay letters in the order of their codes.
const NONE: u32 = 0;
const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;
const D: u32 = 4;

/// A packet on a link: step, letter and distance before the decrement.
#[derive(Clone, Copy)]
struct ExpectedPacket {
    step: u32,
    letter: u32,
    distance: u32,
}

/// Returns, for each direction of travel and each node but the source, a row of all k.
///
/// **Shape**: `[direction][offset - 1]`, hexadecimal; entry k-1 of a row is
/// {distance, letter, step}, least significant first, or 0 where no packet comes.
/// **Source**: [KS91] 4; the offset is that of the node from the source.
pub fn tables(spec: &HartsSpec) -> Vec<Vec<String>> {
    let nodes = spec.nodes();
    let entry_bits = spec.distance_bits() + 5;
    // By copies, direction and node.
    let mut entries = vec![vec![vec![0; nodes as usize]; DIRECTIONS as usize]; 6];
    for (copies, links) in (1..=6).zip(&mut entries) {
        for (direction, node, packet) in broadcast(spec, copies) {
            let entry = packet.distance << 5 | packet.letter << 2 | packet.step;
            links[direction as usize][node as usize] = entry;
        }
    }
    let row = |direction: usize, node: usize| {
        let bit = |index: u32| {
            entries[(index / entry_bits) as usize][direction][node] >> (index % entry_bits) & 1
        };
        let digit = |low: u32| {
            (low..(low + 4).min(6 * entry_bits)).fold(0, |sum, b| sum | bit(b) << (b - low))
        };
        let digits = (6 * entry_bits).div_ceil(4);
        (0..digits).rev().map(|place| format!("{:x}", digit(4 * place))).collect()
    };
    let nodes = nodes as usize;
    (0..DIRECTIONS as usize).map(|d| (1..nodes).map(|node| row(d, node)).collect()).collect()
}

/// Enumerates the packets of a broadcast of node 0: direction, receiving node, packet.
fn broadcast(spec: &HartsSpec, copies: u32) -> Vec<(u32, u32, ExpectedPacket)> {
    let hexmesh = spec.hexmesh();
    let first = ExpectedPacket { step: 1, letter: NONE, distance: spec.n - 1 };
    let mut on_links: VecDeque<(u32, u32, ExpectedPacket)> =
        (0..DIRECTIONS).map(|d| (d, hexmesh.ahead(0, d), first)).collect();
    let mut came = Vec::new();
    while let Some((direction, node, packet)) = on_links.pop_front() {
        came.push((direction, node, packet));
        for (turn, sent) in sends(spec.n, copies, packet) {
            let direction = (direction + turn) % DIRECTIONS;
            on_links.push_back((direction, hexmesh.ahead(node, direction), sent));
        }
    }
    came
}

/// Returns what a packet makes the node behind its link send: turn and packet.
fn sends(n: u32, copies: u32, packet: ExpectedPacket) -> Vec<(u32, ExpectedPacket)> {
    const LEFT: u32 = 1;
    const RIGHT: u32 = 5;
    let left_here = packet.distance - 1;
    let (end, near) = (left_here == 0, packet.distance == n - 1);
    let mut sent = Vec::new();
    if !end {
        sent.push((0, ExpectedPacket { distance: left_here, ..packet }));
    }
    let mut relay = |turn: u32, distance: u32, letter: u32| {
        sent.push((turn, ExpectedPacket { step: packet.step + 1, letter, distance }));
    };
    match (packet.step, copies) {
        (1, 1) if !end => relay(LEFT, left_here, NONE),
        (1, 2) if !end => {
            relay(LEFT, left_here, NONE);
            relay(RIGHT, left_here, NONE);
        }
        (1, 2) => relay(RIGHT, n - 1, NONE),
        (1, 3) => {
            relay(LEFT, n - 1, NONE);
            relay(RIGHT, if end { n - 1 } else { left_here }, NONE);
        }
        (1, 4..) => {
            if end {
                relay(LEFT, n - 1, if copies == 6 { A } else { NONE });
                if copies >= 5 {
                    relay(RIGHT, n - 1, B);
                }
                if copies == 6 {
                    relay(0, n - 1, NONE);
                }
            } else {
                relay(LEFT, n - 1, if near { C } else { NONE });
                relay(RIGHT, n - 1, if near { D } else { NONE });
            }
            // With n = 2 a node is end and neighbour of the source.
            if near {
                relay(2, 1, NONE);
                relay(4, 1, NONE);
            }
        }
        (2, 4..) if !end => match packet.letter {
            A => relay(RIGHT, left_here, A),
            B => relay(LEFT, left_here, B),
            C => relay(LEFT, 1, C),
            D => relay(RIGHT, 1, D),
            _ => {}
        },
        _ => {}
    }
    sent
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_node_has_k_in_links_and_no_link_two_packets() {
        for n in 2..=6 {
            let spec = HartsSpec::new(n);
            for copies in 1..=6 {
                let came = broadcast(&spec, copies);
                let links: BTreeSet<(u32, u32)> = came.iter().map(|c| (c.0, c.1)).collect();
                assert_eq!(links.len(), came.len(), "n={n} k={copies}");
                for node in 1..spec.nodes() {
                    let here = links.iter().filter(|link| link.1 == node).count();
                    assert_eq!(here, copies as usize, "n={n} k={copies} node {node}");
                }
            }
        }
    }
}
