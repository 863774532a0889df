//! The hexagonal mesh under load: latency by hand and by the tree where nothing meets, exactly once where much
//! does.

use teecast_model::harts::broadcast::{Letter, reliable, ring};
use teecast_model::harts::simulation::ledger::Delivered;
use teecast_model::harts::simulation::router::{Harts, RouterConfig};
use teecast_model::harts::simulation::run::{Ending, HartsSetup, RunError};
use teecast_model::harts::simulation::traffic::{HartsMessage, Receiver};
use teecast_model::harts::simulation::{Broadcast, SimulatedNetwork};
use teecast_model::relay::{Switching, Tree};
use teecast_model::stats::estimate;
use teecast_model::traffic::Lengths;
use teecast_spec::harts::Interconnect::{self, Bus, Crossbar};
use teecast_spec::topology::HexMesh;

const DECISION: u64 = 6;
const LENGTH: u32 = 100;
const ONE: Broadcast = Broadcast::Reliable { k: 1 };

fn network(n: u32, interconnect: Interconnect, broadcast: Broadcast) -> Harts {
    let decision = DECISION as u32;
    Harts::new(n, RouterConfig { interconnect, decision, gap: 8 }, broadcast, 0)
}

fn message(clock: u64, source: u32, receiver: Receiver, length: u32) -> HartsMessage {
    HartsMessage { clock, source, receiver, length }
}

/// Plays messages to the end.
fn played(mut network: Harts, messages: &[HartsMessage]) -> Harts {
    messages.iter().for_each(|message| network.make(message).expect("exactly once"));
    network.drain().expect("all are delivered");
    network
}

/// Plays one broadcast alone.
fn alone(n: u32, interconnect: Interconnect, broadcast: Broadcast) -> Delivered {
    let messages = [message(0, 3, Receiver::All, LENGTH)];
    let network = played(network(n, interconnect, broadcast), &messages);
    network.ledger().since(0).next().expect("it is delivered")
}

/// Returns when the last copy comes and the sum over all copies, by the tree: a packet starts with
/// its parent's end or, where it is passed on, the decision time after its parent's start.
fn by_the_tree(tree: &Tree<Letter>) -> (u64, u64) {
    let mut starts: Vec<u64> = Vec::new();
    for send in &tree.sends {
        let start = match (send.parent, send.switching) {
            (None, _) => 0,
            (Some(parent), Switching::Send) => starts[parent] + u64::from(LENGTH),
            (Some(parent), Switching::CutThrough) => starts[parent] + DECISION,
        };
        starts.push(start);
    }
    let ends = || starts.iter().map(|start| start + u64::from(LENGTH));
    (ends().max().expect("there are sends"), ends().sum())
}

#[test]
fn a_broadcast_alone_takes_the_time_of_its_tree() {
    for n in 2..=9 {
        let hexmesh = HexMesh::new(n);
        for k in 1..=6 {
            let found = alone(n, Crossbar, Broadcast::Reliable { k });
            let tree = reliable(&hexmesh, k, 3, &[].into());
            assert_eq!((found.latency, found.sum), by_the_tree(&tree), "n = {n}, k = {k}");
        }
        let found = alone(n, Crossbar, Broadcast::Ring);
        let tree = ring(&hexmesh, 3, &[].into());
        assert_eq!((found.latency, found.sum), by_the_tree(&tree), "n = {n}, ring");
    }
}

#[test]
fn a_broadcast_alone_takes_the_time_of_the_paper() {
    for (n, hops) in [(5, 4), (7, 6), (9, 8)] {
        // Two sends and n-3 cut-throughs; n-1 sends.
        assert_eq!(alone(n, Crossbar, ONE).latency, 200 + (u64::from(n) - 3) * DECISION);
        let stored = alone(n, Crossbar, Broadcast::Stored);
        assert_eq!(stored.latency, hops * 100);
        // The 6 j nodes at distance j after j sends: (2 n - 1) / 3 on average.
        let nodes = u64::from(3 * n * (n - 1));
        assert_eq!(3 * stored.sum, nodes * u64::from(2 * n - 1) * 100);
    }
}

#[test]
fn the_processor_of_a_bus_sends_one_packet_at_a_time() {
    // The sixth packet leaves after five, and takes two sends and n-3 cut-throughs.
    assert_eq!(alone(5, Bus, ONE).latency, 500 + 200 + 2 * DECISION);
}

fn latency_of_last(n: u32, interconnect: Interconnect, messages: &[HartsMessage]) -> u64 {
    let (_, others) = messages.split_last().expect("there are messages");
    let sum = |messages: &[HartsMessage]| {
        played(network(n, interconnect, ONE), messages).regular().latency
    };
    sum(messages) - sum(others)
}

#[test]
fn regular_messages_run_through_wait_or_turn() {
    let to = |clock, source, destination, length| {
        message(clock, source, Receiver::Node(destination), length)
    };
    // Direction 0 leads to the next number. Three hops alone, and to the sender itself.
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 0, 3, 100)]), 112);
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 0, 0, 100)]), 0);
    // A second message waits for the first and the gap.
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 0, 1, 100), to(10, 0, 1, 50)]), 108 - 10 + 50);
    // At node 1 the transmitter is taken: the message is stored, sent at once when it is whole..
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 1, 2, 100), to(10, 0, 2, 100)]), 200);
    // .. or when the transmitter is free.
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 1, 2, 512), to(10, 0, 2, 100)]), 510 + 100);
    // The head is known in the clock in which the transmitter becomes free: nothing is stored.
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 1, 2, 100), to(102, 0, 2, 100)]), 106);
    // Two tags: around what is taken.
    let hexmesh = HexMesh::new(5);
    let beyond = hexmesh.ahead(hexmesh.ahead(0, 0), 1);
    assert_eq!(latency_of_last(5, Crossbar, &[to(0, 0, 1, 512), to(0, 0, beyond, 100)]), 106);
    assert_eq!(latency_of_last(5, Bus, &[to(0, 0, 1, 512), to(0, 0, beyond, 100)]), 512 + 106);
}

fn setup(n: u32, broadcast: Broadcast, interconnect: Interconnect) -> HartsSetup {
    let mut setup = HartsSetup::paper(n, broadcast);
    setup.router.interconnect = interconnect;
    HartsSetup { broadcasts: 40, warm_up: 10_000, share: 20_000, ..setup }
}

#[test]
fn emitted_routers_lose_and_double_nothing_under_load() {
    // A processor sends a flit in a flit time, so that larger loads cannot be offered.
    let load = 0.02;
    for (k, n, interconnect) in [(1, 2, Crossbar), (3, 3, Bus), (4, 4, Crossbar)] {
        let setup = setup(n, Broadcast::Reliable { k }, interconnect);
        let lengths = Lengths::new(&[(4, 1), (16, 1)]).expect("permitted lengths");
        let setup = HartsSetup { emitted: true, lengths, warm_up: 500, ..setup };
        let found = setup.run(load).expect("nothing is broken");
        assert_eq!((found.ending, found.broadcasts.len()), (Ending::Complete, 40));
        assert_eq!(found.regular.messages_made, found.regular.messages);
        assert_eq!(found.regular.flits_made, found.regular.flits);
        let alone = setup.zero_load_latency().expect("nothing is broken");
        let (latency, _) = estimate(&found.latencies());
        assert!(
            (0.9 * alone..3.0 * alone).contains(&latency),
            "{latency} with load, {alone} without"
        );
        // Of the load, headers and broadcasts.
        assert!((load..4.0 * load).contains(&found.link_use), "{} of {load}", found.link_use);
    }
}

#[test]
fn faulty_nodes_get_nothing_and_cost_others_at_most_a_copy_each() {
    for (emitted, broadcast) in
        [(false, Broadcast::Reliable { k: 4 }), (false, Broadcast::Stored), (true, ONE)]
    {
        let lengths = Lengths::new(&[(4, 1), (16, 1)]).expect("permitted lengths");
        let setup = HartsSetup { emitted, lengths, warm_up: 500, ..setup(3, broadcast, Crossbar) };
        let setup = HartsSetup { faulty: [4, 11].into(), ..setup };
        // The ledger compares all copies with the golden model.
        let found = setup.noted(0.02, &|_| ()).expect("nothing is broken");
        assert_eq!((found.ending, found.broadcasts.len()), (Ending::Complete, 40));
        assert_eq!(found.regular.messages_made, found.regular.messages);
        let k = broadcast.copies();
        let range = (k - 2.min(k)) * 16..=k * 16;
        assert!(found.broadcasts.iter().all(|broadcast| range.contains(&broadcast.copies)));
        let some_less = found.broadcasts.iter().any(|broadcast| broadcast.copies < k * 16);
        assert!(some_less, "{broadcast}");
        let record = found.record.expect("it was noted");
        let there = |node: &u32| setup.faulty.contains(node);
        for (node, _, link) in record.links() {
            assert!(link.flits == 0 || !there(&node) && !link.to.as_ref().is_some_and(there));
        }
        assert!(setup.zero_load_latency().expect("nothing is broken") > 16.0);
        faulty_again(&setup);
    }
}

/// Refuses what no broadcast survives.
fn faulty_again(setup: &HartsSetup) {
    for (broadcast, faulty) in
        [(ONE, vec![19]), (ONE, vec![0, 1, 2, 3, 4, 5]), (Broadcast::Ring, vec![1])]
    {
        let setup = HartsSetup { broadcast, faulty: faulty.into_iter().collect(), ..setup.clone() };
        assert!(matches!(setup.check(0.02), Err(RunError::Faulty { last: 18, .. })));
    }
}

#[test]
fn emitted_routers_have_bounds() {
    let setup = HartsSetup { emitted: true, ..setup(17, ONE, Crossbar) };
    let range = RunError::Range { what: "n", value: 17, least: 2, most: 16 };
    assert_eq!(setup.run(0.1), Err(range));
    let long = HartsSetup { n: 3, lengths: Lengths::fixed(4097).expect("permitted"), ..setup };
    assert!(matches!(long.run(0.1), Err(RunError::Range { what: "message length", .. })));
}

#[test]
fn nothing_is_lost_or_doubled_under_load() {
    let reliable = (1..=6).map(|k| Broadcast::Reliable { k });
    for broadcast in reliable.chain([Broadcast::Stored, Broadcast::Ring]) {
        for (n, interconnect, load) in [(2, Crossbar, 0.3), (3, Crossbar, 0.2), (4, Bus, 0.1)] {
            // Copies and conservation are checked in every run.
            let found = setup(n, broadcast, interconnect).run(load).expect("nothing is broken");
            assert_eq!(found.broadcasts.len(), 40, "{broadcast:?}");
            assert_eq!(found.regular.messages_made, found.regular.messages);
            assert_eq!(found.regular.flits_made, found.regular.flits);
        }
    }
}

#[test]
fn links_are_used_as_much_as_the_load_says() {
    let rare = HartsSetup { share: 100, ..setup(5, ONE, Crossbar) };
    let used = rare.run(0.3).expect("possible").link_use;
    // A broadcast takes k (N-1) links instead of n/2.
    let expected = 0.3 * (0.9999 + 0.0001 * 60.0 / 2.5);
    assert!((used / expected - 1.0).abs() < 0.03, "{used}");
}

#[test]
fn messages_are_the_same_however_broadcasts_travel() {
    let made = |broadcast, seed| {
        let found =
            HartsSetup { seed, ..setup(3, broadcast, Crossbar) }.run(0.1).expect("possible");
        found.broadcasts.iter().map(|broadcast| broadcast.made).collect::<Vec<u64>>()
    };
    assert_eq!(made(ONE, 1), made(Broadcast::Stored, 1));
    assert_eq!(made(ONE, 1), made(Broadcast::Reliable { k: 6 }, 1));
    assert_ne!(made(ONE, 1), made(ONE, 2));
}

#[test]
fn latency_is_near_that_of_a_rough_model() {
    // A model of somebody else, with 600 to 800 broadcasts a point.
    for (broadcast, load, latency, delivery) in [
        (ONE, 0.05, 709.0, 341.0),
        (ONE, 0.3, 1446.0, 530.0),
        (Broadcast::Stored, 0.05, 1023.0, 592.0),
        (Broadcast::Stored, 0.3, 1636.0, 742.0),
    ] {
        let setup = HartsSetup { broadcasts: 200, ..HartsSetup::paper(5, broadcast) };
        let found = setup.run(load).expect("possible");
        for (values, expected) in [(found.latencies(), latency), (found.delivery_times(), delivery)]
        {
            let (mean, error) = estimate(&values);
            let near = (mean - expected).abs() < 0.05 * expected + 4.0 * error;
            assert!(near, "{broadcast:?} at {load}: {mean} ± {error}, not {expected}");
        }
    }
}

#[test]
fn too_much_traffic_is_saturation() {
    let found = setup(3, Broadcast::Reliable { k: 6 }, Crossbar).run(1.0).expect("possible");
    assert_eq!(found.ending, Ending::Saturated);
}

#[test]
fn what_cannot_run_is_refused() {
    let paper = || HartsSetup::paper(3, ONE);
    let range = |setup: HartsSetup| match setup.check(0.1) {
        Err(RunError::Range { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(range(HartsSetup { n: 1, ..paper() }), "n");
    assert_eq!(range(HartsSetup::paper(3, Broadcast::Reliable { k: 7 })), "k");
    assert_eq!(range(HartsSetup { share: 0, ..paper() }), "broadcast share");
    assert_eq!(range(HartsSetup { broadcasts: 1, ..paper() }), "number of broadcasts");
    let router = RouterConfig { gap: 0, ..paper().router };
    assert_eq!(range(HartsSetup { router, ..paper() }), "gap");
    let flit = HartsSetup { lengths: Lengths::fixed(1).expect("permitted"), ..paper() };
    // A message of a flit in every clock crosses 1.5 of 6 links.
    assert!(flit.check(0.25).is_ok());
    let said = flit.check(0.26).expect_err("more than a message of every node in every clock");
    assert_eq!(said.to_string(), "load is 0.26; permitted is 2.5e-10 to 0.25");
    assert!(paper().check(0.0).is_err() && paper().check(f64::NAN).is_err());
}
