//! Designs that Yosys wrote as JSON: the ports of their modules, among them copies and mutants of
//! which no source tells the ports.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use teecast_spec::verilog::{Direction, Port};

use crate::error::ToolError;

/// Reads a file of JSON.
///
/// # Errors
/// [`ToolError::Io`]; [`ToolError::Failed`] if the file does not hold such a value.
pub fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, ToolError> {
    let text = fs::read_to_string(path).map_err(ToolError::io(path))?;
    let what = format!("reading {}", path.display());
    serde_json::from_str(&text)
        .map_err(|error| ToolError::Failed { what, output: error.to_string() })
}

/// Returns the ports of a module of a design.
///
/// # Errors
/// As [`read`].
pub fn ports_of(design: &Path, module: &str) -> Result<Vec<Port>, ToolError> {
    let design: Value = read(design)?;
    Ok(ports(&design["modules"][module]))
}

/// Returns the ports of a module.
pub fn ports(module: &Value) -> Vec<Port> {
    let ports = module["ports"].as_object().into_iter().flatten();
    let direction = |port: &Value| match port["direction"] == "input" {
        true => Direction::Input,
        false => Direction::Output,
    };
    ports
        .map(|(name, port)| Port {
            name: name.clone(),
            direction: direction(port),
            width: port["bits"].as_array().map_or(0, |bits| bits.len() as u32),
        })
        .collect()
}
