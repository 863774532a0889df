//! Networks of the region family that answer: each message once, after all its destinations.

use teecast::spec::RegionSpec;
use teecast::spec::region::{Answers, CornerAlgorithm};
use teecast_cosim::build::Simulator;
use teecast_cosim::scenario::Scenario;
use teecast_cosim::trace::Trace;

use super::cosim_region::Network;

/// Plays random messages, malformed ones too.
fn play(spec: &RegionSpec, simulator: Simulator, messages: u32) -> Option<Trace> {
    Some(Network::build(spec, simulator)?.play_scenario(Scenario::All, 3, messages))
}

/// Returns how many completions came.
fn completions(spec: &RegionSpec, trace: &Trace) -> usize {
    let code = 2 + spec.id_bits();
    let events = trace.epochs.iter().flat_map(|epoch| &epoch.events);
    events.filter(|(_, event)| event.word >> code == 0).count()
}

#[test]
fn every_message_that_wants_it_is_answered_once() {
    let spec =
        RegionSpec { answers: Answers::Reply, tags: 2, max_data: 3, ..RegionSpec::new(&[3, 2]) };
    let Some(trace) = play(&spec, Simulator::Icarus, 120) else { return };
    // What is compared knows each of them; they are most of the messages.
    assert!(completions(&spec, &trace) > 60);
}

#[test]
#[ignore = "minutes: make test-long"]
fn every_kind_of_network_answers() {
    let landed = RegionSpec { answers: Answers::Landed, max_data: 15, ..RegionSpec::new(&[4, 4]) };
    let reply = RegionSpec { answers: Answers::Reply, ..landed.clone() };
    let specs = [
        landed.clone(),
        RegionSpec { tags: 1, ..landed.clone() },
        RegionSpec { deliveries: 3, tags: 16, max_data: 64, ..landed.clone() },
        RegionSpec { tags: 1, ..reply.clone() },
        // Messages that wait for a tag hold up no output that comes later.
        RegionSpec {
            algorithm: CornerAlgorithm::Mst,
            tags: 1,
            deliveries: 3,
            max_data: 20,
            radices: vec![5, 3],
            ..reply.clone()
        },
        RegionSpec {
            algorithm: CornerAlgorithm::NearestCorner,
            virtual_channels: 2,
            tags: 2,
            radices: vec![4, 3],
            ..reply.clone()
        },
        // A header of two flits at the processor, on a link and in a delivery.
        RegionSpec { width: 8, max_data: 3, radices: vec![2, 2], ..reply.clone() },
        RegionSpec { width: 11, max_data: 0, tags: 4, radices: vec![3, 2, 2], ..reply },
    ];
    for spec in specs {
        let Some(trace) = play(&spec, Simulator::Verilator, 1000) else { return };
        assert!(completions(&spec, &trace) > 500, "{spec:?}");
    }
}
