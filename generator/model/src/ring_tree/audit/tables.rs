//! The tables of the nodes: slots that follow them go around the rings, and every directed link carries what the
//! rings claim.

use teecast_spec::topology::ring_tree::{NodeTable, Output, RingTree};

use super::network::Healthy;
use crate::flaw::{Flaw, hold};

/// Audits the tables of a tree whose rings are in order; `gates` are positions by ring.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn tables(tree: &RingTree, network: &Healthy, gates: &[usize]) -> Result<(), Flaw> {
    let tables = tree.tables();
    hold(tables.len() == network.ports.len(), || "a node has no table")?;
    for (node, table) in (0..).zip(&tables) {
        let fits = table.outputs.len() == network.ports[node as usize].len();
        hold(fits, || format!("node {node} has no table for each port"))?;
        let found = table.virtual_nodes.iter().map(|it| {
            let place = [it.index, it.position, it.length];
            (place, it.ring, it.gate)
        });
        let wanted = tree.places(node).iter().map(|place| {
            let ring = &tree.rings()[place.ring];
            let numbers = [place.virtual_node, place.position as u32, ring.nodes.len() as u32];
            (numbers, ring.id, gates[place.ring] == place.position)
        });
        hold(found.eq(wanted), || format!("node {node} knows its places on rings wrongly"))?;
    }
    // By node and port: whether a slot leaves by it.
    let mut used: Vec<Vec<bool>> = network.ports.iter().map(|row| vec![false; row.len()]).collect();
    for ring in tree.rings() {
        for position in 0..ring.nodes.len() {
            trip(network, &tables, (ring.id, &ring.nodes), position, &mut used)?;
        }
    }
    for (node, table) in tables.iter().enumerate() {
        for (port, output) in table.outputs.iter().enumerate() {
            let is_silent = *output == Output::None;
            let says =
                || format!("port {port} of node {node} sends {output:?}, and no ring needs it");
            hold(is_silent != used[node][port], says)?;
        }
    }
    Ok(())
}

/// Follows a slot from a position of a ring to the next one: over one link, from the last position back over
/// the path.
fn trip(
    network: &Healthy,
    tables: &[NodeTable],
    (id, nodes): (u16, &[u32]),
    position: usize,
    used: &mut [Vec<bool>],
) -> Result<(), Flaw> {
    let next = (position + 1) % nodes.len();
    let way: Vec<u32> = match next {
        0 => nodes.iter().rev().copied().collect(),
        _ => nodes[position..=next].to_vec(),
    };
    let known = |place: usize| {
        let table = tables[nodes[place] as usize].virtual_nodes.iter();
        table.filter(|it| it.ring == id).find(|it| it.position as usize == place)
    };
    let lost =
        || Flaw(format!("a slot of ring {id} does not come from position {position} to {next}"));
    let (from, to) = known(position).zip(known(next)).ok_or_else(lost)?;
    let (mut came, mut is_sent) = (0, false);
    for pair in way.windows(2) {
        let (here, there) = (pair[0], pair[1]);
        let ports = network.port(here, there).zip(network.port(there, here));
        let (out, back) = ports.ok_or_else(lost)?;
        let sends = match is_sent {
            false => Output::VirtualNode(from.index),
            true => Output::Through(came),
        };
        let is_right = tables[here as usize].outputs[out as usize] == sends
            && (is_sent || from.out_port == out);
        let is_first = !std::mem::replace(&mut used[here as usize][out as usize], true);
        hold(is_right && is_first, || lost().0)?;
        (came, is_sent) = (back, true);
    }
    hold(to.in_port == came, || lost().0)
}
