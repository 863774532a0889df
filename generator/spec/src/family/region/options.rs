//! The options of the region family: names, bounds, combinations and defaults.

use super::{Answers, CornerAlgorithm, DEFAULT_TAGS, RegionSpec, STATUS_BITS, WANT_BITS};
use crate::error::SpecError;
use crate::family::{FamilySpec, Idle, Parameters};
use crate::frame::{Destination, Field, Frame, Header};
use crate::option::{ConfigOption, Kind, MAX_DATA, NETWORK, OPTION, Value, WIDTH};
use crate::raw::{self, RawConfig};

/// Most dimensions of a mesh.
const MOST_DIMENSIONS: usize = 4;
/// Most nodes along a dimension.
const MOST_ALONG: u32 = 64;
/// Most nodes of a mesh.
const MOST_NODES: u32 = 4096;

/// Nodes along each dimension.
pub const MESH: ConfigOption = ConfigOption {
    name: "mesh",
    value_name: "SIDES",
    help: "Nodes along each dimension of the mesh, 2 to 64 in each of 1 to 4, 4096 in all",
    size: Some("4x4"),
    ..OPTION
};

/// How messages spread.
pub const ALGORITHM: ConfigOption = ConfigOption {
    name: "algorithm",
    value_name: "ALGORITHM",
    kind: Kind::Choice(&[
        CornerAlgorithm::FixedCorner.name(),
        CornerAlgorithm::NearestCorner.name(),
        CornerAlgorithm::Mst.name(),
    ]),
    default: Some("fixed-corner"),
    help: "How a message reaches the nodes of its region",
    ..OPTION
};

/// Virtual channels of a link.
pub const VCS: ConfigOption = ConfigOption {
    name: "vcs",
    value_name: "COUNT",
    kind: Kind::Whole { least: 1, most: 8 },
    default: Some("1, with nearest-corner 2"),
    help: "Virtual channels of a link, 1 to 8, with nearest-corner an even number",
    ..OPTION
};

/// Buffers before a processor.
pub const DELIVERIES: ConfigOption = ConfigOption {
    name: "deliveries",
    value_name: "COUNT",
    kind: Kind::Whole { least: 1, most: 16 },
    default: Some("1"),
    help: "Messages that a router stores for its processor, 1 to 16",
    ..OPTION
};

/// Answers of messages.
pub const ANSWERS: ConfigOption = ConfigOption {
    name: "answers",
    value_name: "ANSWERS",
    kind: Kind::Choice(&[Answers::None.name(), Answers::Landed.name(), Answers::Reply.name()]),
    default: Some("none"),
    help: "Answers that a message may want: that it has landed at all destinations, or their reply",
    ..OPTION
};

/// Messages that wait for answers.
pub const TAGS: ConfigOption = ConfigOption {
    name: "tags",
    value_name: "COUNT",
    kind: Kind::Whole { least: 1, most: 16 },
    default: Some("8"),
    help: "Messages that may wait for answers on a link, and of a sender: 1, 2, 4, 8 or 16",
    ..OPTION
};

/// Returns the answers that are chosen.
fn answers(raw: &RawConfig) -> Answers {
    raw.choice(&ANSWERS, &Answers::ALL, Answers::name).unwrap_or(Answers::None)
}

/// Returns the algorithm that is chosen.
fn algorithm(raw: &RawConfig) -> CornerAlgorithm {
    let chosen = raw.choice(&ALGORITHM, &CornerAlgorithm::ALL, CornerAlgorithm::name);
    chosen.unwrap_or(CornerAlgorithm::FixedCorner)
}

/// Returns the tags that are chosen.
fn tags(raw: &RawConfig) -> Result<u32, SpecError> {
    let tags = raw.whole(&TAGS)?.unwrap_or(DEFAULT_TAGS);
    match tags.is_power_of_two() {
        true => Ok(tags),
        false => Err(SpecError::Value {
            field: TAGS.name,
            value: tags.to_string(),
            permitted: "permitted are 1, 2, 4, 8 and 16".into(),
            instead: tags.next_power_of_two().to_string().into(),
        }),
    }
}

/// Returns the nodes along each dimension of `mesh`.
fn radices(raw: &RawConfig) -> Result<Vec<u32>, SpecError> {
    let text = raw.text(&MESH).ok_or(SpecError::Missing { option: &MESH })?;
    let radices = raw::sides(text);
    let nodes = |radices: &[u32]| radices.iter().map(|radix| u64::from(*radix)).product::<u64>();
    radices
        .filter(|radices| radices.len() <= MOST_DIMENSIONS)
        .filter(|radices| radices.iter().all(|radix| (2..=MOST_ALONG).contains(radix)))
        .filter(|radices| nodes(radices) <= MOST_NODES.into())
        .ok_or_else(|| SpecError::Value {
            field: MESH.name,
            value: text.to_string(),
            permitted: "permitted are 1 to 4 numbers from 2 to 64 with x between them, \
                        4096 nodes in all"
                .into(),
            instead: "4x4".into(),
        })
}

impl Parameters for RegionSpec {
    const OPTIONS: &'static [&'static ConfigOption] =
        &[&MESH, &ALGORITHM, &VCS, &DELIVERIES, &WIDTH, &MAX_DATA, &NETWORK, &ANSWERS, &TAGS];

    fn least_width(raw: &RawConfig) -> Result<(u32, String), SpecError> {
        let least = 8;
        if !answers(raw).any() {
            return Ok((least, " with region".to_string()));
        }
        let spec = RegionSpec {
            algorithm: algorithm(raw),
            tags: tags(raw)?,
            ..RegionSpec::new(&radices(raw)?)
        };
        // A reply is one flit, and so is what a frame says of its answer.
        let reply = spec.handle_bits() + STATUS_BITS;
        let operation = 3;
        let wish = WANT_BITS + spec.tag_bits() + operation;
        Ok((
            least.max(reply).max(wish),
            format!(" with answers of {} tags in the mesh {}", spec.tags, spec.mesh_name()),
        ))
    }

    fn idle(raw: &RawConfig) -> Vec<Idle> {
        let why = "has no effect: no message wants an answer";
        let tags = Idle { option: &TAGS, why, instead: "add --answers landed" };
        if answers(raw).any() { Vec::new() } else { vec![tags] }
    }

    fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        let default = RegionSpec::new(&radices(raw)?);
        let (algorithm, answers) = (algorithm(raw), answers(raw));
        let or = |option, default| Ok::<_, SpecError>(raw.whole(option)?.unwrap_or(default));
        let virtual_channels = or(&VCS, algorithm.classes())?;
        if virtual_channels % algorithm.classes() != 0 {
            return Err(SpecError::Value {
                field: VCS.name,
                value: virtual_channels.to_string(),
                permitted: "permitted with nearest-corner are 2, 4, 6 and 8".into(),
                instead: "2".into(),
            });
        }
        if answers.any() && virtual_channels != algorithm.classes() {
            return Err(SpecError::Value {
                field: VCS.name,
                value: virtual_channels.to_string(),
                permitted: "with answers a class has one channel".into(),
                instead: algorithm.classes().to_string().into(),
            });
        }
        Ok(RegionSpec {
            algorithm,
            virtual_channels,
            deliveries: or(&DELIVERIES, default.deliveries)?,
            width: or(&WIDTH, default.width)?,
            max_data: or(&MAX_DATA, default.max_data)?,
            network: raw.flag(&NETWORK).unwrap_or(default.network),
            answers,
            tags: tags(raw)?,
            ..default
        })
    }

    fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        let settings = vec![
            (&MESH, self.mesh_name().into()),
            (&ALGORITHM, self.algorithm.name().into()),
            (&VCS, self.virtual_channels.into()),
            (&DELIVERIES, self.deliveries.into()),
            (&WIDTH, self.width.into()),
            (&MAX_DATA, self.max_data.into()),
            (&NETWORK, self.network.into()),
        ];
        let answers = [(&ANSWERS, self.answers.name().into()), (&TAGS, self.tags.into())];
        settings.into_iter().chain(answers.into_iter().filter(|_| self.answers.any())).collect()
    }

    fn defaults(&self) -> Self {
        let virtual_channels = self.algorithm.classes();
        Self { virtual_channels, ..Self::new(&self.radices) }
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn frames(&self) -> Vec<Frame> {
        let field = |(name, bits): (&str, u32)| Field { name: name.to_string(), bits };
        let corners = self.axis_bits().zip(0..).flat_map(|(bits, axis)| {
            ["a", "b"].map(|corner| Field { name: format!("{corner}_{axis}"), bits })
        });
        let sent = self.sent_fields().into_iter().map(field).chain(corners).collect();
        let received = self.received_fields().into_iter().map(field).collect();
        let frame = |received, fields| Frame { received, header: Header::Fields(fields) };
        vec![frame(false, sent), frame(true, received)]
    }

    fn header(&self, to: &Destination) -> Result<Vec<u32>, String> {
        let corners = match to {
            Destination::Node(node) => {
                let mut rest = *node;
                let along = self.radices.iter().map(|side| {
                    let along = rest % side;
                    rest /= side;
                    along
                });
                let place: Vec<u32> = along.collect();
                [place.clone(), place]
            }
            Destination::Box(corners) => corners.clone(),
            Destination::Broadcast(1) => {
                [vec![0; self.radices.len()], self.radices.iter().map(|side| side - 1).collect()]
            }
            Destination::Broadcast(copies) => {
                return Err(format!("broadcasts one copy, not {copies}"));
            }
            Destination::List(_) => {
                return Err("has no list; permitted are box and broadcast".to_string());
            }
        };
        let is_node = |place: &Vec<u32>| {
            place.len() == self.radices.len()
                && place.iter().zip(&self.radices).all(|(along, side)| along < side)
        };
        match corners.iter().find(|place| !is_node(place)) {
            Some(place) => Err(format!("has no node {place:?} in its mesh {}", self.mesh_name())),
            None => {
                let [a, b] = &corners;
                // It wants no answer.
                let plain = self.sent_fields().into_iter().map(|_| 0);
                Ok(plain.chain(a.iter().zip(b).flat_map(|(a, b)| [*a, *b])).collect())
            }
        }
    }

    fn size(&self, _given: &RawConfig) -> String {
        format!("mesh {}", self.mesh_name())
    }

    fn folder(&self, _raw: &RawConfig, _before: &[FamilySpec]) -> Option<String> {
        Some(format!("mesh{}", self.mesh_name()))
    }

    fn warning(&self) -> Option<&'static str> {
        None
    }
}
