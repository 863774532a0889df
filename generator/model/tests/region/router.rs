//! The router: latency without load, everything delivered once under any load, and deadlocks where
//! a rule is broken.

use teecast_model::random::Random;
use teecast_model::region::route::Route;
use teecast_model::region::simulation::demonstration::Demonstration;
use teecast_model::region::simulation::run::RegionSetup;
use teecast_model::region::simulation::{
    Cast, Counts, RegionBuffer, RegionConfig, RegionNetwork, RegionWorkload, Regions, Reservation,
};
use teecast_model::region::{Algorithm, Region};
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::run::Ending;
use teecast_model::simulate::stuck::Deadlock;
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::topology::{Orthogonal, Topology};

use super::{mesh, regions};

/// **Units**: flits.
const LENGTH: u32 = 8;
/// More cycles than any of these runs needs.
const MOST: u64 = 100_000;
/// Cycles between two looks for a deadlock.
const WATCH: u64 = 256;

fn safe(algorithm: Algorithm, channels: u32) -> RegionConfig {
    RegionConfig::safe(algorithm, channels, LENGTH)
}

fn network(radices: &[u32], config: RegionConfig) -> RegionNetwork {
    RegionNetwork::new(mesh(radices), config).expect("permitted")
}

fn cast(source: u32, region: Region) -> Cast {
    Cast { source, region, corner: None, length: LENGTH }
}

/// Plays until everything is delivered, or a deadlock is found.
fn drain(network: &mut RegionNetwork) -> Result<Counts, Deadlock<RegionBuffer>> {
    while !network.is_empty() {
        network.step();
        if network.now() % WATCH == 0 {
            network.audit().expect("nothing is lost");
            network.deadlock().map_or(Ok(()), Err)?;
        }
        assert!(network.now() < MOST, "the network stands still, and no deadlock is found");
    }
    network.audit().expect("nothing is lost");
    Ok(network.take_counts())
}

/// Plays messages, each with the cycle of its making, to the end.
fn play(
    radices: &[u32],
    config: RegionConfig,
    messages: &[(u64, Cast)],
) -> Result<Counts, Deadlock<RegionBuffer>> {
    let mut network = network(radices, config);
    for cycle in 0..=messages.iter().map(|(cycle, _)| *cycle).max().unwrap_or(0) {
        let now = messages.iter().filter(|(made, _)| *made == cycle);
        now.for_each(|(_, cast)| network.add(cast));
        network.step();
    }
    drain(&mut network)
}

/// Plays some cycles of random traffic, then drains the network.
fn random(
    radices: &[u32],
    config: RegionConfig,
    load: f64,
    cycles: u64,
    seed: u64,
) -> Result<Counts, Deadlock<RegionBuffer>> {
    let mut network = network(radices, config);
    let mesh = network.mesh().clone();
    let lengths = Lengths::fixed(LENGTH).expect("permitted");
    let inside = config.algorithm == Algorithm::Mst;
    let broadcasts = (500, Regions::Random);
    let mut workload =
        RegionWorkload::new(&mesh, load, Pattern::Others, lengths, broadcasts, inside, [seed, 0]);
    for cycle in 0..cycles {
        workload.make(&mesh, cycle, |cast| network.add(&cast));
        network.step();
        if cycle % WATCH == 0 {
            network.deadlock().map_or(Ok(()), Err)?;
        }
    }
    drain(&mut network)
}

#[test]
fn a_message_alone_takes_two_cycles_a_hop_and_its_length() {
    for (radices, algorithm) in
        [(&[4, 3][..], Algorithm::FixedCorner), (&[2, 3, 2], Algorithm::NearestCorner)]
    {
        let mesh = mesh(radices);
        for (region, source) in
            regions(&mesh).into_iter().flat_map(|r| (0..mesh.nodes()).map(move |s| (r.clone(), s)))
        {
            for length in [1, 5, 8] {
                let message = Cast { length, ..cast(source, region.clone()) };
                let counts =
                    play(radices, safe(algorithm, 2), &[(3, message)]).expect("no deadlock");
                let corner = Route::new(algorithm, &mesh, source, region.clone()).corner;
                let hops = |to: u32| mesh.distance(source, corner) + mesh.distance(corner, to);
                let latency = |to: u32| u64::from(2 * (hops(to) + 1) + length - 1);
                let all: Vec<u64> = region.nodes(&mesh).map(latency).collect();
                let found = counts.all();
                assert_eq!(Some(&found.last), all.iter().max(), "{region:?} from {source}");
                assert_eq!(
                    (found.messages, found.sum),
                    (1, all.iter().sum()),
                    "{region:?} from {source}"
                );
                let copies = u64::from(region.size() * length);
                assert_eq!((counts.injected, counts.ejected), (length.into(), copies));
                let links = mesh.distance(source, corner) + region.size() - 1;
                assert_eq!(counts.hops, u64::from(links * length));
            }
        }
    }
}

#[test]
fn software_uses_the_links_of_its_unicasts() {
    let radices = [4, 4];
    let mesh = mesh(&radices);
    // Inside: to the halves and quarters 2 + 1 + 2 + 1 hops away, in parallel and one after the other.
    let counts = play(
        &radices,
        safe(Algorithm::RecursiveDoubling, 1),
        &[(0, cast(0, Region::whole(&mesh)))],
    )
    .expect("no deadlock");
    assert_eq!((counts.broadcasts.messages, counts.ejected), (1, 15 * 8));
    // One message 2 to the right, two messages 1, four 2 up, eight 1.
    assert_eq!(counts.hops, (2 + 2 + 4 * 2 + 8) * 8);
    assert_eq!(counts.injected, 15 * 8);
}

#[test]
fn everything_is_delivered_after_an_overload() {
    let runs = [
        (&[4, 4][..], safe(Algorithm::FixedCorner, 1)),
        (&[4, 4], safe(Algorithm::NearestCorner, 2)),
        (&[3, 3, 3], safe(Algorithm::FixedCorner, 3)),
        (&[3, 3, 3], safe(Algorithm::NearestCorner, 4)),
        (&[6, 6], safe(Algorithm::Mst, 1)),
        (&[2, 2, 2, 2], safe(Algorithm::RecursiveDoubling, 1)),
        (&[2, 2, 2, 2], safe(Algorithm::NearestCorner, 8)),
    ];
    for (radices, config) in runs {
        let counts = random(radices, config, 0.4, 2000, 1).expect("the rules are safe");
        assert_eq!(counts.all().messages, counts.made, "{config:?}");
        assert!(counts.made > 500 && counts.hops > 10_000);
    }
}

#[test]
fn a_seed_fixes_everything() {
    let counts = |seed| random(&[4, 4], safe(Algorithm::NearestCorner, 4), 0.1, 2000, seed);
    assert_eq!(counts(1), counts(1));
    assert_ne!(counts(1), counts(2));
}

#[test]
fn messages_deadlock_where_a_rule_is_broken_and_only_there() {
    for demonstration in Demonstration::all() {
        let name = demonstration.name;
        let (_, deadlock) = demonstration.play_broken().expect_err(name);
        assert!(deadlock.cycle.len() > 1 && deadlock.stuck >= deadlock.cycle.len(), "{name}");
        let counts = demonstration.play_safe().expect(name);
        assert_eq!(counts.all().messages as usize, demonstration.messages.len(), "{name}");
    }
}

#[test]
fn the_corners_of_choice_deadlock_with_all_outputs_at_once_too() {
    let mut demonstrations = Demonstration::all();
    let free = &mut demonstrations[0];
    free.broken.reservation = Reservation::AllOrNothing;
    free.play_broken().expect_err("each turns where the other came from");
}

#[test]
fn inputs_of_a_message_and_more_keep_small_outputs_from_deadlock() {
    // Nothing holds a message up that has its outputs.
    let mut demonstrations = Demonstration::all();
    let longer = &mut demonstrations[2];
    longer.play_broken().expect_err("messages are longer than both buffers");
    longer.messages.iter_mut().for_each(|(_, cast)| cast.length = 16);
    longer.play_broken().expect("a message finds room for all of it");
}

#[test]
fn broken_rules_deadlock_under_random_traffic() {
    let nearest = safe(Algorithm::NearestCorner, 2);
    let fixed = safe(Algorithm::FixedCorner, 1);
    let rules = [
        RegionConfig { reservation: Reservation::Ordered, ..nearest },
        RegionConfig { classes: 1, ..nearest },
        RegionConfig { reservation: Reservation::Rotated, ..fixed },
        RegionConfig { output_buffer: 2, ..fixed },
    ];
    for rule in rules {
        let ended = random(&[6, 6], rule, 0.4, 10_000, 1);
        assert!(ended.is_err(), "{rule:?} found no deadlock");
    }
}

#[test]
fn free_corners_deadlock_under_random_traffic() {
    let config =
        RegionConfig { reservation: Reservation::AllOrNothing, ..safe(Algorithm::FixedCorner, 1) };
    let mut network = network(&[6, 6], config);
    let mesh = network.mesh().clone();
    let mut stream = Random::keyed(1, [0; 3]);
    let found = (0..10_000).find_map(|_| {
        let mut any = || stream.below(mesh.nodes());
        let region = Region::new(&mesh, any(), any());
        let corner = Some(region.nearest_corner(&mesh, mesh.at(any())));
        network.add(&Cast { source: any(), region, corner, length: LENGTH });
        network.step();
        if network.now() % WATCH == 0 { network.deadlock() } else { None }
    });
    assert!(found.is_some());
}

#[test]
fn a_run_ends_when_its_mean_is_precise_or_beyond_the_limit() {
    let plan = Plan { warm_up: 500, batch: 500, least: 5, most: 40, precision: 0.05, limit: 10.0 };
    let setup = RegionSetup {
        radices: vec![4, 4],
        algorithm: Algorithm::NearestCorner,
        channels: 2,
        emitted: None,
        share: 500,
        regions: Regions::Full,
        pattern: Pattern::Others,
        lengths: Lengths::fixed(LENGTH).expect("permitted"),
        plan,
        seed: 1,
    };
    // From the nearest corner, at most 2 hops away, to the opposite one 6 hops further.
    let zero = setup.zero_load_latency().expect("possible");
    let [least, most] = [6, 8].map(|hops| f64::from(2 * (hops + 1) + LENGTH - 1));
    assert!(least < zero && zero < most, "{zero}");
    let idle = setup.run(0.005).expect("possible");
    assert_eq!(idle.ending, Ending::Precise);
    let latency = idle.total().broadcasts.to_last();
    assert!(zero <= latency && latency < 1.2 * zero, "{latency}");
    assert_eq!(setup.run(0.5).expect("possible").ending, Ending::Saturated);
    for broken in [
        RegionSetup { share: 0, ..setup.clone() },
        RegionSetup { channels: 3, ..setup.clone() },
        RegionSetup { radices: vec![4, 1], ..setup.clone() },
    ] {
        broken.run(0.1).expect_err("not possible");
    }
    setup.run(0.0).expect_err("no load");
}
