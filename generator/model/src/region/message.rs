//! One message to a region, hop by hop, by any algorithm.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::topology::Grid;
use thiserror::Error;

use super::doubling::{self, Share};
use super::route::Route;
use super::{Algorithm, Region, tree};

/// One hop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hop {
    /// Hops from the source, this one included; with recursive doubling the step in which the
    /// unicast is sent.
    pub step: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Port of the sending node.
    pub channel: u8,
    /// Class of the channel.
    pub class: u8,
    /// Number of the unicast in the order of issue, with recursive doubling alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<u32>,
}

/// One delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Delivery {
    /// Receiving node.
    pub node: u32,
    /// Step of the hop that brings it, 0 at the source.
    pub step: u32,
}

/// The answer to one hop: it goes back from the receiving node to the sending one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answer {
    /// Node that answers: the one that received the copy.
    pub from: u32,
    /// Node that sent it.
    pub to: u32,
    /// Port of the link, at the node that sent the copy.
    pub channel: u8,
    /// Class of the channel.
    pub class: u8,
    /// Answers that come before it, by their places in the list.
    pub after: Vec<usize>,
}

/// Returns the answers to the hops of a message, each after those that it waits for.
///
/// Recursive doubling has none: its unicasts are messages of their own.
pub fn answers(course: &Course) -> Vec<Answer> {
    // Hops stand by step, and a node receives one in a step: the last hop is answered first.
    let sends: Vec<&Hop> = course.sends.iter().rev().collect();
    let answer = |hop: &&Hop| {
        let after = sends.iter().enumerate();
        let after = after.filter(|(_, child)| child.from == hop.to && child.step == hop.step + 1);
        let after = after.map(|(place, _)| place).collect();
        let &&Hop { from, to, channel, class, .. } = hop;
        Answer { from: to, to: from, channel, class, after }
    };
    sends.iter().map(answer).collect()
}

/// All hops and deliveries of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Course {
    /// Breadth-first, at one node in the order of ports; with recursive doubling one unicast after
    /// the other.
    pub sends: Vec<Hop>,
    /// By step, then node; the source is one of them if it lies in the region.
    pub deliveries: Vec<Delivery>,
    /// Number of hops.
    pub traffic: usize,
    /// The largest step.
    pub steps: u32,
}

/// Says why a message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CourseError {
    /// A spanning tree grows from a node of its region.
    #[error("the source lies outside the region, and a message of mst spreads from its source")]
    SourceOutside,
}

/// Returns where a message begins to spread; a message of recursive doubling does not spread.
pub fn corner(mesh: &Grid, algorithm: Algorithm, source: u32, region: &Region) -> Option<u32> {
    let spreads = algorithm != Algorithm::RecursiveDoubling;
    spreads.then(|| Route::new(algorithm, mesh, source, region.clone()).corner)
}

/// Sends a message from a source to a region.
///
/// # Errors
/// [`CourseError::SourceOutside`]; a unicast of `mst` goes anywhere.
pub fn run(
    mesh: &Grid,
    algorithm: Algorithm,
    source: u32,
    region: &Region,
) -> Result<Course, CourseError> {
    let inside = region.contains(mesh.at(source));
    if algorithm == Algorithm::Mst && !inside && region.size() > 1 {
        return Err(CourseError::SourceOutside);
    }
    let (sends, mut deliveries) = match algorithm {
        Algorithm::RecursiveDoubling => unicasts(mesh, source, region),
        _ => {
            let route = Route::new(algorithm, mesh, source, region.clone());
            let tree = tree::grow(mesh, &route, source);
            let sends = tree.sends.iter().map(|send| hop(send, None)).collect();
            let delivery = |&(node, step): &(u32, u32)| Delivery { node, step };
            (sends, tree.deliveries.iter().map(delivery).collect())
        }
    };
    deliveries.sort_unstable_by_key(|delivery| (delivery.step, delivery.node));
    let steps = sends.iter().map(|send: &Hop| send.step).max().unwrap_or(0);
    Ok(Course { traffic: sends.len(), sends, deliveries, steps })
}

fn hop(send: &tree::Send, message: Option<u32>) -> Hop {
    let &tree::Send { step, from, to, port, class, .. } = send;
    Hop { step, from, to, channel: port, class, message }
}

/// Sends the unicasts of recursive doubling; in each step every holder sends one.
fn unicasts(mesh: &Grid, source: u32, region: &Region) -> (Vec<Hop>, Vec<Delivery>) {
    let mut holders = vec![(source, VecDeque::from(doubling::begin(mesh, source, region)))];
    let mut deliveries: Vec<Delivery> = Vec::new();
    if region.contains(mesh.at(source)) {
        deliveries.push(Delivery { node: source, step: 0 });
    }
    let (mut sends, mut step) = (Vec::new(), 0);
    let mut messages = 0;
    loop {
        let next = holders.iter_mut().filter_map(|(from, left)| Some((*from, left.pop_front()?)));
        let issued: Vec<(u32, Share)> = next.collect();
        if issued.is_empty() {
            return (sends, deliveries);
        }
        step += 1;
        for (from, Share { to, region }) in issued {
            let route =
                Route::new(Algorithm::RecursiveDoubling, mesh, from, Region::new(mesh, to, to));
            let way = tree::grow(mesh, &route, from).sends;
            sends.extend(way.iter().map(|send| Hop { step, ..hop(send, Some(messages)) }));
            messages += 1;
            deliveries.push(Delivery { node: to, step });
            holders.push((to, doubling::serve(mesh, to, &region).into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::{Orthogonal, Topology};

    /// Calls for every region and source of a mesh.
    fn for_all(of: impl Fn(&Grid, u32, &Region)) {
        for radices in [&[4, 3][..], &[3, 2, 2]] {
            let mesh = Grid::mesh(radices).expect("permitted");
            let nodes = || 0..mesh.nodes();
            for (a, b) in nodes().flat_map(|a| nodes().map(move |b| (a, b))) {
                let region = Region::new(&mesh, a, b);
                nodes().for_each(|source| of(&mesh, source, &region));
            }
        }
    }

    #[test]
    fn every_node_of_the_region_is_delivered_once() {
        for_all(|mesh, source, region| {
            for algorithm in Algorithm::ALL {
                let Ok(course) = run(mesh, algorithm, source, region) else {
                    let outside = !region.contains(mesh.at(source));
                    assert!(algorithm == Algorithm::Mst && outside && region.size() > 1);
                    continue;
                };
                let mut nodes: Vec<u32> = course.deliveries.iter().map(|d| d.node).collect();
                nodes.sort_unstable();
                assert!(nodes.into_iter().eq(region.nodes(mesh)), "{algorithm:?} from {source}");
            }
        });
    }

    #[test]
    fn every_hop_is_answered_once_after_those_behind_it() {
        for_all(|mesh, source, region| {
            for algorithm in [Algorithm::FixedCorner, Algorithm::NearestCorner, Algorithm::Mst] {
                let Ok(course) = run(mesh, algorithm, source, region) else { continue };
                let answers = answers(&course);
                let way = |from, to, channel, class| (from, to, channel, class);
                let mut back: Vec<_> =
                    answers.iter().map(|it| way(it.to, it.from, it.channel, it.class)).collect();
                let mut sent: Vec<_> = course
                    .sends
                    .iter()
                    .map(|it| way(it.from, it.to, it.channel, it.class))
                    .collect();
                back.sort_unstable();
                sent.sort_unstable();
                assert_eq!(back, sent);
                let mut awaited = vec![0; answers.len()];
                for (place, answer) in answers.iter().enumerate() {
                    for &child in &answer.after {
                        awaited[child] += 1;
                        assert!(child < place && answers[child].to == answer.from);
                    }
                }
                // Only the answers to the source's own copies are awaited by no other answer.
                let last = (0..answers.len()).filter(|place| awaited[*place] == 0);
                let own = course.sends.iter().filter(|hop| hop.step == 1).count();
                assert_eq!(last.count(), own);
                assert!(awaited.iter().all(|count| *count <= 1));
            }
        });
    }

    #[test]
    fn unicasts_run_hop_by_hop_in_logarithmic_steps() {
        for_all(|mesh, source, region| {
            let course = run(mesh, Algorithm::RecursiveDoubling, source, region);
            let course = course.expect("any source");
            let inside = region.contains(mesh.at(source));
            let extents = region.low.iter().zip(&region.high).map(|(low, high)| high - low + 1);
            let steps: u32 = extents.map(|extent| extent.next_power_of_two().ilog2()).sum();
            assert_eq!(course.steps, steps + u32::from(!inside));
            // Whoever sends has the message since an earlier step.
            let held = |node: u32, step: u32| {
                let mut got = course.deliveries.iter();
                node == source || got.any(|d| d.node == node && d.step < step)
            };
            let mut ways = course.sends.chunk_by(|a, b| a.message == b.message);
            let mut messages = 0;
            assert!(ways.all(|way| {
                messages += 1;
                let linked = way.windows(2).all(|pair| pair[0].to == pair[1].from);
                let numbered = way[0].message == Some(messages - 1);
                let (last, step) = (way[way.len() - 1].to, way[0].step);
                let shortest = mesh.distance(way[0].from, last) as usize == way.len();
                linked
                    && numbered
                    && shortest
                    && held(way[0].from, step)
                    && course.deliveries.contains(&Delivery { node: last, step })
            }));
            assert_eq!(messages, region.size() - u32::from(inside));
        });
    }
}
