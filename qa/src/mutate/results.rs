//! The file of results, of which `make tables` makes tables of pages: how many mutants of each module had which result.

use std::fs;
use std::path::Path;

use teecast_writing::file;

use crate::Failure;

const FILE: &str = "qa/mutants.csv";

/// Numbers of a module: all mutants, killed, refuted, equal, kept, left.
pub type Counts = [usize; 6];

/// Replaces the row of a module in a device of a family, or adds it after the others of the device.
///
/// # Errors
/// The file cannot be read or written.
pub fn write(family: &str, device: &str, module: &str, counts: &Counts) -> Result<(), Failure> {
    let text = fs::read_to_string(FILE).map_err(|error| format!("cannot read {FILE}: {error}"))?;
    let text = replaced(&text, [family, device, module], counts);
    Ok(file::write(Path::new(FILE), text.as_bytes())?)
}

/// Returns the text with the row of a module.
fn replaced(text: &str, [family, device, module]: [&str; 3], counts: &Counts) -> String {
    let key = format!("{family},{device},{module},");
    let row = key.clone() + &counts.map(|count| count.to_string()).join(",");
    let mut rows: Vec<&str> = text.lines().collect();
    let after = |begins: &str| rows.iter().rposition(|it| it.starts_with(begins)).map(|at| at + 1);
    match rows.iter().position(|it| it.starts_with(&key)) {
        Some(at) => rows[at] = &row,
        None => {
            let of_device = after(&format!("{family},{device},"));
            let at = of_device.or_else(|| after(&format!("{family},"))).unwrap_or(rows.len());
            rows.insert(at, &row);
        }
    }
    rows.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::cases::{Case, cases};

    #[test]
    fn a_row_is_replaced_or_added_where_it_belongs() {
        let text = "family,..\na,one,x,1,1,0,0,0,0\nb,two,x,1,1,0,0,0,0\n";
        let with = |key, count| replaced(text, key, &[count, count, 0, 0, 0, 0]);
        let other = text.replace("a,one,x,1,1", "a,one,x,2,2");
        assert_eq!(with(["a", "one", "x"], 2), other);
        let more = text.replace("b,two", "a,one,y,2,2,0,0,0,0\nb,two");
        assert_eq!(with(["a", "one", "y"], 2), more);
        let device = text.replace("b,two", "a,new,x,2,2,0,0,0,0\nb,two");
        assert_eq!(with(["a", "new", "x"], 2), device);
        assert_eq!(with(["c", "new", "x"], 2), format!("{text}c,new,x,2,2,0,0,0,0\n"));
    }

    #[test]
    fn every_module_that_is_broken_has_its_row() {
        let text = include_str!("../../mutants.csv");
        let row = |line: &str| line.split(',').take(3).map(str::to_string).collect::<Vec<_>>();
        let mut found: Vec<_> = text.lines().skip(1).map(row).collect();
        let of_case = |Case { name, whole, modules }: Case| {
            let family = whole.family().family().name();
            modules.iter().map(move |module| [family, name, module].map(str::to_string).to_vec())
        };
        let mut wanted: Vec<_> = cases().into_iter().flat_map(of_case).collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted);
    }
}
