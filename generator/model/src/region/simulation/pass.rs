//! One cycle: links, reservations, crossing.

use super::{FREE, Flit, Input, Move, NONE, Output, RegionNetwork, Reservation};
use crate::region::route::{Arrival, Branch};
use crate::simulate::bits::next;
use crate::simulate::record::Crossing;

/// Goes through the ones of a word from a place on, once around.
pub(super) fn around(word: u128, from: u32) -> impl Iterator<Item = usize> {
    let later = word >> from << from;
    let mut parts = [later, word & !later];
    std::iter::from_fn(move || {
        let part = parts.iter_mut().find(|part| **part != 0)?;
        let index = part.trailing_zeros() as usize;
        *part &= *part - 1;
        Some(index)
    })
}

impl RegionNetwork {
    /// Plays one cycle; messages of this cycle have been added.
    pub fn step(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        // Links see the state at the start of the cycle; what they carry arrives at its end.
        for word in 0..self.active.words() {
            for router in self.active.of_word(word) {
                self.choose(router, &mut moves);
            }
        }
        let start = (self.now % self.width() as u64) as u32;
        for word in 0..self.active.words() {
            for router in self.active.of_word(word) {
                for input in around(self.loaded[router], start) {
                    self.reserve(router, input);
                    self.cross(router, input);
                }
            }
        }
        moves.drain(..).for_each(|flit| self.carry(flit));
        self.moves = moves;
        for word in 0..self.active.words() {
            for router in self.active.of_word(word) {
                if self.loaded[router] | self.stored[router] == 0 {
                    self.active.remove(router);
                }
            }
        }
        self.now += 1;
    }

    /// Chooses the flits that the links of a router carry, one each.
    fn choose(&self, router: usize, moves: &mut Vec<Move>) {
        let channels = self.channels();
        let mut stored = self.stored[router];
        while stored != 0 {
            let port = stored.trailing_zeros() as usize / channels;
            let of_port = (!0 >> (128 - channels)) << (port * channels);
            let mut candidates = ((stored & of_port) >> (port * channels)) as u64;
            stored &= !of_port;
            if self.links[router * self.ports + port].is_some() {
                let room = |channel: &usize| self.has_room(router, port, *channel);
                let ready = crate::simulate::bits::ones(candidates).filter(room);
                candidates = ready.fold(0, |some, channel| some | 1 << channel);
            }
            if candidates != 0 {
                let channel = next(candidates, self.turns[router * self.ports + port]) as u8;
                moves.push(Move { router: router as u32, port: port as u8, channel });
            }
        }
    }

    /// Returns whether the input buffer behind an output channel has room.
    pub(super) fn has_room(&self, router: usize, port: usize, channel: usize) -> bool {
        let behind = self.behind(router, port, channel);
        behind
            .is_none_or(|input| self.inputs[input].flits.len() < self.config.input_buffer as usize)
    }

    /// Returns the output channels of a router that may serve a branch.
    pub(super) fn members(&self, branch: &Branch) -> u128 {
        let (channels, port) = (self.channels(), usize::from(branch.port));
        let (first, count) = match (self.config.classes, branch.class) {
            // Every copy leaves at the local port: no class waits for another there.
            (2, class) if port + 1 < self.ports => {
                (channels / 2 * usize::from(class), channels / 2)
            }
            _ => (0, channels),
        };
        (!0 >> (128 - count)) << (port * channels + first)
    }

    /// Returns the packet at an input with a flit, and whether its copies come from the corner.
    pub(super) fn front(&self, router: usize, input: usize) -> (u32, bool) {
        if input + 1 == self.width() {
            return (*self.queues[router].front().expect("the source is loaded"), false);
        }
        let flit = self.inputs[router * self.width() + input].flits.front();
        flit.map(|flit| (flit.packet, flit.spreading)).expect("the input is loaded")
    }

    /// Finds out what a head needs.
    fn open(&mut self, router: usize, input: usize) {
        let (packet, spreading) = self.front(router, input);
        let channels = self.channels();
        let through = (input + 1 < self.width()).then_some((input / channels) as u8);
        let upper = self.config.classes == 2 && input % channels >= channels / 2;
        let class = u8::from(through.is_some() && upper);
        let arrival = Arrival { node: router as u32, through, class, spreading };
        let mut decision = self.messages.route(packet).decide(&self.mesh, &arrival);
        if self.config.reservation == Reservation::Rotated {
            let count = decision.branches.len();
            decision.branches.rotate_left(input % count);
        }
        let width = self.width();
        let input = &mut self.inputs[router * width + input];
        input.branches = decision.branches;
        input.spreading = decision.spreading;
    }

    /// Lets a head reserve outputs.
    fn reserve(&mut self, router: usize, index: usize) {
        let place = router * self.width() + index;
        if self.inputs[place].branches.is_empty() {
            self.open(router, index);
        }
        let Input { branches, given, .. } = &self.inputs[place];
        if given.len() == branches.len() {
            return;
        }
        let free = self.free[router];
        let has = |branch: &Branch| free & self.members(branch) != 0;
        if self.config.reservation == Reservation::AllOrNothing && !branches.iter().all(has) {
            return;
        }
        let (packet, _) = self.front(router, index);
        let length = self.messages.length(packet);
        let first = router * self.ports * self.channels();
        while let Some(branch) = self.inputs[place].branches.get(self.inputs[place].given.len()) {
            let free = self.free[router] & self.members(branch);
            if free == 0 {
                return;
            }
            let output = free.trailing_zeros() as u8;
            self.free[router] &= !(1 << output);
            let input = &mut self.inputs[place];
            input.given.push(output);
            let spreading = input.spreading;
            self.outputs[first + usize::from(output)] =
                Output { packet, length, spreading, from: index as u8, ..FREE };
        }
    }

    /// Moves a flit to all outputs that its packet has, if it has all and all have room.
    fn cross(&mut self, router: usize, index: usize) {
        let (width, first) = (self.width(), router * self.ports * self.channels());
        let input = &mut self.inputs[router * width + index];
        let room = self.config.output_buffer;
        let has_room = |output: &u8| {
            let output = &self.outputs[first + usize::from(*output)];
            output.came - output.went < room
        };
        if input.given.len() < input.branches.len() || !input.given.iter().all(has_room) {
            return;
        }
        for &output in &input.given {
            self.outputs[first + usize::from(output)].came += 1;
            self.stored[router] |= 1 << output;
        }
        let (tail, empty) = if index + 1 == width {
            self.counts.injected += 1;
            self.sent[router] += 1;
            let queue = &mut self.queues[router];
            let packet = *queue.front().expect("the source is loaded");
            self.messages.injected(packet, self.now);
            let tail = self.sent[router] == self.messages.length(packet);
            if tail {
                queue.pop_front();
                self.sent[router] = 0;
            }
            (tail, queue.is_empty())
        } else {
            let flit = input.flits.pop_front().expect("the input is loaded");
            (flit.tail, input.flits.is_empty())
        };
        if tail {
            input.branches.clear();
            input.given.clear();
        }
        if empty {
            self.loaded[router] &= !(1 << index);
        }
    }

    /// Takes a flit from its output channel to the next router or to the node.
    fn carry(&mut self, Move { router, port, channel }: Move) {
        let (index, port, lane) = (router as usize, usize::from(port), usize::from(channel));
        let channels = self.channels();
        let place = port * channels + lane;
        self.turns[index * self.ports + port] = (channel + 1) % channels as u8;
        let output = &mut self.outputs[index * self.ports * channels + place];
        output.went += 1;
        let Output { packet, came, went, length, spreading, .. } = *output;
        let tail = went == length;
        if tail {
            *output = FREE;
            self.free[index] |= 1 << place;
        }
        if came == went {
            self.stored[index] &= !(1 << place);
        }
        if let Some(behind) = self.behind(index, port, lane) {
            self.counts.hops += 1;
            let crossing = Crossing { node: router, port: port as u32, flits: 1, last: tail };
            self.messages.crossed(packet, self.now, crossing);
            self.inputs[behind].flits.push_back(Flit { packet, tail, spreading });
            let next = behind / self.width();
            self.loaded[next] |= 1 << (behind % self.width());
            self.active.insert(next);
            return;
        }
        self.counts.ejected += 1;
        if tail {
            let now = self.now;
            let served = self.messages.deliver(&self.mesh, packet, router, now, &mut self.counts);
            served.into_iter().for_each(|packet| self.enqueue(router, packet));
        }
    }
}

/// What no packet has.
impl Output {
    pub(super) fn is_free(&self) -> bool {
        self.packet == NONE
    }
}
