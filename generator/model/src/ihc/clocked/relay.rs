//! `ihc_relay`: what comes on one directed cycle goes on, and a copy of it stays.

use teecast_spec::{Flit, IhcSpec};

use super::LinkFlit;
use super::event_queue::Report;
use super::schedule::DueCopy;
use super::store::Store;
use crate::ihc::event;

/// What a relay has to know about a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate<'a> {
    pub spec: &'a IhcSpec,
    pub node: u32,
    /// The next node on the directed cycle.
    pub next: u32,
    /// Number of the round.
    pub number: u8,
    /// With the filter: the copy whose first flit comes in this cycle.
    pub due: Option<DueCopy>,
    /// The bank of the round is free; without the filter packets come between rounds, too.
    pub free: bool,
    /// The round ends with this cycle; what comes after it goes to the other bank.
    pub ends: bool,
}

impl Gate<'_> {
    /// Returns how the packet that begins with a flit passes; `None` if it is refused.
    fn accepts(&self, flit: &Flit) -> Option<Passing> {
        let [id, _] = self.spec.link_fields();
        let source = flit.field(0, id);
        let absorbed = if self.spec.filter {
            let due = self.due.filter(|due| due.source == source)?;
            if flit.field(id, self.first_bits()) != self.low(self.first_bits()) {
                return None;
            }
            due.absorbed
        } else {
            if source == self.node || source >= self.spec.nodes() {
                return None;
            }
            source == self.next
        };
        Some(Passing { source, flits: 0, absorbed, late: false })
    }

    /// Returns the event of a packet that is refused.
    fn refusal(&self, flit: &Flit) -> Report {
        match self.spec.filter {
            true => (event::NOT_DUE, flit.field(0, self.spec.source_bits())),
            false => (event::UNKNOWN, 0),
        }
    }

    /// Returns whether a later header flit is that of another round.
    fn is_wrong(&self, index: u32, flit: &Flit) -> bool {
        let rest = self.spec.link_fields()[1] - self.first_bits();
        let rest_of_number = u32::from(self.number) >> self.first_bits();
        self.spec.filter && index == 1 && rest > 0 && flit.field(0, rest) != rest_of_number
    }

    /// Returns the bits of the round's number in the first header flit.
    fn first_bits(&self) -> u32 {
        let [id, sequence] = self.spec.link_fields();
        sequence.min(self.spec.width - id)
    }

    /// Returns the lowest bits of the round's number.
    fn low(&self, bits: u32) -> u32 {
        u32::from(self.number) & ((1 << bits) - 1)
    }
}

/// The packet that passes.
#[derive(Clone, Copy, Debug)]
struct Passing {
    source: u32,
    /// Flits that have come of it.
    flits: u32,
    absorbed: bool,
    /// Without the filter: a good copy was there, or a round ended, after the first flit.
    late: bool,
}

/// The relay of a node on a directed cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Relay {
    passing: Option<Passing>,
    /// The flit that is on the link to the next node.
    leaves: Option<LinkFlit>,
    /// What the packet of the cycle before is reported for.
    report: Option<Report>,
}

impl Relay {
    /// Returns what is on the link to the next node.
    pub fn sends(&self) -> Option<&LinkFlit> {
        self.leaves.as_ref()
    }

    /// Returns whether nothing is left to report or to relay.
    pub fn idle(&self) -> bool {
        self.passing.is_none() && self.leaves.is_none() && self.report.is_none()
    }

    /// Plays a cycle: a flit comes or none, and the node makes an own flit or none.
    pub fn step(
        &mut self,
        gate: &Gate<'_>,
        arrives: Option<&LinkFlit>,
        own: Option<LinkFlit>,
        store: &mut Store,
    ) -> Option<Report> {
        if let Some(due) = gate.due {
            store.mark(gate.number, due.source, 0);
        }
        let first = arrives.is_some_and(|it| it.first);
        let before = self.passing.take();
        let broken = before.filter(|_| first || arrives.is_none());
        let report = match broken {
            Some(passing) => Some((event::SILENT, passing.source)),
            None => self.report.take(),
        };
        self.report = None;
        let own_goes = own.is_some();
        self.leaves = own.or_else(|| broken.filter(|it| !it.absorbed).map(|_| end()));
        let Some(LinkFlit { flit, .. }) = arrives else { return report };
        let passing = if first { gate.accepts(flit) } else { before };
        let Some(passing) = passing else {
            self.report = first.then(|| gate.refusal(flit));
            return report;
        };
        self.pass(gate, passing, flit, own_goes, store);
        report
    }

    /// Plays a flit of a packet that passes.
    fn pass(
        &mut self,
        gate: &Gate<'_>,
        passing: Passing,
        flit: &Flit,
        own_goes: bool,
        store: &mut Store,
    ) {
        let Gate { spec, number, .. } = gate;
        let Passing { source, flits, absorbed, late } = passing;
        let in_header = flits < spec.link_flits();
        let arrives_bad = flit.last && flit.bad;
        let truncated = flit.last && in_header;
        let too_long = !flit.last && flits + 1 == spec.packet_flits();
        let wrong = gate.is_wrong(flits, flit);
        let meets = own_goes && !absorbed;
        let ends = flit.last || too_long || wrong || meets;
        let good = flit.last && !arrives_bad && !in_header && !meets;
        let closed = || !gate.free || store.is_complete(*number, source);
        let late = !spec.filter && flits > 0 && (late || closed());
        if !in_header && !late {
            let index = flits - spec.link_flits();
            store.write(*number, source, index, flit);
            if good {
                store.mark(*number, source, index + 1);
            }
        }
        self.report = match () {
            () if meets => Some((event::CUT, source)),
            () if good && late => Some((event::NOT_DUE, source)),
            () if arrives_bad => None,
            () if wrong => Some((event::NOT_DUE, source)),
            () if truncated => Some((event::TRUNCATED, 0)),
            () if too_long => Some((event::TOO_LONG, source)),
            () => None,
        };
        if !own_goes {
            let bad = arrives_bad || truncated || too_long || wrong;
            let flit = Flit { bits: flit.bits, last: ends, bad };
            self.leaves = (!absorbed).then_some(LinkFlit { first: flits == 0, flit });
        }
        self.passing = (!ends).then_some(Passing {
            flits: flits + 1,
            late: flits > 0 && (late || gate.ends),
            ..passing
        });
    }
}

/// Returns the end of a packet that broke off.
fn end() -> LinkFlit {
    LinkFlit { first: false, flit: Flit { last: true, bad: true, ..Flit::default() } }
}
