//! A network's testbench around a clocked model instead of the hardware.
//!
//! Players, back-pressure, epochs and recorder do clock by clock what the modules of `sim-tb/` of the
//! same names do, so that the model's trace is the hardware's, line by line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use teecast_spec::Flit;

use crate::device::Device;
use crate::stimulus::{Message, Stimulus};

/// A clocked model of a network.
pub(crate) trait Clocked {
    /// What a player has to keep of a frame while its flits are offered.
    type Offer: Copy;

    /// Returns the cycle that is played next.
    fn now(&self) -> u64;

    /// Begins a frame.
    fn begin(&mut self, message: &Message) -> Self::Offer;

    /// Offers the next flit of a frame until it is taken.
    fn offer(&mut self, node: u32, frame: Self::Offer, last: bool);

    /// Says which epoch the cycle that is played next belongs to, and which nodes have flits left for it.
    fn see_epoch(&mut self, epoch: usize, pending: impl Iterator<Item = bool>) {
        let _ = (epoch, pending);
    }

    /// Changes which nodes are faulty.
    fn set_faulty(&mut self, faulty: &BTreeSet<u32>);

    /// Plays a cycle.
    fn step(&mut self, ports: &mut Ports);
}

/// Returns the trace that a model leaves when a stimulus is played into it.
pub(crate) fn trace<C: Clocked>(
    device: &dyn Device,
    model: C,
    stimulus: &Stimulus,
    seed: u64,
) -> String {
    let mut bench = Bench::new(device, model, stimulus, seed);
    while !bench.cycle() {}
    bench.recorder.text
}

/// Returns the messages of a stimulus by their numbers.
pub(crate) fn messages(stimulus: &Stimulus) -> Vec<&Message> {
    let epochs = stimulus.epochs.iter();
    let mut messages: Vec<&Message> = epochs.flat_map(|epoch| &epoch.messages).collect();
    messages.sort_unstable_by_key(|message| message.id);
    messages
}

/// What the ports of the network show.
#[derive(Debug)]
pub(crate) struct Ports {
    refusals: Vec<Refusal>,
    accepted: BTreeSet<u32>,
    /// Deliveries of this cycle, one of a node at most.
    delivered: Vec<(u32, Flit)>,
    /// A delivery is offered, taken or not.
    offered: bool,
    /// The testbench itself keeps the epoch from ending.
    awake: bool,
    /// Copies and events that show in this cycle, and in the next one.
    starts: [BTreeSet<(u32, u32)>; 2],
    events: [Vec<(u32, u64)>; 2],
}

impl Ports {
    fn new(nodes: u32, seed: u64) -> Self {
        Self {
            refusals: (0..nodes).map(|node| Refusal::new(seed, node)).collect(),
            accepted: BTreeSet::new(),
            delivered: Vec::new(),
            offered: false,
            awake: false,
            starts: Default::default(),
            events: Default::default(),
        }
    }

    /// The flit that a node offers is taken.
    pub fn accepted(&mut self, node: u32) {
        self.accepted.insert(node);
    }

    /// Tells whether the processor takes the flit that is offered to it.
    pub fn takes(&mut self, node: u32) -> bool {
        self.offered = true;
        self.refusals[node as usize].ready
    }

    /// A processor takes a flit.
    pub fn delivered(&mut self, node: u32, flit: Flit) {
        self.delivered.push((node, flit));
    }

    /// No epoch ends because of this cycle.
    pub fn stays_awake(&mut self) {
        self.awake = true;
    }

    /// A copy starts on a link in this cycle.
    pub fn starts_now(&mut self, node: u32, link: u32) {
        self.starts[0].insert((node, link));
    }

    /// A copy starts on a link in the next cycle.
    pub fn starts(&mut self, node: u32, link: u32) {
        self.starts[1].insert((node, link));
    }

    /// A node reports something in the next cycle.
    pub fn reports(&mut self, node: u32, word: u64) {
        self.events[1].push((node, word));
    }

    /// A node reports something in this cycle.
    pub fn reports_now(&mut self, node: u32, word: u64) {
        self.events[0].push((node, word));
    }

    /// Begins a cycle.
    fn begin(&mut self) {
        self.accepted.clear();
        self.delivered.clear();
        self.offered = false;
        self.awake = false;
        self.starts[0] = std::mem::take(&mut self.starts[1]);
        self.events[0] = std::mem::take(&mut self.events[1]);
    }

    /// Tells whether something has happened in this cycle.
    fn moved(&self) -> bool {
        self.offered
            || self.awake
            || !self.accepted.is_empty()
            || !self.starts[0].is_empty()
            || !self.events[0].is_empty()
    }
}

/// Plays the frames of one node: `frame_player`.
#[derive(Clone, Debug)]
struct Player<'a, F> {
    /// Messages that have not begun, the next one last.
    messages: Vec<&'a Message>,
    /// The message of the next flit, its frame, once it has begun, and the number of the flit.
    current: Option<(&'a Message, Option<F>, usize)>,
    gap: u32,
    /// A flit is offered, and whether it is the last one.
    offered: Option<bool>,
    in_frame: bool,
}

impl<'a, F: Copy> Player<'a, F> {
    fn new() -> Self {
        Self { messages: Vec::new(), current: None, gap: 0, offered: None, in_frame: false }
    }

    /// Goes on to the next flit.
    fn fetch(&mut self) {
        self.current = match self.current.take() {
            Some((message, frame, index)) if index + 1 < message.flits.len() => {
                Some((message, frame, index + 1))
            }
            _ => self.messages.pop().map(|message| (message, None, 0)),
        };
        self.gap = self.current.map_or(0, |(message, _, index)| message.gaps[index]);
    }

    fn due(&self, epoch: usize) -> bool {
        self.current.is_some_and(|(message, ..)| message.offered as usize <= epoch)
    }

    /// Ends a cycle in which the offered flit, if any, is gone.
    fn step(&mut self, model: &mut impl Clocked<Offer = F>, node: u32, epoch: usize) {
        self.offered = None;
        if !self.due(epoch) {
            return;
        }
        if self.gap > 0 {
            self.gap -= 1;
            return;
        }
        let (message, frame, index) = self.current.expect("a flit is due");
        let frame = frame.unwrap_or_else(|| model.begin(message));
        let last = message.flits[index].last;
        model.offer(node, frame, last);
        self.offered = Some(last);
        self.current = Some((message, Some(frame), index));
        self.fetch();
    }
}

/// Refuses flits in a share of the cycles: `back_pressure`.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    state: u32,
    ready: bool,
}

impl Refusal {
    fn new(seed: u64, node: u32) -> Self {
        let node = node & 0xffff;
        Self { state: (seed as u32 ^ (node << 16 | !node & 0xffff)) | 1, ready: false }
    }

    fn step(&mut self, low: u32) {
        let mut next = self.state ^ self.state << 13;
        next ^= next >> 17;
        next ^= next << 5;
        *self = Self { state: next, ready: next >> 8 & 0xff >= low };
    }
}

/// Writes what happens: `trace_recorder`.
struct Recorder {
    width: u32,
    event_digits: usize,
    text: String,
}

impl Recorder {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("a string takes everything");
        self.text.push('\n');
    }

    /// Writes the lines of a node.
    fn node(&mut self, cycle: u64, node: u32, begins: bool, ports: &Ports) {
        if begins {
            self.line(format_args!("{cycle} A {node}"));
        }
        for (_, link) in ports.starts[0].range((node, 0)..(node + 1, 0)) {
            self.line(format_args!("{cycle} L {node} {link}"));
        }
        if let Some((_, flit)) = ports.delivered.iter().find(|(at, _)| *at == node) {
            let (last, bad) = (u32::from(flit.last), u32::from(flit.bad));
            self.line(format_args!("{cycle} D {node} {last} {bad} {}", flit.hex(self.width)));
        }
        if let Some((_, word)) = ports.events[0].iter().find(|(at, _)| *at == node) {
            let digits = self.event_digits;
            self.line(format_args!("{cycle} E {node} {word:0digits$x}"));
        }
    }
}

/// The testbench: `epoch_control` and what it controls.
struct Bench<'a, C: Clocked> {
    stimulus: &'a Stimulus,
    model: C,
    players: Vec<Player<'a, C::Offer>>,
    ports: Ports,
    recorder: Recorder,
    epoch: usize,
    seen_epoch: Option<usize>,
    /// Cycles without movement, and how many end an epoch.
    quiet: u32,
    idle: u32,
    stalled: bool,
}

impl<'a, C: Clocked> Bench<'a, C> {
    fn new(device: &dyn Device, mut model: C, stimulus: &'a Stimulus, seed: u64) -> Self {
        let nodes = device.nodes();
        let mut players: Vec<_> = (0..nodes).map(|_| Player::new()).collect();
        let epochs = stimulus.epochs.iter().rev();
        for message in epochs.flat_map(|epoch| epoch.messages.iter().rev()) {
            // The streams of other ports are no frames: the model plays them.
            if let Some(player) = players.get_mut(message.port as usize) {
                player.messages.push(message);
            }
        }
        players.iter_mut().for_each(Player::fetch);
        if let Some(epoch) = stimulus.epochs.first() {
            model.set_faulty(&epoch.faulty);
        }
        let recorder = Recorder {
            width: device.width(),
            event_digits: device.event_bits().div_ceil(4) as usize,
            text: String::new(),
        };
        Self {
            stimulus,
            model,
            players,
            ports: Ports::new(nodes, seed),
            recorder,
            epoch: 0,
            seen_epoch: None,
            quiet: 0,
            idle: device.idle(),
            stalled: false,
        }
    }

    /// Plays a cycle; tells whether it was the last one.
    fn cycle(&mut self) -> bool {
        let (recorder, ports) = (&mut self.recorder, &mut self.ports);
        let cycle = self.model.now();
        ports.begin();
        let pending =
            self.players.iter().map(|player| player.offered.is_some() || player.due(self.epoch));
        self.model.see_epoch(self.epoch, pending);
        self.model.step(ports);
        let done = self.epoch >= self.stimulus.epochs.len();
        if self.seen_epoch.replace(self.epoch) != Some(self.epoch) && !done {
            recorder.line(format_args!("{cycle} N {}", self.epoch));
        }
        for (node, player) in (0..).zip(&mut self.players) {
            let accepted = ports.accepted.contains(&node);
            recorder.node(cycle, node, accepted && !player.in_frame, ports);
            if accepted {
                player.in_frame = player.offered == Some(false);
            }
        }
        // What stands beside the nodes.
        for (node, link) in ports.starts[0].range((self.players.len() as u32, 0)..) {
            recorder.line(format_args!("{cycle} L {node} {link}"));
        }
        if done || self.stalled {
            let end = if done { "done" } else { "stalled" };
            recorder.line(format_args!("{cycle} F {end}"));
            return true;
        }
        self.advance();
        false
    }

    /// Ends a cycle.
    fn advance(&mut self) {
        let epoch = self.epoch;
        let Some(now) = self.stimulus.epochs.get(epoch) else { return };
        let mut moved = self.ports.moved();
        let mut pending = false;
        for (node, player) in (0..).zip(&mut self.players) {
            let (offers, due) = (player.offered.is_some(), player.due(epoch));
            moved |= due && player.gap > 0 && !offers;
            pending |= (offers || due) && !now.faulty.contains(&node);
            if !offers || self.ports.accepted.contains(&node) {
                player.step(&mut self.model, node, epoch);
            }
        }
        self.ports.refusals.iter_mut().for_each(|refusal| refusal.step(now.low));
        if moved {
            self.quiet = 0;
        } else if self.quiet != self.idle {
            self.quiet += 1;
        } else if pending {
            self.stalled = true;
        } else {
            self.epoch += 1;
            self.quiet = 0;
            if let Some(next) = self.stimulus.epochs.get(self.epoch) {
                self.model.set_faulty(&next.faulty);
            }
        }
    }
}
