//! Values of `teecast simulate`: radices, loads, lengths, values to sweep and shards.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use teecast_model::traffic::Lengths;

use crate::terminal::value::{node, within};

/// The most cycles of a warm-up or of a batch, and the last cycle in which a node fails.
pub const MOST_CYCLES: u64 = 1_000_000_000;
/// The most nodes in one dimension.
const MOST_NODES: u32 = 1 << 20;

/// Nodes in each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Radices(pub Vec<u32>);

impl FromStr for Radices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let radix = |item| within(1..=MOST_NODES)(item);
        text.split('x').map(radix).collect::<Result<_, _>>().map(Self).map_err(|_| {
            format!("whole numbers up to {MOST_NODES}, joined by x, are permitted: 8x8")
        })
    }
}

/// Loads of a sweep, above 0 and up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Loads(pub Vec<f64>);

/// The most loads of a sweep.
const MOST_LOADS: usize = 10_000;

impl FromStr for Loads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let loads = Self::numbers(text)?;
        let permitted = |load: &f64| *load > 0.0 && *load <= 1.0;
        match loads.0.iter().all(permitted) && loads.0.len() <= MOST_LOADS {
            true => Ok(loads),
            false => Err(format!("at most {MOST_LOADS} loads above 0 and up to 1 are permitted")),
        }
    }
}

impl Loads {
    /// Reads numbers, whatever they are.
    fn numbers(text: &str) -> Result<Self, String> {
        let wrong = |_| "numbers are permitted, as 0.1,0.2 or from:to:step".to_string();
        let numbers = |separator| text.split(separator).map(str::parse::<f64>).collect();
        if !text.contains(':') {
            return Result::<_, _>::map(numbers(','), Self).map_err(wrong);
        }
        let range: Vec<f64> = Result::<_, _>::map_err(numbers(':'), wrong)?;
        let [from, to, step] = range[..] else {
            return Err("a range has three numbers: from:to:step".to_string());
        };
        let steps = ((to - from) / step + 1e-6).floor();
        if !(0.0..MOST_LOADS as f64).contains(&steps) {
            return Err(format!("a range ascends, in less than {MOST_LOADS} steps"));
        }
        // As typed: 0.1 + 2 * 0.1 is 0.3.
        let load = |index: u32| ((from + f64::from(index) * step) * 1e9).round() / 1e9;
        Ok(Self((0..=steps as u32).map(load).collect()))
    }
}

/// Lengths of messages with their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthMix(pub Lengths);

impl FromStr for LengthMix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |item: &str| {
            let (length, weight) = item.split_once(':').unwrap_or((item, "1"));
            Some((length.trim().parse().ok()?, weight.trim().parse().ok()?))
        };
        let parts: Option<Vec<(u32, u32)>> = text.split(',').map(part).collect();
        let parts = parts.ok_or("lengths are permitted, with weights: 1:3,5:1")?;
        Lengths::new(&parts).map(Self).map_err(|cause| cause.to_string())
    }
}

/// An option and the values that it gets one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Name of the option.
    pub option: String,
    /// Its values as typed, each once.
    pub values: Vec<String>,
}

impl FromStr for Choices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = "an option and its values are permitted, each once: vcs=1,2,4, or, where values \
                     have commas, length=1:3,5:1;8";
        let (option, values) = text.split_once('=').ok_or(wrong)?;
        let separator = if values.contains(';') { ';' } else { ',' };
        let values: Vec<String> = values.split(separator).map(str::to_string).collect();
        let mut seen = BTreeSet::new();
        match values.iter().all(|value| !value.is_empty() && seen.insert(value)) {
            true => Ok(Self { option: option.trim_start_matches("--").to_string(), values }),
            false => Err(wrong.to_string()),
        }
    }
}

/// Nodes that are faulty from the start, and those that fail in a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// From the start.
    pub first: Vec<u32>,
    /// Later: cycle and node.
    pub later: Vec<(u64, u32)>,
}

impl FromStr for Faults {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut faults = Self::default();
        for item in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            match item.split_once('@') {
                Some((name, cycle)) => {
                    let cycle = within(0..=MOST_CYCLES)(cycle)
                        .map_err(|cause| format!("{cause}, after the @ of {item}"))?;
                    faults.later.push((cycle, node(name)?));
                }
                None => faults.first.push(node(item)?),
            }
        }
        Ok(faults)
    }
}

/// The most parts of a sweep.
const MOST_PARTS: usize = 100_000;

/// One of several parts of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    /// Number of parts.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            Some(Self { index: index.parse().ok()?, of: of.parse().ok()? })
        });
        let inside = |shard: &Self| shard.of <= MOST_PARTS && (1..=shard.of).contains(&shard.index);
        numbers.filter(inside).ok_or_else(|| {
            format!("a part of all is permitted, from 1/4 to 4/4, of at most {MOST_PARTS}")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_loads_are_as_typed() {
        let loads = |text: &str| text.parse::<Loads>().map(|loads| loads.0);
        assert_eq!(loads("0.1:0.5:0.1"), Ok(vec![0.1, 0.2, 0.3, 0.4, 0.5]));
        assert_eq!(loads("0.3,0.05"), Ok(vec![0.3, 0.05]));
        assert_eq!(loads("0.1:0.25:0.1"), Ok(vec![0.1, 0.2]));
        for bad in [
            "",
            "0.1:0.2",
            "0.5:0.1:0.1",
            "0.1:0.2:0",
            "0.1:0.2:1e-9",
            "x",
            "0.1;0.2",
            "0",
            "-0.1",
            "1.1",
            "nan",
            "1e308",
        ] {
            assert!(loads(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn values_to_sweep_may_have_commas() {
        let choices =
            |text: &str| text.parse::<Choices>().map(|found| (found.option, found.values));
        let expected = |option: &str, values: &[&str]| {
            Ok((option.to_string(), values.iter().map(|value| value.to_string()).collect()))
        };
        assert_eq!(choices("vcs=1,2"), expected("vcs", &["1", "2"]));
        assert_eq!(choices("--length=1:3,5:1;8"), expected("length", &["1:3,5:1", "8"]));
        for bad in ["vcs", "vcs=", "vcs=1,,2", "vcs=1,1"] {
            assert!(choices(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nodes_fail_from_the_start_or_in_a_cycle() {
        let faults = |first: &[u32], later: &[(u64, u32)]| {
            Ok(Faults { first: first.to_vec(), later: later.to_vec() })
        };
        assert_eq!("".parse(), faults(&[], &[]));
        assert_eq!("3,0b101@10000, 6".parse(), faults(&[3, 6], &[(10_000, 5)]));
        for bad in ["3,", "@5", "3@", "3@-1", "3@1000000001", "3@5@6", "x"] {
            assert!(bad.parse::<Faults>().is_err(), "{bad}");
        }
    }

    #[test]
    fn parts_are_numbered_from_one() {
        let shard = |text: &str| text.parse::<Shard>();
        assert_eq!(shard("2/3"), Ok(Shard { index: 2, of: 3 }));
        for bad in ["0/3", "4/3", "1", "1/0", "a/b", "1/100001"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
