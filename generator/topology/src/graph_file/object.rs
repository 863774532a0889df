//! Objects of JSON and tables of TOML: a number of nodes and pairs of numbers, or lists of nodes and of
//! links with `source` and `target` (node-link).

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::GraphFileError;
use super::draft::Draft;

/// Reads JSON.
pub(super) fn read_json(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Seed(draft).deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| {
        let (said, line) = (error.to_string(), error.line());
        let place = format!(" at line {line} column {}", error.column());
        let reason = said.strip_suffix(&place).unwrap_or(&said);
        GraphFileError::at(line.max(1), reason)
    })
}

/// Reads TOML.
pub(super) fn read_toml(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let failed = |error: toml::de::Error| {
        let before = error.span().map(|span| &text[..span.start.min(text.len())]);
        let line = before.map(|before| before.matches('\n').count() + 1);
        GraphFileError { line, reason: error.message().to_string() }
    };
    let reader = toml::Deserializer::parse(text).map_err(failed)?;
    Seed(draft).deserialize(reader).map_err(failed)
}

/// Returns what is wrong, for the reader to add the line.
fn custom<E: Error>(error: GraphFileError) -> E {
    E::custom(error.reason)
}

/// Reads the object or table.
struct Seed<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nodes and links")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut has_nodes, mut has_links, draft) = (false, false, self.0);
        while let Some(key) = map.next_key::<String>()? {
            let once = |has: &mut bool| match std::mem::replace(has, true) {
                true => Err(A::Error::custom(format!("{key} is given twice"))),
                false => Ok(()),
            };
            match key.as_str() {
                "nodes" => {
                    once(&mut has_nodes)?;
                    map.next_value_seed(Nodes(draft))?;
                }
                "links" | "edges" => {
                    once(&mut has_links)?;
                    map.next_value_seed(Links(draft))?;
                }
                "directed" => draft.is_directed = map.next_value()?,
                "name" => draft.name = map.next_value::<Word>()?.0,
                "names" => draft.names = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        match (has_nodes, has_links) {
            (true, true) => Ok(()),
            (false, _) => Err(A::Error::custom("nodes is not given")),
            (_, false) => Err(A::Error::custom("links is not given")),
        }
    }
}

/// Reads the number or the list of nodes.
struct Nodes<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Nodes<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of nodes")
    }

    fn visit_u64<E: Error>(self, nodes: u64) -> Result<(), E> {
        self.0.count(nodes).map_err(custom)
    }

    fn visit_i64<E: Error>(self, nodes: i64) -> Result<(), E> {
        self.visit_u64(nodes.try_into().unwrap_or(0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        let mut index = 0;
        while nodes.next_element_seed(Node(self.0, index))?.is_some() {
            index += 1;
        }
        self.0.close().map_err(custom)
    }
}

/// Reads a node, by its place in the list: a number, a text, or an object that has one.
struct Node<'a>(&'a mut Draft, usize);

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        WordVisitor.visit_i64(number).and_then(|Word(id)| self.visit_str(&id.unwrap_or_default()))
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<(), E> {
        self.0.declare(id, None).map(|_| ()).map_err(custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let [mut id, mut label] = [None, None];
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => id = map.next_value::<Word>()?.0,
                "name" | "label" => label = map.next_value::<Word>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        // Without one, links name it by its place.
        let id = id.unwrap_or_else(|| self.1.to_string());
        self.0.declare(&id, label.as_deref()).map(|_| ()).map_err(custom)
    }
}

/// Reads the list of links.
struct Links<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Links<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Links<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of links")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut links: A) -> Result<(), A::Error> {
        while links.next_element_seed(Link(self.0))?.is_some() {}
        Ok(())
    }
}

/// Reads a link: two nodes, or an object with `source` and `target`.
struct Link<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Link<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Link<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the two nodes of a link")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        let mut next = || nodes.next_element::<Word>();
        match (next()?, next()?, next()?) {
            (Some(Word(Some(one))), Some(Word(Some(other))), None) => {
                self.0.link(&one, &other).map_err(custom)
            }
            _ => Err(A::Error::custom("a link has two nodes")),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let [mut source, mut target] = [None, None];
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "source" => source = map.next_value::<Word>()?.0,
                "target" => target = map.next_value::<Word>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        match source.zip(target) {
            Some((source, target)) => self.0.link(&source, &target).map_err(custom),
            None => Err(A::Error::custom("a link has no source or no target")),
        }
    }
}

/// What a node is called: a number or a text; of any other value, nothing.
struct Word(Option<String>);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(WordVisitor)
    }
}

struct WordVisitor;

impl<'de> Visitor<'de> for WordVisitor {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a text")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Word, E> {
        self.visit_string(number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Word, E> {
        match number {
            ..0 => Err(E::custom(format!("node {number} is negative; the first node is 0"))),
            number => self.visit_string(number.to_string()),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Word, E> {
        self.visit_string(number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
        self.visit_string(text.to_string())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Word, E> {
        Ok(Word(Some(text)))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Word, E> {
        Ok(Word(None))
    }

    fn visit_unit<E: Error>(self) -> Result<Word, E> {
        Ok(Word(None))
    }

    /// Tuples are names of nodes in NetworkX, those of grids for example.
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Word, A::Error> {
        let mut texts = Vec::new();
        while let Some(Word(item)) = items.next_element()? {
            texts.push(item.unwrap_or_default());
        }
        self.visit_string(format!("({})", texts.join(", ")))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Word, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Word(None))
    }
}
