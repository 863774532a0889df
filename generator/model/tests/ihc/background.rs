//! Background messages beside rounds: they never delay a round, and get what it leaves.

use teecast_model::ihc::background::{BackgroundError, BackgroundSetup, Counts};
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::run::Ending;
use teecast_model::simulate::sweep::Answer;
use teecast_model::traffic::Lengths;
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::hamiltonian::Network;

fn setup(network: Network, mu: u32, interleave: Interleave, length: u32) -> BackgroundSetup {
    let lengths = Lengths::fixed(length).expect("permitted");
    let plan =
        Plan { warm_up: 500, batch: 1000, least: 5, most: 5, precision: 0.5, limit: f64::INFINITY };
    BackgroundSetup { network, mu, interleave, lengths, plan, seed: 1 }
}

fn played(setup: &BackgroundSetup, load: f64) -> Counts {
    setup.run(load, &|_| ()).expect("nothing meets").total()
}

#[test]
fn rounds_take_their_time_under_any_load() {
    for (network, mu, interleave) in [
        (Network::Cube(4), 2, Interleave::Distance(4)),
        (Network::Cube(5), 3, Interleave::Minimal),
        (Network::Torus([4, 3]), 3, Interleave::Overlapped),
        (Network::Hexmesh(3), 2, Interleave::Distance(5)),
    ] {
        let setup = setup(network, mu, interleave, 1);
        let nodes = f64::from(network.nodes());
        // A copy takes h + mu - 1 slots to the h-th node.
        let alone = nodes / 2.0 + f64::from(mu - 1);
        for load in [0.01, 0.2, 0.9] {
            let total = played(&setup, load);
            let rounds = 5000 / u64::from(setup.round());
            assert!((rounds..=rounds + 1).contains(&total.rounds), "{network:?}");
            let latency = total.mean_copy_latency().expect("rounds were played");
            // Rounds at the begin and the end are cut.
            assert!((latency - alone).abs() < 0.02 * alone, "{network:?}: {latency}");
        }
    }
}

#[test]
fn messages_get_the_slots_that_rounds_leave() {
    // Rounds take (N - 1) mu of the slots of every link in each of their eta (N - 2 + mu) slots.
    for eta in [2, 4, 8, 16] {
        let setup = setup(Network::Cube(4), 2, Interleave::Distance(eta), 1);
        let share = 30.0 / f64::from(setup.round());
        // Two hops a message on average, 16/15 without the source, on four links a node.
        let most = (1.0 - share) * 4.0 / (2.0 * 16.0 / 15.0);
        let total = played(&setup, 0.9);
        let (slots, links) = (5000.0, 64.0);
        let of_rounds = total.round_flits as f64 / slots / links;
        assert!((of_rounds / share - 1.0).abs() < 0.02, "{eta}: {of_rounds} {share}");
        let accepted = total.flits as f64 / slots / 16.0;
        assert!(accepted <= 1.02 * most.min(0.9), "{eta}: {accepted} of {most}");
        let enough = if most > 1.2 { 0.95 * 0.9 } else { 0.0 };
        assert!(accepted > enough && total.hops > total.flits, "{eta}: {accepted} of {most}");
    }
}

#[test]
fn a_larger_distance_leaves_more_and_waits_less() {
    let of = |eta| {
        let mut setup = setup(Network::Torus([8, 8]), 2, Interleave::Distance(eta), 2);
        (setup.plan.batch, setup.plan.limit) = (1500, 20.0);
        let Ok(Answer::Saturation { load, .. }) = setup.saturation(&|_| ()) else {
            panic!("eta = {eta}")
        };
        (load, setup.zero_load_latency().expect("permitted"))
    };
    let found = [4, 8, 16].map(of);
    assert!(found.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1), "{found:?}");
    // Four hops of two flits.
    assert!(found[2].1 > 8.0 * 64.0 / 63.0, "{found:?}");
}

#[test]
fn the_latency_without_load_is_that_of_a_small_load() {
    for (network, eta) in [(Network::Cube(4), 8), (Network::Hexmesh(3), 8)] {
        let mut setup = setup(network, 2, Interleave::Distance(eta), 3);
        setup.plan.batch = 40_000;
        let alone = setup.zero_load_latency().expect("permitted");
        let latency = played(&setup, 0.002).mean_latency().expect("messages arrived");
        assert!((latency / alone - 1.0).abs() < 0.05, "{network:?}: {latency} {alone}");
    }
}

#[test]
fn a_seed_fixes_everything() {
    let found = |seed| {
        let setup = setup(Network::Cube(3), 2, Interleave::Distance(4), 1);
        BackgroundSetup { seed, ..setup }.run(0.2, &|_| ()).expect("nothing meets")
    };
    assert_eq!(found(3), found(3));
    assert_ne!(found(3), found(4));
    assert_eq!(found(3).ending, Ending::Precise);
}

#[test]
fn what_never_fits_is_refused_and_packets_that_meet_are_seen() {
    let long = setup(Network::Cube(4), 2, Interleave::Distance(4), 9);
    let refused = long.run(0.1, &|_| ()).expect_err("it does not fit");
    assert!(matches!(refused, BackgroundError::Length { length: 9, longest } if longest < 9));
    let meets = setup(Network::Cube(4), 3, Interleave::Distance(2), 1);
    let met = meets.run(0.1, &|_| ()).expect_err("packets of rounds meet");
    assert!(matches!(met, BackgroundError::Broken { slot: 0..100, .. }), "{met}");
}
