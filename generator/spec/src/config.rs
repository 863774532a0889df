//! What was typed (`RawConfig`, from the command line and a TOML file) and what is valid (`Spec`).

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::error::{self, SpecError};
use crate::harts::{HartsSpec, Interconnect, Reception};
use crate::hypercube::{HypercubeSpec, Vote};
use crate::identifier;

/// The most data flits of a frame or packet.
pub const MOST_DATA: u32 = 4096;

/// Names a hardware family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Routers with multicast and fault-tolerant broadcast on the hypercube ([Lan88]).
    Hypercube,
    /// Routers with k-reliable broadcast on the wrapped hexagonal mesh ([KS91]).
    Harts,
}

impl Family {
    /// All families, in the order of the command line.
    pub const ALL: [Family; 2] = [Family::Hypercube, Family::Harts];

    /// The families that are emitted when none is chosen.
    pub const DEFAULT: [Family; 2] = [Family::Hypercube, Family::Harts];

    /// Returns the name used on the command line, in files and as folder.
    pub fn name(self) -> &'static str {
        match self {
            Family::Hypercube => "hypercube",
            Family::Harts => "harts",
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
    /// Dimension of the hypercube, and edge length of the hexagonal mesh.
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
    /// Edge length of the hexagonal mesh, where it is not `n`.
    pub hex_size: Option<i64>,
    /// What joins receivers, transmitters and store.
    pub interconnect: Option<Interconnect>,
    /// Expected-header filter.
    pub filter: Option<bool>,
    /// What a processor gets of a broadcast.
    pub reception: Option<Reception>,
    /// How long a vote waits for copies.
    ///
    /// **Units**: clock cycles.
    pub vote_timeout: Option<i64>,
    /// How long an in-link remembers what it accepted.
    ///
    /// **Units**: clock cycles.
    pub duplicate_window: Option<i64>,
    /// Votes that are open at a time.
    pub open_messages: Option<i64>,
    /// Prefix of every module and file name.
    pub prefix: Option<String>,
    /// Name of the output folder.
    pub name: Option<String>,
}

/// The keys of a configuration file; `_` and `-` are the same there.
pub const KEYS: [&str; 20] = [
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
    "hex-size",
    "interconnect",
    "filter",
    "reception",
    "vote-timeout",
    "duplicate-window",
    "open-messages",
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
    /// The HARTS family, if it is chosen.
    pub harts: Option<HartsSpec>,
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
            hex_size: self.hex_size.or(other.hex_size),
            interconnect: self.interconnect.or(other.interconnect),
            filter: self.filter.or(other.filter),
            reception: self.reception.or(other.reception),
            vote_timeout: self.vote_timeout.or(other.vote_timeout),
            duplicate_window: self.duplicate_window.or(other.duplicate_window),
            open_messages: self.open_messages.or(other.open_messages),
            prefix: self.prefix.or(other.prefix),
            name: self.name.or(other.name),
        }
    }

    /// Checks every bound and combination and fills in the defaults.
    ///
    /// # Errors
    /// Every [`SpecError`] that does not speak of a file.
    pub fn validate(&self) -> Result<Spec, SpecError> {
        let families = self.family.as_deref().unwrap_or(&Family::DEFAULT);
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
        if let Some((field, family)) = self.without_effect(families) {
            return Err(SpecError::NoEffect { field, family });
        }
        let n = bounded("n", self.n, 2..=16, "")?.ok_or(SpecError::Missing { field: "n" })?;
        let chosen = |family| families.contains(&family).then_some(family);
        let hypercube =
            chosen(Family::Hypercube).map(|_| self.hypercube(n, families)).transpose()?;
        let harts = chosen(Family::Harts).map(|_| self.harts(n, families)).transpose()?;
        let name = self.name.clone().unwrap_or_else(|| {
            let cube = hypercube.as_ref().map_or(String::new(), |cube| format!("_m{}", cube.m));
            let other_size = harts.as_ref().filter(|mesh| mesh.n != n);
            let mesh = other_size.map_or(String::new(), |mesh| format!("_h{}", mesh.n));
            format!("n{n}{cube}{mesh}")
        });
        identifier::check_folder(&name)?;
        Ok(Spec { name, prefix, hypercube, harts })
    }

    /// Checks the options of the hypercube family.
    fn hypercube(&self, n: u32, families: &[Family]) -> Result<HypercubeSpec, SpecError> {
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
            return Err(SpecError::NetworkTooLarge { field: "n", value: n });
        }
        let default = HypercubeSpec::new(n, m);
        let listed = format!(" for n = {n} and m = {m}");
        let max_list = bounded("max-list", self.max_list, m..=most_listed, &listed)?;
        Ok(HypercubeSpec {
            width: self.width(n, families)?.unwrap_or(default.width),
            max_data: self.max_data()?.unwrap_or(default.max_data),
            vote,
            classes,
            max_list: max_list.unwrap_or(default.max_list),
            lan,
            fault_tolerant,
            network: self.network.unwrap_or(default.network),
            ..default
        })
    }

    /// Checks the options of the HARTS family.
    fn harts(&self, n: u32, families: &[Family]) -> Result<HartsSpec, SpecError> {
        let size = bounded("hex-size", self.hex_size, 2..=16, "")?.unwrap_or(n);
        let reception = self.reception.unwrap_or(Reception::Copies);
        let of_votes = [("vote-timeout", self.vote_timeout), ("open-messages", self.open_messages)];
        if let Some((field, _)) = of_votes.into_iter().find(|(_, value)| value.is_some())
            && reception != Reception::Vote
        {
            return Err(SpecError::NoVote { field });
        }
        if self.network == Some(true) && size > 12 {
            let field = if self.hex_size.is_some() { "hex-size" } else { "n" };
            return Err(SpecError::NetworkTooLarge { field, value: size });
        }
        let cycles = |field, value, default| {
            Ok::<_, SpecError>(bounded(field, value, 1..=0xf_ffff, "")?.unwrap_or(default))
        };
        let default = HartsSpec::new(size);
        let window = ("duplicate-window", self.duplicate_window);
        Ok(HartsSpec {
            width: self.width(n, families)?.unwrap_or(default.width),
            max_data: self.max_data()?.unwrap_or(default.max_data),
            interconnect: self.interconnect.unwrap_or(default.interconnect),
            filter: self.filter.unwrap_or(default.filter),
            reception,
            vote_timeout: cycles("vote-timeout", self.vote_timeout, default.vote_timeout)?,
            duplicate_window: cycles(window.0, window.1, default.duplicate_window)?,
            open_messages: bounded("open-messages", self.open_messages, 1..=256, "")?
                .unwrap_or(default.open_messages),
            network: self.network.unwrap_or(default.network),
            ..default
        })
    }

    /// Checks the flit width, which all families share.
    fn width(&self, n: u32, families: &[Family]) -> Result<Option<u32>, SpecError> {
        let of_cube = if families.contains(&Family::Hypercube) { n } else { 0 };
        let (least, why) = match families.contains(&Family::Harts) {
            true if of_cube < 8 => (8, " with harts".to_string()),
            _ => (of_cube, format!(" for n = {n}")),
        };
        bounded("width", self.width, least..=512, &why)
    }

    fn max_data(&self) -> Result<Option<u32>, SpecError> {
        bounded("max-data", self.max_data, 0..=MOST_DATA, "")
    }

    /// Returns an option that is given, and the family that it needs and that is not chosen.
    fn without_effect(&self, families: &[Family]) -> Option<(&'static str, Family)> {
        let of_cube = [
            ("m", self.m.is_some()),
            ("vote", self.vote.is_some()),
            ("classes", self.classes.is_some()),
            ("max-list", self.max_list.is_some()),
            ("lan", self.lan.is_some()),
            ("fault-tolerant", self.fault_tolerant.is_some()),
        ];
        let of_mesh = [
            ("hex-size", self.hex_size.is_some()),
            ("interconnect", self.interconnect.is_some()),
            ("filter", self.filter.is_some()),
            ("reception", self.reception.is_some()),
            ("vote-timeout", self.vote_timeout.is_some()),
            ("duplicate-window", self.duplicate_window.is_some()),
            ("open-messages", self.open_messages.is_some()),
        ];
        let needs = |family| move |(field, given)| (field, family, given);
        let mut options = of_cube
            .into_iter()
            .map(needs(Family::Hypercube))
            .chain(of_mesh.into_iter().map(needs(Family::Harts)));
        let idle = options.find(|(_, family, given)| *given && !families.contains(family));
        idle.map(|(field, family, _)| (field, family))
    }
}

impl Spec {
    /// Returns what the user should know about a valid configuration, a sentence each.
    pub fn warnings(&self) -> Vec<&'static str> {
        let lan = self.hypercube.as_ref().is_some_and(|cube| cube.lan);
        let unfiltered = self.harts.as_ref().is_some_and(|mesh| !mesh.filter);
        let of_lan = "with lan the network is not deadlock-free: messages can block each other \
                      for ever";
        let of_filter = "without the filter one lying node can outvote all others: correct nodes \
                         relay what it forges";
        let warnings = [(lan, of_lan), (unfiltered, of_filter)];
        warnings.into_iter().filter_map(|(warns, text)| warns.then_some(text)).collect()
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
mod tests;
