//! Properties of emitted modules, to be proved. A property is a module that instantiates one of them
//! beside its specification; its one output must stay 0.
//!
//! The texts are written from the specification of a module, not from its circuit. How they are
//! proved is not known here.

use serde::Serialize;
use teecast_spec::verilog;

use super::bundle::RtlBundle;
use super::header::Header;
use super::parts::Parts;

/// Names how a property is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// For all inputs, and all contents of registers that are cut.
    Equivalence,
    /// After a reset, and after every cycle in which it holds, whatever the registers contain.
    Induction,
    /// In all cycles after a reset, without a bound.
    Invariant,
    /// In the first cycles after a reset.
    Bounded,
    /// The contracts that the modules carry themselves, instead of the output: for all inputs, or, with
    /// registers, in all cycles after a reset in which what the property assumes holds.
    Contracts,
}

impl Method {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Equivalence => "equivalence",
            Method::Induction => "induction",
            Method::Invariant => "invariant",
            Method::Bounded => "bounded",
            Method::Contracts => "contracts",
        }
    }
}

/// One property of one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Folder of the family whose modules it needs.
    pub family: &'static str,
    /// Module that it is about, prefix included.
    pub module: String,
    /// What holds, in one phrase.
    pub summary: &'static str,
    /// How it is to be proved.
    pub method: Method,
    /// Name of the module with the output `failed_o`.
    pub top: String,
    /// Modules inside it whose outputs may give anything, prefix included.
    pub open: Vec<String>,
    /// Nets that are driven by others once the hierarchy is gone: what the property reads of a
    /// module's registers, or which registers it cuts.
    ///
    /// **Shape**: (net, its driver).
    pub nets: Vec<(String, String)>,
    /// Verilog of the top module.
    pub text: String,
}

/// Returns the head of the properties of a design with a head.
pub fn header(header: Header) -> Header {
    Header { command: command(&header.command), ..header }
}

/// Adds the properties that modules keep their own contracts, each after the one that it follows from:
/// a module without registers has to keep them, too.
pub fn with_contracts(bundles: &[RtlBundle], properties: Vec<Property>) -> Vec<Property> {
    let with_contracts = |property: Property| {
        let contracts = property.contracts(bundles);
        [Some(property), contracts].into_iter().flatten()
    };
    properties.into_iter().flat_map(with_contracts).collect()
}

/// Returns the command that proves what another one emits.
pub(crate) fn command(emits: &str) -> String {
    emits.replacen("teecast gen", "teecast prove", 1)
}

impl Property {
    /// Takes what a template wrote about a module, whose name has no prefix. A line
    /// `connect NET = DRIVER;` in it is one of the nets, and not Verilog.
    pub(crate) fn new(
        family: &'static str,
        (prefix, module): (&str, &str),
        (summary, method): (&'static str, Method),
        path: &str,
        written: askama::Result<String>,
    ) -> Self {
        let written = written.expect("templates write into a string");
        let mut nets = Vec::new();
        let mut text = String::with_capacity(written.len() + 1);
        for line in written.lines() {
            match line.trim_start().strip_prefix("connect ") {
                Some(net) => nets.push(net_of(net).expect("a net is NET = DRIVER;")),
                None => text.extend([line, "\n"]),
            }
        }
        Self {
            family,
            module: format!("{prefix}{module}"),
            summary,
            method,
            top: top(path),
            open: Vec::new(),
            nets,
            text,
        }
    }

    /// Leaves parts open, whose ports the property sees.
    pub(crate) fn with_parts(mut self, parts: Parts<'_>) -> Self {
        let (open, nets) = parts.into_open();
        self.open.extend(open);
        self.nets.extend(nets);
        self
    }

    /// Says whether there is time in it.
    pub fn has_clock(&self) -> bool {
        let header = verilog::header(&self.text, &self.top);
        let ports = header.and_then(|header| header.ports(&[])).expect("templates write headers");
        ports.iter().any(|port| port.name == "clk_i")
    }

    /// Returns the property that the module keeps its own contracts, where this one gives it any
    /// inputs and it has no registers, which may hold what they never do; or where this one says that
    /// what it assumes is enough.
    fn contracts(&self, bundles: &[RtlBundle]) -> Option<Self> {
        let ending = format!("/{}.v", self.module);
        let mut files = bundles.iter().flat_map(|bundle| &bundle.files);
        let file = files.find(|file| file.path.ends_with(&ending))?;
        let is_whole = self.method == Method::Equivalence && self.open.is_empty();
        let is_bare = is_whole && !file.text.contains("posedge");
        (is_bare || self.text.contains("assume (")).then(|| Self {
            summary: "keeps its contracts",
            method: Method::Contracts,
            ..self.clone()
        })
    }
}

/// Reads what stands after `connect`.
fn net_of(text: &str) -> Option<(String, String)> {
    let (net, driver) = text.strip_suffix(';')?.split_once(" = ")?;
    Some((net.to_string(), driver.to_string()))
}

/// Returns the name of the module in a template.
fn top(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (name, _) = name.split_once('.').expect("a template has an ending");
    format!("proof_{name}")
}

/// Declares one template type for each property of a family, and the function that renders those
/// that its configuration wants.
// The caller derives, so that askama takes paths from the folder of the file that calls.
macro_rules! properties {
    (#[$derive:meta] $family:literal, $context:ident;
     $($kind:ident $path:literal of $module:literal: $summary:literal, $method:ident
       $(open $open:literal)? if $wanted:expr;)*) => {
        $(
            #[$derive]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a $context<'a> }
        )*

        /// Renders the properties that the configuration wants.
        fn render(c: &$context<'_>) -> Vec<crate::proof::Property> {
            let mut properties = Vec::new();
            $(
                let wanted: fn(&$context<'_>) -> bool = $wanted;
                if wanted(c) {
                    let claim = ($summary, crate::proof::Method::$method);
                    let text = askama::Template::render(&$kind { c });
                    let module = (c.prefix, $module);
                    let open = vec![$(format!("{}{}", c.prefix, $open))?];
                    let property = crate::proof::Property::new($family, module, claim, $path, text);
                    properties.push(crate::proof::Property { open, ..property });
                }
            )*
            properties
        }
    };
}
pub(crate) use properties;
