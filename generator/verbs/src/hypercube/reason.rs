//! Why nodes of the hypercube send what they send: ballots in words.

use teecast_model::hypercube::class::RoutePlace;
use teecast_model::hypercube::reason::{Ballot, Round, ballots};
use teecast_model::hypercube::route::{self, Algorithm, Route, RouteError, RouteRequest};
use teecast_model::hypercube::tree::Carried;
use teecast_model::relay::Unroutable;
use teecast_spec::Vote;

use crate::reason::{BallotLine, BallotTable, Reason, Reasons, gathered, losses};
use crate::route::list;

/// Returns the reasons of a message.
///
/// # Errors
/// Those of the message.
pub fn reasons(request: &RouteRequest) -> Result<Reasons, RouteError> {
    let route = route::run(request)?;
    let ballots = ballots(request)?;
    let unroutable = route.unroutable.iter();
    let unroutable: Vec<Unroutable> = unroutable
        .map(|left| Unroutable { node: left.node, destination: left.destination })
        .collect();
    let lost = losses(&unroutable, &request.faulty, |left| loss(request, &ballots, left));
    let nodes = match ballots.is_empty() {
        true => gathered(sentences(request.algorithm, &route)),
        false => voted(request, &ballots),
    };
    Ok(Reasons { nodes, lost })
}

/// Says why a healthy node is not reached.
fn loss(request: &RouteRequest, ballots: &[Ballot], left: &Unroutable) -> String {
    let Unroutable { node, destination } = left;
    let here = ballots.iter().filter(|ballot| ballot.place.node == *node);
    let mut rows = here.flat_map(|ballot| &ballot.rows);
    match rows.find(|(to, _)| to == destination) {
        Some((_, dimensions)) if dimensions.is_empty() => {
            let bits = (0..request.n).filter(|bit| (node ^ destination) >> bit & 1 == 1);
            let next: Vec<String> = bits.map(|bit| (node ^ 1 << bit).to_string()).collect();
            let next = next.join(", ");
            format!("at node {node}, every next node on a shortest way is faulty ({next})")
        }
        Some(_) => format!("at node {node}, the hop towards it would need one class more"),
        None => {
            format!("at node {node}, the copy for it meets a faulty node or needs one class more")
        }
    }
}

/// Returns the ballots of each node, with what they are about.
fn voted(request: &RouteRequest, ballots: &[Ballot]) -> Vec<Reason> {
    let mut reasons = gathered(ballots.iter().map(|it| (it.place.node, words(request, it))));
    for reason in &mut reasons {
        let of_node = ballots.iter().filter(|ballot| ballot.place.node == reason.node);
        reason.ballots = of_node.map(|ballot| table(request.n, ballot)).collect();
    }
    reasons
}

/// Says how a message came to a node, and how the node decides.
fn words(request: &RouteRequest, ballot: &Ballot) -> String {
    let RoutePlace { arrival, class, .. } = ballot.place;
    let came = match (arrival, request.classes) {
        (None, _) => "The message begins here".to_string(),
        (Some(dimension), None) => format!("A copy came over dimension {dimension}"),
        (Some(dimension), Some(_)) => {
            format!("A copy came over dimension {dimension} in class {class}")
        }
    };
    let alone = request.algorithm != Algorithm::Multicast;
    let rule = match request.vote {
        _ if alone => "the lowest dimension that differs and is healthy is taken",
        Vote::Greedy | Vote::Pcube => {
            "the dimension with most votes is taken first, the lowest on a tie"
        }
        Vote::Look2 => {
            "the dimension that promises most for itself and the branch after it is taken first: twice its votes, and \
             the best that another one has below it and beside it"
        }
        Vote::Nca => {
            "the two rows with most dimensions in common are joined until none are; a group leaves by one that it has \
             in common"
        }
    };
    let first = match ballot.restricted {
        true => "; destinations vote for descending dimensions (1 to 0) while they have one",
        false => "",
    };
    format!("{came}; {rule}{first}.")
}

/// Returns a ballot as a table: a row for each destination, then one for each branch.
fn table(n: u32, ballot: &Ballot) -> BallotTable {
    let row = |(to, dimensions): &(u32, Vec<u32>)| {
        let cell = |bit| if dimensions.contains(&bit) { "1" } else { "" }.to_string();
        let here = *to == ballot.place.node;
        let label = if here { format!("{to}: here") } else { to.to_string() };
        BallotLine { label, cells: (0..n).map(cell).collect(), chosen: None }
    };
    let branch = |(index, round): (usize, &Round)| {
        let Round { scores, dimension, class, destinations } = round;
        let score = |bit| scores.iter().flatten().find(|(of, _)| *of == bit);
        let cell = |bit| score(bit).map(|(_, score)| score.to_string());
        let cells = (0..n).map(|bit| cell(bit).unwrap_or_default()).collect();
        let to = ballot.place.node ^ 1 << dimension;
        let goes = match class {
            Some(class) => format!("to {to} in class {class}"),
            None => format!("not to {to}: one class too many"),
        };
        let label = format!("branch {} {goes}, for {}", index + 1, list(destinations));
        BallotLine { label, cells, chosen: Some(*dimension) }
    };
    let rows = ballot.rows.iter().map(row).chain(ballot.rounds.iter().enumerate().map(branch));
    BallotTable { dimensions: n, rows: rows.collect() }
}

/// Returns a sentence for each copy of an algorithm without votes.
fn sentences(algorithm: Algorithm, route: &Route) -> impl Iterator<Item = (u32, String)> {
    let rule = match algorithm {
        Algorithm::Optimal => "the optimum is one tree for the whole message, and no node votes",
        Algorithm::Spare => {
            "each leg goes on to the nearest destination that is left, lowest dimension first"
        }
        Algorithm::OneToTwo | Algorithm::OneToThree => {
            "the copies part at a common ancestor, lowest dimension first"
        }
        Algorithm::Broadcast1 => "the weight of the message says which dimensions are left",
        Algorithm::Broadcast2 => {
            "the address relative to the source says which dimensions are left"
        }
        _ => {
            "the control vector says which dimensions are left; a copy takes those after its own along"
        }
    };
    route.sends.iter().map(move |send| {
        let carried = match &send.carried {
            Carried::Destinations(nodes) => format!("for {}", list(nodes)),
            Carried::Control(control) => format!("with control vector {control:b}"),
        };
        (send.from, format!("To {} over dimension {} {carried}: {rule}.", send.to, send.channel))
    })
}
