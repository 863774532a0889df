//! The options of the ring-tree family: names, bounds, combinations and defaults.

use std::path::Path;

pub use super::network::{GRAPH, GRAPH_FORMAT};
use super::{MOST_NODES, Network, RingTreeSpec, Tables, VirtualNodes};
use crate::error::SpecError;
use crate::family::{FamilySpec, Parameters, Reader};
use crate::frame::Frame;
use crate::option::{ConfigOption, Kind, OPTION, TEST_PORTS, Value};
use crate::raw::{self, RawConfig};
use crate::topology::Topology;
use crate::topology::ring_tree::{Faults, Walk};

/// As many virtual nodes as ports.
const MOST: &str = "max";

/// Most nodes of a ring.
pub const RING_SIZE: ConfigOption = ConfigOption {
    name: "ring-size",
    value_name: "NODES",
    kind: Kind::Whole { least: 2, most: 64 },
    default: Some("8"),
    help: "Most nodes of a virtual ring, 2 to 64",
    ..OPTION
};

/// Where walks end.
pub const WALK: ConfigOption = ConfigOption {
    name: "walk",
    value_name: "WALK",
    kind: Kind::Choice(&[Walk::Deep.name(), Walk::Branch.name()]),
    default: Some("deep"),
    help: "Paths of rings go on to the end, or stop at branches",
    ..OPTION
};

/// Nodes that are faulty from the beginning.
pub const FAULTY_NODES: ConfigOption = ConfigOption {
    name: "faulty-nodes",
    value_name: "NODES",
    default: Some("none"),
    help: "Nodes that rings avoid, comma-separated",
    ..OPTION
};

/// Links that are faulty from the beginning.
pub const FAULTY_LINKS: ConfigOption = ConfigOption {
    name: "faulty-links",
    value_name: "LINKS",
    default: Some("none"),
    help: "Links that rings avoid, as in 0-1,4-6",
    ..OPTION
};

/// Bits of a message.
///
/// **Units**: bits.
pub const PAYLOAD: ConfigOption = ConfigOption {
    name: "payload",
    value_name: "BITS",
    kind: Kind::Whole { least: 1, most: 512 },
    default: Some("32"),
    help: "Bits of a message, 1 to 512",
    ..OPTION
};

/// Virtual nodes of a node.
pub const VIRTUAL_NODES: ConfigOption = ConfigOption {
    name: "virtual-nodes",
    value_name: "COUNT|max",
    default: Some("3, or what the rings need"),
    help: "Rings that the hardware of a node can be on, at most one a link; max means one a link",
    ..OPTION
};

/// Whether tables can be written.
pub const TABLES: ConfigOption = ConfigOption {
    name: "tables",
    value_name: "TABLES",
    kind: Kind::Choice(&[Tables::Writable.name(), Tables::Fixed.name()]),
    default: Some("writable"),
    help: "A host can write the tables of the nodes, or they are constants",
    ..OPTION
};

/// Reads faulty nodes, as in `3,5`, and links, as in `0-1,4-6`; an empty text has none.
///
/// # Errors
/// [`SpecError::Value`]: it is no such list.
pub fn read_faults(nodes: &str, links: &str) -> Result<Faults, SpecError> {
    let refused = |field, value: &str, permitted: &'static str, instead: &'static str| {
        let value = value.to_string();
        SpecError::Value { field, value, permitted: permitted.into(), instead: instead.into() }
    };
    let items = |text: &str| -> Vec<String> {
        let none = text.is_empty() || text == "none";
        if none { Vec::new() } else { text.split(',').map(str::to_string).collect() }
    };
    let of_nodes = items(nodes).iter().map(|text| raw::digits(text)).collect::<Option<_>>();
    let link = |text: &String| {
        let (one, other) = text.split_once('-')?;
        let (one, other) = (raw::digits(one)?, raw::digits(other)?);
        Some([one.min(other), one.max(other)])
    };
    let of_links = items(links).iter().map(link).collect::<Option<_>>();
    Ok(Faults {
        nodes: of_nodes.ok_or_else(|| {
            let permitted = "permitted are nodes with commas between them";
            refused(FAULTY_NODES.name, nodes, permitted, "3,5")
        })?,
        links: of_links.ok_or_else(|| {
            let permitted = "permitted are pairs of nodes with commas between them";
            refused(FAULTY_LINKS.name, links, permitted, "0-1,4-6")
        })?,
    })
}

/// Returns faulty nodes as they are typed.
fn typed_nodes(faults: &Faults) -> String {
    faults.nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Returns faulty links as they are typed.
fn typed_links(faults: &Faults) -> String {
    let link = |[one, other]: &[u32; 2]| format!("{one}-{other}");
    faults.links.iter().map(link).collect::<Vec<_>>().join(",")
}

/// Returns the faults of a network.
fn faults(raw: &RawConfig, network: &Network) -> Result<Faults, SpecError> {
    let [nodes, links] = [&FAULTY_NODES, &FAULTY_LINKS];
    let text = |option| raw.text(option).unwrap_or_default();
    let faults = read_faults(text(nodes), text(links))?;
    let graph = network.graph();
    let refused = |option: &'static ConfigOption, why: String, instead: &'static str| {
        let value = text(option).to_string();
        let (permitted, instead) = (why.into(), instead.into());
        Err(SpecError::Value { field: option.name, value, permitted, instead })
    };
    if let Some(what) = faults.unknown(graph) {
        let option = if what.contains('-') { links } else { nodes };
        return refused(option, format!("{network} has no node or link {what}"), "none");
    }
    let option = if faults.nodes.is_empty() { links } else { nodes };
    if faults.nodes.len() as u32 + 2 > graph.nodes() {
        return refused(option, "two healthy nodes or more have to be left".to_string(), "none");
    }
    match faults.apart(graph) {
        Some(node) => {
            let why = format!("no healthy way leads from the lowest healthy node to node {node}");
            refused(option, why, "none")
        }
        None => Ok(faults),
    }
}

impl VirtualNodes {
    /// Reads how many virtual nodes a node has.
    ///
    /// # Errors
    /// [`SpecError::Value`]: it is no such number.
    pub fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        let Some(text) = raw.text(&VIRTUAL_NODES) else { return Ok(VirtualNodes::Needed) };
        if text == MOST {
            return Ok(VirtualNodes::Most);
        }
        let count = raw::digits(text).filter(|count| *count > 0).map(VirtualNodes::Count);
        count.ok_or_else(|| SpecError::Value {
            field: VIRTUAL_NODES.name,
            value: text.to_string(),
            permitted: "permitted are 1 to 9999, and max".into(),
            instead: MOST.into(),
        })
    }
}

impl RingTreeSpec {
    /// Reads the options on a network; the default number of virtual nodes always fits.
    ///
    /// # Errors
    /// What is out of range, faults that the network does not have or that cut it.
    pub fn on(network: Network, raw: &RawConfig) -> Result<Self, SpecError> {
        let faults = faults(raw, &network)?;
        let default = RingTreeSpec::new(network);
        let walk = raw.choice(&WALK, &Walk::ALL, Walk::name);
        let tables = raw.choice(&TABLES, &Tables::ALL, Tables::name);
        let spec = RingTreeSpec {
            ring_size: raw.whole(&RING_SIZE)?.unwrap_or(default.ring_size),
            walk: walk.unwrap_or(default.walk),
            faults,
            payload: raw.whole(&PAYLOAD)?.unwrap_or(default.payload),
            virtual_nodes: VirtualNodes::read(raw)?,
            tables: tables.unwrap_or(default.tables),
            test_ports: raw.flag(&TEST_PORTS).unwrap_or(default.test_ports),
            ..default
        };
        let VirtualNodes::Count(count) = spec.virtual_nodes else { return Ok(spec) };
        match spec.tree().most_virtual_nodes() {
            needed if count < needed => Err(SpecError::Value {
                field: VIRTUAL_NODES.name,
                value: count.to_string(),
                permitted: format!("the rings need {needed} at a node").into(),
                instead: needed.to_string().into(),
            }),
            _ => Ok(spec),
        }
    }
}

impl Parameters for RingTreeSpec {
    const OPTIONS: &'static [&'static ConfigOption] = &[
        &GRAPH,
        &GRAPH_FORMAT,
        &RING_SIZE,
        &WALK,
        &FAULTY_NODES,
        &FAULTY_LINKS,
        &PAYLOAD,
        &VIRTUAL_NODES,
        &TABLES,
        &TEST_PORTS,
    ];

    fn beside(mut raw: RawConfig, folder: &Path) -> RawConfig {
        if let Some(name) = raw.text(&GRAPH) {
            let name = Network::beside(name, folder);
            raw.set(&GRAPH, name.into());
        }
        raw
    }

    fn with_files(mut raw: RawConfig, read: &Reader<'_>) -> Result<RawConfig, SpecError> {
        if raw.has(&GRAPH) {
            let network = Network::read(&raw, read, MOST_NODES)?;
            raw.set(&GRAPH, network.value());
            raw.remove(&GRAPH_FORMAT);
        }
        Ok(raw)
    }

    fn read(raw: &RawConfig) -> Result<Self, SpecError> {
        Self::on(Network::unread(raw)?, raw)
    }

    fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        let mut settings: Vec<(&'static ConfigOption, Value)> = vec![
            (&GRAPH, self.network.value()),
            (&RING_SIZE, self.ring_size.into()),
            (&WALK, self.walk.name().into()),
            (&FAULTY_NODES, typed_nodes(&self.faults).into()),
            (&FAULTY_LINKS, typed_links(&self.faults).into()),
            (&PAYLOAD, self.payload.into()),
            (&TABLES, self.tables.name().into()),
            (&TEST_PORTS, self.test_ports.into()),
        ];
        let virtual_nodes = match self.virtual_nodes {
            VirtualNodes::Needed => None,
            VirtualNodes::Most => Some(MOST.to_string()),
            VirtualNodes::Count(count) => Some(count.to_string()),
        };
        settings.extend(virtual_nodes.map(|text| (&VIRTUAL_NODES, Value::from(text))));
        settings
    }

    fn defaults(&self) -> Self {
        Self::new(self.network.clone())
    }

    fn nodes(&self) -> u32 {
        self.nodes()
    }

    fn frames(&self) -> Vec<Frame> {
        let [origin, payload] = self.delivery_fields();
        vec![Frame::of_fields(true, [("origin", origin), ("payload", payload)])]
    }

    fn size(&self, _given: &RawConfig) -> String {
        format!("{}, rings of {}", self.network, self.ring_size)
    }

    fn notes(&self) -> &[String] {
        self.network.notes()
    }

    fn file(&self) -> Option<(&'static str, String)> {
        self.network.copy()
    }

    fn folder(&self, _raw: &RawConfig, _before: &[FamilySpec]) -> Option<String> {
        Some(format!("rings_{}_w{}", self.network.short_name(), self.ring_size))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::family::FAMILY;

    fn read(options: &[(&'static ConfigOption, Value)]) -> Result<RingTreeSpec, SpecError> {
        let mut raw = RawConfig::default();
        for (option, value) in options {
            raw.set(option, value.clone());
        }
        RingTreeSpec::read(&raw)
    }

    fn graph(name: &str) -> (&'static ConfigOption, Value) {
        (&GRAPH, name.to_string().into())
    }

    #[test]
    fn networks_have_names_and_bounds() {
        for (name, nodes, folder) in [
            ("hypercube:4", 16, "rings_hypercube4_w8"),
            ("hypercube:9", 512, "rings_hypercube9_w8"),
            ("hexmesh:3", 19, "rings_hexmesh3_w8"),
            ("grid:4x4", 16, "rings_grid4x4_w8"),
            ("torus:3x3x3", 27, "rings_torus3x3x3_w8"),
            ("path:2", 2, "rings_path2_w8"),
            ("star:512", 512, "rings_star512_w8"),
            ("links:0-1,1-2,2-0,3-2", 4, "rings_links4_w8"),
        ] {
            let spec = read(&[graph(name)]).expect(name);
            assert_eq!((spec.nodes(), spec.network.to_string().as_str()), (nodes, name));
            assert_eq!(spec.folder(&RawConfig::default(), &[]).as_deref(), Some(folder));
            assert_eq!(read(&spec.settings()).as_ref(), Ok(&spec), "{name}");
        }
        for (name, reason) in [
            ("hypercube:10", "the network has 1024 nodes; permitted are 2 to 512"),
            ("hypercube:99", "dimension of the hypercube is 99; permitted is 1 to 20"),
            ("hexmesh:1", "radix is 1; permitted is 2 or more"),
            ("hexmesh:14", "the network has 547 nodes; permitted are 2 to 512"),
            ("torus:2x4", "radix is 2; permitted is 3 or more"),
            ("grid:4x", "\"4x\" is not the size of a grid"),
            ("links:0-1,1-1", "a link joins node 1 with itself"),
            ("path:1", "the network has 1 nodes; permitted are 2 to 512"),
            ("star:0", "the network has 0 nodes; permitted are 2 to 512"),
        ] {
            let refused = read(&[graph(name)]).expect_err(name).to_string();
            assert_eq!(refused, format!("graph is {name:?}; {reason}"));
        }
        let missing = read(&[]).expect_err("no graph");
        assert_eq!(missing.hint(), "try --graph hypercube:4");
        let unread = read(&[graph("a/file.json")]).expect_err("nobody reads it").to_string();
        assert_eq!(unread, "graph \"a/file.json\": the file has not been read");
    }

    #[test]
    fn a_file_is_read_once_and_up_to_a_limit() {
        let raw = RawConfig::default()
            .with(&FAMILY, vec!["ring-tree"])
            .with(&GRAPH, "three".to_string())
            .with(&WALK, "branch");
        let read = |bytes: &[u8]| {
            let opened = Cell::new(0);
            let raw = raw.clone().with_files(&|path, most| {
                opened.set(opened.get() + 1);
                assert_eq!((path, most), ("three", 16_777_217));
                Ok(bytes.to_vec())
            });
            assert_eq!(opened.get(), 1);
            raw.and_then(|raw| raw.validate())
        };
        let spec = read(b"0 1\n1 2\n").expect("a path");
        assert_eq!(
            spec.command_options().join(" "),
            "graph graph.json family ring-tree walk branch"
        );
        assert_eq!(spec.shortest().validate().as_ref(), Ok(&spec));
        let refused = |bytes: &[u8]| read(bytes).expect_err("no network").to_string();
        let large = "graph \"three\": the file is larger than 16777216 bytes";
        assert_eq!(refused(&vec![b'\n'; 16_777_217]), large);
        assert_eq!(refused(b"0 1\n\xff"), "graph \"three\", line 2: it is no text");
        let lost = raw.clone().with_files(&|_, _| Err("it is gone".to_string()));
        assert_eq!(lost.expect_err("no file").to_string(), "graph \"three\": it is gone");
    }

    #[test]
    fn faults_leave_a_connected_network() {
        let with = |nodes: &str, links: &str| {
            let nodes = (&FAULTY_NODES, nodes.to_string().into());
            read(&[graph("grid:3x2"), nodes, (&FAULTY_LINKS, links.to_string().into())])
        };
        let spec = with("1", "5-4").expect_err("3 and 5 are apart");
        assert_eq!(
            spec.to_string(),
            "faulty-nodes is \"1\"; no healthy way leads from the lowest healthy node to node 2"
        );
        let spec = with("1", "").expect("a row is whole");
        assert_eq!(spec.tree().living().collect::<Vec<_>>(), [0, 2, 3, 4, 5]);
        assert_eq!(read(&spec.settings()).as_ref(), Ok(&spec));
        let spec = with("", "1-0,3-4").expect_err("0 and 3 are apart");
        assert!(spec.to_string().starts_with("faulty-links is \"1-0,3-4\"; no healthy way"));
        assert!(with("", "4-1,5-4").is_ok());
        for (nodes, links, reason) in [
            ("6", "", "grid:3x2 has no node or link 6"),
            ("", "0-4", "grid:3x2 has no node or link 0-4"),
            ("0,1,2,3,4", "", "two healthy nodes or more have to be left"),
            ("0;1", "", "permitted are nodes with commas between them"),
            ("", "0", "permitted are pairs of nodes with commas between them"),
        ] {
            let refused = with(nodes, links).expect_err(reason).to_string();
            assert!(refused.ends_with(reason), "{refused}");
        }
    }

    #[test]
    fn virtual_nodes_are_enough_for_the_rings() {
        let with = |count: &str| {
            let walk = (&WALK, "branch".into());
            let count = (&VIRTUAL_NODES, count.to_string().into());
            read(&[graph("hypercube:6"), walk, count])
        };
        let refused = with("4").expect_err("too few");
        assert_eq!(
            format!("{refused}; {}", refused.hint()),
            "virtual-nodes is \"4\"; the rings need 5 at a node; try --virtual-nodes 5"
        );
        for (count, expected) in [("5", 5), ("6", 6), ("7", 6), ("max", 6)] {
            let spec = with(count).expect(count);
            assert_eq!(spec.virtual_nodes(&spec.tree()), [expected; 64]);
            assert_eq!(read(&spec.settings()).as_ref(), Ok(&spec));
        }
        assert!(with("0").is_err() && with("many").is_err());
        let path = read(&[graph("path:3")]).expect("a path");
        assert_eq!(path.virtual_nodes(&path.tree()), [1, 2, 1]);
        let slot = [1, 2, 16, 3, 2, 2, 4, 32];
        assert_eq!((path.slot_fields(), path.delivery_fields()), (slot, [2, 32]));
    }
}
