//! The clocked model of the region network against the hardware, as [`super::cycle_exact`] does it for
//! the hypercube.

use std::ops::Range;

use teecast::spec::region::CornerAlgorithm;
use teecast::spec::{RegionSpec, Spec};
use teecast_cosim::region::replay;
use teecast_cosim::stimulus::Stimulus;

use super::cosim::written;
use super::cycle_exact::compare;

const NEAREST: CornerAlgorithm = CornerAlgorithm::NearestCorner;
const MST: CornerAlgorithm = CornerAlgorithm::Mst;

fn compare_mesh(spec: &RegionSpec, messages: u32, seeds: Range<u64>) {
    let trace = |stimulus: &Stimulus, seed| replay::trace(spec, stimulus, seed);
    let design = Spec::new("design", vec![spec.clone().into()]);
    compare(spec, written(&design), trace, messages, seeds);
}

#[test]
fn a_small_mesh_by_way_of_the_lowest_corner() {
    let spec = RegionSpec { max_data: 8, ..RegionSpec::new(&[3, 3]) };
    compare_mesh(&spec, 400, 1..4);
}

#[test]
fn a_small_mesh_with_two_classes() {
    let spec = RegionSpec { algorithm: NEAREST, virtual_channels: 2, ..RegionSpec::new(&[4, 2]) };
    compare_mesh(&RegionSpec { max_data: 8, ..spec }, 400, 1..4);
}

#[test]
#[ignore = "many builds of Verilator: make test-long"]
fn other_meshes() {
    let nearest = |radices: &[u32], virtual_channels| RegionSpec {
        algorithm: NEAREST,
        virtual_channels,
        max_data: 8,
        ..RegionSpec::new(radices)
    };
    let tree = |radices: &[u32]| RegionSpec { algorithm: MST, ..RegionSpec::new(radices) };
    let fixed = RegionSpec::new;
    let specs = [
        RegionSpec { width: 8, max_data: 5, ..tree(&[3, 3]) },
        RegionSpec { max_data: 40, ..tree(&[2, 2, 2]) },
        RegionSpec { virtual_channels: 3, max_data: 6, deliveries: 2, ..tree(&[4, 3]) },
        RegionSpec { max_data: 0, ..fixed(&[7]) },
        RegionSpec { max_data: 1, deliveries: 3, ..fixed(&[5]) },
        RegionSpec { max_data: 12, ..fixed(&[2, 2, 2, 2]) },
        RegionSpec { max_data: 8, deliveries: 3, virtual_channels: 4, ..fixed(&[3, 3]) },
        RegionSpec { width: 8, max_data: 0, ..fixed(&[3, 3]) },
        // More nodes behind a link than its share.
        RegionSpec { width: 8, max_data: 20, deliveries: 2, ..fixed(&[6, 3, 2]) },
        RegionSpec { width: 64, ..nearest(&[4, 3], 4) },
        RegionSpec { width: 8, ..nearest(&[3, 3], 2) },
        RegionSpec { deliveries: 3, ..nearest(&[2, 3, 2], 6) },
        nearest(&[9], 8),
    ];
    for spec in specs {
        compare_mesh(&spec, 300, 1..5);
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_runs_by_way_of_the_lowest_corner() {
    let spec = RegionSpec { max_data: 8, ..RegionSpec::new(&[3, 3]) };
    compare_mesh(&spec, 90, 100..200);
}
