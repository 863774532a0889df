/**
 * Where the nodes of a network stand.
 *
 * @typedef {[number, number]} Place
 * @typedef {object} Layout
 * @property {Place[]} at by node, in distances of neighbours
 * @property {(from: number, to: number) => Place | null} wrap
 *   the direction of a link that goes around the edge of the drawing
 * @property {boolean} [straight] links may pass under nodes
 * @property {number} [hexagons] distance of the cells around the nodes
 */

const none = () => null;
/** Distance of neighbours in meshes: two links side by side have to be told apart. */
const SPACED = 1.4;

/** Splits `grid:4x3` into its sort and its numbers. */
export function named(network) {
  const [sort, size = ""] = network.split(":");
  return { sort, sizes: size.split("x").map(Number) };
}

/** Nodes by their distance from the source, a layer for each; long layers have some lanes. */
function layers(n, source) {
  const byWeight = Array.from({ length: n + 1 }, () => []);
  const weight = (v) => v.toString(2).replaceAll("0", "").length;
  for (let node = 0; node < 1 << n; node++) byWeight[weight(node)].push(node);
  const at = [];
  let y = 0;
  for (const layer of byWeight) {
    const lanes = Math.ceil(layer.length / 12);
    const gap = lanes > 1 ? 1.15 / lanes : Math.min(2.2, 13 / layer.length);
    layer.forEach((relative, column) => {
      at[relative ^ source] = [(column - (layer.length - 1) / 2) * gap, y + (column % lanes) * 0.95];
    });
    y += (lanes - 1) * 0.95 + 2;
  }
  return { at, wrap: none, straight: true };
}

/** Squares in squares: a vector for each dimension, turned a little so that links stay apart. */
function squares(n) {
  const vectors = Array.from({ length: n }, (_, dimension) => {
    const pair = dimension >> 1;
    const [length, skew] = [[1.15, 0], [2.8, 0.85], [6.4, -1.9], [14, 4.1], [30, 0]][pair];
    return dimension % 2 ? [-skew, length] : [length, skew];
  });
  const at = Array.from({ length: 1 << n }, (_, node) =>
    vectors.reduce(([x, y], [dx, dy], bit) => (node >> bit) & 1 ? [x + dx, y + dy] : [x, y], [0, 0]));
  return { at, wrap: none };
}

/** Planes of a mesh beside each other; the first two dimensions are x and y. */
function grid(sides, wraps) {
  const [width, height = 1] = sides;
  const coordinates = (node) => sides.map((side, i) => {
    const before = sides.slice(0, i).reduce((a, b) => a * b, 1);
    return Math.floor(node / before) % side;
  });
  const nodes = sides.reduce((a, b) => a * b, 1);
  const at = Array.from({ length: nodes }, (_, node) => {
    const [x, y = 0, z = 0, t = 0] = coordinates(node);
    return [SPACED * x + z * (SPACED * width + 0.6), -SPACED * y - t * (SPACED * height + 0.6)];
  });
  const wrap = (from, to) => {
    const [a, b] = [coordinates(from), coordinates(to)];
    const i = a.findIndex((place, dimension) => place !== b[dimension]);
    if (Math.abs(a[i] - b[i]) === 1 || i > 1) return null;
    const sign = a[i] > b[i] ? 1 : -1;
    return i === 0 ? [sign, 0] : [0, -sign];
  };
  return { at, wrap: wraps ? wrap : none };
}

/** The hexagonal mesh around node 0: direction 0 to the right, the others counter-clockwise. */
function hexmesh(n) {
  const [nodes, turn] = [3 * n * (n - 1) + 1, 3 * n - 1];
  const at = [];
  for (let r = 1 - n; r < n; r++) {
    for (let q = Math.max(1 - n, 1 - n - r); q <= Math.min(n - 1, n - 1 - r); q++) {
      at[(((q + r * turn) % nodes) + nodes) % nodes] = [SPACED * (q + r / 2), (-SPACED * r * Math.sqrt(3)) / 2];
    }
  }
  const offsets = [1, turn, turn - 1, nodes - 1, nodes - turn, nodes - turn + 1];
  const wrap = (from, to) => {
    const [[x, y], [u, v]] = [at[from], at[to]];
    if (Math.hypot(x - u, y - v) < 1.1 * SPACED) return null;
    const angle = (offsets.indexOf((to - from + nodes) % nodes) * Math.PI) / 3;
    return [Math.cos(angle), -Math.sin(angle)];
  };
  return { at, wrap, hexagons: SPACED };
}

/** Any network: links pull, nodes push (Fruchterman and Reingold 1991); always the same picture. */
function force(nodes, links) {
  const radius = Math.sqrt(nodes);
  const at = Array.from({ length: nodes }, (_, node) =>
    [radius * Math.cos(2.4 * node) * Math.sqrt((node + 1) / nodes), radius * Math.sin(2.4 * node) * Math.sqrt((node + 1) / nodes)]);
  const rounds = Math.max(60, Math.min(300, Math.floor(2e7 / (nodes * nodes))));
  for (let round = 0; round < rounds; round++) {
    const push = at.map(() => [0, 0]);
    const apart = (a, b, strength) => {
      const [dx, dy] = [at[a][0] - at[b][0], at[a][1] - at[b][1]];
      const size = strength(Math.max(0.01, Math.hypot(dx, dy)));
      push[a][0] += dx * size; push[a][1] += dy * size;
      push[b][0] -= dx * size; push[b][1] -= dy * size;
    };
    for (let a = 0; a < nodes; a++) {
      for (let b = 0; b < a; b++) apart(a, b, (distance) => 1.6 / (distance * distance));
    }
    for (const [a, b] of links) apart(a, b, (distance) => -distance / 1.3);
    const most = (radius / 5) * (1 - round / rounds) + 0.02;
    at.forEach((place, node) => {
      const [dx, dy] = push[node];
      const size = Math.min(1, most / Math.max(1e-9, Math.hypot(dx, dy)));
      place[0] += dx * size;
      place[1] += dy * size;
    });
  }
  return { at, wrap: none };
}

/** Nodes on a circle around node 0. */
function star(nodes) {
  const radius = Math.max(1.4, (nodes - 1) / 5);
  const at = Array.from({ length: nodes }, (_, node) => {
    const angle = (2 * Math.PI * (node - 1)) / (nodes - 1) - Math.PI / 2;
    return node ? [radius * Math.cos(angle), radius * Math.sin(angle)] : [0, 0];
  });
  return { at, wrap: none };
}

/** Returns the layout of a network. @returns {Layout} */
export function layout(network, { nodes, links }, source, cube) {
  const { sort, sizes } = named(network);
  switch (sort) {
    case "hypercube": return cube === "squares" ? squares(sizes[0]) : layers(sizes[0], source);
    case "hexmesh": return hexmesh(sizes[0]);
    case "grid": return grid(sizes, false);
    case "torus": return grid(sizes, true);
    case "path": return grid([nodes], false);
    case "star": return star(nodes);
    default: return force(nodes, links);
  }
}
