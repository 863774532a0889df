//! The clocked model of the ring-tree network as the testbench sees it, with the operations that this
//! starts, the faults, table writes and garbled slots that it plays.

use std::collections::{BTreeSet, VecDeque};

use teecast_model::ring_tree::clocked::{Beat, RingTreeEvent, RingTreeNetwork};
use teecast_model::simulate::world::World;
use teecast_spec::topology::ring_tree::Faults;
use teecast_spec::{Flit, RingTreeSpec};

use super::RingTreeDevice;
use crate::replay::{self, Clocked, Ports};
use crate::stimulus::{Message, Stimulus};

/// Cycles without a beat after which nothing is left to deliver.
const STILL: u32 = 4;

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(spec: &RingTreeSpec, stimulus: &Stimulus, seed: u64) -> String {
    let Some(device) = RingTreeDevice::new(spec) else { return String::new() };
    let mut network = RingTreeNetwork::new(spec);
    network.expect(BTreeSet::new());
    let model = Model {
        device: &device,
        stimulus,
        network,
        faults: Stream::default(),
        writes: Stream::default(),
        garbles: Stream::default(),
        faulty: BTreeSet::new(),
        failed: Faults { nodes: spec.faults.nodes.clone(), ..Faults::default() },
        seen: None,
        begins: false,
        pending: BTreeSet::new(),
        turns: false,
        still: 0,
        done: vec![false; spec.nodes() as usize],
    };
    replay::trace(&device, model, stimulus, seed)
}

/// A stream without gaps: what is shown, and what follows, one flit a cycle.
#[derive(Clone, Debug, Default)]
struct Stream {
    rest: VecDeque<Flit>,
    shown: Option<Flit>,
}

impl Stream {
    fn add<'a>(&mut self, port: u32, messages: impl Iterator<Item = &'a Message>) {
        let messages = messages.filter(|message| message.port == port);
        self.rest.extend(messages.flat_map(|message| message.flits.clone()));
    }

    /// Ends a cycle; returns what was shown in it.
    fn step(&mut self) -> Option<Flit> {
        std::mem::replace(&mut self.shown, self.rest.pop_front())
    }
}

struct Model<'a> {
    device: &'a RingTreeDevice,
    stimulus: &'a Stimulus,
    network: RingTreeNetwork,
    faults: Stream,
    writes: Stream,
    garbles: Stream,
    /// Nodes that are faulty in the whole epoch, and what has failed.
    faulty: BTreeSet<u32>,
    failed: Faults,
    seen: Option<usize>,
    /// An epoch begins in this cycle.
    begins: bool,
    /// Nodes with messages left for this epoch.
    pending: BTreeSet<u32>,
    /// Another operation begins in the next cycle.
    turns: bool,
    /// Cycles without a beat, up to [`STILL`].
    still: u32,
    done: Vec<bool>,
}

impl Clocked for Model<'_> {
    /// A message waits at its node.
    type Offer = ();

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn begin(&mut self, message: &Message) {
        self.network.offer(message.port, (&message.flits[0]).into());
    }

    fn offer(&mut self, _: u32, (): (), _: bool) {}

    fn see_epoch(&mut self, epoch: usize, pending: impl Iterator<Item = bool>) {
        let pending = (0..).zip(pending).filter(|(_, is_pending)| *is_pending);
        self.pending = pending.map(|(node, _)| node).collect();
        self.begins = self.seen.replace(epoch) != Some(epoch);
        if let Some(epoch) = self.stimulus.epochs.get(epoch).filter(|_| self.begins) {
            let nodes = self.device.spec.nodes();
            self.faults.add(nodes, epoch.messages.iter());
            if self.device.is_writable() {
                self.writes.add(self.device.writes_port(), epoch.messages.iter());
            }
            self.garbles.add(self.device.garbles_port(), epoch.messages.iter());
        }
    }

    fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.faulty = faulty.clone();
    }

    fn step(&mut self, ports: &mut Ports) {
        let mut faults = self.failed.clone();
        faults.nodes.extend(&self.faulty);
        let turn = self.begins || self.turns;
        if turn {
            self.network.start_next();
        }
        let streams = [&self.faults, &self.writes, &self.garbles];
        if turn || streams.iter().any(|stream| stream.shown.is_some()) {
            ports.stays_awake();
        }
        self.network.set_faults(faults.clone());
        self.garble();
        if let Some((node, word)) = self.writes.step().and_then(|flit| self.device.write(&flit)) {
            self.network.write(node, word);
        }
        let pending = || self.pending.difference(&faults.nodes).copied();
        let nodes = 0..self.device.spec.nodes();
        let done: Vec<bool> = nodes.clone().map(|node| self.network.is_done(node)).collect();
        for (node, (now, before)) in (0..).zip(done.iter().zip(&self.done)) {
            if *now && !before {
                ports.starts_now(node, self.device.ports);
            }
        }
        let all = nodes.clone().all(|node| done[node as usize] || !faults.lives(node));
        self.turns = self.still == STILL && all && pending().next().is_some() && !turn;
        let moves = turn || nodes.clone().any(|node| self.network.delivers(node));
        self.still = if moves { 0 } else { (self.still + 1).min(STILL) };
        self.done = done;
        self.network.step(&mut Watch { device: self.device, ports });
        if turn {
            self.network.expect(pending().collect());
        }
        self.fail();
    }
}

impl Model<'_> {
    /// Garbles a slot.
    fn garble(&mut self) {
        let Some(flit) = self.garbles.step() else { return };
        let (bits, payload) = (self.device.way_bits(), self.device.spec.payload);
        let way = flit.field(0, bits);
        let mut garble = Flit::default();
        for offset in (0..payload).step_by(32) {
            let part = (payload - offset).min(32);
            garble.set_field(offset, part, flit.field(bits + offset, part));
        }
        if way < self.device.ways() {
            self.network.garble(way as usize, (&garble).into());
        }
    }

    /// Ends a cycle in which a link or a node may fail.
    fn fail(&mut self) {
        let fault = self.faults.step().map(|flit| flit.bits[0] as usize);
        if let Some(fault) = fault {
            let links = self.device.spec.graph().pairs();
            let node = fault.checked_sub(links.len()).map(|node| node as u32);
            self.failed.links.extend(links.get(fault));
            self.failed.nodes.extend(node.filter(|node| *node < self.device.spec.nodes()));
        }
    }
}

/// Gives beats and events their bits.
struct Watch<'a> {
    device: &'a RingTreeDevice,
    ports: &'a mut Ports,
}

impl World<Beat, RingTreeEvent> for Watch<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.ports.accepted(node);
    }

    fn takes(&mut self, node: u32) -> bool {
        self.ports.takes(node)
    }

    fn delivered(&mut self, _: u64, node: u32, beat: Beat) {
        let flit = self.device.beat(beat.origin, &beat.payload.into(), beat.again);
        self.ports.delivered(node, flit);
    }

    fn link_start(&mut self, _: u64, node: u32, port: u32) {
        self.ports.starts_now(node, port);
    }

    fn event(&mut self, _: u64, event: RingTreeEvent) {
        let event = self.device.event(event.node, event.code, event.ring);
        self.ports.reports_now(event.node, event.word);
    }
}
