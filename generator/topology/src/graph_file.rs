//! Networks in files: JSON and TOML with `nodes` and `links`, and plain lists of links.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Graph, TopologyError};

/// How a file lists the links of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// An object with `nodes` and `links`.
    Json,
    /// A table with `nodes` and `links`.
    Toml,
    /// The two nodes of a link a line, with a blank, a comma or `-` between them; `#` begins a comment.
    ///
    /// The last node is the largest one that is named.
    Links,
}

/// Says why a file is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct GraphFileError {
    /// Line, from 1 on; none where the whole file is wrong.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for GraphFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

impl Graph {
    /// Reads a network of at most `most` nodes; the ports of a node are its neighbours by ascending
    /// number.
    ///
    /// The first node or link too many ends the reading. No two links join the same nodes, so the
    /// nodes limit the links, too.
    ///
    /// # Errors
    /// The text is not of the format, or there is no such network; with the line.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{Graph, GraphFormat};
    ///
    /// let graph = Graph::parse("nodes = 3\nlinks = [[0, 1], [2, 1]]", GraphFormat::Toml, 512);
    /// assert_eq!(graph.map(|graph| graph.pairs()), Ok(vec![[0, 1], [1, 2]]));
    /// let refused = Graph::parse("0 1\n1 1\n", GraphFormat::Links, 512).expect_err("a loop");
    /// assert_eq!(refused.to_string(), "line 2: a link joins node 1 with itself");
    /// ```
    pub fn parse(text: &str, format: GraphFormat, most: u32) -> Result<Self, GraphFileError> {
        let mut draft = Draft { most, nodes: None, links: BTreeSet::new(), has_links: false };
        match format {
            GraphFormat::Json => {
                let mut reader = serde_json::Deserializer::from_str(text);
                let read = Seed(&mut draft).deserialize(&mut reader).and_then(|()| reader.end());
                read.map_err(|error| {
                    let (said, line) = (error.to_string(), error.line());
                    let place = format!(" at line {line} column {}", error.column());
                    let reason = said.strip_suffix(&place).unwrap_or(&said).to_string();
                    GraphFileError { line: Some(line.max(1)), reason }
                })?;
            }
            GraphFormat::Toml => {
                let failed = |error: toml::de::Error| {
                    let before = error.span().map(|span| &text[..span.start.min(text.len())]);
                    let line = before.map(|before| before.matches('\n').count() + 1);
                    GraphFileError { line, reason: error.message().to_string() }
                };
                let reader = toml::Deserializer::parse(text).map_err(failed)?;
                Seed(&mut draft).deserialize(reader).map_err(failed)?;
            }
            GraphFormat::Links => draft.lines(text)?,
        }
        draft.graph().map_err(|reason| GraphFileError { line: None, reason })
    }
}

/// What has been read so far.
struct Draft {
    /// The most nodes that are permitted.
    most: u32,
    nodes: Option<u32>,
    links: BTreeSet<[u32; 2]>,
    has_links: bool,
}

impl Draft {
    /// Adds a link.
    fn link(&mut self, [one, other]: [u32; 2]) -> Result<(), String> {
        let last = self.nodes.unwrap_or(self.most) - 1;
        if let Some(node) = [one, other].into_iter().find(|node| *node > last) {
            return Err(TopologyError::Unknown { node, last }.to_string());
        }
        if one == other {
            return Err(TopologyError::Loop { node: one }.to_string());
        }
        if !self.links.insert([one.min(other), one.max(other)]) {
            return Err(TopologyError::Doubled { one, other }.to_string());
        }
        Ok(())
    }

    /// Gives the number of nodes.
    fn count(&mut self, nodes: u32) -> Result<(), String> {
        if !(2..=self.most).contains(&nodes) {
            let most = self.most;
            return Err(format!("the network has {nodes} nodes; permitted are 2 to {most}"));
        }
        match self.links.iter().flatten().copied().max() {
            Some(node) if node >= nodes => {
                Err(TopologyError::Unknown { node, last: nodes - 1 }.to_string())
            }
            _ => {
                self.nodes = Some(nodes);
                Ok(())
            }
        }
    }

    /// Reads a link a line.
    fn lines(&mut self, text: &str) -> Result<(), GraphFileError> {
        for (place, line) in text.lines().enumerate() {
            let failed = |reason| GraphFileError { line: Some(place + 1), reason };
            let line = line.split('#').next().unwrap_or_default();
            let is_between = |c: char| c.is_whitespace() || c == ',' || c == '-';
            let words: Vec<_> = line.split(is_between).filter(|word| !word.is_empty()).collect();
            if words.is_empty() {
                continue;
            }
            let nodes: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
            let Some(link) = nodes.and_then(|nodes| <[u32; 2]>::try_from(nodes).ok()) else {
                let said: String = line.trim().chars().take(40).collect();
                return Err(failed(format!("{said:?} is not the two nodes of a link")));
            };
            self.link(link).map_err(failed)?;
        }
        self.has_links = true;
        let last = self.links.iter().flatten().copied().max();
        self.nodes = last.map(|last| last + 1);
        Ok(())
    }

    /// Returns the network.
    fn graph(self) -> Result<Graph, String> {
        if !self.has_links {
            return Err("links is not given".to_string());
        }
        let nodes = self.nodes.ok_or("nodes is not given, and there is no link")?;
        let links: Vec<_> = self.links.into_iter().map(|[one, other]| (one, other)).collect();
        Graph::new(nodes, &links).map_err(|error| error.to_string())
    }
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
        let (mut has_nodes, draft) = (false, self.0);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "nodes" if !has_nodes => map.next_value_seed(Count(draft))?,
                "links" if !draft.has_links => map.next_value_seed(Links(draft))?,
                "nodes" | "links" => return Err(A::Error::custom(format!("{key} is given twice"))),
                "name" | "description" => drop(map.next_value::<IgnoredAny>()?),
                _ => {
                    let key: String = key.chars().take(40).collect();
                    let reason = format!("{key:?} is not a key; permitted are nodes and links");
                    return Err(A::Error::custom(reason));
                }
            }
            has_nodes |= key == "nodes";
        }
        if has_nodes { Ok(()) } else { Err(A::Error::custom("nodes is not given")) }
    }
}

/// Reads the number of nodes.
struct Count<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Count<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_u32(self)
    }
}

impl Visitor<'_> for Count<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of nodes")
    }

    fn visit_u64<E: Error>(self, nodes: u64) -> Result<(), E> {
        self.0.count(nodes.try_into().unwrap_or(u32::MAX)).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, nodes: i64) -> Result<(), E> {
        self.visit_u64(nodes.try_into().unwrap_or(0))
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
        self.0.has_links = true;
        while links.next_element_seed(Link(self.0))?.is_some() {}
        Ok(())
    }
}

/// Reads one link.
struct Link<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Link<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Link<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the two nodes of a link")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        let mut next = || nodes.next_element::<u32>();
        match (next()?, next()?, next()?) {
            (Some(one), Some(other), None) => self.0.link([one, other]).map_err(A::Error::custom),
            _ => Err(A::Error::custom("a link has two nodes")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_formats_give_the_same_network() {
        let json = r#"{"links": [[2, 1], [0, 1], [3, 0]], "nodes": 4}"#;
        let toml = "nodes = 4\nlinks = [\n  [0, 1], # east\n  [1, 2],\n  [0, 3],\n]\n";
        let links = "# three links\n0-3\n\n1, 2\n0 1 # the last one\n";
        let graphs = [
            Graph::parse(json, GraphFormat::Json, 4),
            Graph::parse(toml, GraphFormat::Toml, 4),
            Graph::parse(links, GraphFormat::Links, 4),
        ];
        for graph in graphs {
            let graph = graph.expect("a network");
            assert_eq!(graph.pairs(), [[0, 1], [0, 3], [1, 2]]);
            assert_eq!(graph.neighbours(0).collect::<Vec<_>>(), [1, 3]);
            assert_eq!(graph.port_to(1, 2), Some(1));
        }
    }

    #[test]
    fn refusals_name_line_and_reason() {
        let refused =
            |text: &str, format| Graph::parse(text, format, 512).expect_err(text).to_string();
        let json = |text: &str| refused(text, GraphFormat::Json);
        let toml = |text: &str| refused(text, GraphFormat::Toml);
        let list = |text: &str| refused(text, GraphFormat::Links);
        for (found, expected) in [
            (
                json("{\n\"nodes\": 3,\n\"links\": [[0, 1],\n[1, 1]]}"),
                "line 4: a link joins node 1 with itself",
            ),
            (
                json("{\n\"nodes\": 3,\n\"links\": [[0, 1],\n[1, 3]]}"),
                "line 4: a link names node 3; permitted is 0 to 2",
            ),
            (json("{\"links\": [[0, 1]]}"), "line 1: nodes is not given"),
            (json("{\"nodes\": 2}"), "links is not given"),
            (
                json("{\"nodes\": 2,\n\"edges\": []}"),
                "line 2: \"edges\" is not a key; permitted are nodes and links",
            ),
            (json("{\"nodes\": 2,\n\"links\": [[0]]}"), "line 2: a link has two nodes"),
            (
                json("{\"nodes\": 4, \"links\": [[0, 1], [2, 3]]}"),
                "no way leads from node 0 to node 2",
            ),
            (
                toml("nodes = 3\nlinks = [\n[0, 1],\n[1, 0],\n]"),
                "line 4: two links join nodes 1 and 0; permitted is one",
            ),
            (
                toml("links = [[0, 1],\n[1, 7]]\nnodes = 3"),
                "line 3: a link names node 7; permitted is 0 to 2",
            ),
            (
                toml("nodes = 1\nlinks = []"),
                "line 1: the network has 1 nodes; permitted are 2 to 512",
            ),
            (list("0 1\n1 2 3\n"), "line 2: \"1 2 3\" is not the two nodes of a link"),
            (list("0 1\n1 x\n"), "line 2: \"1 x\" is not the two nodes of a link"),
            (list("# nothing\n"), "nodes is not given, and there is no link"),
            (list("0 1\n0 512\n"), "line 2: a link names node 512; permitted is 0 to 511"),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_first_node_too_many_ends_the_reading() {
        // The last line is no link: who reads it says so.
        let star: String = (1..=100_000).map(|node| format!("0 {node}\n")).collect();
        let refused = |text: &str, format| {
            Graph::parse(text, format, 512).expect_err("too many nodes").to_string()
        };
        let unknown = "a link names node 512; permitted is 0 to 511";
        assert_eq!(refused(&(star + "x"), GraphFormat::Links), format!("line 512: {unknown}"));
        let json = "{\"links\": [[0, 1],\n[0, 512],\n[0, x]], \"nodes\": 2}";
        assert_eq!(refused(json, GraphFormat::Json), format!("line 2: {unknown}"));
        let counted = "line 1: the network has 100001 nodes; permitted are 2 to 512";
        let json = "{\"nodes\": 100001, \"links\": [[0, x]]}";
        assert_eq!(refused(json, GraphFormat::Json), counted);
    }
}
