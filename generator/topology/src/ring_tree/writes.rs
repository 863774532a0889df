//! The order of table writes that brings nodes from one tree to the next one while they run.
//!
//! What is written, and where, is symbolic here; the hardware gives entries their addresses and bits.

use std::collections::BTreeSet;

use serde::Serialize;

use super::table::{Output, VirtualNode};
use super::{Repair, RingTree};

/// What the host does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// It writes a table entry of a node.
    Write {
        /// The node.
        node: u32,
        /// The entry and its value.
        entry: Entry,
    },
    /// It waits: what is on the links of broken rings runs out.
    Wait {
        /// **Units**: clocks.
        clocks: u32,
    },
}

/// A table entry with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Epoch, and whether the node takes part in the barrier.
    Barrier {
        /// Messages and tokens of another epoch count for nothing.
        epoch: u8,
        /// The node sends its own message again, and tokens.
        on: bool,
    },
    /// Length 0: slot, pending, unacknowledged and timer of a virtual node are cleared.
    Disable {
        /// Which virtual node.
        virtual_node: u32,
    },
    /// A virtual node: it forwards from now on. Its gate is written later.
    Place(VirtualNode),
    /// What leaves by a port.
    Output {
        /// The port.
        port: u32,
        /// From where.
        from: Output,
    },
    /// Messages that the node does not wait for.
    Forgiven {
        /// **Shape**: origins, ascending.
        origins: Vec<u32>,
    },
    /// A virtual node injects, sends heartbeats and times from now on.
    Restart {
        /// Which virtual node.
        virtual_node: u32,
    },
    /// Where tokens of a ring start and end.
    Gate {
        /// Which virtual node.
        virtual_node: u32,
        /// The node is the gate of the ring.
        gate: bool,
        /// The ring is the root of its component.
        root: bool,
    },
}

/// Returns what the host does after a repair of a tree, in this order.
///
/// The barrier stops; broken rings are switched off and run out; new ones are laid and forward; nodes
/// no longer wait for those out of reach; members of new rings start; the barrier starts anew, and with it
/// all nodes send their messages again. Only
/// living nodes are written to, and virtual nodes of whole rings keep all but their gates.
pub fn writes(before: &RingTree, repair: &Repair) -> Vec<Step> {
    let after = &repair.tree;
    let living: Vec<u32> = after.living().collect();
    let (old_tables, new_tables) = (before.tables(), after.tables());
    let mut steps = Vec::new();
    let mut write = |node: u32, entry: Entry| steps.push(Step::Write { node, entry });
    let epoch = after.epoch();
    living.iter().for_each(|node| write(*node, Entry::Barrier { epoch, on: false }));
    for &node in &living {
        let old = old_tables[node as usize].virtual_nodes.iter();
        for it in old.filter(|it| repair.removed.contains(&it.ring)) {
            write(node, Entry::Disable { virtual_node: it.index });
        }
    }
    steps.push(Step::Wait { clocks: 2 * after.ring_size() });
    let mut write = |node: u32, entry: Entry| steps.push(Step::Write { node, entry });
    let is_new = |it: &&VirtualNode| repair.new.contains(&it.ring);
    for &node in &living {
        let (old, new) = (&old_tables[node as usize], &new_tables[node as usize]);
        for it in new.virtual_nodes.iter().filter(is_new) {
            write(node, Entry::Place(VirtualNode { gate: false, ..*it }));
        }
        // An output that is as before may come from another ring of the same virtual node: it stays.
        for (port, (was, is)) in (0..).zip(old.outputs.iter().zip(&new.outputs)) {
            if was != is {
                write(node, Entry::Output { port, from: *is });
            }
        }
    }
    let (old_forgiven, new_forgiven) = (forgiven(before), forgiven(after));
    for &node in &living {
        let origins = &new_forgiven[node as usize];
        if *origins != old_forgiven[node as usize] {
            write(node, Entry::Forgiven { origins: origins.clone() });
        }
    }
    for &node in &living {
        for it in new_tables[node as usize].virtual_nodes.iter().filter(is_new) {
            write(node, Entry::Restart { virtual_node: it.index });
        }
    }
    let (old_roots, new_roots) = (root_rings(before), root_rings(after));
    for &node in &living {
        for it in &new_tables[node as usize].virtual_nodes {
            let old =
                old_tables[node as usize].virtual_nodes.iter().find(|old| old.ring == it.ring);
            let was = old.map(|old| (old.gate, old_roots.contains(&old.ring)));
            let (gate, root) = (it.gate, new_roots.contains(&it.ring));
            if was != Some((gate, root)) {
                write(node, Entry::Gate { virtual_node: it.index, gate, root });
            }
        }
    }
    living.iter().for_each(|node| write(*node, Entry::Barrier { epoch, on: true }));
    steps
}

/// Returns the origins that no ring joins with a node.
///
/// **Shape**: by node; of a faulty one, nothing.
fn forgiven(tree: &RingTree) -> Vec<Vec<u32>> {
    let nodes = tree.places.len() as u32;
    let mut forgiven = vec![Vec::new(); nodes as usize];
    for component in tree.components() {
        let inside: BTreeSet<u32> = component.iter().copied().collect();
        let outside: Vec<u32> = (0..nodes).filter(|node| !inside.contains(node)).collect();
        component.iter().for_each(|node| forgiven[*node as usize].clone_from(&outside));
    }
    forgiven
}

/// Returns the numbers of the rings that are roots.
fn root_rings(tree: &RingTree) -> BTreeSet<u16> {
    let rings = tree.rings().iter().zip(tree.roots());
    rings.filter(|(_, is_root)| *is_root).map(|(ring, _)| ring.id).collect()
}
