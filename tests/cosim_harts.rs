//! Networks of the HARTS family against the golden model: faults, liars, and anything on links.

use std::collections::BTreeSet;
use std::fs;

use teecast::spec::{Flit, HartsSpec, Interconnect, Reception};
use teecast_cosim::build::{APART_IS_RIGHT, Recording, Simulator};
use teecast_cosim::device::{Device, Event};
use teecast_cosim::harts::HartsDevice;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::random::Random;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::{Epoch, Stimulus};
use teecast_cosim::tools;
use teecast_cosim::trace::{End, SeenEpoch, Trace};
use teecast_model::harts::byzantine::Lie;
use teecast_model::harts::event;
use teecast_model::harts::frame::{self, Parsed};
use teecast_model::harts::majority::{Identity, OpenMessage};

use super::cosim::{emitted_hexmesh, play_stimulus};

/// The hexagonal mesh of 19 nodes that most tests share: one build of Verilator serves them.
pub(super) fn nineteen() -> HartsDevice {
    let spec = HartsSpec { max_data: 8, duplicate_window: 65_535, ..HartsSpec::new(3) };
    HartsDevice { spec, tapped: true }
}

/// The smallest hexagonal mesh, with headers of several flits.
pub(super) fn seven() -> HartsDevice {
    let spec = HartsSpec { width: 8, max_data: 4, ..HartsSpec::new(2) };
    HartsDevice { spec, tapped: true }
}

/// Plays epochs with Verilator; everything is as the model says, or there is no Verilator.
fn play_epochs(hexmesh: &HartsDevice, epochs: Vec<Epoch>) -> Option<Trace> {
    let stimulus = Stimulus::of(epochs);
    play_stimulus(hexmesh, &emitted_hexmesh(&hexmesh.spec), &[Simulator::Verilator], &stimulus, 1)
        .pop()
}

/// Returns two different nodes, neither of which is node 0.
fn pairs(count: u32, nodes: u32, seed: u64) -> Vec<[u32; 2]> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| random.distinct(2, nodes - 1))
        .map(|pair| [pair[0] + 1, pair[1] + 1])
        .collect()
}

fn data(value: u64) -> Vec<Flit> {
    vec![Flit::new(value, false), Flit::new(!value & 0xff, false)]
}

const TRUE: u64 = 0x71;
const FALSE: u64 = 0x0f;

/// Returns the frames of broadcasts that a node got, in the order of time: k, in-link (or copies that agree),
/// bad, data.
fn received(
    hexmesh: &HartsDevice,
    seen: &SeenEpoch,
    node: u32,
) -> Vec<(u32, u32, bool, Vec<Flit>)> {
    let frames = seen.deliveries.iter().filter(|frame| frame.node == node);
    let read = |flits: &[Flit]| {
        let Parsed { header, mut data } = frame::read_delivery(&hexmesh.spec, flits)?;
        let bad = flits.last().is_some_and(|flit| flit.bad);
        data.iter_mut().for_each(|flit| (flit.last, flit.bad) = (false, false));
        Some((header.copies, header.in_direction, bad, data))
    };
    frames.map(|frame| read(&frame.flits).expect("a delivery has a header")).collect()
}

/// Every one of these events has happened.
fn assert_events(trace: &Trace, codes: &[u64]) {
    let events = trace.epochs.iter().flat_map(|epoch| &epoch.events);
    let seen: BTreeSet<u64> = events.map(|(_, event)| event.word).collect();
    assert!(codes.iter().all(|code| seen.contains(code)), "{seen:?}");
}

#[test]
fn the_smallest_hexmesh_with_headers_of_several_flits() {
    let hexmesh = seven();
    let played = |simulators: &[Simulator], seed, count| {
        let mut stimulus = scenario::stimulus(&hexmesh, Scenario::All, seed, count);
        stimulus.append(scenario::stimulus(&hexmesh, Scenario::Links, seed, count).epochs);
        play_stimulus(&hexmesh, &emitted_hexmesh(&hexmesh.spec), simulators, &stimulus, seed)
    };
    for trace in played(&[Simulator::Verilator], 9, 90) {
        assert_events(&trace, &[1, 2, 3, 4, 5, 6, 7, 8, 10]);
    }
    // Icarus takes a thousand times as long.
    played(&Simulator::ALL, 10, 1);
}

#[test]
#[ignore = "one more build of Verilator: make test-long"]
fn majorities_of_the_smallest_hexmesh_over_a_crossbar() {
    let spec = HartsSpec {
        max_data: 3,
        interconnect: Interconnect::Crossbar,
        reception: Reception::Majority,
        majority_timeout: 600,
        ..HartsSpec::new(2)
    };
    let hexmesh = HartsDevice { spec, tapped: false };
    let design = emitted_hexmesh(&hexmesh.spec);
    for (simulators, messages) in [(&[Simulator::Verilator][..], 30), (&Simulator::ALL, 3)] {
        let stimulus = scenario::stimulus(&hexmesh, Scenario::All, 10, messages);
        play_stimulus(&hexmesh, &design, simulators, &stimulus, 10);
    }
}

/// The smallest hexagonal mesh with majorities, which believes any header of its links.
fn credulous() -> HartsDevice {
    let spec = HartsSpec {
        filter: false,
        max_data: 3,
        interconnect: Interconnect::Crossbar,
        reception: Reception::Majority,
        majority_timeout: 2000,
        ..HartsSpec::new(2)
    };
    HartsDevice { spec, tapped: true }
}

#[test]
fn majorities_of_the_smallest_hexmesh_among_liars() {
    let hexmesh = credulous();
    let stimulus = Stimulus::of(hexmesh.disputes());
    let design = emitted_hexmesh(&hexmesh.spec);
    for trace in play_stimulus(&hexmesh, &design, &[Simulator::Verilator], &stimulus, 1) {
        assert_events(&trace, &[11, 12]);
    }
}

#[test]
fn majorities_with_too_few_places_and_groups_of_all_sizes() {
    let hexmesh = credulous();
    let mut random = Random::new(1);
    let stimulus =
        Stimulus::of(hexmesh.rival_copies(&mut random, &[1, 2, 4, 8, 16, 17, 20, 24, 40]));
    let design = emitted_hexmesh(&hexmesh.spec);
    for trace in play_stimulus(&hexmesh, &design, &[Simulator::Verilator], &stimulus, 1) {
        assert_events(&trace, &[8, 11, 12]);
    }
}

#[test]
fn more_events_than_a_router_can_tell_are_not_lost_in_silence() {
    let hexmesh = credulous();
    // Two refusals a cycle, of which one is reported, until the queues are full; then few of them.
    let stimulus = Stimulus::of(vec![hexmesh.flood(0, 100), hexmesh.flood(0, 10)]);
    let (folder, files) = emitted_hexmesh(&hexmesh.spec);
    let built =
        NetworkBench::build(&hexmesh, "", &files, Simulator::Verilator, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
    let trace = bench.play(&hexmesh, &stimulus, 1, folder.path(), None).expect("it plays");
    assert_eq!((trace.end, trace.violations.len()), (End::Done, 0));
    let told = |epoch: &SeenEpoch, code: u32| {
        let event = Event { node: 0, word: u64::from(code) };
        epoch.events.iter().filter(|(_, seen)| *seen == event).count()
    };
    let [flood, few] = &trace.epochs[..] else { panic!("two epochs are played") };
    let (refused, lost) = (told(flood, event::UNKNOWN), told(flood, event::LOST));
    assert!(refused > 300 && lost > 6 && refused + lost < 600, "{refused} told, {lost} lost");
    assert_eq!((told(few, event::UNKNOWN), told(few, event::LOST)), (60, 0));
}

#[test]
fn a_contract_that_breaks_ends_the_run_of_a_hexmesh_unless_it_is_left_out() {
    let hexmesh = seven();
    let (folder, files) = emitted_hexmesh(&hexmesh.spec);
    let path = folder.path().join("harts/harts_transmitter.v");
    let text = fs::read_to_string(&path).expect("it is emitted");
    // As if a packet had to start where no room is.
    let kept = "(taken & room_q) != ";
    assert!(text.contains(kept));
    fs::write(&path, text.replace(kept, "(taken & room_q) == ")).expect("writable");
    let stimulus = scenario::stimulus(&hexmesh, Scenario::Links, 1, 20);
    for contracts in [true, false] {
        let (simulator, recording) = (Simulator::Verilator, Recording::None);
        let built = NetworkBench::build(&hexmesh, "", &files, simulator, recording, contracts);
        let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
        let checked = contracts && bench.simulation.program.version >= APART_IS_RIGHT;
        assert_eq!(bench.simulation.contracts, checked);
        match bench.play(&hexmesh, &stimulus, 1, folder.path(), None) {
            Ok(trace) => assert!(!checked && trace.end == End::Done),
            Err(error) => {
                let said = error.to_string();
                // The file is named after the module, the label after the promise.
                for part in
                    ["harts_transmitter.v:", "u_transmitter.start_finds_room: 'assert' failed"]
                {
                    assert!(checked && said.contains(part), "{said}");
                }
            }
        }
    }
}

/// Every faulty node costs a correct one at most one copy of a broadcast.
fn play_faults(hexmesh: &HartsDevice, faults: Vec<BTreeSet<u32>>) {
    let source = 0;
    let epoch = |(index, faulty): (u32, BTreeSet<u32>)| {
        let message = |copies| {
            let identity = Identity { source, copies, sequence: index };
            hexmesh.broadcast(identity, &data(u64::from(100 * index + copies)))
        };
        Epoch { faulty, messages: (1..=6).map(message).collect(), ..Epoch::default() }
    };
    let epochs: Vec<Epoch> = (0..).zip(faults).map(epoch).collect();
    let Some(trace) = play_epochs(hexmesh, epochs.clone()) else { return };
    assert_eq!(trace.epochs.len(), epochs.len());
    for ((index, epoch), seen) in (0u64..).zip(&epochs).zip(&trace.epochs) {
        for node in (1..hexmesh.nodes()).filter(|node| !epoch.faulty.contains(node)) {
            let copies = received(hexmesh, seen, node);
            for k in 1..=6 {
                let mut links = BTreeSet::new();
                for (_, link, bad, payload) in copies.iter().filter(|copy| copy.0 == k) {
                    assert!(links.insert(*link), "node {node} got two copies over link {link}");
                    assert_eq!((*bad, payload), (false, &data(100 * index + u64::from(k))));
                }
                let place = format!("k = {k}, faulty {:?}, node {node}: {links:?}", epoch.faulty);
                assert!(links.len() + epoch.faulty.len() >= k as usize, "{place}");
                assert!(links.len() <= k as usize, "{place}");
            }
        }
    }
}

#[test]
fn every_fault_costs_a_correct_node_at_most_one_copy() {
    let hexmesh = nineteen();
    let singles = (1..hexmesh.nodes()).map(|node| BTreeSet::from([node]));
    let doubles = pairs(20, hexmesh.nodes(), 1).into_iter().map(BTreeSet::from);
    play_faults(&hexmesh, singles.chain(doubles).collect());
}

#[test]
#[ignore = "a minute of Verilator: make test-long"]
fn every_pair_of_faults_costs_a_correct_node_at_most_two_copies() {
    let hexmesh = nineteen();
    let nodes = 1..hexmesh.nodes();
    let pairs = nodes.clone().flat_map(|a| (a + 1..nodes.end).map(move |b| BTreeSet::from([a, b])));
    play_faults(&hexmesh, pairs.collect());
}

/// Returns the epochs of 20 pairs of liars.
fn lies(hexmesh: &HartsDevice, lies: &[Lie]) -> Vec<Epoch> {
    let pairs = (0..).zip(pairs(20, hexmesh.nodes(), 2));
    let epochs = pairs.flat_map(|(index, pair)| lies.iter().map(move |lie| (index, pair, *lie)));
    epochs
        .map(|(index, pair, lie)| {
            let identity = Identity { source: 0, copies: 5, sequence: 4 * index + lie as u32 };
            hexmesh.lies(identity, &pair.map(|liar| (liar, lie)), &data(TRUE), &data(FALSE))
        })
        .collect()
}

/// Returns the nodes whose majority of five copies is wrong, by epoch; each correct node has one.
fn misled(hexmesh: &HartsDevice, epochs: &[Epoch], trace: &Trace) -> Vec<Vec<u32>> {
    let of_epoch = |(epoch, seen): (&Epoch, &SeenEpoch)| {
        let correct = (1..hexmesh.nodes()).filter(|node| !epoch.tapped.contains(node));
        let wrong = |node: &u32| {
            let mut copies = received(hexmesh, seen, *node);
            copies.retain(|copy| copy.0 == 5);
            if hexmesh.spec.reception == Reception::Majority {
                let [(_, _, bad, payload)] = &copies[..] else { panic!("one frame at {node}") };
                return *bad || *payload != data(TRUE);
            }
            let identity = Identity { source: 0, copies: 5, sequence: 0 };
            let mut message = OpenMessage::new(identity);
            for (_, link, _, payload) in copies {
                message.count(link, payload);
            }
            let verdict = message.close();
            !verdict.majority || verdict.data != data(TRUE)
        };
        correct.filter(wrong).collect()
    };
    epochs.iter().zip(&trace.epochs).map(of_epoch).collect()
}

/// Five copies outnumber two liars in every one of these epochs.
fn truth_wins(hexmesh: &HartsDevice, epochs: &[Epoch]) {
    let Some(trace) = play_epochs(hexmesh, epochs.to_vec()) else { return };
    let misled = misled(hexmesh, epochs, &trace);
    assert_eq!(misled.len(), epochs.len());
    assert!(misled.iter().all(Vec::is_empty), "{misled:?}");
}

#[test]
fn five_copies_outnumber_twenty_pairs_of_liars() {
    let hexmesh = nineteen();
    truth_wins(&hexmesh, &lies(&hexmesh, &[Lie::Drop, Lie::Corrupt, Lie::Replay]));
}

#[test]
#[ignore = "half a minute of Verilator: make test-long"]
fn five_copies_outnumber_every_header_that_there_is() {
    let hexmesh = nineteen();
    // On all links of two neighbours of the source.
    let liars = [(1, Lie::Forge), (hexmesh.spec.hexmesh().ahead(0, 2), Lie::Forge)];
    let identity = Identity { source: 0, copies: 5, sequence: 200 };
    truth_wins(&hexmesh, &[hexmesh.lies(identity, &liars, &data(TRUE), &data(FALSE))]);
}

/// A hexagonal mesh whose routers seek majorities, and wait for the truth that comes after the lies.
fn with_majority(filter: bool) -> HartsDevice {
    let spec = HartsSpec {
        filter,
        reception: Reception::Majority,
        majority_timeout: 4000,
        max_data: 4,
        ..nineteen().spec
    };
    HartsDevice { spec, tapped: true }
}

/// Without the filter, pairs of liars win in every epoch.
fn liars_win(hexmesh: &HartsDevice) {
    let epochs = lies(hexmesh, &[Lie::Replay]);
    let Some(trace) = play_epochs(hexmesh, epochs.clone()) else { return };
    let misled = misled(hexmesh, &epochs, &trace);
    assert_eq!(misled.len(), 20);
    assert!(misled.iter().all(|nodes| !nodes.is_empty()), "{misled:?}");
}

#[test]
fn without_the_filter_twenty_pairs_of_liars_win_among_seven_nodes() {
    liars_win(&credulous());
}

#[test]
#[ignore = "one more build of Verilator: make test-long"]
fn without_the_filter_twenty_pairs_of_liars_win() {
    liars_win(&with_majority(false));
}

#[test]
#[ignore = "one more build of Verilator: make test-long"]
fn with_the_filter_the_majorities_of_the_routers_are_right() {
    let hexmesh = with_majority(true);
    truth_wins(&hexmesh, &lies(&hexmesh, &[Lie::Corrupt, Lie::Replay]));
}

fn play_links(packets: u32) {
    let hexmesh = nineteen();
    let stimulus = scenario::stimulus(&hexmesh, Scenario::Links, 3, packets);
    let Some(trace) = play_epochs(&hexmesh, stimulus.epochs) else { return };
    assert_events(&trace, &[3, 5, 6, 7, 8, 10]);
}

#[test]
fn packets_of_any_kind_on_links_do_what_the_model_says() {
    play_links(100);
}

#[test]
#[ignore = "minutes of Verilator: make test-long"]
fn many_packets_of_any_kind_on_links_do_what_the_model_says() {
    play_links(500);
}

/// Returns routing tags of a step or two along each axis, legal or too many hops, over a link of a
/// direction. All lead back or none does: of others a receiver takes those on first.
fn short_tags(direction: u32) -> impl Iterator<Item = [i32; 3]> {
    let all = (0..125).map(|index| [index % 5 - 2, index / 5 % 5 - 2, index / 25 - 2]);
    all.filter(move |tags| {
        let ways = tags.iter().zip(0..).filter(|(tag, _)| **tag != 0);
        let ways = ways.map(|(tag, axis)| if *tag > 0 { axis } else { axis + 3 });
        let back: BTreeSet<bool> =
            ways.map(|way: u32| (2..=4).contains(&((way + 6 - direction) % 6))).collect();
        back.len() == 1
    })
}

#[test]
fn a_regular_packet_goes_where_its_tags_lead_or_is_refused() {
    let hexmesh = nineteen();
    let node = 7;
    // A packet has gone or is refused before the next one of its epoch comes.
    let apart = 8 * hexmesh.spec.packet_flits();
    let mut packets = Vec::new();
    let mut epochs = Vec::new();
    for direction in 0..6 {
        let tags: Vec<[i32; 3]> = short_tags(direction).collect();
        for tags in tags.chunks(16) {
            let mut epoch = Epoch::default();
            for (id, tags) in (0..).zip(tags) {
                let sequence = 16 * epochs.len() as u32 + id;
                let mut alone = hexmesh.regular(node, direction, *tags, sequence % 256);
                alone.messages[0].id = id;
                alone.messages[0].gaps[0] += apart;
                epoch.tapped.append(&mut alone.tapped);
                epoch.messages.append(&mut alone.messages);
            }
            epochs.push(epoch);
            packets.push((direction, tags.to_vec()));
        }
    }
    let Some(trace) = play_epochs(&hexmesh, epochs) else { return };
    assert_eq!(trace.epochs.len(), packets.len());
    for ((direction, tags), seen) in packets.iter().zip(&trace.epochs) {
        let first = hexmesh.spec.hexmesh().ahead(node, *direction);
        // What comes back to the tapped node means nothing.
        let events = seen.events.iter().filter(|(_, event)| event.node != node);
        let events = events.map(|(cycle, event)| (*cycle, Some((event.node, event.word))));
        let sent = seen.links.iter().filter(|(_, link)| link.node == first);
        let mut fates: Vec<(u64, Option<(u32, u64)>)> =
            events.chain(sent.map(|(cycle, _)| (*cycle, None))).collect();
        fates.sort_unstable();
        let fates: Vec<Option<(u32, u64)>> = fates.into_iter().map(|(_, fate)| fate).collect();
        let hops = |tags: &[i32; 3]| tags.iter().map(|tag| tag.abs()).sum::<i32>();
        let expected = tags.iter().map(|tags| (hops(tags) > 2).then_some((first, 5)));
        let expected: Vec<Option<(u32, u64)>> = expected.collect();
        assert_eq!(fates, expected, "direction {direction}, tags {tags:?}");
    }
}

#[test]
fn a_bad_packet_that_has_to_wait_stays_bad() {
    let hexmesh = nineteen();
    // Both leave node 0 in direction 0: a long one, and behind it the bad one, which is stored.
    let [ahead, behind] = [0, 1].map(|direction| {
        let node = hexmesh.spec.hexmesh().behind(0, direction);
        hexmesh.regular(node, direction, [1, 0, 0], direction)
    });
    let mut epoch = ahead;
    epoch.tapped.extend(behind.tapped);
    let long = &mut epoch.messages[0];
    let data = long.flits.len() - 1;
    for _ in 0..7 {
        long.flits.insert(data, Flit::new(0x5a, false));
        long.gaps.push(long.gaps[data]);
    }
    let mut bad = behind.messages[0].clone();
    bad.gaps[0] += 7;
    bad.id = 1;
    bad.flits.last_mut().expect("a packet has flits").bad = true;
    epoch.messages.push(bad);
    let Some(trace) = play_epochs(&hexmesh, vec![epoch]) else { return };
    let [seen] = &trace.epochs[..] else { panic!("one epoch is played") };
    let got =
        seen.deliveries.iter().filter(|frame| frame.node == hexmesh.spec.hexmesh().ahead(0, 0));
    let spoilt: Vec<bool> = got.map(|frame| frame.flits.iter().any(|flit| flit.bad)).collect();
    assert_eq!(spoilt, [false, true]);
}

#[test]
fn all_traffic_goes_through_a_hexmesh_of_which_no_node_is_played() {
    let hexmesh = nineteen();
    let stimulus = scenario::stimulus(&hexmesh, Scenario::All, 4, 100);
    play_stimulus(&hexmesh, &emitted_hexmesh(&hexmesh.spec), &[Simulator::Verilator], &stimulus, 4);
}
