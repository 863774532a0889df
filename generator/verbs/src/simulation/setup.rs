//! What a sweep asks about which networks: all that its answers depend on.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::sweep::Job;

use super::network::Simulated;
use super::point::Answer;
use crate::terminal::error::Error;

/// Everything that the answers of a sweep depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep<S> {
    /// The name of the kind of network.
    pub kind: String,
    /// The options whose values change, as typed.
    pub swept: Vec<String>,
    /// What is simulated, one setup for each choice of values; the last option changes first.
    pub setups: Vec<Setup<S>>,
    /// What is asked of every setup.
    pub jobs: Vec<Job>,
}

/// A network, and the options that it was made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup<S> {
    /// Values as typed or by default, by the name of their option; null where the network itself knows the default.
    pub options: Map<String, Value>,
    /// The network.
    pub network: S,
}

impl<S: Simulated> Sweep<S> {
    /// Returns the sweep with these questions.
    pub fn new(swept: Vec<String>, setups: Vec<Setup<S>>, jobs: Vec<Job>) -> Self {
        Self { kind: S::KIND.to_string(), swept, setups, jobs }
    }

    /// Returns the number of runs: each question for each setup.
    pub fn runs(&self) -> usize {
        self.setups.len() * self.jobs.len()
    }

    /// Answers the question of a run, and reports how far that is; the first question of all setups comes
    /// first.
    ///
    /// # Errors
    /// As [`Simulated::answer`].
    pub fn answer(&self, index: usize, report: Report) -> Result<Answer, Error> {
        let (job, setup) = (index / self.setups.len(), &self.setups[index % self.setups.len()]);
        let answer = setup.network.answer(self.jobs[job], report);
        answer.map_err(|cause| self.placed(setup, cause))
    }

    /// Checks that all questions can be answered.
    ///
    /// # Errors
    /// Bad input: what one of them asks is not possible.
    pub fn check(&self) -> Result<(), Error> {
        self.setups.iter().try_for_each(|setup| {
            let mut jobs = self.jobs.iter();
            jobs.try_for_each(|job| setup.network.check(*job))
                .map_err(|cause| self.placed(setup, cause))
        })
    }

    /// Says in which setup something is wrong, if there are several.
    fn placed(&self, setup: &Setup<S>, cause: Error) -> Error {
        match self.swept.is_empty() {
            true => cause,
            false => cause.context(setup.named(&self.swept)),
        }
    }
}

impl<S> Setup<S> {
    /// Returns the value of an option as typed; empty where it has none.
    pub fn value(&self, option: &str) -> &str {
        self.options.get(option).and_then(Value::as_str).unwrap_or_default()
    }

    /// Names the setup by the values of some options.
    pub fn named(&self, options: &[String]) -> String {
        let named = options.iter().map(|option| format!("{option} {}", self.value(option)));
        named.collect::<Vec<_>>().join(", ")
    }
}
