//! Lengths of messages.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::Random;

/// The longest message.
///
/// **Units**: flits.
const LONGEST: u32 = 1 << 16;

/// Says why lengths cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LengthError {
    /// A length out of range.
    #[error("message length is {0} flits; permitted is 1 to {LONGEST}")]
    Length(u32),
    /// All weights are 0, or their sum is too large.
    #[error("the weights of the message lengths add up to {0}; permitted is 1 to {max}", max = u32::MAX)]
    Weights(u64),
}

/// Lengths with their weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Steps")]
pub struct Lengths {
    /// Length and the sum of all weights up to its own.
    steps: Vec<(u32, u32)>,
}

/// Lengths as they are read, from where they may have been changed.
#[derive(Deserialize)]
struct Steps {
    steps: Vec<(u32, u32)>,
}

impl TryFrom<Steps> for Lengths {
    type Error = LengthError;

    fn try_from(Steps { steps }: Steps) -> Result<Self, LengthError> {
        let mut before = 0;
        let mut parts = Vec::new();
        for (length, upto) in steps {
            parts.push((length, u32::saturating_sub(upto, before)));
            before = upto;
        }
        Self::new(&parts)
    }
}

impl Lengths {
    /// Returns messages of one length.
    ///
    /// # Errors
    /// A length out of range.
    pub fn fixed(flits: u32) -> Result<Self, LengthError> {
        Self::new(&[(flits, 1)])
    }

    /// Returns a mix of lengths, each with its weight.
    ///
    /// # Errors
    /// A length out of range, weights that do not add up.
    pub fn new(parts: &[(u32, u32)]) -> Result<Self, LengthError> {
        if let Some((length, _)) = parts.iter().find(|(length, _)| !(1..=LONGEST).contains(length))
        {
            return Err(LengthError::Length(*length));
        }
        let mut sum = 0u64;
        let mut steps = Vec::new();
        for &(length, weight) in parts {
            sum += u64::from(weight);
            steps.push((length, u32::try_from(sum).map_err(|_| LengthError::Weights(sum))?));
        }
        if sum == 0 { Err(LengthError::Weights(0)) } else { Ok(Self { steps }) }
    }

    /// Draws a length.
    ///
    /// **Units**: flits.
    pub fn draw(&self, stream: &mut Random) -> u32 {
        if let [(length, _)] = self.steps[..] {
            return length;
        }
        let ticket = stream.below(self.sum());
        self.steps[self.steps.partition_point(|(_, upto)| *upto <= ticket)].0
    }

    /// Returns the mean length.
    ///
    /// **Units**: flits.
    pub fn mean(&self) -> f64 {
        let sum: f64 =
            self.parts().map(|(length, weight)| f64::from(length) * f64::from(weight)).sum();
        sum / f64::from(self.sum())
    }

    /// Returns the longest length.
    ///
    /// **Units**: flits.
    pub fn longest(&self) -> u32 {
        self.parts().map(|(length, _)| length).max().expect("a mix has parts")
    }

    /// Returns every length with its weight.
    pub fn parts(&self) -> impl Iterator<Item = (u32, u32)> {
        let before = std::iter::once(0).chain(self.steps.iter().map(|(_, upto)| *upto));
        self.steps.iter().zip(before).map(|((length, upto), before)| (*length, upto - before))
    }

    fn sum(&self) -> u32 {
        self.steps.last().expect("a mix has parts").1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_by_their_weights() {
        let lengths = Lengths::new(&[(64, 3), (128, 5), (512, 2)]).expect("right");
        assert!((lengths.mean() - 185.6).abs() < 1e-9);
        assert_eq!(lengths.parts().collect::<Vec<_>>(), [(64, 3), (128, 5), (512, 2)]);
        assert_eq!(lengths.longest(), 512);
        let mut stream = Random::keyed(1, [0; 3]);
        let draws: Vec<u32> = (0..20_000).map(|_| lengths.draw(&mut stream)).collect();
        let share = |length| draws.iter().filter(|draw| **draw == length).count();
        assert!((5700..6300).contains(&share(64)) && (3800..4200).contains(&share(512)));
    }

    #[test]
    fn impossible_lengths_are_refused() {
        assert_eq!(Lengths::fixed(0), Err(LengthError::Length(0)));
        assert_eq!(Lengths::fixed(65_537), Err(LengthError::Length(65_537)));
        assert_eq!(Lengths::new(&[(1, 0)]), Err(LengthError::Weights(0)));
        assert_eq!(Lengths::new(&[]), Err(LengthError::Weights(0)));
        let large = Lengths::new(&[(1, u32::MAX), (2, 1)]);
        assert_eq!(large, Err(LengthError::Weights(1 << 32)));
    }
}
