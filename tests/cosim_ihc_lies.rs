//! Networks of the IHC family with one lying node, played through the test ports: hardware and clocked
//! model do the same in every cycle, and no lie takes more than half of the copies of a message.

use std::collections::{BTreeMap, BTreeSet};

use teecast::model::fields;
use teecast::model::ihc::event;
use teecast::spec::topology::hamiltonian::Network as Topology;
use teecast::spec::{IhcSpec, Reception};
use teecast_cosim::build::Simulator;
use teecast_cosim::ihc::lies::Lie;
use teecast_cosim::ihc::replay;
use teecast_cosim::stimulus::{Epoch, Stimulus};
use teecast_cosim::trace::{SeenEpoch, Trace};

use super::cosim_ihc::{Network, spec};
use super::cycle_exact::same_traces;

/// What the nodes that tell the truth got of each other.
#[derive(Debug, Default)]
struct Received {
    /// How many right copies came of a message to a node; the counts that occurred.
    right: BTreeSet<u32>,
    /// How many frames came in the name of a source that sent a message to a node, of its round or of
    /// another one; the counts that occurred.
    frames: BTreeSet<u32>,
    /// Frames that say another round than the one they belong to.
    misnumbered: usize,
    codes: BTreeSet<u32>,
}

impl Received {
    fn of(spec: &IhcSpec, stimulus: &Stimulus, trace: &Trace) -> Self {
        let (mut received, mut before) = (Self::default(), 0);
        for (epoch, seen) in stimulus.epochs.iter().zip(&trace.epochs) {
            before += received.add(spec, epoch, before, seen);
        }
        received
    }

    /// Adds an epoch that begins after so many rounds; returns its rounds.
    fn add(&mut self, spec: &IhcSpec, epoch: &Epoch, before: u32, seen: &SeenEpoch) -> u32 {
        let honest = (0..spec.nodes()).filter(|node| !epoch.tapped.contains(node));
        let honest: Vec<u32> = honest.collect();
        let sent = |source| epoch.messages.iter().filter(move |message| message.port == source);
        let rounds = sent(honest[0]).count() as u32;
        // By node, source and round: frames, and those that are right.
        let mut counts: BTreeMap<(u32, u32, u32), (u32, u32)> = BTreeMap::new();
        for frame in seen.deliveries.iter().filter(|frame| honest.contains(&frame.node)) {
            let fields = fields::read(spec.width, &spec.copy_fields(), &frame.flits);
            let (values, data) = fields.expect("a delivery has a header");
            let (source, sequence) = (values[0], values[2]);
            let round = (sequence + 256 - before % 256) % 256;
            self.misnumbered += usize::from(round >= rounds);
            let message = sent(source).nth(round as usize);
            let count = counts.entry((frame.node, source, round)).or_default();
            count.0 += 1;
            count.1 += u32::from(message.is_some_and(|message| message.flits == data));
        }
        let rest = honest.iter().flat_map(|node| honest.iter().map(move |source| (*node, *source)));
        for (node, source) in rest.filter(|(node, source)| node != source) {
            for round in 0..rounds {
                let (frames, right) = counts.remove(&(node, source, round)).unwrap_or_default();
                self.frames.insert(frames);
                self.right.insert(right);
            }
        }
        let codes = seen.events.iter().filter(|(_, event)| honest.contains(&event.node));
        self.codes.extend(codes.map(|(_, event)| (event.word >> spec.source_bits()) as u32));
        rounds
    }
}

/// Plays every lie with and without the filter.
pub(super) fn play(spec: &IhcSpec, seed: u64, epochs: u32) {
    let half = spec.cycles() / 2;
    for filter in [true, false] {
        let spec = IhcSpec { filter, test_ports: true, ..spec.clone() };
        let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
        let mut codes: BTreeSet<u32> = BTreeSet::new();
        for lie in Lie::ALL {
            let stimulus = network.device.lying(lie, seed, epochs);
            let model = replay::trace(&spec, &stimulus, seed);
            let bench = (&network.device as _, &network.bench);
            let trace = same_traces(bench, &stimulus, seed, network.folder.path(), &model);
            if spec.reception == Reception::Majority {
                continue;
            }
            let received = Received::of(&spec, &stimulus, &trace);
            let what = format!("{lie:?}, filter {filter}: {received:?}");
            // The lies reach far enough, and no farther.
            assert_eq!(received.right.first(), Some(&half), "{what}");
            assert_eq!(received.misnumbered, 0, "{what}");
            codes.extend(received.codes);
            if lie == Lie::Shifts {
                let late = received.frames.last() > Some(&half);
                assert_eq!(late, !filter, "only the filter keeps late copies out: {what}");
            }
        }
        if spec.reception == Reception::Copies {
            let meet = codes.contains(&event::CUT);
            assert_eq!(meet, !filter, "only the filter keeps starts and relays apart: {codes:?}");
            assert!(codes.contains(&event::NOT_DUE) && codes.contains(&event::SILENT));
            assert!(codes.contains(&event::TOO_LONG));
        }
    }
}

#[test]
fn a_lying_node_of_the_cube_of_8_nodes_spoils_half_of_the_copies() {
    play(&spec(Topology::Cube(3), 3), 1, 20);
}

#[test]
#[ignore = "one more build of Verilator: make test-long"]
fn a_lying_node_of_the_hexagonal_mesh_of_7_nodes_spoils_half_of_the_copies() {
    play(&IhcSpec { width: 8, ..spec(Topology::Hexmesh(2), 2) }, 2, 20);
}
