//! The vocabulary of configuration options: what an option is, and those that families share.
//!
//! An option of one family only stands in the folder of that family. `config::table` joins all.

use std::fmt;

use crate::text;
use crate::topology::GraphFile;

/// Describes an option of a configuration: the only place that does.
///
/// Command line, help, configuration files, refusals, the command in emitted files and the manifest
/// all read it.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigOption {
    /// Long option on the command line and key of a configuration file, in kebab case.
    pub name: &'static str,
    /// What stands for the value in help.
    pub value_name: &'static str,
    /// What is permitted.
    pub kind: Kind,
    /// Value where none is given, in words for help; `None` where one has to be given.
    pub default: Option<&'static str>,
    /// One sentence without a full stop.
    pub help: &'static str,
    /// A value for hints, of an option that gives the size of a network.
    ///
    /// Such options come first in a command.
    pub size: Option<&'static str>,
    /// Former spellings, which are still read and never written.
    pub former: Former,
}

/// Former spellings of an option and of its values.
#[derive(Debug, PartialEq, Eq)]
pub struct Former {
    /// Its former name.
    pub name: Option<&'static str>,
    /// A former value, and how it is written now.
    pub value: Option<(&'static str, &'static str)>,
}

/// Says what values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number between bounds that hold in every configuration.
    Whole {
        /// Smallest permitted value.
        least: u32,
        /// Largest permitted value.
        most: u32,
    },
    /// `true` or `false`; the option alone means `true`.
    Flag,
    /// One of some names.
    Choice(&'static [&'static str]),
    /// Some of some names.
    List(&'static [&'static str]),
    /// Any text; what is permitted is checked with the configuration.
    Text,
}

/// Holds a value as it was typed.
///
/// Numbers are wider than any permitted value, so that an error can say what is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Whole(i128),
    /// `true` or `false`.
    Flag(bool),
    /// One of the names of the option.
    Choice(&'static str),
    /// Some of the names of the option.
    List(Vec<&'static str>),
    /// Text.
    Text(String),
    /// The file of a design with a network, and what is in it.
    File(&'static str, GraphFile),
}

impl ConfigOption {
    /// Returns the text for help, the default included.
    pub fn help(&self) -> String {
        match self.default {
            Some(default) => format!("{} [default: {default}]", self.help),
            None => self.help.to_string(),
        }
    }

    /// Returns whether a long option or a key means this one.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.former.name == Some(name)
    }

    /// Returns the name that a value means, of an option that takes names.
    pub fn choice(&self, typed: &str) -> Option<&'static str> {
        let (Kind::Choice(names) | Kind::List(names)) = self.kind else { return None };
        let now = match self.former.value {
            Some((former, now)) if former == typed => now,
            _ => typed,
        };
        names.iter().copied().find(|name| *name == now)
    }

    /// Returns the key of the manifest: the name with `_`.
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns whether a value is of the kind of the option.
    pub fn takes(&self, value: &Value) -> bool {
        match (self.kind, value) {
            (Kind::Whole { .. }, Value::Whole(_))
            | (Kind::Flag, Value::Flag(_))
            | (Kind::Text, Value::Text(_) | Value::File(..)) => true,
            (Kind::Choice(names), Value::Choice(name)) => names.contains(name),
            (Kind::List(names), Value::List(some)) => some.iter().all(|name| names.contains(name)),
            _ => false,
        }
    }

    /// Returns how a value is typed in a shell, without the leading dashes.
    pub fn typed(&self, value: &Value) -> String {
        match value {
            Value::Flag(true) if self.default == Some("false") => self.name.to_string(),
            Value::Text(text) => {
                // It would be taken for an option.
                let between = if text.starts_with('-') { '=' } else { ' ' };
                format!("{}{between}{}", self.name, text::shell(text))
            }
            _ => format!("{} {value}", self.name),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::Choice(name) => name.fmt(f),
            Value::List(names) => names.join(",").fmt(f),
            Value::Text(text) => text.fmt(f),
            Value::File(name, _) => name.fmt(f),
        }
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Whole(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Value::Whole(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Whole(number.into())
    }
}

impl From<i128> for Value {
    fn from(number: i128) -> Self {
        Value::Whole(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<&'static str> for Value {
    fn from(name: &'static str) -> Self {
        Value::Choice(name)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<Vec<&'static str>> for Value {
    fn from(names: Vec<&'static str>) -> Self {
        Value::List(names)
    }
}

/// An option to start the others from: `ConfigOption { name: .., ..OPTION }`.
pub(crate) const OPTION: ConfigOption = ConfigOption {
    name: "",
    value_name: "",
    kind: Kind::Text,
    default: None,
    help: "",
    size: None,
    former: Former { name: None, value: None },
};

/// An option that is `true` or `false`.
pub(crate) const FLAG: ConfigOption =
    ConfigOption { value_name: "true|false", kind: Kind::Flag, ..OPTION };

/// Dimension of the hypercube, and edge length of the hexagonal mesh.
pub const N: ConfigOption = ConfigOption {
    name: "n",
    value_name: "N",
    kind: Kind::Whole { least: 2, most: 16 },
    help: "Dimension of the hypercube and edge length of the hexagonal mesh, 2 to 16",
    size: Some("6"),
    ..OPTION
};

/// The narrowest flit of any family.
///
/// **Units**: bits.
pub const NARROWEST: u32 = 2;

/// Flit width.
///
/// **Units**: bits.
pub const WIDTH: ConfigOption = ConfigOption {
    name: "width",
    value_name: "BITS",
    kind: Kind::Whole { least: NARROWEST, most: 512 },
    default: Some("32"),
    help: "Flit width in bits, n to 512, at least 8 except with hypercube alone",
    ..OPTION
};

/// The most data flits of a frame or packet.
pub const MOST_DATA: u32 = 4096;

/// Largest number of data flits of a frame.
pub const MAX_DATA: ConfigOption = ConfigOption {
    name: "max-data",
    value_name: "FLITS",
    kind: Kind::Whole { least: 0, most: MOST_DATA },
    default: Some("64"),
    help: "Largest number of data flits of a frame, 0 to 4096, with ihc 1 or more",
    ..OPTION
};

/// Expected-header filter.
pub const FILTER: ConfigOption = ConfigOption {
    name: "filter",
    default: Some("true"),
    help: "Refuse headers that a correct neighbour does not send",
    ..FLAG
};

/// A testbench can replace what nodes send.
pub const TEST_PORTS: ConfigOption = ConfigOption {
    name: "test-ports",
    default: Some("false"),
    help: "Ports by which a testbench replaces what nodes send",
    ..FLAG
};

/// Emit the network top.
pub const NETWORK: ConfigOption = ConfigOption {
    name: "network",
    default: Some("true up to n = 8, with region and ihc up to 256 nodes"),
    help: "Also emit the network top; up to n = 12, with region and ihc in any size",
    ..FLAG
};

/// Prefix of every module and file name.
pub const PREFIX: ConfigOption = ConfigOption {
    name: "prefix",
    value_name: "PREFIX",
    default: Some("none"),
    help: "Prefix of every module and file name, a Verilog identifier",
    ..OPTION
};

/// Name of the output folder.
pub const NAME: ConfigOption = ConfigOption {
    name: "name",
    value_name: "NAME",
    default: Some("n<N>_m<M>"),
    help: "Name of the output folder",
    ..OPTION
};
