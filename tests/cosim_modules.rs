//! Single modules of the hexagonal mesh's router under a simulator, against the golden model.

use teecast::spec::{HartsSpec, Interconnect, Reception};
use teecast_cosim::build::Simulator;
use teecast_cosim::harts::HartsDevice;
use teecast_cosim::harts::receiver::Receivers;
use teecast_cosim::harts::reception::Receptions;
use teecast_cosim::harts::relay_engine::RelayTest;
use teecast_cosim::scenario::{self, Scenario};

use crate::cosim::{emitted_hexmesh, play_module, play_stimulus};
use crate::cosim_harts::seven;

#[test]
fn the_relay_engine_with_every_packet() {
    for n in [2, 3, 4, 6] {
        let spec = HartsSpec::new(n);
        let test = RelayTest::new(&spec);
        let design = emitted_hexmesh(&HartsSpec { network: false, ..spec.clone() });
        let check = |seen: &[_]| test.check(seen);
        play_module(&design, "harts_relay_engine", Simulator::Icarus, &test.vectors(), check);
    }
}

#[test]
fn the_receivers_with_packets_of_all_kinds() {
    let bus = |n| HartsSpec { max_data: 4, duplicate_window: 1 << 19, ..HartsSpec::new(n) };
    let crossbar = |n| HartsSpec { interconnect: Interconnect::Crossbar, ..bus(n) };
    let cases = [
        (crossbar(2), 60),
        (HartsSpec { width: 8, filter: false, ..crossbar(3) }, 60),
        (HartsSpec { width: 8, ..bus(3) }, 40),
        (HartsSpec { width: 9, max_data: 0, ..crossbar(4) }, 60),
    ];
    for (seed, (spec, places)) in (1..).zip(cases) {
        let receivers = Receivers::new(&spec, seed, places);
        let design = emitted_hexmesh(&spec);
        let stimulus = receivers.stimulus();
        let traces = play_stimulus(&receivers, &design, &[Simulator::Icarus], stimulus, seed);
        if spec.interconnect == Interconnect::Bus || spec.width < spec.broadcast_bits() {
            continue;
        }
        // The tee: a packet leaves and is stored from the second cycle after its header flit on.
        for epoch in traces.iter().flat_map(|trace| &trace.epochs) {
            for frame in &epoch.deliveries {
                let before = epoch.accepted.iter().rev().find(|(cycle, _)| *cycle <= frame.cycle);
                let (came, _) = before.expect("it came before it left");
                assert_eq!(frame.cycle - came, 2, "{frame:?}");
            }
        }
    }
}

#[test]
fn the_reception_with_majorities_that_close_in_every_way() {
    let bus = HartsSpec { max_data: 4, ..HartsSpec::new(2) };
    let majority =
        HartsSpec { reception: Reception::Majority, majority_timeout: 4000, ..bus.clone() };
    let crossbar = Interconnect::Crossbar;
    let cases = [
        (HartsSpec { interconnect: crossbar, max_data: 16, ..bus.clone() }, 80),
        (majority.clone(), 60),
        (HartsSpec { open_messages: 5, width: 8, interconnect: crossbar, ..majority.clone() }, 60),
        (HartsSpec { open_messages: 1, max_data: 0, ..majority }, 30),
    ];
    for (seed, (spec, epochs)) in (1..).zip(cases) {
        let reception = Receptions::new(&spec);
        let stimulus = reception.stimulus(seed, epochs);
        play_stimulus(
            &reception,
            &emitted_hexmesh(&spec),
            &[Simulator::Verilator],
            &stimulus,
            seed,
        );
    }
}

#[test]
fn stored_packets_outlast_a_slow_processor() {
    // Links bring the next packet of a class as soon as its buffer is given back.
    for interconnect in Interconnect::ALL {
        let hexmesh =
            HartsDevice { spec: HartsSpec { interconnect, ..seven().spec }, tapped: false };
        let mut stimulus = scenario::stimulus(&hexmesh, Scenario::Mixed, 1, 56);
        stimulus.epochs.iter_mut().for_each(|epoch| epoch.low = 240);
        play_stimulus(
            &hexmesh,
            &emitted_hexmesh(&hexmesh.spec),
            &[Simulator::Verilator],
            &stimulus,
            1,
        );
    }
}
