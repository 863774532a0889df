//! Any network, from the list of its links.

use super::{End, Topology, TopologyError};

/// A connected network with at most one link between two nodes.
///
/// **Shape**: the ports of a node are numbered in the order in which its links were listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// **Shape**: by node and port, the other end.
    ends: Vec<Vec<End>>,
    ports: u32,
}

impl Graph {
    /// Returns the network with some links.
    ///
    /// **Shape**: each link once, its two nodes in any order.
    ///
    /// # Errors
    /// Too few or too many nodes; a link to an unknown node or from a node to itself; two links
    /// between the same nodes; a node that no way leads to.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{Graph, Topology};
    ///
    /// // A triangle with a tail.
    /// let graph = Graph::new(4, &[(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// assert_eq!((graph.degree(2), graph.neighbour(2, 1)), (3, Some(0)));
    /// # Ok::<(), teecast_topology::TopologyError>(())
    /// ```
    pub fn new(nodes: u32, links: &[(u32, u32)]) -> Result<Self, TopologyError> {
        TopologyError::check_nodes(nodes.into())?;
        let mut ends: Vec<Vec<End>> = vec![Vec::new(); nodes as usize];
        for &(one, other) in links {
            if let Some(node) = [one, other].into_iter().find(|node| *node >= nodes) {
                return Err(TopologyError::Unknown { node, last: nodes - 1 });
            }
            if one == other {
                return Err(TopologyError::Loop { node: one });
            }
            if ends[one as usize].iter().any(|end| end.node == other) {
                return Err(TopologyError::Doubled { one, other });
            }
            let next = |node: u32| End { node, port: ends[node as usize].len() as u32 };
            let (here, there) = (next(one), next(other));
            ends[one as usize].push(there);
            ends[other as usize].push(here);
        }
        let ports = ends.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let graph = Self { ends, ports };
        match graph.apart() {
            Some(node) => Err(TopologyError::Apart { node }),
            None => Ok(graph),
        }
    }

    /// Returns the same network with the ports of every node in the order of its neighbours.
    ///
    /// **Shape**: ports by ascending number of the neighbour.
    pub fn ascending(&self) -> Self {
        let links: Vec<_> = self.pairs().into_iter().map(|[one, other]| (one, other)).collect();
        Self::new(self.nodes(), &links).expect("the links are those of a valid network")
    }

    /// Returns a network as a list of links, with the ports in the order of the neighbours.
    ///
    /// # Errors
    /// A node that no way leads to, or two links between the same nodes.
    pub fn of(topology: &dyn Topology) -> Result<Self, TopologyError> {
        let beside = |node| {
            let neighbours = (0..topology.ports()).map(move |port| topology.neighbour(node, port));
            neighbours.flatten().filter(move |other| node < *other).map(move |other| (node, other))
        };
        let links: Vec<_> = (0..topology.nodes()).flat_map(beside).collect();
        Ok(Self::new(topology.nodes(), &links)?.ascending())
    }

    /// Returns all connected networks of so many numbered nodes, those with few links first.
    ///
    /// The caller keeps `nodes` small: there are 26704 of 6 nodes.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::Graph;
    ///
    /// // Three paths, and the triangle.
    /// let links = Graph::all(3).iter().map(|graph| graph.pairs().len()).collect::<Vec<_>>();
    /// assert_eq!(links, [2, 2, 2, 3]);
    /// ```
    pub fn all(nodes: u32) -> Vec<Self> {
        let pairs: Vec<_> = (0..nodes).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        let of = |set: u32| {
            let links = pairs.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            Self::new(nodes, &links.map(|(_, link)| *link).collect::<Vec<_>>()).ok()
        };
        let mut sets: Vec<u32> = (0..1 << pairs.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        sets.into_iter().filter_map(of).collect()
    }

    /// Returns the links, from the smaller node to the larger one, sorted.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs: Vec<[u32; 2]> = (0..self.nodes())
            .flat_map(|node| self.neighbours(node).map(move |other| [node, other]))
            .filter(|[one, other]| one < other)
            .collect();
        pairs.sort_unstable();
        pairs
    }

    /// Returns the neighbours of a node, by port.
    pub fn neighbours(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.ends[node as usize].iter().map(|end| end.node)
    }

    /// Returns the port of a node that leads to another one.
    pub fn port_to(&self, node: u32, other: u32) -> Option<u32> {
        let place = self.ends[node as usize].iter().position(|end| end.node == other);
        place.map(|port| port as u32)
    }

    /// Returns the lowest node that no way from node 0 leads to.
    fn apart(&self) -> Option<u32> {
        let mut reached = vec![false; self.ends.len()];
        reached[0] = true;
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            for end in &self.ends[node as usize] {
                if !std::mem::replace(&mut reached[end.node as usize], true) {
                    waiting.push(end.node);
                }
            }
        }
        reached.iter().position(|reached| !reached).map(|node| node as u32)
    }
}

impl Topology for Graph {
    fn nodes(&self) -> u32 {
        self.ends.len() as u32
    }

    fn ports(&self) -> u32 {
        self.ports
    }

    fn peer(&self, End { node, port }: End) -> Option<End> {
        self.ends[node as usize].get(port as usize).copied()
    }

    fn port_name(&self, port: u32) -> String {
        format!("port {port}")
    }
}
