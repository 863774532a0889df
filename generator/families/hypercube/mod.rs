//! The hypercube family: what its layers have to do with each other.

use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::hypercube::replay;
use teecast_cosim::hypercube::router::RouterBench;
use teecast_cosim::network_bench::BenchError;
use teecast_cosim::stimulus::Stimulus;
use teecast_model::hypercube::ranking;
use teecast_spec::{Family, HypercubeSpec};
use teecast_verbs::hypercube as verbs;

use super::claim::{Claim, described};
use super::{Entry, Example, Registered, Sources};
use crate::emit::Header;
use crate::emit::hypercube::proof;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;

/// The verbs of the family.
pub const ENTRY: Entry = Entry {
    family: Family::Hypercube,
    samples: SAMPLES,
    route: &[verbs::route::VERB],
    simulate: &[verbs::simulate::VERB],
    analyze: &[verbs::analyze::choose_m::VERB, verbs::analyze::optimal::VERB],
    commands: &[],
    examples: EXAMPLES,
};

const SAMPLES: &[&str] = &[
    "n = 2\nm = 2\nmax-data = 2",
    "n = 3\nm = 4",
    "n = 2\nm = 2\nwidth = 16\nmax-data = 1\nlan = true",
    "n = 3\nm = 4\nvote = 'nca'",
    "n = 3\nm = 4\nvote = 'look2'",
    "n = 3\nm = 4\nfault-tolerant = false\nmax-data = 0\nprefix = 'my_'",
    "n = 4\nm = 6\nwidth = 8\nvote = 'pcube'",
];

const EXAMPLES: &[Example] = &[
    Example { of: "", typed: ROUTE },
    Example { of: "route", typed: ROUTE },
    Example {
        of: "simulate",
        typed: "simulate hypercube --n 6 --m 8 --vote nca --destinations 8 --length 4 \
                --load 0.05,0.1",
    },
    Example { of: "analyze", typed: "analyze optimal --n 5 --source 6 --dest 7,20,29,18,1,0" },
    Example { of: "analyze", typed: "analyze choose-m --n 6 --mix mix.csv" },
    Example {
        of: "prove",
        typed: "prove --family hypercube --n 4 --m 6 --module mhu_voter,mhu_multicaster",
    },
    Example { of: "prove", typed: "prove --n 4 --m 6 --sabotage mhu_decoder" },
    Example {
        of: "verify",
        typed: "verify --family hypercube --n 6 --m 8 --messages 5000 --seed 7",
    },
    Example { of: "verify", typed: "verify --family hypercube --n 6 --m 8 --measure" },
];

const ROUTE: &str = "route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0";

impl Registered for HypercubeSpec {
    fn size(&self) -> String {
        format!("n={} m={}", self.n, self.m)
    }

    fn device(&self, tapped: bool) -> Option<Box<dyn Device>> {
        (self.network && !tapped).then(|| -> Box<dyn Device> { Box::new(self.clone()) })
    }

    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
        proof::properties(self, header, modules)
    }

    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        Some(replay::trace(self, stimulus, seed))
    }

    fn claims(&self, prefix: &str) -> Vec<Claim> {
        let module = format!("{prefix}hypercube_network");
        let (cube, lossless) = (self.clone(), self.clone());
        let ranked = Claim {
            family: "hypercube",
            module: module.clone(),
            property: "(class, phase, height) rises along every wait",
            fault: "the papers' rule: one class",
            holds: Box::new(move |spoiled| {
                ranking::wait_that_does_not_rise(&cube, spoiled).map(described)
            }),
        };
        let loses_nothing = Claim {
            family: "hypercube",
            module,
            property: "no message needs a class too many while the fault model holds",
            fault: "votes restricted one class later; Q_6, 42 to 21, node 5 faulty",
            holds: Box::new(move |spoiled| {
                ranking::lost_message(&lossless, spoiled).map(|stuck| stuck.to_string())
            }),
        };
        let mut claims = Vec::new();
        if !self.lan {
            claims.push(ranked);
            claims.extend(ranking::can_follow_every_way(self).then_some(loses_nothing));
        }
        claims
    }

    /// Measures one router.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        let Sources { prefix, files, simulator, work } = *sources;
        RouterBench::build(self, prefix, files, simulator)?.measure(work)
    }
}
