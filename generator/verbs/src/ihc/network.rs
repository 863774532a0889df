//! The network of a command: topology and size, as far as the model goes; the packets of a round.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use teecast_spec::ihc::{INTERLEAVE, Interleave, SIDES, TOPOLOGY};
use teecast_spec::option::{ConfigOption, Kind as OptionKind, N};
use teecast_spec::topology::hamiltonian::{Kind, Network};

use crate::terminal::error::Error;
use crate::terminal::value::{bounded, one_of, within};

/// The network: the model goes further than the emitted routers.
const NETWORK: ConfigOption = ConfigOption {
    help: "Kind of network: hypercube with n, torus with sides, hexmesh with n",
    ..TOPOLOGY
};
/// Its size: the model goes further than the emitted routers.
const SIZE: ConfigOption = ConfigOption {
    kind: OptionKind::Whole { least: 2, most: LARGEST_HEXMESH },
    help: "Dimension of the hypercube, 2 to 16; edge length of the hexagonal mesh, 2 to 40",
    ..N
};
/// Its size: the model goes further than the emitted routers.
const LONG_SIDES: ConfigOption =
    ConfigOption { help: "Nodes along the two dimensions of the torus, 3x3 to 64x64", ..SIDES };
/// The largest dimension of a cube.
const LARGEST_CUBE: u32 = 16;
/// The largest edge length of a hexagonal mesh.
const LARGEST_HEXMESH: u32 = 40;
/// The longest side of a torus.
const LONGEST_SIDE: u32 = 64;

/// Options that give the network.
#[derive(clap::Args)]
pub struct Size {
    #[arg(long, value_name = NETWORK.value_name, help = NETWORK.help())]
    #[arg(value_parser = one_of(&Kind::ALL, Kind::name))]
    topology: Kind,

    #[arg(long, value_name = SIZE.value_name, help = SIZE.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&SIZE))]
    n: Option<u32>,

    #[arg(long, value_name = LONG_SIDES.value_name, help = LONG_SIDES.help())]
    #[arg(allow_hyphen_values = true, value_parser = sides)]
    sides: Option<[u32; 2]>,
}

/// Options that give the schedule of a round.
#[derive(clap::Args)]
pub struct Packets {
    /// Slots that a packet takes on a link, 1 to 4096
    #[arg(long, value_name = "SLOTS", allow_negative_numbers = true, default_value = "2",
          value_parser = within(1..=4096u32))]
    pub mu: u32,

    #[arg(long, value_name = INTERLEAVE.value_name, help = INTERLEAVE.help)]
    #[arg(default_value = INTERLEAVE.default, allow_hyphen_values = true)]
    interleave: String,
}

impl Packets {
    /// Returns which of so many nodes start together.
    ///
    /// # Errors
    /// Bad input: packets that would meet.
    pub fn interleave(&self, nodes: u32) -> Result<Interleave, Error> {
        Ok(Interleave::read(&self.interleave, nodes, self.mu)?)
    }
}

/// Reads the sides of a torus.
fn sides(text: &str) -> Result<[u32; 2], String> {
    let side = within(3..=LONGEST_SIDE);
    let both = text.split_once('x').and_then(|(x, y)| Some([side(x).ok()?, side(y).ok()?]));
    both.ok_or_else(|| {
        format!("two numbers from 3 to {LONGEST_SIDE} with x between them are permitted: 4x4")
    })
}

impl Size {
    /// Returns the network.
    ///
    /// # Errors
    /// Bad input: a size that is missing or has no effect, a cube that is too large.
    pub fn network(&self) -> Result<Network, Error> {
        let name = self.topology.name();
        let refused = |sentence: String, hint: &str| Err(Error::bad_input(sentence).hint(hint));
        match (self.topology, self.n, self.sides) {
            (Kind::Torus, None, Some(sides)) => Ok(Network::Torus(sides)),
            (Kind::Torus, None, None) => {
                refused("sides are not given, and a torus has two".to_string(), "try --sides 4x4")
            }
            (Kind::Torus, Some(_), _) => refused(
                "n has no effect with torus: its sides give its size".to_string(),
                "leave out --n",
            ),
            (_, _, Some(_)) => refused(
                format!("sides have no effect with {name}: n gives its size"),
                "leave out --sides",
            ),
            (_, None, None) => refused("n is not given".to_string(), "try --n 4"),
            (Kind::Hypercube, Some(n), None) if n > LARGEST_CUBE => refused(
                format!("n is {n}; permitted is 2 to {LARGEST_CUBE} with hypercube"),
                "try --n 16",
            ),
            (Kind::Hypercube, Some(n), None) => Ok(Network::Cube(n)),
            (Kind::Hexmesh, Some(n), None) => Ok(Network::Hexmesh(n)),
        }
    }
}

/// The parameters of a network in a document: topology, and n or sides.
#[derive(Clone, Copy, Debug)]
pub struct Named(pub Network);

#[derive(Serialize, JsonSchema)]
struct Keys {
    topology: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<[u32; 2]>,
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        let (n, sides) = match self.0 {
            Network::Cube(n) | Network::Hexmesh(n) => (Some(n), None),
            Network::Torus(sides) => (None, Some(sides)),
        };
        Keys { topology: self.0.kind().name(), n, sides }.serialize(writer)
    }
}

impl JsonSchema for Named {
    fn schema_name() -> Cow<'static, str> {
        Keys::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Keys::json_schema(generator)
    }
}

impl Named {
    /// Returns the network in words.
    pub fn words(self) -> String {
        match self.0 {
            Network::Cube(n) => format!("hypercube of dimension {n}"),
            Network::Torus([width, height]) => format!("{width} x {height} torus"),
            Network::Hexmesh(n) => format!("hexagonal mesh of edge {n}"),
        }
    }
}
