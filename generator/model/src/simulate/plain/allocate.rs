//! The allocators of a plain router: output channels to packets, the switch to flits.
//!
//! Both let every input choose one of the outputs that it could use, then every output one of the
//! inputs that chose it, each by a round robin that moves on past a choice when both made it.

use super::{Arrival, BACK, FORWARD, NONE, Plain, Shape};
use crate::simulate::bits::{next, ones};
use crate::simulate::record::Crossing;

/// Where each round robin goes on.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// For each output channel the input channel.
    channel_output: Vec<u8>,
    /// For each input channel the output channel.
    channel_input: Vec<u8>,
    /// For each output port the input port.
    switch_output: Vec<u8>,
    /// For each input port the output port.
    switch_input: Vec<u8>,
    /// For each input port its channel.
    switch_channel: Vec<u8>,
}

/// Memory for the choices of one router in one cycle.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// For each output the inputs that chose it.
    asking: Vec<u64>,
    /// Input channel and output port of each flit that crosses the switch.
    crossing: Vec<(u8, u8)>,
}

impl Turns {
    pub(super) fn new(nodes: usize, shape: &Shape) -> Self {
        let (channels, ports) = (nodes * shape.width, nodes * shape.ports);
        Self {
            channel_output: vec![0; channels],
            channel_input: vec![0; channels],
            switch_output: vec![0; ports],
            switch_input: vec![0; ports],
            switch_channel: vec![0; ports],
        }
    }
}

impl Scratch {
    pub(super) fn new(shape: &Shape) -> Self {
        Self { asking: vec![0; shape.width], crossing: Vec::with_capacity(shape.ports) }
    }
}

/// Returns the number after `index`, of `count`, and 0 after the last.
#[inline]
fn after(index: usize, count: usize) -> u8 {
    (if index + 1 == count { 0 } else { index + 1 }) as u8
}

impl Plain {
    /// Plays one cycle of a router.
    #[inline]
    pub(super) fn allocate(&mut self, router: usize) {
        // Both allocators see the state at the start of the cycle: flits cross at its end.
        match self.ready[router] {
            0 => {}
            alone if alone & (alone - 1) == 0 => {
                let channel = alone.trailing_zeros() as usize;
                let output = self.port_given(router * self.shape.width + channel);
                self.grant_switch(router, channel, output);
            }
            _ => self.allocate_switch(router),
        }
        match self.waiting[router] {
            0 => {}
            alone if alone & (alone - 1) == 0 => {
                let input = alone.trailing_zeros() as usize;
                if let Some(output) = self.choose_channel(router, input) {
                    self.grant_channel(router, input, output);
                }
            }
            _ => self.allocate_channels(router),
        }
        for index in 0..self.scratch.crossing.len() {
            let (channel, port) = self.scratch.crossing[index];
            self.cross(router, channel.into(), port.into());
        }
        self.scratch.crossing.clear();
    }

    fn allocate_switch(&mut self, router: usize) {
        let Shape { ports, channels, width, .. } = self.shape;
        let (first, base) = (router * width, router * ports);
        let own = !0u64 >> (64 - channels);
        let mut ready = self.ready[router];
        let mut chosen = 0u64;
        while ready != 0 {
            let input = usize::from(self.shape.port_of[ready.trailing_zeros() as usize]);
            let channels_ready = ready >> (input * channels) & own;
            ready &= !(own << (input * channels));
            let mut wanted = 0u64;
            for channel in ones(channels_ready) {
                wanted |= 1 << self.port_given(first + input * channels + channel);
            }
            let output = next(wanted, self.turns.switch_input[base + input]);
            let asking = &mut self.scratch.asking[output];
            *asking = if chosen >> output & 1 == 0 { 0 } else { *asking } | 1 << input;
            chosen |= 1 << output;
        }
        for output in ones(chosen) {
            let input = next(self.scratch.asking[output], self.turns.switch_output[base + output]);
            let ready = self.ready[router] >> (input * channels) & own;
            let to_output =
                |channel: &usize| self.port_given(first + input * channels + channel) == output;
            let ready =
                ones(ready).filter(to_output).fold(0u64, |some, channel| some | 1 << channel);
            let channel = next(ready, self.turns.switch_channel[base + input]);
            self.grant_switch(router, input * channels + channel, output);
        }
    }

    /// Lets the flit in an input channel cross the switch at the end of the cycle.
    #[inline]
    fn grant_switch(&mut self, router: usize, channel: usize, output: usize) {
        let Shape { ports, channels, .. } = self.shape;
        let input = usize::from(self.shape.port_of[channel]);
        let base = router * ports;
        self.turns.switch_output[base + output] = after(input, ports);
        self.turns.switch_input[base + input] = after(output, ports);
        self.turns.switch_channel[base + input] = after(channel - input * channels, channels);
        self.scratch.crossing.push((channel as u8, output as u8));
    }

    /// Returns the output port of the channel that the packet in an input channel has.
    #[inline]
    fn port_given(&self, input: usize) -> usize {
        usize::from(self.shape.port_of[usize::from(self.given[input])])
    }

    fn allocate_channels(&mut self, router: usize) {
        let mut chosen = 0u64;
        for input in ones(self.waiting[router]) {
            if let Some(output) = self.choose_channel(router, input) {
                let asking = &mut self.scratch.asking[output];
                *asking = if chosen >> output & 1 == 0 { 0 } else { *asking } | 1 << input;
                chosen |= 1 << output;
            }
        }
        for output in ones(chosen) {
            let from = self.turns.channel_output[router * self.shape.width + output];
            self.grant_channel(router, next(self.scratch.asking[output], from), output);
        }
    }

    /// Returns the free output channel that an input channel asks for, if there is one.
    #[inline]
    fn choose_channel(&self, router: usize, input: usize) -> Option<usize> {
        let place = router * self.shape.width + input;
        let target = usize::from(self.target[place]);
        let free = self.free[router] & self.shape.members[target];
        (free != 0).then(|| next(free, self.turns.channel_input[place]))
    }

    /// Gives an output channel to the packet in an input channel.
    #[inline]
    fn grant_channel(&mut self, router: usize, input: usize, output: usize) {
        let width = self.shape.width;
        let base = router * width;
        self.turns.channel_output[base + output] = after(input, width);
        self.turns.channel_input[base + input] = after(output, width);
        self.free[router] &= !(1 << output);
        self.waiting[router] &= !(1 << input);
        self.owner[base + output] = input as u8;
        self.given[base + input] = output as u8;
        if self.credits[base + output] > 0 {
            self.ready[router] |= 1 << input;
        }
    }

    /// Moves the oldest flit of an input channel to the link of an output port.
    #[inline]
    fn cross(&mut self, router: usize, channel: usize, port: usize) {
        let Shape { ports, channels, width, buffer, delay, .. } = self.shape;
        let input = router * width + channel;
        let oldest = self.oldest[input];
        let flit = self.flits[input * usize::from(buffer) + usize::from(oldest)];
        self.oldest[input] = after(oldest.into(), buffer.into());
        self.held[input] -= 1;
        let given = usize::from(self.given[input]);
        let output = router * width + given;
        self.credits[output] -= 1;

        let from = usize::from(self.shape.port_of[channel]);
        let counter = self.returns[router * ports + from] as usize + channel - from * channels;
        self.returned.enter(self.now + BACK + delay, counter as u32);
        let arrived = self.now + FORWARD;
        if let Some(link) = self.links[router * ports + port] {
            let channel = link.channel + (given - port * channels) as u32;
            self.arrivals.enter(arrived, Arrival { router: link.router, channel, flit });
            self.counts.hops += 1;
            if let Some(record) = &mut self.record {
                let (node, port, last) = (router as u32, port as u32, flit.is_tail());
                record.crossed(flit.packet(), self.now, Crossing { node, port, flits: 1, last });
            }
        } else {
            // A sink takes a flit at once and returns the credit.
            self.returned.enter(arrived + BACK + delay, output as u32);
            self.counts.flit_delivered();
            if flit.is_tail() {
                let created = self.sources.finish(flit.packet());
                self.counts.delivered(arrived - created);
                if let Some(record) = &mut self.record {
                    record.delivered(flit.packet(), arrived);
                }
            }
        }

        if flit.is_tail() {
            self.free[router] |= 1 << given;
            self.owner[output] = NONE;
            self.given[input] = NONE;
            self.ready[router] &= !(1 << channel);
            if self.held[input] > 0 {
                let place = input * usize::from(buffer) + usize::from(self.oldest[input]);
                self.make_wait(router, channel, self.flits[place]);
            }
        } else if self.held[input] == 0 || self.credits[output] == 0 {
            self.ready[router] &= !(1 << channel);
        }
    }
}
