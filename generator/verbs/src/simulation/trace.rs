//! Given messages: a file with one message a line.

use std::io::Read;
use std::path::Path;

use csv::StringRecord;
use flate2::read::MultiGzDecoder;

use crate::terminal::error::Error;
use crate::terminal::input::read_bytes;
use crate::terminal::value::node;

/// Columns; the first may also be named as in a file of noted messages.
const COLUMNS: [&[&str]; 4] = [&["cycle", "made"], &["source"], &["destination"], &["length"]];
/// How a file that is packed by gzip begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];
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
    let text = unpacked(path, read_bytes(path, LARGEST)?)?;
    parse(&text, checked).map_err(|sentence| {
        Error::bad_input(format!("{}: {sentence}", path.display())).hint(
            "the first line is cycle,source,destination,length in any order, others are like 0,3,5,8 or, \
             to several nodes, 0,3,5 6,8",
        )
    })
}

/// Returns what a file holds, unpacked if it is packed.
///
/// # Errors
/// Bad input: a packed file that is damaged or holds too much.
fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let read = MultiGzDecoder::new(&bytes[..]).take(LARGEST + 1).read_to_end(&mut text);
    let hint = "gzip -t says whether the file is whole";
    read.map_err(|cause| Error::io("cannot unpack", path, cause).hint(hint))?;
    match text.len() as u64 > LARGEST {
        true => {
            let sentence = format!("{} holds more than {LARGEST} bytes", path.display());
            Err(Error::bad_input(sentence).hint("play it in parts"))
        }
        false => Ok(text),
    }
}

fn parse<T>(text: &[u8], checked: impl Fn(Line) -> Result<T, String>) -> Result<Vec<T>, String> {
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let separator = [b',', b'\t', b';'].into_iter().find(|separator| first.contains(separator));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator.unwrap_or(b','))
        .trim(csv::Trim::All)
        .from_reader(text);
    let places = columns(reader.headers().map_err(sentence)?)?;
    let mut messages = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(sentence)? {
        let number = record.position().map_or(0, csv::Position::line);
        let message = line(places.map(|place| &record[place])).and_then(&checked);
        messages.push(message.map_err(|cause| format!("line {number}: {cause}"))?);
    }
    Ok(messages)
}

/// Returns where the columns stand; others are not read.
fn columns(head: &StringRecord) -> Result<[usize; 4], String> {
    let place = |names: &[&str]| head.iter().position(|name| names.contains(&name));
    let mut places = [0; 4];
    for (found, names) in places.iter_mut().zip(COLUMNS) {
        *found = place(names).ok_or_else(|| {
            let columns = head.iter().collect::<Vec<_>>().join(", ");
            format!("no column is named {}; the first line has {columns}", names[0])
        })?;
    }
    Ok(places)
}

/// Reads the cells of a line.
fn line(cells: [&str; 4]) -> Result<Line, String> {
    let whole = |column: usize| {
        let text = cells[column];
        text.parse::<u64>().map_err(|_| format!("{text:?} is not a whole number"))
    };
    let cycle = whole(0)?;
    if cycle > LAST_CYCLE {
        return Err(format!("cycle is {cycle}; permitted is 0 to {LAST_CYCLE}"));
    }
    let destinations = match cells[2] {
        "" => return Err("no destination is given".to_string()),
        ALL => Vec::new(),
        list => list.split_whitespace().map(node).collect::<Result<_, _>>()?,
    };
    let length = u32::try_from(whole(3)?).unwrap_or(u32::MAX);
    Ok(Line { cycle, source: node(cells[1])?, destinations, length })
}

/// Says what is wrong with a line, without the library's place, which names bytes.
fn sentence(cause: csv::Error) -> String {
    match cause.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} has {len} columns of {expected_len}")
        }
        csv::ErrorKind::Utf8 { pos, .. } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} is not text in UTF-8")
        }
        _ => cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn lines(text: &[u8]) -> Result<Vec<Line>, String> {
        parse(text, Ok)
    }

    #[test]
    fn columns_may_stand_in_any_order_between_commas_tabs_or_semicolons() {
        let plain = lines(b"cycle,source,destination,length\n3,1,0b101,4\n0,2,5 6,1\n7,0,all,2\n");
        let found = plain.as_ref().expect("right");
        assert_eq!((found[0].cycle, &found[0].destinations), (3, &vec![5]));
        assert_eq!((&found[1].destinations, found[2].destinations.len()), (&vec![5, 6], 0));
        let others: [&[u8]; 2] = [
            b"length\tdestination\tnote\tsource\tmade\n4\t5\tx\t1\t3\n1\t5 6\t\t2\t0\n2\tall\ty\t0\t7\n",
            b"source;cycle;length;destination\n1;3;4;5\n2;0;1;5 6\n0;7;2;all\n",
        ];
        others.into_iter().for_each(|text| assert_eq!(lines(text), plain));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, said) in [
            (
                &b"cycle,source,length\n"[..],
                "no column is named destination; the first line has cycle, source, length",
            ),
            (b"cycle,source,destination,length\n0,1,2,3\n1,2\n", "line 3 has 2 columns of 4"),
            (
                b"cycle,source,destination,length\n-1,1,2,3\n",
                "line 2: \"-1\" is not a whole number",
            ),
            (b"cycle,source,destination,length\n0,1,\xff,3\n", "line 2 is not text in UTF-8"),
        ] {
            assert_eq!(lines(text), Err(said.to_string()));
        }
    }

    #[test]
    fn a_packed_file_is_unpacked_and_a_damaged_one_refused() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(b"cycle,source").expect("memory");
        let packed = packed.finish().expect("memory");
        let path = Path::new("trace.csv.gz");
        assert_eq!(unpacked(path, packed.clone()).ok().as_deref(), Some(&b"cycle,source"[..]));
        assert!(unpacked(path, packed[..packed.len() - 4].to_vec()).is_err());
        assert_eq!(unpacked(path, b"cycle".to_vec()).ok().as_deref(), Some(&b"cycle"[..]));
    }
}
