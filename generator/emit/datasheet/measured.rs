//! Numbers measured on emitted designs; a data sheet shows those of its own configuration.
//!
//! The numbers stand in `generator/emit/measured.toml`; here is how they are found.

use std::sync::LazyLock;

use serde::Deserialize;
use teecast_spec::{Family, HartsSpec, HypercubeSpec};

/// One measured number of a design.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// What was measured, with its circumstances.
    pub what: String,
    /// Value with its unit.
    pub value: String,
    /// Command that measures it again.
    pub command: String,
}

/// The numbers of one design.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Design {
    family: Family,
    n: u32,
    m: Option<u32>,
    #[serde(rename = "number")]
    numbers: Vec<Measurement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    #[serde(rename = "design")]
    designs: Vec<Design>,
}

static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
    toml::from_str(include_str!("../measured.toml")).expect("a test reads the same file")
});

/// Returns the numbers measured on a mesh, most often none. With bus and crossbar they are the same:
/// whoever has one of them sees what the other one would bring.
pub fn of_mesh(spec: &HartsSpec) -> &'static [Measurement] {
    let is_measured = |design: &Design| {
        design.family == Family::Harts
            && *spec == HartsSpec { interconnect: spec.interconnect, ..HartsSpec::new(design.n) }
    };
    first(is_measured)
}

/// Returns the numbers measured on a cube, most often none.
pub fn of_cube(spec: &HypercubeSpec) -> &'static [Measurement] {
    let is_measured = |design: &Design| {
        design.family == Family::Hypercube
            && design.m.is_some_and(|m| *spec == HypercubeSpec::new(design.n, m))
    };
    first(is_measured)
}

fn first(is_measured: impl Fn(&Design) -> bool) -> &'static [Measurement] {
    let found = MEASURED.designs.iter().find(|design| is_measured(design));
    found.map_or(&[], |design| &design.numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_of_the_file_is_found_with_its_numbers() {
        assert_eq!(MEASURED.designs.len(), 2);
        for Design { family, n, m, numbers } in &MEASURED.designs {
            let found = match family {
                Family::Hypercube => of_cube(&HypercubeSpec::new(*n, m.expect("a cube has m"))),
                Family::Harts => of_mesh(&HartsSpec::new(*n)),
            };
            assert!(!numbers.is_empty() && found == numbers, "{family:?}");
            for Measurement { what, value, command } in numbers {
                assert!(!what.is_empty() && !value.is_empty(), "{command}");
                let starts = ["teecast ", "cargo run --release -p teecast-qa -- "];
                assert!(starts.iter().any(|start| command.starts_with(start)), "{command}");
                // Each is a cell of a table.
                assert!([what, value, command].iter().all(|text| !text.contains('|')), "{what}");
            }
        }
    }

    #[test]
    fn other_options_and_sizes_have_no_numbers() {
        assert!(!of_cube(&HypercubeSpec::new(6, 8)).is_empty());
        assert!(of_cube(&HypercubeSpec::new(6, 7)).is_empty());
        assert!(of_cube(&HypercubeSpec { width: 16, ..HypercubeSpec::new(6, 8) }).is_empty());
        assert!(of_mesh(&HartsSpec { width: 16, ..HartsSpec::new(3) }).is_empty());
    }
}
