//! `harts_injector`: takes the frames of the processor and stores them whole.

use teecast_spec::topology::Topology;

use super::HartsOffer;
use super::packet::{ClockedPacket, Header, Row, Stored};
use super::shape::{OWN_SLOT, RouterCycle, Shape};
use crate::harts::broadcast::{HartsPacket, Letter};
use crate::harts::frame::Injected;
use crate::harts::way;

/// Where the injector is in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Header,
    Check,
    /// Cycles in which the routing tags are not found yet.
    Route(u32),
    Store,
    Data,
    Skip,
}

/// An injector.
#[derive(Clone, Debug, Default)]
pub(super) struct Injector {
    state: State,
    /// Own buffers in use.
    used: u8,
    slot: u32,
    frame: Option<HartsOffer>,
    /// Header flits that have come.
    index: u32,
    empty: bool,
    /// Data flits that have come.
    length: u32,
}

/// What an injector did in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    pub accepted: bool,
    pub stored: Option<Stored>,
    /// Code of an event.
    pub event: Option<u32>,
}

impl Injector {
    pub fn idle(&self) -> bool {
        self.state == State::Header
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes;
    /// `offered`: the processor offers a flit that was not taken.
    pub fn next(&self, here: &RouterCycle, offered: bool) -> Option<u64> {
        let soon = here.now + 1;
        match self.state {
            State::Header => (offered && (self.index > 0 || self.used != 3)).then_some(soon),
            State::Check | State::Route(_) => Some(soon),
            State::Store => Some(here.next(OWN_SLOT)),
            State::Data => offered.then(|| here.next(OWN_SLOT)),
            State::Skip => offered.then_some(soon),
        }
    }

    /// Returns whether an offered flit is taken.
    fn ready(&self, here: &RouterCycle) -> bool {
        match self.state {
            State::Header => self.index > 0 || self.used != 3,
            State::Data => here.tick(OWN_SLOT),
            State::Skip => true,
            State::Check | State::Route(_) | State::Store => false,
        }
    }

    /// Plays a cycle in which a flit of a frame may be offered; `true` for the last one.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        offered: Option<(HartsOffer, bool)>,
        freed: u8,
    ) -> Done {
        let taken = offered.filter(|_| self.ready(here));
        let mut done = Done { accepted: taken.is_some(), ..Done::default() };
        let used = self.used;
        self.used &= !freed;
        match self.state {
            State::Header => {
                if let Some((frame, last)) = taken {
                    self.header(shape, (frame, last), used, &mut done);
                }
            }
            State::Check => {
                let frame = self.frame.expect("its header came");
                self.length = 0;
                self.state = match route(shape, here, &frame.header) {
                    Some(state) => state,
                    None => {
                        done.event = Some(1);
                        if self.empty { State::Header } else { State::Skip }
                    }
                };
            }
            State::Route(0) => self.state = State::Store,
            State::Route(cycles) => self.state = State::Route(cycles - 1),
            State::Store if here.tick(OWN_SLOT) => {
                self.state = match (self.empty, shape.spec.max_data) {
                    (true, _) => {
                        done.stored = Some(self.store(shape, here));
                        State::Header
                    }
                    (false, 0) => {
                        done.event = Some(3);
                        State::Skip
                    }
                    (false, _) => State::Data,
                };
            }
            State::Store => {}
            State::Data => {
                let Some((_, last)) = taken else { return done };
                self.length += 1;
                if last {
                    done.stored = Some(self.store(shape, here));
                    self.state = State::Header;
                } else if self.length == shape.spec.max_data {
                    done.event = Some(3);
                    self.state = State::Skip;
                }
            }
            State::Skip => {
                if taken.is_some_and(|(_, last)| last) {
                    self.state = State::Header;
                }
            }
        }
        done
    }

    fn header(
        &mut self,
        shape: &Shape,
        (frame, last): (HartsOffer, bool),
        used: u8,
        done: &mut Done,
    ) {
        if self.index == 0 {
            self.slot = u32::from(used & 1 == 1);
        }
        self.frame = Some(frame);
        self.empty = last;
        self.index += 1;
        if self.index == shape.injection_flits {
            self.index = 0;
            self.state = State::Check;
        } else if last {
            self.index = 0;
            done.event = Some(2);
        }
    }

    /// Returns the whole frame as a packet, whose buffer is in use from now on.
    fn store(&mut self, shape: &Shape, here: &RouterCycle) -> Stored {
        self.used |= 1 << self.slot;
        let HartsOffer { message, header } = self.frame.expect("its header came");
        let Injected { broadcast, copies, destination, .. } = header;
        let (header, deliver) = if broadcast {
            let fields = HartsPacket { step: 0, tag: Letter::None, distance: 0 };
            (Header::Broadcast { copies, fields, mark: false }, false)
        } else {
            let tags = way::tags(&shape.hexmesh, here.node, destination);
            (Header::Regular { tags }, tags == [0; 3])
        };
        let row = Row {
            packet: ClockedPacket { message, header },
            origin: OWN_SLOT,
            length: self.length,
        };
        Stored { slot: shape.store(OWN_SLOT).1 + self.slot, row, deliver }
    }
}

/// Returns what comes after the check of a header, unless it is illegal.
fn route(shape: &Shape, here: &RouterCycle, header: &Injected) -> Option<State> {
    let &Injected { broadcast, copies, destination, .. } = header;
    if broadcast {
        return (1..=6).contains(&copies).then_some(State::Store);
    }
    let (n, nodes) = (shape.spec.n, shape.hexmesh.nodes());
    if copies != 0 || destination >= nodes {
        return None;
    }
    // The ring of 3n-2 nodes that the destination is on is counted down.
    let way = shape.hexmesh.relative(here.node, destination);
    let straight = way < n || way > nodes - n;
    Some(State::Route(if straight { 0 } else { 1 + (way - n) / (3 * n - 2) }))
}
