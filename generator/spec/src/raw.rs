//! What was typed: a value for each option that is given, nothing checked yet.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::error::SpecError;
use crate::option::{ConfigOption, Kind, Value};

/// Reads a number as people type it: one to four digits alone.
pub(crate) fn digits(text: &str) -> Option<u32> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// Reads the numbers of nodes along some dimensions, as in `4x4`.
pub(crate) fn sides(text: &str) -> Option<Vec<u32>> {
    text.split('x').map(digits).collect()
}

/// Holds a configuration as it was typed; an option that is not in it has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawConfig {
    values: BTreeMap<&'static str, Value>,
}

impl RawConfig {
    /// Returns the configuration with one more option given.
    ///
    /// # Panics
    /// If the option does not take such a value; what a user typed goes through `set`.
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::{RawConfig, option};
    ///
    /// let raw = RawConfig::default().with(&option::N, 6u32);
    /// assert!(raw.has(&option::N) && !raw.has(&option::WIDTH));
    /// ```
    pub fn with(mut self, option: &ConfigOption, value: impl Into<Value>) -> Self {
        let value = value.into();
        assert!(option.takes(&value), "{} does not take {value:?}", option.name);
        self.set(option, value);
        self
    }

    /// Gives an option; a value that it had is replaced and returned.
    pub fn set(&mut self, option: &ConfigOption, value: Value) -> Option<Value> {
        self.values.insert(option.name, value)
    }

    /// Takes an option away.
    pub fn remove(&mut self, option: &ConfigOption) -> Option<Value> {
        self.values.remove(option.name)
    }

    /// Fills what is not given here with the values of `other`.
    pub fn or(mut self, other: Self) -> Self {
        for (name, value) in other.values {
            self.values.entry(name).or_insert(value);
        }
        self
    }

    /// Returns whether an option is given.
    pub fn has(&self, option: &ConfigOption) -> bool {
        self.values.contains_key(option.name)
    }

    /// Returns the value of an option, if it is given.
    pub fn get(&self, option: &ConfigOption) -> Option<&Value> {
        self.values.get(option.name)
    }

    /// Returns a number within the bounds of the option, if it is given.
    pub(crate) fn whole(&self, option: &ConfigOption) -> Result<Option<u32>, SpecError> {
        let Kind::Whole { least, most } = option.kind else { return Ok(None) };
        self.bounded(option, least..=most, "")
    }

    /// Returns a number within narrower bounds; `why` says what they depend on.
    pub(crate) fn bounded(
        &self,
        option: &ConfigOption,
        permitted: RangeInclusive<u32>,
        why: &str,
    ) -> Result<Option<u32>, SpecError> {
        let Some(&Value::Whole(value)) = self.get(option) else { return Ok(None) };
        match u32::try_from(value) {
            Ok(number) if permitted.contains(&number) => Ok(Some(number)),
            _ => {
                let why = why.to_string();
                Err(SpecError::Range { field: option.name, value, permitted, why })
            }
        }
    }

    /// Returns `true` or `false`, if it is given.
    pub(crate) fn flag(&self, option: &ConfigOption) -> Option<bool> {
        match self.get(option) {
            Some(Value::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// Returns that one of `all` whose name is given.
    pub(crate) fn choice<T: Copy>(
        &self,
        option: &ConfigOption,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let Some(Value::Choice(given)) = self.get(option) else { return None };
        all.iter().copied().find(|&value| name(value) == *given)
    }

    /// Returns the names of a list, if it is given.
    pub(crate) fn list(&self, option: &ConfigOption) -> Option<&[&'static str]> {
        match self.get(option) {
            Some(Value::List(names)) => Some(names),
            _ => None,
        }
    }

    /// Returns a text, if it is given.
    pub(crate) fn text(&self, option: &ConfigOption) -> Option<&str> {
        match self.get(option) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}
