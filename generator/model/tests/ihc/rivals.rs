//! The other all-to-all broadcasts of the paper, executed.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::ihc::cost::{self, Cost};
use teecast_model::ihc::recursive::{Redirection, broadcast, loads, longest, path};

#[test]
fn recursive_doubling_brings_copies_over_disjoint_paths() {
    for n in 2..=8 {
        for source in [0, (1 << n) - 2] {
            let hops = broadcast(n, source);
            let links: BTreeSet<(u32, u32)> =
                hops.iter().map(|hop| (hop.from, hop.direction)).collect();
            assert_eq!((hops.len(), links.len()), (((n) << n) as usize, hops.len()), "{n}");
            let returns: Vec<u32> =
                hops.iter().filter(|hop| hop.to == source).map(|hop| hop.step).collect();
            assert_eq!(returns, vec![n + 1; n as usize], "{n}");
            let mut inner: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            let mut copies: BTreeMap<u32, u32> = BTreeMap::new();
            for (index, hop) in hops.iter().enumerate().filter(|(_, hop)| hop.to != source) {
                let path = path(&hops, index);
                assert!(path.len() as u32 <= n + 2 && path[0] == source, "{path:?}");
                assert!(path.windows(2).all(|two| (two[0] ^ two[1]).is_power_of_two()));
                *copies.entry(hop.to).or_default() += 1;
                inner.entry(hop.to).or_default().extend(&path[1..path.len() - 1]);
            }
            assert_eq!(copies.len(), (1 << n) - 1, "{n}");
            assert!(copies.values().all(|copies| *copies == n), "{n}");
            for nodes in inner.values() {
                assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), nodes.len(), "{n}");
            }
        }
    }
}

/// [LS94] table I: node 3 redirects to 11 in step 4 what it has received in step 2.
#[test]
fn the_example_of_the_paper_is_repeated() {
    let hops = broadcast(4, 0);
    let sends = |copy: u32, step: u32| -> Vec<(u32, u32)> {
        let of = hops.iter().filter(|hop| (hop.copy, hop.step) == (copy, step));
        of.map(|hop| (hop.from, hop.to)).collect()
    };
    assert_eq!([1, 2].map(|step| sends(0, step)), [[(0, 1)], [(1, 3)]]);
    assert_eq!(sends(0, 3), [(1, 5), (3, 7)]);
    assert_eq!(sends(0, 4), [(1, 9), (3, 11), (5, 13), (7, 15)]);
    let last = [(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10), (13, 12), (15, 14)];
    assert_eq!(sends(0, 5), last);
}

#[test]
fn no_reading_of_cut_through_attains_the_path_of_the_paper() {
    for n in 3..=10 {
        let [parallel, one_by_one, lock_step] =
            Redirection::ALL.map(|redirection| longest(n, redirection));
        let gamma = u64::from(n);
        assert!(parallel.stored == gamma / 2 + 1 && parallel.cut <= 1, "{n}: {parallel:?}");
        assert_eq!(one_by_one, Cost { stored: gamma - 1, cut: 1 }, "{n}");
        assert_eq!(lock_step, Cost { stored: gamma, cut: 1 }, "{n}");
    }
}

#[test]
fn all_nodes_in_lock_step_double_the_messages_from_step_to_step() {
    for n in 2..=6 {
        for (returns, total) in [(true, 1 << n), (false, (1 << n) - 1)] {
            let loads = loads(n, returns);
            // The same on all links.
            let loads: Vec<u32> = loads
                .iter()
                .map(|step| {
                    assert!(step.iter().all(|load| *load == step[0]), "{n}");
                    step[0]
                })
                .collect();
            let doubled = (0..n).map(|step| 1 << step);
            let mut expected: Vec<u32> = std::iter::once(1).chain(doubled).collect();
            expected[n as usize] -= u32::from(!returns);
            assert_eq!((loads.iter().sum::<u32>(), loads), (total, expected), "{n}");
        }
    }
}

#[test]
fn one_node_after_another_takes_the_paths_of_the_formulas() {
    for edge in 3..=8 {
        let (m, nodes) = (u64::from(edge), u64::from(3 * edge * (edge - 1) + 1));
        let expected = Cost { stored: 3 * nodes, cut: (2 * m - 5) * nodes };
        assert_eq!(cost::hexmesh(edge), expected, "{edge}");
    }
    for side in [4, 5, 8, 16] {
        let (m, nodes) = (u64::from(side), u64::from(side * side));
        let expected = Cost { stored: 3 * nodes, cut: (2 * m - 6) * nodes };
        assert_eq!(cost::torus(side), Ok(expected), "{side}");
    }
}
