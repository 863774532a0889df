//! [Lan88] 5.3 and 7.3: worked examples, as tables and trees.

use teecast_model::hypercube::class::{ClassRule, RoutePlace};
use teecast_model::hypercube::multicast::{Rule, decide};
use teecast_model::hypercube::route::{Algorithm, Route};
use teecast_model::hypercube::tree::Carried;
use teecast_spec::Vote;

use crate::drawing::Drawing;
use crate::outcome::{Outcome, Picture, Table};
use crate::tally::Context;
use crate::traffic::SampleMessage;

/// The message of 5.3: its cube, source and destinations.
const N: u32 = 5;
const SOURCE: u32 = 0b00110;
const LIST: [u32; 6] = [0b00111, 0b10100, 0b11101, 0b10010, 0b00001, 0b00000];

fn message(faulty: &[u32]) -> SampleMessage {
    let faulty = faulty.iter().copied().collect();
    SampleMessage { n: N, source: SOURCE, destinations: LIST.to_vec(), faulty }
}

fn drawn(message: &SampleMessage, route: &Route, name: &str, caption: &str) -> Picture {
    let SampleMessage { n, source, destinations, faulty } = message;
    Drawing { n: *n, source: *source, destinations, faulty, tree: route }.picture(name, caption)
}

fn traffic(route: &Route) -> f64 {
    route.traffic as f64
}

fn bits(word: u32) -> String {
    format!("{word:0width$b}", width = N as usize)
}

/// Figure 5.2: the greedy tree beside the optimal one.
pub fn figure_5_2(_: &Context) -> Outcome {
    let message = message(&[]);
    let mut outcome = Outcome::default();
    let greedy = message.multicast(Vote::Greedy, None);
    let optimum = message.route(Algorithm::Optimal, Vote::Greedy);
    outcome.exact("greedy", traffic(&greedy));
    outcome.exact("optimum", traffic(&optimum));
    outcome.exact("look2", traffic(&message.multicast(Vote::Look2, None)));
    outcome.exact("nca", traffic(&message.multicast(Vote::Nca, None)));
    outcome.exact("steps", greedy.steps);
    outcome.exact(
        "copies at the source",
        greedy.sends.iter().filter(|s| s.from == SOURCE).count() as f64,
    );
    outcome.pictures = vec![
        drawn(&message, &greedy, "greedy", "The greedy tree."),
        drawn(&message, &optimum, "optimum", "An optimal tree."),
    ];
    outcome
}

/// Table 5.1: the addresses.
pub fn table_5_1(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("addresses", &["node", "address", "decimal"]);
    for (index, node) in std::iter::once(&SOURCE).chain(&LIST).enumerate() {
        table.push([format!("u{index}"), bits(*node), node.to_string()]);
        outcome.exact(format!("a(u{index})"), *node);
    }
    outcome.tables.push(table);
    outcome
}

/// Shows a reference array: rows, distances, column sums.
fn array(rows: &[u32], faulty: u32) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("array", &["row", "bits", "distance"]);
    for (index, row) in rows.iter().enumerate() {
        table.push([format!("A[{}]", index + 1), bits(*row), row.count_ones().to_string()]);
        outcome.exact(format!("distance of row {}", index + 1), row.count_ones());
    }
    for column in 0..N {
        let healthy = faulty >> column & 1 == 0;
        let sum = rows.iter().filter(|row| healthy && *row >> column & 1 == 1).count();
        table.push([format!("sum of column {column}"), sum.to_string(), String::new()]);
        outcome.exact(format!("sum of column {column}"), sum as f64);
    }
    outcome.tables.push(table);
    outcome
}

/// Returns the reference array at the source after the first `runs` decisions of the multicaster.
fn left_after(runs: usize, faulty: u32) -> Vec<u32> {
    let rule = Rule { vote: Vote::Greedy, classes: ClassRule::Unlimited };
    let mut rows = LIST.map(|node| node ^ SOURCE).to_vec();
    for branch in
        decide(&rule, &RoutePlace::source(SOURCE), faulty, &LIST).branches.iter().take(runs)
    {
        branch.rows.iter().for_each(|row| rows[*row] = 0);
    }
    rows
}

/// Table 5.2: the reference array at the source.
pub fn table_5_2(_: &Context) -> Outcome {
    array(&left_after(0, 0), 0)
}

/// Table 5.3: after the first decision.
pub fn table_5_3(_: &Context) -> Outcome {
    array(&left_after(1, 0), 0)
}

/// Table 5.4: after the second decision.
pub fn table_5_4(_: &Context) -> Outcome {
    array(&left_after(2, 0), 0)
}

/// Table 7.1: the reference array where the neighbour in dimension 1 is faulty.
pub fn table_7_1(_: &Context) -> Outcome {
    array(&left_after(0, 0b10), 0b10)
}

/// Figure 7.4: unicasts around faulty nodes.
pub fn figure_7_4(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    for (name, n, target, faulty) in
        [("Q_2", 2, 0b11, vec![0b01]), ("Q_4", 4, 0b1111, vec![0b0011, 0b0111])]
    {
        let faulty = faulty.into_iter().collect();
        let message = SampleMessage { n, source: 0, destinations: vec![target], faulty };
        let route = message.route(Algorithm::Unicast, Vote::Greedy);
        let path: Vec<u32> = route.sends.iter().map(|send| send.to).collect();
        outcome.exact(format!("{name}: hops"), traffic(&route));
        for (step, node) in path.iter().enumerate() {
            outcome.exact(format!("{name}: node after hop {}", step + 1), *node);
        }
        let caption = format!("The path to {target} in {name}: lowest healthy dimension first.");
        outcome.pictures.push(drawn(&message, &route, &name.to_lowercase(), &caption));
    }
    outcome
}

/// Figure 7.6: a broadcast around four faulty nodes.
pub fn figure_7_6(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let faulty = [0b0011, 0b0111, 0b1000, 0b1100].into_iter().collect();
    let message = SampleMessage { n: 4, source: 0, destinations: vec![], faulty };
    let route = message.route(Algorithm::BroadcastF3, Vote::Greedy);
    outcome.exact("links", traffic(&route));
    outcome.exact("nodes reached", route.deliveries.len() as f64);
    for send in &route.sends {
        if let Carried::Control(control) = send.carried {
            outcome.exact(format!("Control at node {:04b}", send.to), control);
        }
    }
    outcome.pictures.push(drawn(
        &message,
        &route,
        "broadcast",
        "BROADCAST.F3 around nodes 0011, 0111, 1000 and 1100.",
    ));
    outcome
}

/// Figure 7.8: the example of 5.3 with faulty nodes.
pub fn figure_7_8(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    for (name, faulty) in
        [("no faulty node", vec![]), ("node 2 faulty", vec![2]), ("node 4 faulty", vec![4])]
    {
        let message = message(&faulty);
        let route = message.multicast(Vote::Greedy, None);
        outcome.exact(name, traffic(&route));
        let caption = format!("The greedy tree, {name}.");
        outcome.pictures.push(drawn(&message, &route, &name.replace(' ', "-"), &caption));
    }
    outcome
}
