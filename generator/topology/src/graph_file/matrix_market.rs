//! MatrixMarket: a sparse square matrix, whose entries are links.

use super::draft::Draft;
use super::{GraphFileError, quoted};

const BANNER: &str = "%%matrixmarket";

/// Says whether a text begins as a matrix does.
pub(super) fn is_it(text: &str) -> bool {
    text.get(..BANNER.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(BANNER))
}

/// Reads the entries of a matrix in coordinates; its rows are called 1, 2, 3 and so on.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (banner, line) = lines.next().unwrap_or(("", 1));
    draft.line = Some(line);
    let words: Vec<String> = banner.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [BANNER, "matrix", "coordinate", "pattern" | "real" | "integer" | "complex", symmetry] => {
            match *symmetry {
                "general" => draft.is_directed = true,
                "symmetric" | "skew-symmetric" | "hermitian" => {}
                other => return Err(draft.fail(format!("{} is no symmetry", quoted(other)))),
            }
        }
        [BANNER, "matrix", "array", ..] => {
            return Err(draft.fail("the matrix is dense; permitted is one in coordinates"));
        }
        _ => {
            let found = quoted(banner);
            let reason = format!("{found} is not %%MatrixMarket matrix coordinate FIELD SYMMETRY");
            return Err(draft.fail(reason));
        }
    }
    let mut lines = lines.filter(|(line, _)| !line.trim_start().starts_with('%'));
    let Some((sizes, line)) = lines.next() else {
        return Err(draft.fail("the numbers of rows, columns and entries are missing"));
    };
    draft.line = Some(line);
    let numbers: Option<Vec<u64>> = sizes.split_whitespace().map(|it| it.parse().ok()).collect();
    let Some(&[rows, columns, entries]) = numbers.as_deref() else {
        let reason = format!("{} is not the numbers of rows, columns and entries", quoted(sizes));
        return Err(draft.fail(reason));
    };
    if rows != columns {
        return Err(draft.fail(format!("the matrix has {rows} rows and {columns} columns")));
    }
    draft.count_from_one(rows)?;
    for (entry, line) in lines {
        draft.line = Some(line);
        let mut words = entry.split_whitespace();
        let (Some(row), Some(column)) = (words.next(), words.next()) else {
            return Err(draft.fail(format!("{} is no entry of a matrix", quoted(entry))));
        };
        draft.link(row, column)?;
    }
    draft.line = Some(line);
    draft.expect_links(entries)
}
