//! `harts_sender` and `harts_relay_engine`: visit stored packets and send their missing copies.

use std::collections::VecDeque;

use teecast_spec::harts::DIRECTIONS;

use super::packet::{
    ClockedPacket, Departure, Departures, Flit, Header, Row, after_hop, first, toward,
};
use super::request::{RouterAnswer, SenderRequest};
use super::shape::{OWN_SLOT, RouterCycle, Shape};
use super::transmitter::Links;
use crate::harts::broadcast;
use crate::simulate::bits::ones;

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
    ways: Departures,
    /// The directions in which it has gone.
    sent: u8,
    due: u8,
    /// The direction that is asked for, and the class after its link.
    choice: (u32, u32),
    granted: bool,
    /// Header flits to go after the next one.
    left: u32,
    in_data: bool,
    /// Data flits that have been read.
    read: u32,
    /// The flit that was read last leaves in this cycle; it is the last one.
    valid: bool,
    last: bool,
}

/// What a cycle did to the slot under visit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    /// No copy of it is missing any more.
    pub dropped: bool,
    /// The row of the next slot is read.
    pub looks: bool,
}

/// A sender.
#[derive(Clone, Debug, Default)]
pub(super) struct Sender {
    state: State,
    slot: u32,
    visit: Option<Visit>,
    /// With a crossbar, the flit that leaves in this cycle, and its direction.
    leaving: Option<(u32, Flit)>,
    /// Slots that wait for a visit, with the directions in which their packets have gone.
    queue: VecDeque<(u32, u8)>,
}

impl Sender {
    /// A packet comes to a slot at the end of a cycle.
    pub fn store(&mut self, slot: u32) {
        self.queue.push_back((slot, 0));
    }

    /// Returns whether a packet is visited in the next cycle.
    pub fn picks(&self) -> bool {
        self.free() && !self.queue.is_empty()
    }

    /// Returns whether no packet is under visit.
    pub fn free(&self) -> bool {
        self.state == State::Pick
    }

    pub fn idle(&self) -> bool {
        self.free() && self.leaving.is_none()
    }

    /// Returns whether it asks for a transmitter, or looks for one.
    pub fn asks(&self) -> bool {
        matches!(self.state, State::Ask | State::Request)
    }

    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// With a crossbar, returns the direction in which the last flit of a packet moves.
    pub fn ending(&self) -> Option<u32> {
        self.leaving.filter(|(_, flit)| flit.last).map(|(direction, _)| direction)
    }

    /// Returns what the packet under visit asks the transmitters, if it asks.
    pub fn asked(&self, here: &RouterCycle, links: &Links) -> Option<SenderRequest> {
        let visit = self.visit.as_ref().filter(|_| self.state == State::Ask)?;
        let mut asked = SenderRequest::default();
        let (mut ways, mut free) = (0, 0);
        for (direction, way) in visit.ways.iter().enumerate() {
            let Some(Departure { class, .. }) = *way else { continue };
            let bit = 1 << direction;
            ways |= bit;
            if (here.faulty | visit.sent) & bit != 0 {
                continue;
            }
            asked.due |= bit;
            asked.waits |= if links.room(direction, class) { bit } else { 0 };
            free |= if links.fit_soon(direction, class) { bit } else { 0 };
        }
        asked.unroutable =
            !visit.row.packet.header.is_broadcast() && ways != 0 && ways & !here.faulty == 0;
        let chosen = |direction: u32| {
            let Departure { class, .. } =
                visit.ways[direction as usize].expect("it is one of the ways");
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
        self.visit.as_ref().filter(|visit| self.state == State::Send && visit.granted)
    }

    /// Returns the flit that leaves in this cycle, and its direction.
    pub fn moves(&self, shape: &Shape, here: &RouterCycle) -> Option<(u32, Flit)> {
        if shape.bus { self.shows(here) } else { self.leaving }
    }

    /// Returns the flit that is ready in this cycle, and its direction.
    fn shows(&self, here: &RouterCycle) -> Option<(u32, Flit)> {
        let visit = self.sending().filter(|visit| visit.valid || visit.header_moves(here))?;
        let direction = visit.choice.0;
        let Departure { header, .. } =
            visit.ways[direction as usize].expect("it is one of the ways");
        let packet = ClockedPacket { header, ..visit.row.packet };
        Some((direction, Flit { packet, last: visit.ends(here) }))
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes,
    /// unless it looks for a packet.
    pub fn next(&self, here: &RouterCycle) -> Option<u64> {
        if self.leaving.is_some() {
            return Some(here.now + 1);
        }
        match (self.state, &self.visit) {
            (State::Pick, _) => None,
            (State::Send, Some(visit)) if visit.granted && !visit.valid => {
                Some(here.next(if visit.in_data { OWN_SLOT - 1 } else { OWN_SLOT }))
            }
            _ => Some(here.now + 1),
        }
    }

    /// Returns the number of the data flit that is read in this cycle.
    pub fn reads(&self, here: &RouterCycle) -> Option<u32> {
        let visit = self.sending()?;
        // On the bus a flit is read one slot before its own.
        let turn = here.tick(OWN_SLOT - 1) && (visit.in_data || visit.header_done(here));
        (turn && visit.read != visit.row.length).then_some(visit.read)
    }

    /// Ends the cycle.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        told: &RouterAnswer,
        rows: &[Option<(Row, Departures)>],
    ) -> Sent {
        let mut done = Sent::default();
        let read = self.reads(here);
        let begins = self.sending().is_some() && self.leaving.is_none();
        if !shape.bus {
            // The crossbar has a cycle of its own.
            self.leaving = self.shows(here);
        }
        // Whether the visit is over, if there is one, and whether copies are missing after it.
        let (mut over, mut ends, mut keeps) = (false, false, false);
        let looks = matches!(self.state, State::Pick | State::Ask);
        match self.state {
            State::Pick => over = true,
            State::Plan => self.state = State::Ask,
            State::Ask => {
                let asked = told.asked.as_ref().expect("it asks in this state");
                let visit = self.visit.as_mut().expect("the packet under visit");
                visit.due = asked.due;
                done.dropped = asked.due == 0;
                keeps = asked.due != 0;
                match asked.choice {
                    Some(choice) => {
                        visit.choice = choice;
                        self.state = State::Request;
                    }
                    None => over = true,
                }
            }
            State::Request => {
                self.visit.as_mut().expect("the packet under visit").granted = told.granted;
                self.state = State::Send;
            }
            State::Send if self.sending().is_none() => self.state = State::Ask,
            State::Send => {
                let visit = self.visit.as_mut().expect("the packet under visit");
                let broadcast = visit.row.packet.header.is_broadcast();
                let chosen = 1 << visit.choice.0;
                let last = !broadcast || visit.due & !chosen == 0;
                (over, ends) = (visit.ends(here), visit.ends(here));
                keeps = ends && !last;
                // With a crossbar nothing holds up a packet that goes.
                done.dropped = last && if shape.bus { ends } else { begins };
                visit.sent |= if ends { chosen } else { 0 };
                visit.advance(here, read.is_some());
            }
        }
        done.looks = (looks || ends) && !self.queue.is_empty();
        // One packet comes to the queue in a cycle; the visited one comes back to its end.
        let next = match over && !(keeps && told.stores) {
            true => self.queue.pop_front(),
            false => None,
        };
        if let Some((slot, sent)) = next {
            if keeps {
                let visit = self.visit.as_ref().expect("the packet under visit");
                self.queue.push_back((self.slot, visit.sent));
            }
            let row = rows[slot as usize].as_ref().expect("a slot of the queue holds a packet");
            self.visit = Some(Visit::new(shape, row, sent));
            (self.slot, self.state) = (slot, State::Plan);
        } else if ends && keeps {
            // A broadcast that has more copies to send stays.
            let Visit { row, ways, sent, .. } =
                self.visit.as_ref().expect("the packet under visit");
            self.visit = Some(Visit::new(shape, &(*row, *ways), *sent));
            self.state = State::Plan;
        } else if over && !keeps {
            self.state = State::Pick;
        }
        done
    }
}

impl Visit {
    fn new(shape: &Shape, &(row, ways): &(Row, Departures), sent: u8) -> Self {
        let left = shape.header_flits(&row.packet.header) - 1;
        Self {
            row,
            ways,
            sent,
            due: 0,
            choice: (0, 0),
            granted: false,
            left,
            in_data: false,
            read: 0,
            valid: false,
            last: false,
        }
    }

    fn header_moves(&self, here: &RouterCycle) -> bool {
        !self.in_data && here.tick(OWN_SLOT)
    }

    fn header_done(&self, here: &RouterCycle) -> bool {
        self.header_moves(here) && self.left == 0
    }

    fn ends(&self, here: &RouterCycle) -> bool {
        (self.header_done(here) && self.row.length == 0) || (self.valid && self.last)
    }

    fn advance(&mut self, here: &RouterCycle, reads: bool) {
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
pub(super) fn ways(shape: &Shape, row: &Row) -> Departures {
    let mut ways = [None; DIRECTIONS as usize];
    let way = |header| Some(Departure { header, class: shape.class(&header) });
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
