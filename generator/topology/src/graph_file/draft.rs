//! What a reader has found so far: nodes by what they are called, and links, each once.

use std::collections::HashMap;

use super::{GraphFile, GraphFileError, Limits, quoted};
use crate::{Graph, TopologyError};

/// Most links: those of 512 nodes each of which is joined with all others.
const MOST_LINKS: usize = 512 * 511 / 2;
/// Most links as they are written, before they are merged.
const MOST_WRITTEN: usize = 1 << 20;
/// Most bytes of what a node is called.
const LONGEST_NAME: usize = 256;

/// Says how the nodes of a file are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nodes {
    /// Whatever a link names is a node.
    Named,
    /// Those that have been declared.
    Declared,
    /// The numbers below this one.
    Counted(u32),
}

/// The nodes and links of a file.
///
/// A node has a *place* here, by which readers may join nodes; it is not its number in the network.
pub(super) struct Draft {
    limits: Limits,
    nodes: Nodes,
    places: HashMap<String, u32>,
    /// **Shape**: by place, what the node is called in links.
    ids: Vec<String>,
    /// **Shape**: by place.
    labels: Vec<Option<String>>,
    /// **Shape**: by place.
    is_declared: Vec<bool>,
    /// Places, in the order in which the nodes were declared.
    declared: Vec<u32>,
    /// **Shape**: by places, the smaller one first, the directions that came.
    links: HashMap<[u32; 2], [bool; 2]>,
    /// The first number of a node that is negative, with its line.
    negative: Option<(Option<usize>, String)>,
    written: usize,
    /// Links that are left out: from a node to itself, those that come again, and those that come in
    /// the other direction.
    merged: [usize; 3],
    notes: Vec<String>,
    /// The line that is being read, from 1 on.
    pub line: Option<usize>,
    /// Name of the network.
    pub name: Option<String>,
    /// **Shape**: by number, what counted nodes are called.
    pub names: Vec<String>,
    /// Nobody said what format the text has.
    pub is_guess: bool,
    /// Links have directions.
    pub is_directed: bool,
}

impl Draft {
    /// Returns a network without nodes.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            nodes: Nodes::Named,
            places: HashMap::new(),
            ids: Vec::new(),
            labels: Vec::new(),
            is_declared: Vec::new(),
            declared: Vec::new(),
            links: HashMap::new(),
            negative: None,
            written: 0,
            merged: [0; 3],
            notes: Vec::new(),
            line: None,
            name: None,
            names: Vec::new(),
            is_guess: false,
            is_directed: false,
        }
    }

    /// Says what is wrong with the line that is being read.
    pub fn fail(&self, reason: impl Into<String>) -> GraphFileError {
        GraphFileError { line: self.line, reason: reason.into() }
    }

    /// Adds a sentence for the user.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Refuses too few and too many nodes.
    fn few(&self, nodes: u64) -> Result<u32, GraphFileError> {
        let most = self.limits.nodes;
        let few = u32::try_from(nodes).ok().filter(|nodes| (2..=most).contains(nodes));
        few.ok_or_else(|| {
            self.fail(format!("the network has {nodes} nodes; permitted are 2 to {most}"))
        })
    }

    /// Gives the number of nodes, which are called 0, 1, 2 and so on.
    pub fn count(&mut self, nodes: u64) -> Result<(), GraphFileError> {
        self.nodes = Nodes::Counted(self.few(nodes)?);
        self.ids.iter().try_for_each(|id| self.check(id))
    }

    /// Gives the number of nodes, which are called 1, 2, 3 and so on.
    pub fn count_from_one(&mut self, nodes: u64) -> Result<(), GraphFileError> {
        for node in 1..=self.few(nodes)? {
            self.declare(&node.to_string(), None)?;
        }
        self.close()
    }

    /// Declares a node, with a name to show if it has another one.
    pub fn declare(&mut self, id: &str, label: Option<&str>) -> Result<u32, GraphFileError> {
        let place = self.place(id)?;
        if std::mem::replace(&mut self.is_declared[place as usize], true) {
            return Err(self.fail(format!("node {} is declared twice", quoted(id))));
        }
        self.declared.push(place);
        if let Some(label) = label {
            self.check_name(label)?;
            self.labels[place as usize] = Some(label.to_string());
        }
        Ok(place)
    }

    /// Ends the declarations: a link that names another node is wrong.
    pub fn close(&mut self) -> Result<(), GraphFileError> {
        self.nodes = Nodes::Declared;
        // Links may stand before nodes.
        match self.ids.iter().zip(&self.is_declared).find(|(_, is_declared)| !**is_declared) {
            Some((id, _)) => Err(self.undeclared(id)),
            None => Ok(()),
        }
    }

    /// Refuses another number of nodes than the file announces.
    pub fn expect_nodes(&self, nodes: u64) -> Result<(), GraphFileError> {
        match self.ids.len() as u64 {
            found if found == nodes || matches!(self.nodes, Nodes::Counted(_)) => Ok(()),
            found => Err(self.fail(format!("{nodes} nodes are announced, and links name {found}"))),
        }
    }

    /// Refuses another number of links than the file announces.
    pub fn expect_links(&self, links: u64) -> Result<(), GraphFileError> {
        match self.written as u64 {
            found if found == links => Ok(()),
            found => Err(self.fail(format!("{links} links are announced, and {found} come"))),
        }
    }

    fn undeclared(&self, id: &str) -> GraphFileError {
        self.fail(format!("a link names node {}, which is not among the nodes", quoted(id)))
    }

    /// Returns the place of a node, a new one if it has none.
    pub fn place(&mut self, id: &str) -> Result<u32, GraphFileError> {
        if let Some(place) = self.places.get(id) {
            return Ok(*place);
        }
        self.check(id)?;
        let (place, most) = (self.ids.len() as u32, self.limits.nodes);
        if place == most {
            let id = quoted(id);
            return Err(self.fail(format!("node {id} is one too many; permitted are 2 to {most}")));
        }
        if self.negative.is_none() && id.strip_prefix('-').is_some_and(|it| number(it).is_some()) {
            self.negative = Some((self.line, id.to_string()));
        }
        self.places.insert(id.to_string(), place);
        self.ids.push(id.to_string());
        self.labels.push(None);
        self.is_declared.push(false);
        Ok(place)
    }

    /// Refuses what no node can be called.
    fn check(&self, id: &str) -> Result<(), GraphFileError> {
        match self.nodes {
            Nodes::Named => self.check_name(id),
            Nodes::Declared => Err(self.undeclared(id)),
            Nodes::Counted(count) => match number(id) {
                Some(node) if node < count.into() => Ok(()),
                _ => Err(self.fail(format!(
                    "a link names node {}; permitted is 0 to {}",
                    id.chars().take(40).collect::<String>(),
                    count - 1
                ))),
            },
        }
    }

    fn check_name(&self, name: &str) -> Result<(), GraphFileError> {
        let what = match (self.limits.refuse)(name) {
            Some(rule) => rule.to_string(),
            None if name.is_empty() => "it is empty".to_string(),
            None if name.len() > LONGEST_NAME => format!("it has more than {LONGEST_NAME} bytes"),
            None => return Ok(()),
        };
        Err(self.fail(format!("{} is no name: {what}", quoted(name))))
    }

    /// Adds a link between two nodes by what they are called.
    pub fn link(&mut self, one: &str, other: &str) -> Result<(), GraphFileError> {
        let (one, other) = (self.place(one)?, self.place(other)?);
        self.join(one, other)
    }

    /// Adds a link between two nodes by their places.
    pub fn join(&mut self, one: u32, other: u32) -> Result<(), GraphFileError> {
        self.written += 1;
        if self.written > MOST_WRITTEN {
            return Err(self.fail(format!("there are more than {MOST_WRITTEN} links")));
        }
        if one == other {
            self.merged[0] += 1;
            return Ok(());
        }
        let came = self.links.entry([one.min(other), one.max(other)]).or_default();
        let direction = usize::from(one > other);
        match *came {
            [false, false] => {}
            came if came[direction] => self.merged[1] += 1,
            _ => self.merged[2] += 1,
        }
        came[direction] = true;
        match self.links.len() {
            ..=MOST_LINKS => Ok(()),
            _ => Err(self.fail(format!("the network has more than {MOST_LINKS} links"))),
        }
    }

    /// Returns the network.
    pub fn finish(mut self) -> Result<GraphFile, GraphFileError> {
        self.line = None;
        if let Some((line, id)) = self.negative.take().filter(|_| self.are_numbers()) {
            let reason = format!("node {id} is negative; the first node is 0");
            return Err(GraphFileError { line, reason });
        }
        self.name.iter().try_for_each(|name| self.check_name(name))?;
        let (count, numbers) = self.numbers();
        self.few(count.into())?;
        let names = self.shown(count, &numbers)?;
        let link = |link: &[u32; 2]| {
            let [one, other] = link.map(|place| numbers[place as usize]);
            (one.min(other), one.max(other))
        };
        let mut links: Vec<(u32, u32)> = self.links.keys().map(link).collect();
        links.sort_unstable();
        let graph = Graph::new(count, &links).map_err(|error| {
            let called = |node: u32| match names.get(node as usize) {
                Some(name) => quoted(name),
                None => node.to_string(),
            };
            GraphFileError::whole(match error {
                TopologyError::Apart { node } => {
                    format!("no way leads from node {} to node {}", called(0), called(node))
                }
                error => error.to_string(),
            })
        })?;
        self.summary();
        Ok(GraphFile { name: self.name, graph, names, notes: self.notes })
    }

    /// Returns whether every node is called by a number, a negative one perhaps.
    fn are_numbers(&self) -> bool {
        self.ids.iter().all(|id| number(id.strip_prefix('-').unwrap_or(id)).is_some())
    }

    /// Returns how many nodes there are, and by place the number of each.
    fn numbers(&self) -> (u32, Vec<u32>) {
        let own: Option<Vec<u64>> = self.ids.iter().map(|id| number(id)).collect();
        let count = match self.nodes {
            Nodes::Counted(count) => count,
            _ => self.ids.len() as u32,
        };
        match own {
            // They are different, so below the count they are all.
            Some(own) if own.iter().all(|number| *number < count.into()) => {
                (count, own.into_iter().map(|number| number as u32).collect())
            }
            _ => {
                let mut numbers = vec![None; self.ids.len()];
                let by_appearance = 0..self.ids.len() as u32;
                let mut next = 0;
                for place in self.declared.iter().copied().chain(by_appearance) {
                    numbers[place as usize].get_or_insert_with(|| {
                        next += 1;
                        next - 1
                    });
                }
                (count, numbers.into_iter().flatten().collect())
            }
        }
    }

    /// Returns what the nodes are called, by number; nothing where the numbers say it.
    fn shown(&self, count: u32, numbers: &[u32]) -> Result<Vec<String>, GraphFileError> {
        let mut names: Vec<String> = (0..count).map(|node| node.to_string()).collect();
        if !self.names.is_empty() {
            if self.names.len() != count as usize {
                let reason = format!("there are {} names for {count} nodes", self.names.len());
                return Err(GraphFileError::whole(reason));
            }
            self.names.iter().try_for_each(|name| self.check_name(name))?;
            names.clone_from(&self.names);
        }
        for ((id, label), number) in self.ids.iter().zip(&self.labels).zip(numbers) {
            if let Some(name) = label.as_ref().or(self.names.is_empty().then_some(id)) {
                names[*number as usize].clone_from(name);
            }
        }
        let is_number = (0..).zip(&names).all(|(node, name): (u32, _)| *name == node.to_string());
        Ok(if is_number { Vec::new() } else { names })
    }

    /// Says what was left out.
    fn summary(&mut self) {
        if self.is_directed {
            self.note("links have directions in the file; they are taken without");
        }
        let [loops, repeated, reversed] = self.merged;
        let parts = [
            (loops, "loop", "loops"),
            (repeated, "parallel link", "parallel links"),
            (reversed, "link in the other direction", "links in the other direction"),
        ];
        let part = |(count, one, many): (usize, &str, &str)| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
        if !parts.is_empty() {
            self.note(format!("merged: {}", parts.join(", ")));
        }
    }
}

/// Returns the number that a node is called by, if it is written as the numbers of nodes are.
pub(super) fn number(id: &str) -> Option<u64> {
    let is_plain =
        id == "0" || !id.starts_with('0') && id.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { id.parse().ok() } else { None }
}
