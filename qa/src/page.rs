//! The tables that commands write into `docs/qor.md`, each between two comments.

use std::fs;
use std::path::Path;

use teecast_writing::file;

use crate::Failure;

const PAGE: &str = "docs/qor.md";
/// What follows every table.
const END: &str = "<!-- End of the table. -->";

/// Returns the table after a comment.
///
/// # Errors
/// The page cannot be read, or has no such table.
pub fn table(begin: &str) -> Result<String, Failure> {
    let page = read()?;
    let (_, table, _) = split(&page, begin)?;
    Ok(table.to_string())
}

/// Replaces the table after a comment.
///
/// # Errors
/// The page cannot be read or written, or has no such table.
pub fn replace(begin: &str, table: &str) -> Result<(), Failure> {
    let page = read()?;
    let (head, _, tail) = split(&page, begin)?;
    let text = format!("{head}{begin}\n{table}{END}{tail}");
    Ok(file::write(Path::new(PAGE), text.as_bytes())?)
}

fn read() -> Result<String, Failure> {
    fs::read_to_string(PAGE).map_err(|error| format!("cannot read {PAGE}: {error}").into())
}

/// Returns the text before a comment, the table after it, and the text after the table.
fn split<'a>(page: &'a str, begin: &str) -> Result<(&'a str, &'a str, &'a str), Failure> {
    let missing = || format!("{PAGE} has no line {begin:?} with a table and its end after it");
    let (head, rest) = page.split_once(&format!("{begin}\n")).ok_or_else(missing)?;
    let (table, tail) = rest.split_once(END).ok_or_else(missing)?;
    Ok((head, table, tail))
}

/// Returns the cells of a row of a table.
pub fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_stands_between_its_comment_and_the_end() {
        let page = format!("a\n<!-- 1 -->\n| x |\n{END}\nb\n<!-- 2 -->\n| y |\n{END}\nc\n");
        assert_eq!(split(&page, "<!-- 2 -->").expect("a table").1, "| y |\n");
        assert_eq!(split(&page, "<!-- 1 -->").expect("a table").0, "a\n");
        assert!(
            split(&page, "<!-- 3 -->").is_err() && split("<!-- 1 -->\n", "<!-- 1 -->").is_err()
        );
    }

    #[test]
    fn a_row_has_cells() {
        assert_eq!(cells("| `mhu` | n = 6 | 12 |\n"), ["`mhu`", "n = 6", "12"]);
    }
}
