//! Answers to messages: what a testbench sees of them, and when none may come yet.
//!
//! Its processors reply by rule, so that the model knows what they reply: `region_replier` of the testbench.

use std::collections::BTreeMap;

use teecast_model::region::frame;
use teecast_model::region::network::{self, Outcome};
use teecast_spec::RegionSpec;
use teecast_spec::region::STATUS_BITS;

use crate::device::{Event, Link, Untimely};
use crate::stimulus::Epoch;
use crate::trace::SeenEpoch;

/// Codes of what replies cause.
const WRONG_HANDLE: u64 = 6;
const WRONG_LENGTH: u64 = 8;

/// What answers to a message do at ports.
pub struct Answers {
    /// On the links of the message, against it.
    pub links: Vec<Link>,
    /// The completion, and what is wrong with replies.
    pub events: Vec<Event>,
}

/// Returns the bits of a completion in an event.
pub fn completion_bits(spec: &RegionSpec) -> u32 {
    if spec.answers.any() { STATUS_BITS + spec.id_bits() } else { 0 }
}

/// Returns the answers to a message.
pub fn of(spec: &RegionSpec, source: u32, seen: &Outcome) -> Answers {
    let Some(completion) = seen.completion else {
        return Answers { links: Vec::new(), events: Vec::new() };
    };
    let back = |port: u8| u32::from(port) + spec.ports();
    let sends = seen.tree.sends.iter();
    let links = sends.map(|send| Link { node: send.from, index: back(send.port) }).collect();
    let replies = seen.tree.deliveries.iter().filter(|_| completion.replied);
    let replies: Vec<Reply> = replies.map(|(node, _)| Reply::of(source, *node)).collect();
    let status = replies.iter().fold(completion.status, |all, reply| all | reply.status);
    let word = u64::from(status << spec.id_bits() | completion.id);
    let wrong = replies.iter().filter_map(|reply| {
        let code = reply.mistake?;
        Some(Event { node: reply.node, word: code << completion_bits(spec) })
    });
    Answers { links, events: wrong.chain([Event { node: source, word }]).collect() }
}

/// What a processor of the testbench replies to a message.
struct Reply {
    node: u32,
    status: u32,
    /// What is wrong with it, or comes before it.
    mistake: Option<u64>,
}

impl Reply {
    fn of(source: u32, node: u32) -> Self {
        let rule = source + node;
        let mistake = match rule % 8 {
            0 => Some(WRONG_LENGTH),
            1 => Some(WRONG_HANDLE),
            _ => None,
        };
        Self { node, status: if rule % 3 == 0 { node % 4 } else { 0 }, mistake }
    }
}

/// Describes a completion.
pub fn completion_text(spec: &RegionSpec, word: u64) -> String {
    let bits = spec.id_bits();
    format!("completion of id {} with status {}", word & ((1 << bits) - 1), word >> bits)
}

/// What a message wants, and the nodes that it goes to.
type Waiting = (u32, Vec<u32>);

/// Returns the first completion that came before the last delivery of its message was taken.
///
/// Messages with one id are completed in their order. Of the messages of one source that want an answer and go to one
/// node, as many have been delivered there at any time as are completed.
pub fn too_early(spec: &RegionSpec, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
    let mesh = spec.mesh();
    let outcomes = epoch.messages.iter().map(|message| {
        let wish = frame::wish(spec, &message.flits);
        ((message.port, wish), network::outcome(spec, &mesh, message.port, &message.flits))
    });
    let mut open: BTreeMap<(u32, u32), Vec<Waiting>> = BTreeMap::new();
    for ((source, wish), outcome) in outcomes.filter(|(_, outcome)| outcome.completion.is_some()) {
        let nodes = outcome.tree.deliveries.iter().map(|(node, _)| *node).collect();
        open.entry((source, wish.id)).or_default().push((wish.want, nodes));
    }
    let mut taken: BTreeMap<(u32, u32, u32), Vec<u64>> = BTreeMap::new();
    for delivery in &seen.deliveries {
        let (source, want) = frame::read_delivery(spec, &delivery.flits)?;
        taken.entry((source, delivery.node, want)).or_default().push(delivery.end);
    }
    let mut completed: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
    let completions =
        seen.events.iter().filter(|(_, event)| event.word >> completion_bits(spec) == 0);
    for (cycle, event) in completions {
        let id = event.word as u32 & ((1 << spec.id_bits()) - 1);
        let waiting = open.get_mut(&(event.node, id)).filter(|waiting| !waiting.is_empty())?;
        let (want, nodes) = waiting.remove(0);
        for node in nodes {
            let way = (event.node, node, want);
            let completed = completed.entry(way).or_default();
            *completed += 1;
            let mut taken: Vec<u64> = taken.get(&way).cloned().unwrap_or_default();
            taken.sort_unstable();
            if taken.get(*completed - 1).is_none_or(|end| end >= cycle) {
                let expected =
                    format!("the completion of id {id} after its delivery at node {node}");
                return Some(Untimely { cycle: *cycle, expected });
            }
        }
    }
    None
}
