//! Reads and writes configurations by the table: typed text, configuration files, manifests.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Deserializer, Serialize};

use crate::config::{joined, table};
use crate::error::{SpecError, plain};
use crate::family::Spec;
use crate::family::{FAMILY, Family, FamilySpec};
use crate::option::{ConfigOption, Kind, NAME, PREFIX, Value};
use crate::raw::RawConfig;

/// Returns the option of a key; `_` and `-` are the same there.
fn named(key: &str) -> Option<&'static ConfigOption> {
    let name = key.replace('_', "-");
    table().into_iter().find(|option| option.is_named(&name))
}

/// Returns the valid key that looks most like a wrong one.
fn nearest(key: &str) -> &'static str {
    let likeness = |known: &ConfigOption| strsim::jaro_winkler(&key.to_lowercase(), known.name);
    let nearest = table().into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    nearest.expect("there are options").name
}

/// Reads a whole number as it is typed; whether it is in range is judged with the configuration.
///
/// # Errors
/// It is no whole number, or larger than any that can be meant.
pub fn whole(option: &ConfigOption, text: &str) -> Result<i128, String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().map_err(|_| match option.kind {
        Kind::Whole { least, most } if is_number => {
            format!("the number is far out of range; permitted is {least} to {most}")
        }
        _ => "a whole number is permitted".to_string(),
    })
}

impl RawConfig {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// [`SpecError::File`] if it is not TOML or a value has the wrong type,
    /// [`SpecError::UnknownKey`], [`SpecError::RepeatedKey`].
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::RawConfig;
    ///
    /// let raw = RawConfig::from_toml("n = 6\nm = 8\nmax_data = 16")?;
    /// assert_eq!(raw.validate()?.name, "n6_m8");
    /// # Ok::<(), teecast_spec::SpecError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, SpecError> {
        let in_line = |error: &toml::de::Error| SpecError::file(text, error);
        let reader = toml::Deserializer::parse(text).map_err(|error| in_line(&error))?;
        let (mut raw, mut refused, mut place) = (Self::default(), None, None);
        let document = Document { raw: &mut raw, refused: &mut refused, place: &mut place };
        match reader.deserialize_map(document) {
            Ok(()) => Ok(raw),
            Err(error) => Err(refused.unwrap_or_else(|| match place {
                Some(option) => {
                    SpecError::File { place: option.name.to_string(), message: plain(&error) }
                }
                None => in_line(&error),
            })),
        }
    }
}

/// Collects the options of a configuration file.
struct Document<'a> {
    raw: &'a mut RawConfig,
    /// What is wrong with a key.
    refused: &'a mut Option<SpecError>,
    /// The option whose value is being read.
    place: &'a mut Option<&'static ConfigOption>,
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let Some(option) = named(&key) else {
                let nearest = nearest(&key.replace('_', "-"));
                *self.refused = Some(SpecError::UnknownKey { key, nearest });
                return Err(A::Error::custom("an unknown key"));
            };
            *self.place = Some(option);
            let value = map.next_value_seed(Of(option))?;
            if self.raw.set(option, value).is_some() {
                *self.refused = Some(SpecError::RepeatedKey { key });
                return Err(A::Error::custom("a repeated key"));
            }
        }
        Ok(())
    }
}

/// Reads the value of an option.
struct Of(&'static ConfigOption);

impl<'de> DeserializeSeed<'de> for Of {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Of {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind {
            Kind::Whole { .. } => "a whole number",
            Kind::Flag => "true or false",
            Kind::Choice(_) => "a name",
            Kind::List(_) => "a name or a list of names",
            Kind::Text => "a text",
        })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        match self.0.kind {
            Kind::Whole { .. } => Ok(Value::Whole(number.into())),
            _ => Err(E::invalid_type(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        match self.0.kind {
            Kind::Whole { .. } => Ok(Value::Whole(number.into())),
            _ => Err(E::invalid_type(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Value, E> {
        match self.0.kind {
            Kind::Whole { .. } => Ok(Value::Whole(number)),
            _ => Err(E::invalid_type(Unexpected::Other("a large number"), &self)),
        }
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        match self.0.kind {
            Kind::Flag => Ok(Value::Flag(flag)),
            _ => Err(E::invalid_type(Unexpected::Bool(flag), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        match self.0.kind {
            Kind::Choice(names) => one_of(self.0, names, text).map(Value::Choice),
            // As it is typed on the command line.
            Kind::List(names) => {
                let items = text.split(',').map(|item| one_of(self.0, names, item.trim()));
                items.collect::<Result<_, _>>().map(Value::List)
            }
            Kind::Text => Ok(Value::Text(text.to_string())),
            _ => Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let Kind::List(names) = self.0.kind else {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        };
        let mut list = Vec::new();
        while let Some(item) = items.next_element::<String>()? {
            list.push(one_of(self.0, names, &item)?);
        }
        Ok(Value::List(list))
    }
}

fn one_of<E: Error>(
    option: &ConfigOption,
    names: &'static [&'static str],
    text: &str,
) -> Result<&'static str, E> {
    option.choice(text).ok_or_else(|| E::unknown_variant(text, names))
}

/// Reads what a manifest records: options, and families with options of their own.
impl<'de> Deserialize<'de> for RawConfig {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let mut settings = Vec::new();
        reader.deserialize_map(Recorded { settings: &mut settings, of_family: false })?;
        Ok(joined(settings))
    }
}

/// Collects the options of a manifest, or of a family in it.
struct Recorded<'a> {
    settings: &'a mut Vec<(&'static ConfigOption, Value)>,
    of_family: bool,
}

impl<'de> Visitor<'de> for Recorded<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a configuration")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if let Some(option) = named(&key) {
                self.settings.push((option, map.next_value_seed(Of(option))?));
            } else if !self.of_family && Family::named(&key).is_some() {
                let settings = &mut *self.settings;
                map.next_value_seed(Recorded { settings, of_family: true })?;
            } else {
                return Err(A::Error::custom(format!("{key:?} is not a key")));
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Recorded<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        match self {
            // Valid numbers are far below; 128 bits are not in every format.
            Value::Whole(number) => match i64::try_from(*number) {
                Ok(number) => writer.serialize_i64(number),
                Err(_) => writer.serialize_i128(*number),
            },
            Value::Flag(flag) => writer.serialize_bool(*flag),
            Value::Choice(name) => writer.serialize_str(name),
            Value::List(names) => writer.collect_seq(names),
            Value::Text(text) => writer.serialize_str(text),
            Value::File(name, _) => writer.serialize_str(name),
        }
    }
}

/// Writes every option of the family, in the order of the manifest.
impl Serialize for FamilySpec {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_map(self.settings().into_iter().map(|(option, value)| (option.key(), value)))
    }
}

/// Writes what the manifest records: every default written out.
///
/// The options of the first family stand beside those of all, as they did when it was the only one;
/// the others have an object each.
impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        let mut map = writer.serialize_map(None)?;
        map.serialize_entry(NAME.name, &self.name)?;
        map.serialize_entry(PREFIX.name, &self.prefix)?;
        for (option, value) in self.style.settings() {
            map.serialize_entry(&option.key(), &value)?;
        }
        let families = self.families.iter().map(|spec| spec.family().name());
        map.serialize_entry(FAMILY.name, &families.collect::<Vec<_>>())?;
        for spec in &self.families {
            if spec.family() == Family::ALL[0] {
                for (option, value) in spec.settings() {
                    map.serialize_entry(&option.key(), &value)?;
                }
            } else {
                map.serialize_entry(spec.family().name(), spec)?;
            }
        }
        map.end()
    }
}
