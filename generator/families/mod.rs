//! The registry: the only room that sees all layers of a family.
//!
//! One folder a family joins its parameters, emitter, golden model and devices under test, and brings
//! its verbs and examples of commands. Commands ask the registry and name no family.

pub mod claim;
pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod region;
pub mod ring_tree;

use std::iter;
use std::path::{Path, PathBuf};

use teecast_cosim::build::Simulator;
use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::network_bench::BenchError;
use teecast_cosim::stimulus::Stimulus;
use teecast_model::flaw::Flaw;
use teecast_spec::{Family, FamilySpec, Spec, for_family};
use teecast_verbs::simulation::plain;
use teecast_verbs::simulation::verb::SimulateVerb;

use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;
use crate::terminal::error::{Error, Kind};
use crate::terminal::verb::Verb;
pub use claim::Claim;

/// What services and commands ask a family for; its parameters implement this.
pub trait Registered {
    /// Returns the size in few words, for tables.
    fn size(&self) -> String;

    /// Returns the network as a device under test, if it is emitted; with `tapped`, the one whose nodes
    /// a testbench can play, if the family has it.
    fn device(&self, tapped: bool) -> Option<Box<dyn Device>>;

    /// Audits what the emitter and the model share of the network, if they do.
    ///
    /// # Errors
    /// What is wrong with it, by its definition.
    fn audit(&self) -> Result<(), Flaw> {
        Ok(())
    }

    /// Returns the properties of the modules, with what the golden model knows about them;
    /// `modules` are those of the family.
    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property>;

    /// Returns the claims about the network; `prefix` is that of all modules.
    fn claims(&self, prefix: &str) -> Vec<Claim> {
        let _ = prefix;
        Vec::new()
    }

    /// Plays a stimulus into the clocked model, if the family has one, and returns the trace.
    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        let _ = (stimulus, seed);
        None
    }

    /// Measures latency and throughput of the emitted modules.
    ///
    /// # Errors
    /// A missing simulator; a design that does not build; a trace that makes no sense.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        let _ = sources;
        Ok(Vec::new())
    }
}

/// Emitted files of a family and how they are simulated.
pub struct Sources<'a> {
    /// Prefix of all modules.
    pub prefix: &'a str,
    /// Verilog and Verilator configuration files, in compile order.
    pub files: &'a [PathBuf],
    /// Who simulates.
    pub simulator: Simulator,
    /// Folder for stimuli and traces.
    pub work: &'a Path,
}

/// Returns what the registry knows of a family.
pub fn of(spec: &FamilySpec) -> &dyn Registered {
    for_family!(spec, parameters => parameters)
}

/// Audits what the emitter and the model of a design share.
///
/// # Errors
/// An internal error: emitted hardware and prediction would both be wrong.
pub fn audit(spec: &Spec) -> Result<(), Error> {
    let flaws = spec.families.iter().map(|family| of(family).audit());
    flaws.collect::<Result<(), Flaw>>().map_err(|flaw| Error::new(Kind::Internal, flaw))
}

/// What a family brings; an empty list where it has nothing of a sort.
pub struct Entry {
    /// The family.
    pub family: Family,
    /// Small valid configurations, at least one: lines of a configuration file without the family. All tests of
    /// all families ask for them. Together they have every module for direct use, with every port. The first one is
    /// the smallest, and those of all families fit into one file.
    pub samples: &'static [&'static str],
    /// Verbs of `teecast route`.
    pub route: &'static [Verb],
    /// Verbs of `teecast simulate`.
    pub simulate: &'static [SimulateVerb],
    /// Questions of `teecast analyze`.
    pub analyze: &'static [Verb],
    /// Commands of its own.
    pub commands: &'static [Verb],
    /// Command lines that help shows.
    pub examples: &'static [Example],
}

/// A command line that the help of a command shows.
pub struct Example {
    /// Command that it is an example of; empty for the whole program.
    pub of: &'static str,
    /// What is typed after the name of the program.
    pub typed: &'static str,
}

/// Returns the examples of a command for its help: its own, then those of all families.
pub fn examples(of: &str, own: &[&str]) -> String {
    let families = ENTRIES.iter().flat_map(|entry| entry.examples);
    let brought = families.filter(|example| example.of == of).map(|example| example.typed);
    let lines = own.iter().copied().chain(brought).map(|typed| format!("\n  teecast {typed}"));
    "Examples:".to_string() + &lines.collect::<String>()
}

/// The families, in the order in which help lists them.
const ENTRIES: &[&Entry] =
    &[&hypercube::ENTRY, &harts::ENTRY, &region::ENTRY, &ihc::ENTRY, &ring_tree::ENTRY];

/// Returns each family with its samples; see [`Entry::samples`].
pub fn samples() -> impl Iterator<Item = (Family, &'static [&'static str])> {
    ENTRIES.iter().map(|entry| (entry.family, entry.samples))
}

/// Returns the verbs of `teecast route` of all families.
pub fn route_verbs() -> impl Iterator<Item = &'static Verb> {
    ENTRIES.iter().flat_map(|entry| entry.route)
}

/// Returns the questions of `teecast analyze` of all families.
pub fn questions() -> impl Iterator<Item = &'static Verb> {
    ENTRIES.iter().flat_map(|entry| entry.analyze)
}

/// Returns the commands that families bring.
pub fn commands() -> impl Iterator<Item = &'static Verb> {
    ENTRIES.iter().flat_map(|entry| entry.commands)
}

/// Returns the verbs of `teecast simulate`: the plain routers, and those of all families.
pub fn simulate_verbs() -> impl Iterator<Item = &'static SimulateVerb> {
    iter::once(&plain::VERB).chain(ENTRIES.iter().flat_map(|entry| entry.simulate))
}
