//! Numbers measured on emitted designs: data sheets, constraints and the last lines of `gen` ask here.
//!
//! The numbers stand in `generator/emit/src/measured.toml`, each under the configuration that it belongs to; here
//! is how they are found.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use teecast_spec::option::{ConfigOption, Kind, NETWORK, Value};
use teecast_spec::{FamilySpec, RawConfig};

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
struct Design {
    spec: FamilySpec,
    /// Size in words.
    size: String,
    /// Its options as they are typed, without the family.
    typed: String,
    numbers: Vec<Measurement>,
}

impl Design {
    fn read(mut table: toml::Table) -> Self {
        let numbers = table.remove("number").map_or(Ok(Vec::new()), toml::Value::try_into);
        let raw: RawConfig = table.try_into().expect("a test reads the same file");
        let spec = raw.validate().expect("a test validates the same file");
        let (_, size) = spec.sizes().remove(0);
        let numbers = numbers.expect("a test reads the same file");
        let options = spec.command_options().into_iter();
        let options = options.filter(|option| !option.starts_with("family "));
        let typed = options.map(|option| format!("--{option}")).collect::<Vec<_>>().join(" ");
        Self { spec: spec.families[0].clone(), size, typed, numbers }
    }

    /// Returns a number of the placed router or node, by its unit.
    fn placed(&self, unit: &str) -> Option<f64> {
        let is_placed = |it: &&Measurement| PLACED.iter().any(|what| it.what.starts_with(what));
        let values = self.numbers.iter().find(is_placed)?.value.split(", ");
        values.into_iter().find_map(|value| value.strip_suffix(unit)?.trim().parse().ok())
    }
}

/// How the row of what a network consists of begins.
const PLACED: [&str; 2] = ["router on ECP5", "node on ECP5"];

static DESIGNS: LazyLock<Vec<Design>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        design: Vec<toml::Table>,
    }
    let file: File = toml::from_str(include_str!("measured.toml")).expect("a test reads it");
    file.design.into_iter().map(Design::read).collect()
});

/// Returns the options in which two configurations differ, with the value in the second one; none if they are of two
/// families. Whether there is a network changes no router.
fn differing(a: &FamilySpec, b: &FamilySpec) -> Option<Vec<(&'static ConfigOption, Value)>> {
    let (ours, theirs) = (a.settings(), b.settings());
    let differs = |it: &(&'static ConfigOption, Value)| {
        it.0.name != NETWORK.name
            && !ours.iter().any(|our| our.0.name == it.0.name && our.1 == it.1)
    };
    (a.family() == b.family()).then(|| theirs.iter().filter(|it| differs(it)).cloned().collect())
}

/// Returns the option with names in which alone two configurations differ, with the value in the second one.
fn only_choice(a: &FamilySpec, b: &FamilySpec) -> Option<(&'static ConfigOption, Value)> {
    match &differing(a, b)?[..] {
        [(option, value)] if matches!(option.kind, Kind::Choice(_)) => {
            Some((option, value.clone()))
        }
        _ => None,
    }
}

/// Returns the designs of a configuration: one or none.
fn of(spec: &FamilySpec) -> impl Iterator<Item = &'static Design> + '_ {
    DESIGNS.iter().filter(|it| differing(spec, &it.spec).is_some_and(|them| them.is_empty()))
}

/// Returns the numbers of a configuration, and of those that differ in one choice, such as that of the vote: whoever
/// has one of them sees what the others would bring.
pub fn rows(spec: &FamilySpec) -> Vec<Measurement> {
    let own = of(spec).flat_map(|design| design.numbers.iter().cloned());
    let others = DESIGNS.iter().filter_map(|design| {
        let (option, value) = only_choice(spec, &design.spec)?;
        let name = format!("`--{}`", option.typed(&value));
        let row =
            |it: &Measurement| Measurement { what: format!("{name}: {}", it.what), ..it.clone() };
        Some(design.numbers.iter().map(row).collect::<Vec<_>>())
    });
    // Others say nothing of a configuration without numbers of its own.
    let own: Vec<Measurement> = own.collect();
    let others: Vec<Measurement> = others.flatten().collect();
    if own.is_empty() { own } else { [own, others].concat() }
}

/// Returns the clock that was measured for the router or node of a configuration.
///
/// **Units**: megahertz, rounded down.
pub fn megahertz(spec: &FamilySpec) -> Option<u32> {
    of(spec).find_map(|design| design.placed("MHz")).map(|clock| clock.floor() as u32)
}

/// What the router or node of a configuration takes on an ECP5.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Logic.
    pub lut4: u32,
    /// Clock.
    ///
    /// **Units**: megahertz.
    pub megahertz: f64,
    /// The options of what was measured, where they are others.
    pub measured_with: Option<String>,
}

/// Returns what was measured of a configuration, or else of one that differs in numbers and networks alone.
pub fn cost(spec: &FamilySpec) -> Option<Cost> {
    let cost = |design: &Design, measured_with| {
        let lut4 = design.placed("LUT4")? as u32;
        Some(Cost { lut4, megahertz: design.placed("MHz")?, measured_with })
    };
    let own = of(spec).find_map(|design| cost(design, None));
    let other = || {
        DESIGNS.iter().find_map(|design| {
            let them = differing(spec, &design.spec)?;
            let is_size = |it: &ConfigOption| matches!(it.kind, Kind::Whole { .. } | Kind::Text);
            let alike = them.iter().all(|(option, _)| is_size(option));
            alike.then(|| cost(design, Some(design.typed.clone())))?
        })
    };
    own.or_else(other)
}

/// Returns a sentence for each choice of a configuration, such as that of the vote, that was measured to cost a multiple
/// of the default in area and clock.
pub fn warnings(spec: &FamilySpec) -> Vec<String> {
    let mut warnings = Vec::new();
    for (option, value) in spec.settings() {
        for (dear, usual) in DESIGNS.iter().flat_map(|a| DESIGNS.iter().map(move |b| (a, b))) {
            let changed = only_choice(&usual.spec, &dear.spec);
            let back = only_choice(&dear.spec, &usual.spec);
            let (Some(changed), Some((_, default))) = (changed, back) else { continue };
            let is_default = option.default == Some(default.to_string().as_str());
            let is_it = is_default && changed.0.name == option.name && changed.1 == value;
            if dear.spec.family() != spec.family() || !is_it {
                continue;
            }
            let ratio = |unit: &str| Some(dear.placed(unit)? / usual.placed(unit)?);
            let (Some(area), Some(clock)) = (ratio("LUT4"), ratio("MHz")) else { continue };
            if area / clock >= MULTIPLE {
                warnings.push(format!(
                    "--{} takes {area:.1} times the LUT4 of --{} and leaves {:.0} % of its clock, \
                     measured with {}",
                    option.typed(&value),
                    option.typed(&default),
                    100.0 * clock,
                    dear.size
                ));
            }
        }
    }
    warnings
}

/// From which factor on a choice is said to be dear: area times the length of a cycle.
const MULTIPLE: f64 = 3.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(toml: &str) -> FamilySpec {
        let spec = RawConfig::from_toml(toml).and_then(|raw| raw.validate());
        spec.unwrap_or_else(|error| panic!("{toml}: {error}")).families[0].clone()
    }

    #[test]
    fn every_design_of_the_file_is_found_once_with_its_numbers() {
        let text = include_str!("measured.toml");
        assert_eq!(DESIGNS.len(), text.matches("[[design]]").count());
        for design in DESIGNS.iter() {
            assert_eq!(of(&design.spec).count(), 1, "{:?}", design.spec);
            assert!(!design.numbers.is_empty(), "{:?}", design.spec);
            for Measurement { what, value, command } in &design.numbers {
                assert!(!what.is_empty() && !value.is_empty(), "{command}");
                let starts = ["teecast ", "cargo run --release -p teecast-qa -- "];
                assert!(starts.iter().any(|start| command.starts_with(start)), "{command}");
                // Each is a cell of a table.
                assert!([what, value, command].iter().all(|text| !text.contains('|')), "{what}");
            }
        }
    }

    #[test]
    fn each_configuration_has_its_own_clock() {
        let cube = |rest: &str| megahertz(&spec(&format!("family = ['hypercube']\n{rest}")));
        assert_eq!(cube("n = 6\nm = 8"), Some(63));
        assert_eq!(cube("n = 6\nm = 8\nvote = 'nca'"), Some(9));
        assert_eq!(cube("n = 6\nm = 7"), None);
        assert_eq!(cube("n = 6\nm = 8\nwidth = 16"), None);
        let mesh = |rest: &str| {
            megahertz(&spec(&format!("family = ['region']\nmesh = '16x16'\nmax_data = 15\n{rest}")))
        };
        let [fixed, nearest] = ["", "algorithm = 'nearest-corner'"].map(mesh);
        assert_eq!((fixed, nearest), (Some(77), Some(78)));
        assert_eq!(mesh("network = false"), fixed);
    }

    #[test]
    fn a_cost_is_of_the_configuration_or_says_of_which_size_it_is() {
        let cost = |toml: &str| cost(&spec(toml));
        let exact = cost("n = 6\nm = 8\nvote = 'nca'").expect("measured");
        let (lut4, clock) = (exact.lut4, exact.megahertz);
        assert_eq!((lut4, clock, exact.measured_with), (18_451, 9.3, None));
        let other = cost("n = 4\nm = 6\nvote = 'nca'").expect("measured in another size");
        assert_eq!(
            (other.lut4, other.measured_with.as_deref()),
            (18_451, Some("--n 6 --m 8 --vote nca"))
        );
        let mesh = cost("family = ['region']\nmesh = '8x8'").expect("measured in another size");
        assert_eq!(mesh.measured_with.as_deref(), Some("--mesh 16x16 --max-data 15"));
        assert_eq!(cost("n = 4\nm = 6\nvote = 'pcube'"), None);
    }

    #[test]
    fn votes_that_cost_a_multiple_are_named_at_every_size() {
        let warned = |vote: &str| warnings(&spec(&format!("n = 4\nm = 4\nvote = '{vote}'")));
        assert!(warned("nca")[0].starts_with("--vote nca takes 2.3 times the LUT4 of --vote "));
        assert!(warned("nca")[0].contains("leaves 15 % of its clock, measured with n = 6, m = 8"));
        assert_eq!(warned("look2").len(), 1);
        assert!(warnings(&spec("n = 4\nm = 4")).is_empty());
        // The default is no warning, whatever another choice saves.
        assert!(warnings(&spec("family = ['ring-tree']\ngraph = 'path:3'")).is_empty());
    }

    #[test]
    fn a_sheet_shows_what_other_choices_bring() {
        let rows = rows(&spec("family = ['harts']\nn = 3"));
        let crossbar = |row: &&Measurement| row.what.starts_with("`--interconnect crossbar`: ");
        assert_eq!(rows.iter().filter(crossbar).count(), 7);
        assert!(rows[0].what.starts_with("tee, "), "{}", rows[0].what);
    }
}
