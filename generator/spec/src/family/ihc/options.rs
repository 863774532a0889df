//! The options of the IHC family: names, bounds, combinations and defaults.

use super::{IhcSpec, Interleave, Majority, contends};
use crate::error::SpecError;
use crate::family::{FAMILY, Family, FamilySpec, Idle, Parameters};
use crate::flit::index_bits;
use crate::frame::Frame;
use crate::option::{
    ConfigOption, FILTER, Kind, MAX_DATA, MOST_DATA, N, NETWORK, OPTION, TEST_PORTS, Value, WIDTH,
};
use crate::raw::{self, RawConfig};
use crate::reception::{self, RECEPTION, Reception};
use crate::topology::hamiltonian::{Kind as NetworkKind, Network};

/// The largest dimension of a cube.
const LARGEST_CUBE: u32 = 10;
/// The narrowest flit, if node numbers are not wider.
const LEAST_WIDTH: u32 = 8;
/// Interleaving in the fewest stages.
pub const MINIMAL: &str = "minimal";
/// Interleaving with stages that overlap.
pub const OVERLAPPED: &str = "overlapped";

const CUBE: &str = NetworkKind::Hypercube.name();
const TORUS: &str = NetworkKind::Torus.name();
const HEXMESH: &str = NetworkKind::Hexmesh.name();

/// The network.
pub const TOPOLOGY: ConfigOption = ConfigOption {
    name: "topology",
    value_name: "TOPOLOGY",
    kind: Kind::Choice(&[CUBE, TORUS, HEXMESH]),
    help: "Network of ihc: hypercube with n up to 10, torus with sides, or hexmesh with n",
    size: Some(CUBE),
    ..OPTION
};

/// Nodes along the two dimensions of the torus.
pub const SIDES: ConfigOption = ConfigOption {
    name: "sides",
    value_name: "SIDES",
    help: "Nodes along the two dimensions of the torus, 3x3 to 32x32",
    size: Some("4x4"),
    ..OPTION
};

/// Which nodes start together.
pub const INTERLEAVE: ConfigOption = ConfigOption {
    name: "interleave",
    value_name: "minimal|overlapped|ETA",
    default: Some(MINIMAL),
    help: "Nodes that start together: in the fewest stages, or ETA apart on each cycle",
    ..OPTION
};

/// How many copies have to agree.
pub const MAJORITY: ConfigOption = ConfigOption {
    name: "majority",
    value_name: "MAJORITY",
    kind: Kind::Choice(&[Majority::Received.name(), Majority::All.name()]),
    default: Some("received"),
    help: "More than half of these copies have to agree",
    ..OPTION
};

/// Returns the network.
fn network(raw: &RawConfig) -> Result<Network, SpecError> {
    let missing = |option| SpecError::Missing { option };
    let Some(Value::Choice(topology)) = raw.get(&TOPOLOGY) else {
        return Err(missing(&TOPOLOGY));
    };
    match *topology {
        TORUS => sides(raw.text(&SIDES).ok_or(missing(&SIDES))?).map(Network::Torus),
        CUBE => raw
            .bounded(&N, 2..=LARGEST_CUBE, " with the hypercube of ihc")?
            .ok_or(missing(&N))
            .map(Network::Cube),
        _ => raw.whole(&N)?.ok_or(missing(&N)).map(Network::Hexmesh),
    }
}

/// Reads the sides of a torus.
fn sides(text: &str) -> Result<[u32; 2], SpecError> {
    let sides = raw::sides(text).and_then(|sides| <[u32; 2]>::try_from(sides).ok());
    sides.filter(|sides| sides.iter().all(|side| (3..=32).contains(side))).ok_or_else(|| {
        SpecError::Value {
            field: SIDES.name,
            value: text.to_string(),
            permitted: "permitted are two numbers from 3 to 32 with x between them".into(),
            instead: "4x4".into(),
        }
    })
}

impl Interleave {
    /// Reads which nodes start together, for packets of `mu` slots on cycles of `nodes` nodes.
    ///
    /// # Errors
    /// [`SpecError::Value`]: no such interleaving, or packets would meet.
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::ihc::Interleave;
    ///
    /// assert_eq!(Interleave::read("4", 19, 2), Ok(Interleave::Distance(4)));
    /// assert!(Interleave::read("3", 19, 2).is_err());
    /// ```
    pub fn read(text: &str, nodes: u32, mu: u32) -> Result<Self, SpecError> {
        let refused = |permitted: String, instead: String| SpecError::Value {
            field: INTERLEAVE.name,
            value: text.to_string(),
            permitted: permitted.into(),
            instead: instead.into(),
        };
        if text == MINIMAL {
            return Ok(Interleave::Minimal);
        }
        if text == OVERLAPPED {
            let fits = nodes % mu == 0 && mu < nodes;
            return fits.then_some(Interleave::Overlapped).ok_or_else(|| {
                let why = "it needs packets of fewer flits than there are nodes, in a number that \
                           divides theirs";
                refused(format!("{why}; packets have {mu}, nodes are {nodes}"), MINIMAL.to_string())
            });
        }
        let eta = raw::digits(text).filter(|eta| (1..=nodes).contains(eta)).ok_or_else(|| {
            let permitted = format!("permitted are {MINIMAL}, {OVERLAPPED} and 1 to {nodes}");
            refused(permitted, MINIMAL.to_string())
        })?;
        if contends(nodes, mu, eta) {
            let least = (1..=nodes).find(|eta| !contends(nodes, mu, *eta)).unwrap_or(nodes);
            let why = format!("packets of {mu} flits meet on cycles of {nodes} nodes");
            let why = format!("{why}; the smallest that works is {least}");
            return Err(refused(why, least.to_string()));
        }
        Ok(Interleave::Distance(eta))
    }
}

/// Returns whether another family that is chosen has the option `n`.
fn others_have_n(raw: &RawConfig) -> bool {
    let chosen = raw.list(&FAMILY).unwrap_or_default();
    let others = chosen.iter().filter_map(|name| Family::named(name));
    others.filter(|family| *family != Family::Ihc).any(|family| family.options().contains(&&N))
}

impl Parameters for IhcSpec {
    const OPTIONS: &'static [&'static ConfigOption] = &[
        &TOPOLOGY,
        &N,
        &SIDES,
        &INTERLEAVE,
        &FILTER,
        &RECEPTION,
        &MAJORITY,
        &TEST_PORTS,
        &WIDTH,
        &MAX_DATA,
        &NETWORK,
    ];

    fn least_width(raw: &RawConfig) -> Result<(u32, String), SpecError> {
        let nodes = network(raw)?.nodes();
        match index_bits(nodes) {
            bits if bits > LEAST_WIDTH => Ok((bits, format!(" for the {nodes} nodes of ihc"))),
            _ => Ok((LEAST_WIDTH, " with ihc".to_string())),
        }
    }

    fn idle(raw: &RawConfig) -> Vec<Idle> {
        let mut idle = Vec::new();
        let is_torus = raw.get(&TOPOLOGY) == Some(&Value::Choice(TORUS));
        if is_torus && !others_have_n(raw) {
            let why = "has no effect: the sides give the size of a torus";
            idle.push(Idle { option: &N, why, instead: "use --topology hypercube" });
        }
        if !is_torus {
            let why = "has no effect: n gives the size of the network";
            idle.push(Idle { option: &SIDES, why, instead: "use --topology torus" });
        }
        if reception::of(raw) == Reception::Copies {
            let why = "has no effect: the processor gets every copy, and no majority is formed";
            idle.push(Idle { option: &MAJORITY, why, instead: "add --reception majority" });
        }
        idle
    }

    fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        let default = IhcSpec::new(network(raw)?);
        let max_data = raw.bounded(&MAX_DATA, 1..=MOST_DATA, " with ihc")?;
        let sized = IhcSpec {
            width: raw.whole(&WIDTH)?.unwrap_or(default.width),
            max_data: max_data.unwrap_or(default.max_data),
            ..default
        };
        let text = raw.text(&INTERLEAVE).unwrap_or(MINIMAL);
        let majority = raw.choice(&MAJORITY, &Majority::ALL, Majority::name);
        Ok(IhcSpec {
            interleave: Interleave::read(text, sized.nodes(), sized.packet_flits())?,
            filter: raw.flag(&FILTER).unwrap_or(sized.filter),
            reception: reception::of(raw),
            majority: majority.unwrap_or(sized.majority),
            test_ports: raw.flag(&TEST_PORTS).unwrap_or(sized.test_ports),
            network: raw.flag(&NETWORK).unwrap_or(sized.network),
            ..sized
        })
    }

    fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        let (topology, size): (&str, (&ConfigOption, Value)) = match self.topology {
            Network::Cube(n) => (CUBE, (&N, n.into())),
            Network::Hexmesh(n) => (HEXMESH, (&N, n.into())),
            Network::Torus([width, height]) => {
                (TORUS, (&SIDES, format!("{width}x{height}").into()))
            }
        };
        vec![
            (&TOPOLOGY, topology.into()),
            size,
            (&INTERLEAVE, self.interleave.to_string().into()),
            (&FILTER, self.filter.into()),
            (&RECEPTION, self.reception.name().into()),
            (&MAJORITY, self.majority.name().into()),
            (&TEST_PORTS, self.test_ports.into()),
            (&WIDTH, self.width.into()),
            (&MAX_DATA, self.max_data.into()),
            (&NETWORK, self.network.into()),
        ]
    }

    fn defaults(&self) -> Self {
        Self::new(self.topology)
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn frames(&self) -> Vec<Frame> {
        vec![match self.reception {
            Reception::Copies => {
                let [source, cycle, round] = self.copy_fields();
                Frame::of_fields(true, [("source", source), ("cycle", cycle), ("round", round)])
            }
            Reception::Majority => {
                let [source, agreeing, received, round] = self.majority_fields();
                let copies = [("agreeing", agreeing), ("received", received)];
                Frame::of_fields(true, [("source", source), copies[0], copies[1], ("round", round)])
            }
        }]
    }

    fn size(&self, _given: &RawConfig) -> String {
        match self.topology {
            Network::Cube(n) => format!("hypercube n = {n}"),
            Network::Torus([width, height]) => format!("torus {width}x{height}"),
            Network::Hexmesh(n) => format!("hexmesh n = {n}"),
        }
    }

    fn folder(&self, _raw: &RawConfig, _before: &[FamilySpec]) -> Option<String> {
        Some(format!("ihc_{}", self.short_name()))
    }

    fn warning(&self) -> Option<&'static str> {
        (!self.filter).then_some(
            "without the filter a lying node can have late, early and repeated packets stored, and \
             can cut packets that start on time",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    fn read(text: &str) -> Result<Spec, SpecError> {
        let sizes = if text.contains("family") { "" } else { "family = ['ihc']\n" };
        RawConfig::from_toml(&format!("{sizes}{text}"))?.validate()
    }

    /// Returns the sentence of the refusal and the hint.
    fn refused(text: &str) -> String {
        let error = read(text).expect_err(text);
        format!("{error}; {}", error.hint())
    }

    #[test]
    fn networks_get_their_names_and_commands() {
        for (text, name, command) in [
            ("topology = 'hypercube'\nn = 4", "ihc_q4", "n 4 topology hypercube family ihc"),
            (
                "topology = 'torus'\nsides = '4x3'",
                "ihc_t4x3",
                "topology torus sides 4x3 family ihc",
            ),
            ("topology = 'hexmesh'\nn = 3", "ihc_h3", "n 3 topology hexmesh family ihc"),
            (
                "topology = 'hypercube'\nn = 4\nmax-data = 3\ninterleave = '4'\nfilter = false\n\
                 reception = 'majority'\nmajority = 'all'\ntest-ports = true\nnetwork = true",
                "ihc_q4",
                "n 4 topology hypercube family ihc max-data 3 filter false reception majority \
                 interleave 4 majority all test-ports",
            ),
            (
                "family = ['hypercube', 'ihc']\ntopology = 'torus'\nsides = '4x4'\nn = 6\nm = 8",
                "n6_m8_ihc_t4x4",
                "n 6 m 8 topology torus sides 4x4 family hypercube,ihc",
            ),
        ] {
            let spec = read(text).expect(text);
            assert_eq!(spec.name, name, "{text}");
            assert_eq!(spec.command_options().join(" "), command, "{text}");
            assert_eq!(spec.shortest().validate().as_ref(), Ok(&spec), "{text}");
            assert_eq!(spec.complete().validate().as_ref(), Ok(&spec), "{text}");
        }
    }

    #[test]
    fn sizes_have_bounds() {
        let valid = |text: &str| read(text).is_ok();
        let cube = |n: u32| valid(&format!("topology = 'hypercube'\nn = {n}"));
        assert_eq!([1, 2, 10, 11].map(cube), [false, true, true, false]);
        let hexmesh = |n: u32| valid(&format!("topology = 'hexmesh'\nn = {n}"));
        assert_eq!([1, 2, 16, 17].map(hexmesh), [false, true, true, false]);
        let torus = |sides: &str| valid(&format!("topology = 'torus'\nsides = '{sides}'"));
        let sides = ["3x3", "3x32", "32x32", "2x3", "3x33", "4", "4x4x4", "4xx", "x"];
        assert_eq!(sides.map(torus), [true, true, true, false, false, false, false, false, false]);
        let width =
            |n: u32, bits: u32| valid(&format!("topology = 'hypercube'\nn = {n}\nwidth = {bits}"));
        let widths = [(2, 7), (2, 8), (8, 8), (9, 8), (9, 9), (10, 9), (10, 10)];
        assert_eq!(
            widths.map(|(n, bits)| width(n, bits)),
            [false, true, true, false, true, false, true]
        );
        let data = |flits: u32| valid(&format!("topology = 'hexmesh'\nn = 2\nmax-data = {flits}"));
        assert_eq!([0, 1, 4096, 4097].map(data), [false, true, true, false]);
    }

    #[test]
    fn interleavings_that_contend_are_refused() {
        // The 19 nodes of HARTS; packets of two flits.
        let hexmesh = |interleave: &str| {
            format!("topology = 'hexmesh'\nn = 3\nmax-data = 1\ninterleave = '{interleave}'")
        };
        let valid = |interleave: &&str| read(&hexmesh(interleave)).is_ok();
        let given = [
            "minimal",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "9",
            "18",
            "19",
            "20",
            "0",
            "overlapped",
            "x",
        ];
        let found: Vec<&str> = given.into_iter().filter(valid).collect();
        assert_eq!(found, ["minimal", "4", "5", "19"]);
        assert_eq!(
            refused(&hexmesh("3")),
            "interleave is \"3\"; packets of 2 flits meet on cycles of 19 nodes; the smallest that \
             works is 4; try --interleave 4"
        );
        assert_eq!(
            refused(&hexmesh("20")),
            "interleave is \"20\"; permitted are minimal, overlapped and 1 to 19; try --interleave \
             minimal"
        );
        let cube = |data: u32| {
            format!("topology = 'hypercube'\nn = 4\nmax-data = {data}\ninterleave = 'overlapped'")
        };
        let overlapped = |data: &u32| read(&cube(*data)).is_ok();
        assert_eq!((1..=16).filter(overlapped).collect::<Vec<_>>(), [1, 3, 7]);
        assert_eq!(
            refused(&cube(4)),
            "interleave is \"overlapped\"; it needs packets of fewer flits than there are nodes, in a \
             number that divides theirs; packets have 5, nodes are 16; try --interleave minimal"
        );
    }

    #[test]
    fn options_without_effect_are_refused() {
        for (text, field) in [
            ("topology = 'torus'\nsides = '4x4'\nn = 4", "n"),
            ("topology = 'hexmesh'\nsides = '4x4'\nn = 4", "sides"),
            ("topology = 'hexmesh'\nn = 4\nmajority = 'all'", "majority"),
            ("topology = 'hexmesh'\nn = 4\nmajority-timeout = 8", "majority-timeout"),
        ] {
            let refused = refused(text);
            assert!(refused.starts_with(&format!("{field} has no effect")), "{refused}");
        }
        for (text, option) in
            [("n = 4", "topology"), ("topology = 'torus'", "sides"), ("topology = 'hexmesh'", "n")]
        {
            assert!(refused(text).starts_with(&format!("{option} is not given")), "{text}");
        }
    }

    #[test]
    fn a_network_without_a_filter_is_warned_of() {
        let warnings = |text: &str| read(text).expect("valid").warnings().len();
        let counts = ["", "\nfilter = false"]
            .map(|filter| warnings(&format!("topology = 'hexmesh'\nn = 2{filter}")));
        assert_eq!(counts, [0, 1]);
    }
}
