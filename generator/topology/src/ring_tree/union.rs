//! Which nodes belong together: union and find.

/// A division of nodes into groups, which only grow together.
pub struct Union {
    /// **Shape**: by node, a node of its group; of the root, itself.
    towards: Vec<u32>,
}

impl Union {
    /// Returns the division with every node alone.
    pub fn new(nodes: u32) -> Self {
        Self { towards: (0..nodes).collect() }
    }

    /// Returns the node that stands for the group of a node.
    pub fn root(&mut self, mut node: u32) -> u32 {
        while self.towards[node as usize] != node {
            let next = self.towards[self.towards[node as usize] as usize];
            self.towards[node as usize] = next;
            node = next;
        }
        node
    }

    /// Returns whether two nodes are of one group.
    pub fn joined(&mut self, one: u32, other: u32) -> bool {
        self.root(one) == self.root(other)
    }

    /// Joins the groups of two nodes.
    pub fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        self.towards[other as usize] = one;
    }
}
