//! No deadlock cycle under the rules of the hardware, and deadlock cycles where a rule is left out.

use std::collections::BTreeMap;

use teecast_model::harts::dependency::{Discipline, Messages, Resource, Verdict, check};
use teecast_spec::HartsSpec;

#[test]
fn whatever_receivers_accept_waits_only_for_higher_classes() {
    for n in 2..=4 {
        for messages in [Messages::Correct, Messages::Accepted] {
            let verdict = check(n, messages, Discipline::Structured);
            let Verdict::Acyclic(order) = &verdict else { panic!("n = {n}: {verdict}") };
            let spec = HartsSpec::new(n);
            let mut used = BTreeMap::<u32, u32>::new();
            let mut transmitters = 0;
            for resource in order {
                match resource {
                    Resource::Buffer { class, .. } => *used.entry(*class).or_default() += 1,
                    Resource::Transmitter { .. } => transmitters += 1,
                }
            }
            // No class is there in vain, and none is missing.
            let links = 6 * spec.nodes();
            assert!(used.keys().copied().eq(0..spec.classes()), "n = {n}: {used:?}");
            assert!(used.values().all(|buffers| *buffers == links), "n = {n}: {used:?}");
            assert_eq!(transmitters, links);
        }
    }
}

fn cycle(n: u32, messages: Messages, discipline: Discipline) -> Vec<Resource> {
    match check(n, messages, discipline) {
        Verdict::Cycle(cycle) => cycle,
        order => panic!("n = {n} has an order:\n{order}"),
    }
}

#[test]
fn queues_at_the_transmitters_close_a_circle() {
    for n in 3..=4 {
        let cycle = cycle(n, Messages::Correct, Discipline::Fifo);
        let transmitter = |resource: &&Resource| matches!(resource, Resource::Transmitter { .. });
        assert!(cycle.iter().filter(transmitter).count() >= 2, "{cycle:?}");
    }
}

#[test]
fn one_class_closes_a_circle() {
    for n in 2..=3 {
        let cycle = cycle(n, Messages::Correct, Discipline::OneClass);
        assert!(cycle.iter().all(|resource| matches!(resource, Resource::Buffer { .. })));
        assert!(cycle.len() >= 2);
    }
}
