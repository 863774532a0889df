//! What the route verbs of all families share: sets of faulty nodes, lists and tables of hops.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use teecast_model::relay::{Carried, Send, Tree, Unroutable};

use crate::terminal::error::Error;
use crate::terminal::table::table;
use crate::terminal::tree::Hop;
use crate::terminal::value::{Nodes, node};

/// The node that sends.
#[derive(clap::Args)]
pub struct Sender {
    /// Sending node: decimal, 0b or 0x
    #[arg(long, value_name = "NODE", allow_negative_numbers = true, default_value = "0",
          value_parser = node)]
    pub source: u32,
}

/// The nodes that are faulty.
#[derive(clap::Args)]
pub struct Faulty {
    /// Faulty nodes, comma-separated, possibly empty
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    pub faulty: Option<Nodes>,
}

impl Faulty {
    /// Returns them as they are typed.
    pub fn nodes(&self) -> &[u32] {
        self.faulty.as_ref().map_or(&[], |nodes| &nodes.0)
    }
}

/// Lists nodes as they are typed.
pub fn list(nodes: &[u32]) -> String {
    nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Takes a list of faulty nodes as a set.
///
/// # Errors
/// Bad input: a node that is named twice.
pub fn faulty_set(faulty: &[u32]) -> Result<BTreeSet<u32>, Error> {
    let mut set = BTreeSet::new();
    match faulty.iter().find(|node| !set.insert(**node)) {
        Some(twice) => Err(Error::bad_input(format!("faulty names node {twice} twice"))
            .hint("name each faulty node once")),
        None => Ok(set),
    }
}

/// Says how much a message took.
pub fn totals(traffic: usize, steps: u32, deliveries: usize) -> String {
    let of = |count: usize, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    let traffic = of(traffic, "link", "links");
    let steps = of(steps as usize, "step", "steps");
    let deliveries = of(deliveries, "delivery", "deliveries");
    format!("\ntraffic {traffic}, {steps}, {deliveries}\n")
}

/// Describes packets on links for people.
pub fn hops<T: Display>(tree: &Tree<T>) -> String {
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

/// Returns the hops of a broadcast or a regular message for a drawing, copies by their first direction.
pub fn drawn_hops<T>(tree: &Tree<T>) -> Vec<Hop> {
    let delivering: BTreeSet<usize> = tree.deliveries.iter().filter_map(|it| it.send).collect();
    let hop = |(index, send): (usize, &Send<T>)| Hop {
        step: send.step.into(),
        from: send.from,
        to: send.to,
        copy: match send.carried {
            Carried::Relayed { origin_direction, .. } => origin_direction,
            Carried::Routed { .. } => 0,
        },
        delivers: delivering.contains(&index),
        parent: send.parent,
    };
    tree.sends.iter().enumerate().map(hop).collect()
}

/// Returns the nodes that a message did not reach.
pub fn missed<'a>(unroutable: impl IntoIterator<Item = &'a Unroutable>) -> BTreeSet<u32> {
    unroutable.into_iter().map(|left| left.destination).collect()
}

/// Says how many copies nodes got where some are faulty: how many nodes, or which ones if they are few.
pub fn copies(
    faulty: &[u32],
    delivered: impl Iterator<Item = u32>,
    missed: &BTreeSet<u32>,
) -> String {
    if faulty.is_empty() {
        return String::new();
    }
    let mut counts: BTreeMap<u32, u32> = missed.iter().map(|node| (*node, 0)).collect();
    delivered.for_each(|node| *counts.entry(node).or_default() += 1);
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    counts.into_iter().for_each(|(node, count)| groups.entry(count).or_default().push(node));
    let group = |(count, nodes): (&u32, &Vec<u32>)| match nodes.len() {
        0..=8 => format!("{count} at {}", list(nodes)),
        many => format!("{count} at {many} nodes"),
    };
    let groups: Vec<String> = groups.iter().rev().map(group).collect();
    format!("copies: {}\n", groups.join("; "))
}
