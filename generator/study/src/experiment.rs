//! What an experiment asks and which numbers it compares with: `experiments/<paper>/<study>.toml`.

use serde::Deserialize;

/// The text of an experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What is repeated, as in the paper.
    pub title: String,
    /// Key of the paper, or `ours`.
    pub paper: String,
    /// What it asks.
    pub question: String,
    /// How to run it.
    pub command: String,
    /// What is random and what one sample is; nothing where the study is not random.
    #[serde(default)]
    pub sampling: String,
    /// What to know of the way it is run, and why numbers deviate.
    pub explanation: String,
    /// Numbers to meet.
    #[serde(default, rename = "number")]
    pub numbers: Vec<Number>,
}

/// Where a number that a study must meet comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The paper prints it, or a formula or sentence that gives it.
    Paper,
    /// Another program, an earlier run or a calculation of ours gave it.
    Reference,
    /// We set it as a threshold.
    Bound,
}

impl Kind {
    /// Every kind, in the order of the columns.
    pub const ALL: [Self; 3] = [Self::Paper, Self::Reference, Self::Bound];

    /// Returns the name of its column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Reference => "reference of ours",
            Self::Bound => "bound of ours",
        }
    }
}

/// Which measured numbers meet a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Those within the tolerance.
    Near,
    /// Larger ones, too.
    AtLeast,
    /// Smaller ones, too.
    AtMost,
}

/// A number that a study must meet.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Row")]
pub struct Number {
    /// Name of the measured number.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Where the value comes from.
    pub kind: Kind,
    /// The value.
    pub value: f64,
    /// Which measured numbers meet it.
    pub relation: Relation,
    /// Where the paper prints the value, what gave the reference, or what the bound stands for.
    pub source: String,
    /// What is right, where the paper is not.
    pub expected: Option<f64>,
    /// Permitted distance from what is right.
    ///
    /// **Units**: parts of it.
    pub tolerance: f64,
    /// Why the paper and what is right differ.
    pub why: String,
}

/// Says what is wrong with a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The number has several kinds or none.
    #[error("{0} needs exactly one of paper, reference and bound")]
    Kind(String),
    /// The number has both sides, or it is a bound with neither a side nor a tolerance.
    #[error("{0} has one side (at_least or at_most) or none; a bound has a side or a tolerance")]
    Relation(String),
    /// Another number than that of a paper is expected and no explanation is given, or one is
    /// given without need.
    #[error("{0} needs a reason (why) where another number than that of the paper is expected")]
    Reason(String),
}

/// A number as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    #[serde(default)]
    unit: String,
    paper: Option<f64>,
    reference: Option<f64>,
    bound: Option<f64>,
    #[serde(default)]
    at_least: bool,
    #[serde(default)]
    at_most: bool,
    source: String,
    expected: Option<f64>,
    #[serde(default)]
    tolerance: f64,
    why: Option<String>,
}

impl TryFrom<Row> for Number {
    type Error = NumberError;

    fn try_from(row: Row) -> Result<Self, NumberError> {
        let (kind, value) = match (row.paper, row.reference, row.bound) {
            (Some(value), None, None) => (Kind::Paper, value),
            (None, Some(value), None) => (Kind::Reference, value),
            (None, None, Some(value)) => (Kind::Bound, value),
            _ => return Err(NumberError::Kind(row.name)),
        };
        let relation = match (row.at_least, row.at_most) {
            (true, false) => Relation::AtLeast,
            (false, true) => Relation::AtMost,
            (false, false) if kind != Kind::Bound || row.tolerance > 0.0 => Relation::Near,
            _ => return Err(NumberError::Relation(row.name)),
        };
        let is_explained = row.expected.is_some() == row.why.is_some();
        if !is_explained || (row.expected.is_some() && kind != Kind::Paper) {
            return Err(NumberError::Reason(row.name));
        }
        Ok(Self {
            name: row.name,
            unit: row.unit,
            kind,
            value,
            relation,
            source: row.source,
            expected: row.expected,
            tolerance: row.tolerance,
            why: row.why.unwrap_or_default(),
        })
    }
}

impl Experiment {
    /// Reads the text of an experiment.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(number: &str) -> Result<Number, String> {
        let head = "title = 't'\npaper = 'Lan88'\nquestion = 'q'\ncommand = 'c'\n\
            explanation = 'e'\n[[number]]\nname = 'a'\n";
        Experiment::read(&format!("{head}{number}"))
            .map(|mut experiment| experiment.numbers.swap_remove(0))
            .map_err(|cause| cause.to_string())
    }

    #[test]
    fn a_number_has_one_kind_and_a_source() {
        let kinds = ["paper = 1", "reference = 1", "bound = 1\nat_most = true"];
        for (text, kind) in kinds.into_iter().zip(Kind::ALL) {
            let number = read(&format!("{text}\nsource = 's'")).expect(text);
            assert_eq!((number.kind, number.value, number.source.as_str()), (kind, 1.0, "s"));
            assert!(read(text).is_err_and(|cause| cause.contains("source")), "{text}");
        }
        for text in ["", "paper = 1\nreference = 1\n", "reported = 1\n"] {
            assert!(read(&format!("{text}source = 's'")).is_err(), "{text}");
        }
    }

    #[test]
    fn a_bound_has_one_side_and_only_the_paper_can_be_wrong() {
        let refused = |text: &str| {
            let cause = read(&format!("{text}\nsource = 's'")).expect_err(text);
            cause.lines().last().unwrap_or_default().to_string()
        };
        assert!(refused("bound = 1").contains("at_least"));
        assert!(refused("bound = 1\nat_least = true\nat_most = true").contains("at_least"));
        assert!(refused("paper = 1\nexpected = 2").contains("why"));
        assert!(refused("paper = 1\nwhy = 'w'").contains("why"));
        assert!(refused("reference = 1\nexpected = 2\nwhy = 'w'").contains("why"));
        let within = read("bound = 1\ntolerance = 0.1\nsource = 's'").expect("a range");
        assert_eq!(within.relation, Relation::Near);
    }
}
