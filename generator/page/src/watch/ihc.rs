//! Rounds of all-to-all broadcasts on Hamiltonian cycles: a round begins when the frames are taken.

use std::collections::BTreeMap;

use teecast_model::ihc::clocked::{IhcEvent, IhcNetwork};
use teecast_model::simulate::world::{OnLink, World};
use teecast_spec::topology::hamiltonian::{Network, Rings};
use teecast_spec::{Flit, IhcSpec, Reception};

use super::{ClockedNetwork, Frame, Message, Report, Watch, check};

/// The clocked network.
pub struct Rounds<'a> {
    spec: &'a IhcSpec,
    rings: Rings,
    network: IhcNetwork,
    /// Some frame was taken and no round has begun since.
    taken: bool,
    /// By node the source of the frame that its processor is given.
    sources: BTreeMap<u32, u32>,
}

impl<'a> Rounds<'a> {
    /// Returns an empty network.
    pub fn new(spec: &'a IhcSpec) -> Self {
        let (rings, network) = (Rings::new(spec.topology), IhcNetwork::new(spec));
        Self { spec, rings, network, taken: false, sources: BTreeMap::new() }
    }
}

/// Returns the name of the network, for its drawing.
pub fn name(spec: &IhcSpec) -> String {
    match spec.topology {
        Network::Cube(n) => format!("hypercube:{n}"),
        Network::Torus([x, y]) => format!("torus:{x}x{y}"),
        Network::Hexmesh(n) => format!("hexmesh:{n}"),
    }
}

impl ClockedNetwork for Rounds<'_> {
    type Offer = ();

    const BY_SOURCE: bool = true;

    fn frame(&mut self, _: u32, message: &Message) -> Result<Frame<()>, String> {
        check(message, self.spec.nodes(), self.spec.max_data)?;
        if message.to != "all" {
            return Err("in a round every message goes to all".into());
        }
        let each = match self.spec.reception {
            Reception::Copies => self.rings.count(),
            Reception::Majority => 1,
        };
        let copies = each * (self.spec.nodes() - 1);
        Ok(Frame { flits: message.length, copies, what: () })
    }

    fn offer(&mut self, node: u32, (): &(), last: bool) {
        self.network.offer(node, Flit::new(0, last));
    }

    fn ahead(&self, node: u32, link: u32) -> u32 {
        self.rings.next(link, node)
    }

    fn step(&mut self, watch: &mut Watch, waiting: bool) {
        if self.taken && !waiting && self.network.round_ready() {
            self.network.start_round();
            self.taken = false;
        }
        let [source_bits, ..] = self.spec.copy_fields();
        let sources = &mut self.sources;
        self.network.step(&mut Frames { watch, sources, source_bits });
        self.taken |= !watch.accepted.is_empty();
    }

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn idle(&self) -> bool {
        !self.taken && self.network.idle()
    }
}

/// Reads the sources of delivered frames, whose headers begin with them.
struct Frames<'a> {
    watch: &'a mut Watch,
    sources: &'a mut BTreeMap<u32, u32>,
    source_bits: u32,
}

impl World<Flit, IhcEvent> for Frames<'_> {
    fn accepted(&mut self, _: u64, node: u32) {
        self.watch.accepted.insert(node);
    }

    fn delivered(&mut self, cycle: u64, node: u32, flit: Flit) {
        let first = flit.field(0, self.source_bits);
        let source = *self.sources.entry(node).or_insert(first);
        self.watch.delivered.push((cycle, node, source, flit.last));
        if flit.last {
            self.sources.remove(&node);
        }
    }

    fn crossed(&mut self, cycle: u64, flit: OnLink) {
        self.watch.crossed.push((cycle, flit));
    }

    fn event(&mut self, cycle: u64, event: IhcEvent) {
        self.watch.reports.push(Report { cycle, node: event.node, code: event.code });
    }
}
