//! What a sweep asks about which network: all that its answers depend on.

use serde::{Deserialize, Serialize};
use teecast_model::simulate::sweep::Job;

use super::network::Simulated;
use crate::terminal::error::Error;

/// Everything that the answers of a sweep depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep<S> {
    /// Network, traffic, effort and seed.
    pub setup: OfKind<S>,
    /// What is asked.
    pub jobs: Vec<Job>,
}

/// What is simulated, with the name of its kind as files have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfKind<S> {
    /// The name of the kind.
    pub kind: String,
    /// The network.
    #[serde(flatten)]
    pub network: S,
}

impl<S: Simulated> Sweep<S> {
    /// Returns the sweep with these questions.
    pub fn new(network: S, jobs: Vec<Job>) -> Self {
        Self { setup: OfKind { kind: S::KIND.to_string(), network }, jobs }
    }

    /// Checks that all questions can be answered.
    ///
    /// # Errors
    /// Bad input: what one of them asks is not possible.
    pub fn check(&self) -> Result<(), Error> {
        self.jobs.iter().try_for_each(|job| self.setup.network.check(*job))
    }
}
