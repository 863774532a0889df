//! Coverage as Verilator records it: which lines ran and which bits changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use teecast_cosim::error::ToolError;

/// Kind of a coverage point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A block of lines, or one way of a branch.
    Line,
    /// A bit that changes.
    Toggle,
}

/// One thing that a simulation may do or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Module, which its file is named after.
    pub module: String,
    /// What is counted.
    pub kind: Kind,
    /// Line of the file, the first is 1.
    pub line: u32,
    /// Column of the line, which tells points of one line apart.
    pub column: u32,
    /// Signal and bit of a toggle, way of a branch, `block` of a plain block.
    pub name: String,
}

/// How often each point happened, over all instances of its module and all runs added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage(BTreeMap<Point, u64>);

impl Coverage {
    /// Adds what a run recorded.
    ///
    /// # Errors
    /// [`ToolError::Io`]; [`ToolError::Failed`] if the file is not one of Verilator's.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ToolError> {
        let text = fs::read(path).map_err(ToolError::io(path))?;
        let text = String::from_utf8_lossy(&text);
        self.add(&text).ok_or_else(|| ToolError::Failed {
            what: format!("reading {}", path.display()),
            output: "this is not a coverage file of Verilator".to_string(),
        })
    }

    /// Adds the text of a coverage file; `None` if it is not one.
    fn add(&mut self, text: &str) -> Option<()> {
        let mut lines = text.lines();
        lines.next().filter(|line| line.contains("SystemC::Coverage"))?;
        for line in lines {
            let (key, count) = line.strip_prefix("C '")?.rsplit_once("' ")?;
            let count: u64 = count.trim().parse().ok()?;
            let fields: BTreeMap<&str, &str> =
                key.split('\u{1}').filter_map(|field| field.split_once('\u{2}')).collect();
            let field = |name: &str| fields.get(name).copied();
            let page = field("page")?;
            let kind = match page.split('/').next()? {
                "v_line" | "v_branch" => Kind::Line,
                "v_toggle" => Kind::Toggle,
                _ => continue,
            };
            let point = Point {
                module: Path::new(field("f")?).file_stem()?.to_string_lossy().into_owned(),
                kind,
                line: field("l")?.parse().ok()?,
                column: field("n")?.parse().ok()?,
                name: field("o").unwrap_or("block").to_string(),
            };
            *self.0.entry(point).or_default() += count;
        }
        Some(())
    }

    /// Returns every point and its count, by module.
    pub fn points(&self) -> impl Iterator<Item = (&Point, u64)> {
        self.0.iter().map(|(point, count)| (point, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_and_runs_are_added_and_other_files_refused() {
        let line = |fields: [(&str, &str); 6], count: u32| {
            let fields = fields.map(|(name, value)| format!("\u{1}{name}\u{2}{value}")).concat();
            format!("C '{fields}' {count}\n")
        };
        let block = |of| {
            let page = ("page", "v_line/mhu");
            [("f", "design/mhu.v"), ("l", "7"), ("n", "3"), page, ("o", "block"), ("h", of)]
        };
        let bit =
            [("f", "a/mhu.v"), ("l", "8"), ("n", "9"), ("page", "v_toggle/mhu"), ("o", "x_q[2]")];
        let bit = line([bit[0], bit[1], bit[2], bit[3], bit[4], ("h", "top.u_mhu")], 0);
        let head = "# SystemC::Coverage-3\n";
        let text = [head, &line(block("top.a"), 2), &line(block("top.b"), 3), &bit].concat();
        let mut coverage = Coverage::default();
        assert_eq!((coverage.add(&text), coverage.add(&text)), (Some(()), Some(())));
        let counts: Vec<_> = coverage.points().map(|(point, count)| (point.kind, count)).collect();
        assert_eq!(counts, [(Kind::Line, 10), (Kind::Toggle, 0)]);
        for text in ["", "C 'x' 1\n", &format!("{head}C 'x' 1\n"), &text[..text.len() - 3]] {
            assert_eq!(Coverage::default().add(text), None, "{text:?}");
        }
    }
}
