//! Which schedules make packets meet, and how many stages and slots a round takes.

use teecast_model::ihc::schedule::Schedule;
use teecast_spec::ihc::{Interleave, contends};

/// Returns whether packets of a schedule meet on a cycle, from every slot of every link.
fn meet(schedule: &Schedule) -> bool {
    let (nodes, mu) = (schedule.nodes(), schedule.mu());
    let mut busy = vec![false; (nodes * schedule.slots()) as usize];
    for (id, start) in (0..).zip(schedule.starts()) {
        for hop in 0..nodes - 1 {
            let link = (id + hop) % nodes;
            for slot in start + hop..start + hop + mu {
                let busy = &mut busy[(link * schedule.slots() + slot) as usize];
                if std::mem::replace(busy, true) {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn a_distance_works_if_the_rest_of_the_ring_is_long_enough_too() {
    for nodes in 3..=30 {
        for mu in 1..=8 {
            for eta in 1..=11 {
                let schedule = Schedule::new(nodes, mu, Interleave::Distance(eta));
                let expected = contends(nodes, mu, eta);
                assert_eq!(meet(&schedule), expected, "N = {nodes}, mu = {mu}, eta = {eta}");
                let stages = eta.min(nodes);
                assert_eq!(schedule.stages(), stages, "N = {nodes}, eta = {eta}");
                assert_eq!(schedule.slots(), stages * (nodes - 2 + mu));
            }
        }
    }
}

#[test]
fn nineteen_nodes_need_distance_four_or_three_stages() {
    let meets = |eta| meet(&Schedule::new(19, 2, Interleave::Distance(eta)));
    assert_eq!([2, 3, 4].map(meets), [true, true, false]);
    let blocks = Schedule::new(19, 2, Interleave::Minimal);
    assert_eq!((meet(&blocks), blocks.stages(), blocks.slots()), (false, 3, 3 * 19));
    let places: Vec<u32> = blocks.starts().iter().map(|start| start / 19).collect();
    assert_eq!(places, [0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
}

#[test]
fn a_hexagonal_mesh_never_works_with_distance_and_length_two_or_three() {
    for edge in 2..=40 {
        let nodes = 3 * edge * (edge - 1) + 1;
        assert_eq!(nodes % 6, 1);
        assert!([2, 3].iter().all(|mu| contends(nodes, *mu, *mu)), "{edge}");
    }
}

/// Asserts that blocks work and are as few stages as there can be: in one stage, nodes start at
/// least mu apart.
fn blocks(nodes: u32, mu: u32) {
    let schedule = Schedule::new(nodes, mu, Interleave::Minimal);
    assert!(!meet(&schedule), "N = {nodes}, mu = {mu}");
    let together = (nodes / mu).max(1);
    assert_eq!(schedule.stages(), nodes.div_ceil(together), "N = {nodes}, mu = {mu}");
    assert_eq!(schedule.slots(), schedule.stages() * (nodes - 2 + mu));
}

#[test]
fn blocks_work_for_any_number_of_nodes() {
    for nodes in 3..=48 {
        (1..=12).for_each(|mu| blocks(nodes, mu));
    }
    // Packets that are longer than the ring start one after the other.
    blocks(7, 40);
}

#[test]
#[ignore = "tens of seconds: make test-long"]
fn blocks_work_for_200_nodes() {
    for nodes in 49..200 {
        (1..=12).for_each(|mu| blocks(nodes, mu));
    }
}

#[test]
fn overlapped_stages_save_what_the_paper_says_and_not_a_slot_more() {
    for mu in 2..=6 {
        for nodes in (2..=6).map(|times| times * mu) {
            let schedule = Schedule::new(nodes, mu, Interleave::Overlapped);
            assert!(!meet(&schedule), "N = {nodes}, mu = {mu}");
            let apart = mu * (nodes - 2 + mu);
            assert_eq!(schedule.slots(), apart - (mu - 1).pow(2), "N = {nodes}, mu = {mu}");
            let descending = |id: u32| mu - 1 - id % mu;
            let closer = Schedule::staged(nodes, mu, descending, nodes - 2);
            assert!(meet(&closer), "N = {nodes}, mu = {mu}");
            let ascending = Schedule::staged(nodes, mu, |id| id % mu, nodes - 1);
            assert_eq!(meet(&ascending), mu > 2, "N = {nodes}, mu = {mu}");
        }
    }
}

#[test]
fn the_round_of_a_cube_of_sixteen_nodes_takes_72_slots() {
    let slots = |interleave| Schedule::new(16, 4, interleave).slots();
    assert_eq!([Interleave::Minimal, Interleave::Overlapped].map(slots), [72, 63]);
}
