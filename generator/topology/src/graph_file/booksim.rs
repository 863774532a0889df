//! `anynet` of BookSim: routers with what is joined to each; a latency may stand after it.

use super::draft::Draft;
use super::row::rows;
use super::{GraphFileError, quoted};

/// Says whether the first line joins a router or a node with another one.
pub(super) fn is_it(text: &str) -> bool {
    let first = rows(text).next();
    let words: Vec<&str> = first.iter().flat_map(|row| row.text.split_whitespace()).collect();
    let is_kind = |word: &&str| ["router", "node"].contains(word);
    words.first().is_some_and(is_kind) && words.get(2).is_some_and(is_kind)
}

/// Reads routers; the processors at them, `node`, have no number of their own.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut processors = 0;
    for row in rows(text) {
        draft.line = Some(row.line);
        let words: Vec<&str> = row.text.split_whitespace().collect();
        let mut rest = words.as_slice();
        let mut first: Option<(&str, &str)> = None;
        while let [kind, id, after @ ..] = rest {
            if !["router", "node"].contains(kind) || id.parse::<u32>().is_err() {
                break;
            }
            rest = match after {
                // A latency.
                [word, after @ ..] if word.parse::<u32>().is_ok() && first.is_some() => after,
                after => after,
            };
            match first {
                None => first = Some((kind, id)),
                Some(("router", here)) if *kind == "router" => draft.link(here, id)?,
                Some(("router", here)) => {
                    processors += 1;
                    draft.place(here)?;
                }
                Some(_) if *kind == "router" => {
                    processors += 1;
                    draft.place(id)?;
                }
                Some(_) => return Err(draft.fail("a node is joined with a node")),
            }
        }
        if let Some(word) = rest.first() {
            let reason = format!("{} is not router NUMBER or node NUMBER", quoted(word));
            return Err(draft.fail(reason));
        }
    }
    if processors > 0 {
        draft.note("nodes of BookSim are left out: each router has one processor");
    }
    Ok(())
}
