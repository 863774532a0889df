//! What each family emits: the seam between its folder and everything that names no family.

use serde_json::Value;
use teecast_spec::{FamilySpec, for_family};

use super::bundle::{RtlBundle, RtlFile};
use super::diagram::Blocks;
use super::header::Header;
use super::ports::{Meaning, Role};
use super::theorem::Hypothesis;

/// Emits one family; its parameters implement this.
pub trait Emitter {
    /// Returns the modules in compile order and the top modules.
    fn bundle(&self, header: &Header) -> RtlBundle;

    /// Returns the testbenches of the modules of `bundle`, with paths below `testbench/`.
    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile>;

    /// Returns the chapter of the data sheet.
    fn chapter(&self, prefix: &str) -> String;

    /// Returns the modules for direct use, largest first.
    fn roles(&self) -> &'static [Role];

    /// Returns what the ports of these modules mean.
    fn meanings(&self) -> &'static [Meaning];

    /// Returns the cycles from the start of a message on a link to its start on the next one, at most: without
    /// contention, in one copy, with a header of one flit.
    ///
    /// **Units**: clock cycles.
    fn hop(&self) -> u32;

    /// Returns which largest message fits its memory, if that of this configuration leaves much of it empty.
    fn advice(&self) -> Option<String> {
        None
    }

    /// Returns how many low bits of what a processor receives say where it comes from, if each flit is a message:
    /// wrappers show them as TID.
    fn origin_bits(&self) -> u32 {
        0
    }

    /// Returns what the theorems about the family assume of its hardware, for all configurations.
    fn hypotheses(&self) -> &'static [Hypothesis] {
        &[]
    }

    /// Returns the formal names of the theorems that speak of this configuration.
    fn theorems(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the parts of a router or node, for the block diagram.
    fn blocks(&self) -> Blocks;

    /// Returns the numbers of the manifest that follow from the configuration.
    fn derived(&self) -> Value;
}

/// Returns a number of clock cycles in words.
pub(crate) fn cycles(count: u32) -> String {
    if count == 1 { "1 cycle".to_string() } else { format!("{count} cycles") }
}

/// Returns the emitter of a family.
pub fn of(spec: &FamilySpec) -> &dyn Emitter {
    for_family!(spec, parameters => parameters)
}
