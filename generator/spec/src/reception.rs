//! What a processor gets of a broadcast of which several copies arrive.

use serde::{Deserialize, Serialize};

use crate::option::{ConfigOption, Former, Kind, OPTION};
use crate::raw::RawConfig;

/// Names what a processor gets of a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reception {
    /// Every copy.
    Copies,
    /// One frame: the majority of the copies.
    Majority,
}

impl Reception {
    /// All of them, in the order of the command line.
    pub const ALL: [Reception; 2] = [Reception::Copies, Reception::Majority];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Reception::Copies => "copies",
            Reception::Majority => "majority",
        }
    }
}

/// What a processor gets of a broadcast.
pub const RECEPTION: ConfigOption = ConfigOption {
    name: "reception",
    value_name: "RECEPTION",
    kind: Kind::Choice(&[Reception::Copies.name(), Reception::Majority.name()]),
    default: Some("copies"),
    help: "What a processor gets of a broadcast: every copy, or one frame by majority",
    former: Former { name: None, value: Some(("vote", Reception::Majority.name())) },
    ..OPTION
};

/// Returns what was typed, or the default.
pub(crate) fn of(raw: &RawConfig) -> Reception {
    raw.choice(&RECEPTION, &Reception::ALL, Reception::name).unwrap_or(Reception::Copies)
}
