//! Broken modules of the hexagonal mesh.

use teecast::spec::{FamilySpec, HartsSpec, Interconnect, Reception};
use teecast_cosim::harts::receiver::Receivers;
use teecast_cosim::harts::reception::Receptions;
use teecast_cosim::harts::{self, HartsDevice};
use teecast_cosim::scenario::{self, Scenario};

use super::{Bench, Case, Run, Whole};

/// A hexagonal mesh, of which the bench may play nodes.
struct Hexmesh(HartsSpec);

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let bus = HartsSpec { max_data: 4, width: 8, duplicate_window: 1 << 19, ..HartsSpec::new(2) };
    let crossbar = HartsSpec { interconnect: Interconnect::Crossbar, ..bus.clone() };
    // Seven nodes never send a broadcast straight on.
    let tee = HartsSpec { n: 3, ..bus.clone() };
    // Without the filter there are more copies to compare, and few places fill.
    let majority = HartsSpec {
        filter: false,
        reception: Reception::Majority,
        majority_timeout: 4000,
        open_messages: 6,
        ..crossbar.clone()
    };
    // So much that queues fill.
    let crossbar = HartsSpec { max_data: 16, ..crossbar };
    let long = HartsSpec { max_data: 16, ..bus.clone() };
    vec![
        Case {
            name: "bus",
            whole: Box::new(Hexmesh(bus)),
            modules: &[
                "harts_tag_update",
                "harts_direction_choice",
                "harts_class",
                "harts_room",
                "harts_transmitter",
                "harts_bus",
                "harts_deliverer",
                "harts_injector",
                "harts_router",
            ],
        },
        Case {
            name: "crossbar",
            whole: Box::new(Hexmesh(crossbar)),
            modules: &[
                "harts_crossbar",
                "harts_packet_banks",
                "harts_transmitter",
                "harts_reception",
                "harts_delivery_port",
            ],
        },
        Case {
            name: "tee",
            whole: Box::new(Hexmesh(tee)),
            modules: &[
                "harts_receiver",
                "harts_duplicate_check",
                "harts_expected_header",
                "harts_relay_engine",
                "harts_routing_tags",
                "harts_sender",
                "harts_buffer_unit",
            ],
        },
        Case { name: "long", whole: Box::new(Hexmesh(long)), modules: &["harts_link_parser"] },
        // What closed of late is remembered for a time that a run lasts for.
        Case {
            name: "majority",
            whole: Box::new(Hexmesh(majority)),
            modules: &["harts_closed_messages", "harts_majority"],
        },
    ]
}

impl Whole for Hexmesh {
    fn module(&self) -> &'static str {
        "hexmesh_network"
    }

    fn router(&self) -> &'static str {
        "harts_router"
    }

    fn shares(&self) -> (u32, usize) {
        (100, 6)
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        hexmesh(&self.0)
    }
}

fn hexmesh(spec: &HartsSpec) -> Vec<Bench<'_>> {
    let bench = |tapped, scenario, seed, messages| {
        let hexmesh = HartsDevice { spec: spec.clone(), tapped };
        let stimulus = scenario::stimulus(&hexmesh, scenario, seed, messages);
        // The clocked model knows no liars.
        let trace = (!tapped).then(|| harts::replay::trace(&hexmesh, &stimulus, seed));
        let runs = vec![Run { stimulus, seed, trace }];
        Bench { family: Box::new(hexmesh), runs, is_long: messages >= 100 }
    };
    let receivers = |seed, places| {
        let receivers = Receivers::new(spec, seed, places);
        let runs = vec![Run::of(receivers.stimulus().clone(), seed)];
        Bench { family: Box::new(receivers), runs, is_long: false }
    };
    let reception = || {
        let reception = Receptions::new(spec);
        let runs = [(1, 10), (2, 400)]
            .map(|(seed, epochs)| Run::of(reception.stimulus(seed, epochs), seed));
        Bench { family: Box::new(reception), runs: runs.into(), is_long: false }
    };
    let network = |seed, messages| bench(false, Scenario::All, seed, messages);
    let mut benches = Vec::new();
    // No module of it is broken in a hexagonal mesh with a bus.
    if spec.interconnect == Interconnect::Crossbar {
        benches.push(reception());
    }
    // In a network it depends on time which messages find a place.
    if spec.reception == Reception::Copies {
        benches.extend([network(1, 15), receivers(1, 20), receivers(2, 60), network(2, 60)]);
        benches.extend([network(3, 400), bench(true, Scenario::Links, 4, 100)]);
    }
    benches
}
