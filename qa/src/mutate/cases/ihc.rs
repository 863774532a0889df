//! Broken modules of the IHC family.

use teecast::spec::ihc::Majority;
use teecast::spec::topology::hamiltonian::Network;
use teecast::spec::{FamilySpec, IhcSpec, Reception};
use teecast_cosim::ihc::{IhcDevice, replay};
use teecast_cosim::scenario::{self, Scenario};

use super::{Bench, Case, Run, Whole};

/// A network of nodes on Hamiltonian cycles.
struct Rings(IhcSpec);

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    // Headers of two flits on the links and for the processor.
    let of = |topology| IhcSpec { width: 8, max_data: 2, ..IhcSpec::new(topology) };
    let ring = of(Network::Cube(3));
    let open = IhcSpec { filter: false, width: 16, ..of(Network::Cube(2)) };
    // Four copies of a message: with two, a group is one of them or both.
    let received = IhcSpec { reception: Reception::Majority, ..of(Network::Torus([3, 3])) };
    let all = IhcSpec { majority: Majority::All, ..received.clone() };
    vec![
        Case {
            name: "ring",
            whole: Box::new(Rings(ring)),
            modules: &[
                "ihc_schedule",
                "ihc_due",
                "ihc_relay",
                "ihc_store",
                "ihc_injector",
                "ihc_delivery",
                "ihc_event_queue",
                "ihc_node",
                "ihc_network",
            ],
        },
        Case {
            name: "open",
            whole: Box::new(Rings(open)),
            modules: &["ihc_relay", "ihc_store", "ihc_node"],
        },
        Case {
            name: "received",
            whole: Box::new(Rings(received)),
            modules: &["ihc_delivery", "ihc_due"],
        },
        Case { name: "all", whole: Box::new(Rings(all)), modules: &["ihc_delivery"] },
    ]
}

impl Whole for Rings {
    fn module(&self) -> &'static str {
        "ihc_network"
    }

    fn router(&self) -> &'static str {
        "ihc_node"
    }

    fn shares(&self) -> (u32, usize) {
        (60, 3)
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        let spec = &self.0;
        let bench = |is_long, plays: &[(Scenario, u64, u32)]| {
            let device = IhcDevice::new(spec);
            let run = |&(scenario, seed, messages): &(Scenario, u64, u32)| {
                let stimulus = scenario::stimulus(&device, scenario, seed, messages);
                let trace = replay::trace(spec, &stimulus, seed);
                Run { stimulus, seed, trace: Some(trace) }
            };
            let runs = plays.iter().map(run).collect();
            Bench { family: Box::new(device), runs, is_long }
        };
        vec![
            bench(false, &[(Scenario::All, 1, 50), (Scenario::Links, 2, 50)]),
            bench(
                true,
                &[
                    (Scenario::All, 3, 600),
                    (Scenario::Saturation, 4, 600),
                    (Scenario::Links, 5, 300),
                ],
            ),
        ]
    }
}
