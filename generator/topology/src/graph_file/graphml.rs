//! GraphML, without document types and entities.

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::draft::Draft;
use super::{GraphFileError, quoted};

/// Most elements, texts between them counted.
const MOST_ELEMENTS: u32 = 1 << 21;

/// Reads the only graph of a document.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_ELEMENTS, ..Default::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| refused(text, &error))?;
    let root = document.root_element();
    draft.line = Some(lines(text, 0, root.range().start) + 1);
    if root.tag_name().name() != "graphml" {
        let reason = format!("{} is not graphml", quoted(root.tag_name().name()));
        return Err(draft.fail(reason));
    }
    let mut graphs =
        root.children().filter(|it| it.is_element() && it.tag_name().name() == "graph");
    let graph = graphs.next().ok_or_else(|| draft.fail("there is no graph"))?;
    if let Some(second) = graphs.next() {
        draft.line = Some(lines(text, 0, second.range().start) + 1);
        return Err(draft.fail("a second graph; permitted is one"));
    }
    draft.is_directed = graph.attribute("edgedefault") == Some("directed");
    // Links may stand before the nodes that they join.
    for kind in ["node", "edge"] {
        let (mut line, mut place) = (1, 0);
        for element in graph.children().filter(Node::is_element) {
            let start = element.range().start;
            (line, place) = (line + lines(text, place, start), start);
            draft.line = Some(line);
            match element.tag_name().name() {
                name if name == kind => add(element, draft)?,
                "hyperedge" => {
                    return Err(draft.fail("a link joins two nodes; this is a hyperedge"));
                }
                _ => {}
            }
        }
        if kind == "node" {
            draft.close()?;
        }
    }
    Ok(())
}

/// Adds a node or a link.
fn add(element: Node<'_, '_>, draft: &mut Draft) -> Result<(), GraphFileError> {
    let kind = element.tag_name().name();
    let attribute = |name: &str| {
        let reason = || format!("{kind} has no attribute {name}");
        element.attribute(name).ok_or_else(reason)
    };
    if kind == "edge" {
        draft.is_directed |= element.attribute("directed") == Some("true");
        let ends = attribute("source").and_then(|source| Ok([source, attribute("target")?]));
        let [source, target] = ends.map_err(|reason| draft.fail(reason))?;
        return draft.link(source, target);
    }
    if element.children().any(|it| it.tag_name().name() == "graph") {
        return Err(draft.fail("a graph inside a node is not permitted"));
    }
    let id = attribute("id").map_err(|reason| draft.fail(reason))?;
    draft.declare(id, None).map(|_| ())
}

/// Returns the lines that end between two places of a text.
fn lines(text: &str, from: usize, to: usize) -> usize {
    text[from..to].matches('\n').count()
}

/// Says what is wrong with a text that is no document.
fn refused(text: &str, error: &Error) -> GraphFileError {
    if *error == Error::DtdDetected {
        let place = text.find("<!DOCTYPE").unwrap_or(0);
        let reason = "document types and entities are not permitted";
        return GraphFileError::at(lines(text, 0, place) + 1, reason);
    }
    let place = error.pos();
    let reason = error.to_string().replace(&format!(" at {place}"), "");
    GraphFileError::at(place.row as usize, reason)
}
