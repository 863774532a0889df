//! Quality of results: synthesises and places emitted modules, writes the table of `docs/qor.md`.

use std::{fmt, fs};

use teecast::emit::design::header;
use teecast::families::ring_tree::emit::fullest_node;
use teecast::spec::region::CornerAlgorithm;
use teecast::spec::ring_tree::{Network as Graph, Tables};
use teecast::spec::topology::hamiltonian::Network;
use teecast::spec::{
    HartsSpec, HypercubeSpec, IhcSpec, Interconnect, Reception, RegionSpec, RingTreeSpec, Spec,
};

use crate::synth::{Netlist, Placed, synthesize};
use crate::{Failure, check_names, design, measured};

const PAGE: &str = "docs/qor.md";
const BEGIN: &str = "<!-- The table is written by `make qor`. -->\n";
const END: &str = "<!-- End of the table. -->";
/// Bits of a column count from which comparators are better off without carry cells.
const WIDE_COUNT: u32 = 5;

/// One module of one configuration, and what it may cost.
struct Case {
    module: &'static str,
    design: Design,
    bar: Option<Bar>,
    /// Placements; the median counts.
    seeds: &'static [u32],
}

/// All other options are at their defaults.
#[derive(Clone, Copy)]
enum Design {
    Cube {
        n: u32,
        m: u32,
    },
    Mesh {
        n: u32,
        interconnect: Interconnect,
    },
    /// At most 15 data flits: messages fit into distributed memory.
    Region {
        radices: &'static [u32],
        algorithm: CornerAlgorithm,
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

struct Bar {
    /// Most LUT4.
    luts: usize,
    /// Lowest frequency.
    ///
    /// **Units**: MHz.
    frequency: f64,
}

const CASES: [Case; 20] = [
    cube("mhu_multicaster", 6, 8, Some(Bar { luts: 270, frequency: 75.0 })),
    cube("mhu_multicaster", 8, 16, Some(Bar { luts: 720, frequency: 55.0 })),
    cube("mhu_multicaster", 10, 32, Some(Bar { luts: 1650, frequency: 43.0 })),
    cube("mhu", 6, 8, None),
    cube("hypercube_router", 6, 8, Some(Bar { luts: 10_000, frequency: 55.0 })),
    mesh(3, Interconnect::Bus, &[1, 2, 3]),
    // A placement takes many minutes.
    mesh(3, Interconnect::Crossbar, &[1]),
    mesh(6, Interconnect::Bus, &[1]),
    mesh(6, Interconnect::Crossbar, &[1]),
    region(&[16, 16], CornerAlgorithm::FixedCorner, Bar { luts: 2000, frequency: 75.0 }),
    region(&[16, 16], CornerAlgorithm::NearestCorner, Bar { luts: 3800, frequency: 70.0 }),
    region(&[4, 4, 4], CornerAlgorithm::FixedCorner, Bar { luts: 3400, frequency: 65.0 }),
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
    Case { module, design: Design::Cube { n, m }, bar, seeds: &[1, 2, 3] }
}

const fn mesh(n: u32, interconnect: Interconnect, seeds: &'static [u32]) -> Case {
    let design = Design::Mesh { n, interconnect };
    Case { module: "harts_router", design, bar: None, seeds }
}

const fn region(radices: &'static [u32], algorithm: CornerAlgorithm, bar: Bar) -> Case {
    let design = Design::Region { radices, algorithm };
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

/// Synthesises and places modules for ECP5 and prints their area and speed.
///
/// Without names it measures all modules, in about an hour, and rewrites the table of docs/qor.md and the
/// values of generator/emit/measured.toml. The exit code is 1 when a module misses its bar.
#[derive(clap::Args)]
pub struct Args {
    /// Modules to measure, with their configuration, such as hypercube_router,6,8 [default: all]
    #[arg(value_name = "MODULE,N,OPTION")]
    modules: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = &args.modules;
    check_names(wanted, &CASES.each_ref().map(Case::label))?;
    let chosen = |case: &&Case| wanted.is_empty() || wanted.contains(&case.label());
    let mut table = String::from(
        "| module | design | LUT4 | CCU2C | FF | DP16KD | DPR16X4 | MHz | MHz, all seeds | wrapper FF | bar: LUT4, MHz |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    print!("{table}");
    let (mut missed, mut values) = (Vec::new(), Vec::new());
    for case in CASES.iter().filter(chosen) {
        eprintln!("{}: synthesis", case.label());
        let netlist = case.synthesize()?;
        eprintln!("{}: {:?}, placement", case.label(), netlist.area);
        let placed = netlist.place(case.seeds)?;
        eprintln!("{}: slowest path {}", case.label(), placed.slowest);
        let row = case.row(&netlist, &placed);
        print!("{row}");
        table += &row;
        let value = value(&netlist, &placed);
        eprintln!("{}: {value}", case.label());
        values.push((case.label(), value));
        let misses = |bar: &Bar| netlist.area.luts > bar.luts || placed.frequency < bar.frequency;
        if case.bar.as_ref().is_some_and(misses) {
            missed.push(case.label());
        }
    }
    // A run of some modules only is for the eye.
    if wanted.is_empty() {
        let page = fs::read_to_string(PAGE)?;
        let (head, rest) = page.split_once(BEGIN).ok_or("the page has no table")?;
        let (_, tail) = rest.split_once(END).ok_or("the table of the page has no end")?;
        fs::write(PAGE, format!("{head}{BEGIN}{table}{END}{tail}"))?;
        measured::rewrite(&values)?;
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!("misses its bar: {}", missed.join(", ")).into()),
    }
}

/// Returns area and speed as a data sheet shows them.
fn value(netlist: &Netlist, placed: &Placed) -> String {
    let area = netlist.area;
    let mut value = format!("{} LUT4", area.luts);
    for (count, cells) in [(area.blocks, "DP16KD"), (area.distributed, "DPR16X4")] {
        if count > 0 {
            value += &format!(", {count} {cells}");
        }
    }
    value + &format!(", {:.1} MHz", placed.frequency)
}

impl Case {
    /// Returns `mhu,6,8` and the like, the name on the command line.
    fn label(&self) -> String {
        match self.design {
            Design::Cube { n, m } => format!("{},{n},{m}", self.module),
            Design::Mesh { n, interconnect } => {
                format!("{},{n},{}", self.module, interconnect.name())
            }
            Design::Region { radices, algorithm } => {
                let mesh = RegionSpec::new(radices).mesh_name();
                format!("{},{mesh},{}", self.module, algorithm.name())
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

    fn synthesize(&self) -> Result<Netlist, Failure> {
        let family = match self.design {
            Design::Cube { n, m } => {
                HypercubeSpec { network: false, ..HypercubeSpec::new(n, m) }.into()
            }
            Design::Mesh { n, interconnect } => {
                HartsSpec { network: false, interconnect, ..HartsSpec::new(n) }.into()
            }
            Design::Region { radices, algorithm } => RegionSpec {
                algorithm,
                virtual_channels: algorithm.classes(),
                max_data: 15,
                network: false,
                ..RegionSpec::new(radices)
            }
            .into(),
            Design::Ihc { topology, reception } => ihc_spec(topology, reception).into(),
            Design::RingTree { graph, tables } => ring_tree_spec(graph, tables).into(),
        };
        let spec = Spec { name: "qor".to_string(), prefix: String::new(), families: vec![family] };
        let (_folder, files) = design::hardware(&spec)?;
        let carry = match self.design {
            Design::Cube { m, .. } => m < 1 << (WIDE_COUNT - 1),
            _ => true,
        };
        let tied = match self.design {
            Design::RingTree { graph, tables } => {
                Some(fullest_node(&ring_tree_spec(graph, tables), &header(&spec)))
            }
            _ => None,
        };
        Ok(synthesize(&files, self.module, tied.as_ref(), carry)?)
    }

    fn row(&self, netlist: &Netlist, placed: &Placed) -> String {
        let area = netlist.area;
        let bar = self.bar.as_ref();
        let bar = bar.map_or("none".to_string(), |bar| format!("{}, {}", bar.luts, bar.frequency));
        format!(
            "| `{}` | {} | {} | {} | {} | {} | {} | {:.1} | {:.1} to {:.1} | {} | {bar} |\n",
            self.module,
            self.design,
            area.luts,
            area.carries,
            area.registers,
            area.blocks,
            area.distributed,
            placed.frequency,
            placed.range.0,
            placed.range.1,
            placed.wrapper_registers,
        )
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cube { n, m } => write!(f, "n = {n}, m = {m}"),
            Self::Mesh { n, interconnect } => write!(f, "n = {n}, {}", interconnect.name()),
            Self::Region { radices, algorithm } => {
                let mesh = RegionSpec::new(radices).mesh_name();
                write!(f, "{mesh}, {}, max-data 15", algorithm.name())
            }
            Self::Ihc { topology, reception } => {
                let size = ihc_spec(*topology, *reception).short_name();
                write!(f, "{size}, {}, max-data 4", reception.name())
            }
            Self::RingTree { graph, tables } => write!(f, "{graph}, {} tables", tables.name()),
        }
    }
}
