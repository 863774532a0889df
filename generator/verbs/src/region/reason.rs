//! Why nodes of a mesh send a message on: the corner, the order of dimensions, the class.

use teecast_model::region::message::{Course, Hop, corner};
use teecast_model::region::{Algorithm, Region};
use teecast_spec::topology::Grid;

use crate::reason::{Reasons, gathered};

/// Returns the reasons of a message; `name` is what a node is called.
pub fn reasons(
    mesh: &Grid,
    algorithm: Algorithm,
    source: u32,
    region: &Region,
    course: &Course,
    name: impl Fn(u32) -> String,
) -> Reasons {
    let Some(corner) = corner(mesh, algorithm, source, region) else {
        let own = course.sends.iter().map(|hop| {
            let message = hop.message.unwrap_or(0);
            let why =
                "a holder of the message sends it to the middle of the half that it gives away";
            (hop.from, format!("To {} as part of unicast {message}: {why}.", name(hop.to)))
        });
        return Reasons { nodes: gathered(own), lost: Vec::new() };
    };
    let place = name(corner);
    let why = match algorithm {
        Algorithm::NearestCorner => "the corner nearest to the source, the low one on a tie",
        Algorithm::Mst => "the source",
        _ => "the corner with the lowest coordinates",
    };
    let begins = format!("The message spreads from here, {place}: {why}.");
    let first = course.sends.iter().position(|hop| hop.from == corner);
    let hop = |(index, hop): (usize, &Hop)| {
        let dimension = Grid::dimension(hop.channel.into());
        let to = name(hop.to);
        let sentence = match first.is_some_and(|first| index >= first) {
            false => format!(
                "To {to}: on the way to the corner {place}, {why}; dimension {dimension} is the first that differs."
            ),
            true if hop.class > 0 => format!(
                "To {to} in class {}: the region goes on in dimension {dimension}, and the turn is not in the order of \
                 dimensions.",
                hop.class
            ),
            true => format!(
                "To {to}: the region goes on in dimension {dimension}; copies run straight on or into a higher dimension."
            ),
        };
        (hop.from, sentence)
    };
    let hops = course.sends.iter().enumerate().map(hop);
    Reasons { nodes: gathered(std::iter::once((corner, begins)).chain(hops)), lost: Vec::new() }
}
