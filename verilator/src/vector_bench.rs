//! Plays one input vector a cycle into a module (`sim-tb/vector_player.v`) and reads its outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::build::{Simulation, Simulator};
use crate::error::ToolError;
use crate::network_bench::bench_build;

/// **Units**: seconds.
const RUN_LIMIT: Duration = Duration::from_secs(3600);

/// Bits of one cycle, most significant first; `None` is an unknown bit.
pub type Bits = Vec<Option<bool>>;

/// A vector in the making: fields are appended, most significant first.
#[derive(Clone, Debug, Default)]
pub struct Vector(Vec<bool>);

impl Vector {
    /// Appends the low `width` bits of a value.
    pub fn field(mut self, width: u32, value: u32) -> Self {
        self.0.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
        self
    }

    fn hex(&self) -> String {
        let padding = vec![false; self.0.len().next_multiple_of(4) - self.0.len()];
        let bits: Vec<bool> = padding.into_iter().chain(self.0.iter().copied()).collect();
        let digit = |bits: &[bool]| bits.iter().fold(0, |digit, bit| digit << 1 | u32::from(*bit));
        bits.chunks(4).map(|bits| format!("{:x}", digit(bits))).collect()
    }
}

/// Takes fields of at most 32 bits from an output vector, most significant first.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a [Option<bool>]);

impl<'a> Fields<'a> {
    /// Starts at the most significant bit.
    pub fn new(bits: &'a [Option<bool>]) -> Self {
        Self(bits)
    }

    /// Returns the next `width` bits; `None` if one is unknown or missing.
    pub fn take(&mut self, width: u32) -> Option<u32> {
        let (field, rest) = self.0.split_at_checked(width as usize)?;
        self.0 = rest;
        field.iter().try_fold(0, |value, bit| Some(value << 1 | u32::from((*bit)?)))
    }

    /// Returns the next `width` bits, least significant first; `None` as in [`Fields::take`].
    pub fn take_set(&mut self, width: u32) -> Option<Vec<bool>> {
        let (field, rest) = self.0.split_at_checked(width as usize)?;
        self.0 = rest;
        field.iter().rev().copied().collect()
    }
}

/// A module under test, built and ready to run.
#[derive(Clone, Debug)]
pub struct VectorBench {
    /// What it runs.
    pub simulation: Simulation,
}

impl VectorBench {
    /// Builds `module` with its testbench; `files` as in
    /// [`NetworkBench::build`](crate::network_bench::NetworkBench::build).
    ///
    /// # Errors
    /// As [`Build::simulation`](crate::build::Build::simulation).
    pub fn build(
        prefix: &str,
        module: &str,
        files: &[PathBuf],
        simulator: Simulator,
    ) -> Result<Self, ToolError> {
        // The design's other modules would be tops beside the bench.
        Ok(Self { simulation: bench_build(prefix, module, files, simulator).simulation()? })
    }

    /// Plays the vectors; line i of the answer is what the outputs were in cycle i.
    ///
    /// # Errors
    /// As [`Simulation::run`]; [`ToolError::Io`].
    pub fn play(&self, vectors: &[Vector], folder: &Path) -> Result<Vec<Bits>, ToolError> {
        let (stimuli, trace) = (folder.join("vectors.txt"), folder.join("outputs.txt"));
        let text: String = vectors.iter().map(|vector| vector.hex() + "\n").collect();
        fs::write(&stimuli, text).map_err(ToolError::io(&stimuli))?;
        let arguments = [
            format!("stimuli={}", stimuli.display()),
            format!("trace={}", trace.display()),
            "verilator+rand+reset+2".to_string(),
        ];
        self.simulation.run(&arguments, folder, RUN_LIMIT)?;
        let text = fs::read_to_string(&trace).map_err(ToolError::io(&trace))?;
        let bit = |character| match character {
            '0' => Some(false),
            '1' => Some(true),
            _ => None,
        };
        Ok(text.lines().map(|line| line.chars().map(bit).collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_go_in_and_out_most_significant_first() {
        let vector = Vector::default().field(1, 1).field(3, 0b010).field(2, 0b11);
        assert_eq!(vector.hex(), "2b");
        let bits: Bits = vector.0.iter().map(|bit| Some(*bit)).chain([None]).collect();
        let mut fields = Fields::new(&bits);
        assert_eq!([fields.take(1), fields.take(3)], [Some(1), Some(2)]);
        assert_eq!(fields.clone().take_set(2), Some(vec![true, true]));
        assert_eq!(fields.take(3), None);
    }
}
