//! Adjacency lists: a node and its neighbours a line.

use super::draft::Draft;
use super::row::{fields, rows};
use super::{GraphFileError, quoted};

/// Reads nodes with their neighbours; a colon may stand after the node.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    for row in rows(text) {
        draft.line = Some(row.line);
        let (node, others) = match row.around() {
            Some((node, others)) => (node, fields(others, row.line)?),
            None => {
                let mut fields = row.fields()?;
                if fields.is_empty() {
                    return Err(row.fail(format!("{} names no node", quoted(row.text))));
                }
                (fields.remove(0), fields)
            }
        };
        draft.declare(node, None)?;
        for other in others {
            draft.link(node, other)?;
        }
    }
    Ok(())
}
