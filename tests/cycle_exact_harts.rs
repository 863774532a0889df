//! The clocked model of the hexagonal mesh against the hardware, as [`super::cycle_exact`] does it for
//! the hypercube.

use std::ops::Range;

use teecast::spec::{HartsSpec, Interconnect};
use teecast_cosim::harts::{HartsDevice, replay};
use teecast_cosim::stimulus::Stimulus;

use super::cosim::emitted_mesh;
use super::cosim_harts::{nineteen, seven};
use super::cycle_exact::compare;

fn compare_mesh(mesh: &HartsDevice, messages: u32, seeds: Range<u64>) {
    let trace = |stimulus: &Stimulus, seed| replay::trace(mesh, stimulus, seed);
    compare(mesh, emitted_mesh(&mesh.spec), trace, messages, seeds);
}

/// The same mesh with a crossbar, of which the bench plays no node.
fn crossbar(mesh: HartsDevice) -> HartsDevice {
    let spec = HartsSpec { interconnect: Interconnect::Crossbar, ..mesh.spec };
    HartsDevice { spec, tapped: false }
}

#[test]
fn small_meshes_with_a_bus() {
    compare_mesh(&seven(), 200, 1..3);
    compare_mesh(&nineteen(), 150, 1..2);
}

/// Headers here have several flits; those of one flit are in [`other_meshes`].
#[test]
fn the_smallest_mesh_with_a_crossbar() {
    compare_mesh(&crossbar(seven()), 200, 1..3);
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_runs_with_a_bus() {
    compare_mesh(&HartsDevice { tapped: false, ..nineteen() }, 90, 100..200);
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_runs_with_a_crossbar() {
    compare_mesh(&crossbar(nineteen()), 90, 100..200);
}

#[test]
#[ignore = "more builds of Verilator: make test-long"]
fn other_meshes() {
    let crossbar = Interconnect::Crossbar;
    let specs = [
        HartsSpec { max_data: 0, ..HartsSpec::new(2) },
        HartsSpec { max_data: 8, ..HartsSpec::new(2) },
        HartsSpec { max_data: 4, interconnect: crossbar, ..HartsSpec::new(2) },
        HartsSpec { max_data: 8, interconnect: crossbar, ..HartsSpec::new(2) },
        HartsSpec { width: 9, max_data: 5, interconnect: crossbar, ..HartsSpec::new(2) },
    ];
    for spec in specs {
        compare_mesh(&HartsDevice { spec, tapped: false }, 150, 1..4);
    }
}
