//! Broken modules of the ring-tree family.

use teecast::model::random::Random;
use teecast::spec::ring_tree::{Network, Tables};
use teecast::spec::topology::ring_tree::words::{TABLES, Word};
use teecast::spec::topology::ring_tree::{Entry, NodeTable};
use teecast::spec::{FamilySpec, Flit, RingTreeSpec};
use teecast_cosim::ring_tree::{RingTreeDevice, replay};
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::{Epoch, Stimulus};

use super::{Bench, Case, Run, Whole};

/// The highest number of a virtual node or port that is written.
const MOST: u32 = 3;

/// A network of nodes on a tree of virtual rings.
struct Rings(RingTreeSpec);

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let of = |network, ring_size, tables| {
        let network = Network::named(network).expect("it is a network");
        let base = RingTreeSpec::new(network);
        RingTreeSpec { ring_size, tables, payload: 8, test_ports: true, ..base }
    };
    vec![
        Case {
            name: "written",
            whole: Box::new(Rings(of("grid:3x2", 3, Tables::Writable))),
            modules: &[
                "ring_tree_memory",
                "ring_tree_queue",
                "ring_tree_inbox",
                "ring_tree_update",
                "ring_tree_member",
                "ring_tree_delivery",
                "ring_tree_event_queue",
                "ring_tree_tables",
                "ring_tree_node",
                "ring_tree_network",
            ],
        },
        Case {
            name: "fixed",
            whole: Box::new(Rings(of("path:4", 4, Tables::Fixed))),
            modules: &["ring_tree_event_queue", "ring_tree_node", "ring_tree_network"],
        },
    ]
}

/// Returns all entries of a table of a node, in an order that a host would take.
fn whole(table: NodeTable) -> impl Iterator<Item = Entry> {
    let NodeTable { virtual_nodes, outputs } = table;
    let restarts: Vec<Entry> =
        virtual_nodes.iter().map(|it| Entry::Restart { virtual_node: it.index }).collect();
    let spare = virtual_nodes.len() as u32..=MOST;
    let off = spare.map(|virtual_node| Entry::Disable { virtual_node });
    let places = virtual_nodes.into_iter().map(Entry::Place);
    let outputs = (0..).zip(outputs).map(|(port, from)| Entry::Output { port, from });
    off.chain(places).chain(outputs).chain(restarts)
}

impl Rings {
    /// Returns an operation of all nodes with so many garbled slots, in which a link or a node fails, and
    /// whose tables are written with anything, and then with what they had.
    fn operation(&self, device: &RingTreeDevice, random: &mut Random, garbles: u32) -> Epoch {
        let spec = &self.0;
        let links = spec.graph().pairs().len() as u32;
        let mut epoch = device.operation(0..spec.nodes());
        let mut garble = |_| {
            let way = random.within(0..=2 * links - 1);
            (way, Flit::new(random.within(1..=255).into(), false))
        };
        epoch.messages.push(device.garbles(&(0..garbles).map(&mut garble).collect::<Vec<_>>()));
        if spec.tables == Tables::Writable && garbles == 0 {
            let mut write = |_| {
                let table = random.within(0..=TABLES.len() as u32);
                let address = (table << 12 | random.within(0..=MOST)) as u16;
                let mut data = random.within(0..=u32::MAX);
                if random.within(0..=1) == 0 {
                    data &= 0x0303_0003;
                }
                let node = random.within(0..=spec.nodes() - 1);
                (random.within(0..=2) == 0).then_some((node, Word { address, data }))
            };
            let mut writes: Vec<_> = (0..60).map(&mut write).collect();
            // Else slots go round for ever where no injector is left, or are refused in each cycle.
            for (node, table) in (0..).zip(spec.tree().tables()) {
                let words = whole(table).flat_map(|entry| entry.words(spec.nodes()));
                writes.extend(words.map(|word| Some((node, word))));
            }
            epoch.messages.push(device.writes(&writes));
        }
        epoch
    }

    /// Returns such operations, in the last of which something fails.
    fn operations(&self, device: &RingTreeDevice, seed: u64, count: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let garbles = |index| if index % 2 == 0 { 40 } else { 0 };
        let mut epochs: Vec<Epoch> =
            (0..count).map(|index| self.operation(device, &mut random, garbles(index))).collect();
        let places = self.0.graph().pairs().len() as u32 + self.0.nodes();
        let mut faults = vec![None; 12];
        faults.push(Some(random.within(0..=places - 1)));
        if let Some(epoch) = epochs.last_mut() {
            epoch.messages.push(device.faults(&faults));
        }
        Stimulus::of(epochs)
    }
}

impl Whole for Rings {
    fn module(&self) -> &'static str {
        "ring_tree_network"
    }

    fn router(&self) -> &'static str {
        "ring_tree_node"
    }

    fn shares(&self) -> (u32, usize) {
        (60, 3)
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        let spec = &self.0;
        let bench = |is_long, messages: u32, seeds: &[u64], count: u32| {
            let device = RingTreeDevice::new(spec).expect("deliveries fit");
            let healthy = [(scenario::stimulus(&device, Scenario::All, 1, messages), 1)];
            let broken = seeds.iter().map(|seed| (self.operations(&device, *seed, count), *seed));
            let run = |(stimulus, seed): (Stimulus, u64)| {
                let trace = replay::trace(spec, &stimulus, seed);
                Run { stimulus, seed, trace: Some(trace) }
            };
            let runs = healthy.into_iter().chain(broken).map(run).collect();
            Bench { family: Box::new(device), runs, is_long }
        };
        vec![bench(false, 50, &[2, 3, 4], 3), bench(true, 400, &[5, 6, 7, 8, 9, 10], 8)]
    }
}
