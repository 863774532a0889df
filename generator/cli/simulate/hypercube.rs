//! The hypercube's emitted router: its options.

use teecast_model::network::mhu::MhuConfig;
use teecast_model::traffic::Pattern;
use teecast_spec::Vote;

use crate::cli::error::Error;
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
    #[arg(long, default_value = Vote::Greedy.name())]
    #[arg(requires = "m", conflicts_with_all = NOT_A_CUBE)]
    #[arg(value_parser = one_of(&Vote::ALL, Vote::name))]
    vote: Vote,

    /// Buffer classes
    #[arg(long, default_value_t = 3, value_parser = whole::<u32>)]
    #[arg(requires = "m", conflicts_with_all = NOT_A_CUBE)]
    classes: u32,

    /// The thesis's own rules instead of vote and classes; not deadlock-free
    #[arg(long, requires = "m", conflicts_with_all = NOT_A_CUBE)]
    #[arg(conflicts_with_all = ["vote", "classes"])]
    lan: bool,

    /// Destinations of a message
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<u32>)]
    #[arg(requires = "m", conflicts_with_all = NOT_A_CUBE)]
    destinations: u32,

    /// Sends every destination a message of its own
    #[arg(long, requires = "m", conflicts_with_all = NOT_A_CUBE)]
    unicasts: bool,

    /// Faulty nodes
    #[arg(long, value_name = "NODES", requires = "m", conflicts_with_all = NOT_A_CUBE)]
    faulty: Option<Nodes>,
}

/// Options without effect on the emitted router.
const NOT_EMITTED: [&str; 7] =
    ["mesh", "torus", "harts", "vcs", "buffer", "credit_delay", "dateline"];

/// Networks on which options that need --m have no effect; where --m is impossible nobody asks for it.
const NOT_A_CUBE: [&str; 3] = ["mesh", "torus", "harts"];

impl Emitted {
    /// Returns the router, if it is asked for; `broadcasts` is their share in parts of 1000, `given`
    /// tells that messages name their destinations.
    ///
    /// # Errors
    /// Bad input: an option without effect.
    pub fn config(
        &self,
        pattern: &Pattern,
        broadcasts: u32,
        given: bool,
    ) -> Result<Option<MhuConfig>, Error> {
        let Self { m, vote, classes, lan, destinations, unicasts, .. } = *self;
        let Some(m) = m else { return Ok(None) };
        if unicasts && destinations == 1 && !given {
            return Err(Error::bad_input("--unicasts has no effect on one destination")
                .hint("try --destinations 4"));
        }
        let chosen = destinations > 1 || unicasts || *pattern != Pattern::Uniform;
        if broadcasts == 1000 && chosen && !given {
            let what = "--destinations, --unicasts and --traffic have no effect on broadcasts";
            return Err(Error::bad_input(what).hint("try --broadcasts 100"));
        }
        let faulty = self.faulty.iter().flat_map(|nodes| nodes.0.clone()).collect();
        Ok(Some(MhuConfig {
            m,
            vote,
            classes,
            lan,
            pattern: pattern.clone(),
            destinations,
            unicasts,
            broadcasts,
            faulty,
        }))
    }
}
