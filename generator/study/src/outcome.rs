//! What a study found: tables, pictures, and the numbers that are judged.

/// A table that becomes a CSV file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Name of the file without ending.
    pub name: String,
    /// Names of the columns, units included where they have one.
    pub head: Vec<String>,
    /// **Shape**: every row is as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns an empty table.
    pub fn new(name: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|column| column.to_string()).collect();
        Self { name: name.to_string(), head, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push<T: ToString>(&mut self, row: impl IntoIterator<Item = T>) {
        self.rows.push(row.into_iter().map(|cell| cell.to_string()).collect());
        debug_assert!(self.rows.last().is_some_and(|row| row.len() == self.head.len()));
    }

    /// Returns the table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.head).chain(&self.rows) {
            writer.write_record(row).expect("memory takes every row");
        }
        let bytes = writer.into_inner().expect("memory takes every byte");
        String::from_utf8(bytes).expect("cells are text")
    }
}

/// A picture as SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Name of the file without ending.
    pub name: String,
    /// What it shows, in one sentence.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

/// A number that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its name, as in the experiment.
    pub name: String,
    /// Value.
    pub value: f64,
    /// Standard error, 0 where nothing is random.
    pub error: f64,
}

/// All that a study found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Tables.
    pub tables: Vec<Table>,
    /// Charts and drawings.
    pub pictures: Vec<Picture>,
    /// Numbers.
    pub measured: Vec<Measured>,
}

impl Outcome {
    /// Adds a number that is not random.
    pub fn exact(&mut self, name: impl Into<String>, value: impl Into<f64>) {
        self.estimate(name, value.into(), 0.0);
    }

    /// Adds a number with its standard error.
    pub fn estimate(&mut self, name: impl Into<String>, value: f64, error: f64) {
        self.measured.push(Measured { name: name.into(), value, error });
    }
}

/// Writes a number with four digits after the point, without zeros at its end.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_are_quoted() {
        let mut table = Table::new("t", &["a", "b"]);
        table.push(["1,2", "x"]);
        assert_eq!(table.csv(), "a,b\n\"1,2\",x\n");
    }

    #[test]
    fn numbers_are_short() {
        let texts = [10.0, 0.12345, -0.00001, 100.5].map(number);
        assert_eq!(texts, ["10", "0.1235", "0", "100.5"]);
    }
}
