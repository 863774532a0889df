//! The order of table writes after a repair: played on the tables before, it gives those after.

use std::collections::BTreeMap;

use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::{
    Entry, Faults, Output, RingTree, Step, VirtualNode, Walk, build, repair, writes,
};

/// What hardware holds of a node: virtual nodes by index, outputs by port.
type Held = (BTreeMap<u32, VirtualNode>, Vec<Output>);

fn held(tree: &RingTree) -> Vec<Held> {
    let of = |table: teecast_spec::topology::ring_tree::NodeTable| {
        let indexed = table.virtual_nodes.iter().map(|it| (it.index, *it)).collect();
        (indexed, table.outputs)
    };
    tree.tables().into_iter().map(of).collect()
}

/// Plays writes; returns the phases by name, each once, in their order.
fn play(steps: &[Step], tables: &mut [Held]) -> Vec<&'static str> {
    let mut phases = Vec::new();
    for step in steps {
        let phase = match step {
            Step::Wait { .. } => "wait",
            Step::Write { node, entry } => {
                let (virtual_nodes, outputs) = &mut tables[*node as usize];
                match entry {
                    Entry::Barrier { on: false, .. } => "off",
                    Entry::Barrier { on: true, .. } => "on",
                    Entry::Disable { virtual_node } => {
                        assert!(virtual_nodes.remove(virtual_node).is_some());
                        "disable"
                    }
                    Entry::Place(it) => {
                        assert!(virtual_nodes.insert(it.index, *it).is_none(), "it is in use");
                        "tables"
                    }
                    Entry::Output { port, from } => {
                        outputs[*port as usize] = *from;
                        "tables"
                    }
                    Entry::Forgiven { .. } => "forgiven",
                    Entry::Restart { virtual_node } => {
                        assert!(virtual_nodes.contains_key(virtual_node));
                        "restart"
                    }
                    Entry::Gate { virtual_node, gate, .. } => {
                        virtual_nodes.get_mut(virtual_node).expect("it is there").gate = *gate;
                        "gates"
                    }
                }
            }
        };
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
    }
    phases
}

#[test]
fn writes_bring_the_tables_of_one_tree_to_those_of_the_next() {
    const ORDER: [&str; 8] =
        ["off", "disable", "wait", "tables", "forgiven", "restart", "gates", "on"];
    for (name, w) in [("hypercube:4", 4), ("grid:5x4", 8), ("hexmesh:3", 5), ("star:9", 3)] {
        for walk in Walk::ALL {
            let network = Network::named(name).expect(name);
            let mut tree = build(network.graph(), &Faults::default(), w, walk);
            // Every fault follows on the one before.
            for (epoch, fault) in (1..).zip(["7", "2", "5", "1"]) {
                let repaired =
                    repair(&tree, &Faults::read(fault, "").expect("a node")).expect("a repair");
                let mut tables = held(&tree);
                let before = tables.clone();
                let phases = play(&writes(&tree, &repaired), &mut tables);
                let place = |phase: &&str| ORDER.iter().position(|it| it == phase);
                assert!(phases.is_sorted_by_key(place), "{name}: {phases:?}");
                let wanted = held(&repaired.tree);
                for node in 0..tables.len() {
                    let lives = repaired.tree.faults().lives(node as u32);
                    let wanted = if lives { &wanted[node] } else { &before[node] };
                    assert_eq!(&tables[node], wanted, "{name}: node {node} after {epoch}");
                }
                let text = serde_json::to_string(&repaired.tree).expect("plain keys");
                tree = serde_json::from_str(&text).expect("the same tree");
                assert_eq!((&tree, tree.epoch()), (&repaired.tree, epoch));
            }
        }
    }
}

#[test]
fn a_cut_forgives_what_is_out_of_reach() {
    let network = Network::named("path:5").expect("a path");
    let tree = build(network.graph(), &Faults::default(), 3, Walk::Deep);
    let cut = repair(&tree, &Faults::read("", "1-2").expect("a link")).expect("a repair");
    let steps = writes(&tree, &cut);
    let forgiven: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Write { node, entry: Entry::Forgiven { origins } } => Some((*node, &origins[..])),
            _ => None,
        })
        .collect();
    let (left, right) = (&[0, 1][..], &[2, 3, 4][..]);
    assert_eq!(forgiven, [(0, right), (1, right), (2, left), (3, left), (4, left)]);
    let root = |node: u32| {
        steps.iter().find_map(|step| match step {
            Step::Write { node: at, entry: Entry::Gate { root, .. } } if *at == node => Some(*root),
            _ => None,
        })
    };
    // The part with the intact ring has it as its root; the other part has a new one.
    assert_eq!((root(0), root(2)), (Some(true), Some(true)));
}

#[test]
fn entries_have_their_addresses_and_bits() {
    let place = VirtualNode {
        index: 2,
        ring: 9,
        position: 3,
        length: 5,
        in_port: 1,
        out_port: 0,
        gate: false,
    };
    let cases: [(Entry, &[(u16, u32)]); 7] = [
        (Entry::Barrier { epoch: 3, on: true }, &[(0x0000, 0x13)]),
        (Entry::Forgiven { origins: vec![0, 33] }, &[(0x1000, 1), (0x1001, 2)]),
        (Entry::Disable { virtual_node: 2 }, &[(0x2002, 0)]),
        (Entry::Place(place), &[(0x3002, 1), (0x4002, 0), (0x2002, 0x0503_0009)]),
        (Entry::Restart { virtual_node: 2 }, &[(0x5002, 0)]),
        (Entry::Output { port: 4, from: Output::VirtualNode(1) }, &[(0x6004, 3)]),
        (Entry::Output { port: 4, from: Output::None }, &[(0x6004, 8)]),
    ];
    for (entry, wanted) in cases {
        let words: Vec<(u16, u32)> =
            entry.words(40).iter().map(|word| (word.address, word.data)).collect();
        assert_eq!(words, wanted, "{entry:?}");
    }
}
