//! The order of table writes after a repair, by hand; the audit judges those of all other tests.

use teecast_spec::topology::ring_tree::{Entry, Output, Step, VirtualNode, Walk, repair, writes};

use super::{links, tree};

#[test]
fn a_cut_forgives_what_is_out_of_reach() {
    let tree = tree("path:5", 3, Walk::Deep);
    let cut = repair(&tree, &links(&[[1, 2]])).expect("a repair");
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
