//! Given messages: a file with one message a line.

use std::fs;
use std::path::Path;

use teecast_model::network::run;
use teecast_model::network::sweep::Setup;
use teecast_model::traffic::{Lengths, Message};

use super::{refused, results};
use crate::cli::error::Error;
use crate::cli::{Format, Report};

const COLUMNS: &str = "cycle,source,destination,length";

/// Plays the messages of a file until all are delivered.
///
/// # Errors
/// Bad input: a network that is not possible, a file that cannot be read. A failed check: a deadlock.
pub fn run(setup: &Setup, path: &Path, format: Format) -> Result<Report, Error> {
    let network = setup.network().map_err(refused)?;
    let text = fs::read_to_string(path).map_err(|cause| Error::io("cannot read", path, cause))?;
    let messages = read(&text, network.grid().nodes()).map_err(|sentence| {
        Error::bad_input(format!("{}: {sentence}", path.display()))
            .hint(format!("the first line is {COLUMNS}"))
    })?;
    let measured = run::drain(network, messages).map_err(refused)?;
    Ok(results::trace_report(&measured, format))
}

fn read(text: &str, nodes: usize) -> Result<Vec<Message>, String> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, head)| head.replace(' ', "") != COLUMNS) {
        return Err(format!("the columns are not {COLUMNS}"));
    }
    let message = |(index, line): (usize, &str)| {
        let place = format!("line {}", index + 1);
        let numbers = line.split(',').map(|cell| cell.trim().parse::<u64>()).collect();
        let numbers: Vec<u64> =
            Result::<_, _>::map_err(numbers, |_| format!("{place} is not numbers"))?;
        let [cycle, source, destination, length] = numbers[..] else {
            return Err(format!("{place} has {} columns of 4", numbers.len()));
        };
        let node = |node| match u32::try_from(node) {
            Ok(small) if (small as usize) < nodes => Ok(small),
            _ => Err(format!("{place}: node {node} is not one of 0 to {}", nodes - 1)),
        };
        let flits = u32::try_from(length).unwrap_or(u32::MAX);
        Lengths::fixed(flits).map_err(|cause| format!("{place}: {cause}"))?;
        Ok(Message { cycle, source: node(source)?, destination: node(destination)?, length: flits })
    };
    lines.filter(|(_, line)| !line.trim().is_empty()).map(message).collect()
}
