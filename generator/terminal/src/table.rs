//! Short tables for people.

/// Lays out rows under a head: columns two blanks apart, the last one left-aligned, the others
/// right-aligned.
///
/// **Shape**: every row is as long as the head.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head = head.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    let lines = || std::iter::once(&head).chain(rows);
    let widths: Vec<usize> = (0..head.len())
        .map(|column| lines().map(|cells| cells[column].chars().count()).max().unwrap_or(0))
        .collect();
    let (last, others) = widths.split_last().expect("a table has columns");
    debug_assert!(lines().all(|cells| cells.len() == widths.len()) && *last > 0);
    let mut text = String::new();
    for cells in lines() {
        for (cell, &width) in cells.iter().zip(others) {
            text += &format!("{cell:>width$}  ");
        }
        text += &cells[others.len()];
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["1", "a"], ["20", "b"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(table(&["x", "list"], &rows), " x  list\n 1  a\n20  b\n");
    }
}
