//! Why the nodes of a message do what they do: sentences and ballots for people who point at a node.
//!
//! Each family has its own reasons; here is what they have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use clap::ArgMatches;
use serde::Serialize;
use teecast_model::relay::{Carried, Send, Switching, Tree, Unroutable};

use crate::terminal::error::Error;

/// The name of a verb of `route`, and what gives the reasons of a message.
pub type Reasoned = (&'static str, fn(&ArgMatches) -> Result<Reasons, Error>);

/// Why a message goes as it does.
#[derive(Debug, Default, Serialize)]
pub struct Reasons {
    /// By node, of those that have a reason.
    pub nodes: Vec<Reason>,
    /// Of the nodes that the message does not reach.
    pub lost: Vec<Loss>,
}

/// Why a node is not reached.
#[derive(Debug, Serialize)]
pub struct Loss {
    /// The node.
    pub destination: u32,
    /// The end of a sentence.
    pub why: String,
}

/// Why one node does what it does.
#[derive(Debug, Default, Serialize)]
pub struct Reason {
    /// The node.
    pub node: u32,
    /// Sentences.
    pub lines: Vec<String>,
    /// How it voted; families without votes have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ballots: Vec<BallotTable>,
}

/// A ballot as a table.
#[derive(Debug, Serialize)]
pub struct BallotTable {
    /// Columns.
    pub dimensions: u32,
    /// A row for each destination, then one for each branch.
    pub rows: Vec<BallotLine>,
}

/// A row of a ballot.
#[derive(Debug, Serialize)]
pub struct BallotLine {
    /// What it is of.
    pub label: String,
    /// **Shape**: by dimension; empty where there is no vote.
    pub cells: Vec<String>,
    /// The dimension that is chosen, in the row of a branch.
    pub chosen: Option<u32>,
}

/// Gathers the sentences of each node.
pub fn gathered(sentences: impl IntoIterator<Item = (u32, String)>) -> Vec<Reason> {
    let mut nodes = BTreeMap::<u32, Vec<String>>::new();
    for (node, sentence) in sentences {
        nodes.entry(node).or_default().push(sentence);
    }
    nodes.into_iter().map(|(node, lines)| Reason { node, lines, ballots: Vec::new() }).collect()
}

/// Returns why nodes are not reached; `why` knows the reason of one that is healthy.
pub fn losses<'a>(
    unroutable: impl IntoIterator<Item = &'a Unroutable>,
    faulty: &BTreeSet<u32>,
    why: impl Fn(&Unroutable) -> String,
) -> Vec<Loss> {
    let loss = |left: &Unroutable| {
        let why = match faulty.contains(&left.destination) {
            true => "it is faulty".to_string(),
            false => why(left),
        };
        Loss { destination: left.destination, why }
    };
    unroutable.into_iter().map(loss).collect()
}

/// Returns the reasons of a broadcast by relays, or of a regular message; `rule` puts a tag into words.
pub fn relayed<T: Display>(
    tree: &Tree<T>,
    faulty: &BTreeSet<u32>,
    rule: impl Fn(&T) -> &'static str,
) -> Reasons {
    let sentence = |send: &Send<T>| {
        let Send { to, channel, .. } = send;
        let parent = send.parent.map(|index| &tree.sends[index]);
        let came =
            parent.map(|it| format!("of the packet from {} in direction {}", it.from, it.channel));
        let came = came.unwrap_or_else(|| "of its own message".to_string());
        let why = match (&send.carried, parent) {
            (Carried::Routed { tags }, _) => {
                let tags = tags.map(|tag| tag.to_string()).join(", ");
                format!("one hop less; along the three axes {tags} are left")
            }
            (_, Some(parent))
                if parent.channel == *channel && send.switching == Switching::CutThrough =>
            {
                "straight on".to_string()
            }
            (_, Some(Send { carried: Carried::Relayed { tag, .. }, .. })) => {
                format!("tag {tag} {}", rule(tag))
            }
            _ => "the pattern begins so".to_string(),
        };
        (send.from, format!("To {to} in direction {channel}, because {came}: {why}."))
    };
    let why = |_: &Unroutable| "all copies for it met a faulty node".to_string();
    Reasons {
        nodes: gathered(tree.sends.iter().map(sentence)),
        lost: losses(&tree.unroutable, faulty, why),
    }
}
