//! What can be wrong with a configuration: field, value, permitted range, and what to type next.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::option::ConfigOption;
use crate::topology::GraphFormat;

/// Says why a configuration is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A required value is not given.
    #[error("{} is not given", option.name)]
    Missing {
        /// The option.
        option: &'static ConfigOption,
    },
    /// A number is out of range.
    #[error("{field} is {value}; permitted is {} to {}{why}", permitted.start(), permitted.end())]
    Range {
        /// Name of the option.
        field: &'static str,
        /// Value given.
        value: i128,
        /// What would be valid.
        permitted: RangeInclusive<u32>,
        /// What the range depends on, with a leading blank, or nothing.
        why: String,
    },
    /// A value is not one of those that are permitted.
    #[error("{field} is {value:?}; {permitted}")]
    Value {
        /// Name of the option.
        field: &'static str,
        /// Value given.
        value: String,
        /// What would be valid, in words.
        permitted: Cow<'static, str>,
        /// A valid value.
        instead: Cow<'static, str>,
    },
    /// The value of another option leaves no choice here.
    #[error("{field} {why}")]
    Idle {
        /// Name of the option.
        field: &'static str,
        /// What is wrong with it, after its name.
        why: &'static str,
        /// What may be typed instead of leaving it out.
        instead: &'static str,
    },
    /// The option belongs to families that are not chosen.
    #[error("{field} has no effect without the family {}", families.join(" or "))]
    NoEffect {
        /// Name of the option.
        field: &'static str,
        /// Names of the families that it belongs to.
        families: Vec<&'static str>,
        /// Names of the families that are given.
        given: Vec<&'static str>,
    },
    /// So many routers in one file are of no use.
    #[error("network is true and {field} is {value}; permitted is false above {field} = {most}")]
    NetworkTooLarge {
        /// Name of the option.
        field: &'static str,
        /// Its value.
        value: u32,
        /// The largest with a network in one file.
        most: u32,
        /// The largest with routers.
        routers: u32,
    },
    /// The list of families is empty.
    #[error("family is an empty list; permitted are {}", permitted.join(", "))]
    NoFamily {
        /// Names of all families.
        permitted: &'static [&'static str],
    },
    /// A family is named twice.
    #[error("family names {family} twice")]
    RepeatedFamily {
        /// Name of the family.
        family: &'static str,
    },
    /// The prefix cannot start a module name.
    #[error(
        "prefix is {value:?}; permitted are letters, digits and _, not a digit first, at most 64"
    )]
    Prefix {
        /// Value given.
        value: String,
    },
    /// The prefix is a word of the language.
    #[error("prefix is {value:?}, a reserved word of Verilog")]
    ReservedPrefix {
        /// Value given.
        value: String,
    },
    /// The name is not that of a folder below the output folder.
    #[error(
        "name is {value:?}; permitted are letters, digits, _, - and ., not - or . first, at most 64"
    )]
    Name {
        /// Value given.
        value: String,
    },
    /// A configuration file has a key that does not exist.
    #[error("{key:?} is not a key; the nearest one is {nearest:?}")]
    UnknownKey {
        /// Key given.
        key: String,
        /// Valid key that looks most like it.
        nearest: &'static str,
    },
    /// A configuration file spells one key in two ways.
    #[error("{key:?} is given twice, once with - and once with _")]
    RepeatedKey {
        /// Key given.
        key: String,
    },
    /// A file with the links of a network cannot be read, or has none.
    #[error("graph {path:?}{}: {reason}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Graph {
        /// The file.
        path: String,
        /// Line, from 1 on; none where the whole file is wrong.
        line: Option<usize>,
        /// What is wrong.
        reason: String,
        /// The name of a network that may be meant.
        instead: Option<&'static str>,
    },
    /// A configuration file is not TOML, or a value has the wrong type.
    #[error("{place}: {message}")]
    File {
        /// Line or key.
        place: String,
        /// What the TOML reader says.
        message: String,
    },
}

impl SpecError {
    /// Returns what to type next.
    pub fn hint(&self) -> String {
        match self {
            Self::Missing { option } => {
                format!("try --{} {}", option.name, option.size.unwrap_or(option.value_name))
            }
            Self::Range { field, value, permitted, .. } => {
                let (least, most) = (*permitted.start(), *permitted.end());
                let nearest = if *value < i128::from(least) { least } else { most };
                format!("try --{field} {nearest}")
            }
            Self::Value { field, instead, .. } => format!("try --{field} {instead}"),
            Self::Idle { field, instead, .. } => format!("leave out --{field}, or {instead}"),
            Self::NoEffect { field, families, given } => {
                let families = [given.as_slice(), &families[..1]].concat().join(",");
                format!("leave out --{field}, or type --family {families}")
            }
            Self::NetworkTooLarge { routers, .. } => {
                format!("leave out --network; the routers alone are emitted up to n = {routers}")
            }
            Self::NoFamily { permitted } => format!("try --family {}", permitted.join(",")),
            Self::RepeatedFamily { .. } => "name each family once".to_string(),
            Self::Prefix { .. } => "try --prefix left_".to_string(),
            Self::ReservedPrefix { value } => format!("try --prefix {value}_"),
            Self::Name { .. } => {
                "try --name my_design, and --out for the folder above it".to_string()
            }
            Self::UnknownKey { nearest, .. } => format!("write {nearest} = ..."),
            Self::RepeatedKey { .. } => "keep one of the two".to_string(),
            Self::Graph { instead: Some(name), .. } => format!("try --graph {name}"),
            Self::Graph { .. } => {
                let names: Vec<&str> = GraphFormat::ALL.map(GraphFormat::name).to_vec();
                format!(
                    "--graph-format says what the file is: {}; or try --graph grid:4x4",
                    names.join(", ")
                )
            }
            Self::File { .. } => {
                "a configuration file has lines like n = 6 and vote = \"look2\"".to_string()
            }
        }
    }

    /// Wraps what the TOML reader says about a whole text with the number of the line.
    pub(crate) fn file(text: &str, error: &toml::de::Error) -> Self {
        let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
        let place = format!("line {}", before.matches('\n').count() + 1);
        Self::File { place, message: plain(error) }
    }
}

/// Returns what the TOML reader says, in plain words.
pub(crate) fn plain(error: &toml::de::Error) -> String {
    error.message().replace("integer number overflowed", "the number is far out of range")
}
