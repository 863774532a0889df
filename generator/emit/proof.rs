//! Statements about emitted modules, to be proved: each is a module that instantiates one of them
//! beside its specification, and whose one output must stay 0.
//!
//! The texts are written from the specification of a module, not from its circuit. How they are
//! proved is not known here.

use serde::Serialize;
use teecast_spec::Spec;

use super::bundle::RtlBundle;
use super::design;
use super::header::Header;

/// Names how a statement is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// For all inputs, and all contents of registers that are cut.
    Equivalence,
    /// Behind a reset, and behind every cycle in which it holds, whatever the registers contain.
    Induction,
    /// In all cycles after a reset, without a bound.
    Invariant,
    /// In the first cycles after a reset.
    Bounded,
    /// Not the statement, but the contracts that the modules carry themselves: for all inputs, or, with
    /// registers, in all cycles after a reset in which what the statement assumes holds.
    Contracts,
}

/// One statement about one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Folder of the family whose modules it needs.
    pub family: &'static str,
    /// Module that it is about, prefix included.
    pub module: String,
    /// What holds, in one phrase.
    pub property: &'static str,
    /// How it is to be proved.
    pub method: Method,
    /// Name of the module with the output `failed_o`.
    pub top: String,
    /// Modules inside it whose outputs may give anything, prefix included.
    pub open: Vec<String>,
    /// Nets that are driven by others once the hierarchy is gone: what the statement reads of a
    /// module's registers, or which registers it cuts.
    ///
    /// **Shape**: (net, its driver).
    pub nets: Vec<(String, String)>,
    /// Verilog of the top module.
    pub text: String,
}

/// Returns the head of the statements about a configuration.
pub fn header(spec: &Spec) -> Header {
    let header = design::header(spec);
    Header { command: command(&header.command), ..header }
}

/// Adds the statements that modules keep their own contracts, each after the one that it follows from:
/// a module without registers has to keep them, too.
pub fn with_contracts(spec: &Spec, statements: Vec<Statement>) -> Vec<Statement> {
    let bundles = design::bundles(spec);
    let with_contracts = |statement: Statement| {
        let contracts = statement.contracts(&bundles);
        [Some(statement), contracts].into_iter().flatten()
    };
    statements.into_iter().flat_map(with_contracts).collect()
}

/// Returns the command that proves what another one emits.
pub(super) fn command(emits: &str) -> String {
    emits.replacen("teecast gen", "teecast prove", 1)
}

impl Statement {
    /// Says whether there is time in it.
    pub fn has_clock(&self) -> bool {
        self.text.contains("  input  wire clk_i,\n")
    }

    /// Returns the statement that the module keeps its own contracts, where this one gives it any
    /// inputs and it has no registers, which may hold what they never do; or where this one says that
    /// what it assumes is enough.
    fn contracts(&self, bundles: &[RtlBundle]) -> Option<Self> {
        let ending = format!("/{}.v", self.module);
        let mut files = bundles.iter().flat_map(|bundle| &bundle.files);
        let file = files.find(|file| file.path.ends_with(&ending))?;
        let is_whole = self.method == Method::Equivalence && self.open.is_empty();
        let is_bare = is_whole && !file.text.contains("posedge");
        (is_bare || self.text.contains("assume (")).then(|| Self {
            property: "keeps its contracts",
            method: Method::Contracts,
            ..self.clone()
        })
    }
}

/// Clock and reset, which all modules with registers have.
pub(super) const CLOCKED: [(&str, u32); 2] = [("clk_i", 1), ("rst_ni", 1)];

/// A port of a module inside the one that a statement is about, as the statement sees it.
pub(super) struct Seen {
    /// Name of the wire in the statement: that of the instance, then that of the port.
    pub name: String,
    /// Width of both.
    pub width: u32,
    /// Hierarchical name of the port.
    pub port: String,
}

impl Seen {
    pub fn is_clock(&self) -> bool {
        self.port.ends_with(".clk_i")
    }

    pub fn is_reset(&self) -> bool {
        self.port.ends_with(".rst_ni")
    }
}

/// Lists ports, with their widths, of the instance at `path` in `u_dut`, which a statement calls
/// `name`; those without a width are not there.
pub(super) fn seen(path: &str, name: &str, lists: &[&[(&str, u32)]]) -> Vec<Seen> {
    let there = lists.iter().copied().flatten().filter(|(_, width)| *width > 0);
    there
        .map(|(port, width)| Seen {
            name: format!("{name}_{port}"),
            width: *width,
            port: format!("u_dut.{path}.{port}"),
        })
        .collect()
}

/// Lists ports of `count` instances as [`seen`] does, those of the same name side by side, and the
/// nets that let a statement see them.
pub(super) fn seen_of_all(
    path: impl Fn(u32) -> String,
    count: u32,
    name: &str,
    lists: &[&[(&str, u32)]],
) -> (Vec<Seen>, Vec<(String, String)>) {
    let mut nets = Vec::new();
    for index in 0..count {
        for Seen { name, width, port } in seen(&path(index), name, lists) {
            let (low, high) = (index * width, (index + 1) * width - 1);
            nets.push((format!("{name}[{high}:{low}]"), port));
        }
    }
    let mut all = seen(&path(0), name, lists);
    all.iter_mut().for_each(|it| it.width *= count);
    (all, nets)
}

/// Returns the nets that let a statement see ports.
pub(super) fn nets_of(seen: &[Seen]) -> Vec<(String, String)> {
    seen.iter().map(|it| (it.name.clone(), it.port.clone())).collect()
}

/// Returns the name of the module in a template.
pub(super) fn top(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (name, _) = name.split_once('.').expect("a template has an ending");
    format!("proof_{name}")
}

/// Declares one template type for each statement of a family, and the function that renders those
/// that its configuration wants.
macro_rules! state {
    ($family:literal, $context:ident;
     $($kind:ident $path:literal of $module:literal: $property:literal, $method:ident
       $(with [$($net:literal = $driver:literal),*])? $(open [$($open:literal),*])?
       if $wanted:expr;)*) => {
        $(
            #[derive(askama::Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a $context<'a> }
        )*

        /// Renders the statements that the configuration wants.
        fn render(c: &$context<'_>) -> Vec<crate::emit::proof::Statement> {
            let mut statements = Vec::new();
            $(
                let wanted: fn(&$context<'_>) -> bool = $wanted;
                if wanted(c) {
                    let text = askama::Template::render(&$kind { c });
                    statements.push(crate::emit::proof::Statement {
                        family: $family,
                        module: format!("{}{}", c.p, $module),
                        property: $property,
                        method: crate::emit::proof::Method::$method,
                        top: crate::emit::proof::top($path),
                        open: vec![$($(format!("{}{}", c.p, $open)),*)?],
                        nets: vec![$($(($net.to_string(), $driver.to_string())),*)?],
                        text: text.expect("templates write into a string") + "\n",
                    });
                }
            )*
            statements
        }
    };
}
pub(super) use state;
