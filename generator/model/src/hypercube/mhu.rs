//! One message handling unit as a function: a frame in, copies, a delivery and events out.
//!
//! What it does, not when: arbitration, buffering and timing are the hardware's.

use teecast_spec::topology::Cube;
use teecast_spec::{Flit, HypercubeSpec};

use super::class::{ClassRule, RoutePlace};
use super::event::{self, Event};
use super::frame::{self, Addressees, FrameError, Header, MhuFrame};
use super::multicast::{self, Rule};
use super::{all_dimensions, broadcast, dimensions};

/// Tells a message handling unit where it is and what arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MhuContext {
    /// Address of the node.
    pub node: u32,
    /// Bit j = 1: the neighbour in dimension j is faulty; 0 without fault tolerance.
    pub fault_vector: u32,
    /// Input channel: a dimension, or `None` for the local processor.
    pub arrival: Option<u32>,
    /// Class of the buffer the frame entered.
    pub class: u32,
}

impl MhuContext {
    fn place(&self) -> RoutePlace {
        RoutePlace { node: self.node, arrival: self.arrival, class: self.class }
    }
}

/// One frame that leaves on a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Dimension of the link.
    pub dimension: u32,
    /// Class of the buffer it enters.
    pub class: u32,
    /// The frame in the form of links.
    pub flits: Vec<Flit>,
}

/// Holds everything one frame causes at one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MhuOutcome {
    /// Copies in the order of decision.
    pub copies: Vec<Copy>,
    /// Frame for the local processor: source header flit, then data.
    pub delivery: Option<Vec<Flit>>,
    /// Events.
    pub events: Vec<Event>,
}

/// Handles one frame.
///
/// **Shape**: `flits` is one frame as offered, complete to its last flit; malformed is allowed. A
/// frame that arrives over a dimension has the form of links, one of the processor its own form.
pub fn handle(spec: &HypercubeSpec, context: &MhuContext, flits: &[Flit]) -> MhuOutcome {
    let own_event = |code| Event { node: context.node, code, source: context.node, address: 0 };
    let decoded = match context.arrival {
        Some(dimension) => frame::decode_link(spec, Cube::across(context.node, dimension), flits),
        None => frame::decode(spec, flits),
    };
    let mut frame = match decoded {
        Ok(frame) => frame,
        Err(error) => {
            let code = match error {
                FrameError::BadCount { .. } => event::BAD_COUNT,
                FrameError::Truncated { .. } => event::TRUNCATED,
            };
            return MhuOutcome { events: vec![own_event(code)], ..MhuOutcome::default() };
        }
    };
    if context.arrival.is_none() {
        frame.header.control = all_dimensions(spec.n);
        frame.header.source = context.node;
        frame.bad = false;
    }
    let mut events = Vec::new();
    if frame.data.len() > spec.max_data as usize {
        frame.data.truncate(spec.max_data as usize);
        frame.bad = true;
        events.push(own_event(event::OVERSIZE));
    }
    let mut outcome = process(spec, context, &frame);
    events.append(&mut outcome.events);
    MhuOutcome { events, ..outcome }
}

/// Type checker: lists up to m go to the multicaster, the rest to the broadcaster.
fn process(spec: &HypercubeSpec, context: &MhuContext, frame: &MhuFrame) -> MhuOutcome {
    match &frame.header.addressees {
        Addressees::List(list) if list.len() > spec.m as usize => {
            broadcaster(spec, context, frame, Some(list))
        }
        Addressees::List(list) | Addressees::Places(list) => {
            multicaster(spec, context, frame, list)
        }
        Addressees::Only { address, .. } => multicaster(spec, context, frame, &[*address]),
        Addressees::Broadcast => broadcaster(spec, context, frame, None),
    }
}

/// Returns whom a branch of a multicast is for, which keeps some of the places of its list.
fn addressees(
    spec: &HypercubeSpec,
    node: u32,
    frame: &MhuFrame,
    list: &[u32],
    kept: &[usize],
) -> Addressees {
    let near = frame::near_places(spec);
    // What comes after the near places is left out where the message goes on after it.
    let whole = frame::multicast_flits(spec, list.len()) == frame::multicast_flits(spec, near);
    match (&frame.header.addressees, list, kept) {
        (only @ Addressees::Only { .. }, ..) => only.clone(),
        (_, [address], _) => Addressees::Only { place: 0, address: *address },
        (_, _, &[place]) if place < near && (whole || !frame.data.is_empty()) => {
            Addressees::Only { place, address: list[place] }
        }
        _ => {
            let mut places = frame::keep_rows(list, kept, node);
            if kept.iter().all(|place| *place < near) && !frame.data.is_empty() {
                places.truncate(near);
            }
            Addressees::Places(places)
        }
    }
}

fn multicaster(
    spec: &HypercubeSpec,
    context: &MhuContext,
    frame: &MhuFrame,
    list: &[u32],
) -> MhuOutcome {
    // What the neighbour took out of the list is no destination any more.
    let is_live = |row: &usize| frame::is_live(list[*row], context.node, context.arrival);
    let rows: Vec<usize> = (0..list.len()).filter(is_live).collect();
    let live: Vec<u32> = rows.iter().map(|&row| list[row]).collect();
    let rule = Rule::of(spec);
    let decision = multicast::decide(&rule, &context.place(), context.fault_vector, &live);
    let copy = |branch: multicast::Branch| {
        let kept: Vec<usize> = branch.rows.iter().map(|&index| rows[index]).collect();
        let header = Header {
            addressees: addressees(spec, context.node, frame, list, &kept),
            control: frame.header.control,
            source: frame.header.source,
        };
        let flits = frame::encode_link(spec, context.node, &MhuFrame { header, ..frame.clone() });
        Copy { dimension: branch.dimension, class: branch.class, flits }
    };
    MhuOutcome {
        copies: decision.branches.into_iter().map(copy).collect(),
        delivery: deliver_if(decision.local, frame),
        events: decision
            .unroutable
            .iter()
            .map(|&index| unroutable(context, frame, live[index]))
            .collect(),
    }
}

fn broadcaster(
    spec: &HypercubeSpec,
    context: &MhuContext,
    frame: &MhuFrame,
    list: Option<&[u32]>,
) -> MhuOutcome {
    let place = context.place();
    let classes = ClassRule::of(spec);
    let sends = if spec.fault_tolerant {
        frame.header.control
    } else {
        source_flags(spec, context.node, frame.header.source)
    };
    let decision = broadcast::decide(&classes, &place, context.fault_vector, sends);
    let listed = |address: &u32| list.is_some_and(|list| list.contains(address));
    let mut events: Vec<Event> = dimensions(decision.faulty)
        .map(|j| Cube::across(context.node, j))
        .filter(listed)
        .map(|address| unroutable(context, frame, address))
        .collect();
    if decision.incomplete() {
        let source = frame.header.source;
        events.push(Event { node: context.node, code: event::INCOMPLETE, source, address: 0 });
    }
    let copy = |branch: broadcast::Branch| {
        let header = Header { control: branch.control, ..frame.header.clone() };
        let flits = frame::encode_link(spec, context.node, &MhuFrame { header, ..frame.clone() });
        Copy { dimension: branch.dimension, class: branch.class, flits }
    };
    // Matching checker: a plain broadcast is for every node but its sender.
    let local = match list {
        None => context.arrival.is_some(),
        Some(_) => listed(&context.node),
    };
    MhuOutcome {
        copies: decision.branches.into_iter().map(copy).collect(),
        delivery: deliver_if(local, frame),
        events,
    }
}

/// Returns the dimensions a broadcast without Control leaves by, from its source address.
fn source_flags(spec: &HypercubeSpec, node: u32, source: u32) -> u32 {
    let relative = source ^ node;
    if spec.lan {
        broadcast::by_relative_address(spec.n, relative)
    } else {
        broadcast::by_relative_address_negative_first(spec.n, node, relative)
    }
}

fn deliver_if(local: bool, frame: &MhuFrame) -> Option<Vec<Flit>> {
    local.then(|| frame::delivery(frame.header.source, &frame.data, frame.bad))
}

fn unroutable(context: &MhuContext, frame: &MhuFrame, address: u32) -> Event {
    let source = frame.header.source;
    Event { node: context.node, code: event::UNROUTABLE, source, address }
}
