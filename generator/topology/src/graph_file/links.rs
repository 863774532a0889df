//! Lists of links: two nodes a line, and weights, which are left out.

use std::collections::HashSet;

use super::draft::{Draft, number};
use super::row::{Row, rows};
use super::{GraphFileError, quoted};

/// What the columns of the two nodes are called in tables.
const HEADS: [[&str; 2]; 5] =
    [["source", "target"], ["src", "dst"], ["from", "to"], ["node1", "node2"], ["u", "v"]];

/// The two nodes of a line, and what stands after them.
type Link<'a> = ([&'a str; 2], Vec<&'a str>);

/// What may stand between the two nodes of a link.
const DASHES: [&str; 3] = ["-", "--", "->"];

/// Reads links.
///
/// The customary line with the numbers of nodes and links looks like a link; where no one says that it
/// is one, it is refused.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    if draft.is_guess
        && let Some(first) = rows(text).next()
        && is_counts(&first, text)?
    {
        return Err(first.fail(format!(
            "{} before so many links says how many nodes and links there are, or is a link; say \
             which with --graph-format counted-links or --graph-format links",
            quoted(first.text)
        )));
    }
    let mut rows = rows(text).peekable();
    let has_head = rows.next_if(has_head).is_some();
    list(rows, has_head, draft)
}

/// Says whether the first line can be the numbers of nodes and links.
fn is_counts(first: &Row<'_>, text: &str) -> Result<bool, GraphFileError> {
    let Some([nodes, links]) = counts(first)? else { return Ok(false) };
    let (mut others, mut found) = (HashSet::new(), 0);
    for row in rows(text).skip(1) {
        let Some((link, _)) = row_nodes(&row)? else { return Ok(false) };
        others.extend(link);
        found += 1;
    }
    Ok(found > 0 && found == links && others.len() as u64 <= nodes)
}

/// Says whether a line names columns.
pub(super) fn has_head(row: &Row<'_>) -> bool {
    let fields = row.fields().unwrap_or_default();
    let names: Vec<String> = fields.into_iter().take(2).map(str::to_lowercase).collect();
    HEADS.iter().any(|head| names == *head)
}

/// Says whether a line can be nothing but a link: it has a dash between two nodes, or attributes.
pub(super) fn is_link(row: &Row<'_>) -> bool {
    let fields = row.fields().unwrap_or_default();
    let has_dash = fields.get(1).is_some_and(|it| DASHES.contains(it));
    has_dash || row.text.ends_with('}') || fields.first().is_some_and(|it| pair(it).is_some())
}

/// Returns the two numbers of a link without blanks.
fn pair(field: &str) -> Option<[&str; 2]> {
    let (one, other) = field.split_once('-')?;
    let pair = [one, other.trim_start_matches(['-', '>'])];
    pair.iter().all(|node| number(node).is_some()).then_some(pair)
}

/// Reads links below a line with the numbers of nodes and links.
pub(super) fn read_counted(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut rows = rows(text);
    let first = rows.next().ok_or_else(|| GraphFileError::whole("there is no line"))?;
    let Some([nodes, links]) = counts(&first)? else {
        let reason = format!("{} is not the numbers of nodes and links", quoted(first.text));
        return Err(first.fail(reason));
    };
    let rest: Vec<Row<'_>> = rows.collect();
    if rest.len() as u64 != links {
        let found = rest.len();
        return Err(first.fail(format!("{links} links are announced, and {found} come")));
    }
    draft.line = Some(first.line);
    if number_of_first(&rest)? == Some(0) {
        draft.count(nodes)?;
    }
    list(rest.into_iter(), false, draft)?;
    draft.line = Some(first.line);
    draft.expect_nodes(nodes)
}

/// Returns the smallest number of a node; none if one has a name.
fn number_of_first(rows: &[Row<'_>]) -> Result<Option<u64>, GraphFileError> {
    let mut first = Some(u64::MAX);
    for row in rows {
        for node in row_nodes(row)?.map(|(nodes, _)| nodes).into_iter().flatten() {
            first = first.and_then(|first| number(node).map(|number| number.min(first)));
        }
    }
    Ok(first)
}

/// Returns the two numbers of a line.
fn counts(row: &Row<'_>) -> Result<Option<[u64; 2]>, GraphFileError> {
    let numbers: Option<Vec<u64>> = row.fields()?.into_iter().map(number).collect();
    Ok(numbers.and_then(|numbers| numbers.try_into().ok()))
}

/// Adds the links of lines.
fn list<'a>(
    rows: impl Iterator<Item = Row<'a>>,
    has_head: bool,
    draft: &mut Draft,
) -> Result<(), GraphFileError> {
    let mut has_weights = false;
    for row in rows {
        draft.line = Some(row.line);
        let link = row_nodes(&row)?;
        let (nodes, weights) = match link {
            Some((nodes, weights)) if has_head || weights.iter().all(|it| is_number(it)) => {
                (nodes, weights)
            }
            _ => {
                let text = quoted(row.text);
                return Err(row.fail(format!("{text} is not the two nodes of a link")));
            }
        };
        has_weights |= !weights.is_empty();
        draft.link(nodes[0], nodes[1])?;
    }
    if has_weights {
        let other = match draft.is_guess && !has_head {
            true => "; --graph-format adjacency reads neighbours",
            false => "",
        };
        draft.note(format!("what stands after the two nodes of a link is left out{other}"));
    }
    Ok(())
}

/// Returns the two nodes of a line, and what stands after them.
fn row_nodes<'a>(row: &Row<'a>) -> Result<Option<Link<'a>>, GraphFileError> {
    // NetworkX writes the attributes of a link as a dictionary.
    let text = match row.text.split_once(" {") {
        Some((text, rest)) if rest.ends_with('}') => text,
        _ => row.text,
    };
    let mut fields = super::row::fields(text, row.line)?;
    if fields.len() > 2 && DASHES.contains(&fields[1]) {
        fields.remove(1);
    }
    if let Some(pair) = fields.first().and_then(|first| pair(first)) {
        fields.splice(..1, pair);
    }
    if fields.len() < 2 {
        return Ok(None);
    }
    let weights = fields.split_off(2);
    Ok(Some(([fields[0], fields[1]], weights)))
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}
