//! Single modules of the mesh's router under a simulator, against the golden model.

use teecast::spec::HartsSpec;
use teecast_cosim::build::Simulator;
use teecast_cosim::relay_bench::RelayTest;

use crate::cosim::{emitted_mesh, play_module};

#[test]
fn the_relay_engine_with_every_packet() {
    for n in [2, 3, 4, 6] {
        let spec = HartsSpec::new(n);
        let test = RelayTest::new(&spec);
        let design = emitted_mesh(&HartsSpec { network: false, ..spec.clone() });
        let check = |seen: &[_]| test.check(seen);
        play_module(design, "harts_relay_engine", Simulator::Icarus, &test.vectors(), check);
    }
}
