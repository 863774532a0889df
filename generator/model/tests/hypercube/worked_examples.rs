//! The worked examples and tables of [Lan88], where its page of errata does not correct them.

use std::collections::BTreeSet;

use teecast_model::hypercube::route::{self, Algorithm, Route, RouteRequest};
use teecast_model::hypercube::tree::Carried;
use teecast_spec::Vote;

use super::cube::{assert_served, assert_tree, request, run};

const EXAMPLE: [u32; 6] = [7, 20, 29, 18, 1, 0];

/// Returns (from, channel, destinations) of every send of the 5-cube example.
fn example(vote: Vote, faulty: &[u32]) -> Route {
    let mut asked = request(5, Algorithm::Multicast, 6, &EXAMPLE);
    asked.vote = vote;
    asked.faulty = faulty.iter().copied().collect();
    let found = run(&asked);
    assert_served(&asked, &found, EXAMPLE);
    assert_tree(&asked, &found);
    found
}

fn sends_of(route: &Route, node: u32) -> Vec<(u32, Carried)> {
    let own = route.sends.iter().filter(|send| send.from == node);
    own.map(|send| (send.channel, send.carried.clone())).collect()
}

fn lists(expected: &[(u32, &[u32])]) -> Vec<(u32, Carried)> {
    expected
        .iter()
        .map(|(channel, list)| (*channel, Carried::Destinations(list.to_vec())))
        .collect()
}

#[test]
fn tables_5_2_to_5_4_give_the_three_branches_of_node_6() {
    let found = example(Vote::Greedy, &[]);
    let expected = lists(&[(1, &[20, 29, 1, 0]), (0, &[7]), (2, &[18])]);
    assert_eq!(sends_of(&found, 6), expected);
}

#[test]
fn the_example_costs_ten_links_with_the_greedy_vote_and_nine_with_the_better_ones() {
    // The drawing of fig. 5.2 shows 9; with the printed tie rule it is 10.
    let greedy = example(Vote::Greedy, &[]);
    assert_eq!((greedy.traffic, greedy.steps), (10, 4));
    assert_eq!(example(Vote::Look2, &[]).traffic, 9);
    assert_eq!(example(Vote::Nca, &[]).traffic, 9);
}

#[test]
fn the_example_with_node_2_faulty_takes_the_other_way_to_18() {
    let found = example(Vote::Greedy, &[2]);
    let expected = lists(&[(1, &[20, 29, 1, 0]), (0, &[7]), (4, &[18])]);
    assert_eq!(sends_of(&found, 6), expected);
    assert_eq!(found.traffic, 10);
}

#[test]
fn table_7_1_with_node_4_faulty() {
    let found = example(Vote::Greedy, &[4]);
    let expected = lists(&[(0, &[7, 29, 1]), (2, &[18, 0]), (4, &[20])]);
    assert_eq!(sends_of(&found, 6), expected);
    assert_eq!(found.traffic, 10);
}

#[test]
fn figure_4_1_shares_one_link_of_four() {
    let destinations = [0b011, 0b101];
    let separate = run(&request(3, Algorithm::Unicasts, 0, &destinations));
    assert_eq!(separate.traffic, 4);
    for algorithm in [Algorithm::OneToTwo, Algorithm::Multicast] {
        let asked = request(3, algorithm, 0, &destinations);
        let found = run(&asked);
        assert_eq!((found.traffic, found.steps), (3, 2));
        assert_served(&asked, &found, destinations);
    }
}

#[test]
fn figure_4_7_broadcasts_with_control_vectors() {
    let found = run(&request(4, Algorithm::Broadcast3, 0, &[]));
    let control = |to: u32| {
        let into = found.sends.iter().find(|send| send.to == to);
        into.map(|send| send.carried.clone())
    };
    for (node, expected) in
        [(0b0001, 0b1110), (0b0010, 0b1100), (0b0101, 0b1000), (0b1001, 0), (0b1000, 0)]
    {
        assert_eq!(control(node), Some(Carried::Control(expected)), "node {node:04b}");
    }
    assert_eq!((found.traffic, found.steps), (15, 4));
}

#[test]
fn figure_7_6_broadcasts_around_four_faulty_nodes_over_eleven_links() {
    let mut asked = request(4, Algorithm::BroadcastF3, 0, &[]);
    asked.faulty = BTreeSet::from([0b0011, 0b0111, 0b1000, 0b1100]);
    let found = run(&asked);
    let control = |to: u32| {
        let into = found.sends.iter().find(|send| send.to == to);
        into.map(|send| (send.from, send.carried.clone()))
    };
    assert_eq!(control(0b0101), Some((0b0001, Carried::Control(0b1010))));
    assert_eq!(control(0b1001), Some((0b0001, Carried::Control(0b0010))));
    assert_eq!(control(0b1101), Some((0b0101, Carried::Control(0b0010))));
    assert_eq!(control(0b1111), Some((0b1101, Carried::Control(0))));
    assert_eq!(found.traffic, 11);
    assert_served(&asked, &found, (1..16).filter(|node| !asked.faulty.contains(node)));
    assert_tree(&asked, &found);
}

#[test]
fn unicasts_to_all_nodes_of_q6_have_the_mean_distance_of_5_4_2() {
    let all: Vec<u32> = (1..64).collect();
    let found = run(&request(6, Algorithm::Unicasts, 0, &all));
    // 6 * 32 / 63 = 3.05 links on average.
    assert_eq!(found.traffic, 6 * 32);
}

#[test]
fn weights_number_the_dimensions_the_other_way_round() {
    let by_weight = run(&request(3, Algorithm::Broadcast1, 0, &[]));
    let mirrored = run(&request(3, Algorithm::Broadcast2, 0, &[]));
    let mirror = |node: u32| (0..3).fold(0, |out, j| out | (node >> j & 1) << (2 - j));
    let links = |found: &Route, map: &dyn Fn(u32) -> u32| -> BTreeSet<(u32, u32)> {
        found.sends.iter().map(|send| (map(send.from), map(send.to))).collect()
    };
    assert_eq!(links(&by_weight, &|node| node), links(&mirrored, &mirror));
    assert_eq!(sends_of(&by_weight, 0)[2], (2, Carried::Control(0b011)));
    assert_eq!(sends_of(&mirrored, 0)[0], (0, Carried::Control(0b110)));
}

#[test]
fn a_unicast_that_gets_stuck_is_part_of_the_route() {
    let mut asked = request(4, Algorithm::Unicast, 0, &[7]);
    asked.faulty = BTreeSet::from([1, 2, 5, 6]);
    let found = run(&asked);
    assert_eq!(found.traffic, 1);
    assert_eq!((found.unroutable[0].node, found.unroutable[0].destination), (4, 7));
    assert!(found.deliveries.is_empty());
}

#[test]
fn the_source_in_its_own_list_is_delivered_at_step_zero() {
    for algorithm in [Algorithm::Multicast, Algorithm::Spare, Algorithm::OneToThree] {
        let asked = request(3, algorithm, 5, &[5, 4, 5]);
        let found = run(&asked);
        assert_served(&asked, &found, [4, 5]);
        assert_eq!(found.traffic, 1);
    }
    let found = run(&request(3, Algorithm::Unicast, 5, &[5]));
    assert_eq!((found.traffic, found.deliveries[0].step), (0, 0));
}

#[test]
fn requests_that_cannot_be_routed_say_why() {
    let error = |change: &dyn Fn(&mut RouteRequest)| {
        let mut asked = request(4, Algorithm::Multicast, 0, &[1, 2]);
        change(&mut asked);
        route::run(&asked).expect_err("the request is wrong").to_string()
    };
    let messages = [
        error(&|asked| asked.n = 17),
        error(&|asked| asked.source = 16),
        error(&|asked| asked.destinations[1] = 99),
        error(&|asked| asked.faulty = BTreeSet::from([16])),
        error(&|asked| asked.faulty = BTreeSet::from([0])),
        error(&|asked| asked.algorithm = Algorithm::OneToThree),
        error(&|asked| {
            asked.algorithm = Algorithm::OneToTwo;
            asked.faulty = BTreeSet::from([3]);
        }),
        error(&|asked| {
            asked.algorithm = Algorithm::Spare;
            asked.classes = Some(2);
        }),
        error(&|asked| asked.classes = Some(9)),
        error(&|asked| {
            asked.classes = Some(1);
            asked.fault_tolerant = true;
        }),
    ];
    let expected = [
        "n is 17; permitted is 2 to 16",
        "source 16 is not a node of Q_4; permitted is 0 to 15",
        "destination 99 is not a node of Q_4; permitted is 0 to 15",
        "faulty node 16 is not a node of Q_4; permitted is 0 to 15",
        "the source 0 is among the faulty nodes",
        "one-to-three takes 3 destination(s); 2 given",
        "one-to-two has no fault-tolerant form",
        "spare is the papers' own rule and takes no classes",
        "classes is 9; permitted is 1 to 8",
        "classes is 1; permitted is 2 to 8",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn a_route_is_written_with_the_keys_of_the_command_line() {
    let mut asked = request(2, Algorithm::Multicast, 0, &[3, 1]);
    asked.classes = Some(2);
    let text = serde_json::to_string(&run(&asked)).expect("a route is plain data");
    let expected = concat!(
        r#"{"sends":["#,
        r#"{"step":1,"from":0,"to":1,"channel":0,"destinations":[3,1],"class":0},"#,
        r#"{"step":2,"from":1,"to":3,"channel":1,"destinations":[3],"class":0}],"#,
        r#""deliveries":[{"node":1,"step":1},{"node":3,"step":2}],"#,
        r#""unroutable":[],"traffic":2,"steps":2}"#,
    );
    assert_eq!(text, expected);
    let broadcast = run(&request(2, Algorithm::Broadcast, 3, &[]));
    let text = serde_json::to_string(&broadcast.sends[0]).expect("a send is plain data");
    assert_eq!(text, r#"{"step":1,"from":3,"to":2,"channel":0,"control":2}"#);
    for algorithm in Algorithm::ALL {
        let name = serde_json::to_string(&algorithm).expect("a name is plain data");
        assert_eq!(name, format!("\"{}\"", algorithm.name()));
    }
}
