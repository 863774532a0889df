//! Given messages: a file with one message a line.

use std::fs;
use std::path::Path;

use csv::StringRecord;
use serde::Deserialize;
use teecast_model::network::run;
use teecast_model::network::sweep::Setup;
use teecast_model::traffic::{Lengths, Message};

use super::results;
use super::setup::refused;
use crate::cli::error::Error;
use crate::cli::{Format, Report};

const COLUMNS: &str = "cycle,source,destination,length";
/// Last cycle of a message: idle cycles take time, too.
const LAST_CYCLE: u64 = 100_000_000;

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

/// One line of the file.
#[derive(Deserialize)]
struct Line {
    cycle: u64,
    source: u64,
    destination: u64,
    length: u64,
}

fn read(text: &str, nodes: usize) -> Result<Vec<Message>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let head = reader.headers().map_err(sentence)?;
    if head.iter().collect::<Vec<_>>().join(",") != COLUMNS {
        return Err(format!("the columns are not {COLUMNS}"));
    }
    let mut messages = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(sentence)? {
        let line = record.position().map_or(0, csv::Position::line);
        let message = message(&record, nodes);
        messages.push(message.map_err(|cause| format!("line {line}: {cause}"))?);
    }
    Ok(messages)
}

fn message(record: &StringRecord, nodes: usize) -> Result<Message, String> {
    let Line { cycle, source, destination, length } = record.deserialize(None).map_err(sentence)?;
    if cycle > LAST_CYCLE {
        return Err(format!("cycle is {cycle}; permitted is 0 to {LAST_CYCLE}"));
    }
    let node = |node| match u32::try_from(node) {
        Ok(small) if (small as usize) < nodes => Ok(small),
        _ => Err(format!("node {node} is not one of 0 to {}", nodes - 1)),
    };
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    Lengths::fixed(length).map_err(|cause| cause.to_string())?;
    Ok(Message { cycle, source: node(source)?, destination: node(destination)?, length })
}

/// Says what is wrong with a line, without the library's place, which names bytes.
fn sentence(cause: csv::Error) -> String {
    match cause.kind() {
        csv::ErrorKind::Deserialize { .. } => "not four whole numbers".to_string(),
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} has {len} columns of {expected_len}")
        }
        _ => cause.to_string(),
    }
}
