//! `teecast analyze ring-tree`: what rings of some sizes cost on a network, measured on the model.

use serde::Serialize;
use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::ring::Timing;
use teecast_model::ring_tree::run::all_to_all;
use teecast_spec::RingTreeSpec;
use teecast_spec::option::ConfigOption;
use teecast_spec::ring_tree::{MOST_NODES, RING_SIZE, WALK};
use teecast_spec::topology::ring_tree::{RingTree, Walk};

use crate::ring_tree::network::Size;
use crate::terminal::error::Error;
use crate::terminal::table::table;
use crate::terminal::value::{bounded, one_of};
use crate::terminal::verb::{Verb, options};
use crate::terminal::{Format, Report};

/// Ring sizes that are tried.
const SIZES: [u32; 10] = [2, 3, 4, 6, 8, 12, 16, 24, 32, 64];

/// The one size that is tried.
const TRIED_SIZE: ConfigOption =
    ConfigOption { default: Some("some sizes up to the network's"), ..RING_SIZE };
/// The one walk that is tried.
const TRIED_WALK: ConfigOption = ConfigOption { default: Some("both"), ..WALK };

/// Measures an all-to-all broadcast on the trees of rings of a network, and names the fastest.
///
/// Times are steps of the model: T_deliver and T_ack as in the paper, T_total with the barrier; in the
/// hardware, a closing link takes a step for each link of the network on its way back.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    size: Size,

    #[arg(long, value_name = TRIED_SIZE.value_name, help = TRIED_SIZE.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&TRIED_SIZE))]
    ring_size: Option<u32>,

    #[arg(long, value_name = TRIED_WALK.value_name, help = TRIED_WALK.help())]
    #[arg(value_parser = one_of(&Walk::ALL, Walk::name))]
    walk: Option<Walk>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze ring-tree --graph hypercube:4
  teecast analyze ring-tree --graph grid:4x4 --walk deep --faulty-nodes 5
  teecast analyze ring-tree --graph hexmesh:3 --ring-size 8 --format json";

/// The question.
pub const VERB: Verb = Verb::new::<Args>("ring-tree", |typed| run(&options(typed)?));

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    family: &'static str,
    graph: &'a str,
    /// Healthy nodes.
    nodes: usize,
    trees: &'a [Line],
    /// The fastest tree in the timing of the hardware, with the fewest virtual nodes.
    best: &'a Line,
}

/// A tree.
///
/// **Units**: of times, steps.
#[derive(Serialize)]
struct Line {
    ring_size: u32,
    walk: &'static str,
    rings: usize,
    levels: u32,
    virtual_nodes: u32,
    t_deliver: u64,
    t_ack: u64,
    t_total: u64,
    /// In the timing of the hardware.
    hardware_ack: u64,
    hardware_total: u64,
    /// Sum of twice the length of the rings on a way, the largest ([Sun98] definition 3).
    most_t_l: usize,
}

/// Answers the question.
///
/// # Errors
/// Bad input: no such network, faults that it does not have or that cut it.
fn run(args: &Args) -> Result<Report, Error> {
    let walks: Vec<Walk> = args.walk.map_or(Walk::ALL.to_vec(), |walk| vec![walk]);
    let spec = args.size.spec(2, Walk::Deep, MOST_NODES)?;
    let nodes = spec.tree().living().count();
    let sizes: Vec<u32> = match args.ring_size {
        Some(size) => vec![size],
        None => SIZES.into_iter().filter(|size| *size == 2 || *size as usize <= nodes).collect(),
    };
    let mut lines = Vec::new();
    for &walk in &walks {
        for &ring_size in &sizes {
            let spec = RingTreeSpec { ring_size, walk, ..spec.clone() };
            lines.push(line(&spec.tree(), walk));
        }
    }
    let best = lines
        .iter()
        .min_by_key(|line| (line.hardware_total, line.virtual_nodes, line.ring_size))
        .expect("at least one size");
    let text = match args.format {
        Format::Text => {
            let graph = &spec.network.to_string();
            let bounds = format!(
                "T_ack takes n steps or more; in every run so far at most 2(n - 1), which is not proved:\n\
                 {nodes} to {} here. Hardware: closing links take a step a link.\n",
                2 * (nodes - 1)
            );
            format!("trees of rings of {graph}, {nodes} nodes\n\n{}\n{bounds}", listed(&lines))
                + &format!("best: --ring-size {} --walk {}\n", best.ring_size, best.walk)
        }
        Format::Json => {
            let graph = &spec.network.to_string();
            let document = Document { family: "ring-tree", graph, nodes, trees: &lines, best };
            serde_json::to_string(&document).expect("the keys are strings") + "\n"
        }
    };
    Ok(text.into())
}

/// Measures a tree.
fn line(tree: &RingTree, walk: Walk) -> Line {
    let barrier = Rules { barrier: true, ..Rules::PAPER };
    let times = all_to_all(tree, barrier, 1);
    let hardware = all_to_all(tree, Rules { timing: Timing::Phys, ..barrier }, 1);
    Line {
        ring_size: tree.ring_size(),
        walk: walk.name(),
        rings: tree.rings().len(),
        levels: tree.levels(),
        virtual_nodes: tree.most_virtual_nodes(),
        t_deliver: times.deliver,
        t_ack: times.acknowledge,
        t_total: times.total,
        hardware_ack: hardware.acknowledge,
        hardware_total: hardware.total,
        most_t_l: tree.most_t_l(),
    }
}

/// Returns the table of trees.
fn listed(lines: &[Line]) -> String {
    let head = [
        "w",
        "rings",
        "levels",
        "virtual nodes",
        "T_deliver",
        "T_ack",
        "T_total",
        "hardware T_ack",
        "T_total",
        "T_L",
        "walk",
    ];
    let row = |line: &Line| {
        let times =
            [line.t_deliver, line.t_ack, line.t_total, line.hardware_ack, line.hardware_total];
        let mut row = vec![line.ring_size.to_string(), line.rings.to_string()];
        row.extend([line.levels, line.virtual_nodes].map(|number| number.to_string()));
        row.extend(times.map(|time| time.to_string()));
        row.extend([line.most_t_l.to_string(), line.walk.to_string()]);
        row
    };
    table(&head, &lines.iter().map(row).collect::<Vec<_>>())
}
