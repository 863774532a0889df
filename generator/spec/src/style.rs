//! How the hardware is written, whatever it does: memories and resets, the same for all families.

use crate::option::{ConfigOption, Kind, OPTION, Value};
use crate::raw::RawConfig;

/// Says how the hardware is written; the default leaves every choice to the tools of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Which cells memories ask for.
    pub ram_style: RamStyle,
    /// When a reset takes effect.
    pub reset: Reset,
}

/// Names the cells that memories ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RamStyle {
    /// None: the tools choose, except for large memories of ring trees, which ask for blocks.
    #[default]
    Auto,
    /// Look-up tables.
    Distributed,
    /// Memory blocks, for memories whose read port has a register.
    Block,
}

/// Names when a reset takes effect; it is active low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// At a clock edge.
    #[default]
    Sync,
    /// At once; it ends at a clock edge.
    Async,
}

impl RamStyle {
    const ALL: [Self; 3] = [Self::Auto, Self::Distributed, Self::Block];

    /// Returns the name used on the command line, in files and in the attribute.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Distributed => "distributed",
            Self::Block => "block",
        }
    }
}

impl Reset {
    const ALL: [Self; 2] = [Self::Sync, Self::Async];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sync => "sync",
            Self::Async => "async",
        }
    }
}

/// Which cells memories ask for.
pub const RAM_STYLE: ConfigOption = ConfigOption {
    name: "ram-style",
    value_name: "STYLE",
    kind: Kind::Choice(&[
        RamStyle::Auto.name(),
        RamStyle::Distributed.name(),
        RamStyle::Block.name(),
    ]),
    default: Some("auto"),
    help: "Cells that memories ask synthesis for; auto leaves them to the tools",
    ..OPTION
};

/// When a reset takes effect.
pub const RESET: ConfigOption = ConfigOption {
    name: "reset",
    value_name: "RESET",
    kind: Kind::Choice(&[Reset::Sync.name(), Reset::Async.name()]),
    default: Some("sync"),
    help: "Whether registers take the reset, which is active low, at a clock edge or at once",
    ..OPTION
};

impl Style {
    /// The options, in the order of help.
    pub(crate) const OPTIONS: [&ConfigOption; 2] = [&RAM_STYLE, &RESET];

    /// Returns what was typed, or the defaults.
    pub(crate) fn read(raw: &RawConfig) -> Self {
        let ram_style = raw.choice(&RAM_STYLE, &RamStyle::ALL, RamStyle::name);
        let reset = raw.choice(&RESET, &Reset::ALL, Reset::name);
        Self { ram_style: ram_style.unwrap_or_default(), reset: reset.unwrap_or_default() }
    }

    /// Returns the value of each option, in the order of help.
    pub fn settings(self) -> [(&'static ConfigOption, Value); 2] {
        [(&RAM_STYLE, self.ram_style.name().into()), (&RESET, self.reset.name().into())]
    }
}
