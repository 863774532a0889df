//! The deadlocks of the papers' rules, and none under the class rule.

use std::collections::BTreeSet;

use teecast_model::hypercube::class::ClassRule;
use teecast_model::hypercube::dependency::{
    Buffer, DependencyRequest, Kind, Method, Verdict, check,
};
use teecast_model::hypercube::multicast::Rule;
use teecast_model::hypercube::route::Algorithm;
use teecast_spec::Vote;

use super::cube::{members, request, run};

const ALL_KINDS: [Kind; 3] = [Kind::Unicast, Kind::Multicast, Kind::Broadcast];

fn asked(n: u32, classes: ClassRule, faulty: &[u32], kinds: &[Kind]) -> DependencyRequest {
    DependencyRequest {
        n,
        rule: Rule { vote: Vote::Greedy, classes },
        faulty: faulty.iter().copied().collect(),
        kinds: kinds.to_vec(),
        method: Method::for_dimension(n),
    }
}

fn cycle_of(request: &DependencyRequest) -> Vec<Buffer> {
    match check(request) {
        Verdict::Cycle(cycle) => cycle,
        order => panic!("{request:?} has an order:\n{order}"),
    }
}

fn assert_acyclic(request: &DependencyRequest) {
    if let cycle @ Verdict::Cycle(_) = check(request) {
        panic!("{request:?}:\n{cycle}");
    }
}

#[test]
fn four_greedy_multicasts_deadlock_in_q2() {
    let cycle = cycle_of(&asked(2, ClassRule::Unlimited, &[], &[Kind::Multicast]));
    assert_eq!(cycle.len(), 4);
    // Each message of the example holds a buffer and waits for the one that the next one holds.
    let messages: [(u32, &[u32]); 4] = [(0, &[3]), (1, &[3, 2]), (3, &[0]), (2, &[0, 1])];
    let hops = messages.map(|(source, list)| {
        let sends = run(&request(2, Algorithm::Multicast, source, list)).sends;
        let links: Vec<(u32, u32)> = sends.iter().map(|send| (send.from, send.to)).collect();
        assert_eq!(links.len(), 2);
        links
    });
    for (index, links) in hops.iter().enumerate() {
        assert_eq!(links[1], hops[(index + 1) % 4][0], "{hops:?}");
    }
}

#[test]
fn unicasts_and_broadcasts_alone_deadlock_in_a_faulty_q3() {
    let kinds = [Kind::Unicast, Kind::Broadcast];
    let faulty = [0b011, 0b100];
    assert_eq!(cycle_of(&asked(3, ClassRule::Unlimited, &faulty, &kinds)).len(), 6);
    assert_acyclic(&asked(3, ClassRule::Unlimited, &[], &kinds));
    assert_acyclic(&asked(3, ClassRule::limited(3, true), &faulty, &ALL_KINDS));
}

#[test]
fn the_class_rule_has_no_cycle_in_q2_and_q3_whatever_the_faults() {
    for n in [2, 3] {
        for bits in 0..(1u32 << (1 << n)) - 1 {
            let faulty: Vec<u32> = members(n, bits).into_iter().collect();
            for classes in [2, 3] {
                assert_acyclic(&DependencyRequest {
                    method: Method::Rows,
                    ..asked(n, ClassRule::limited(classes, true), &faulty, &ALL_KINDS)
                });
            }
        }
    }
}

#[test]
fn the_class_rule_has_no_cycle_for_any_vote_and_set_in_q3() {
    for vote in Vote::ALL {
        for (classes, fault_tolerant, faulty) in
            [(1, false, vec![]), (2, false, vec![]), (2, true, vec![3]), (3, true, vec![3, 4])]
        {
            let mut request =
                asked(3, ClassRule::limited(classes, fault_tolerant), &faulty, &ALL_KINDS);
            request.rule.vote = vote;
            assert_acyclic(&request);
        }
    }
}

#[test]
fn larger_cubes_have_an_order_by_single_rows() {
    for (n, faulty) in [(4, vec![]), (4, vec![3, 7, 8, 12]), (5, vec![1, 2, 4]), (6, vec![5])] {
        assert_acyclic(&asked(n, ClassRule::limited(3, true), &faulty, &ALL_KINDS));
    }
    assert_acyclic(&asked(6, ClassRule::limited(2, false), &[], &ALL_KINDS));
}

#[test]
fn single_rows_cover_every_wait_of_the_sets() {
    // Sound: what the exact method orders or not, the rows never see fewer buffers.
    for vote in Vote::ALL {
        for (classes, faulty) in
            [(ClassRule::Unlimited, vec![]), (ClassRule::limited(3, true), vec![6])]
        {
            let mut exact = asked(3, classes, &faulty, &[Kind::Multicast]);
            exact.rule.vote = vote;
            let rows = DependencyRequest { method: Method::Rows, ..exact.clone() };
            match (check(&exact), check(&rows)) {
                (Verdict::Acyclic(few), Verdict::Acyclic(many)) => {
                    let many: BTreeSet<Buffer> = many.into_iter().collect();
                    assert!(few.iter().all(|buffer| many.contains(buffer)));
                }
                (Verdict::Cycle(_), Verdict::Acyclic(_)) => panic!("{exact:?}: unsound"),
                (_, Verdict::Cycle(_)) => assert_eq!(classes, ClassRule::Unlimited, "{exact:?}"),
            }
        }
    }
}

#[test]
fn a_verdict_prints_its_order_or_its_circle() {
    let cycle = check(&asked(2, ClassRule::Unlimited, &[], &[Kind::Multicast])).to_string();
    let lines: Vec<&str> = cycle.lines().collect();
    assert_eq!(lines[0], "cycle of 4, each waits for the next one around");
    assert_eq!(lines[1], "  node 0 dimension 0 class 0");
    assert_eq!(lines.len(), 5);
    let order = check(&asked(2, ClassRule::Unlimited, &[], &[Kind::Unicast])).to_string();
    assert!(order.starts_with("acyclic: 8 in use, each waits only for later ones\n"), "{order}");
}
