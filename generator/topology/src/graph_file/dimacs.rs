//! DIMACS: `p edge NODES LINKS`, then `e ONE OTHER` or, with directions, `a FROM TO LENGTH`.

use super::draft::Draft;
use super::{GraphFileError, quoted};

/// Says whether the first line that is no comment announces a problem.
pub(super) fn is_it(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !is_comment(line)).unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    words.len() >= 4 && words[0] == "p" && words[2..4].iter().all(|it| it.parse::<u64>().is_ok())
}

fn is_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

/// Reads a problem; its nodes are called 1, 2, 3 and so on.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut announced = None;
    for (line, number) in text.lines().zip(1..) {
        draft.line = Some(number);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] | ["c", ..] => {}
            ["p", ..] if announced.is_some() => return Err(draft.fail("a second p line")),
            ["p", _, nodes, links, ..] => {
                let (Ok(nodes), Ok(links)) = (nodes.parse(), links.parse()) else {
                    let reason = format!("{} is not p KIND NODES LINKS", quoted(line));
                    return Err(draft.fail(reason));
                };
                draft.count_from_one(nodes)?;
                announced = Some((number, links));
            }
            ["e" | "a", ..] if announced.is_none() => {
                return Err(draft.fail("a link stands before the p line"));
            }
            [kind @ ("e" | "a"), one, other, ..] => {
                draft.is_directed |= *kind == "a";
                draft.link(one, other)?;
            }
            // Values of nodes.
            ["n" | "d" | "v" | "x", ..] if announced.is_some() => {}
            _ => return Err(draft.fail(format!("{} is no line of DIMACS", quoted(line)))),
        }
    }
    let Some((line, links)) = announced else {
        return Err(GraphFileError::whole("no line begins with p"));
    };
    draft.line = Some(line);
    draft.expect_links(links)
}
