//! The network's testbench around the clocked model instead of the hardware.
//!
//! Players, back-pressure, epochs and recorder do clock by clock what the modules of `sim-tb/` of the
//! same names do, so that the model's trace is the hardware's, line by line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use teecast_model::hypercube::event::Event;
use teecast_model::network::mhu::{Beat, Cube, Frame, World};
use teecast_spec::{Flit, HypercubeSpec};

use super::event_word;
use crate::family::Family;
use crate::stimulus::{Message, Stimulus};

/// Returns the trace that the model leaves when a stimulus is played into it.
pub fn trace(spec: &HypercubeSpec, stimulus: &Stimulus, seed: u64) -> String {
    let mut bench = Bench::new(spec, stimulus, seed);
    while !bench.cycle() {}
    bench.recorder.text
}

/// Plays the frames of one node: `frame_player`.
#[derive(Clone, Debug, Default)]
struct Player<'a> {
    /// Messages that have not begun, the next one last.
    messages: Vec<&'a Message>,
    /// The message of the next flit, its packet, once it has begun, and the number of the flit.
    current: Option<(&'a Message, Option<u32>, usize)>,
    gap: u32,
    /// A flit is offered, and whether it is the last one.
    offered: Option<bool>,
    in_frame: bool,
}

impl<'a> Player<'a> {
    /// Goes on to the next flit.
    fn fetch(&mut self) {
        self.current = match self.current.take() {
            Some((message, packet, index)) if index + 1 < message.flits.len() => {
                Some((message, packet, index + 1))
            }
            _ => self.messages.pop().map(|message| (message, None, 0)),
        };
        self.gap = self.current.map_or(0, |(message, _, index)| message.gaps[index]);
    }

    fn due(&self, epoch: usize) -> bool {
        self.current.is_some_and(|(message, ..)| message.offered as usize <= epoch)
    }

    /// Ends a cycle in which the offered flit, if any, is gone.
    fn step(&mut self, spec: &HypercubeSpec, cube: &mut Cube, node: u32, epoch: usize) {
        self.offered = None;
        if !self.due(epoch) {
            return;
        }
        if self.gap > 0 {
            self.gap -= 1;
            return;
        }
        let (message, packet, index) = self.current.expect("a flit is due");
        let packet = packet.unwrap_or_else(|| cube.begin(node, frame(spec, message)));
        let last = message.flits[index].last;
        cube.offer(node, packet, last);
        self.offered = Some(last);
        self.current = Some((message, Some(packet), index));
        self.fetch();
    }
}

/// Returns what the header of a message says; fields that are cut off are 0.
fn frame(spec: &HypercubeSpec, message: &Message) -> Frame {
    let field = |index: u32| {
        let (flit, lane) = (index / spec.fields_per_flit(), index % spec.fields_per_flit());
        let flit: Option<&Flit> = message.flits.get(flit as usize);
        flit.map_or(0, |flit| flit.field(lane * spec.n, spec.n))
    };
    let count = field(0);
    let listed = if count <= spec.max_list { count } else { 0 };
    Frame { message: message.id, count, destinations: (1..=listed).map(field).collect() }
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
struct Recorder<'a> {
    spec: &'a HypercubeSpec,
    messages: Vec<&'a Message>,
    refusals: Vec<Refusal>,
    text: String,
    accepted: BTreeSet<u32>,
    /// Deliveries of this cycle, one of a node at most.
    delivered: Vec<(u32, Beat)>,
    /// A delivery is offered, taken or not.
    offered: bool,
    /// Copies and events that show in this cycle, and in the next one.
    starts: [BTreeSet<(u32, u32)>; 2],
    events: [Vec<Event>; 2],
}

impl World for Recorder<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.insert(node);
    }

    fn takes(&mut self, node: u32) -> bool {
        self.offered = true;
        self.refusals[node as usize].ready
    }

    fn delivered(&mut self, _: u64, node: u32, beat: Beat) {
        self.delivered.push((node, beat));
    }

    fn link_start(&mut self, _: u64, node: u32, dimension: u32) {
        self.starts[1].insert((node, dimension));
    }

    fn event(&mut self, _: u64, event: Event) {
        self.events[1].push(event);
    }
}

impl Recorder<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("a string takes everything");
        self.text.push('\n');
    }

    /// Writes the lines of a node.
    fn node(&mut self, cycle: u64, node: u32, begins: bool) {
        if begins {
            self.line(format_args!("{cycle} A {node}"));
        }
        for (_, link) in self.starts[0].clone().range((node, 0)..(node + 1, 0)) {
            self.line(format_args!("{cycle} L {node} {link}"));
        }
        if let Some((_, beat)) = self.delivered.iter().find(|(at, _)| *at == node).copied() {
            let message = self.messages[beat.message as usize];
            let bits = match beat.index {
                0 => Flit::new(message.port.into(), false),
                index => {
                    let listed = frame(self.spec, message).destinations.len();
                    let header = self.spec.header_flits(listed as u32);
                    message.flits[(header + index - 1) as usize].clone()
                }
            };
            let (last, bad) = (u32::from(beat.last), u32::from(beat.bad));
            self.line(format_args!("{cycle} D {node} {last} {bad} {}", bits.hex(self.spec.width)));
        }
        let event = self.events[0].iter().find(|event| event.node == node);
        if let Some(word) = event.map(|event| event_word(self.spec.n, event)) {
            let digits = self.spec.event_bits().div_ceil(4) as usize;
            self.line(format_args!("{cycle} E {node} {word:0digits$x}"));
        }
    }
}

/// The testbench: `epoch_control` and what it controls.
struct Bench<'a> {
    stimulus: &'a Stimulus,
    cube: Cube,
    players: Vec<Player<'a>>,
    recorder: Recorder<'a>,
    epoch: usize,
    seen_epoch: Option<usize>,
    quiet: u32,
    stalled: bool,
}

impl<'a> Bench<'a> {
    fn new(spec: &'a HypercubeSpec, stimulus: &'a Stimulus, seed: u64) -> Self {
        let nodes = spec.nodes();
        let mut messages: Vec<&Message> =
            stimulus.epochs.iter().flat_map(|epoch| &epoch.messages).collect();
        let mut players = vec![Player::default(); nodes as usize];
        for message in messages.iter().rev() {
            players[message.port as usize].messages.push(message);
        }
        players.iter_mut().for_each(Player::fetch);
        messages.sort_unstable_by_key(|message| message.id);
        let mut cube = Cube::new(spec);
        if let Some(epoch) = stimulus.epochs.first() {
            cube.set_faulty(&epoch.faulty);
        }
        let recorder = Recorder {
            spec,
            messages,
            refusals: (0..nodes).map(|node| Refusal::new(seed, node)).collect(),
            text: String::new(),
            accepted: BTreeSet::new(),
            delivered: Vec::new(),
            offered: false,
            starts: Default::default(),
            events: Default::default(),
        };
        Self {
            stimulus,
            cube,
            players,
            recorder,
            epoch: 0,
            seen_epoch: None,
            quiet: 0,
            stalled: false,
        }
    }

    /// Plays a cycle; tells whether it was the last one.
    fn cycle(&mut self) -> bool {
        let recorder = &mut self.recorder;
        let cycle = self.cube.now();
        recorder.accepted.clear();
        recorder.delivered.clear();
        recorder.offered = false;
        recorder.starts[0] = std::mem::take(&mut recorder.starts[1]);
        recorder.events[0] = std::mem::take(&mut recorder.events[1]);
        self.cube.step(recorder);
        let done = self.epoch >= self.stimulus.epochs.len();
        if self.seen_epoch.replace(self.epoch) != Some(self.epoch) && !done {
            recorder.line(format_args!("{cycle} N {}", self.epoch));
        }
        for (node, player) in (0..).zip(&mut self.players) {
            let accepted = recorder.accepted.contains(&node);
            recorder.node(cycle, node, accepted && !player.in_frame);
            if accepted {
                player.in_frame = player.offered == Some(false);
            }
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
        let recorder = &mut self.recorder;
        let epoch = self.epoch;
        let Some(now) = self.stimulus.epochs.get(epoch) else { return };
        let mut moved = recorder.offered
            || !recorder.accepted.is_empty()
            || !recorder.starts[0].is_empty()
            || !recorder.events[0].is_empty();
        let mut pending = false;
        for (node, player) in (0..).zip(&mut self.players) {
            let (offers, due) = (player.offered.is_some(), player.due(epoch));
            moved |= due && player.gap > 0 && !offers;
            pending |= (offers || due) && !now.faulty.contains(&node);
            if !offers || recorder.accepted.contains(&node) {
                player.step(recorder.spec, &mut self.cube, node, epoch);
            }
        }
        recorder.refusals.iter_mut().for_each(|refusal| refusal.step(now.low));
        if moved {
            self.quiet = 0;
        } else if self.quiet != recorder.spec.idle() {
            self.quiet += 1;
        } else if pending {
            self.stalled = true;
        } else {
            self.epoch += 1;
            self.quiet = 0;
            if let Some(next) = self.stimulus.epochs.get(self.epoch) {
                self.cube.set_faulty(&next.faulty);
            }
        }
    }
}
