//! The values of `generator/emit/src/measured.toml` that synthesis and placement measure.

use std::fs;
use std::path::Path;

use teecast_writing::file;

use crate::Failure;

const FILE: &str = "generator/emit/src/measured.toml";

/// Replaces values in the file: those whose command ends with the label of a case.
///
/// **Shape**: (label, value) of each case.
pub fn rewrite(values: &[(String, String)]) -> Result<(), Failure> {
    let text = fs::read_to_string(FILE).map_err(|error| format!("cannot read {FILE}: {error}"))?;
    let text = values.iter().fold(text, |text, (label, value)| replaced(&text, label, value));
    Ok(file::write(Path::new(FILE), text.as_bytes())?)
}

/// Returns the text with another value in the line before the command that measures it.
fn replaced(text: &str, label: &str, value: &str) -> String {
    let command = format!(" qor {label}\"");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for index in 1..lines.len() {
        let is_command = lines[index].starts_with("command = ") && lines[index].ends_with(&command);
        if is_command && lines[index - 1].starts_with("value = ") {
            lines[index - 1] = format!("value = \"{value}\"");
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_before_the_command_of_a_case_is_replaced() {
        let number = |value: &str, label: &str| {
            format!("what = \"speed\"\nvalue = \"{value}\"\ncommand = \"qa -- qor {label}\"\n")
        };
        let text = number("1 MHz", "mhu,6,8") + "\n" + &number("2 MHz", "mhu,6,16");
        let expected = number("9 MHz", "mhu,6,8") + "\n" + &number("2 MHz", "mhu,6,16");
        assert_eq!(replaced(&text, "mhu,6,8", "9 MHz"), expected);
        assert_eq!(replaced(&text, "mhu", "9 MHz"), text);
    }

    #[test]
    fn the_file_has_values_to_replace() {
        let text = include_str!("../../generator/emit/src/measured.toml");
        for label in [
            "mhu_multicaster,6,8",
            "hypercube_router,6,8",
            "harts_router,3,crossbar",
            "region_router,16x16,fixed-corner,15",
        ] {
            assert!(replaced(text, label, "new").contains("value = \"new\"\n"), "{label}");
        }
    }
}
