//! `teecast route`: one message on the golden model; one file a family.

mod harts;
pub(super) mod hypercube;
mod torus;

use std::collections::BTreeSet;
use std::fmt::Display;

use teecast_model::relay::{Carried, Tree};

use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::table::table;

/// Routes one message on the golden model and shows every hop.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    family: Family,
}

const EXAMPLES: &str = "\
Examples:
  teecast route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0
  teecast route harts --n 4 --algorithm k-bcast --k 6
  teecast route torus --width 5 --height 5 --pattern comb";

#[derive(clap::Subcommand)]
enum Family {
    Hypercube(hypercube::Args),
    Harts(harts::Args),
    Torus(torus::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input: a node or an option that the family or the algorithm does not permit.
pub fn run(args: &Args) -> Result<Report, Error> {
    match &args.family {
        Family::Hypercube(args) => hypercube::run(args),
        Family::Harts(args) => harts::run(args),
        Family::Torus(args) => torus::run(args),
    }
}

fn list(nodes: &[u32]) -> String {
    nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Takes a list of faulty nodes as a set.
///
/// # Errors
/// Bad input: a node that is named twice.
pub(super) fn faulty_set(faulty: &[u32]) -> Result<BTreeSet<u32>, Error> {
    let mut set = BTreeSet::new();
    match faulty.iter().find(|node| !set.insert(**node)) {
        Some(twice) => Err(Error::bad_input(format!("faulty names node {twice} twice"))
            .hint("name each faulty node once")),
        None => Ok(set),
    }
}

/// Says how much a message took.
fn totals(traffic: usize, steps: u32, deliveries: usize) -> String {
    let of = |count: usize, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    let traffic = of(traffic, "link", "links");
    let steps = of(steps as usize, "step", "steps");
    let deliveries = of(deliveries, "delivery", "deliveries");
    format!("\ntraffic {traffic}, {steps}, {deliveries}\n")
}

/// Describes packets on links for people.
fn hops<T: Display>(tree: &Tree<T>) -> String {
    let mut head = vec!["step", "from", "to", "channel"];
    head.extend(match tree.sends.first().map(|send| &send.carried) {
        Some(Carried::Relayed { .. }) => &["distance", "tag", "origin"][..],
        Some(Carried::Routed { .. }) => &["tags"][..],
        None => &[],
    });
    head.push("switching");
    let rows: Vec<Vec<String>> = tree
        .sends
        .iter()
        .map(|send| {
            let places = [send.step, send.from, send.to, send.channel];
            let mut row: Vec<String> = places.map(|v| v.to_string()).into();
            match &send.carried {
                Carried::Relayed { distance, tag, origin_direction } => {
                    row.push(distance.to_string());
                    row.push(tag.to_string());
                    row.push(origin_direction.to_string());
                }
                Carried::Routed { tags } => {
                    row.push(tags.map(|tag| tag.to_string()).join(","));
                }
            }
            row.push(send.switching.name().to_string());
            row
        })
        .collect();
    let mut text = table(&head, &rows);
    let Tree { traffic, steps, deliveries, .. } = tree;
    text += &totals(*traffic, *steps, deliveries.len());
    for left in &tree.unroutable {
        text += &format!("unroutable: {} from node {}\n", left.destination, left.node);
    }
    text
}
