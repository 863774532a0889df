//! Nodes that fail during a run: sources pause until the network is empty, as the hardware asks it of them.

use std::collections::BTreeSet;

use super::{Ledger, MhuRun, Waiting};

impl Ledger {
    /// Forgets destinations of a message that have failed before it was sent to them.
    fn give_up(&mut self, cycle: u64, message: u32, failed: impl Fn(u32) -> bool) {
        let open = &mut self.messages[message as usize];
        let before = open.left.len();
        open.left.retain(|node| !failed(*node));
        let given_up = (before - open.left.len()) as u32;
        if given_up == 0 {
            return;
        }
        let (came, over) = (open.came, open.left.is_empty());
        if let Some(record) = &mut self.record {
            record.given_up(message, cycle, given_up);
        }
        match (over, came) {
            (true, true) => self.complete(cycle, message),
            (true, false) if !self.keeps_numbers => self.unused.push(message),
            _ => {}
        }
    }
}

impl MhuRun {
    /// Lets no source begin a frame; once the network is empty, it knows which nodes are faulty.
    pub(super) fn pause(&mut self) {
        self.paused = true;
        self.ledger.counts.paused += 1;
        if !self.cube.idle() {
            return;
        }
        let (_, faulty) = self.failures.pop_front().expect("some node fails");
        self.cube.set_faulty(&faulty);
        self.casts.avoid(&faulty);
        for node in 0..self.spec.nodes() {
            let gone = faulty.contains(&node);
            for waiting in std::mem::take(&mut self.queues[node as usize]) {
                self.requeue(node, waiting, |to| gone || faulty.contains(&to));
            }
        }
        self.faulty = faulty;
        self.paused = false;
        (0..self.spec.nodes()).for_each(|node| self.send(node));
    }

    /// Queues a frame again, without destinations that have failed.
    fn requeue(&mut self, source: u32, waiting: Waiting, failed: impl Fn(u32) -> bool) {
        let Waiting { mut frame, length } = waiting;
        let listed = frame.destinations.len() as u32;
        let lost: BTreeSet<u32> = match listed {
            0 => self.ledger.messages[frame.message as usize].left.clone(),
            _ => frame.destinations.iter().copied().collect(),
        };
        let lost: BTreeSet<u32> = lost.into_iter().filter(|node| failed(*node)).collect();
        frame.destinations.retain(|node| !lost.contains(node));
        let stays = match listed {
            0 => !failed(source),
            _ => !frame.destinations.is_empty(),
        };
        if !stays {
            self.ledger.messages[frame.message as usize].frames -= 1;
        }
        self.ledger.give_up(self.cube.now(), frame.message, |node| lost.contains(&node));
        if !stays {
            return;
        }
        let now = frame.destinations.len() as u32;
        let data = length - self.spec.header_flits(listed);
        if listed > 0 {
            frame.count = now;
        }
        let length = self.spec.header_flits(now) + data;
        self.queues[source as usize].push_back(Waiting { frame, length });
    }
}
