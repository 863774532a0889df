//! Spanning subgraphs in which every node has two links, and the exchange of a square between two.

/// A square of a network: the nodes a, b, c, d with the links a-b, c-d of one factor, and the links
/// a-c, b-d of another one.
pub type Square = [u32; 4];

/// Cycles that together visit every node once.
#[derive(Clone, Debug)]
pub struct Factor {
    /// **Shape**: by node, its two neighbours in the factor.
    beside: Vec<[u32; 2]>,
}

impl Factor {
    /// Returns the factor in which each node has two given neighbours.
    pub fn new(nodes: u32, beside: impl Fn(u32) -> [u32; 2]) -> Self {
        Self { beside: (0..nodes).map(beside).collect() }
    }

    /// Returns the factor of one cycle that visits every node.
    pub fn of_cycle(cycle: &[u32]) -> Self {
        let mut beside = vec![[0; 2]; cycle.len()];
        for (place, &node) in cycle.iter().enumerate() {
            let at = |step: usize| cycle[(place + step) % cycle.len()];
            beside[node as usize] = [at(cycle.len() - 1), at(1)];
        }
        Self { beside }
    }

    /// Returns whether a link belongs to the factor.
    pub fn has(&self, one: u32, other: u32) -> bool {
        self.beside[one as usize].contains(&other)
    }

    /// Returns the neighbours of a node.
    pub fn beside(&self, node: u32) -> [u32; 2] {
        self.beside[node as usize]
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.beside.len()
    }

    /// Goes once along the cycle through a node, from that node on.
    pub fn walk(&self, first: u32, mut visit: impl FnMut(u32)) {
        let (mut before, mut node) = (first, self.beside(first)[1]);
        visit(first);
        while node != first {
            visit(node);
            let [one, other] = self.beside(node);
            (before, node) = (node, if one == before { other } else { one });
        }
    }

    /// Returns the cycle through a node, from that node on.
    pub fn cycle(&self, first: u32) -> Vec<u32> {
        let mut cycle = Vec::new();
        self.walk(first, |node| cycle.push(node));
        cycle
    }

    /// Puts one neighbour of a node in the place of another one.
    fn replace(&mut self, node: u32, old: u32, new: u32) {
        let beside = &mut self.beside[node as usize];
        beside[usize::from(beside[1] == old)] = new;
    }

    /// Takes the links a-c, b-d instead of a-b, c-d.
    ///
    /// Another factor that has the former takes the latter: `exchange([a, c, b, d])`.
    pub fn exchange(&mut self, [a, b, c, d]: Square) {
        for (node, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            self.replace(node, old, new);
        }
    }
}
