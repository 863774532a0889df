//! `teecast prove`: has the properties of the emitted modules proved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use teecast_cosim::prove::{Fault, Input, Obligation, Verdict};
use teecast_spec::{Spec, text};

use super::config::ConfigArgs;
use super::folder::{self, Writer};
use super::{tools, written};
use crate::emit::design;
use crate::emit::emitter;
use crate::emit::proof::{self, Method, Property};
use crate::families::{self, Claim};
use crate::proofs::{LIST, Proofs, export, properties};
use crate::terminal::error::{Error, Kind};
use crate::terminal::table::table;
use crate::terminal::value::within;
use crate::terminal::work;
use crate::terminal::{Format, Report};

/// Faults that are tried in a module until a property sees one: some change nothing.
const FAULTS: u32 = 256;

/// Time that one proof may take by default.
///
/// **Units**: seconds.
const LIMIT: u64 = 600;

/// A folder of properties.
const EXPORT: Writer = Writer { verb: "prove", list: LIST, place: "--export", name: "--export" };

/// Proves the properties of the emitted modules, for all inputs.
///
/// As a control, each property is also tried on a broken copy of its module. This proof must fail.
/// Tools come from the search path, or from the folder of Python wheels that TEECAST_TOOLS names.
#[derive(clap::Args)]
#[command(after_help = families::examples("prove", &["prove --n 6 --m 8", "prove rtl-out/mesh4x4"]))]
pub struct Args {
    /// Folder that gen wrote, whose modules are proved as they are; without it the configuration is generated
    #[arg(value_name = "FOLDER")]
    design: Option<PathBuf>,

    #[command(flatten)]
    config: ConfigArgs,

    /// Prove only the properties of these modules, comma-separated
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    module: Vec<String>,

    /// Break this module first, as a control: its proof must then fail
    #[arg(long, value_name = "MODULE", conflicts_with = "module")]
    sabotage: Option<String>,

    /// Time that one proof may take
    #[arg(long, value_name = "SECONDS", default_value_t = LIMIT, value_parser = within(1..=86_400u64))]
    limit: u64,

    /// Write the properties into this folder instead, for Yosys or SymbiYosys without teecast
    #[arg(long, value_name = "FOLDER", conflicts_with = "sabotage")]
    export: Option<PathBuf>,

    /// Replace the whole folder of --export even if it holds files that prove did not write
    #[arg(long, requires = "export")]
    force: bool,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is known about one property in the end.
#[derive(Serialize)]
struct Row {
    module: String,
    property: &'static str,
    configuration: String,
    method: &'static str,
    result: &'static str,
    seconds: f64,
    /// The fault that was put into the module, and the verdict on the property then.
    control: Option<Control>,
    /// Inputs of each cycle of a trace that breaks the property.
    counterexample: Option<Vec<Cycle>>,
    /// What breaks a claim about a network.
    contradiction: Option<String>,
}

#[derive(Serialize)]
struct Control {
    fault: String,
    result: &'static str,
}

#[derive(Serialize)]
struct Cycle {
    cycle: usize,
    inputs: Vec<Input>,
}

/// A theorem for all sizes, with the modules whose properties support it.
#[derive(Serialize)]
struct Supported {
    family: &'static str,
    theorem: &'static str,
    modules: Vec<String>,
}

/// The whole answer.
#[derive(Serialize)]
struct Answer<'a> {
    design: &'a str,
    passed: bool,
    properties: &'a [Row],
    theorems: &'a [Supported],
}

/// Runs the command.
///
/// # Errors
/// Bad input; a missing tool; a tool that gives no answer.
pub fn run(args: &Args) -> Result<Report, Error> {
    let (spec, sources) = match &args.design {
        Some(folder) => {
            let written = written::open(folder, args.config.first_given(), "proved")?;
            (written.spec, Some(written.folder))
        }
        None => (args.config.spec(&written::examples("prove"))?, None),
    };
    let (properties, claims) = args.chosen(&spec)?;
    let limit = Duration::from_secs(args.limit);
    if let Some(target) = &args.export {
        return args.written(target, &spec, sources.as_deref(), &properties);
    }
    let proofs = Proofs::new(&spec, sources.as_deref(), limit).map_err(tools::failed)?;
    let bench = Bench { spec: &spec, proofs: &proofs };
    let broken = args.sabotage.is_some();
    let mut rows = match broken {
        true if properties.is_empty() => Vec::new(),
        true => bench.sabotage(&properties)?,
        false => {
            let bar = work::bar(properties.len() as u64, "properties");
            let row = |property| {
                let row = bench.prove(property);
                bar.inc(1);
                row
            };
            let rows = properties.par_iter().map(row).collect::<Result<Vec<_>, Error>>();
            bar.finish_and_clear();
            rows?
        }
    };
    rows.extend(claims.iter().map(|claim| bench.check(claim, broken)));
    let passed = rows.iter().all(Row::passed);
    let theorems = if broken { Vec::new() } else { supported(&spec, &rows) };
    let answer = Answer { design: &spec.name, passed, properties: &rows, theorems: &theorems };
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&answer).expect("the keys are strings") + "\n",
        Format::Text => answer.text(),
    };
    Ok(Report { text, passed })
}

impl Args {
    /// Returns the properties and claims of the modules that were asked for.
    fn chosen(&self, spec: &Spec) -> Result<(Vec<Property>, Vec<Claim>), Error> {
        let mut properties = properties(spec);
        let of_family = |family| families::of(family).claims(&spec.prefix);
        let mut claims: Vec<Claim> = spec.families.iter().flat_map(of_family).collect();
        let asked: Vec<&String> = self.module.iter().chain(&self.sabotage).collect();
        let mut modules: Vec<&String> = properties.iter().map(|it| &it.module).collect();
        modules.extend(claims.iter().map(|it| &it.module));
        let mut seen = BTreeSet::new();
        modules.retain(|module| seen.insert(module.as_str()));
        if let Some(module) = asked.iter().find(|module| !modules.contains(module)) {
            let modules: Vec<&str> = modules.into_iter().map(String::as_str).collect();
            let what = format!("there is no property of a module {module:?}");
            let hint = format!("choose one of {}", modules.join(", "));
            return Err(Error::bad_input(what).hint(hint));
        }
        properties.retain(|it| asked.is_empty() || asked.contains(&&it.module));
        claims.retain(|it| asked.is_empty() || asked.contains(&&it.module));
        // One fault is enough, and with its contracts a module has other ones.
        properties.retain(|it| self.sabotage.is_none() || it.method != Method::Contracts);
        Ok((properties, claims))
    }

    /// Writes the properties as a folder.
    fn written(
        &self,
        target: &Path,
        spec: &Spec,
        sources: Option<&Path>,
        properties: &[Property],
    ) -> Result<Report, Error> {
        if properties.is_empty() {
            let what =
                "there is no property to export: claims about networks are proved by teecast alone";
            return Err(Error::bad_input(what).hint("choose other modules, or leave out --module"));
        }
        if target.file_name().is_none() {
            let what = format!("{} is no name of a new folder", target.display());
            return Err(Error::bad_input(what).hint("type --export proofs"));
        }
        let limit = Duration::from_secs(self.limit);
        let command = self.command(spec);
        let files = export(spec, sources, properties, &command, limit).map_err(tools::failed)?;
        folder::replace(&EXPORT, target, &files, self.force)?;
        let text = match self.format {
            Format::Json => files.into_iter().next_back().expect("a folder has a list").text,
            Format::Text => format!(
                "{}: {} properties, {} files\nnext: sh {}\n",
                target.display(),
                properties.len(),
                files.len(),
                text::operand(&target.join("run.sh"))
            ),
        };
        Ok(text.into())
    }

    /// Returns the command that exports the properties of a configuration.
    fn command(&self, spec: &Spec) -> String {
        let mut command = proof::header(design::header(spec)).command;
        if !self.module.is_empty() {
            command += &format!(" --module {}", self.module.join(","));
        }
        if self.limit != LIMIT {
            command += &format!(" --limit {}", self.limit);
        }
        command + " --export FOLDER"
    }
}

/// What all proofs of a run share.
struct Bench<'a> {
    spec: &'a Spec,
    proofs: &'a Proofs,
}

impl Bench<'_> {
    /// Proves a property, and has it refuted for a broken copy of its module.
    fn prove(&self, property: &Property) -> Result<Row, Error> {
        let start = Instant::now();
        let prove = |asked: &Obligation<'_>| self.proofs.prover.prove(asked);
        let verdict = self.proofs.ask(property, prove).map_err(tools::failed)?;
        let seconds = start.elapsed().as_secs_f64();
        let mut control = None;
        for seed in 1..=FAULTS {
            let (fault, verdict) = self.broken(property, seed)?;
            let refuted = matches!(verdict, Verdict::Refuted(_));
            control = Some(Control { fault: fault.place, result: word(&verdict) });
            if refuted {
                break;
            }
        }
        Ok(self.row(property, verdict, seconds, control))
    }

    /// Tries to prove properties of a broken module; the first fault that one of them sees
    /// counts.
    fn sabotage(&self, properties: &[Property]) -> Result<Vec<Row>, Error> {
        for seed in 1..=FAULTS {
            let mut rows = Vec::new();
            for property in properties {
                let start = Instant::now();
                let (fault, verdict) = self.broken(property, seed)?;
                let seconds = start.elapsed().as_secs_f64();
                let control = Control { fault: fault.place, result: word(&verdict) };
                rows.push(self.row(property, verdict, seconds, Some(control)));
            }
            if rows.iter().any(|row| row.counterexample.is_some()) {
                return Ok(rows);
            }
        }
        let module = properties.first().map_or("", |property| &property.module);
        let what =
            anyhow::anyhow!("no property of {module} fails with any of {FAULTS} faults in it");
        Err(Error::new(Kind::Failed, what))
    }

    /// Looks for what contradicts a claim about a network, and again where its rule is spoiled.
    fn check(&self, claim: &Claim, broken: bool) -> Row {
        let word = |found: &Option<String>| if found.is_some() { "refuted" } else { "proved" };
        let start = Instant::now();
        let contradiction = claim.contradiction(broken);
        let seconds = start.elapsed().as_secs_f64();
        let control = match broken {
            true => word(&contradiction),
            false => word(&claim.contradiction(true)),
        };
        Row {
            module: claim.module.clone(),
            property: claim.property,
            configuration: configuration(self.spec, claim.family),
            method: "ranking",
            result: word(&contradiction),
            seconds,
            control: Some(Control { fault: claim.fault.to_string(), result: control }),
            counterexample: None,
            contradiction,
        }
    }

    fn broken(&self, property: &Property, seed: u32) -> Result<(Fault, Verdict), Error> {
        let prover = &self.proofs.prover;
        let refute = |asked: &Obligation<'_>| prover.refute(asked, &property.module, seed);
        self.proofs.ask(property, refute).map_err(tools::failed)
    }

    fn row(
        &self,
        property: &Property,
        verdict: Verdict,
        seconds: f64,
        control: Option<Control>,
    ) -> Row {
        let result = word(&verdict);
        let counterexample = match verdict {
            Verdict::Refuted(trace) => {
                let cycle = |(cycle, inputs)| Cycle { cycle, inputs };
                Some(trace.into_iter().enumerate().map(cycle).collect())
            }
            _ => None,
        };
        Row {
            module: property.module.clone(),
            property: property.summary,
            configuration: configuration(self.spec, property.family),
            method: property.method.name(),
            result,
            seconds,
            control,
            counterexample,
            contradiction: None,
        }
    }
}

/// Returns the theorems about a configuration that the proved modules support, each with all of these modules.
fn supported(spec: &Spec, rows: &[Row]) -> Vec<Supported> {
    let proved = |module: &String| {
        let mut of_module = rows.iter().filter(|row| row.module == *module).peekable();
        of_module.peek().is_some() && of_module.all(Row::passed)
    };
    let mut all = Vec::new();
    for parameters in &spec.families {
        let emitter = emitter::of(parameters);
        for theorem in emitter.theorems() {
            let hypotheses =
                emitter.hypotheses().iter().filter(|it| it.theorems.contains(&theorem));
            let modules = hypotheses.flat_map(|it| it.modules());
            let modules = modules.map(|module| format!("{}{module}", spec.prefix)).filter(proved);
            let modules: Vec<String> = modules.collect();
            if !modules.is_empty() {
                all.push(Supported { family: parameters.family().name(), theorem, modules });
            }
        }
    }
    all
}

/// Returns the size of a family in few words.
fn configuration(spec: &Spec, family: &str) -> String {
    let of_family = spec.families.iter().find(|spec| spec.family().name() == family);
    of_family.map_or_else(String::new, |spec| families::of(spec).size())
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted(_) => "refuted",
        Verdict::Undecided => "undecided",
    }
}

impl Row {
    /// Holds for the module, and not for its broken copy.
    fn passed(&self) -> bool {
        let refuted = self.control.as_ref().is_some_and(|control| control.result == "refuted");
        self.result == "proved" && refuted
    }
}

impl Answer<'_> {
    fn text(&self) -> String {
        let row = |row: &Row| {
            let control = row.control.as_ref().map_or("", |control| control.result);
            vec![
                row.module.clone(),
                row.configuration.clone(),
                row.method.to_string(),
                format!("{:.1}", row.seconds),
                row.result.to_string(),
                control.to_string(),
                row.property.to_string(),
            ]
        };
        let rows: Vec<_> = self.properties.iter().map(row).collect();
        let head = ["module", "configuration", "method", "s", "result", "broken copy", "property"];
        let mut text = table(&head, &rows);
        for row in self.properties {
            if row.counterexample.is_none() && row.contradiction.is_none() {
                continue;
            }
            text += &format!("\n{} does not hold: {}\n", row.module, row.property);
            if let Some(control) = &row.control {
                text += &format!("  fault: {}\n", control.fault);
            }
            if let Some(found) = &row.contradiction {
                text += &format!("  {found}\n");
            }
            if row.counterexample.as_ref().is_some_and(Vec::is_empty) {
                text += "  no trace was found in time: --limit gives more\n";
            }
            for Cycle { cycle, inputs } in row.counterexample.iter().flatten() {
                let inputs: Vec<String> =
                    inputs.iter().map(|Input { name, value }| format!("{name}={value}")).collect();
                text += &format!("  cycle {cycle}: {}\n", inputs.join(" "));
            }
        }
        if !self.theorems.is_empty() {
            text += "\ntheorems for all sizes (docs/theorems.md) that these modules support:\n";
        }
        for Supported { family, theorem, modules } in self.theorems {
            text += &format!("  {family} {theorem}: {}\n", modules.join(", "));
        }
        let verdict = if self.passed { "PASS" } else { "FAIL" };
        let count = self.properties.len();
        let noun = if count == 1 { "property" } else { "properties" };
        text + &format!("{verdict} {}: {count} {noun}\n", self.design)
    }
}
