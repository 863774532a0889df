//! Questions about Hamiltonian cycles that the golden model answers; one file a question.

mod drawing;
pub mod hamiltonian;
