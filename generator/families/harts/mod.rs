//! The HARTS family: what its layers have to do with each other.

use teecast_cosim::build::Recording;
use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::harts::{HartsDevice, replay};
use teecast_cosim::network_bench::{BenchError, NetworkBench};
use teecast_cosim::stimulus::Stimulus;
use teecast_model::harts::expected::ExpectedHeaders;
use teecast_model::harts::ranking;
use teecast_spec::harts::{DIRECTIONS, LETTER_BITS, STEP_BITS};
use teecast_spec::{Family, HartsSpec};
use teecast_verbs::harts as verbs;

use super::claim::{Claim, described};
use super::{Entry, Example, Registered, Sources};
use crate::emit::Header;
use crate::emit::harts::proof::{self, ExpectedTable};
use crate::emit::ports::Modules;
use crate::emit::proof::Property;

/// The verbs of the family.
pub const ENTRY: Entry = Entry {
    family: Family::Harts,
    samples: SAMPLES,
    route: &[verbs::route::VERB, verbs::torus::VERB],
    simulate: &[verbs::simulate::VERB],
    analyze: &[],
    commands: &[],
    examples: EXAMPLES,
};

const SAMPLES: &[&str] = &[
    "n = 2\nmax-data = 2",
    "n = 3\ninterconnect = 'crossbar'\nreception = 'majority'",
    "n = 2\nmax-data = 0\nreception = 'majority'\nprefix = 'my_'",
    "n = 2\nwidth = 8\ninterconnect = 'crossbar'\nfilter = false",
];

const EXAMPLES: &[Example] = &[
    Example { of: "route", typed: "route harts --n 4 --algorithm k-bcast --k 6" },
    Example { of: "route", typed: "route torus --width 5 --height 5 --pattern comb" },
    Example {
        of: "simulate",
        typed: "simulate harts --n 5 --algorithm k-bcast --k 6 --load 0.1:0.4:0.1",
    },
];

impl Registered for HartsSpec {
    fn size(&self) -> String {
        format!("n={}", self.n)
    }

    fn device(&self, tapped: bool) -> Option<Box<dyn Device>> {
        let device = || -> Box<dyn Device> { Box::new(HartsDevice { spec: self.clone(), tapped }) };
        self.network.then(device)
    }

    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
        proof::properties(self, header, modules, &known_headers(self))
    }

    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        Some(replay::trace(&HartsDevice { spec: self.clone(), tapped: false }, stimulus, seed))
    }

    fn claims(&self, prefix: &str) -> Vec<Claim> {
        let n = self.n;
        let ranked = Claim {
            family: "harts",
            module: format!("{prefix}hexmesh_network"),
            property: "the class rises along every wait, packets of faulty nodes included",
            fault: "one class for all packets",
            holds: Box::new(move |spoiled| {
                ranking::wait_that_does_not_rise(n, spoiled).map(described)
            }),
        };
        (n <= ranking::LARGEST).then_some(ranked).into_iter().collect()
    }

    /// Measures the network.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        if !self.network {
            return Ok(Vec::new());
        }
        let Sources { prefix, files, simulator, work } = *sources;
        let hexmesh = HartsDevice { spec: self.clone(), tapped: false };
        let bench = NetworkBench::build(&hexmesh, prefix, files, simulator, Recording::None, true)?;
        hexmesh.measure(&bench, work)
    }
}

/// Returns what the golden model expects on the in-links of a hexagonal mesh.
fn known_headers(hexmesh: &HartsSpec) -> ExpectedTable {
    let expected = ExpectedHeaders::new(&hexmesh.hexmesh());
    let entry = |k, place, direction| {
        let packet = expected.packet(k, place, direction);
        packet.map_or(0, |packet| {
            packet.distance << (STEP_BITS + LETTER_BITS)
                | packet.tag.code() << STEP_BITS
                | packet.step
        })
    };
    let row = |direction, place| std::array::from_fn(|k| entry(k as u32 + 1, place, direction));
    let table = |direction| (1..hexmesh.nodes()).map(|place| row(direction, place)).collect();
    (0..DIRECTIONS).map(table).collect()
}
