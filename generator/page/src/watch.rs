//! The emitted networks of the families other than the hypercube, cycle by cycle.
//!
//! A family is a `Played` network: what its processors offer, and who is at the end of a link. The
//! rest is here: processors, the film, and what the page asks.

mod harts;
mod ihc;
mod region;
mod ring_tree;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use teecast_model::simulate::world::{OnLink, World};
use teecast_spec::{FamilySpec, RawConfig};
use teecast_terminal::error::Error;
use teecast_terminal::input;

/// Most nodes of a network that is played; larger ones are for simulators of Verilog.
const MOST_NODES: u32 = 128;
/// Most cycles that are played.
const MOST_CYCLES: u64 = 2000;

/// A network and its messages.
#[derive(Deserialize)]
pub struct Watched {
    /// As in a file for `--config` of `teecast gen`, with one family.
    configuration: String,
    messages: Vec<Message>,
}

/// A line of the list of messages.
#[derive(Deserialize)]
struct Message {
    cycle: u64,
    source: u32,
    /// What the family takes: nodes, coordinates, `all`.
    to: String,
    /// Data flits.
    length: u32,
}

/// What happened.
#[derive(Serialize)]
pub struct Film {
    /// Lines of the list by source, in families that name messages so.
    #[serde(skip)]
    lines: BTreeMap<u32, u32>,
    /// Name of the network, for its drawing.
    network: String,
    nodes: u32,
    links: Vec<[u32; 2]>,
    /// **Shape**: by cycle, the flits on links and before processors in it.
    cycles: Vec<Vec<LinkCrossing>>,
    /// Last flits that came to processors.
    arrivals: Vec<Arrival>,
    /// What nodes reported.
    reports: Vec<Report>,
    /// How many last flits come to processors if all is well.
    wanted: usize,
    /// Nothing moves any more.
    ended: bool,
}

/// A flit; one before a processor has no other end.
#[derive(Serialize)]
struct LinkCrossing {
    from: u32,
    to: Option<u32>,
    message: u32,
    last: bool,
}

/// The last flit of a message at a processor.
#[derive(Serialize)]
struct Arrival {
    cycle: u64,
    node: u32,
    message: u32,
}

/// An event.
#[derive(Serialize)]
struct Report {
    cycle: u64,
    node: u32,
    code: u32,
}

/// A frame that a processor sends.
struct SentFrame<T> {
    from: u64,
    frame: Frame<T>,
}

/// A message as a processor sends it.
struct Frame<T> {
    /// Flits that are still to be sent.
    flits: u32,
    /// Copies that come to processors if all is well.
    copies: u32,
    /// What the network has to know of it.
    what: T,
}

/// A clocked network of a family.
trait ClockedNetwork {
    /// What the network has to know of a frame.
    type Offer;

    /// Every node sends one message at most, and flits name its source.
    const BY_SOURCE: bool = false;

    /// Returns the frame of a message, or what is wrong with it.
    fn frame(&mut self, number: u32, message: &Message) -> Result<Frame<Self::Offer>, String>;

    /// Offers a flit of a frame until it is taken.
    fn offer(&mut self, node: u32, frame: &Self::Offer, last: bool);

    /// Returns the node that a link leads to.
    fn ahead(&self, node: u32, link: u32) -> u32;

    /// Plays a cycle; `waiting` is whether some processor has flits left that are due.
    fn step(&mut self, watch: &mut Watch, waiting: bool);

    fn now(&self) -> u64;

    /// Returns whether nothing happens before something is offered.
    fn idle(&self) -> bool;
}

/// What happened in a cycle, or is said to happen in the next one.
#[derive(Default)]
struct Watch {
    accepted: BTreeSet<u32>,
    crossed: Vec<(u64, OnLink)>,
    /// Cycle, node, message, whether it is the last flit.
    delivered: Vec<(u64, u32, u32, bool)>,
    reports: Vec<Report>,
}

/// A flit that comes to a processor.
trait DeliveredFlit {
    /// Returns the message that it is of, and whether it is the last flit.
    fn shown(&self) -> (u32, bool);
}

/// What a node reports.
trait NodeEvent {
    /// Returns the node and the code of the event.
    fn told(&self) -> (u32, u32);
}

impl<B: DeliveredFlit, E: NodeEvent> World<B, E> for Watch {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.insert(node);
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: B) {
        let (message, last) = beat.shown();
        self.delivered.push((cycle, node, message, last));
    }

    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        self.crossed.push((cycle, flit));
    }

    fn event(&mut self, cycle: u64, event: E) {
        let (node, code) = event.told();
        self.reports.push(Report { cycle, node, code });
    }
}

/// Plays the messages until nothing moves, or for 2000 cycles.
///
/// # Errors
/// Bad input: no such network, a message that cannot be sent.
pub fn watch(watched: &Watched) -> Result<Film, Error> {
    let raw = RawConfig::from_toml(&watched.configuration)?;
    let spec = input::with_files(raw)?.validate()?;
    let [family] = &spec.families[..] else {
        return Err(
            Error::bad_input("the configuration has no family").hint("family = [\"region\"]")
        );
    };
    if family.nodes() > MOST_NODES {
        let sentence = format!("{} nodes; permitted are {MOST_NODES} in this view", family.nodes());
        return Err(Error::bad_input(sentence).hint("teecast verify plays larger networks"));
    }
    let messages = &watched.messages;
    let (network, links, film) = match family {
        FamilySpec::Harts(spec) => (
            format!("hexmesh:{}", spec.n),
            pairs(&spec.hexmesh()),
            played(harts::Hexmesh::new(spec), messages),
        ),
        FamilySpec::Region(spec) => (
            format!("grid:{}", spec.mesh_name()),
            pairs(&spec.mesh()),
            played(region::Mesh::new(spec), messages),
        ),
        FamilySpec::Ihc(spec) => (
            ihc::name(spec),
            pairs(&*spec.topology.topology()),
            played(ihc::Rounds::new(spec), messages),
        ),
        FamilySpec::RingTree(spec) => (
            spec.network.short_name(),
            spec.graph().pairs(),
            played(ring_tree::Tree::new(spec), messages),
        ),
        _ => {
            let name = family.family().name();
            return Err(Error::bad_input(format!("the family {name} has no view of this form")));
        }
    };
    let mut film = film?;
    (film.network, film.links, film.nodes) = (network, links, family.nodes());
    Ok(film)
}

/// Returns the links of a network, each once.
fn pairs(network: &dyn teecast_spec::topology::Topology) -> Vec<[u32; 2]> {
    let around = |node| (0..network.ports()).filter_map(move |port| network.neighbour(node, port));
    let links = (0..network.nodes()).flat_map(|node| around(node).map(move |to| [node, to]));
    let links: BTreeSet<[u32; 2]> = links.filter(|[node, to]| node < to).collect();
    links.into_iter().collect()
}

/// Plays messages.
fn played<P: ClockedNetwork>(mut network: P, messages: &[Message]) -> Result<Film, Error> {
    let mut processors = BTreeMap::<u32, VecDeque<SentFrame<P::Offer>>>::new();
    let mut wanted = 0;
    let mut order: Vec<(u32, &Message)> = (0..).zip(messages).collect();
    order.sort_by_key(|(_, message)| message.cycle);
    for (number, message) in order {
        let frame = network.frame(number, message);
        let frame =
            frame.map_err(|why| Error::bad_input(format!("message {}: {why}", number + 1)))?;
        wanted += frame.copies as usize;
        let frame = SentFrame { from: message.cycle, frame };
        processors.entry(message.source).or_default().push_back(frame);
    }
    let mut lines = BTreeMap::new();
    for (line, message) in (0..).zip(messages).filter(|_| P::BY_SOURCE) {
        if lines.insert(message.source, line).is_some() {
            let why = format!("message {}: node {} sends one already", line + 1, message.source);
            return Err(Error::bad_input(why));
        }
    }
    let mut film = Film {
        lines,
        network: String::new(),
        nodes: 0,
        links: Vec::new(),
        cycles: Vec::new(),
        arrivals: Vec::new(),
        reports: Vec::new(),
        wanted,
        ended: false,
    };
    let mut watch = Watch::default();
    while network.now() < MOST_CYCLES && !film.ended {
        let now = network.now();
        let mut waiting = false;
        for (node, frames) in &processors {
            if let Some(SentFrame { frame, .. }) = frames.front().filter(|it| it.from <= now) {
                network.offer(*node, &frame.what, frame.flits == 1);
                waiting = true;
            }
        }
        network.step(&mut watch, waiting);
        for node in std::mem::take(&mut watch.accepted) {
            let frames = processors.get_mut(&node).expect("it offered");
            frames[0].frame.flits -= 1;
            if frames[0].frame.flits == 0 {
                frames.pop_front();
            }
        }
        film.take(&network, &mut watch);
        film.ended = processors.values().all(VecDeque::is_empty) && network.idle();
    }
    // What crosses a link is said a cycle before. There is always a cycle to show.
    film.cycles.truncate(MOST_CYCLES as usize);
    film.cycles.resize_with(film.cycles.len().max(1), Vec::new);
    Ok(film)
}

impl Film {
    fn take<P: ClockedNetwork>(&mut self, network: &P, watch: &mut Watch) {
        let lines = &self.lines;
        let line = |message: u32| *lines.get(&message).unwrap_or(&message);
        let reported = watch.reports.iter().map(|report| report.cycle);
        let crossed = watch.crossed.iter().map(|(cycle, _)| *cycle);
        let delivered = watch.delivered.iter().map(|(cycle, ..)| *cycle);
        if let Some(last) = reported.chain(crossed).chain(delivered).max() {
            let cycles = self.cycles.len().max(last as usize + 1);
            self.cycles.resize_with(cycles, Vec::new);
        }
        let mut put = |cycle: u64, seen: LinkCrossing| self.cycles[cycle as usize].push(seen);
        for (cycle, OnLink { node, link, message, last }) in watch.crossed.drain(..) {
            let to = Some(network.ahead(node, link));
            put(cycle, LinkCrossing { from: node, to, message: line(message), last });
        }
        for (cycle, node, message, last) in watch.delivered.drain(..) {
            let message = line(message);
            put(cycle, LinkCrossing { from: node, to: None, message, last });
            if last {
                self.arrivals.push(Arrival { cycle, node, message });
            }
        }
        self.reports.append(&mut watch.reports);
    }
}

/// Checks the source and the length of a message.
fn check(message: &Message, nodes: u32, most: u32) -> Result<(), String> {
    let Message { source, length, .. } = message;
    if *source >= nodes {
        return Err(format!("node {source} is not one of 0 to {}", nodes - 1));
    }
    if !(1..=most).contains(length) {
        return Err(format!("{length} data flits; permitted are 1 to {most}"));
    }
    Ok(())
}

/// Reads numbers with blanks between them.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}
