//! Why the nodes of a message send what they send: the ballot of each of them.
//!
//! The decisions are those of [`super::multicast`] and [`super::unicast`]; here they are only taken apart.

use teecast_spec::Vote;

use super::class::RoutePlace;
use super::multicast::Rule;
use super::route::{Algorithm, RouteError, RouteRequest, run};
use super::tree::{Carried, Tree};
use super::{dimensions, fault, vote};

/// The ballot of one node, on one list of destinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Where the message is, how it came there, and in which class.
    pub place: RoutePlace,
    /// Rows vote descending dimensions first, because of the class or of the vote.
    pub restricted: bool,
    /// By destination, the dimensions that it may leave by; none at the node itself, and where all are faulty.
    pub rows: Vec<(u32, Vec<u32>)>,
    /// The branches in the order of decision.
    pub rounds: Vec<Round>,
}

/// How one branch was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The dimensions that still had votes, with their scores; none where no columns are counted.
    pub scores: Option<Vec<(u32, usize)>>,
    /// The one that was chosen.
    pub dimension: u32,
    /// Class of the hop; none where it would need a class that there is not, so that nothing is sent.
    pub class: Option<u32>,
    /// Who leaves by it.
    pub destinations: Vec<u32>,
}

/// Returns the ballots of all nodes that a multicast, or unicasts, come to, in the order of the tree; other algorithms
/// have none.
///
/// # Errors
/// Those of [`run`].
///
/// # Examples
/// ```
/// use teecast_model::hypercube::reason::ballots;
/// use teecast_model::hypercube::route::{Algorithm, RouteRequest};
///
/// let request = RouteRequest {
///     n: 5,
///     algorithm: Algorithm::Multicast,
///     vote: teecast_spec::Vote::Greedy,
///     source: 6,
///     destinations: vec![7, 20, 29, 18, 1, 0],
///     faulty: [].into(),
///     classes: None,
///     fault_tolerant: false,
/// };
/// let source = &ballots(&request)?[0];
/// // [Lan88] table 5.2: dimension 1 has four votes.
/// assert_eq!(source.rounds[0].scores, Some(vec![(0, 3), (1, 4), (2, 3), (3, 1), (4, 3)]));
/// assert_eq!(source.rounds[0].dimension, 1);
/// # Ok::<(), teecast_model::hypercube::route::RouteError>(())
/// ```
pub fn ballots(request: &RouteRequest) -> Result<Vec<Ballot>, RouteError> {
    let tree = run(request)?;
    let alone = match request.algorithm {
        Algorithm::Multicast => false,
        Algorithm::Unicast | Algorithm::Unicasts => true,
        _ => return Ok(Vec::new()),
    };
    // One destination has one row, whose lowest dimension every vote by column takes, as a unicast does.
    let vote = if alone { Vote::Greedy } else { request.vote };
    let rule = Rule { vote, classes: request.class_rule() };
    let visits = visits(request, &tree, alone);
    Ok(visits.map(|(place, list)| ballot(request, &rule, place, &list)).collect())
}

/// Returns the places of the message, with the destinations that come there.
fn visits<'a>(
    request: &'a RouteRequest,
    tree: &'a Tree,
    alone: bool,
) -> impl Iterator<Item = (RoutePlace, Vec<u32>)> + 'a {
    let list = &request.destinations;
    let lists = if alone { list.iter().map(|to| vec![*to]).collect() } else { vec![list.clone()] };
    let source = lists.into_iter().map(|list| (RoutePlace::source(request.source), list));
    source.chain(tree.sends.iter().map(|send| {
        let Carried::Destinations(list) = &send.carried else { unreachable!("it has a list") };
        let class = send.class.unwrap_or(0);
        let place = RoutePlace { node: send.to, arrival: Some(send.channel), class };
        (place, list.clone())
    }))
}

fn ballot(request: &RouteRequest, rule: &Rule, place: RoutePlace, list: &[u32]) -> Ballot {
    let faulty = fault::vector(request.n, &request.faulty, place.node);
    let mut votes: Vec<u32> =
        list.iter().map(|to| rule.row(&place, to ^ place.node, faulty)).collect();
    let rows = list.iter().zip(&votes).map(|(to, vote)| (*to, dimensions(*vote).collect()));
    let rows = rows.collect();
    let branches = vote::branches(rule.vote, &votes, rule.classes.preferred(&place));
    let rounds = branches.into_iter().map(|vote::Branch { dimension, rows }| {
        let scores = vote::scores(rule.vote, &votes);
        rows.iter().for_each(|row| votes[*row] = 0);
        let destinations = rows.iter().map(|row| list[*row]).collect();
        Round { scores, dimension, class: rule.classes.hop(&place, dimension), destinations }
    });
    let rounds = rounds.collect();
    let restricted = rule.vote == Vote::Pcube || rule.classes.restricts(&place);
    Ballot { place, restricted, rows, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The choice of a round is the best of its scores, and the rounds are the hops of the message.
    #[test]
    fn ballots_say_what_the_message_does() {
        let mut random = Random::new(7);
        for index in 0..400 {
            let n = 2 + random.below(5);
            let mut node = || random.below(1 << n);
            let (source, destinations) = (node(), (0..6).map(|_| node()).collect());
            let faulty = (0..2).map(|_| node()).filter(|it| *it != source).collect();
            let algorithm =
                [Algorithm::Multicast, Algorithm::Unicasts][usize::from(index % 5 == 0)];
            let request = RouteRequest {
                n,
                algorithm,
                vote: Vote::ALL[index % Vote::ALL.len()],
                source,
                destinations,
                faulty,
                classes: (index % 3 > 0).then_some(3),
                fault_tolerant: true,
            };
            let (tree, ballots) =
                (run(&request).expect("valid"), ballots(&request).expect("valid"));
            let sent = ballots.iter().flat_map(|it| it.rounds.iter().map(move |round| (it, round)));
            let sent = sent.filter(|(_, round)| round.class.is_some());
            let sent: Vec<_> = sent
                .map(|(it, round)| (it.place.node, round.dimension, round.destinations.clone()))
                .collect();
            let hops = tree.sends.iter().map(|send| match &send.carried {
                Carried::Destinations(list) => (send.from, send.channel, list.clone()),
                Carried::Control(_) => panic!("a list"),
            });
            assert_eq!(sent, hops.collect::<Vec<_>>(), "{request:?}");
            for round in ballots.iter().flat_map(|it| &it.rounds) {
                let Some(scores) = &round.scores else { continue };
                let best = scores.iter().map(|(_, score)| *score).max();
                let chosen = scores.iter().find(|(_, score)| Some(*score) == best);
                assert_eq!(chosen.map(|(dimension, _)| *dimension), Some(round.dimension));
            }
        }
    }
}
