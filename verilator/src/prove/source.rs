//! Where in a source something is: the contracts of a module, the place of a fault, the copies of a
//! module.

use std::ops::RangeInclusive;

/// Returns the lines of a module that state contracts: a fault there is no fault of the module.
pub fn contracts(source: &str) -> Vec<RangeInclusive<usize>> {
    let mut begin = None;
    let mut found = Vec::new();
    for (line, number) in source.lines().zip(1..) {
        if line.starts_with("`ifdef TEECAST_ASSERT") {
            begin = Some(number);
        } else if line.starts_with("`endif") {
            found.extend(begin.take().map(|begin| begin..=number));
        }
    }
    found
}

/// Reads what a mutation of Yosys does: its mode, cell, port, and place in the source.
pub fn place(mutation: &str) -> Option<String> {
    let value = |flag: &str| mutation.split_whitespace().skip_while(|word| *word != flag).nth(1);
    let (mode, port, bit) = (value("-mode")?, value("-port")?, value("-portbit")?);
    let line = value("-src").and_then(|source| source.rsplit('/').next());
    let line = line.map_or(String::new(), |line| format!(" at {line}"));
    Some(format!("{mode} on {port}[{bit}]{line}"))
}

/// Selects a module in a script of Yosys, and its copies, which have parameters, or a hash, in their
/// names.
pub fn with_copies(module: &str) -> String {
    format!(r"{module} $paramod\\{module}\\* $paramod$*\\{module}")
}
