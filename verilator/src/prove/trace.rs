//! Counterexamples as ABC writes them: what the inputs of a property do, cycle by cycle.

use std::collections::HashMap;

use serde::Serialize;
use teecast_spec::verilog::Port;

/// The inputs of one cycle.
pub type Cycle = Vec<Input>;

/// One input of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// Name of the port.
    pub name: String,
    /// Value, as a Verilog literal.
    pub value: String,
}

/// Reads a trace: `pi7@cycle=value` for every input of the graph, which the map calls
/// `input 7 bit name`, least significant bit first.
pub(super) fn cycles(text: &str, map: &str, inputs: &[Port]) -> Vec<Cycle> {
    // Contents of registers stand in the trace, too; the clock runs by itself.
    let is_told = |name: &str| name != "clk_i" && inputs.iter().any(|port| port.name == name);
    let input = |line| match Vec::from_iter(str::split_whitespace(line))[..] {
        ["input", number, _, name] if is_told(name) => Some((number.parse().ok()?, name)),
        _ => None,
    };
    let names: HashMap<usize, &str> = map.lines().filter_map(input).collect();
    let mut cycles: Vec<Vec<(&str, String)>> = Vec::new();
    for word in text.split_whitespace() {
        let parts = word.split_once('=').and_then(|(place, value)| {
            let (input, cycle) = place.rsplit_once('@')?;
            let number: usize = input.strip_prefix("pi")?.parse().ok()?;
            Some((*names.get(&number)?, cycle.parse::<usize>().ok()?, value))
        });
        let Some((name, cycle, value)) = parts else { continue };
        cycles.resize(cycles.len().max(cycle + 1), Vec::new());
        match cycles[cycle].last_mut() {
            Some((last, bits)) if *last == name => bits.insert_str(0, value),
            _ => cycles[cycle].push((name, value.to_string())),
        }
    }
    let input = |(name, bits): (&str, String)| Input { name: name.to_string(), value: hex(&bits) };
    cycles.into_iter().map(|inputs| inputs.into_iter().map(input).collect()).collect()
}

/// Returns bits, the most significant first, as a hexadecimal Verilog literal.
fn hex(bits: &str) -> String {
    let digit = |four: &[u8]| {
        let value = four.iter().fold(0, |sum, bit| 2 * sum + u32::from(*bit == b'1'));
        char::from_digit(value, 16).expect("four bits")
    };
    let digits: String = bits.as_bytes().rchunks(4).rev().map(digit).collect();
    format!("{}'h{digits}", bits.len())
}
