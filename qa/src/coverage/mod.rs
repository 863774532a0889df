//! Coverage of the emitted modules by the benches of the networks: lines that ran, bits that changed.
//!
//! It prints a row for each module and what was missed.

mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use teecast::spec::region::CornerAlgorithm;
use teecast::spec::topology::hamiltonian::Network;
use teecast::spec::{
    FamilySpec, HartsSpec, HypercubeSpec, IhcSpec, Interconnect, Reception, RegionSpec, Spec,
};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::device::Device;
use teecast_cosim::harts::HartsDevice;
use teecast_cosim::harts::reception::Receptions;
use teecast_cosim::ihc::lies::Lie;
use teecast_cosim::ihc::{IhcDevice, replay};
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::ring_tree::RingTreeDevice;
use teecast_cosim::scenario::{self, Scenario};

use self::record::{Coverage, Kind};
use crate::mutate::cases::{Run, ring_tree};
use crate::{Failure, check_names, design};

/// Signals that a network cannot change, and why.
///
/// **Shape**: (module, beginning of the signal, reason); an empty module stands for all.
const CONSTANT: [(&str, &str, &str); 23] = [
    ("", "local_address_i", "the address of the node"),
    ("mhu", "own_dimension_i", "the place of the unit in its router"),
    ("mhu", "from_processor_i", "the place of the unit in its router"),
    ("mhu", "ascending_i", "the place of the unit in its router"),
    ("mhu_input", "from_processor_i", "the place of the unit in its router"),
    ("mhu_input", "own_dimension_i", "the place of the unit in its router"),
    ("mhu_store", "own_dimension_i", "the place of the unit in its router"),
    ("mhu_controller", "own_dimension_i", "the place of the unit in its router"),
    ("mhu_slots", "own_dimension_i", "the place of the unit in its router"),
    ("", "here_i", "the place of the node"),
    ("", "node_i", "the number of the node"),
    ("", "linked_i", "the place of the node"),
    ("", "rings_i", "the table of the node"),
    ("", "positions_i", "the table of the node"),
    ("", "lengths_i", "the table of the node"),
    ("", "in_ports_i", "the table of the node"),
    ("", "gates_i", "the table of the node"),
    ("", "sources_i", "the table of the node"),
    ("", "arrival_i", "the place of the input in its router"),
    ("region_input", "class_i", "the class of the channel"),
    ("region_route", "class_i", "the class of the channel"),
    ("region_network", "gen_node", "a port of a router, or a link over the edge"),
    ("region_network", "link_", "a port of a router, or a link over the edge"),
];

/// Lines and bits of a module: seen, all.
type Sums = BTreeMap<(String, Kind), (u32, u32)>;

/// Plays networks with Verilator and prints which lines of their modules ran and which bits changed.
///
/// Takes about 20 minutes for all networks.
#[derive(clap::Args)]
pub struct Args {
    /// Networks to play: cube, bus, crossbar, majority, corner, nearest, tree, copies, open, agreed,
    /// written, fixed [default: all]
    #[arg(value_name = "NETWORK")]
    networks: Vec<String>,
}

/// The networks that are played.
const NETWORKS: [&str; 12] = [
    "cube", "bus", "crossbar", "majority", "corner", "nearest", "tree", "copies", "open", "agreed",
    "written", "fixed",
];

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = &args.networks;
    check_names(wanted, &NETWORKS.map(String::from))?;
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|want| want == name);
    let spec = |family: FamilySpec| Spec::new("device", vec![family]);
    let plays = [(Scenario::All, 1, 2000), (Scenario::Saturation, 2, 500)];
    if chosen("cube") {
        let cube = HypercubeSpec { max_data: 4, width: 8, classes: 2, ..HypercubeSpec::new(3, 4) };
        let plays = plays.map(|play| stimulus(&cube, play)).into();
        record("cube", &spec(cube.clone().into()), &[(&cube, plays)])?;
    }
    let bus = HartsSpec { max_data: 4, width: 8, ..HartsSpec::new(3) };
    let crossbar = HartsSpec { interconnect: Interconnect::Crossbar, ..bus.clone() };
    // The last copy of a broadcast comes before its message closes, under every load.
    let majority = HartsSpec {
        n: 2,
        reception: Reception::Majority,
        majority_timeout: 2000,
        ..crossbar.clone()
    };
    for (name, harts) in [("bus", bus), ("crossbar", crossbar), ("majority", majority)] {
        if chosen(name) {
            let hexmesh = HartsDevice { spec: harts.clone(), tapped: true };
            let plays = [plays[0], plays[1], (Scenario::Links, 3, 1000)];
            let plays = plays.map(|play| stimulus(&hexmesh, play)).into();
            // In a network few messages are open at a time, and no copy comes late.
            let reception = Receptions::new(&harts);
            let mut benches: Vec<(&dyn Device, _)> = vec![(&hexmesh, plays)];
            if harts.reception == Reception::Majority {
                benches.push((&reception, vec![Run::of(reception.stimulus(1, 60), 1)]));
            }
            record(name, &spec(harts.clone().into()), &benches)?;
        }
    }
    for (name, ring) in rings() {
        if chosen(name) {
            let device = IhcDevice::new(&ring);
            let plays = [plays[0], plays[1], (Scenario::Links, 3, 1000)];
            let mut plays: Vec<Run> = plays.map(|play| stimulus(&device, play)).into();
            for (lie, seed) in Lie::ALL.into_iter().zip(4..) {
                let stimulus = device.lying(lie, seed, 200);
                let trace = Some(replay::trace(&ring, &stimulus, seed));
                plays.push(Run { stimulus, seed, trace });
            }
            record(name, &spec(ring.into()), &[(&device, plays)])?;
        }
    }
    for (name, tree) in ring_tree::networks() {
        if chosen(name) {
            let device = RingTreeDevice::new(&tree).expect("deliveries fit");
            record(name, &spec(tree.clone().into()), &[(&device, ring_tree::runs(&tree))])?;
        }
    }
    for (name, mesh) in meshes() {
        if chosen(name) {
            let plays = plays.map(|play| stimulus(&mesh, play)).into();
            record(name, &spec(mesh.clone().into()), &[(&mesh, plays)])?;
        }
    }
    Ok(())
}

/// Returns the networks of the region family.
fn meshes() -> [(&'static str, RegionSpec); 3] {
    let of = |radices: &[u32], width, algorithm| RegionSpec {
        algorithm,
        width,
        max_data: 4,
        ..RegionSpec::new(radices)
    };
    // The largest message, its header included, fills a queue.
    let nearest = RegionSpec {
        virtual_channels: 2,
        deliveries: 2,
        max_data: 15,
        ..of(&[3, 2], 16, CornerAlgorithm::NearestCorner)
    };
    [
        // Links have headers of two flits.
        ("corner", of(&[3, 3], 8, CornerAlgorithm::FixedCorner)),
        ("nearest", nearest),
        ("tree", of(&[3, 2], 16, CornerAlgorithm::Mst)),
    ]
}

/// Returns the networks of the IHC family.
fn rings() -> [(&'static str, IhcSpec); 3] {
    let of =
        |topology| IhcSpec { width: 8, max_data: 2, test_ports: true, ..IhcSpec::new(topology) };
    [
        ("copies", of(Network::Cube(3))),
        ("open", IhcSpec { filter: false, width: 16, ..of(Network::Cube(2)) }),
        ("agreed", IhcSpec { reception: Reception::Majority, ..of(Network::Torus([3, 3])) }),
    ]
}

fn stimulus(device: &dyn Device, (scenario, seed, messages): (Scenario, u64, u32)) -> Run {
    Run::of(scenario::stimulus(device, scenario, seed, messages), seed)
}

/// Plays benches of a design and prints what was seen of it.
fn record(name: &str, spec: &Spec, benches: &[(&dyn Device, Vec<Run>)]) -> Result<(), Failure> {
    let written = design::with_benches(spec)?;
    let mut files = written.bench;
    let mut modules = BTreeSet::new();
    for entry in fs::read_dir(&written.design)? {
        let path = entry?.path();
        modules.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        files.push(path);
    }
    // The order of a folder is chance, and what is built has to be found again.
    files.sort_unstable();
    let folder = &written.folder;
    let mut coverage = Coverage::default();
    for (family, plays) in benches {
        let (simulator, recording) = (Simulator::Verilator, Recording::Coverage);
        let bench = NetworkBench::build(*family, "", &files, simulator, recording, false)?;
        for Run { stimulus, seed, trace: model } in plays {
            let trace = bench.play(*family, stimulus, *seed, folder.path(), None)?;
            let difference = match model {
                Some(model) => (bench.trace_bytes(folder.path())? != model.as_bytes())
                    .then(|| "the trace is not that of the clocked model".to_string()),
                None => compare(*family, stimulus, &trace).1.map(|it| it.to_string()),
            };
            if let Some(difference) = difference {
                return Err(difference.into());
            }
            coverage.add_file(&bench.coverage(folder.path()))?;
        }
    }
    report(name, &coverage, &modules);
    Ok(())
}

fn report(name: &str, coverage: &Coverage, modules: &BTreeSet<String>) {
    let mut sums = Sums::new();
    let mut missed = BTreeMap::<(String, String), u32>::new();
    for (point, count) in coverage.points().filter(|(point, _)| modules.contains(&point.module)) {
        if CONSTANT.iter().any(|(module, signal, _)| {
            point.kind == Kind::Toggle
                && (module.is_empty() || point.module == *module)
                && point.name.starts_with(signal)
        }) {
            continue;
        }
        let (seen, all) = sums.entry((point.module.clone(), point.kind)).or_default();
        *all += 1;
        if count > 0 {
            *seen += 1;
            continue;
        }
        let what = match point.kind {
            Kind::Line => format!("line {} ({})", point.line, point.name),
            Kind::Toggle => point.name.split('[').next().unwrap_or_default().to_string(),
        };
        *missed.entry((point.module.clone(), what)).or_default() += 1;
    }
    let mut totals = BTreeMap::<Kind, (u32, u32)>::new();
    for ((module, kind), (seen, all)) in &sums {
        println!("{name} {module} {kind:?} {seen} of {all}");
        let total = totals.entry(*kind).or_default();
        *total = (total.0 + seen, total.1 + all);
    }
    for ((module, what), count) in missed {
        println!("{name} {module} misses {count} of {what}");
    }
    for (kind, (seen, all)) in totals {
        let share = 100.0 * f64::from(seen) / f64::from(all);
        println!("{name}: {kind:?} {seen} of {all}, {share:.2} %");
    }
}
