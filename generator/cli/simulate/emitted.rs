//! The hypercube's emitted router: its options.

use teecast_model::network::mhu::MhuConfig;
use teecast_model::traffic::Pattern;
use teecast_spec::Vote;

use crate::cli::value::{Nodes, one_of, whole};

/// The hypercube's emitted router, and the destinations of its messages.
#[derive(clap::Args)]
#[command(next_help_heading = "Emitted router")]
pub struct Emitted {
    /// Destination limit; with it, routers are the emitted ones, clock by clock
    #[arg(long, requires = "hypercube", conflicts_with_all = NOT_EMITTED)]
    #[arg(value_parser = whole::<u32>)]
    m: Option<u32>,

    /// Branch decision rule
    #[arg(long, default_value = Vote::Greedy.name(), requires = "m")]
    #[arg(value_parser = one_of(&Vote::ALL, Vote::name))]
    vote: Vote,

    /// Buffer classes
    #[arg(long, default_value_t = 3, value_parser = whole::<u32>, requires = "m")]
    classes: u32,

    /// The thesis's own rules instead of vote and classes; not deadlock-free
    #[arg(long, requires = "m", conflicts_with_all = ["vote", "classes"])]
    lan: bool,

    /// Destinations of a message
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<u32>)]
    #[arg(requires = "m")]
    destinations: u32,

    /// Sends every destination a message of its own
    #[arg(long, requires = "m")]
    unicasts: bool,

    /// Faulty nodes
    #[arg(long, value_name = "NODES", requires = "m")]
    faulty: Option<Nodes>,
}

/// Options without effect on the emitted router.
const NOT_EMITTED: [&str; 7] =
    ["mesh", "torus", "harts", "vcs", "buffer", "credit_delay", "dateline"];

impl Emitted {
    /// Returns the router, if it is asked for; `broadcasts` is their share in parts of 1000.
    pub fn config(&self, pattern: Pattern, broadcasts: u32) -> Option<MhuConfig> {
        let Self { m, vote, classes, lan, destinations, unicasts, .. } = *self;
        let m = m?;
        let faulty = self.faulty.iter().flat_map(|nodes| nodes.0.clone()).collect();
        Some(MhuConfig {
            m,
            vote,
            classes,
            lan,
            pattern,
            destinations,
            unicasts,
            broadcasts,
            faulty,
        })
    }
}
