//! Values on the command line: node numbers, lists of them, and names from a fixed set.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use teecast_spec::option::{ConfigOption, Kind};

/// Reads a whole number of a range: decimal, without a sign.
///
/// The error names the range, however far outside the number is.
pub fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let (least, most) = (range.start(), range.end());
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("a whole number is permitted, from {least} to {most}"))
    }
}

/// Reads a whole number between the bounds of an option.
///
/// # Panics
/// If the option takes no number.
pub fn bounded(
    option: &ConfigOption,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    let Kind::Whole { least, most } = option.kind else { panic!("{} is no number", option.name) };
    within(least..=most)
}

/// Reads a number of a range, with a fraction or without.
///
/// The error names the range, however far outside the number is.
pub fn real(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("a number is permitted, from {least} to {most}"))
    }
}

/// Reads a number of threads: more than a few for each core only wait for each other.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let most = 4 * std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.and_then(NonZeroUsize::new).ok_or_else(|| {
        format!("a whole number is permitted, from 1 to {most}: 4 threads for each core")
    })
}

/// Reads a node number: decimal, `0b` or `0x`.
pub fn node(text: &str) -> Result<u32, String> {
    let (digits, radix) = match text.get(..2) {
        Some("0b") => (&text[2..], 2),
        Some("0x") => (&text[2..], 16),
        _ => (text, 10),
    };
    // The number parser would take a sign.
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!("{text:?} is not a node number; decimal, 0b and 0x are permitted"));
    }
    u32::from_str_radix(digits, radix).map_err(|_| {
        format!(
            "{text} is too large for a node number; permitted are numbers from 0 to {}",
            u32::MAX
        )
    })
}

/// A comma-separated list of node numbers, possibly empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes(pub Vec<u32>);

impl FromStr for Nodes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self(Vec::new()));
        }
        text.split(',').map(|item| node(item.trim())).collect::<Result<_, _>>().map(Self)
    }
}

/// Reads one of `all`, by name; the names are listed in help and errors.
pub fn one_of<T>(all: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.iter().map(|&value| name(value))).map(move |typed| {
        all.iter().copied().find(|&value| name(value) == typed).expect("only names of `all` pass")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_its_range_is_refused_with_the_range() {
        let limit = within(1..=600u64);
        assert_eq!([limit("1"), limit("600")], [Ok(1), Ok(600)]);
        for bad in ["0", "601", "-1", "+1", "1.5", "", "18446744073709551616"] {
            let refused = limit(bad).expect_err(bad);
            assert_eq!(refused, "a whole number is permitted, from 1 to 600");
        }
    }

    #[test]
    fn threads_are_a_few_for_each_core() {
        let most = 4 * std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(threads(&most.to_string()).map(NonZeroUsize::get), Ok(most));
        for bad in ["0".to_string(), (most + 1).to_string(), "100000".to_string()] {
            let refused = threads(&bad).expect_err("too few or too many");
            assert!(refused.contains(&format!("from 1 to {most}")), "{refused}");
        }
    }

    #[test]
    fn numbers_with_a_fraction_have_a_range_too() {
        let slack = real(0.0..=1000.0);
        assert_eq!([slack("0"), slack("2.5")], [Ok(0.0), Ok(2.5)]);
        for bad in ["-1", "1e308", "nan", "inf", "two"] {
            assert_eq!(slack(bad), Err("a number is permitted, from 0 to 1000".to_string()));
        }
    }

    #[test]
    fn node_numbers_have_three_notations() {
        assert_eq!([node("10"), node("0b101"), node("0xfF")], [Ok(10), Ok(5), Ok(255)]);
        for bad in ["", "-1", "+1", "0b", "0b2", "0xg", "1e3", "é"] {
            let refused = node(bad).expect_err(bad);
            assert!(refused.contains("is not a node number"), "{refused}");
        }
        for large in ["4294967296", "0x100000000", "18446744073709551616"] {
            let refused = node(large).expect_err(large);
            assert!(refused.starts_with(&format!("{large} is too large")), "{refused}");
        }
    }

    #[test]
    fn lists_may_be_empty_but_have_no_holes() {
        assert_eq!("".parse(), Ok(Nodes(vec![])));
        assert_eq!("7, 0x14,7".parse(), Ok(Nodes(vec![7, 20, 7])));
        assert!("7,,1".parse::<Nodes>().is_err() && "7,".parse::<Nodes>().is_err());
    }
}
