//! Proofs of a configuration: the properties of its modules, and the tools that decide them.
//!
//! What is reported about a proof, and how, is in the command `prove`.

mod export;

use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use teecast_cosim::error::ToolError;
use teecast_cosim::prove::{Copied, Cycles, Obligation, Prover, Verdict};
use teecast_spec::{FamilySpec, Spec};
use teecast_writing::signals::{self, Held};
use tempfile::TempDir;

use crate::emit::ports::Modules;
use crate::emit::proof::{self, Method, Property};
use crate::emit::{RtlBundle, RtlFile, design};
use crate::families;
pub use export::{LIST, export};

/// Cycles after a reset that a bounded proof covers: in the smallest cube a message goes to both
/// links in them. Another one takes three times as long.
const BOUND: u32 = 11;

/// Returns the properties of the modules of a configuration, in the order of the table.
pub fn properties(spec: &Spec) -> Vec<Property> {
    let header = proof::header(design::header(spec));
    let bundles = design::bundles(spec);
    let of_family = |(family, bundle): (&FamilySpec, &RtlBundle)| {
        families::of(family).properties(&header, &Modules::new(&bundle.files, &spec.prefix))
    };
    let properties = spec.families.iter().zip(&bundles).flat_map(of_family).collect();
    proof::with_contracts(&bundles, properties)
}

/// The modules of a configuration in a scratch folder, and the tools that prove properties of them.
pub struct Proofs {
    /// Runs the tools.
    pub prover: Prover,
    library: TempDir,
    _held: Held,
}

impl Proofs {
    /// Finds the tools and writes the modules, those of a folder that was emitted, else those of a fresh emission; a
    /// run of a tool may take `limit`.
    ///
    /// # Errors
    /// [`ToolError::Missing`], [`ToolError::TooOld`]; [`ToolError::Io`] if the modules cannot be written.
    pub fn new(spec: &Spec, sources: Option<&Path>, limit: Duration) -> Result<Self, ToolError> {
        let held = signals::hold();
        Ok(Self { library: library(spec, sources)?, prover: Prover::new(limit)?, _held: held })
    }

    /// Asks the tools about a property.
    ///
    /// # Errors
    /// Those of the question.
    pub fn ask<T>(
        &self,
        property: &Property,
        question: impl FnOnce(&Obligation<'_>) -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        question(&obligation(property, &self.library.path().join(property.family)))
    }
}

/// Returns a property as the tools take it; `library` is the folder of the modules of its family.
fn obligation<'a>(property: &'a Property, library: &'a Path) -> Obligation<'a> {
    Obligation {
        top: &property.top,
        text: &property.text,
        library,
        open: &property.open,
        nets: &property.nets,
        contracts: property.method == Method::Contracts,
        cycles: match property.method {
            Method::Contracts if property.has_clock() => Cycles::All,
            Method::Equivalence | Method::Contracts => Cycles::One,
            Method::Induction => Cycles::Two,
            Method::Invariant => Cycles::All,
            Method::Bounded => Cycles::First(BOUND),
        },
    }
}

/// Writes the modules of all families into a scratch folder: a folder a family with all it needs.
fn library(spec: &Spec, sources: Option<&Path>) -> Result<TempDir, ToolError> {
    let unwritable = |cause| ToolError::io(env::temp_dir())(cause);
    let folder = tempfile::tempdir().map_err(unwritable)?;
    for (family, files) in modules(spec, sources)? {
        let family = folder.path().join(family);
        fs::create_dir(&family).map_err(unwritable)?;
        for RtlFile { path, text } in files {
            fs::write(family.join(path), text).map_err(unwritable)?;
        }
    }
    Ok(folder)
}

/// Returns the modules of each family, those of a folder that was emitted, else those of a fresh emission. A path
/// is a name alone.
fn modules(
    spec: &Spec,
    sources: Option<&Path>,
) -> Result<Vec<(&'static str, Vec<RtlFile>)>, ToolError> {
    let module = |file: RtlFile| {
        let text = match sources.map(|folder| folder.join(&file.path)) {
            Some(path) => fs::read_to_string(&path).map_err(ToolError::io(&path))?,
            None => file.text,
        };
        let path = file.path.rsplit('/').next().unwrap_or(&file.path).to_string();
        Ok(RtlFile { path, text })
    };
    let of_family = |bundle: RtlBundle| {
        let files = bundle.files.into_iter().map(module).collect::<Result<_, ToolError>>()?;
        Ok((bundle.family, files))
    };
    design::bundles(spec).into_iter().map(of_family).collect()
}

/// Decides whether a copy of a module keeps the properties of the module: refuted by one, proved by
/// all, or undecided. It is undecided, too, where there is no property, or a bounded one.
///
/// # Errors
/// As [`Proofs::new`]; [`ToolError::Failed`] if a tool gives no answer.
pub fn judge(
    spec: &Spec,
    module: &str,
    copy: &Copied<'_>,
    limit: Duration,
) -> Result<Verdict, ToolError> {
    let proofs = Proofs::new(spec, None, limit)?;
    let mut found = None;
    let mut properties = properties(spec);
    // The copy has no contracts.
    properties.retain(|it| it.module == module && it.method != Method::Contracts);
    for property in &properties {
        match proofs.ask(property, |obligation| proofs.prover.prove_copy(obligation, copy))? {
            Some(Verdict::Refuted(trace)) => return Ok(Verdict::Refuted(trace)),
            Some(Verdict::Proved)
                if found != Some(Verdict::Undecided) && property.method != Method::Bounded =>
            {
                found = Some(Verdict::Proved);
            }
            Some(_) => found = Some(Verdict::Undecided),
            None => {}
        }
    }
    Ok(found.unwrap_or(Verdict::Undecided))
}
