//! What the route verbs of all families share: sets of faulty nodes, lists and tables of hops.

use std::collections::BTreeSet;
use std::fmt::Display;

use teecast_model::relay::{Carried, Tree};

use super::error::Error;
use super::table::table;

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
