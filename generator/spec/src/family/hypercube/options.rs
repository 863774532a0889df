//! The options of the hypercube family: names, bounds, combinations and defaults.

use super::{HypercubeSpec, Vote};
use crate::error::SpecError;
use crate::family::{FamilySpec, Idle, Parameters};
use crate::frame::{Destination, Frame, Header, List};
use crate::option::{ConfigOption, FLAG, Kind, MAX_DATA, N, NETWORK, OPTION, Value, WIDTH};
use crate::raw::RawConfig;

/// The largest dimension with all routers in one file, the network top.
const LARGEST_NETWORK: u32 = 12;
/// The largest dimension.
const LARGEST_ROUTER: u32 = 16;

/// Destination limit.
pub const M: ConfigOption = ConfigOption {
    name: "m",
    value_name: "M",
    kind: Kind::Whole { least: 1, most: 256 },
    help: "Destination limit of the multicaster, 1 to min(2^n - 2, 256)",
    size: Some("8"),
    ..OPTION
};

/// Branch decision rule.
pub const VOTE: ConfigOption = ConfigOption {
    name: "vote",
    value_name: "VOTE",
    kind: Kind::Choice(&[
        Vote::Greedy.name(),
        Vote::Look2.name(),
        Vote::Nca.name(),
        Vote::Pcube.name(),
    ]),
    default: Some("greedy"),
    help: "Branch decision rule; nca up to m = 32",
    ..OPTION
};

/// Buffer classes.
pub const CLASSES: ConfigOption = ConfigOption {
    name: "classes",
    value_name: "CLASSES",
    kind: Kind::Whole { least: 1, most: 8 },
    default: Some("3, or 2 without it"),
    help: "Buffer classes, 1 to 8, at least 2 with fault tolerance",
    ..OPTION
};

/// Longest destination list.
pub const MAX_LIST: ConfigOption = ConfigOption {
    name: "max-list",
    value_name: "COUNT",
    kind: Kind::Whole { least: 1, most: (1 << 16) - 2 },
    default: Some("min(2^n - 2, max(m, 254))"),
    help: "Longest destination list, m to 2^n - 2",
    ..OPTION
};

/// The thesis's own rules.
pub const LAN: ConfigOption = ConfigOption {
    name: "lan",
    default: Some("false"),
    help: "The thesis's own rules, one class, greedy: NOT deadlock-free",
    ..FLAG
};

/// Control field and fault vectors.
pub const FAULT_TOLERANT: ConfigOption = ConfigOption {
    name: "fault-tolerant",
    default: Some("true"),
    help: "Control field and fault vectors",
    ..FLAG
};

/// Reads the dimension.
fn dimension(raw: &RawConfig) -> Result<u32, SpecError> {
    raw.whole(&N)?.ok_or(SpecError::Missing { option: &N })
}

impl Parameters for HypercubeSpec {
    const OPTIONS: &'static [&'static ConfigOption] =
        &[&N, &M, &WIDTH, &MAX_DATA, &VOTE, &CLASSES, &MAX_LIST, &LAN, &FAULT_TOLERANT, &NETWORK];

    fn least_width(raw: &RawConfig) -> Result<(u32, String), SpecError> {
        dimension(raw).map(|n| (n, format!(" for n = {n}")))
    }

    fn idle(raw: &RawConfig) -> Vec<Idle> {
        let why = "cannot be chosen together with lan: it has one class and the greedy vote";
        let fixed = |option| Idle { option, why, instead: "leave out --lan" };
        match raw.flag(&LAN) {
            Some(true) => vec![fixed(&VOTE), fixed(&CLASSES)],
            _ => Vec::new(),
        }
    }

    fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        let n = dimension(raw)?;
        let most_listed = (1 << n) - 2;
        let in_cube = format!(" for n = {n}");
        let m = raw
            .bounded(&M, 1..=most_listed.min(256), &in_cube)?
            .ok_or(SpecError::Missing { option: &M })?;
        let vote = raw.choice(&VOTE, &Vote::ALL, Vote::name).unwrap_or(Vote::Greedy);
        if vote == Vote::Nca {
            raw.bounded(&M, 1..=32, " with the vote nca")?;
        }
        let lan = raw.flag(&LAN).unwrap_or(false);
        let fault_tolerant = raw.flag(&FAULT_TOLERANT).unwrap_or(true);
        let (least, why) = if fault_tolerant { (2, " with fault tolerance") } else { (1, "") };
        let classes = match raw.bounded(&CLASSES, least..=8, why)? {
            _ if lan => 1,
            Some(classes) => classes,
            None => least + 1,
        };
        let network = raw.flag(&NETWORK);
        if network == Some(true) && n > LARGEST_NETWORK {
            let (most, routers) = (LARGEST_NETWORK, LARGEST_ROUTER);
            return Err(SpecError::NetworkTooLarge { field: N.name, value: n, most, routers });
        }
        let default = HypercubeSpec::new(n, m);
        let listed = format!(" for n = {n} and m = {m}");
        let max_list = raw.bounded(&MAX_LIST, m..=most_listed, &listed)?;
        Ok(HypercubeSpec {
            width: raw.whole(&WIDTH)?.unwrap_or(default.width),
            max_data: raw.whole(&MAX_DATA)?.unwrap_or(default.max_data),
            vote,
            classes,
            max_list: max_list.unwrap_or(default.max_list),
            lan,
            fault_tolerant,
            network: network.unwrap_or(default.network),
            ..default
        })
    }

    fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        vec![
            (&N, self.n.into()),
            (&M, self.m.into()),
            (&WIDTH, self.width.into()),
            (&MAX_DATA, self.max_data.into()),
            (&VOTE, self.vote.name().into()),
            (&CLASSES, self.classes.into()),
            (&MAX_LIST, self.max_list.into()),
            (&LAN, self.lan.into()),
            (&FAULT_TOLERANT, self.fault_tolerant.into()),
            (&NETWORK, self.network.into()),
        ]
    }

    fn defaults(&self) -> Self {
        let classes = if self.fault_tolerant { 3 } else { 2 };
        Self { classes, ..Self::new(self.n, self.m) }
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn frames(&self) -> Vec<Frame> {
        let list = List {
            bits: self.n,
            per_flit: self.fields_per_flit(),
            most: self.max_list,
            broadcast: self.broadcast_count(),
            trailer: self.trailer_fields(),
        };
        let source = Frame::of_fields(true, [("source", self.n)]);
        vec![Frame { received: false, header: Header::List(list) }, source]
    }

    fn header(&self, to: &Destination) -> Result<Vec<u32>, String> {
        let list = match to {
            Destination::Node(node) => vec![*node],
            Destination::List(nodes) => nodes.clone(),
            Destination::Broadcast(1) => return Ok(vec![self.broadcast_count()]),
            Destination::Broadcast(copies) => {
                return Err(format!("broadcasts one copy, not {copies}"));
            }
            Destination::Box(_) => {
                return Err("has no box; permitted are list and broadcast".to_string());
            }
        };
        let (count, nodes, most) = (list.len() as u32, self.nodes(), self.max_list);
        if count == 0 || count > most {
            return Err(format!("lists 1 to {most} nodes, not {count}"));
        }
        for (place, node) in list.iter().enumerate() {
            if *node >= nodes {
                return Err(format!("has nodes 0 to {}, not {node}", nodes - 1));
            }
            if list[..place].contains(node) {
                return Err(format!("lists node {node} twice"));
            }
        }
        Ok([&[count], &list[..]].concat())
    }

    fn size(&self, _given: &RawConfig) -> String {
        format!("n = {}, m = {}", self.n, self.m)
    }

    fn folder(&self, _raw: &RawConfig, _before: &[FamilySpec]) -> Option<String> {
        Some(format!("n{}_m{}", self.n, self.m))
    }

    fn warning(&self) -> Option<&'static str> {
        self.lan.then_some(
            "with lan the network is not deadlock-free: messages can block each other for ever",
        )
    }
}
