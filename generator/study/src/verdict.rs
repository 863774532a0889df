//! Measured numbers beside those that they must meet: the judgement, and its tables.

use crate::experiment::{Experiment, Kind, Number, Relation};
use crate::outcome::{Measured, Table, number};

/// Standard errors within which a random number may miss its tolerance: of the hundred numbers of
/// all studies one in a hundred and fifty seeds has one beyond.
const ERRORS: f64 = 4.0;
/// What rounding may change.
const ROUNDING: f64 = 1e-9;

/// How a measured number is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is near the value, or on the right side of it.
    Met,
    /// It is what is right, but the paper has another number.
    Explained,
    /// It is neither.
    Missed,
}

/// A number to meet and the measured number beside it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number to meet.
    pub number: Number,
    /// What the study found.
    pub measured: f64,
    /// Standard error.
    pub error: f64,
}

/// The names of the columns of [`Verdict::cells`].
pub const HEAD: [&str; 8] = [
    "number",
    Kind::Paper.name(),
    Kind::Reference.name(),
    Kind::Bound.name(),
    "source",
    "measured",
    "deviation",
    "result",
];

impl Verdict {
    /// Returns whether the measured number is where it is expected.
    pub fn is_inside(&self) -> bool {
        self.distance() <= self.tolerance().max(ERRORS * self.error) + ROUNDING
    }

    /// Returns how far the measured number is from those that are right.
    fn distance(&self) -> f64 {
        let beyond = self.measured - self.right();
        match self.number.relation {
            // Not a number stays one.
            Relation::AtLeast if beyond >= 0.0 => 0.0,
            Relation::AtMost if beyond <= 0.0 => 0.0,
            _ => beyond.abs(),
        }
    }

    fn right(&self) -> f64 {
        self.number.expected.unwrap_or(self.number.value)
    }

    fn tolerance(&self) -> f64 {
        self.number.tolerance * self.right().abs()
    }

    /// Returns the deviation from a value of a paper or a reference.
    ///
    /// **Units**: per cent; infinite where the value is 0 and the measured number is not.
    fn deviation(&self) -> Option<f64> {
        let value = self.number.value;
        match self.measured - value {
            _ if self.number.relation != Relation::Near || self.number.kind == Kind::Bound => None,
            0.0 => Some(0.0),
            difference => Some(100.0 * difference / value.abs()),
        }
    }

    /// Returns the permitted distance; empty where there is none.
    ///
    /// **Units**: per cent.
    fn percent(&self) -> String {
        let percent = 100.0 * self.number.tolerance;
        if percent > 0.0 { number(percent) } else { String::new() }
    }

    /// Returns the value and which measured numbers meet it.
    fn wanted(&self) -> String {
        let side = match self.number.relation {
            Relation::Near => "",
            Relation::AtLeast => "at least ",
            Relation::AtMost => "at most ",
        };
        let within = match self.percent() {
            percent if percent.is_empty() => percent,
            percent => format!(", within {percent} %"),
        };
        format!("{side}{}{within}", number(self.number.value))
    }

    /// Judges the measured number.
    pub fn result(&self) -> Judgement {
        match (self.is_inside(), self.number.why.is_empty()) {
            (false, _) => Judgement::Missed,
            (true, true) => Judgement::Met,
            (true, false) => Judgement::Explained,
        }
    }

    /// Says how the measured number is judged, and why.
    fn comment(&self) -> String {
        match self.result() {
            Judgement::Missed => "MISSED".to_string(),
            Judgement::Explained => format!("explained: {}", self.number.why),
            Judgement::Met if self.distance() <= self.tolerance() + ROUNDING => "met".to_string(),
            Judgement::Met => format!("met within {ERRORS} standard errors"),
        }
    }

    /// Returns the cells of a row for people.
    pub fn cells(&self) -> [String; 8] {
        let Number { name, unit, kind, source, .. } = &self.number;
        let name = if unit.is_empty() { name.clone() } else { format!("{name} [{unit}]") };
        let [paper, reference, bound] =
            Kind::ALL.map(|of| if of == *kind { self.wanted() } else { String::new() });
        let measured = match self.error {
            0.0 => number(self.measured),
            error => format!("{} ± {}", number(self.measured), number(error)),
        };
        let deviation = self.deviation().map_or(String::new(), |parts| format!("{parts:+.2} %"));
        [name, paper, reference, bound, source.clone(), measured, deviation, self.comment()]
    }

    /// Returns the cells of a row for programs.
    fn row(&self) -> [String; 14] {
        let Number { name, unit, kind, value, source, expected, why, .. } = &self.number;
        let [paper, reference, bound] =
            Kind::ALL.map(|of| if of == *kind { value.to_string() } else { String::new() });
        let relation = match self.number.relation {
            Relation::Near => "near",
            Relation::AtLeast => "at least",
            Relation::AtMost => "at most",
        };
        let result = match self.result() {
            Judgement::Missed => "missed",
            Judgement::Explained => "explained",
            Judgement::Met => "met",
        };
        [
            name.clone(),
            unit.clone(),
            paper,
            reference,
            bound,
            relation.to_string(),
            self.percent(),
            source.clone(),
            expected.map_or(String::new(), |value| value.to_string()),
            number(self.measured),
            number(self.error),
            self.deviation().map_or(String::new(), number),
            result.to_string(),
            why.clone(),
        ]
    }
}

/// Puts measured numbers beside those to meet; a number that was not measured is missed.
pub fn judge(experiment: &Experiment, measured: &[Measured]) -> Vec<Verdict> {
    let verdict = |number: &Number| {
        let found = measured.iter().find(|found| found.name == number.name);
        let (measured, error) = found.map_or((f64::NAN, 0.0), |found| (found.value, found.error));
        Verdict { number: number.clone(), measured, error }
    };
    experiment.numbers.iter().map(verdict).collect()
}

/// Writes verdicts as a Markdown table.
pub fn markdown(verdicts: &[Verdict]) -> String {
    let line = |cells: [String; 8]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(HEAD.map(str::to_string)) + &format!("|{}\n", "---|".repeat(HEAD.len()));
    verdicts.iter().for_each(|verdict| text += &line(verdict.cells()));
    text
}

/// Returns verdicts as a table that becomes a CSV file.
pub fn table(verdicts: &[Verdict]) -> Table {
    let head = [
        "number",
        "unit",
        "paper",
        "reference",
        "bound",
        "relation",
        "tolerance [%]",
        "source",
        "expected",
        "measured",
        "standard error",
        "deviation [%]",
        "result",
        "why",
    ];
    let mut table = Table::new("numbers", &head);
    verdicts.iter().for_each(|verdict| table.push(verdict.row()));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = 't'\npaper = 'Lan88'\nquestion = 'q'\ncommand = 'c'\n\
        explanation = 'e'\n[[number]]\nname = 'a'\nunit = 'links'\nreference = 10\n\
        tolerance = 0.01\nsource = 'a run'\n\
        [[number]]\nname = 'b'\npaper = 9\nsource = '7.3'\nexpected = 10\nwhy = 'slip'\n";

    fn judged(text: &str, a: (f64, f64), b: f64) -> Vec<Verdict> {
        let numbers = [("a", a.0, a.1), ("b", b, 0.0)];
        let measured =
            numbers.map(|(name, value, error)| Measured { name: name.to_string(), value, error });
        judge(&Experiment::read(text).expect("right"), &measured)
    }

    #[test]
    fn numbers_are_judged_by_tolerance_error_and_what_is_right() {
        let inside = |verdicts: Vec<Verdict>| -> Vec<bool> {
            verdicts.iter().map(Verdict::is_inside).collect()
        };
        assert_eq!(inside(judged(TEXT, (10.1, 0.0), 10.0)), [true, true]);
        assert_eq!(inside(judged(TEXT, (10.11, 0.0), 9.0)), [false, false]);
        assert_eq!(inside(judged(TEXT, (10.11, 0.03), 10.0)), [true, true]);
        let missing = judge(&Experiment::read(TEXT).expect("right"), &[]);
        assert_eq!(inside(missing), [false, false]);
    }

    #[test]
    fn a_bound_is_met_by_its_side_only() {
        let found = [(90.0, 0.0), (10.0, 0.0), (9.9, 0.03), (9.9, 0.02), (f64::NAN, 0.0)];
        let judged_as = |relation: &str, found: [(f64, f64); 5]| {
            let bound = format!("bound = 10\n{relation}");
            let text = TEXT.replace("reference = 10\ntolerance = 0.01", &bound);
            found.map(|a| judged(&text, a, 10.0).swap_remove(0))
        };
        let least = judged_as("at_least = true", found);
        let inside = least.each_ref().map(Verdict::is_inside);
        assert_eq!(inside, [true, true, true, false, false]);
        let cells = ["", "", "at least 10", "a run", "90", "", "met"].map(str::to_string);
        assert_eq!(least[0].cells()[1..], cells);
        assert_eq!(least[2].cells()[7], "met within 4 standard errors");
        let most = judged_as("at_most = true", found.map(|(value, error)| (20.0 - value, error)));
        let inside = most.each_ref().map(Verdict::is_inside);
        assert_eq!(inside, [true, true, true, false, false]);
        let range = judged_as("tolerance = 0.02", [(10.2, 0.0); 5]);
        assert_eq!(range[0].cells()[3], "10, within 2 %");
    }

    #[test]
    fn a_value_stands_in_the_column_of_its_kind_and_nowhere_else() {
        let verdicts = judged(TEXT, (10.11, 0.0), 10.0);
        let text = markdown(&verdicts);
        let reference = "| a [links] |  | 10, within 1 % |  | a run | 10.11 | +1.10 % | MISSED |";
        assert!(text.contains(reference), "{text}");
        let paper = "| b | 9 |  |  | 7.3 | 10 | +11.11 % | explained: slip |";
        assert!(text.contains(paper), "{text}");
        let csv = table(&verdicts).csv();
        assert!(csv.contains("a,links,,10,,near,1,a run,,10.11,0,1.1,missed,\n"), "{csv}");
        assert!(csv.contains("b,,9,,,near,,7.3,10,10,0,11.1111,explained,slip\n"), "{csv}");
    }
}
