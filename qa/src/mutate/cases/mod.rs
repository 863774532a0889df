//! Which modules are broken in which devices, and what is played then; a file a family.

mod harts;
mod hypercube;
mod ihc;
mod region;
pub mod ring_tree;

use teecast::spec::FamilySpec;
use teecast_cosim::device::Device;
use teecast_cosim::stimulus::Stimulus;

/// What a module is part of when it is broken.
pub trait Whole: Sync {
    /// Names a module that has all broken ones in it: the design is read from there.
    fn module(&self) -> &'static str;

    /// Names the router.
    fn router(&self) -> &'static str;

    /// Returns how many mutants each module has at most, and how many modules share a netlist: one with
    /// more of them is slower to play, and a hexagonal mesh is slow to build and to play.
    fn shares(&self) -> (u32, usize);

    /// Returns the parameters of the design.
    fn family(&self) -> FamilySpec;

    /// Returns the benches to play, in their order.
    fn benches(&self) -> Vec<Bench<'_>>;
}

/// Modules, and the device in which they are broken.
pub struct Case {
    pub name: &'static str,
    pub whole: Box<dyn Whole>,
    pub modules: &'static [&'static str],
}

/// Returns the cases of all families.
pub fn cases() -> Vec<Case> {
    let meshes = harts::cases().into_iter().chain(region::cases());
    hypercube::cases()
        .into_iter()
        .chain(meshes)
        .chain(ihc::cases())
        .chain(ring_tree::cases())
        .collect()
}

/// A device to play, and what to play.
pub struct Bench<'a> {
    pub family: Box<dyn Device + Sync + 'a>,
    pub runs: Vec<Run>,
    /// Tells whether a run takes longer than a comparison, which then comes before it.
    pub is_long: bool,
}

/// One run of a bench.
pub struct Run {
    pub stimulus: Stimulus,
    pub seed: u64,
    /// The trace of the clocked model, where there is one.
    pub trace: Option<String>,
}

impl Run {
    pub fn of(stimulus: Stimulus, seed: u64) -> Self {
        Self { stimulus, seed, trace: None }
    }

    /// Returns how many cycles to play a mutant for, when the modules as they are leave this trace.
    pub fn limit(&self, trace: &[u8]) -> Option<u64> {
        let end = std::str::from_utf8(trace).ok()?.lines().last()?;
        let cycles: u64 = end.split(' ').next()?.parse().ok()?;
        // What goes on for longer than the clocked model is different: nobody needs to see the rest.
        // Where none is, it may take its time.
        Some(if self.trace.is_some() { cycles + 1000 } else { 2 * cycles + 1000 })
    }
}
