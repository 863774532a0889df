//! The one reader of module text: what a module declares at its ports, what its instances connect, and
//! how it resets its registers.
//!
//! It reads Verilog-2005 as the templates write it: headers in ANSI style, instances with named pins.
//! It stands in this crate because the emitter, the test harness and the tools of the project all
//! read headers, and this crate is the only one that all of them use. It decides nothing.

mod expression;
mod header;
mod instance;
mod register;
mod token;

use schemars::JsonSchema;
use serde::Serialize;

pub use expression::Expression;
pub use header::{Header, header};
pub use instance::{Instance, instances};
pub use register::{Registers, registers};

/// Direction of a port, seen from the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

/// One port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its direction.
    pub direction: Direction,
    /// **Units**: bits.
    pub width: u32,
}

/// Says why the ports of a module cannot be read from a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerilogError {
    /// The text does not declare the module.
    #[error("no module {module} in this text")]
    NoModule {
        /// Name of the module.
        module: String,
    },
    /// Something else stands in the text than what has to follow.
    #[error("line {line}: {found}, expected {expected}")]
    Unexpected {
        /// Line of the text, counted from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What would be valid.
        expected: &'static str,
    },
    /// A name is declared twice.
    #[error("line {line}: {name} is declared twice")]
    Twice {
        /// Line of the second declaration.
        line: usize,
        /// The name.
        name: String,
    },
    /// A value is given to a parameter that the module does not have.
    #[error("{module} has no parameter {name}")]
    NoParameter {
        /// Name of the module.
        module: String,
        /// Name of the parameter.
        name: String,
    },
    /// An expression uses a name without a value.
    #[error("{name} has no value here")]
    NoValue {
        /// The name.
        name: String,
    },
    /// An expression has no value: a division by zero, or a result that is too large.
    #[error("the result of {operator} is not a number of 64 bits")]
    Arithmetic {
        /// The operator.
        operator: &'static str,
    },
    /// A range has more bits than a port can have.
    #[error("{name} has {bits} bits")]
    Width {
        /// The port.
        name: String,
        /// **Units**: bits.
        bits: i128,
    },
}

#[cfg(test)]
mod tests;
