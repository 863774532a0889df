//! Long runs of the region family: every width, count of dimensions and of virtual channels, 100 000
//! messages in a full network, the crafted deadlocks a thousand times.

use teecast::spec::RegionSpec;
use teecast::spec::region::CornerAlgorithm;
use teecast_cosim::build::Simulator;
use teecast_cosim::scenario::Scenario;

use super::cosim_region::{
    CRAFTED, Case, FIGURE_2, FIGURE_3, FIGURE_4, Network, PORT_ORDER, cube, eight, nine,
};

fn spec(radices: &[u32], algorithm: CornerAlgorithm, virtual_channels: u32) -> RegionSpec {
    RegionSpec { algorithm, virtual_channels, max_data: 15, ..RegionSpec::new(radices) }
}

fn build(spec: &RegionSpec) -> Option<Network> {
    Network::build(spec, Simulator::Verilator)
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn all_regions_from_all_sources_by_every_algorithm() {
    use CornerAlgorithm::{FixedCorner, Mst, NearestCorner};
    for radices in [&[3, 3][..], &[4, 2], &[2, 2, 2]] {
        for (algorithm, virtual_channels) in [(FixedCorner, 1), (NearestCorner, 2), (Mst, 1)] {
            let spec = spec(radices, algorithm, virtual_channels);
            let Some(mut network) = build(&spec) else { return };
            let played = network.play_all_regions();
            println!("{} {}: {played} messages", spec.mesh_name(), algorithm.name());
        }
    }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn four_virtual_channels() {
    for (seed, algorithm) in (1..).zip(CornerAlgorithm::ALL) {
        let spec = RegionSpec { deliveries: 3, ..spec(&[3, 3], algorithm, 4) };
        let Some(mut network) = build(&spec) else { return };
        network.play_all_regions();
        network.play_scenario(Scenario::All, seed, 3000);
        network.play_full(seed, 300, 50, 128);
    }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn every_width_and_number_of_dimensions() {
    let meshes: [&[u32]; 4] = [&[6], &[3, 3], &[3, 2, 2], &[2, 2, 2, 2]];
    for radices in meshes {
        for (seed, width) in (1..).zip([8, 32, 64]) {
            let fixed = CornerAlgorithm::FixedCorner;
            let spec = RegionSpec { width, max_data: 4, ..spec(radices, fixed, 1) };
            let Some(network) = build(&spec) else { return };
            network.play_scenario(Scenario::All, seed, 2000);
        }
    }
}

/// Plays a crafted case a thousand times.
fn thousand(spec: &RegionSpec, cases: &[&Case]) {
    let Some(mut network) = build(spec) else { return };
    for (seed, case) in (1..).zip(cases) {
        // The second time one message fills a buffer.
        for flits in [CRAFTED, spec.message_flits()] {
            network.play_shifted(case, seed, 1001, flits);
        }
    }
}

#[test]
#[ignore = "a build of Verilator: make test-long"]
fn crafted_deadlocks_of_the_fixed_corner_a_thousand_times() {
    thousand(&nine(), &[FIGURE_2, FIGURE_3, FIGURE_4]);
}

#[test]
#[ignore = "a build of Verilator: make test-long"]
fn crafted_deadlocks_of_the_nearest_corner_a_thousand_times() {
    let two = spec(&[2, 2], CornerAlgorithm::NearestCorner, 2);
    let six = spec(&[3, 2], CornerAlgorithm::NearestCorner, 2);
    thousand(&two, &[FIGURE_2]);
    thousand(&six, &[FIGURE_2, PORT_ORDER]);
    thousand(&eight(), &[FIGURE_2, PORT_ORDER]);
}

/// Plays 100 000 messages and a few more into a full network whose processors are ready with
/// probability 0.3; nine of ten messages are broadcasts.
fn hundred_thousand(spec: &RegionSpec) {
    const MESSAGES: u32 = 100_000;
    const SEED: u64 = 25;
    const LOW: u32 = 179;
    let Some(mut network) = build(spec) else { return };
    let each = MESSAGES.div_ceil(spec.nodes());
    let (longest, cycles) = network.play_full(SEED, each, 90, LOW);
    println!(
        "{} {} V = {}: {} messages, seed {SEED}, {cycles} cycles, at most {longest} cycles between \
         two headers of a processor",
        spec.mesh_name(),
        spec.algorithm.name(),
        spec.virtual_channels,
        each * spec.nodes(),
    );
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_full_mesh_by_the_fixed_corner() {
    hundred_thousand(&spec(&[4, 4], CornerAlgorithm::FixedCorner, 1));
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_full_mesh_by_the_nearest_corner() {
    hundred_thousand(&spec(&[4, 4], CornerAlgorithm::NearestCorner, 2));
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_full_mesh_by_spanning_trees() {
    hundred_thousand(&spec(&[4, 4], CornerAlgorithm::Mst, 1));
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_full_mesh_of_three_dimensions_with_four_virtual_channels() {
    hundred_thousand(&spec(&[3, 3, 3], CornerAlgorithm::NearestCorner, 4));
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_full_mesh_of_four_dimensions() {
    hundred_thousand(&spec(&[2, 2, 2, 2], CornerAlgorithm::FixedCorner, 1));
}

#[test]
#[ignore = "a build of Verilator: make test-long"]
fn spanning_trees_with_little_data_in_a_full_cube() {
    let Some(mut network) = build(&cube()) else { return };
    network.play_full(1, 2000, 90, 179);
}
