//! What a frame causes in the emitted network, without its times.
//!
//! **Source**: [Had] 2 to 4; frames and events are ours.

use teecast_spec::region::Answers;
use teecast_spec::topology::{Grid, Orthogonal};
use teecast_spec::{Flit, RegionSpec};

use super::frame::{self, FrameError};
use super::route::Route;
use super::tree::{self, Tree};
use super::{Algorithm, Region};

/// Everything that one frame causes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Hops and receiving nodes.
    pub tree: Tree,
    /// The frame that each receiving node gets.
    pub delivery: Vec<Flit>,
    /// What the source reports.
    pub event: Option<FrameError>,
    /// What its processor hears of it, if it wants an answer.
    pub completion: Option<Completion>,
}

/// The answer to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What the processor calls the message.
    pub id: u32,
    /// Its status, without what processors reply.
    pub status: u32,
    /// Each destination replies, too.
    pub replied: bool,
}

/// Status of a message that came nowhere.
const REFUSED: u32 = 3;
/// Status of a message that was cut.
const BAD: u32 = 1;

/// Returns the route of a frame, or what is wrong with its header.
///
/// # Errors
/// A coordinate that the mesh does not have; a spanning tree whose source lies outside.
pub fn route(
    spec: &RegionSpec,
    mesh: &Grid,
    source: u32,
    corners: [&[u32]; 2],
) -> Result<Route, FrameError> {
    let [a, b] = corners;
    let known = |corner: &[u32]| corner.iter().zip(&spec.radices).all(|(x, radix)| x < radix);
    if !known(a) || !known(b) {
        return Err(FrameError::UnknownNode);
    }
    let region = Region::new(mesh, mesh.node_at(a), mesh.node_at(b));
    let algorithm = Algorithm::from(spec.algorithm);
    if algorithm == Algorithm::Mst && a != b && !region.contains(mesh.at(source)) {
        return Err(FrameError::SourceOutside);
    }
    Ok(Route::new(algorithm, mesh, source, region))
}

/// Returns what a frame of a processor causes.
pub fn outcome(spec: &RegionSpec, mesh: &Grid, source: u32, flits: &[Flit]) -> Outcome {
    let wish = frame::wish(spec, flits);
    let completion = |status, replied| {
        (wish.want != frame::PLAIN).then_some(Completion { id: wish.id, status, replied })
    };
    let refused = |event| Outcome {
        event: Some(event),
        completion: completion(REFUSED, false),
        ..Outcome::default()
    };
    let Some(injected) = frame::read_injection(spec, flits) else {
        return refused(FrameError::ShortHeader);
    };
    let most_wanted = if spec.answers == Answers::Reply { frame::REPLY } else { frame::LANDED };
    if wish.want > most_wanted {
        return refused(FrameError::WrongWant);
    }
    let corners = [&injected.corners[0][..], &injected.corners[1][..]];
    let route = match route(spec, mesh, source, corners) {
        Ok(route) => route,
        Err(error) => return refused(error),
    };
    let most = spec.max_data as usize;
    let too_long = injected.data.len() > most;
    let data = &injected.data[..injected.data.len().min(most)];
    Outcome {
        tree: tree::grow(mesh, &route, source),
        delivery: frame::delivery(spec, source, wish.want, data, too_long),
        event: too_long.then_some(FrameError::TooLong),
        completion: completion(if too_long { BAD } else { 0 }, wish.want == frame::REPLY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::region::CornerAlgorithm;

    fn sent(spec: &RegionSpec, source: u32, corners: [&[u32]; 2], data: u64) -> Outcome {
        let data: Vec<Flit> = (0..data).map(|word| Flit::new(word, false)).collect();
        outcome(spec, &spec.mesh(), source, &frame::injection(spec, corners, &data))
    }

    #[test]
    fn every_node_of_the_region_gets_the_source_and_the_data() {
        let spec = RegionSpec::new(&[4, 3]);
        let seen = sent(&spec, 11, [&[2, 0], &[1, 1]], 2);
        let mut nodes: Vec<u32> = seen.tree.deliveries.iter().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        assert_eq!(nodes, [1, 2, 5, 6]);
        assert_eq!(seen.delivery, [Flit::new(11, false), Flit::new(0, false), Flit::new(1, true)]);
        assert_eq!(seen.event, None);
    }

    #[test]
    fn wrong_frames_cause_one_event() {
        let spec = RegionSpec { max_data: 1, ..RegionSpec::new(&[3, 3]) };
        assert_eq!(sent(&spec, 0, [&[3, 0], &[0, 0]], 0).event, Some(FrameError::UnknownNode));
        let long = sent(&spec, 0, [&[1, 0], &[0, 0]], 2);
        assert_eq!(long.event, Some(FrameError::TooLong));
        let end = long.delivery.last().expect("a header");
        assert!(long.delivery.len() == 2 && end.last && end.bad);
        let tree = RegionSpec { algorithm: CornerAlgorithm::Mst, ..spec };
        let outside = sent(&tree, 8, [&[1, 0], &[0, 0]], 0);
        assert_eq!(outside.event, Some(FrameError::SourceOutside));
        // A unicast may leave its region of one node.
        assert_eq!(sent(&tree, 8, [&[1, 0], &[1, 0]], 0).event, None);
    }

    #[test]
    fn a_frame_that_wants_an_answer_gets_one() {
        let landed =
            RegionSpec { answers: Answers::Landed, max_data: 1, ..RegionSpec::new(&[3, 3]) };
        let reply = RegionSpec { answers: Answers::Reply, ..landed.clone() };
        let of = |spec: &RegionSpec, want, corner: &[u32], data: u64| {
            let data: Vec<Flit> = (0..data).map(|word| Flit::new(word, false)).collect();
            let wish = frame::Wish { want, id: 6 };
            let flits = frame::wishing(spec, wish, [corner, &[1, 1]], &data);
            let seen = outcome(spec, &spec.mesh(), 0, &flits);
            (seen.event, seen.completion.map(|it| (it.id, it.status, it.replied)))
        };
        assert_eq!(of(&landed, 0, &[0, 0], 1), (None, None));
        assert_eq!(of(&landed, 1, &[0, 0], 1), (None, Some((6, 0, false))));
        assert_eq!(of(&reply, 2, &[0, 0], 1), (None, Some((6, 0, true))));
        let cut = Some(FrameError::TooLong);
        assert_eq!(of(&landed, 1, &[0, 0], 2), (cut, Some((6, 1, false))));
        // The wish is wrong before the corner is.
        let wrong = (Some(FrameError::WrongWant), Some((6, 3, false)));
        assert_eq!(of(&landed, 2, &[3, 0], 1), wrong);
        assert_eq!(of(&reply, 3, &[3, 0], 1), wrong);
        let unknown = (Some(FrameError::UnknownNode), Some((6, 3, false)));
        assert_eq!(of(&reply, 1, &[3, 0], 1), unknown);
    }
}
