//! The modules that are measured: their configurations, names on the command line and bars.

use std::path::PathBuf;
use std::{fmt, fs};

use teecast::emit::bundle::Tied;
use teecast::emit::design::header;
use teecast::emit::ring_tree::fullest_node;
use teecast::spec::region::CornerAlgorithm;
use teecast::spec::ring_tree::{Network as Graph, Tables};
use teecast::spec::topology::hamiltonian::Network;
use teecast::spec::{
    HartsSpec, HypercubeSpec, IhcSpec, Interconnect, Reception, RegionSpec, RingTreeSpec, Spec,
    Vote,
};
use tempfile::TempDir;

use crate::synth::Recipe;
use crate::{Failure, design};

/// One module of one configuration, and what it may cost.
pub struct Case {
    /// Name of the module.
    pub module: &'static str,
    /// Its configuration.
    pub design: Design,
    /// What it may cost on an FPGA.
    pub bar: Option<Bar>,
    /// Placements; the median counts.
    pub seeds: &'static [u32],
}

/// A configuration; all other options are at their defaults.
#[derive(Clone, Copy)]
pub enum Design {
    Cube {
        n: u32,
        m: u32,
        vote: Vote,
    },
    Hexmesh {
        n: u32,
        interconnect: Interconnect,
    },
    /// With at most 15 data flits, messages fit into distributed memory; with the default into block memory.
    Region {
        radices: &'static [u32],
        algorithm: CornerAlgorithm,
        max_data: u32,
    },
    /// At most 4 data flits: packets of 5 flits.
    Ihc {
        topology: Network,
        reception: Reception,
    },
    /// The node with the most virtual nodes, and what its network ties.
    RingTree {
        graph: &'static str,
        tables: Tables,
    },
}

/// What a module may cost on an FPGA.
pub struct Bar {
    /// Most LUT4.
    pub luts: usize,
    /// Lowest frequency.
    ///
    /// **Units**: MHz.
    pub frequency: f64,
}

/// All modules.
pub const CASES: [Case; 23] = [
    cube("mhu_multicaster", 6, 8, Some(Bar { luts: 270, frequency: 75.0 })),
    cube("mhu_multicaster", 8, 16, Some(Bar { luts: 720, frequency: 55.0 })),
    cube("mhu_multicaster", 10, 32, Some(Bar { luts: 1650, frequency: 43.0 })),
    cube("mhu", 6, 8, None),
    cube("hypercube_router", 6, 8, Some(Bar { luts: 8_000, frequency: 66.0 })),
    voting(6, 8, Vote::Look2),
    voting(6, 8, Vote::Nca),
    hexmesh(3, Interconnect::Bus, Some(Bar { luts: 7000, frequency: 70.0 }), &[1, 2, 3]),
    hexmesh(3, Interconnect::Crossbar, Some(Bar { luts: 10_000, frequency: 70.0 }), &[1, 2, 3]),
    hexmesh(6, Interconnect::Bus, Some(Bar { luts: 8500, frequency: 65.0 }), &[1, 2, 3]),
    // A placement takes many minutes.
    hexmesh(6, Interconnect::Crossbar, Some(Bar { luts: 13_000, frequency: 65.0 }), &[1]),
    region(&[16, 16], CornerAlgorithm::FixedCorner, 15, Bar { luts: 1800, frequency: 75.0 }),
    region(&[16, 16], CornerAlgorithm::FixedCorner, 64, Bar { luts: 1900, frequency: 72.0 }),
    region(&[16, 16], CornerAlgorithm::NearestCorner, 15, Bar { luts: 3800, frequency: 70.0 }),
    region(&[4, 4, 4], CornerAlgorithm::FixedCorner, 15, Bar { luts: 3400, frequency: 65.0 }),
    ihc(Network::Cube(4), Reception::Copies, None),
    ihc(Network::Cube(6), Reception::Copies, Some(Bar { luts: 2500, frequency: 100.0 })),
    ihc(Network::Cube(6), Reception::Majority, Some(Bar { luts: 3500, frequency: 80.0 })),
    ihc(Network::Torus([8, 8]), Reception::Copies, None),
    ihc(Network::Hexmesh(3), Reception::Copies, None),
    ring_tree("torus:8x8", Tables::Fixed, Bar { luts: 2500, frequency: 80.0 }),
    ring_tree("torus:8x8", Tables::Writable, Bar { luts: 6000, frequency: 80.0 }),
    ring_tree("hypercube:6", Tables::Writable, Bar { luts: 8000, frequency: 80.0 }),
];

const fn cube(module: &'static str, n: u32, m: u32, bar: Option<Bar>) -> Case {
    let design = Design::Cube { n, m, vote: Vote::Greedy };
    Case { module, design, bar, seeds: &[1, 2, 3] }
}

/// The hypercube router with another vote.
const fn voting(n: u32, m: u32, vote: Vote) -> Case {
    Case {
        module: "hypercube_router",
        design: Design::Cube { n, m, vote },
        bar: None,
        seeds: &[1, 2, 3],
    }
}

const fn hexmesh(
    n: u32,
    interconnect: Interconnect,
    bar: Option<Bar>,
    seeds: &'static [u32],
) -> Case {
    let design = Design::Hexmesh { n, interconnect };
    Case { module: "harts_router", design, bar, seeds }
}

const fn region(
    radices: &'static [u32],
    algorithm: CornerAlgorithm,
    max_data: u32,
    bar: Bar,
) -> Case {
    let design = Design::Region { radices, algorithm, max_data };
    Case { module: "region_router", design, bar: Some(bar), seeds: &[1, 2, 3] }
}

const fn ihc(topology: Network, reception: Reception, bar: Option<Bar>) -> Case {
    Case { module: "ihc_node", design: Design::Ihc { topology, reception }, bar, seeds: &[1, 2, 3] }
}

const fn ring_tree(graph: &'static str, tables: Tables, bar: Bar) -> Case {
    let design = Design::RingTree { graph, tables };
    Case { module: "ring_tree_node", design, bar: Some(bar), seeds: &[1, 2, 3] }
}

/// Returns a network of the ring-tree family.
fn ring_tree_spec(graph: &str, tables: Tables) -> RingTreeSpec {
    let graph = Graph::named(graph).expect("the names above are names of networks");
    RingTreeSpec { tables, ..RingTreeSpec::new(graph) }
}

/// Returns a node of the IHC family, without the network.
fn ihc_spec(topology: Network, reception: Reception) -> IhcSpec {
    IhcSpec { reception, max_data: 4, network: false, ..IhcSpec::new(topology) }
}

/// A memory that holds received flits only, with marks such as the end of a frame.
#[derive(Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Module that has it.
    pub module: &'static str,
    /// The instance there that holds it.
    pub memory: &'static str,
}

/// The data buffers of all families. All other memories hold what a module derives from flits: lists of
/// destinations, places in a buffer, events, tables.
pub const BUFFERS: [Buffer; 10] = [
    Buffer { module: "mhu", memory: "u_data_buffer" },
    Buffer { module: "hypercube_delivery_output", memory: "u_flits" },
    Buffer { module: "harts_buffer_unit", memory: "u_memory" },
    Buffer { module: "harts_link_parser", memory: "u_flits" },
    Buffer { module: "harts_delivery_port", memory: "u_flits" },
    Buffer { module: "region_input", memory: "u_queue" },
    Buffer { module: "region_delivery", memory: "u_queue" },
    Buffer { module: "ihc_injector", memory: "u_data" },
    Buffer { module: "ihc_store", memory: "u_data" },
    // A flit of this family is a word: version and payload of an origin.
    Buffer { module: "ring_tree_queue", memory: "u_words" },
];

/// The hardware of a case.
pub struct Emitted {
    /// Where it lies, until this is dropped.
    pub folder: TempDir,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// Parameters and constants of the place where the module stands.
    pub tied: Option<Tied>,
}

impl Emitted {
    /// Lists the data buffers of the modules in the design.
    ///
    /// # Errors
    /// A module has no memory of this name any more.
    pub fn buffers(&self) -> Result<Vec<&'static Buffer>, Failure> {
        let mut found = Vec::new();
        for buffer in &BUFFERS {
            let Buffer { module, memory } = buffer;
            let is_module = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == *module);
            let Some(path) = self.files.iter().find(is_module) else { continue };
            if !fs::read_to_string(path)?.contains(&format!(") {memory} (")) {
                return Err(format!("{module} has no memory {memory}").into());
            }
            found.push(buffer);
        }
        Ok(found)
    }
}

impl Case {
    /// Returns `mhu,6,8` and the like, the name on the command line.
    pub fn label(&self) -> String {
        match self.design {
            Design::Cube { n, m, vote: Vote::Greedy } => format!("{},{n},{m}", self.module),
            Design::Cube { n, m, vote } => format!("{},{n},{m},{}", self.module, vote.name()),
            Design::Hexmesh { n, interconnect } => {
                format!("{},{n},{}", self.module, interconnect.name())
            }
            Design::Region { radices, algorithm, max_data } => {
                let mesh = RegionSpec::new(radices).mesh_name();
                format!("{},{mesh},{},{max_data}", self.module, algorithm.name())
            }
            Design::Ihc { topology, reception } => {
                let size = ihc_spec(topology, reception).short_name();
                format!("{},{size},{}", self.module, reception.name())
            }
            Design::RingTree { graph, tables } => {
                format!("{},{graph},{}", self.module, tables.name())
            }
        }
    }

    /// Returns the configuration that the module is a part of.
    pub fn spec(&self) -> Spec {
        let family = match self.design {
            Design::Cube { n, m, vote } => {
                HypercubeSpec { network: false, vote, ..HypercubeSpec::new(n, m) }.into()
            }
            Design::Hexmesh { n, interconnect } => {
                HartsSpec { network: false, interconnect, ..HartsSpec::new(n) }.into()
            }
            Design::Region { radices, algorithm, max_data } => RegionSpec {
                algorithm,
                virtual_channels: algorithm.classes(),
                max_data,
                network: false,
                ..RegionSpec::new(radices)
            }
            .into(),
            Design::Ihc { topology, reception } => ihc_spec(topology, reception).into(),
            Design::RingTree { graph, tables } => ring_tree_spec(graph, tables).into(),
        };
        Spec::new("qor", vec![family])
    }

    /// Writes the hardware, and returns what the place of the module ties.
    pub fn emit(&self) -> Result<Emitted, Failure> {
        let spec = self.spec();
        let (folder, files) = design::hardware(&spec)?;
        let tied = match self.design {
            Design::RingTree { graph, tables } => {
                Some(fullest_node(&ring_tree_spec(graph, tables), &header(&spec)))
            }
            _ => None,
        };
        Ok(Emitted { folder, files, tied })
    }

    /// Returns the options of the synthesis for an FPGA that suit the module.
    pub fn recipe(&self) -> Recipe {
        match self.design {
            Design::Cube { m, .. } => Recipe::for_limit(m),
            _ => Recipe::Narrow,
        }
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cube { n, m, vote: Vote::Greedy } => write!(f, "n = {n}, m = {m}"),
            Self::Cube { n, m, vote } => write!(f, "n = {n}, m = {m}, {}", vote.name()),
            Self::Hexmesh { n, interconnect } => write!(f, "n = {n}, {}", interconnect.name()),
            Self::Region { radices, algorithm, max_data } => {
                let mesh = RegionSpec::new(radices).mesh_name();
                write!(f, "{mesh}, {}, max-data {max_data}", algorithm.name())
            }
            Self::Ihc { topology, reception } => {
                let size = ihc_spec(*topology, *reception).short_name();
                write!(f, "{size}, {}, max-data 4", reception.name())
            }
            Self::RingTree { graph, tables } => write!(f, "{graph}, {} tables", tables.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_data_buffer_is_a_memory_of_some_design() {
        let mut found = Vec::new();
        for case in &CASES {
            found.extend(case.emit().expect("it is written").buffers().expect("names are right"));
        }
        for buffer in &BUFFERS {
            assert!(found.contains(&buffer), "no design has {buffer:?}");
        }
    }

    #[test]
    fn a_renamed_memory_is_noticed() {
        let emitted = CASES[3].emit().expect("it is written");
        let path = emitted.folder.path().join("mhu.v");
        let text = fs::read_to_string(&path).expect("it is there");
        let text = text.replace("u_data_buffer", "u_flits");
        fs::write(&path, text).expect("it is writable");
        let error = emitted.buffers().expect_err("the name is another");
        assert_eq!(error.to_string(), "mhu has no memory u_data_buffer");
    }
}
