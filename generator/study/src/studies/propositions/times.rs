//! [Sun98] propositions 2, 9 and 12: steps and links.

use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::run::all_to_all;
use teecast_spec::topology::ring_tree::{RingTree, Walk};

use super::drawing::Drawing;
use super::{Proposition, counterexample, ring, tree, verdict};
use crate::outcome::Outcome;

/// The largest star that is tried.
const MOST_STAR: u32 = 16;

/// Proposition 2: a single ring.
pub fn second(outcome: &mut Outcome) -> Proposition {
    let times = |chi| all_to_all(&ring(10), Rules::PAPER, chi);
    let (once, thrice) = (times(1), times(3));
    outcome.exact("2: delivery, ring of 10, chi = 1", once.deliver as f64);
    outcome.exact("2: acknowledgement, ring of 10, chi = 1", once.acknowledge as f64);
    outcome.exact("2: delivery, ring of 10, chi = 3", thrice.deliver as f64);
    let is_met = once.acknowledge == 9 && thrice.deliver == 27;
    Proposition {
        number: 2,
        statement: "on a ring of N nodes with chi messages each, all are acknowledged after \
                    chi (N - 1) steps",
        executed: "a ring of 10, chi = 1 and 3".to_string(),
        verdict: verdict(
            is_met,
            format!(
                "holds with a correction: {} and {} steps until the last delivery, one more until \
                 the last acknowledgement: chi N",
                once.deliver, thrice.deliver
            ),
        ),
        drawing: Drawing::of(ring(10)),
    }
}

/// Returns the smallest star on which delivery takes longer than the largest T_L.
fn slow_star() -> Option<RingTree> {
    let trees = (3..=MOST_STAR)
        .flat_map(|n| (2..=n).map(move |w| tree(&format!("star:{n}"), w, Walk::Deep)));
    let is_slow =
        |tree: &RingTree| all_to_all(tree, Rules::PAPER, 1).deliver > tree.most_t_l() as u64;
    trees.into_iter().find(is_slow)
}

/// Proposition 9: the largest T_L is no bound.
pub fn ninth(outcome: &mut Outcome) -> Proposition {
    let star = tree("star:10", 4, Walk::Deep);
    let deliver = all_to_all(&star, Rules::PAPER, 1).deliver;
    outcome.exact("9: delivery, star of 10, w = 4", deliver as f64);
    outcome.exact("9: largest T_L, star of 10, w = 4", star.most_t_l() as f64);
    let slow = slow_star().expect("proposition 9 fails");
    let time = all_to_all(&slow, Rules::PAPER, 1).deliver;
    outcome.exact("9: delivery on the smallest star beyond T_L", time as f64);
    Proposition {
        number: 9,
        statement: "all-to-all takes at most the largest T_L, and start-up and barrier",
        executed: format!("stars of up to {MOST_STAR} nodes, all w"),
        verdict: verdict(
            deliver <= star.most_t_l() as u64,
            format!(
                "fails: it is the time of a lone message; smallest star: {}, where delivery takes \
                 {time} steps and the largest T_L is {}",
                counterexample(&slow),
                slow.most_t_l()
            ),
        ),
        drawing: Drawing::of(slow),
    }
}

/// Proposition 12: the links that a message crosses.
pub fn twelfth(outcome: &mut Outcome) -> Proposition {
    let cube = tree("hypercube:4", 4, Walk::Deep);
    let transfers = all_to_all(&cube, Rules::PAPER, 1).tally.transfers / 16;
    outcome.exact("12: virtual links of a message, Q_4, w = 4", transfers as f64);
    let rings = cube.rings().len() as u64;
    Proposition {
        number: 12,
        statement: "a message crosses at most n - 1 links",
        executed: "Q_4, w = 4".to_string(),
        verdict: verdict(
            transfers <= 15,
            format!(
                "holds with a correction: {transfers} = n - 1 + r virtual links, because it comes \
                 back on each of r = {rings} rings"
            ),
        ),
        drawing: Drawing::of(cube),
    }
}
