//! The clocked model of the IHC network as the testbench sees it, with the rounds that this starts,
//! the links that it makes faulty and the lies that it plays.

use std::collections::{BTreeSet, VecDeque};

use teecast_model::ihc::clocked::{IhcEvent, IhcNetwork};
use teecast_model::ihc::reception::Faults;
use teecast_model::simulate::world::World;
use teecast_spec::{Flit, IhcSpec};

use super::IhcDevice;
use super::walk::{BUSY, ROUND};
use crate::replay::{self, Clocked, Ports};
use crate::stimulus::{Message, Stimulus};

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(spec: &IhcSpec, stimulus: &Stimulus, seed: u64) -> String {
    let device = IhcDevice::new(spec);
    let (nodes, network) = (spec.nodes() as usize, IhcNetwork::new(spec));
    let model = Model {
        device: &device,
        stimulus,
        network,
        processors: vec![Processor::default(); nodes],
        faults: Faults::default(),
        links: VecDeque::new(),
        valid: None,
        late: None,
        lies: VecDeque::new(),
        lying: VecDeque::new(),
        epoch: 0,
        begins: false,
        seen: None,
        rounds: 0,
        busy: false,
    };
    replay::trace(&device, model, stimulus, seed)
}

/// A processor, and what the testbench counts there.
#[derive(Clone, Debug, Default)]
struct Processor {
    /// Flits of the frame that have not been offered.
    rest: VecDeque<Flit>,
    /// Flits are left for this epoch.
    pending: bool,
    /// A flit is offered, and it is the last one of its frame.
    offers: bool,
    last: bool,
    /// Flits of the frame that were taken.
    flits: u32,
    /// Frames of this epoch that were taken and are not too long.
    frames: u32,
}

struct Model<'a> {
    device: &'a IhcDevice,
    stimulus: &'a Stimulus,
    network: IhcNetwork,
    processors: Vec<Processor>,
    faults: Faults,
    /// Numbers of links that become faulty one after another, or of the late node, and the one that is
    /// shown.
    links: VecDeque<u32>,
    valid: Option<u32>,
    /// Its first frame is late.
    late: Option<u32>,
    /// Lies of rounds that have not begun, and what is left of those of the last one.
    lies: VecDeque<VecDeque<Flit>>,
    lying: VecDeque<Flit>,
    epoch: usize,
    /// An epoch begins in this cycle.
    begins: bool,
    seen: Option<usize>,
    /// Rounds of this epoch.
    rounds: u32,
    busy: bool,
}

impl Clocked for Model<'_> {
    /// The flits of the frame wait at the processor.
    type Offer = ();

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn begin(&mut self, message: &Message) {
        self.processors[message.port as usize].rest = message.flits.iter().cloned().collect();
    }

    fn offer(&mut self, node: u32, (): (), last: bool) {
        let processor = &mut self.processors[node as usize];
        let flit = processor.rest.pop_front().expect("the frame has begun");
        (processor.offers, processor.last) = (true, last);
        self.network.offer(node, flit);
    }

    fn see_epoch(&mut self, epoch: usize, pending: impl Iterator<Item = bool>) {
        self.epoch = epoch;
        self.begins = self.seen.replace(epoch) != Some(epoch);
        for (processor, pending) in self.processors.iter_mut().zip(pending) {
            processor.pending = pending;
            if self.begins {
                processor.frames = 0;
            }
        }
        if self.begins {
            self.rounds = 0;
            let epoch = self.stimulus.epochs.get(epoch);
            self.links = epoch.map(|epoch| self.device.link_numbers(epoch)).unwrap_or_default();
            let messages = epoch.into_iter().flat_map(|epoch| &epoch.messages);
            let lies = messages.filter(|message| message.port == self.device.lies_port());
            self.lies.extend(lies.map(|message| message.flits.iter().cloned().collect()));
        }
    }

    fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.faults.nodes = faulty.clone();
    }

    fn step(&mut self, ports: &mut Ports) {
        let nodes = self.device.rings.nodes();
        self.lie(ports);
        let starts = !self.begins && self.is_settled();
        let ready = self.network.round_ready();
        if starts {
            self.network.start_round();
        }
        if starts || !ready {
            ports.stays_awake();
        }
        if starts && ready {
            self.rounds += 1;
            ports.starts_now(nodes, ROUND);
            if self.lying.is_empty() {
                self.lying = self.lies.pop_front().unwrap_or_default();
            }
        }
        let busy = self.is_busy();
        if std::mem::replace(&mut self.busy, busy) != busy {
            ports.starts_now(nodes, BUSY);
        }
        self.network.set_faults(self.faults.clone());
        let mut taken = Vec::new();
        self.network.step(&mut Watch { device: self.device, ports, taken: &mut taken });
        for node in taken {
            self.take(node);
        }
        if self.begins {
            self.faults.links.clear();
            self.late = None;
        } else if let Some(number) = self.valid {
            match self.device.link(number) {
                Some(link) => _ = self.faults.links.insert(link),
                None => self.late = Some(number - self.device.late_number(0)),
            }
        }
        self.valid = self.links.pop_front();
    }
}

impl Model<'_> {
    /// Returns whether the frames of the next round have been taken, and there are some.
    fn is_settled(&self) -> bool {
        let has = |(node, processor): (u32, &Processor)| match self.late == Some(node) {
            true if processor.frames == 0 => self.ends_frame(node),
            late => processor.frames + u32::from(late) > self.rounds,
        };
        let settled = |(node, processor): (u32, &Processor)| {
            has((node, processor)) || self.faults.nodes.contains(&node) || !processor.pending
        };
        (0..).zip(&self.processors).any(has)
            && (0..).zip(&self.processors).all(settled)
            && self.links.is_empty()
            && self.valid.is_none()
    }

    /// Returns whether the last flit of a frame that is not too long is taken in this cycle.
    fn ends_frame(&self, node: u32) -> bool {
        let Processor { offers, last, flits, .. } = self.processors[node as usize];
        let is_last = offers && last && flits < self.device.spec.max_data;
        is_last && self.network.accepts(node)
    }

    /// Puts what liars have on their links there.
    fn lie(&mut self, ports: &mut Ports) {
        let lies = self.lying.pop_front();
        if lies.is_some() {
            ports.stays_awake();
        }
        let Some(epoch) = self.stimulus.epochs.get(self.epoch) else { return };
        for node in 0..self.device.rings.nodes() {
            let lies = || self.device.lie(&lies.clone().unwrap_or_default());
            self.network.lie(node, epoch.tapped.contains(&node).then(lies));
        }
    }

    /// Returns whether a flit is on a link.
    fn is_busy(&self) -> bool {
        let cycles = self.device.rings.count();
        let busy = |node| (0..cycles).any(|cycle| self.network.on_link(node, cycle).is_some());
        (0..self.device.rings.nodes()).any(busy)
    }

    /// A flit of a processor was taken.
    fn take(&mut self, node: u32) {
        let processor = &mut self.processors[node as usize];
        processor.offers = false;
        processor.flits += 1;
        if processor.last {
            let whole = processor.flits <= self.device.spec.max_data;
            processor.frames += u32::from(whole);
            processor.flits = 0;
        }
    }
}

/// Gives events their words.
struct Watch<'a> {
    device: &'a IhcDevice,
    ports: &'a mut Ports,
    taken: &'a mut Vec<u32>,
}

impl World<Flit, IhcEvent> for Watch<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.ports.accepted(node);
        self.taken.push(node);
    }

    fn takes(&mut self, node: u32) -> bool {
        self.ports.takes(node)
    }

    fn delivered(&mut self, _: u64, node: u32, flit: Flit) {
        self.ports.delivered(node, flit);
    }

    fn link_start(&mut self, _: u64, node: u32, link: u32) {
        self.ports.starts_now(node, link);
    }

    fn event(&mut self, _: u64, event: IhcEvent) {
        let event = self.device.event(event.node, event.code, event.source);
        self.ports.reports_now(event.node, event.word);
    }
}
