//! Runs region routers under a load until the latency of broadcasts is known well enough.

use serde::{Deserialize, Serialize};
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Topology};
use teecast_spec::{FAMILY, Family, RawConfig, RegionSpec, SpecError, option, region as options};
use thiserror::Error;

use super::{
    Broken, Cast, Counts, EmittedRegion, RegionBuffer, RegionConfig, RegionError, RegionNetwork,
    RegionWorkload, Regions,
};
use crate::region::Algorithm;
use crate::simulate::plan::Plan;
use crate::simulate::progress::{Course, Report};
use crate::simulate::record::Record;
use crate::simulate::run::{Ending, Measurement, RunError, check_load};
use crate::simulate::stuck::Deadlock;
use crate::simulate::sweep::{Answer, SATURATION, search};
use crate::traffic::{Lengths, Pattern};

/// Broadcasts played for the latency without load.
const ALONE: usize = 256;
/// All messages, in the unit of a share.
const WHOLE: u32 = 1000;
/// Cycles between two looks for a deadlock.
const WATCH: u64 = 1024;

/// Says why a run in a mesh of regions is not possible, or why it ended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RegionRunError {
    /// A mesh, a plan, a pattern or a load that no network can be given.
    #[error(transparent)]
    Any(#[from] RunError),
    /// No such router.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// No such emitted router.
    #[error("there are no such emitted routers")]
    Emitted(#[from] SpecError),
    /// An algorithm that is not emitted.
    #[error("there are no such emitted routers: {} is done in software", .0.name())]
    Software(Algorithm),
    /// Messages wait for each other for ever.
    #[error("deadlock in cycle {cycle}: {deadlock}")]
    Deadlock {
        /// Cycle in which it was found.
        cycle: u64,
        /// What is stuck.
        deadlock: Deadlock<RegionBuffer>,
    },
    /// The simulator lost or made something.
    #[error("conservation is broken in cycle {cycle}: {broken}")]
    Broken {
        /// Cycle in which it was found.
        cycle: u64,
        /// What does not add up.
        broken: Broken,
    },
}

/// Everything that a run depends on, its load apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegionSetup {
    /// Nodes of the mesh in each dimension.
    pub radices: Vec<u32>,
    /// How broadcasts are sent; the router has the rules that the algorithm needs.
    pub algorithm: Algorithm,
    /// Virtual channels of a port.
    pub channels: u32,
    /// Routers are the emitted ones instead, with so many delivery buffers each; a message then has a
    /// header besides its length.
    #[serde(default)]
    pub emitted: Option<u32>,
    /// Broadcasts among the messages.
    ///
    /// **Units**: parts of 1000.
    pub share: u32,
    /// Where broadcasts go.
    pub regions: Regions,
    /// Where the other messages go.
    pub pattern: Pattern,
    /// How long messages are.
    pub lengths: Lengths,
    /// How long a run lasts; latency is that of broadcasts until their last node.
    pub plan: Plan,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// What a run found; its mean is that of broadcasts until their last node.
pub type Found = Measurement<Counts>;

impl RegionSetup {
    /// Checks that a run is possible under a load.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, load: f64) -> Result<(), RegionRunError> {
        self.plan.check()?;
        if !(1..=WHOLE).contains(&self.share) {
            let (what, range) = ("share of broadcasts", "1 to 1000 parts of 1000");
            return Err(RunError::Plan { what, value: self.share.to_string(), range }.into());
        }
        self.network()?;
        self.pattern.check(&self.mesh()?).map_err(RunError::from)?;
        Ok(check_load(load, self.lengths.mean() + self.header()?)?)
    }

    /// Returns the number of links of the mesh, each way counted.
    ///
    /// # Errors
    /// The mesh is not possible.
    pub fn links(&self) -> Result<u32, RegionRunError> {
        Ok(self.mesh()?.links())
    }

    fn mesh(&self) -> Result<Grid, RegionRunError> {
        Ok(Grid::mesh(&self.radices).map_err(RunError::from)?)
    }

    /// Returns the configuration of the emitted routers, if they are to be played.
    fn spec(&self) -> Result<Option<RegionSpec>, RegionRunError> {
        let Some(deliveries) = self.emitted else { return Ok(None) };
        let algorithm = CornerAlgorithm::ALL.into_iter();
        let mut known = algorithm.filter(|emitted| Algorithm::from(*emitted) == self.algorithm);
        let algorithm = known.next().ok_or(RegionRunError::Software(self.algorithm))?;
        let mesh: Vec<String> = self.radices.iter().map(u32::to_string).collect();
        let spec = RawConfig::default()
            .with(&FAMILY, vec![Family::Region.name()])
            .with(&options::MESH, mesh.join("x"))
            .with(&options::ALGORITHM, algorithm.name())
            .with(&options::VCS, self.channels)
            .with(&options::DELIVERIES, deliveries)
            .with(&option::MAX_DATA, self.lengths.longest())
            .with(&option::NETWORK, false)
            .validate()?;
        Ok(Some(spec.region().expect("the family is chosen").clone()))
    }

    /// Returns the header flits of a message that are not part of its length.
    fn header(&self) -> Result<f64, RegionRunError> {
        Ok(self.spec()?.map_or(0.0, |spec| spec.injected_flits().into()))
    }

    fn network(&self) -> Result<Box<dyn SimulatedMesh>, RegionRunError> {
        if let Some(spec) = self.spec()? {
            return Ok(Box::new(EmittedRegion::new(&spec)));
        }
        let config = RegionConfig::safe(self.algorithm, self.channels, self.lengths.longest());
        Ok(Box::new(RegionNetwork::new(self.mesh()?, config)?))
    }

    fn workload(&self, load: f64, share: u32, key: u64) -> Result<RegionWorkload, RegionRunError> {
        let (pattern, lengths) = (self.pattern.clone(), self.lengths.clone());
        // A spanning tree begins at its source.
        let inside = self.algorithm == Algorithm::Mst;
        let broadcasts = (share, self.regions);
        let load = load * lengths.mean() / (lengths.mean() + self.header()?);
        let (mesh, keys) = (self.mesh()?, [self.seed, key]);
        Ok(RegionWorkload::new(&mesh, load, pattern, lengths, broadcasts, inside, keys))
    }

    /// Returns the mean latency of broadcasts that meet no other message, until their last node.
    ///
    /// **Units**: cycles.
    ///
    /// # Errors
    /// As [`RegionSetup::run`].
    pub fn zero_load_latency(&self) -> Result<f64, RegionRunError> {
        let mut network = self.network()?;
        let mesh = self.mesh()?;
        let mut workload = self.workload(1.0, WHOLE, 0)?;
        let mut casts = Vec::new();
        for cycle in 0.. {
            workload.make(&mesh, cycle, |cast| casts.push(cast));
            if casts.len() >= ALONE {
                break;
            }
        }
        for cast in &casts[..ALONE] {
            network.add(cast);
            while !network.is_empty() {
                watched_step(&mut *network)?;
            }
        }
        Ok(network.take_counts().all().to_last())
    }

    /// Runs under a load.
    ///
    /// **Units**: `load` is the flits that a node makes in a cycle, copies not counted.
    ///
    /// # Errors
    /// Why a run is not possible; a deadlock; a mistake of the simulator.
    pub fn run(&self, load: f64) -> Result<Found, RegionRunError> {
        self.run_watched(load, &|_| ())
    }

    /// Runs under a load, and reports how far the run is.
    ///
    /// # Errors
    /// As [`RegionSetup::run`].
    pub fn run_watched(&self, load: f64, report: Report) -> Result<Found, RegionRunError> {
        self.run_to(load, self.plan.limit * self.zero_load_latency()?, false, report)
    }

    /// Runs under a load and notes messages and links.
    ///
    /// # Errors
    /// As [`RegionSetup::run`].
    pub fn noted(&self, load: f64, report: Report) -> Result<Found, RegionRunError> {
        self.run_to(load, self.plan.limit * self.zero_load_latency()?, true, report)
    }

    /// Searches the load at which the latency of broadcasts is three times that without load.
    ///
    /// # Errors
    /// As [`RegionSetup::run`].
    pub fn saturation(&self, report: Report) -> Result<Answer, RegionRunError> {
        let limit = SATURATION * self.zero_load_latency()?;
        search(0.0, 1.0, report, |load, report| {
            Ok(self.run_to(load, limit, false, report)?.ending == Ending::Saturated)
        })
    }

    fn run_to(
        &self,
        load: f64,
        limit: f64,
        noted: bool,
        report: Report,
    ) -> Result<Found, RegionRunError> {
        self.check(load)?;
        let mut network = self.network()?;
        if noted {
            network.note(self.plan.warm_up);
        }
        let mut workload = self.workload(load, self.share, load.to_bits())?;
        let (mesh, course) = (self.mesh()?, Course::new(&self.plan, report));
        let mut played = |cycles| play(&mut *network, &mesh, &mut workload, cycles, &course);
        played(self.plan.warm_up)?;
        let batch = || played(self.plan.batch);
        let (ending, batches) = self.plan.follow(limit, &course, batch)?;
        let cycle = network.now();
        network.audit().map_err(|broken| RegionRunError::Broken { cycle, broken })?;
        Ok(Measurement { ending, cycles: cycle, batches, record: network.take_record() })
    }
}

/// Plays some cycles, looks for deadlocks, reports how far the run is, and returns what happened.
fn play(
    network: &mut dyn SimulatedMesh,
    mesh: &Grid,
    workload: &mut RegionWorkload,
    cycles: u64,
    course: &Course,
) -> Result<Counts, RegionRunError> {
    for _ in 0..cycles {
        if network.now() % WATCH == 0 {
            course.at(network.now());
        }
        workload.make(mesh, network.now(), |cast| network.add(&cast));
        watched_step(network)?;
    }
    Ok(network.take_counts())
}

/// Plays a cycle, and now and then looks for a deadlock.
fn watched_step(network: &mut dyn SimulatedMesh) -> Result<(), RegionRunError> {
    network.step();
    match network.now() % WATCH {
        0 => network.stuck(),
        _ => Ok(()),
    }
}

/// Routers of a mesh under a load.
trait SimulatedMesh {
    fn now(&self) -> u64;

    /// Queues a message at its source, in this cycle.
    fn add(&mut self, cast: &Cast);

    fn step(&mut self);

    /// Returns whether every message is delivered.
    fn is_empty(&self) -> bool;

    fn take_counts(&mut self) -> Counts;

    fn note(&mut self, since: u64);

    fn take_record(&mut self) -> Option<Box<Record>>;

    /// Looks for messages that do not move any more.
    fn stuck(&self) -> Result<(), RegionRunError>;

    fn audit(&self) -> Result<(), Broken>;
}

impl SimulatedMesh for RegionNetwork {
    fn now(&self) -> u64 {
        self.now()
    }

    fn add(&mut self, cast: &Cast) {
        self.add(cast);
    }

    fn step(&mut self) {
        self.step();
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn take_counts(&mut self) -> Counts {
        self.take_counts()
    }

    fn note(&mut self, since: u64) {
        self.note(since);
    }

    fn take_record(&mut self) -> Option<Box<Record>> {
        self.take_record()
    }

    fn stuck(&self) -> Result<(), RegionRunError> {
        let stuck = |deadlock| Err(RegionRunError::Deadlock { cycle: self.now(), deadlock });
        self.deadlock().map_or(Ok(()), stuck)
    }

    fn audit(&self) -> Result<(), Broken> {
        self.audit()
    }
}

impl SimulatedMesh for EmittedRegion {
    fn now(&self) -> u64 {
        self.now()
    }

    fn add(&mut self, cast: &Cast) {
        self.add(cast);
    }

    fn step(&mut self) {
        self.step();
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn take_counts(&mut self) -> Counts {
        self.take_counts()
    }

    fn note(&mut self, since: u64) {
        self.note(since);
    }

    fn take_record(&mut self) -> Option<Box<Record>> {
        self.take_record()
    }

    fn stuck(&self) -> Result<(), RegionRunError> {
        let cycle = self.now();
        self.audit().map_err(|broken| RegionRunError::Broken { cycle, broken })
    }

    fn audit(&self) -> Result<(), Broken> {
        self.audit()
    }
}
