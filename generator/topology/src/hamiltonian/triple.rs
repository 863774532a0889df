//! The product of two Hamiltonian cycles and a cycle, as three Hamiltonian cycles ([LS94] Lemma 2).

use super::factor::{Factor, Square};
use super::pair::pair;

/// Returns three Hamiltonian cycles of the product of a network and a cycle of `r` nodes, 3 or more;
/// the network is the union of two Hamiltonian cycles, and the three use every link of the product.
///
/// Two are those of [`pair`] for the product of `one` and the cycle. The third begins as `other`, once
/// in each layer. Exchanges of squares then join its cycles. An exchange changes the number of cycles
/// of each of two factors by -1, 0 or 1, which their present cycles tell. Those that do not raise the
/// sum are done; squares come in an order that looks random and is always the same.
///
/// **Shape**: node v + g c of node v of the network of g nodes and node c of the cycle, from node 0
/// on. **Source**: [LS94] Lemma 2, which names the cycles and not their construction.
pub fn triple(one: &[u32], other: &[u32], r: u32) -> [Vec<u32>; 3] {
    let nodes = one.len() as u32;
    let node = |place: u32| one[(place % nodes) as usize] + place / nodes * nodes;
    let [first, second] = pair(nodes, r).map(|cycle| {
        let cycle: Vec<u32> = cycle.into_iter().map(node).collect();
        Factor::of_cycle(&cycle)
    });
    let layer = Factor::of_cycle(other);
    let layers = Factor::new(nodes * r, |node| {
        let (v, base) = (node % nodes, node / nodes * nodes);
        layer.beside(v).map(|beside| base + beside)
    });
    let layer = [Factor::of_cycle(one), layer];
    let factors = [first, second, layers].map(Counted::new);
    let mut search = Search { factors, layer, nodes, r, state: 1 };
    while search.factors.iter().any(|factor| factor.lengths.len() > 1) {
        let square = search.square();
        search.consider(square);
    }
    search.factors.map(|counted| counted.factor.cycle(0))
}

/// A factor with its cycles.
struct Counted {
    factor: Factor,
    /// **Shape**: by node, the number of its cycle and the place in it.
    places: Vec<(u32, u32)>,
    /// **Shape**: by cycle, its nodes.
    lengths: Vec<u32>,
}

impl Counted {
    fn new(factor: Factor) -> Self {
        let mut counted = Self { factor, places: Vec::new(), lengths: Vec::new() };
        counted.count();
        counted
    }

    /// Finds the cycles.
    fn count(&mut self) {
        const UNSEEN: (u32, u32) = (u32::MAX, 0);
        self.lengths.clear();
        self.places.clear();
        self.places.resize(self.factor.nodes(), UNSEEN);
        for first in 0..self.factor.nodes() {
            if self.places[first] != UNSEEN {
                continue;
            }
            let number = self.lengths.len() as u32;
            let mut length = 0;
            self.factor.walk(first as u32, |node| {
                self.places[node as usize] = (number, length);
                length += 1;
            });
            self.lengths.push(length);
        }
    }

    /// Exchanges links; see [`Factor::exchange`].
    fn exchange(&mut self, square: Square) {
        self.factor.exchange(square);
        self.count();
    }

    /// Returns what the number of cycles grows by when the links a-c, b-d replace a-b, c-d.
    fn growth(&self, [a, b, c, d]: Square) -> i32 {
        let place = |node: u32| self.places[node as usize];
        let (cycle, other) = (place(a).0, place(c).0);
        let length = self.lengths[cycle as usize];
        let forward = |from: u32, to: u32| (place(from).1 + 1) % length == place(to).1;
        match () {
            () if cycle != other => -1,
            () if forward(a, b) == forward(c, d) => 0,
            () => 1,
        }
    }
}

/// The three factors, and what chooses the next square.
struct Search {
    factors: [Counted; 3],
    /// The two cycles of the network of one layer.
    layer: [Factor; 2],
    /// Nodes of a layer.
    nodes: u32,
    /// Layers.
    r: u32,
    /// The state of a xorshift generator.
    state: u64,
}

impl Search {
    /// Returns a number below a bound.
    fn draw(&mut self, below: u32) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 32) % u64::from(below)) as u32
    }

    /// Returns a square between two layers.
    fn square(&mut self) -> Square {
        let (v, layer, side) = (self.draw(self.nodes), self.draw(self.r), self.draw(4));
        let beside = self.layer[side as usize / 2].beside(v)[side as usize % 2];
        let (here, there) = (layer * self.nodes, (layer + 1) % self.r * self.nodes);
        [here + v, here + beside, there + v, there + beside]
    }

    /// Returns the factor that has both links.
    fn owner(&self, links: [(u32, u32); 2]) -> Option<usize> {
        let has = |counted: &Counted| links.iter().all(|&(a, b)| counted.factor.has(a, b));
        self.factors.iter().position(has)
    }

    /// Exchanges a square between two factors, if it has one and the number of cycles does not rise.
    fn consider(&mut self, [a, b, c, d]: Square) {
        let Some(along) = self.owner([(a, b), (c, d)]) else { return };
        let Some(across) = self.owner([(a, c), (b, d)]) else { return };
        let [mine, yours] = [[a, b, c, d], [a, c, b, d]];
        let growth = self.factors[along].growth(mine) + self.factors[across].growth(yours);
        // One factor may have all four links, as a cycle.
        if along != across && growth <= 0 {
            self.factors[along].exchange(mine);
            self.factors[across].exchange(yours);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tori_and_cycles_are_joined_to_three_cycles() {
        for (k, l) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (6, 6)] {
            let nodes = k * l;
            let [one, other] = pair(k, l);
            let within = [&one, &other].map(|cycle| Factor::of_cycle(cycle));
            for r in 3..=10 {
                let three = triple(&one, &other, r);
                let factors = three.each_ref().map(|cycle| Factor::of_cycle(cycle));
                for node in 0..nodes * r {
                    let (v, c) = (node % nodes, node / nodes);
                    let beside = within.iter().flat_map(|cycle| cycle.beside(v));
                    let layers = [c + 1, c + r - 1].map(|layer| v + layer % r * nodes);
                    for to in beside.map(|beside| beside + c * nodes).chain(layers) {
                        let owners = factors.iter().filter(|factor| factor.has(node, to)).count();
                        assert_eq!(owners, 1, "{k}x{l}x{r}: {node}-{to}");
                    }
                }
                assert!(three.iter().all(|cycle| cycle.len() as u32 == nodes * r), "{k}x{l}x{r}");
            }
        }
    }
}
