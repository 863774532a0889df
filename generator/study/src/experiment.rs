//! What a paper reports and how near a study must come: `experiments/<id>/experiment.toml`.

use serde::Deserialize;

use crate::outcome::{Measured, number};

/// Standard errors within which a random number may miss its tolerance: of the hundred numbers of
/// all studies one in a hundred and fifty seeds has one beyond.
const ERRORS: f64 = 4.0;

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
    /// What to know of the way it is run, and why numbers deviate.
    pub explanation: String,
    /// Numbers to meet.
    #[serde(default, rename = "number")]
    pub numbers: Vec<Number>,
}

/// A reported number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Name of the measured number.
    pub name: String,
    /// Unit.
    #[serde(default)]
    pub unit: String,
    /// What the paper says.
    pub reported: f64,
    /// What is right, where the paper is not.
    pub expected: Option<f64>,
    /// Permitted distance from what is right.
    ///
    /// **Units**: parts of it.
    #[serde(default)]
    pub tolerance: f64,
    /// Whether the number is a bound: more is right, too.
    #[serde(default)]
    pub at_least: bool,
    /// Why the two differ.
    pub why: Option<String>,
}

/// A reported number beside the measured one.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Name of the number.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// What the paper says.
    pub reported: f64,
    /// Whether that is a bound from below.
    pub at_least: bool,
    /// What the study found.
    pub measured: f64,
    /// Standard error.
    pub error: f64,
    /// Whether it is as near as expected.
    pub inside: bool,
    /// Why it deviates from the report.
    pub why: String,
}

impl Verdict {
    /// Returns the deviation from the report.
    ///
    /// **Units**: per cent; infinite where nothing was reported and something found.
    pub fn deviation(&self) -> f64 {
        match (self.measured - self.reported, self.reported.abs()) {
            (0.0, _) => 0.0,
            (difference, reported) => 100.0 * difference / reported,
        }
    }

    /// Returns the cells of the table: number, reported, measured, deviation, judgement.
    pub fn cells(&self) -> [String; 5] {
        let measured = match self.error {
            0.0 => number(self.measured),
            error => format!("{} ± {}", number(self.measured), number(error)),
        };
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        let judged = match (self.inside, self.why.is_empty()) {
            (true, true) => "met".to_string(),
            (true, false) => format!("explained: {}", self.why),
            (false, _) => "MISSED".to_string(),
        };
        let name = format!("{}{unit}", self.name);
        let reported = number(self.reported);
        if self.at_least {
            return [name, format!("at least {reported}"), measured, String::new(), judged];
        }
        [name, reported, measured, format!("{:+.2} %", self.deviation()), judged]
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

    /// Puts what was measured beside what was reported; a number that was not measured is missed.
    pub fn judge(&self, measured: &[Measured]) -> Vec<Verdict> {
        let verdict = |number: &Number| {
            let found = measured.iter().find(|found| found.name == number.name);
            let (value, error) = found.map_or((f64::NAN, 0.0), |found| (found.value, found.error));
            let right = number.expected.unwrap_or(number.reported);
            // Above a lower bound nothing is too far.
            let above = number.at_least && value >= right;
            let distance = if above { 0.0 } else { (value - right).abs() };
            let permitted = (number.tolerance * right.abs()).max(ERRORS * error);
            Verdict {
                name: number.name.clone(),
                unit: number.unit.clone(),
                reported: number.reported,
                at_least: number.at_least,
                measured: value,
                error,
                // Not a number is in no range.
                inside: distance <= permitted + 1e-9,
                why: number.why.clone().unwrap_or_default(),
            }
        };
        self.numbers.iter().map(verdict).collect()
    }
}

/// Returns the names of the table of verdicts.
pub const HEAD: [&str; 5] = ["number", "reported", "measured", "deviation", "why"];

/// Writes verdicts as a Markdown table.
pub fn markdown(verdicts: &[Verdict]) -> String {
    let line = |cells: [String; 5]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(HEAD.map(str::to_string)) + "|---|---|---|---|---|\n";
    verdicts.iter().for_each(|verdict| text += &line(verdict.cells()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = 't'\npaper = 'Lan88'\nquestion = 'q'\ncommand = 'c'\n\
        explanation = 'e'\n[[number]]\nname = 'a'\nreported = 10\ntolerance = 0.01\n\
        [[number]]\nname = 'b'\nreported = 9\nexpected = 10\nwhy = 'slip'\n";

    fn judged(a: (f64, f64), b: f64) -> Vec<Verdict> {
        let numbers = [("a", a.0, a.1), ("b", b, 0.0)];
        let measured =
            numbers.map(|(name, value, error)| Measured { name: name.to_string(), value, error });
        Experiment::read(TEXT).expect("right").judge(&measured)
    }

    #[test]
    fn numbers_are_judged_by_tolerance_error_and_what_is_right() {
        let inside = |verdicts: Vec<Verdict>| verdicts.iter().map(|v| v.inside).collect::<Vec<_>>();
        assert_eq!(inside(judged((10.1, 0.0), 10.0)), [true, true]);
        assert_eq!(inside(judged((10.11, 0.0), 9.0)), [false, false]);
        assert_eq!(inside(judged((10.11, 0.03), 10.0)), [true, true]);
        let missing = Experiment::read(TEXT).expect("right").judge(&[]);
        assert_eq!(inside(missing), [false, false]);
    }

    #[test]
    fn a_lower_bound_is_met_by_more_and_not_by_less() {
        let text = TEXT.replace("tolerance = 0.01", "at_least = true");
        let judge = |value, error| {
            let measured = [Measured { name: "a".to_string(), value, error }];
            Experiment::read(&text).expect("right").judge(&measured).swap_remove(0)
        };
        let found = [(90.0, 0.0), (10.0, 0.0), (9.9, 0.03), (9.9, 0.02), (f64::NAN, 0.0)];
        let inside = found.map(|(value, error)| judge(value, error).inside);
        assert_eq!(inside, [true, true, true, false, false]);
        assert_eq!(judge(90.0, 0.0).cells()[1..4], ["at least 10", "90", ""]);
    }

    #[test]
    fn the_table_says_why() {
        let text = markdown(&judged((10.11, 0.0), 10.0));
        assert!(text.contains("| a | 10 | 10.11 | +1.10 % | MISSED |"), "{text}");
        assert!(text.contains("| b | 9 | 10 | +11.11 % | explained: slip |"), "{text}");
    }
}
