//! The clocked model of the hexagonal mesh against the hardware, as [`super::cycle_exact`] does it for
//! the hypercube.

use std::ops::Range;

use teecast::spec::{HartsSpec, Interconnect};
use teecast_cosim::harts::{HartsDevice, replay};
use teecast_cosim::stimulus::Stimulus;

use super::cosim::emitted_hexmesh;
use super::cosim_harts::{nineteen, seven};
use super::cycle_exact::compare;

fn compare_hexmesh(hexmesh: &HartsDevice, messages: u32, seeds: Range<u64>) {
    let trace = |stimulus: &Stimulus, seed| replay::trace(hexmesh, stimulus, seed);
    compare(hexmesh, emitted_hexmesh(&hexmesh.spec), trace, messages, seeds);
}

/// The same hexagonal mesh with a crossbar, of which the bench plays no node.
fn crossbar(hexmesh: HartsDevice) -> HartsDevice {
    let spec = HartsSpec { interconnect: Interconnect::Crossbar, ..hexmesh.spec };
    HartsDevice { spec, tapped: false }
}

#[test]
fn small_hexmeshes_with_a_bus() {
    compare_hexmesh(&seven(), 200, 1..3);
    compare_hexmesh(&nineteen(), 150, 1..2);
}

/// Headers here have several flits; those of one flit are in [`other_hexmeshes`].
#[test]
fn the_smallest_hexmesh_with_a_crossbar() {
    compare_hexmesh(&crossbar(seven()), 200, 1..3);
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_runs_with_a_bus() {
    compare_hexmesh(&HartsDevice { tapped: false, ..nineteen() }, 90, 100..200);
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_runs_with_a_crossbar() {
    compare_hexmesh(&crossbar(nineteen()), 90, 100..200);
}

#[test]
#[ignore = "more builds of Verilator: make test-long"]
fn other_hexmeshes() {
    let crossbar = Interconnect::Crossbar;
    let specs = [
        HartsSpec { max_data: 0, ..HartsSpec::new(2) },
        HartsSpec { max_data: 8, ..HartsSpec::new(2) },
        HartsSpec { max_data: 4, interconnect: crossbar, ..HartsSpec::new(2) },
        HartsSpec { max_data: 8, interconnect: crossbar, ..HartsSpec::new(2) },
        HartsSpec { width: 9, max_data: 5, interconnect: crossbar, ..HartsSpec::new(2) },
    ];
    for spec in specs {
        compare_hexmesh(&HartsDevice { spec, tapped: false }, 150, 1..4);
    }
}
