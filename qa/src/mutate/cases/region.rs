//! Broken modules of the region family.

use teecast::spec::region::CornerAlgorithm;
use teecast::spec::{FamilySpec, RegionSpec};
use teecast_cosim::region::replay;
use teecast_cosim::scenario::{self, Scenario};

use super::{Bench, Case, Run, Whole};

/// A mesh of routers.
struct Mesh(RegionSpec);

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let of = |radices: &[u32]| RegionSpec { width: 16, max_data: 4, ..RegionSpec::new(radices) };
    let corner = of(&[3, 3]);
    let nearest = RegionSpec {
        algorithm: CornerAlgorithm::NearestCorner,
        virtual_channels: 2,
        deliveries: 2,
        ..of(&[3, 2])
    };
    let tree = RegionSpec { algorithm: CornerAlgorithm::Mst, ..of(&[3, 2]) };
    // Headers of two flits, for the processor and on the links.
    let narrow = RegionSpec { width: 8, ..of(&[17]) };
    // Queues in block memory.
    let long = RegionSpec { max_data: 40, ..of(&[3, 2]) };
    vec![
        Case {
            name: "corner",
            whole: Box::new(Mesh(corner)),
            modules: &[
                "region_corners",
                "region_route",
                "tee_queue",
                "region_input",
                "region_injector",
                "region_turn",
                "region_output",
                "region_delivery",
                "region_router",
                "region_network",
            ],
        },
        Case {
            name: "nearest",
            whole: Box::new(Mesh(nearest)),
            modules: &[
                "region_corners",
                "region_route",
                "region_input",
                "region_output",
                "region_delivery",
                "region_router",
            ],
        },
        Case {
            name: "tree",
            whole: Box::new(Mesh(tree)),
            modules: &["region_corners", "region_route", "region_injector"],
        },
        Case {
            name: "narrow",
            whole: Box::new(Mesh(narrow)),
            modules: &["region_input", "region_injector", "region_delivery"],
        },
        Case { name: "block", whole: Box::new(Mesh(long)), modules: &["tee_queue"] },
    ]
}

impl Whole for Mesh {
    fn module(&self) -> &'static str {
        "region_network"
    }

    fn router(&self) -> &'static str {
        "region_router"
    }

    fn shares(&self) -> (u32, usize) {
        (100, 6)
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        let spec = &self.0;
        let bench = |is_long, plays: &[(Scenario, u64, u32)]| {
            let run = |&(scenario, seed, messages): &(Scenario, u64, u32)| {
                let stimulus = scenario::stimulus(spec, scenario, seed, messages);
                let trace = replay::trace(spec, &stimulus, seed);
                Run { stimulus, seed, trace: Some(trace) }
            };
            let runs = plays.iter().map(run).collect();
            Bench { family: Box::new(spec.clone()), runs, is_long }
        };
        vec![
            bench(false, &[(Scenario::All, 1, 50), (Scenario::Saturation, 2, 200)]),
            bench(true, &[(Scenario::All, 3, 600), (Scenario::Saturation, 4, 1500)]),
        ]
    }
}
