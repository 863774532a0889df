//! Times of operations.

use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::run::all_to_all;
use teecast_spec::topology::ring_tree::Walk;

use super::tree;

#[test]
fn times_of_known_networks() {
    use Walk::{Branch, Deep};
    // Network, w, walk; T_deliver, T_total.
    let mut bad = Vec::new();
    for (network, w, walk, expected) in [
        ("hypercube:4", 4, Deep, [24, 40]),
        ("hypercube:4", 4, Branch, [19, 29]),
        ("hypercube:6", 8, Deep, [113, 185]),
        ("hypercube:6", 8, Branch, [74, 95]),
        ("hypercube:8", 8, Deep, [432, 640]),
        ("hypercube:8", 8, Branch, [268, 291]),
        ("hexmesh:3", 4, Deep, [31, 55]),
        ("hexmesh:3", 4, Branch, [23, 33]),
        ("hexmesh:5", 8, Deep, [109, 181]),
        ("hexmesh:7", 8, Branch, [139, 162]),
    ] {
        let tree = tree(network, w, walk);
        let times = all_to_all(&tree, Rules { barrier: true, ..Rules::PAPER }, 1);
        if [times.deliver, times.total] != expected { bad.push(format!("{network} {walk:?} {expected:?} {} {} {}", times.deliver, times.acknowledge, times.total)); }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
