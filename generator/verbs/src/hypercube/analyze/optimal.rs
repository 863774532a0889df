//! `teecast analyze optimal`: every way to reach a destination list beside the exact optimum.

use serde::Serialize;
use teecast_model::hypercube::route::{self, Algorithm, RouteRequest};
use teecast_spec::Vote;

use crate::hypercube::DIMENSION;
use crate::hypercube::route::edge;
use crate::route::{Faulty, Sender, faulty_set};
use crate::terminal::error::Error;
use crate::terminal::table::table;
use crate::terminal::value::{Nodes, bounded};
use crate::terminal::verb::{Verb, options};
use crate::terminal::work;
use crate::terminal::{Format, Report};

/// Compares the traffic of all multicasts of one message with the exact optimum.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[arg(long, value_name = DIMENSION.value_name, help = DIMENSION.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&DIMENSION))]
    n: u32,

    #[command(flatten)]
    sender: Sender,

    /// Destinations, comma-separated, possibly empty; duplicates are kept
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    dest: Nodes,

    #[command(flatten)]
    faulty: Faulty,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze optimal --n 5 --source 6 --dest 7,20,29,18,1,0
  teecast analyze optimal --n 10 --source 0 --dest 1023,511,96 --faulty 32 --format json";

/// The question.
pub const VERB: Verb = Verb::new::<Args>("optimal", |typed| run(&options(typed)?));

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    n: u32,
    source: u32,
    destinations: &'a [u32],
    faulty: &'a [u32],
    ways: Vec<TreeCost>,
}

/// One way to reach the destinations.
#[derive(Serialize)]
struct TreeCost {
    algorithm: Algorithm,
    #[serde(skip_serializing_if = "Option::is_none")]
    vote: Option<Vote>,
    /// Links.
    traffic: usize,
    /// Destinations that are not reached.
    unroutable: usize,
}

/// Answers the question.
///
/// # Errors
/// Bad input: a node out of range, a faulty source, a list whose optimum takes too long.
fn run(args: &Args) -> Result<Report, Error> {
    let Args { n, sender: Sender { source }, dest: Nodes(destinations), format, .. } = args;
    let faulty = args.faulty.nodes();
    let set = faulty_set(faulty)?;
    let mut asked = vec![(Algorithm::Optimal, None)];
    asked.extend(Vote::ALL.map(|vote| (Algorithm::Multicast, Some(vote))));
    asked.extend([(Algorithm::Spare, None), (Algorithm::Unicasts, None)]);
    asked.retain(|(algorithm, _)| set.is_empty() || algorithm.tolerates_faults());
    let way = |(algorithm, vote): (Algorithm, Option<Vote>)| {
        let route = route::run(&RouteRequest {
            n: *n,
            algorithm,
            vote: vote.unwrap_or(Vote::Greedy),
            source: *source,
            destinations: destinations.clone(),
            faulty: set.clone(),
            classes: None,
            fault_tolerant: false,
        })?;
        let (traffic, unroutable) = (route.traffic, route.unroutable.len());
        Ok(TreeCost { algorithm, vote, traffic, unroutable })
    };
    let line = work::clock(&format!("exact optimum to {} nodes of Q_{n}", destinations.len()));
    let ways: Result<Vec<TreeCost>, _> = asked.into_iter().map(way).collect();
    line.finish_and_clear();
    let ways = ways.map_err(edge)?;
    let text = match format {
        Format::Text => prose(&ways),
        Format::Json => {
            let document = Document { n: *n, source: *source, destinations, faulty, ways };
            serde_json::to_string(&document).expect("the keys are strings") + "\n"
        }
    };
    Ok(text.into())
}

/// Describes the ways for people; the optimum is the first.
fn prose(ways: &[TreeCost]) -> String {
    let row = |way: &TreeCost| {
        let vote = way.vote.map_or(String::new(), |vote| format!(" ({})", vote.name()));
        // A way that leaves destinations out may take fewer links than the optimum.
        let excess = way.traffic as i64 - ways[0].traffic as i64;
        let numbers = [way.traffic.to_string(), excess.to_string(), way.unroutable.to_string()];
        let name = format!("{}{vote}", way.algorithm.name());
        numbers.into_iter().chain([name]).collect()
    };
    table(
        &["traffic", "excess", "unroutable", "algorithm"],
        &ways.iter().map(row).collect::<Vec<_>>(),
    )
}
