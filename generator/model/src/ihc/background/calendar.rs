//! When the links of a directed cycle are free of rounds that follow each other.

use crate::ihc::schedule::Schedule;

/// The packets that cross the links of a directed cycle.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    mu: u32,
    period: u32,
    /// By ID of the sending node the first slots of all packets in a round, rising.
    starts: Vec<Vec<u32>>,
}

impl Calendar {
    /// Returns the packets of a schedule; a round begins where the one before ends.
    pub fn new(schedule: &Schedule) -> Self {
        let nodes = schedule.nodes();
        let of_link = |id: u32| {
            let crosses = |hops: u32| {
                let source = (id + nodes - hops) % nodes;
                schedule.starts()[source as usize] + hops
            };
            let mut starts: Vec<u32> = (0..nodes - 1).map(crosses).collect();
            starts.sort_unstable();
            starts
        };
        let starts = (0..nodes).map(of_link).collect();
        Self { mu: schedule.mu(), period: schedule.slots(), starts }
    }

    /// Returns the slots from one on in which no packet crosses the link of an ID; 0 if one does.
    pub fn free(&self, id: u32, slot: u64) -> u32 {
        let slot = (slot % u64::from(self.period)) as u32;
        let starts = &self.starts[id as usize];
        let after = starts.partition_point(|start| *start <= slot);
        match after.checked_sub(1).map(|before| starts[before]) {
            // No packet goes on in the next round.
            Some(start) if slot < start + self.mu => 0,
            _ => starts.get(after).map_or(self.period + starts[0], |start| *start) - slot,
        }
    }

    /// Returns the longest time that every link is free now and then.
    pub fn longest(&self) -> u32 {
        let of_link = |starts: &Vec<u32>| {
            let next = starts.iter().skip(1).copied().chain([self.period + starts[0]]);
            starts
                .iter()
                .zip(next)
                .map(|(start, next)| (next - start).saturating_sub(self.mu))
                .max()
        };
        self.starts.iter().filter_map(of_link).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use teecast_spec::ihc::Interleave;

    use super::*;

    #[test]
    fn free_slots_are_those_without_a_packet() {
        for (nodes, mu, interleave) in [
            (8, 2, Interleave::Distance(4)),
            (8, 2, Interleave::Minimal),
            (19, 2, Interleave::Distance(5)),
            (12, 3, Interleave::Overlapped),
        ] {
            let schedule = Schedule::new(nodes, mu, interleave);
            let calendar = Calendar::new(&schedule);
            let period = schedule.slots();
            let mut longest = u32::MAX;
            for id in 0..nodes {
                let crossing = |slot: u32| {
                    (0..nodes).any(|source| {
                        let hops = (id + nodes - source) % nodes;
                        let start = schedule.starts()[source as usize] + hops;
                        hops < nodes - 1 && (start..start + mu).contains(&(slot % period))
                    })
                };
                let run = |slot: u32| (slot..).take_while(|slot| !crossing(*slot)).count() as u32;
                for slot in 0..2 * period {
                    assert_eq!(calendar.free(id, slot.into()), run(slot), "{nodes}, {id}, {slot}");
                }
                longest = longest.min((0..period).map(run).max().unwrap_or(0));
            }
            assert_eq!(calendar.longest(), longest);
        }
    }
}
