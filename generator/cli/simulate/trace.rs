//! Given messages: a file with one message a line.

use std::fs;
use std::path::Path;

use csv::StringRecord;
use teecast_model::hypercube::clocked::{self as mhu, Cast};
use teecast_model::simulate::run;
use teecast_model::traffic::{Lengths, Message};

use super::results;
use super::setup::{Setup, refused};
use crate::cli::error::Error;
use crate::cli::value::node;
use crate::cli::{Format, Report};

const COLUMNS: &str = "cycle,source,destination,length";
/// Last cycle of a message: idle cycles take time, too.
const LAST_CYCLE: u64 = 100_000_000;
/// Stands for all nodes but the sender.
const ALL: &str = "all";

/// Plays the messages of a file until all are delivered.
///
/// # Errors
/// Bad input: a network that is not possible, a file that cannot be read. A failed check: a deadlock.
pub fn run(setup: &Setup, path: &Path, format: Format) -> Result<Report, Error> {
    let measured = match setup {
        Setup::Plain(setup) => {
            let network = setup.network().map_err(refused)?;
            let last = network.routes().nodes() as u32 - 1;
            run::drain(network, read(path, |cast| unicast(&cast, last))?)
        }
        Setup::Mhu(mhu::Setup { n, router, lengths, .. }) => {
            let spec = router.spec(*n, lengths.longest()).map_err(|cause| refused(cause.into()))?;
            let checked = |cast| match router.check_cast(&spec, &cast) {
                Ok(()) => Ok(cast),
                Err(cause) => Err(cause.to_string()),
            };
            mhu::drain(*n, router, read(path, checked)?)
        }
        Setup::Region(_) | Setup::Hexagon(_) => {
            return Err(Error::bad_input("broadcasts cannot be given").hint("try --load 0.1"));
        }
    };
    Ok(results::trace_report(&measured.map_err(refused)?, format))
}

/// Reads all messages of a file; `checked` says what is wrong with one, or makes of it what is sent.
fn read<T>(path: &Path, checked: impl Fn(Cast) -> Result<T, String>) -> Result<Vec<T>, Error> {
    let text = fs::read_to_string(path).map_err(|cause| Error::io("cannot read", path, cause))?;
    parse(&text, checked).map_err(|sentence| {
        Error::bad_input(format!("{}: {sentence}", path.display())).hint(format!(
            "the first line is {COLUMNS}, others are like 0,3,5,8 or, to several nodes, 0,3,5 6,8"
        ))
    })
}

fn parse<T>(text: &str, checked: impl Fn(Cast) -> Result<T, String>) -> Result<Vec<T>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let head = reader.headers().map_err(sentence)?;
    if head.iter().collect::<Vec<_>>().join(",") != COLUMNS {
        return Err(format!("the columns are not {COLUMNS}"));
    }
    let mut messages = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(sentence)? {
        let line = record.position().map_or(0, csv::Position::line);
        let message = cast(&record).and_then(&checked);
        messages.push(message.map_err(|cause| format!("line {line}: {cause}"))?);
    }
    Ok(messages)
}

/// Reads a line.
fn cast(record: &StringRecord) -> Result<Cast, String> {
    let whole = |column: usize| {
        let text = &record[column];
        text.parse::<u64>().map_err(|_| format!("{text:?} is not a whole number"))
    };
    let cycle = whole(0)?;
    if cycle > LAST_CYCLE {
        return Err(format!("cycle is {cycle}; permitted is 0 to {LAST_CYCLE}"));
    }
    let destinations = match &record[2] {
        "" => return Err("no destination is given".to_string()),
        ALL => Vec::new(),
        list => list.split_whitespace().map(node).collect::<Result<_, _>>()?,
    };
    let length = u32::try_from(whole(3)?).unwrap_or(u32::MAX);
    Ok(Cast { cycle, source: node(&record[1])?, destinations, length })
}

/// Returns a message to one node of a network whose last one is given.
fn unicast(cast: &Cast, last: u32) -> Result<Message, String> {
    let Cast { cycle, source, ref destinations, length } = *cast;
    let [destination] = destinations[..] else {
        return Err("a plain router sends to one node; others need --hypercube and --m".to_string());
    };
    if let Some(node) = [source, destination].into_iter().find(|node| *node > last) {
        return Err(format!("node {node} is not one of 0 to {last}"));
    }
    Lengths::fixed(length).map_err(|cause| cause.to_string())?;
    Ok(Message { cycle, source, destination, length })
}

/// Says what is wrong with a line, without the library's place, which names bytes.
fn sentence(cause: csv::Error) -> String {
    match cause.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} has {len} columns of {expected_len}")
        }
        _ => cause.to_string(),
    }
}
