//! What was typed (`RawConfig`, from the command line and a TOML file) and what is valid (`Spec`).

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::error::{self, SpecError};
use crate::hypercube::{HypercubeSpec, Vote};
use crate::identifier;

/// Names a hardware family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Routers with multicast and fault-tolerant broadcast on the hypercube ([Lan88]).
    Hypercube,
}

impl Family {
    /// All families, in the order of the command line; together they are the default.
    pub const ALL: [Family; 1] = [Family::Hypercube];

    /// Returns the name used on the command line, in files and as folder.
    pub fn name(self) -> &'static str {
        match self {
            Family::Hypercube => "hypercube",
        }
    }
}

/// Holds a configuration as it was typed: nothing is checked, `None` is the default.
///
/// Numbers are wider than any permitted value, so that `validate` can say what is wrong with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RawConfig {
    /// Families to emit.
    pub family: Option<Vec<Family>>,
    /// Dimension of the hypercube.
    pub n: Option<i64>,
    /// Destination limit.
    pub m: Option<i64>,
    /// Flit width.
    ///
    /// **Units**: bits.
    pub width: Option<i64>,
    /// Largest number of data flits of a frame.
    pub max_data: Option<i64>,
    /// Branch decision rule.
    pub vote: Option<Vote>,
    /// Buffer classes.
    pub classes: Option<i64>,
    /// Longest destination list.
    pub max_list: Option<i64>,
    /// The thesis's own rules.
    pub lan: Option<bool>,
    /// Control field and fault vectors.
    pub fault_tolerant: Option<bool>,
    /// Emit the network top.
    pub network: Option<bool>,
    /// Prefix of every module and file name.
    pub prefix: Option<String>,
    /// Name of the output folder.
    pub name: Option<String>,
}

/// The keys of a configuration file; `_` and `-` are the same there.
pub const KEYS: [&str; 13] = [
    "family",
    "n",
    "m",
    "width",
    "max-data",
    "vote",
    "classes",
    "max-list",
    "lan",
    "fault-tolerant",
    "network",
    "prefix",
    "name",
];

/// Holds a valid configuration of everything that one run emits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Name of the output folder.
    pub name: String,
    /// Prefix of every module and file name, possibly empty.
    pub prefix: String,
    /// The hypercube family, if it is chosen.
    pub hypercube: Option<HypercubeSpec>,
}

impl RawConfig {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// [`SpecError::File`] if it is not TOML or a value has the wrong type,
    /// [`SpecError::UnknownKey`], [`SpecError::RepeatedKey`].
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::config::RawConfig;
    ///
    /// let raw = RawConfig::from_toml("n = 6\nm = 8\nmax_data = 16")?;
    /// assert_eq!(raw.validate()?.name, "n6_m8");
    /// # Ok::<(), teecast_spec::SpecError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, SpecError> {
        let typed: toml::Table =
            toml::from_str(text).map_err(|error| SpecError::file(text, &error))?;
        let mut known = toml::Table::new();
        for (key, value) in typed {
            let canonical = key.replace('_', "-");
            if !KEYS.contains(&canonical.as_str()) {
                return Err(SpecError::UnknownKey { nearest: nearest(&canonical), key });
            }
            // One key at a time, so that an error can name it.
            let alone = toml::Table::from_iter([(canonical.clone(), value.clone())]);
            if let Err(error) = alone.try_into::<Self>() {
                let message = error::plain(&error);
                return Err(SpecError::File { place: canonical, message });
            }
            if known.insert(canonical, value).is_some() {
                return Err(SpecError::RepeatedKey { key });
            }
        }
        Ok(known.try_into().expect("every key was read alone"))
    }

    /// Fills what is not given here with the values of `other`.
    pub fn or(self, other: Self) -> Self {
        Self {
            family: self.family.or(other.family),
            n: self.n.or(other.n),
            m: self.m.or(other.m),
            width: self.width.or(other.width),
            max_data: self.max_data.or(other.max_data),
            vote: self.vote.or(other.vote),
            classes: self.classes.or(other.classes),
            max_list: self.max_list.or(other.max_list),
            lan: self.lan.or(other.lan),
            fault_tolerant: self.fault_tolerant.or(other.fault_tolerant),
            network: self.network.or(other.network),
            prefix: self.prefix.or(other.prefix),
            name: self.name.or(other.name),
        }
    }

    /// Checks every bound and combination and fills in the defaults.
    ///
    /// # Errors
    /// Every [`SpecError`] that does not speak of a file.
    pub fn validate(&self) -> Result<Spec, SpecError> {
        let families = self.family.as_deref().unwrap_or(&Family::ALL);
        if families.is_empty() {
            return Err(SpecError::NoFamily);
        }
        for (place, family) in families.iter().enumerate() {
            if families[..place].contains(family) {
                return Err(SpecError::RepeatedFamily { family: *family });
            }
        }
        let prefix = self.prefix.clone().unwrap_or_default();
        identifier::check_prefix(&prefix)?;
        let n = bounded("n", self.n, 2..=16, "")?.ok_or(SpecError::Missing { field: "n" })?;
        let hypercube = match families.contains(&Family::Hypercube) {
            true => Some(self.hypercube(n)?),
            false => None,
        };
        let name = match (&self.name, &hypercube) {
            (Some(name), _) => name.clone(),
            (None, Some(cube)) => format!("n{n}_m{}", cube.m),
            (None, None) => format!("n{n}"),
        };
        identifier::check_folder(&name)?;
        Ok(Spec { name, prefix, hypercube })
    }

    /// Checks the options of the hypercube family.
    fn hypercube(&self, n: u32) -> Result<HypercubeSpec, SpecError> {
        let most_listed = (1 << n) - 2;
        let in_cube = format!(" for n = {n}");
        let m = bounded("m", self.m, 1..=most_listed.min(256), &in_cube)?
            .ok_or(SpecError::Missing { field: "m" })?;
        let vote = self.vote.unwrap_or(Vote::Greedy);
        if vote == Vote::Nca {
            bounded("m", self.m, 1..=32, " with the vote nca")?;
        }
        let lan = self.lan.unwrap_or(false);
        let fixed = [("vote", self.vote.is_some()), ("classes", self.classes.is_some())];
        if let Some((field, _)) = fixed.into_iter().find(|(_, given)| lan && *given) {
            return Err(SpecError::FixedByLan { field });
        }
        let fault_tolerant = self.fault_tolerant.unwrap_or(true);
        let (least, why) = if fault_tolerant { (2, " with fault tolerance") } else { (1, "") };
        let classes = match bounded("classes", self.classes, least..=8, why)? {
            _ if lan => 1,
            Some(classes) => classes,
            None => least + 1,
        };
        if self.network == Some(true) && n > 12 {
            return Err(SpecError::NetworkTooLarge { n });
        }
        let default = HypercubeSpec::new(n, m);
        let listed = format!(" for n = {n} and m = {m}");
        let max_list = bounded("max-list", self.max_list, m..=most_listed, &listed)?;
        Ok(HypercubeSpec {
            width: bounded("width", self.width, n..=512, &in_cube)?.unwrap_or(default.width),
            max_data: bounded("max-data", self.max_data, 0..=4096, "")?.unwrap_or(default.max_data),
            vote,
            classes,
            max_list: max_list.unwrap_or(default.max_list),
            lan,
            fault_tolerant,
            network: self.network.unwrap_or(default.network),
            ..default
        })
    }
}

impl Spec {
    /// Returns what the user should know about a valid configuration, a sentence each.
    pub fn warnings(&self) -> Vec<&'static str> {
        let lan = self.hypercube.as_ref().is_some_and(|cube| cube.lan);
        let warning = "with lan the network is not deadlock-free: messages can block each other \
                       for ever";
        lan.then_some(warning).into_iter().collect()
    }
}

/// Returns the value if it is given and in range; `why` says what the range depends on.
fn bounded(
    field: &'static str,
    value: Option<i64>,
    permitted: RangeInclusive<u32>,
    why: &str,
) -> Result<Option<u32>, SpecError> {
    let Some(value) = value else { return Ok(None) };
    match u32::try_from(value) {
        Ok(number) if permitted.contains(&number) => Ok(Some(number)),
        _ => Err(SpecError::Range { field, value, permitted, why: why.to_string() }),
    }
}

/// Returns the valid key that looks most like a wrong one.
fn nearest(key: &str) -> &'static str {
    let likeness = |known: &str| strsim::jaro_winkler(&key.to_lowercase(), known);
    KEYS.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).expect("there are keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(n: i64, m: i64) -> RawConfig {
        RawConfig { n: Some(n), m: Some(m), ..RawConfig::default() }
    }

    fn cube(raw: &RawConfig) -> HypercubeSpec {
        raw.validate().expect("valid").hypercube.expect("the default family")
    }

    #[test]
    fn the_list_of_keys_is_that_of_the_fields() {
        let error = toml::from_str::<RawConfig>("nonsense = 1").expect_err("unknown");
        let expected: Vec<&str> = error.message().split('`').skip(3).step_by(2).collect();
        assert_eq!(expected, KEYS);
    }

    #[test]
    fn defaults_are_those_of_the_option_table() {
        assert_eq!(cube(&raw(6, 8)), HypercubeSpec::new(6, 8));
        assert_eq!(cube(&raw(10, 8)).max_list, 254);
        assert_eq!(cube(&raw(10, 256)).max_list, 256);
        assert!(cube(&raw(8, 8)).network && !cube(&raw(9, 8)).network);
        let fault_free = RawConfig { fault_tolerant: Some(false), ..raw(6, 8) };
        assert_eq!(cube(&fault_free).classes, 2);
        let lan = cube(&RawConfig { lan: Some(true), ..raw(6, 8) });
        assert_eq!((lan.classes, lan.vote), (1, Vote::Greedy));
    }

    /// Asserts that the values from `least` to `most` are the valid ones.
    fn corners(least: i64, most: i64, change: fn(&mut RawConfig, i64)) {
        let accepted = [least - 1, least, most, most + 1].map(|value| {
            let mut config = raw(6, 8);
            change(&mut config, value);
            config.validate().is_ok()
        });
        assert_eq!(accepted, [false, true, true, false], "{least} to {most}");
    }

    #[test]
    fn corners_are_valid_and_their_neighbours_are_not() {
        corners(4, 16, |raw, value| raw.n = Some(value));
        corners(1, 62, |raw, value| raw.m = Some(value));
        corners(6, 512, |raw, value| raw.width = Some(value));
        corners(0, 4096, |raw, value| raw.max_data = Some(value));
        corners(2, 8, |raw, value| raw.classes = Some(value));
        corners(8, 62, |raw, value| raw.max_list = Some(value));
        assert!(raw(2, 2).validate().is_ok() && raw(1, 1).validate().is_err());
        assert!(raw(2, 3).validate().is_err());
        assert!(raw(16, 256).validate().is_ok() && raw(16, 257).validate().is_err());
    }

    #[test]
    fn the_first_source_wins_key_by_key() {
        let file = RawConfig { width: Some(64), ..raw(4, 3) };
        let merged = RawConfig { n: Some(5), ..RawConfig::default() }.or(file);
        assert_eq!(merged, RawConfig { width: Some(64), ..raw(5, 3) });
    }

    #[test]
    fn both_spellings_of_a_key_are_one_key() {
        let parse = RawConfig::from_toml;
        assert_eq!(parse("max_data = 3"), parse("max-data = 3"));
        let both = parse("max-data = 3\nmax_data = 3");
        assert!(matches!(both, Err(SpecError::RepeatedKey { .. })), "{both:?}");
    }
}
