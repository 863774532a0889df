//! `harts_sender` and `harts_relay_engine`: visit stored packets and send their missing copies.

use teecast_spec::harts::DIRECTIONS;

use super::packet::{ClockedPacket, Flit, Header, Row, Way, Ways, after_hop, first, toward};
use super::shape::{Here, OWN_SLOT, Shape};
use super::transmitter::Links;
use super::turn::SlotChoice;
use super::unit::Told;
use crate::harts::broadcast;
use crate::simulate::bits::{NodeSet, ones};

/// What a visit does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Pick,
    Plan,
    Ask,
    Request,
    Send,
}

/// The packet under visit.
#[derive(Clone, Debug)]
struct Visit {
    row: Row,
    ways: Ways,
    due: u8,
    /// The direction that is asked for, and the class after its link.
    choice: (u32, u32),
    /// Header flits to go after the next one.
    left: u32,
    in_data: bool,
    /// Data flits that have been read.
    read: u32,
    /// The flit that was read last leaves in this cycle; it is the last one.
    valid: bool,
    last: bool,
}

/// What the sender finds in a packet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    due: u8,
    /// Directions in which it could go but for their transmitters.
    pub waits: u8,
    choice: Option<(u32, u32)>,
    /// All its directions are faulty.
    pub unroutable: bool,
}

/// What a cycle did to the slot under visit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    /// No copy of it is missing any more.
    pub dropped: bool,
    /// It has gone in these directions.
    pub sent: Option<u8>,
    /// The row of the next slot is read.
    pub looks: bool,
}

/// A sender.
#[derive(Clone, Debug, Default)]
pub(super) struct Sender {
    state: State,
    slot: u32,
    visit: Option<Visit>,
    choice: SlotChoice,
}

impl Sender {
    pub fn idle(&self) -> bool {
        self.state == State::Pick
    }

    /// Returns whether it asks for a transmitter, or looks for one.
    pub fn asks(&self) -> bool {
        matches!(self.state, State::Ask | State::Request)
    }

    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// Returns what the packet under visit asks the transmitters, if it asks.
    pub fn asked(&self, here: &Here, links: &Links) -> Option<Asked> {
        let visit = self.visit.as_ref().filter(|_| self.state == State::Ask)?;
        let mut asked = Asked::default();
        let (mut ways, mut free) = (0, 0);
        for (direction, way) in visit.ways.iter().enumerate() {
            let Some(Way { class, .. }) = *way else { continue };
            let bit = 1 << direction;
            ways |= bit;
            if (here.faulty | visit.row.sent) & bit != 0 {
                continue;
            }
            asked.due |= bit;
            asked.waits |= if links.room(direction, class) { bit } else { 0 };
            free |= if links.fit(direction, class) { bit } else { 0 };
        }
        asked.unroutable =
            !visit.row.packet.header.is_broadcast() && ways != 0 && ways & !here.faulty == 0;
        let chosen = |direction: u32| {
            let Way { class, .. } = visit.ways[direction as usize].expect("it is one of the ways");
            (direction, class)
        };
        asked.choice = first(free).map(chosen);
        Some(asked)
    }

    /// Returns the transmitter that is asked for, and the class after its link.
    pub fn request(&self) -> Option<(u32, u32)> {
        let requesting = self.state == State::Request;
        self.visit.as_ref().filter(|_| requesting).map(|visit| visit.choice)
    }

    fn sending(&self) -> Option<&Visit> {
        self.visit.as_ref().filter(|_| self.state == State::Send)
    }

    /// Returns the flit that leaves in this cycle, and its direction.
    pub fn moves(&self, here: &Here) -> Option<(u32, Flit)> {
        let visit = self.sending().filter(|visit| visit.valid || visit.header_moves(here))?;
        let direction = visit.choice.0;
        let Way { header, .. } = visit.ways[direction as usize].expect("it is one of the ways");
        let packet = ClockedPacket { header, ..visit.row.packet };
        Some((direction, Flit { packet, last: visit.ends(here) }))
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes,
    /// unless it looks for a packet.
    pub fn next(&self, here: &Here) -> Option<u64> {
        match (self.state, &self.visit) {
            (State::Pick, _) => None,
            (State::Send, Some(visit)) if !visit.valid => {
                Some(here.next(if visit.in_data { OWN_SLOT - 1 } else { OWN_SLOT }))
            }
            _ => Some(here.now + 1),
        }
    }

    /// Returns the number of the data flit that is read in this cycle.
    pub fn reads(&self, here: &Here) -> Option<u32> {
        let visit = self.sending()?;
        // On the bus a flit is read one slot before its own.
        let turn = here.tick(OWN_SLOT - 1) && (visit.in_data || visit.header_done(here));
        (turn && visit.read != visit.row.length).then_some(visit.read)
    }

    /// Ends the cycle.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &Here,
        told: &Told,
        pending: &NodeSet,
        rows: &[Option<(Row, Ways)>],
    ) -> Sent {
        let mut done = Sent::default();
        let read = self.reads(here);
        // Whether the visit is over, if there is one, and whether the row of the next slot is read.
        let (mut over, mut ends) = (false, false);
        let looks = matches!(self.state, State::Pick | State::Ask);
        let held = (self.state != State::Pick).then_some(self.slot);
        match self.state {
            State::Pick => over = true,
            State::Plan => self.state = State::Ask,
            State::Ask => {
                let asked = told.asked.as_ref().expect("it asks in this state");
                let visit = self.visit.as_mut().expect("the packet under visit");
                visit.due = asked.due;
                done.dropped = asked.due == 0;
                match asked.choice {
                    Some(choice) => {
                        visit.choice = choice;
                        self.state = State::Request;
                    }
                    None => over = true,
                }
            }
            State::Request => {
                let visit = self.visit.as_ref().expect("the packet under visit");
                self.state = match told.granted {
                    true => State::Send,
                    false if told.open => State::Request,
                    false => State::Pick,
                };
                // With a crossbar nothing holds up a regular packet, so that its slot is left.
                done.dropped =
                    told.granted && !shape.bus && !visit.row.packet.header.is_broadcast();
            }
            State::Send => {
                let visit = self.visit.as_mut().expect("the packet under visit");
                if visit.ends(here) {
                    let broadcast = visit.row.packet.header.is_broadcast();
                    let chosen = 1 << visit.choice.0;
                    done.sent = broadcast.then_some(visit.row.sent | chosen);
                    done.dropped = if broadcast { visit.due & !chosen == 0 } else { shape.bus };
                    (over, ends) = (true, true);
                }
                visit.advance(here, read.is_some());
            }
        }
        let offered = self.choice.offered(held);
        done.looks = (looks || ends) && offered.is_some();
        let next = offered.filter(|_| over);
        self.choice.step(pending, held, next.is_some());
        match (next, &mut self.visit) {
            (Some(slot), _) => {
                let row = rows[slot as usize].as_ref().expect("a pending slot holds a packet");
                self.visit = Some(Visit::new(shape, row));
                (self.slot, self.state) = (slot, State::Plan);
            }
            // A broadcast that has more copies to send stays, a packet that waits asks on.
            (None, Some(visit)) if ends && !done.dropped => {
                if let Some(sent) = done.sent {
                    let (mut row, ways) = (visit.row, visit.ways);
                    row.sent = sent;
                    self.visit = Some(Visit::new(shape, &(row, ways)));
                    self.state = State::Plan;
                } else {
                    self.state = State::Pick;
                }
            }
            (None, _) if over && (self.state != State::Ask || done.dropped) => {
                self.state = State::Pick;
            }
            _ => {}
        }
        done
    }

    /// Returns whether the next slot changes in the next cycle even if the visit goes on.
    pub fn chooses(&self, pending: &NodeSet) -> bool {
        self.choice.changes(pending)
    }
}

impl Visit {
    fn new(shape: &Shape, &(row, ways): &(Row, Ways)) -> Self {
        let left = shape.header_flits(&row.packet.header) - 1;
        Self {
            row,
            ways,
            due: 0,
            choice: (0, 0),
            left,
            in_data: false,
            read: 0,
            valid: false,
            last: false,
        }
    }

    fn header_moves(&self, here: &Here) -> bool {
        !self.in_data && here.tick(OWN_SLOT)
    }

    fn header_done(&self, here: &Here) -> bool {
        self.header_moves(here) && self.left == 0
    }

    fn ends(&self, here: &Here) -> bool {
        (self.header_done(here) && self.row.length == 0) || (self.valid && self.last)
    }

    fn advance(&mut self, here: &Here, reads: bool) {
        if self.header_moves(here) {
            self.in_data = self.left == 0;
            self.left = self.left.saturating_sub(1);
        }
        self.valid = reads;
        if reads {
            self.read += 1;
            self.last = self.read == self.row.length;
        }
    }
}

/// Returns how a stored packet can leave, by direction.
pub(super) fn ways(shape: &Shape, row: &Row) -> Ways {
    let mut ways = [None; DIRECTIONS as usize];
    let way = |header| Some(Way { header, class: shape.class(&header) });
    match row.packet.header {
        Header::Broadcast { copies, fields, mark } => {
            let starts = match row.origin {
                OWN_SLOT => broadcast::initial(shape.spec.n),
                origin => broadcast::sends(shape.spec.n, copies, origin, &fields),
            };
            for start in starts {
                let header = Header::Broadcast { copies, fields: start.packet, mark: false };
                ways[start.direction as usize] = way(header);
            }
            if mark {
                let header = Header::Broadcast { copies, fields, mark: false };
                ways[row.origin as usize] = way(header);
            }
        }
        Header::Regular { tags } => {
            for direction in ones(toward(tags).into()) {
                let tags = after_hop(tags, direction as u32);
                ways[direction] = way(Header::Regular { tags });
            }
        }
    }
    ways
}
