//! The options of the HARTS family: names, bounds, combinations and defaults.

use super::{HartsSpec, Interconnect};
use crate::error::SpecError;
use crate::family::{FamilySpec, Idle, Parameters};
use crate::frame::{Destination, Frame};
use crate::option::{
    ConfigOption, FILTER, Former, Kind, MAX_DATA, N, NETWORK, OPTION, Value, WIDTH,
};
use crate::raw::RawConfig;
use crate::reception::{self, RECEPTION, Reception};

/// The largest edge length with all routers in one file, the network top.
const LARGEST_NETWORK: u32 = 12;
/// The largest edge length.
const LARGEST_ROUTER: u32 = 16;

/// Edge length of the hexagonal mesh, where it is not `n`.
pub const HEX_SIZE: ConfigOption = ConfigOption {
    name: "hex-size",
    value_name: "N",
    kind: Kind::Whole { least: 2, most: LARGEST_ROUTER },
    default: Some("n"),
    help: "Edge length of the hexagonal mesh, 2 to 16",
    size: Some("6"),
    ..OPTION
};

/// What joins receivers, transmitters and store.
pub const INTERCONNECT: ConfigOption = ConfigOption {
    name: "interconnect",
    value_name: "INTERCONNECT",
    kind: Kind::Choice(&[Interconnect::Bus.name(), Interconnect::Crossbar.name()]),
    default: Some("bus"),
    help: "What joins receivers, transmitters and store of the router",
    ..OPTION
};

/// How long a message waits for copies.
///
/// **Units**: clock cycles.
pub const MAJORITY_TIMEOUT: ConfigOption = ConfigOption {
    name: "majority-timeout",
    value_name: "CYCLES",
    kind: Kind::Whole { least: 1, most: 0xf_ffff },
    default: Some("4096"),
    help: "A majority is decided after this time at the latest, 1 to 1048575",
    former: Former { name: Some("vote-timeout"), value: None },
    ..OPTION
};

/// How long an in-link remembers what it accepted.
///
/// **Units**: clock cycles.
pub const DUPLICATE_WINDOW: ConfigOption = ConfigOption {
    name: "duplicate-window",
    value_name: "CYCLES",
    kind: Kind::Whole { least: 1, most: 0xf_ffff },
    default: Some("4096"),
    help: "An in-link of the hexagonal mesh remembers a broadcast for half of this time to the whole of it, 1 to 1048575",
    ..OPTION
};

/// Messages of which copies are collected at a time.
pub const OPEN_MESSAGES: ConfigOption = ConfigOption {
    name: "open-messages",
    value_name: "COUNT",
    kind: Kind::Whole { least: 1, most: 256 },
    default: Some("16"),
    help: "Messages whose copies are collected at a time, 1 to 256",
    ..OPTION
};

impl Parameters for HartsSpec {
    const OPTIONS: &'static [&'static ConfigOption] = &[
        &N,
        &HEX_SIZE,
        &WIDTH,
        &MAX_DATA,
        &INTERCONNECT,
        &FILTER,
        &RECEPTION,
        &MAJORITY_TIMEOUT,
        &DUPLICATE_WINDOW,
        &OPEN_MESSAGES,
        &NETWORK,
    ];

    fn least_width(_raw: &RawConfig) -> Result<(u32, String), SpecError> {
        Ok((8, " with harts".to_string()))
    }

    fn idle(raw: &RawConfig) -> Vec<Idle> {
        let why = "has no effect: the processor gets every copy, and no majority is formed";
        let of_messages = |option| Idle { option, why, instead: "add --reception majority" };
        match reception::of(raw) {
            Reception::Copies => vec![of_messages(&MAJORITY_TIMEOUT), of_messages(&OPEN_MESSAGES)],
            Reception::Majority => Vec::new(),
        }
    }

    fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        let n = raw.whole(&N)?.ok_or(SpecError::Missing { option: &N })?;
        let own = raw.whole(&HEX_SIZE)?;
        let size = own.unwrap_or(n);
        let network = raw.flag(&NETWORK);
        if network == Some(true) && size > LARGEST_NETWORK {
            let field = if own.is_some() { HEX_SIZE.name } else { N.name };
            let (most, routers) = (LARGEST_NETWORK, LARGEST_ROUTER);
            return Err(SpecError::NetworkTooLarge { field, value: size, most, routers });
        }
        let default = HartsSpec::new(size);
        let interconnect = raw.choice(&INTERCONNECT, &Interconnect::ALL, Interconnect::name);
        let or = |option, default| Ok::<_, SpecError>(raw.whole(option)?.unwrap_or(default));
        Ok(HartsSpec {
            width: or(&WIDTH, default.width)?,
            max_data: or(&MAX_DATA, default.max_data)?,
            interconnect: interconnect.unwrap_or(default.interconnect),
            filter: raw.flag(&FILTER).unwrap_or(default.filter),
            reception: reception::of(raw),
            majority_timeout: or(&MAJORITY_TIMEOUT, default.majority_timeout)?,
            duplicate_window: or(&DUPLICATE_WINDOW, default.duplicate_window)?,
            open_messages: or(&OPEN_MESSAGES, default.open_messages)?,
            network: network.unwrap_or(default.network),
            ..default
        })
    }

    fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        vec![
            (&HEX_SIZE, self.n.into()),
            (&WIDTH, self.width.into()),
            (&MAX_DATA, self.max_data.into()),
            (&INTERCONNECT, self.interconnect.name().into()),
            (&FILTER, self.filter.into()),
            (&RECEPTION, self.reception.name().into()),
            (&MAJORITY_TIMEOUT, self.majority_timeout.into()),
            (&DUPLICATE_WINDOW, self.duplicate_window.into()),
            (&OPEN_MESSAGES, self.open_messages.into()),
            (&NETWORK, self.network.into()),
        ]
    }

    fn defaults(&self) -> Self {
        Self::new(self.n)
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn frames(&self) -> Vec<Frame> {
        vec![self.injected(), self.delivered()]
    }

    fn header(&self, to: &Destination) -> Result<Vec<u32>, String> {
        // Kind, k, destination; the number counts.
        match to {
            Destination::Node(node) => Ok(vec![0, 0, *node, 0]),
            Destination::Broadcast(copies @ 1..=6) => Ok(vec![1, *copies, 0, 0]),
            Destination::Broadcast(copies) => {
                Err(format!("broadcasts 1 to 6 copies, not {copies}"))
            }
            _ => Err("has no list and no box; permitted is broadcast".to_string()),
        }
    }

    fn size(&self, given: &RawConfig) -> String {
        let from = if given.has(&HEX_SIZE) { "" } else { " (from --n)" };
        format!("edge length {}{from}", self.n)
    }

    fn folder(&self, raw: &RawConfig, before: &[FamilySpec]) -> Option<String> {
        // Only what was typed says what `n` was, where it is not the edge length.
        let n = raw.whole(&N).ok().flatten()?;
        let of_all = before.is_empty().then(|| format!("n{n}"));
        let own = (n != self.n).then(|| format!("h{}", self.n));
        let parts: Vec<String> = of_all.into_iter().chain(own).collect();
        (!parts.is_empty()).then(|| parts.join("_"))
    }

    fn warning(&self) -> Option<&'static str> {
        (!self.filter).then_some(
            "without the filter one lying node can outnumber all others: correct nodes relay what \
             it forges",
        )
    }
}
