//! Mutation of the emitted modules: faults that Yosys chooses, one at a time, which the benches and
//! the modules' own contracts have to notice.

pub mod cases;
mod results;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cases::{Bench, Case, Run, Whole, cases};
use rayon::prelude::*;
use teecast::proofs::judge;
use teecast::spec::Spec;
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::prove::Verdict;
use teecast_terminal::work;

use crate::design::{self, Benched};
use crate::mutants::Mutants;
use crate::{Failure, check_names};

/// Time that a property of a broken module may take.
const DECIDED: Duration = Duration::from_secs(60);

/// Time that it may take when nothing else has decided.
const DECIDED_AT_LAST: Duration = Duration::from_secs(240);

/// What the simulator says when a contract breaks.
const CONTRACT: &str = "Assertion failed";

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// A contract broke in a bench: that of its module, or of one around it.
    Broken,
    /// A bench noticed it otherwise.
    Killed,
    /// A property of the module does not hold for it.
    Refuted,
    /// It does what its module does, whatever the inputs.
    Equal,
    /// It keeps the properties of its module, which has no state: it differs where the property
    /// allows anything.
    Unspecified,
    /// Nothing of it is seen from outside a module around it.
    Hidden,
    /// It is noticed nowhere, and keeps the properties of its module, registers and all.
    Kept,
    Survives,
}

const OUTCOMES: [(Outcome, &str); 8] = [
    (Outcome::Broken, "killed by contracts"),
    (Outcome::Killed, "killed in simulation"),
    (Outcome::Refuted, "refuted"),
    (Outcome::Equal, "equal"),
    (Outcome::Unspecified, "equal within the property"),
    (Outcome::Hidden, "equal in the surroundings"),
    (Outcome::Kept, "kept"),
    (Outcome::Survives, "left"),
];

/// The benches, the properties and the solvers that judge the mutants of some modules.
struct Judges<'a> {
    whole: &'a dyn Whole,
    spec: Spec,
    written: Benched,
    benches: Vec<Bench<'a>>,
    mutants: Mutants,
}

/// Puts faults into emitted modules, one at a time, and prints how many the testbenches and proofs find.
///
/// It keeps the numbers in qa/mutants.csv; make tables writes them into the pages.
/// A module gets up to 200 faults (100 in the hexagonal meshes, 60 in the IHC family). All modules together take hours.
#[derive(clap::Args)]
pub struct Args {
    /// What to break: a device such as bus, or one module in it such as unit/mhu_slots [default: all]
    #[arg(value_name = "DEVICE[/MODULE]")]
    modules: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = &args.modules;
    check_names(wanted, &names())?;
    for Case { name, whole, modules } in cases() {
        let chosen = |module: &&&str| {
            let is_wanted = |it: &String| *it == name || *it == format!("{name}/{module}");
            wanted.is_empty() || wanted.iter().any(is_wanted)
        };
        let modules: Vec<&str> = modules.iter().filter(chosen).copied().collect();
        for modules in modules.chunks(whole.shares().1) {
            let judges = Judges::new(&*whole, modules)?;
            let outcomes = judges.judge(name)?;
            for module in modules {
                report(name, module, &judges.mutants, &outcomes);
                let family = judges.spec.families[0].family().name();
                results::write(family, name, module, &counts(module, &judges.mutants, &outcomes))?;
            }
            judges.control(&outcomes)?;
        }
    }
    Ok(())
}

/// Returns every device and every module in one, as they are named on the command line.
fn names() -> Vec<String> {
    let of_case = |Case { name, modules, .. }: Case| {
        let modules = modules.iter().map(move |module| format!("{name}/{module}"));
        std::iter::once(name.to_string()).chain(modules)
    };
    cases().into_iter().flat_map(of_case).collect()
}

/// Prints the outcomes of the mutants of a module.
fn report(name: &str, module: &str, mutants: &Mutants, outcomes: &[Outcome]) {
    let of_module = |(number, _): &(usize, &Outcome)| mutants.module(*number) == module;
    let outcomes: Vec<(usize, &Outcome)> = (1..).zip(outcomes).filter(of_module).collect();
    let count = |(outcome, word): (Outcome, &str)| {
        format!("{} {word}", outcomes.iter().filter(|(_, it)| **it == outcome).count())
    };
    println!("{name}/{module}: {} mutants, {}", outcomes.len(), OUTCOMES.map(count).join(", "));
    for (number, outcome) in outcomes {
        match outcome {
            Outcome::Kept => println!("  kept: {}", mutants.place(number)),
            Outcome::Survives => println!("  left: {}", mutants.place(number)),
            _ => {}
        }
    }
}

/// Counts the outcomes of the mutants of a module, in the columns of the pages.
fn counts(module: &str, mutants: &Mutants, outcomes: &[Outcome]) -> results::Counts {
    let mut counts = results::Counts::default();
    for (number, outcome) in (1..).zip(outcomes) {
        if mutants.module(number) == module {
            counts[0] += 1;
            counts[match outcome {
                Outcome::Broken | Outcome::Killed => 1,
                Outcome::Refuted => 2,
                Outcome::Equal | Outcome::Unspecified | Outcome::Hidden => 3,
                Outcome::Kept => 4,
                Outcome::Survives => 5,
            }] += 1;
        }
    }
    counts
}

impl<'a> Judges<'a> {
    fn new(whole: &'a dyn Whole, modules: &[&str]) -> Result<Self, Failure> {
        let families = vec![whole.family()];
        let spec = Spec::new("device", families);
        let written = design::with_benches(&spec)?;
        let benches = whole.benches();
        let mut tops = vec![whole.module()];
        for top in benches.iter().map(|bench| bench.family.network()) {
            if !tops.contains(&top) {
                tops.push(top);
            }
        }
        let mutants = Mutants::new(&written.design, &tops, modules, whole.shares().0)?;
        Ok(Self { whole, spec, written, benches, mutants })
    }

    /// Returns the outcomes of all mutants, in their order. What decides quickly comes first.
    fn judge(&self, name: &str) -> Result<Vec<Outcome>, Failure> {
        let mut outcomes = vec![Outcome::Survives; self.mutants.count()];
        let (long, short): (Vec<_>, Vec<_>) = self.benches.iter().partition(|it| it.is_long);
        for (index, bench) in short.into_iter().enumerate() {
            self.play(bench, &mut outcomes)?;
            if index == 0 {
                let what = format!("proving properties of modules of {name}");
                self.among(what, &mut outcomes, |number| {
                    Ok(match self.by_property(number, DECIDED)? {
                        // Others may notice it yet.
                        Outcome::Kept => Outcome::Survives,
                        outcome => outcome,
                    })
                })?;
            }
        }
        let what = format!("comparing modules of {name}");
        self.among(what, &mut outcomes, |number| self.by_equality(number))?;
        for bench in long {
            self.play(bench, &mut outcomes)?;
        }
        let what = format!("proving what is left of {name}");
        self.among(what, &mut outcomes, |number| self.by_property(number, DECIDED_AT_LAST))?;
        Ok(outcomes)
    }

    /// Makes sure that the first mutant of each module that was killed is not found equal.
    fn control(&self, outcomes: &[Outcome]) -> Result<(), Failure> {
        let mut controlled = BTreeSet::new();
        let first_killed = |(number, outcome): &(usize, &Outcome)| {
            matches!(**outcome, Outcome::Broken | Outcome::Killed)
                && controlled.insert(self.mutants.module(*number))
        };
        let killed: Vec<_> = (1..).zip(outcomes).filter(first_killed).collect();
        killed.par_iter().try_for_each(|(killed, _)| {
            let seen = [self.by_property(*killed, DECIDED)?, self.by_equality(*killed)?];
            let not_equal = |outcome: &Outcome| {
                matches!(outcome, Outcome::Refuted | Outcome::Kept | Outcome::Survives)
            };
            if !seen.iter().all(not_equal) {
                let (module, place) = (self.mutants.module(*killed), self.mutants.place(*killed));
                return Err(format!("{module}: {place} was killed and is found equal").into());
            }
            Ok(())
        })
    }

    /// Decides again about those that survived, and shows how far that is: all of it takes hours.
    fn among(
        &self,
        what: String,
        outcomes: &mut [Outcome],
        decide: impl Fn(usize) -> Result<Outcome, Failure> + Sync,
    ) -> Result<(), Failure> {
        let count = outcomes.iter().filter(|outcome| **outcome == Outcome::Survives).count();
        if count == 0 {
            return Ok(());
        }
        let bar = work::bar(count as u64, "mutants").with_message(what);
        let open = outcomes
            .par_iter_mut()
            .enumerate()
            .filter(|(_, outcome)| **outcome == Outcome::Survives);
        open.try_for_each(|(index, outcome)| {
            *outcome = decide(index + 1)?;
            bar.inc(1);
            Ok::<(), Failure>(())
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Plays a bench with every mutant that survived.
    fn play(&self, bench: &Bench<'_>, outcomes: &mut [Outcome]) -> Result<(), Failure> {
        if !outcomes.contains(&Outcome::Survives) {
            return Ok(());
        }
        let family = bench.family.as_ref();
        let network = family.network();
        let building = work::clock(&format!("building {network} with {} mutants", outcomes.len()));
        let mutated = self.mutants.files(network);
        let beside = self.written.beside(network, &mutated)?;
        let written = self.written.bench.iter().cloned();
        let files: Vec<PathBuf> = written.chain(mutated).chain(beside).collect();
        // The netlist has its contracts for good, and checks them without being asked to.
        let (simulator, recording) = (Simulator::Verilator, Recording::None);
        let built = NetworkBench::build(family, "", &files, simulator, recording, false)?;
        let notices = |number: usize, run: &Run, limit: Option<u64>, folder: &Path| {
            let mut built = built.clone();
            let arguments = &mut built.simulation.arguments;
            arguments.push(Mutants::argument(number));
            arguments.extend(limit.map(|limit| format!("cycles={limit}")));
            let trace = match built.play(family, &run.stimulus, run.seed, folder, None) {
                Ok(trace) => trace,
                Err(error) if error.to_string().contains(CONTRACT) => return Some(Outcome::Broken),
                Err(_) => return Some(Outcome::Killed),
            };
            // The clocked model knows what the other one does, and when.
            let differs = match &run.trace {
                Some(model) => match built.trace_bytes(folder) {
                    Ok(seen) => seen != model.as_bytes(),
                    Err(_) => true,
                },
                None => compare(family, &run.stimulus, &trace).1.is_some(),
            };
            differs.then_some(Outcome::Killed)
        };
        let mut limits = Vec::new();
        for run in &bench.runs {
            let folder = self.written.folder.path();
            if notices(0, run, None, folder).is_some() {
                return Err("the benches complain about the modules as they are".into());
            }
            limits.push(run.limit(&built.trace_bytes(folder)?));
        }
        building.finish_and_clear();
        self.among(format!("playing {network}"), outcomes, |number| {
            let folder = tempfile::tempdir()?;
            let mut runs = bench.runs.iter().zip(&limits);
            let killed = runs.find_map(|(run, limit)| notices(number, run, *limit, folder.path()));
            Ok(killed.unwrap_or(Outcome::Survives))
        })
    }

    /// Says whether a module is too large to compare it with all that is in it.
    fn is_router(&self, module: &str) -> bool {
        module == self.whole.router()
    }

    /// Looks for a property of the module that the mutant breaks.
    fn by_property(&self, number: usize, limit: Duration) -> Result<Outcome, Failure> {
        let module = self.mutants.module(number);
        let copy = self.mutants.copy(number)?;
        match judge(&self.spec, module, &copy, limit) {
            Ok(Verdict::Refuted(_)) => Ok(Outcome::Refuted),
            Ok(Verdict::Proved) if !copy.has_state => Ok(Outcome::Unspecified),
            Ok(Verdict::Proved) => Ok(Outcome::Kept),
            Ok(_) => Ok(Outcome::Survives),
            // A property that cuts registers does not fit when the fault removes them.
            Err(error) => {
                let place = self.mutants.place(number);
                eprintln!("{module}: {place}: the property does not fit: {error}");
                Ok(Outcome::Survives)
            }
        }
    }

    /// Looks from outside the module, and the modules around it below the router.
    fn by_equality(&self, number: usize) -> Result<Outcome, Failure> {
        if self.is_router(self.mutants.module(number)) {
            let alone = self.mutants.is_equivalent_alone(number)?;
            return Ok(if alone == Some(true) { Outcome::Equal } else { Outcome::Survives });
        }
        match self.mutants.is_equivalent(number)? {
            Some(true) => return Ok(Outcome::Equal),
            Some(false) => {}
            // The modules around it are larger still.
            None => return Ok(Outcome::Survives),
        }
        for level in self.mutants.surroundings(number) {
            if level.iter().any(|around| self.is_router(around)) {
                break;
            }
            let mut differs = false;
            for around in level {
                differs = differs || self.mutants.is_equivalent_in(number, around)? != Some(true);
            }
            if !differs {
                return Ok(Outcome::Hidden);
            }
        }
        Ok(Outcome::Survives)
    }
}
