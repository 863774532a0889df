//! `teecast analyze hamiltonian`: the links of a network as Hamiltonian cycles, checked.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;
use teecast_model::ihc::audit;
use teecast_spec::topology::hamiltonian::decompose;

use super::drawing;
use crate::ihc::network::{Named, Size};
use crate::route::list;
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::output::deliver;
use crate::terminal::table::table;
use crate::terminal::verb::{Verb, options};

/// Decomposes a network into Hamiltonian cycles without a common link, and checks them.
///
/// A cube of odd dimension has one link left over at each node.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    size: Size,

    /// How the result is written; pictures of up to 256 nodes
    #[arg(long, value_enum, default_value_t)]
    format: Layout,

    /// File for the result; standard output if it is not given or -
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// How the result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// A table for people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// A picture.
    Svg,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze hamiltonian --topology hypercube --n 4
  teecast analyze hamiltonian --topology torus --sides 5x4 --format svg --out torus.svg
  teecast analyze hamiltonian --topology hexmesh --n 3 --format json";

/// The question.
pub const VERB: Verb = Verb::new::<Args>("hamiltonian", |typed| run(&options(typed)?));

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    parameters: Named,
    nodes: u32,
    links: u32,
    /// By cycle, its nodes from node 0 on.
    cycles: &'a [Vec<u32>],
    /// Links that no cycle uses, the lower node first.
    unused: &'a [[u32; 2]],
}

/// Answers the question.
///
/// # Errors
/// Bad input: a network out of bounds, one that is too large for a picture, a file that cannot be
/// written.
fn run(args: &Args) -> Result<Report, Error> {
    let network = args.size.network()?;
    if args.format == Layout::Svg && network.nodes() > drawing::MOST_NODES {
        let (nodes, most) = (network.nodes(), drawing::MOST_NODES);
        let sentence = format!("the network has {nodes} nodes; a picture has at most {most}");
        return Err(Error::bad_input(sentence).hint("leave out --format svg"));
    }
    let cycles = decompose(network);
    let unused =
        audit::unused(network, &cycles).map_err(|cause| Error::new(Kind::Internal, cause))?;
    let (nodes, links) = (network.nodes(), network.topology().links() / 2);
    let text = match args.format {
        Layout::Text => {
            let row = |(number, cycle): (usize, &Vec<u32>)| vec![number.to_string(), list(cycle)];
            let rows: Vec<Vec<String>> = cycles.iter().enumerate().map(row).collect();
            let head = format!("{}: {nodes} nodes, {links} links\n\n", Named(network).words());
            let joined = |[one, other]: &[u32; 2]| format!("{one}-{other}");
            let left = match &unused[..] {
                [] => "every link is in one of them".to_string(),
                unused => {
                    let unused: Vec<String> = unused.iter().map(joined).collect();
                    format!("left over: {}", unused.join(","))
                }
            };
            head + &table(&["cycle", "nodes"], &rows) + &format!("\n{left}\n")
        }
        Layout::Json => {
            let parameters = Named(network);
            let document = Document { parameters, nodes, links, cycles: &cycles, unused: &unused };
            serde_json::to_string(&document).expect("the keys are strings") + "\n"
        }
        Layout::Svg => drawing::picture(&cycles, &unused),
    };
    match &args.out {
        None => Ok(text.into()),
        Some(file) => {
            let report = format!("wrote {}\n", file.display());
            deliver(file, text, false, report)
        }
    }
}
