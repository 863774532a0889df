//! `teecast route ihc`: the copies of one node's message, and the round that they belong to.

use std::collections::{BTreeMap, BTreeSet};

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::ihc::route::{self, Course, RouteError};
use teecast_model::ihc::schedule::Schedule;
use teecast_spec::Family;
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::hamiltonian::{Network, Rings};

use super::network::{Named, Packets, Size};
use crate::reason::{Reasons, gathered, losses};
use crate::route::{Faulty, Sender, copies, faulty_set, list, missed, totals};
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::table::table;
use crate::terminal::tree::{self, Drawing, Hop, RouteFormat};
use crate::terminal::verb::{Verb, options};

/// The most nodes of a network whose hops are listed.
const MOST_NODES: u32 = 4096;

/// Follows one node's message along all Hamiltonian cycles, in a round of all nodes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    packets: Packets,

    #[command(flatten)]
    sender: Sender,

    #[command(flatten)]
    faulty: Faulty,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

const EXAMPLES: &str = "\
Examples:
  teecast route ihc --topology hypercube --n 4 --mu 4 --source 6
  teecast route ihc --topology hexmesh --n 3 --interleave 4 --faulty 5
  teecast route ihc --topology torus --sides 4x4 --interleave overlapped --format json";

/// Returns why nodes do what they do: their places on the cycles.
///
/// # Errors
/// Those of the command.
pub fn reasons(typed: &ArgMatches) -> Result<Reasons, Error> {
    let Routed { rings, faulty, course, .. } = routed(&options(typed)?)?;
    let hop = |hop: &route::Hop| {
        let route::Hop { from, to, channel, slot, step } = hop;
        let (place, nodes) = (rings.id(*channel, *from), rings.nodes());
        let turn = match step {
            1 => format!("its own turn begins in slot {slot}"),
            _ => {
                format!("the copy left the source {} hops ago and is due in slot {slot}", step - 1)
            }
        };
        let sentence =
            format!("To {to} on cycle {channel}: place {place} of {nodes} there, and {turn}.");
        (*from, sentence)
    };
    let why = |_: &_| "all copies for it met a faulty node".to_string();
    let lost = losses(&course.unroutable, &faulty, why);
    Ok(Reasons { nodes: gathered(course.sends.iter().map(hop)), lost })
}

/// A message and what it depends on.
struct Routed {
    network: Network,
    interleave: Interleave,
    rings: Rings,
    schedule: Schedule,
    faulty: BTreeSet<u32>,
    course: Course,
}

/// Routes the message.
fn routed(args: &Args) -> Result<Routed, Error> {
    let network = args.size.network()?;
    let nodes = network.nodes();
    if nodes > MOST_NODES {
        let sentence = format!("the network has {nodes} nodes; permitted are at most {MOST_NODES}");
        return Err(Error::bad_input(sentence).hint("choose a smaller network"));
    }
    let interleave = args.packets.interleave(nodes)?;
    let (rings, schedule) =
        (Rings::new(network), Schedule::new(nodes, args.packets.mu, interleave));
    let faulty = faulty_set(args.faulty.nodes())?;
    let course = route::run(&rings, &schedule, args.sender.source, &faulty).map_err(edge)?;
    Ok(Routed { network, interleave, rings, schedule, faulty, course })
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Named,
    algorithm: &'static str,
    interleave: String,
    source: u32,
    destinations: &'a [u32],
    faulty: &'a [u32],
    #[serde(flatten)]
    course: &'a Course,
    round: Round<'a>,
}

/// The round of all nodes.
#[derive(Serialize, JsonSchema)]
struct Round<'a> {
    mu: u32,
    stages: u32,
    slots: u32,
    /// By ID.
    start_slots: &'a [u32],
    /// By undirected cycle, its nodes from node 0 on.
    cycles: &'a [Vec<u32>],
}

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("ihc", |typed| run(&options(typed)?));

/// Runs the command.
///
/// # Errors
/// Bad input: a network out of bounds, packets that would meet, a node that does not exist, a faulty
/// source.
fn run(args: &Args) -> Result<Report, Error> {
    let Routed { network, interleave, rings, schedule, course, .. } = routed(args)?;
    let (mu, source, faulty) = (args.packets.mu, args.sender.source, args.faulty.nodes());
    let mut title = format!("ihc in the {} from {source}", Named(network).words());
    if !faulty.is_empty() {
        title += &format!(", faulty {}", list(faulty));
    }
    let document = Document {
        family: Family::Ihc.name(),
        parameters: Named(network),
        algorithm: "ihc",
        interleave: interleave.to_string(),
        source,
        destinations: &[],
        faulty,
        course: &course,
        round: Round {
            mu,
            stages: schedule.stages(),
            slots: schedule.slots(),
            start_slots: schedule.starts(),
            cycles: rings.cycles(),
        },
    };
    let delivered: BTreeSet<_> = course.deliveries.iter().map(|it| (it.channel, it.step)).collect();
    let hops = Hop::with_parents(course.sends.iter().map(|hop| Hop {
        step: hop.step.into(),
        from: hop.from,
        to: hop.to,
        copy: hop.channel,
        delivers: delivered.contains(&(hop.channel, hop.step)),
        parent: None,
    }));
    let missed = missed(&course.unroutable);
    let drawing = Drawing {
        title: &title,
        source,
        hops: &hops,
        missed: &missed,
        copies: Some("cycle"),
        name: &|node| node.to_string(),
    };
    let table = || {
        let nodes = course.deliveries.iter().map(|copy| copy.node);
        cycles(&rings, &schedule, source, &course)
            + &copies(faulty, nodes, &missed)
            + &round(&schedule, interleave)
    };
    let text = tree::write(args.format, &drawing, table, &document)?;
    Ok(text.into())
}

/// Describes the copies of the message for people, a line each.
fn cycles(rings: &Rings, schedule: &Schedule, source: u32, course: &Course) -> String {
    let row = |cycle: u32| {
        let hops = course.sends.iter().filter(|hop| hop.channel == cycle);
        let way: Vec<u32> = hops.map(|hop| hop.to).collect();
        let id = rings.id(cycle, source);
        let start = schedule.starts()[id as usize];
        let numbers = [cycle, id, start].map(|number| number.to_string());
        let way = if way.is_empty() { "nowhere".to_string() } else { list(&way) };
        numbers.into_iter().chain([way]).collect()
    };
    let rows: Vec<Vec<String>> = (0..rings.count()).map(row).collect();
    let mut text = table(&["cycle", "ID", "slot", "way"], &rows);
    text += &totals(course.traffic, course.steps, course.deliveries.len());
    for left in &course.unroutable {
        text += &format!("unroutable: {} from node {}\n", left.destination, left.node);
    }
    text
}

/// Describes the round for people: which nodes start in which slot.
fn round(schedule: &Schedule, interleave: Interleave) -> String {
    let (mu, stages, slots) = (schedule.mu(), schedule.stages(), schedule.slots());
    let mut text = format!(
        "\nround of all nodes: interleave {interleave}, packets of {mu} slots, {stages} stages, \
         {slots} slots\n\n"
    );
    let mut starting: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (id, slot) in (0..).zip(schedule.starts()) {
        starting.entry(*slot).or_default().push(id);
    }
    let row = |(slot, ids): (&u32, &Vec<u32>)| vec![slot.to_string(), list(ids)];
    text += &table(&["slot", "IDs that start"], &starting.iter().map(row).collect::<Vec<_>>());
    text
}

/// Adds what to type next to an error of the model.
fn edge(cause: RouteError) -> Error {
    let hint = match cause {
        RouteError::Node { last, .. } => format!("choose nodes from 0 to {last}"),
        RouteError::SourceFaulty { .. } => "choose another --source".to_string(),
    };
    Error::new(Kind::BadInput, cause).hint(hint)
}
