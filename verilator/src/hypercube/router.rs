//! Measures one router: latency, concurrency of copies, throughput, and what blocks what.
//!
//! The router is node 0 of its cube without faults, so that every hop ascends and a message for
//! node 2^j leaves by dimension j. Frames come in as a neighbour or the processor sends them. Bounds
//! count the header flits that a frame would have if it listed only the destinations it is for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use teecast_model::hypercube::frame::{self, Addressees, Header, MARK_BITS, MhuFrame};
use teecast_model::hypercube::mhu::{self, MhuContext};
use teecast_spec::topology::Cube;
use teecast_spec::{Flit, HypercubeSpec, Vote};

use crate::build::{Simulation, Simulator};
use crate::device::Measurement;
use crate::error::ToolError;
use crate::network_bench::{BenchError, bench_build};
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};
use crate::trace::{SeenEpoch, SeenFrame, Trace};

/// **Units**: seconds.
const RUN_LIMIT: Duration = Duration::from_secs(600);

/// Messages in a row for the throughput, and data flits of each.
const ROW: u32 = 50;
const ROW_DATA: u32 = 8;

/// Messages with random destinations.
const LISTS: u32 = 48;

/// A router under test, built and ready to run.
#[derive(Clone, Debug)]
pub struct RouterBench {
    spec: HypercubeSpec,
    simulation: Simulation,
}

impl RouterBench {
    /// Builds the router and its testbench; `files` as in
    /// [`NetworkBench::build`](crate::network_bench::NetworkBench::build).
    ///
    /// # Errors
    /// As [`Build::simulation`](crate::build::Build::simulation).
    pub fn build(
        spec: &HypercubeSpec,
        prefix: &str,
        files: &[PathBuf],
        simulator: Simulator,
    ) -> Result<Self, ToolError> {
        let simulation = bench_build(prefix, "hypercube_router", files, simulator).simulation()?;
        Ok(Self { spec: spec.clone(), simulation })
    }

    /// Returns the configuration of the router.
    pub(super) fn spec(&self) -> &HypercubeSpec {
        &self.spec
    }

    /// Runs all experiments in `folder` and returns the numbers.
    ///
    /// # Errors
    /// [`BenchError::Tool`], [`BenchError::Trace`].
    pub fn measure(&self, folder: &Path) -> Result<Vec<Measurement>, BenchError> {
        let experiments = experiments(&self.spec);
        let epochs = experiments.iter().flat_map(|experiment| experiment.epochs.clone()).collect();
        let mut seen = self.play(&Stimulus::of(epochs), folder)?.into_iter();
        Ok(experiments
            .into_iter()
            .map(|experiment| {
                let epochs: Vec<SeenEpoch> =
                    experiment.epochs.iter().map(|_| seen.next().unwrap_or_default()).collect();
                experiment.judge(&epochs)
            })
            .collect())
    }

    pub(super) fn play(
        &self,
        stimulus: &Stimulus,
        folder: &Path,
    ) -> Result<Vec<SeenEpoch>, BenchError> {
        let spec = &self.spec;
        let stimuli = folder.join("router-stimuli");
        let trace = folder.join("router-trace.txt");
        let widened = HypercubeSpec { width: spec.width + SIDEBAND, ..spec.clone() };
        stimulus.write(&widened, &stimuli).map_err(ToolError::io(&stimuli))?;
        let arguments = [
            format!("stimuli={}", stimuli.display()),
            format!("trace={}", trace.display()),
            format!("idle={}", 2 * spec.message_flits() + 64),
            "verilator+rand+reset+2".to_string(),
        ];
        self.simulation.run(&arguments, folder, RUN_LIMIT)?;
        Ok(Trace::read(&trace)?.epochs)
    }
}

/// Bits above the data of a played flit: its mark, tuser, then the class, at most three bits.
const SIDEBAND: u32 = MARK_BITS + 4;

/// The fewest branches of a multicast, and the time from its last header flit to its first branch: it is
/// decided in cycle 1, asked for in cycle 3, and on the link in cycle 4.
const FEW_BRANCHES: u32 = 2;
const FIRST_BRANCH: f64 = 4.0;

/// Message buffers of a class behind a link.
const BUFFERS: u32 = 2;

/// Returns the number of an experiment from what its epochs did.
type Reading = Box<dyn Fn(&[SeenEpoch]) -> Option<f64>>;

enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

struct Experiment {
    what: String,
    bound: Bound,
    unit: &'static str,
    epochs: Vec<Epoch>,
    reading: Reading,
}

impl Experiment {
    /// A number that cannot be read, because something never left, is infinitely bad.
    fn judge(self, seen: &[SeenEpoch]) -> Measurement {
        let read = (self.reading)(seen);
        let (value, bound, passed) = match self.bound {
            Bound::AtMost(bound) => {
                let value = read.unwrap_or(f64::INFINITY);
                (value, bound, value <= bound)
            }
            Bound::AtLeast(bound) => {
                let value = read.unwrap_or(0.0);
                (value, bound, value >= bound)
            }
        };
        Measurement { what: self.what, value, bound, unit: self.unit, passed }
    }
}

/// Lists the experiments that make sense for a configuration.
fn experiments(spec: &HypercubeSpec) -> Vec<Experiment> {
    let mut list = vec![latency(spec, 0), latency(spec, spec.max_data)];
    let most = spec.m.min(spec.n);
    if most >= FEW_BRANCHES {
        let numbers = BTreeSet::from([FEW_BRANCHES, most]);
        list.extend(numbers.into_iter().map(|branches| first_branch(spec, branches)));
    }
    for data in BTreeSet::from([0, ROW_DATA.min(spec.max_data), spec.max_data]) {
        list.push(copies(spec, 0, data));
        list.push(copies(spec, spec.n, data));
        list.push(lists(spec, data));
    }
    if spec.max_data >= ROW_DATA {
        list.push(throughput(spec));
    }
    if spec.m >= 2 {
        list.push(refused_delivery(spec));
    }
    list.push(blocked_output(spec));
    if spec.classes >= 2 {
        list.push(blocked_class(spec));
    }
    list
}

/// An idle router, link 0 to link 1.
fn latency(spec: &HypercubeSpec, data: u32) -> Experiment {
    let header = frame::multicast_flits(spec, 1) as u32;
    Experiment {
        what: format!("unicast, idle router, {header} header and {data} data flits: first flit"),
        bound: Bound::AtMost(f64::from(2 + header - 1)),
        unit: "cycles",
        epochs: vec![epoch(vec![message(spec, 0, &[2], data)])],
        reading: Box::new(|seen| Some(first_out(&seen[0], 1)? - accepted(&seen[0])?)),
    }
}

/// An idle router, from the processor to the first links.
fn first_branch(spec: &HypercubeSpec, branches: u32) -> Experiment {
    let list: Vec<u32> = (0..branches).map(|link| 1 << link).collect();
    let message = message(spec, spec.n, &list, 0);
    let header = message.flits.len() as f64;
    Experiment {
        what: format!("{branches} branches, idle router: first branch after the header"),
        bound: Bound::AtMost(FIRST_BRANCH),
        unit: "cycles",
        epochs: vec![epoch(vec![message])],
        reading: Box::new(move |seen| {
            let links = (0..branches).map(|link| first_out(&seen[0], link));
            let first = links.flatten().reduce(f64::min)?;
            Some(first - (accepted(&seen[0])? + header - 1.0))
        }),
    }
}

/// All copies of one message at once: from channel 0 or, with one branch more, the processor.
fn copies(spec: &HypercubeSpec, channel: u32, data: u32) -> Experiment {
    let links = (0..spec.n).filter(|link| *link != channel).map(|link| 1 << link);
    // Address 0: the delivery.
    let list: Vec<u32> = std::iter::once(0).chain(links).take(spec.m as usize).collect();
    let message = message(spec, channel, &list, data);
    let expected = Expected::of(spec, &message);
    let Expected { branches, bound, .. } = expected;
    let from = if channel == spec.n { "the processor" } else { "a link" };
    Experiment {
        what: format!("{branches} branches from {from}, {data} data flits: to the last flit out"),
        bound: Bound::AtMost(bound),
        unit: "cycles",
        epochs: vec![epoch(vec![message])],
        reading: Box::new(move |seen| expected.time(&seen[0])),
    }
}

/// Branches of several destinations, one message after the other, from the processor.
fn lists(spec: &HypercubeSpec, data: u32) -> Experiment {
    let longest = spec.m.min(spec.nodes() - 2);
    let mut random = Random::new(u64::from(data));
    let messages: Vec<Message> = (0..LISTS)
        .map(|index| {
            let count = random.within(spec.m.min(2)..=longest);
            // With few leading dimensions the branches are long.
            let leading = 1 << (index % spec.n);
            let node = |_| leading | random.within(0..=spec.nodes() - 1);
            let list: Vec<u32> = (0..count).map(node).collect();
            message(spec, spec.n, &list, data)
        })
        .collect();
    let expected: Vec<Expected> = messages.iter().map(|one| Expected::of(spec, one)).collect();
    Experiment {
        what: format!(
            "{LISTS} lists of up to {longest} destinations, {data} data flits: cycles beyond \
             header_in + headers + branches + data + 8"
        ),
        bound: Bound::AtMost(0.0),
        unit: "cycles",
        epochs: messages.into_iter().map(|one| epoch(vec![one])).collect(),
        reading: Box::new(move |seen| {
            let beyond = |(seen, expected): (&SeenEpoch, &Expected)| {
                Some(expected.time(seen)? - expected.bound)
            };
            let all: Option<Vec<f64>> = seen.iter().zip(&expected).map(beyond).collect();
            all?.into_iter().reduce(f64::max)
        }),
    }
}

/// What one message causes at the router, and how long that may take.
struct Expected {
    /// Copies, the delivery among them.
    branches: usize,
    /// Header flits that come in and that leave, a cycle for each branch, merge and data flit, and 8. The
    /// headers that leave are counted with the destinations of their own only.
    ///
    /// **Units**: cycles.
    bound: f64,
}

impl Expected {
    fn of(spec: &HypercubeSpec, message: &Message) -> Self {
        let Message { port: channel, flits, .. } = message;
        let arrival = (*channel < spec.n).then_some(*channel);
        let frame = match arrival {
            Some(link) => frame::decode_link(spec, 1 << link, flits),
            None => frame::decode(spec, flits),
        };
        let MhuFrame { header, data, .. } = frame.expect("the message is a frame");
        let listed = match header.addressees {
            Addressees::Places(list) | Addressees::List(list) => list.len(),
            _ => 1,
        };
        let (listed, data) = (listed as u32, data.len());
        let context = MhuContext { node: 0, fault_vector: 0, arrival, class: 0 };
        let outcome = mhu::handle(spec, &context, flits);
        let of_copies: usize = outcome.copies.iter().map(|copy| own_header(spec, copy)).sum();
        let of_delivery = outcome.delivery.as_ref().map_or(0, |flits| flits.len() - data);
        let headers = of_copies + of_delivery;
        let branches = outcome.copies.len() + usize::from(outcome.delivery.is_some());
        let merges = if spec.vote == Vote::Nca { listed as usize - 1 } else { 0 };
        Self { branches, bound: (flits.len() + headers + branches + merges + 8) as f64 }
    }

    /// From the first flit in to the last flit out, when everything has left.
    fn time(&self, seen: &SeenEpoch) -> Option<f64> {
        let frames = &seen.deliveries;
        let left = frames.len() == self.branches && frames.iter().all(|frame| frame.complete);
        let last = frames.iter().map(|frame| frame.end).max()?;
        left.then_some(last as f64 - accepted(seen)?)
    }
}

/// Returns the header flits of a copy of node 0 that lists the destinations of its own only.
fn own_header(spec: &HypercubeSpec, copy: &mhu::Copy) -> usize {
    let frame = frame::decode_link(spec, 0, &copy.flits).expect("a copy is a frame");
    let there = Cube::across(0, copy.dimension);
    let is_live = |to: &&u32| frame::is_live(**to, there, Some(copy.dimension));
    let listed = match frame.header.addressees {
        Addressees::Broadcast => 0,
        Addressees::Only { .. } => 1,
        Addressees::Places(list) => list.iter().filter(is_live).count(),
        Addressees::List(list) => list.len(),
    };
    spec.header_flits(u32::try_from(listed).expect("a list is short")) as usize
}

/// Every channel sends to the next one, the processor to link 0.
///
/// The header of a processor's frame can take more flits than that of its copy. The link then waits for the
/// input, so flits are counted where there are more of them.
fn throughput(spec: &HypercubeSpec) -> Experiment {
    let channels = spec.n + 1;
    let target = |channel: u32| match (channel + 1) % channels {
        link if link < spec.n => 1 << link,
        _ => 0,
    };
    let one = |channel: u32| message(spec, channel, &[target(channel)], ROW_DATA);
    let row = |channel: u32| (0..ROW).map(move |_| one(channel));
    // Flits that come in for one frame on a link.
    let fed: Vec<usize> =
        (0..spec.n).map(|link| one(link.checked_sub(1).unwrap_or(spec.n)).flits.len()).collect();
    Experiment {
        what: format!(
            "{ROW} messages of {ROW_DATA} data flits from every channel: slowest link, or the input \
             that feeds it"
        ),
        bound: Bound::AtLeast(0.95),
        unit: "flits/cycle",
        epochs: vec![epoch((0..channels).flat_map(row).collect())],
        reading: Box::new(move |seen| {
            let utilisation = |(link, fed): (u32, &usize)| {
                let frames: Vec<_> =
                    seen[0].deliveries.iter().filter(|frame| frame.node == link).collect();
                let flits: usize = frames.iter().map(|frame| frame.flits.len().max(*fed)).sum();
                let complete = frames.len() == ROW as usize;
                let (first, last) = (frames.first()?, frames.last()?);
                complete.then_some(flits as f64 / (last.end - first.cycle + 1) as f64)
            };
            let mut links = (0..).zip(&fed).map(utilisation);
            links.try_fold(1.0, |least, link| Some(f64::min(least, link?)))
        }),
    }
}

/// The same message with a willing processor and with one that takes nothing.
fn refused_delivery(spec: &HypercubeSpec) -> Experiment {
    let plain = epoch(vec![message(spec, 0, &[0, 2], ROW_DATA.min(spec.max_data))]);
    let refused = Epoch { faulty: BTreeSet::from([spec.n]), ..plain.clone() };
    Experiment {
        what: "delay of a link copy while the processor refuses the delivery".to_string(),
        bound: Bound::AtMost(0.0),
        unit: "cycles",
        epochs: vec![plain, refused, Epoch::default()],
        reading: Box::new(|seen| {
            let copy = |seen: &SeenEpoch| Some(last_out(seen, 1)? - accepted(seen)?);
            Some(copy(&seen[1])? - copy(&seen[0])?)
        }),
    }
}

/// Link 1 has no room; one message for it waits in a buffer of link 0, the rest is for other
/// outputs.
fn blocked_output(spec: &HypercubeSpec) -> Experiment {
    let free = |channel: u32| match channel {
        // The delivery, since a message does not go back where it came from.
        0 if spec.n == 2 => 0,
        0 => 4,
        _ => 1,
    };
    let others = (0..=spec.n).map(|channel| (channel, free(channel), 0)).collect();
    passing(spec, "messages that pass one whose output is blocked", 1, others)
}

/// Both buffers of class 0 of link 0 wait for link 1; class 1 goes on.
fn blocked_class(spec: &HypercubeSpec) -> Experiment {
    let others = vec![(0, 0, 1)];
    passing(spec, "messages of class 1 that pass a full class 0", 2, others)
}

/// Counts the messages (channel, destination, class) that leave while `waiting` messages of link
/// 0 wait for link 1, whose two buffers are full.
fn passing(
    spec: &HypercubeSpec,
    what: &str,
    waiting: u32,
    others: Vec<(u32, u32, u32)>,
) -> Experiment {
    let data = ROW_DATA.min(spec.max_data);
    let bound = Bound::AtLeast(others.len() as f64);
    let mut messages: Vec<Message> =
        (0..BUFFERS + waiting).map(|_| message(spec, 0, &[2], data)).collect();
    for (channel, destination, class) in others {
        let mut passing = message(spec, channel, &[destination], data);
        for flit in &mut passing.flits {
            flit.set_field(spec.width + MARK_BITS + 1, SIDEBAND - MARK_BITS - 1, class);
        }
        messages.push(passing);
    }
    let blocked = Epoch { faulty: BTreeSet::from([1]), ..epoch(messages) };
    Experiment {
        what: what.to_string(),
        bound,
        unit: "messages",
        epochs: vec![blocked, Epoch::default()],
        reading: Box::new(|seen| {
            let passed = |frame: &&SeenFrame| frame.node != 1 && frame.complete;
            Some(seen[0].deliveries.iter().filter(passed).count() as f64)
        }),
    }
}

pub(super) fn epoch(messages: Vec<Message>) -> Epoch {
    Epoch { messages, ..Epoch::default() }
}

/// Returns a message as it comes in on a channel, in class 0.
pub(super) fn message(spec: &HypercubeSpec, channel: u32, list: &[u32], data: u32) -> Message {
    let source = if channel < spec.n { 1 << channel } else { 0 };
    let addressees = Addressees::List(list.to_vec());
    let header = Header { addressees, control: spec.nodes() - 1, source };
    let data = (0..data).map(|index| Flit::new(u64::from(index % 4), false)).collect();
    let frame = MhuFrame { header, data, bad: false };
    let flits = match channel < spec.n {
        true => frame::encode_link(spec, source, &frame),
        false => frame::encode(spec, &frame),
    };
    Message {
        id: 0,
        what: format!("to {list:?}"),
        port: channel,
        gaps: vec![0; flits.len()],
        flits,
        offered: 0,
    }
}

fn accepted(seen: &SeenEpoch) -> Option<f64> {
    seen.accepted.first().map(|(cycle, _)| *cycle as f64)
}

fn first_out(seen: &SeenEpoch, channel: u32) -> Option<f64> {
    seen.deliveries.iter().find(|frame| frame.node == channel).map(|frame| frame.cycle as f64)
}

fn last_out(seen: &SeenEpoch, channel: u32) -> Option<f64> {
    let complete = seen.deliveries.iter().filter(|frame| frame.node == channel && frame.complete);
    complete.map(|frame| frame.end as f64).reduce(f64::max)
}
