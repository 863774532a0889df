//! The ring-tree family under test: the network, and the operations that its testbench plays.

mod abuse;
pub mod measure;
pub mod replay;
mod traffic;

use std::collections::BTreeMap;

use teecast_spec::ring_tree::Tables;
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::RingTree;
use teecast_spec::topology::ring_tree::words::Word;
use teecast_spec::{Flit, RingTreeSpec};

use crate::device::{Delivery, Device, Event, Link, Outcome, Traffic};
use crate::stimulus::{Epoch, Message};
use traffic::OperationTraffic;

/// Bits of the code of an event, and of its ring.
const EVENT: (u32, u32) = (4, 16);

/// A network of the family and its testbench: its streams are those of the processors, then faults,
/// then table writes where it has them, then garbled slots where it has test ports.
#[derive(Clone, Debug)]
pub struct RingTreeDevice {
    spec: RingTreeSpec,
    tree: RingTree,
    /// Most ports of a node.
    ports: u32,
}

impl RingTreeDevice {
    /// Returns the network of a configuration; none whose deliveries are wider than a flit.
    pub fn new(spec: &RingTreeSpec) -> Option<Self> {
        let (graph, tree) = (spec.graph(), spec.tree());
        let ports = (0..graph.nodes()).map(|node| graph.degree(node)).max().unwrap_or_default();
        let fits =
            spec.delivery_fields().iter().sum::<u32>() <= Flit::default().bits.len() as u32 * 64;
        fits.then(|| Self { spec: spec.clone(), tree, ports })
    }

    /// Returns the directed links: 2e is link e from its smaller end, 2e + 1 the way back.
    fn ways(&self) -> u32 {
        2 * self.spec.graph().pairs().len() as u32
    }

    /// Returns what a processor gets.
    fn beat(&self, origin: u32, payload: &Flit, again: bool) -> Flit {
        let [bits, width] = self.spec.delivery_fields();
        let mut beat = Flit { last: true, bad: again, ..Flit::default() };
        beat.set_field(0, bits, origin);
        for offset in (0..width).step_by(32) {
            let part = (width - offset).min(32);
            beat.set_field(bits + offset, part, payload.field(offset, part));
        }
        beat
    }

    /// Returns the event of a ring as bits.
    fn event(&self, node: u32, code: u32, ring: u16) -> Event {
        Event { node, word: u64::from(code) << EVENT.1 | u64::from(ring) }
    }

    /// Returns an operation in which these nodes send at once: each its number plus 1.
    pub fn operation(&self, nodes: impl Iterator<Item = u32>) -> Epoch {
        let message = |port: u32| Message {
            id: port,
            what: "a message".to_string(),
            port,
            flits: vec![payload(port)],
            gaps: vec![0],
            offered: 0,
        };
        Epoch { messages: nodes.map(message).collect(), ..Epoch::default() }
    }

    /// Returns the messages of the faults of an epoch, one a cycle: a link by its number, a node after
    /// all links; `None` is a cycle without.
    pub fn faults(&self, faults: &[Option<u32>]) -> Message {
        let none = self.ways() / 2 + self.spec.nodes();
        let flits = faults.iter().map(|fault| Flit::new(fault.unwrap_or(none).into(), false));
        self.stream(self.spec.nodes(), "faults", flits.collect())
    }

    /// Returns the slots that are garbled in an epoch, one a cycle at most: directed link, and what is
    /// XORed to the data on it.
    pub fn garbles(&self, garbles: &[(u32, Flit)]) -> Message {
        let bits = self.way_bits();
        let flit = |(way, garble): &(u32, Flit)| {
            let mut flit = Flit::default();
            flit.set_field(0, bits, *way);
            for offset in (0..self.spec.payload).step_by(32) {
                let part = (self.spec.payload - offset).min(32);
                flit.set_field(bits + offset, part, garble.field(offset, part));
            }
            flit
        };
        self.stream(self.garbles_port(), "garbled slots", garbles.iter().map(flit).collect())
    }

    /// Returns the table writes of an epoch, one a cycle: node, address and data; `None` is a cycle
    /// without.
    pub fn writes(&self, writes: &[Option<(u32, Word)>]) -> Message {
        let bits = self.spec.delivery_fields()[0];
        let flit = |write: &Option<(u32, Word)>| {
            let mut flit = Flit::default();
            if let Some((node, Word { address, data })) = *write {
                flit.set_field(0, 1, 1);
                flit.set_field(1, bits, node);
                flit.set_field(1 + bits, 16, address.into());
                flit.set_field(17 + bits, 32, data);
            }
            flit
        };
        self.stream(self.writes_port(), "table writes", writes.iter().map(flit).collect())
    }

    /// Returns what a flit of [`RingTreeDevice::writes`] says.
    fn write(&self, flit: &Flit) -> Option<(u32, Word)> {
        let bits = self.spec.delivery_fields()[0];
        let (address, data) = (flit.field(1 + bits, 16) as u16, flit.field(17 + bits, 32));
        (flit.field(0, 1) == 1).then(|| (flit.field(1, bits), Word { address, data }))
    }

    fn is_writable(&self) -> bool {
        self.spec.tables == Tables::Writable
    }

    fn writes_port(&self) -> u32 {
        self.spec.nodes() + 1
    }

    fn garbles_port(&self) -> u32 {
        self.writes_port() + u32::from(self.is_writable())
    }

    fn way_bits(&self) -> u32 {
        self.ways().next_power_of_two().trailing_zeros()
    }

    fn stream(&self, port: u32, what: &str, mut flits: Vec<Flit>) -> Message {
        if let Some(last) = flits.last_mut() {
            last.last = true;
        }
        let gaps = vec![0; flits.len()];
        Message { id: 0, what: what.to_string(), port, flits, gaps, offered: 0 }
    }

    /// Returns the links that a message crosses, each by the port of its sender: both directions of
    /// every link of the rings.
    fn crossed(&self) -> Vec<Link> {
        let graph = self.spec.graph();
        let rings = self.tree.rings().iter();
        let pairs = rings.flat_map(|ring| ring.nodes.windows(2));
        let way = |node, to| Link { node, index: graph.port_to(node, to).expect("it is a link") };
        pairs.flat_map(|pair| [way(pair[0], pair[1]), way(pair[1], pair[0])]).collect()
    }
}

/// Returns what a node sends in an operation.
fn payload(node: u32) -> Flit {
    Flit::new(u64::from(node) + 1, true)
}

impl Device for RingTreeDevice {
    fn network(&self) -> &'static str {
        "ring_tree_network"
    }

    fn nodes(&self) -> u32 {
        self.spec.nodes()
    }

    /// The ports, and that the node is done.
    fn links(&self) -> u32 {
        self.ports + 1
    }

    fn width(&self) -> u32 {
        self.spec.delivery_fields().iter().sum()
    }

    fn event_bits(&self) -> u32 {
        EVENT.0 + EVENT.1
    }

    fn streams(&self) -> Vec<u32> {
        let mut widths = vec![self.spec.payload; self.nodes() as usize];
        let faults = self.nodes() + self.ways() / 2 + 1;
        widths.push(faults.next_power_of_two().trailing_zeros());
        let write = 1 + self.spec.delivery_fields()[0] + 16 + 32;
        widths.extend(self.is_writable().then_some(write));
        widths.extend(self.spec.test_ports.then(|| self.way_bits() + self.spec.payload));
        widths
    }

    /// Tokens are not seen; they take less than twice the time of the messages.
    fn idle(&self) -> u32 {
        16 * self.nodes() + 64
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        Box::new(OperationTraffic { spec: &self.spec, tree: &self.tree })
    }

    /// Every message comes to all other nodes, and crosses all links of the rings both ways; nodes are
    /// done once an operation, of which there are as many as messages of one node.
    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let crossed = self.crossed();
        let outcome = |message: &Message| {
            let receivers = self.tree.living().filter(|node| *node != message.port);
            let beat = self.beat(message.port, &message.flits[0], false);
            let deliveries = receivers.map(|node| Delivery { node, flits: vec![beat.clone()] });
            let (deliveries, links) = (deliveries.collect(), crossed.clone());
            Outcome { deliveries, links, ..Outcome::default() }
        };
        let mut outcomes: Vec<Outcome> = epoch.messages.iter().map(outcome).collect();
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        epoch.messages.iter().for_each(|message| *counts.entry(message.port).or_default() += 1);
        let operations = counts.into_values().max().unwrap_or(1);
        let done = self.tree.living().map(|node| Link { node, index: self.ports });
        let done: Vec<Link> = done.collect();
        outcomes.push(Outcome { links: done.repeat(operations), ..Outcome::default() });
        outcomes
    }

    fn link_text(&self, index: u32) -> String {
        if index == self.ports { "done".to_string() } else { format!("port {index}") }
    }

    fn event_text(&self, word: u64) -> String {
        format!("event {} of ring {}", word >> EVENT.1, word & ((1 << EVENT.1) - 1))
    }
}
