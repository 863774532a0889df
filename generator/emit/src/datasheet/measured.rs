//! Numbers measured on emitted designs; a data sheet shows those of its own configuration.
//!
//! The numbers stand in `generator/emit/measured.toml`; here is how they are found.

use std::sync::LazyLock;

use serde::Deserialize;
use teecast_spec::Family;

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
pub struct Design {
    family: Family,
    /// Size of the network, where a number gives it.
    pub n: Option<u32>,
    /// Destination limit, where the family has one.
    pub m: Option<u32>,
    /// Sides of the mesh, where they give the size.
    pub mesh: Option<String>,
    /// Network, where its name or file gives it.
    pub graph: Option<String>,
    /// Most nodes of a ring, where it is not the default.
    pub ring_size: Option<u32>,
    /// Largest number of data flits, where it is not the default.
    pub max_data: Option<u32>,
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

/// Returns the numbers of the design of a family that is the wanted one, most often none.
pub fn of(family: Family, is_wanted: impl Fn(&Design) -> bool) -> &'static [Measurement] {
    let mut designs = MEASURED.designs.iter();
    let found = designs.find(|design| design.family == family && is_wanted(design));
    found.map_or(&[], |design| &design.numbers)
}

/// Returns the clock of the first measurement that begins with some words.
///
/// **Units**: megahertz, rounded down.
pub fn megahertz(numbers: &[Measurement], what: &str) -> Option<u32> {
    let found = numbers.iter().find(|it| it.what.starts_with(what))?;
    let clock = found.value.split(", ").find_map(|value| value.strip_suffix(" MHz"))?;
    clock.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_of_the_file_is_found_with_its_numbers() {
        let text = include_str!("../measured.toml");
        assert_eq!(MEASURED.designs.len(), text.matches("[[design]]").count());
        for design in &MEASURED.designs {
            let Design { family, numbers, .. } = design;
            let size = |it: &Design| (it.n, it.m, it.max_data, it.ring_size);
            let found = of(*family, |other| {
                size(other) == size(design)
                    && (&other.mesh, &other.graph) == (&design.mesh, &design.graph)
            });
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
}
