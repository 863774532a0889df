//! Given messages: a file with one message a line.

use std::path::Path;

use csv::StringRecord;

use crate::terminal::error::Error;
use crate::terminal::input::read_text;
use crate::terminal::value::node;

const COLUMNS: &str = "cycle,source,destination,length";
/// Last cycle of a message: idle cycles take time, too.
const LAST_CYCLE: u64 = 100_000_000;
/// The largest file.
///
/// **Units**: bytes.
const LARGEST: u64 = 256 << 20;
/// Stands for all nodes but the sender.
const ALL: &str = "all";

/// A line of a file: a message as its source makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it is made.
    pub cycle: u64,
    /// Sender.
    pub source: u32,
    /// Whom it is for; empty for all.
    pub destinations: Vec<u32>,
    /// **Units**: data flits.
    pub length: u32,
}

/// Reads all messages of a file; `checked` says what is wrong with one, or makes of it what is sent.
///
/// # Errors
/// Bad input: a file that cannot be read or is too large, a message that cannot be sent.
pub fn read<T>(path: &Path, checked: impl Fn(Line) -> Result<T, String>) -> Result<Vec<T>, Error> {
    let text = read_text(path, LARGEST)?;
    parse(&text, checked).map_err(|sentence| {
        Error::bad_input(format!("{}: {sentence}", path.display())).hint(format!(
            "the first line is {COLUMNS}, others are like 0,3,5,8 or, to several nodes, 0,3,5 6,8"
        ))
    })
}

fn parse<T>(text: &str, checked: impl Fn(Line) -> Result<T, String>) -> Result<Vec<T>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let head = reader.headers().map_err(sentence)?;
    if head.iter().collect::<Vec<_>>().join(",") != COLUMNS {
        return Err(format!("the columns are not {COLUMNS}"));
    }
    let mut messages = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(sentence)? {
        let number = record.position().map_or(0, csv::Position::line);
        let message = line(&record).and_then(&checked);
        messages.push(message.map_err(|cause| format!("line {number}: {cause}"))?);
    }
    Ok(messages)
}

/// Reads a line.
fn line(record: &StringRecord) -> Result<Line, String> {
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
    Ok(Line { cycle, source: node(&record[1])?, destinations, length })
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
