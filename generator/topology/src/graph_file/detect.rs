//! Tells by its content which format a text has.

use std::collections::HashSet;

use super::draft::Draft;
use super::row::{Row, rows};
use super::{GraphFormat, booksim, dimacs, dot, gml, graph6, links, matrix_market};

/// Says whether a text looks like a format.
type Look = fn(&str) -> bool;

/// Returns the format of a text; what is no other one is a list of links.
pub(super) fn format(text: &str, draft: &mut Draft) -> GraphFormat {
    draft.is_guess = true;
    let begin = text.trim_start();
    let by_content: [(Look, GraphFormat); 9] = [
        (|text| text.starts_with('<'), GraphFormat::Graphml),
        (graph6::is_it, GraphFormat::Graph6),
        (|text| text.starts_with(['{', '[']), GraphFormat::Json),
        (matrix_market::is_it, GraphFormat::MatrixMarket),
        (dot::is_it, GraphFormat::Dot),
        (gml::is_it, GraphFormat::Gml),
        (dimacs::is_it, GraphFormat::Dimacs),
        (booksim::is_it, GraphFormat::Booksim),
        (is_toml, GraphFormat::Toml),
    ];
    match by_content.into_iter().find(|(is_it, _)| is_it(begin)) {
        Some((_, format)) => format,
        None if is_adjacency(text, draft) => GraphFormat::Adjacency,
        None => GraphFormat::Links,
    }
}

/// Says whether the first line gives a value to a key.
fn is_toml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    first.split_once('=').is_some_and(|(key, _)| {
        let key = key.trim();
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-\"".contains(c))
    })
}

/// Says whether each line has a colon after its first node, or lines of different lengths begin with
/// different nodes.
fn is_adjacency(text: &str, draft: &mut Draft) -> bool {
    let mut first = rows(text).peekable();
    if first.peek().is_some() && first.all(|row: Row<'_>| row.around().is_some()) {
        return true;
    }
    let (mut nodes, mut lengths, mut longest) = (HashSet::new(), HashSet::new(), 0);
    for row in rows(text) {
        // A line that cannot be split, or can be nothing but a link, is for the list of links.
        let fields = row.fields().unwrap_or_default();
        let is_new = fields.first().is_some_and(|node| nodes.insert(*node));
        let has_weight = fields.iter().any(|it| it.contains('.') && it.parse::<f64>().is_ok());
        if !is_new || has_weight || links::is_link(&row) || links::has_head(&row) {
            return false;
        }
        lengths.insert(fields.len());
        longest = longest.max(fields.len());
    }
    let is_it = longest >= 4 || longest == 3 && lengths.len() > 1;
    if is_it {
        draft.note("read as adjacency lists; --graph-format links reads a link a line");
    }
    is_it
}
