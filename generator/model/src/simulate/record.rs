//! What is noted of each message and of each link, where somebody asks for it: a run without a record pays
//! nothing for it but the question whether there is one.

use std::collections::BTreeMap;
use std::fmt;

use teecast_spec::topology::Topology;

/// Whom a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receivers {
    /// One node.
    Node(u32),
    /// Some nodes.
    Nodes(Vec<u32>),
    /// All nodes between two opposite corners of a mesh.
    Between(u32, u32),
    /// All nodes, or all but the sender.
    All,
}

/// A message and its fate; times are cycles, clocks or slots of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedMessage {
    /// When it was made.
    pub made: u64,
    /// Sender.
    pub source: u32,
    /// Whom it is for.
    pub receivers: Receivers,
    /// **Units**: flits, as in the workload.
    pub length: u32,
    /// When its first flit left the source.
    pub injected: Option<u64>,
    /// When the first copy was delivered whole.
    pub first: Option<u64>,
    /// When the last copy was; the latency counts until then.
    pub last: Option<u64>,
    /// Copies that are due, and those that have come.
    pub due: u32,
    /// Copies that have come.
    pub copies: u32,
    /// Links that its copies crossed.
    pub hops: u64,
    /// By node when the first flit crossed the last link to it.
    entered: BTreeMap<u32, u64>,
}

/// A link and what crossed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedLink {
    /// Node at its end; none where a port has no link.
    pub to: Option<u32>,
    /// Flits.
    pub flits: u64,
    /// Messages whose first flit crossed it.
    pub messages: u64,
    /// Sum of the times from the crossing of the link before, or from the injection, to that of this link.
    pub waited: u64,
    /// Messages of which some flits have crossed.
    crossing: Vec<u32>,
}

/// Flits that cross a link.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// Sending node.
    pub node: u32,
    /// Its port.
    pub port: u32,
    /// How many cross.
    pub flits: u32,
    /// Whether the message ends with them.
    pub last: bool,
}

/// What is noted in a run.
///
/// **Shape**: messages in the order of their making; link p of node v is number v * ports + p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    messages: Vec<NotedMessage>,
    /// Message by the number that the network knows it by, which may be used again.
    numbers: Vec<u32>,
    links: Vec<NotedLink>,
    ports: u32,
    /// Links are counted from here on, and up to here.
    since: u64,
    until: u64,
    /// Times that a flit takes on a link.
    flit_time: u64,
}

impl Receivers {
    /// Returns the receivers of a list of nodes, which stands for all where it is empty.
    pub fn of_list(nodes: &[u32]) -> Self {
        match nodes {
            [] => Receivers::All,
            [node] => Receivers::Node(*node),
            nodes => Receivers::Nodes(nodes.to_vec()),
        }
    }
}

/// As given messages name their destinations.
impl fmt::Display for Receivers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Receivers::Node(node) => write!(f, "{node}"),
            Receivers::Nodes(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(u32::to_string).collect();
                f.write_str(&nodes.join(" "))
            }
            Receivers::Between(one, other) => write!(f, "{one}:{other}"),
            Receivers::All => f.write_str("all"),
        }
    }
}

impl NotedMessage {
    /// Returns a message that is made, and that is due in a number of copies.
    pub fn new(made: u64, source: u32, receivers: Receivers, length: u32, due: u32) -> Self {
        Self {
            made,
            source,
            receivers,
            length,
            injected: None,
            first: None,
            last: None,
            due,
            copies: 0,
            hops: 0,
            entered: BTreeMap::new(),
        }
    }
}

impl Record {
    /// Returns an empty record, which counts what crosses links from a time on.
    ///
    /// **Units**: `flit_time` is the time that a flit takes on a link.
    pub fn new(topology: &dyn Topology, since: u64, flit_time: u64) -> Self {
        let ports = topology.ports();
        let all = (0..topology.nodes()).flat_map(|node| (0..ports).map(move |port| (node, port)));
        let link =
            |(node, port)| NotedLink { to: topology.neighbour(node, port), ..NotedLink::default() };
        let links = all.map(link).collect();
        Self {
            messages: Vec::new(),
            numbers: Vec::new(),
            links,
            ports,
            since,
            until: u64::MAX,
            flit_time,
        }
    }

    /// Returns all messages in the order of their making.
    pub fn messages(&self) -> &[NotedMessage] {
        &self.messages
    }

    /// Returns all links with node and port that they leave from.
    pub fn links(&self) -> impl Iterator<Item = (u32, u32, &NotedLink)> {
        let places = (0..).zip(&self.links);
        let there = places.filter(|(_, link)| link.to.is_some());
        there.map(|(number, link)| (number / self.ports, number % self.ports, link))
    }

    /// Returns the part of the time in which a link carried flits, in a run that ended at a time.
    pub fn used(&self, link: &NotedLink, ended: u64) -> f64 {
        let times = ended.min(self.until).saturating_sub(self.since) / self.flit_time;
        link.flits as f64 / times.max(1) as f64
    }

    /// Counts what crosses links only before a time.
    pub fn end(&mut self, until: u64) {
        self.until = until;
    }

    /// Notes a message, which the network knows by a number.
    pub fn made(&mut self, known: u32, message: NotedMessage) {
        let known = known as usize;
        if known >= self.numbers.len() {
            self.numbers.resize(known + 1, 0);
        }
        self.numbers[known] = self.messages.len() as u32;
        self.messages.push(message);
    }

    fn message(&mut self, known: u32) -> &mut NotedMessage {
        &mut self.messages[self.numbers[known as usize] as usize]
    }

    /// Notes that a flit of a message leaves its source; the first one counts.
    pub fn injected(&mut self, known: u32, time: u64) {
        self.message(known).injected.get_or_insert(time);
    }

    /// Notes flits of a message on a link.
    pub fn crossed(&mut self, known: u32, time: u64, crossing: Crossing) {
        let Crossing { node, port, flits, last } = crossing;
        let number = self.numbers[known as usize];
        let link = &mut self.links[(node * self.ports + port) as usize];
        let under_way = link.crossing.iter().position(|other| *other == number);
        let counted = (self.since..self.until).contains(&time);
        link.flits += if counted { flits.into() } else { 0 };
        if under_way.is_none() {
            let message = &mut self.messages[number as usize];
            message.hops += 1;
            let from = message.entered.get(&node).copied().or(message.injected).unwrap_or(time);
            message.entered.extend(link.to.map(|to| (to, time)));
            if counted {
                link.messages += 1;
                link.waited += time - from;
            }
        }
        match under_way {
            Some(place) if last => drop(link.crossing.swap_remove(place)),
            None if !last => link.crossing.push(number),
            _ => {}
        }
    }

    /// Notes that some copies of a message will not come, because their destinations have failed.
    pub fn given_up(&mut self, known: u32, time: u64, copies: u32) {
        let message = self.message(known);
        message.due -= copies;
        if message.copies > 0 && message.copies == message.due {
            message.last = Some(time);
        }
    }

    /// Notes a copy that is delivered whole.
    pub fn delivered(&mut self, known: u32, time: u64) {
        let message = self.message(known);
        message.first.get_or_insert(time);
        message.copies += 1;
        if message.copies == message.due {
            message.last = Some(time);
            message.entered = BTreeMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::Cube;

    fn crossing(node: u32, port: u32, last: bool) -> Crossing {
        Crossing { node, port, flits: 1, last }
    }

    #[test]
    fn a_message_has_its_times_and_its_links_theirs() {
        let mut record = Record::new(&Cube::new(2).expect("permitted"), 10, 1);
        record.made(7, NotedMessage::new(3, 0, Receivers::of_list(&[1, 3]), 2, 2));
        for time in [5, 6] {
            record.injected(7, time);
        }
        // Two flits over two links; the first one leaves the first link before anything counts.
        for (time, flit) in [
            (9, crossing(0, 0, false)),
            (10, crossing(0, 0, true)),
            (14, crossing(1, 1, false)),
            (15, crossing(1, 1, true)),
        ] {
            record.crossed(7, time, flit);
        }
        record.delivered(7, 12);
        assert_eq!(record.messages()[0].last, None);
        record.delivered(7, 17);
        // The number is used again.
        record.made(7, NotedMessage::new(20, 1, Receivers::All, 1, 3));
        record.crossed(7, 21, crossing(1, 1, true));
        let [message, other] = record.messages() else { panic!("two messages") };
        let times = (message.injected, message.first, message.last);
        assert_eq!((times, message.hops), ((Some(5), Some(12), Some(17)), 2));
        assert_eq!((other.injected, other.hops, other.last), (None, 1, None));
        let links: Vec<_> = record
            .links()
            .filter(|(.., link)| link.flits > 0)
            .map(|(node, port, link)| (node, port, link.to, link.flits, link.messages, link.waited))
            .collect();
        assert_eq!(links, [(0, 0, Some(1), 1, 0, 0), (1, 1, Some(3), 3, 2, 5)]);
        let used = record.links().map(|(.., link)| record.used(link, 20)).fold(0.0, f64::max);
        assert_eq!(used, 0.3);
        record.end(15);
        record.crossed(7, 15, crossing(0, 0, true));
        assert_eq!(record.links().map(|(.., link)| link.flits).sum::<u64>(), 4);
    }

    #[test]
    fn receivers_are_written_as_given_messages_name_them() {
        let lists: [&[u32]; 3] = [&[], &[4], &[4, 6]];
        let said = lists.map(|list| Receivers::of_list(list).to_string());
        assert_eq!(said, ["all", "4", "4 6"]);
        assert_eq!(Receivers::Between(1, 7).to_string(), "1:7");
    }
}
