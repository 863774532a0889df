/**
 * What the page knows of each verb of `teecast route`: its network, which options have an effect, and
 * what its document says about links, nodes and steps.
 *
 * @typedef {{step: number, from: number, to: number, colour: number, words: string}} Hop
 * @typedef {{node: number, step: number, words: string}} Delivery
 * @typedef {{hops: Hop[], deliveries: Delivery[], unroutable: {node: number, destination: number}[],
 *   traffic: number, steps: number, legend: string}} Course
 * @typedef {Record<string, string>} Options what is typed, by option; "" is not given
 *
 * `drawn` says which networks a drawing takes, as far as their nodes are at most MOST_DRAWN.
 */

/** Most nodes of a drawing. */
export const MOST_DRAWN = 512;


const list = (text) => (text ?? "").split(",").map((item) => item.trim()).filter(Boolean).map(Number);
const sides = (text) => (text ?? "").split("x").map(Number);
/** Copies of an object without what is undefined. */
const changed = (options, change) => ({ ...options, ...change });

/** Returns the course of a document that has `sends` and `deliveries`. */
function course(document, { colour, words, legend, delivered = (copy) => "" }) {
  return {
    hops: document.sends.map((send) => ({ ...send, colour: colour(send), words: words(send) })),
    deliveries: document.deliveries.map((copy) => ({ ...copy, words: delivered(copy) })),
    unroutable: document.unroutable ?? [],
    traffic: document.traffic,
    steps: document.steps,
    legend,
  };
}

const relayed = {
  colour: (send) => send.origin_direction ?? 0,
  words: (send) => send.tags
    ? `direction ${send.channel}, still to go ${send.tags.join(", ")}`
    : `direction ${send.channel}, ${send.switching}, tag ${send.tag}, copy ${send.origin_direction}`,
  delivered: (copy) => `from direction ${copy.in_direction}`,
  legend: "copy, by the direction of its first packet",
};

/** Destinations and faults are lists of node numbers. */
const byNumber = {
  source: (options) => Number(options.source || 0),
  placed: (options, node) => changed(options, { source: String(node) }),
  destinations: (options) => list(options.dest),
  faulty: (options) => list(options.faulty),
  /** Adds a node to a list, or takes it away. */
  toggled: (options, name, node) => {
    const nodes = list(options[name]);
    const rest = nodes.filter((other) => other !== node);
    if (rest.length === nodes.length) rest.push(node);
    return changed(options, { [name]: rest.join(",") });
  },
};

const takesClasses = ["unicast", "broadcast", "multicast", "unicasts"];
const goesEverywhere = (options) => (options.algorithm ?? "").startsWith("broadcast");

const hypercube = {
  ...byNumber,
  start: { n: "5", algorithm: "multicast", source: "6", dest: "7,20,29,18,1,0", vote: "greedy" },
  network: (options) => `hypercube:${options.n}`,
  drawn: "hypercubes with n up to 9",
  isHardware: ({ algorithm }) => ["multicast", "unicast", "broadcast"].includes(algorithm),
  has: (options, name) => ({
    vote: options.algorithm === "multicast",
    classes: takesClasses.includes(options.algorithm),
    "fault-tolerant": takesClasses.includes(options.algorithm) && Number(options.classes) > 0,
    dest: !goesEverywhere(options),
  })[name] ?? true,
  course: (document) => course(document, {
    colour: (send) => send.class ?? 0,
    words: (send) => `channel ${send.channel}`
      + (send.class === undefined ? "" : `, class ${send.class}`)
      + (send.destinations ? `, for ${send.destinations.join(", ")}`
        : `, control ${send.control.toString(2).padStart(document.parameters.n, "0")}`),
    legend: document.classes === null ? "" : "buffer class",
  }),
  others: (options) => {
    const { n, source, faulty } = options;
    const other = (label, change) => [label, changed({ n, source, faulty }, change)];
    const { dest, classes, "fault-tolerant": fault } = options;
    const listed = (algorithm, change) => other(algorithm, { dest, algorithm, ...change });
    const everywhere = ["broadcast", ...(faulty ? [] : ["broadcast1", "broadcast2"]), "broadcast-f3"];
    const all = everywhere.map((algorithm) => other(algorithm, { algorithm }));
    if (goesEverywhere(options)) return all;
    const votes = ["greedy", "look2", "nca", "pcube"].map((vote) =>
      other(`multicast, ${vote}`, { algorithm: "multicast", dest, vote, classes, "fault-tolerant": fault }));
    return [...votes, listed("optimal"), ...(faulty ? [] : [listed("spare")]), listed("unicasts"), all[0]];
  },
  /** The optimum of many destinations takes seconds. */
  isDear: (options) => options.algorithm === "optimal" && list(options.dest).length > 8,
};

const harts = {
  ...byNumber,
  start: { n: "4", algorithm: "k-bcast", k: "3", source: "0" },
  network: (options) => `hexmesh:${options.n}`,
  drawn: "hexagonal meshes with n up to 13",
  isHardware: ({ algorithm }) => algorithm !== "ring",
  has: (options, name) => ({
    k: options.algorithm === "k-bcast",
    dest: options.algorithm === "unicast",
  })[name] ?? true,
  course: (document) => course(document, relayed),
  others: ({ n, source, faulty, dest }) => [
    ...[1, 2, 3, 4, 5, 6].map((k) =>
      [`k-bcast, k = ${k}`, { n, source, faulty, algorithm: "k-bcast", k: String(k) }]),
    ["ring", { n, source, faulty, algorithm: "ring" }],
    ...(dest ? [["unicast", { n, source, faulty, dest, algorithm: "unicast" }]] : []),
  ],
  toggled: (options, name, node) => name === "dest"
    ? changed(options, { dest: String(node) }) : byNumber.toggled(options, name, node),
};

const torus = {
  ...byNumber,
  start: { width: "5", height: "5", pattern: "comb", source: "12" },
  network: (options) => `torus:${options.width}x${options.height}`,
  drawn: `tori with width times height up to ${MOST_DRAWN}`,
  has: () => true,
  course: (document) => course(document, relayed),
  others: (options) => ["comb", "pinwheel"].map((pattern) => [pattern, changed(options, { pattern })]),
};

/** Coordinates as they are typed, and node numbers. */
const place = (options, node) => {
  let rest = node;
  return sides(options.mesh).map((side) => {
    const digit = rest % side;
    rest = (rest - digit) / side;
    return digit;
  });
};
/** Returns the node at coordinates, or -1. */
const nodeAt = (options, typed) => {
  const [radices, digits] = [sides(options.mesh), list(typed)];
  const there = digits.length === radices.length && digits.every((digit, i) => digit < radices[i]);
  return there ? digits.reduceRight((node, digit, i) => node * radices[i] + digit, 0) : -1;
};
const corners = (options) => (options.region ?? "").split(":");

const region = {
  start: { mesh: "8x8", algorithm: "fixed-corner", source: "1,6", region: "2,2:6,5" },
  network: (options) => `grid:${options.mesh}`,
  drawn: `meshes whose sides multiply to at most ${MOST_DRAWN}`,
  has: () => true,
  source: (options) => nodeAt(options, options.source),
  placed: (options, node) => changed(options, { source: place(options, node).join(",") }),
  faulty: () => [],
  destinations: (options) => {
    const [low, high] = corners(options).map((corner) => list(corner));
    if (!high) return [];
    const nodes = sides(options.mesh).reduce((a, b) => a * b, 1);
    const inside = (node) => place(options, node).every((x, i) =>
      Math.min(low[i], high[i]) <= x && x <= Math.max(low[i], high[i]));
    return Array.from({ length: nodes }, (_, node) => node).filter(inside);
  },
  /** A region grows from one corner to the other. */
  boxed: (options, one, other) => changed(options, {
    region: [one, other].map((node) => place(options, node).join(",")).join(":"),
  }),
  course: (document) => course(document, {
    colour: (send) => send.message ?? send.class,
    words: (send) => `channel ${send.channel}, class ${send.class}`
      + (send.message === undefined ? "" : `, message ${send.message}`),
    legend: document.algorithm === "recursive-doubling" ? "message" : "class of virtual channel",
  }),
  others: (options) => ["fixed-corner", "nearest-corner", "mst", "recursive-doubling"]
    .map((algorithm) => [algorithm, changed(options, { algorithm })]),
};

const ihc = {
  ...byNumber,
  start: { topology: "hypercube", n: "4", mu: "2", source: "6" },
  network: ({ topology, n, sides }) => `${topology}:${topology === "torus" ? sides : n}`,
  drawn: `hypercubes with n up to 9, hexagonal meshes with n up to 13, and tori of at most ${MOST_DRAWN} nodes`,
  has: (options, name) => ({
    n: options.topology !== "torus",
    sides: options.topology === "torus",
  })[name] ?? true,
  destinations: () => [],
  course: (document) => ({
    ...course(document, {
      colour: (send) => send.channel,
      words: (send) => `cycle ${send.channel}, slot ${send.slot}`,
      delivered: (copy) => `on cycle ${copy.channel}, slot ${copy.slot}`,
      legend: "directed Hamiltonian cycle",
    }),
    more: [["stages of a round", document.round.stages], ["slots of a round", document.round.slots]],
  }),
  others: (options) => ["minimal", "overlapped"].map((interleave) =>
    [`interleave ${interleave}`, changed(options, { interleave })]),
};

/** Returns the hops of a lone message around its rings: a way back ends each of them. */
function around(document) {
  const arrival = new Map([[document.source, 0]]);
  const entry = new Map();
  for (const way of document.ways) {
    arrival.set(way.node, way.step);
    for (const leg of way.rings) entry.set(leg.ring, leg.from);
  }
  const hops = [];
  for (const { id, nodes } of document.rings.filter((ring) => entry.has(ring.id))) {
    const first = nodes.indexOf(entry.get(id));
    let step = arrival.get(nodes[first]);
    nodes.forEach((_, i) => {
      const at = (first + i) % nodes.length;
      const home = i === nodes.length - 1;
      step = home ? step + 1 : arrival.get(nodes[(at + 1) % nodes.length]);
      hops.push(...links(id, nodes, at, step, home ? ", back to who put it in" : ""));
    });
  }
  return hops.sort((a, b) => a.step - b.step);
}

/** Returns the links of a virtual link, from a place of a ring to the next: the last one goes back over all. */
function links(ring, nodes, at, step, more = "") {
  const way = at === nodes.length - 1 ? nodes.toReversed() : nodes.slice(at, at + 2);
  const words = `ring ${ring}${way.length > 2 ? `, virtual link from ${way[0]} to ${way.at(-1)}` : ""}${more}`;
  return way.slice(1).map((to, i) => ({ step, from: way[i], to, colour: ring, words }));
}

/** Returns the hops of the way to one node. */
function onTheWay(document) {
  const hops = [];
  let step = 0;
  for (const { ring, from, links: virtual } of document.ways[0].rings) {
    const { nodes } = document.rings.find((other) => other.id === ring);
    for (let left = 0; left < virtual; left++) {
      hops.push(...links(ring, nodes, (nodes.indexOf(from) + left) % nodes.length, ++step));
    }
  }
  return hops;
}

const ringTree = {
  ...byNumber,
  start: { graph: "hypercube:4", source: "6", "ring-size": "8", walk: "deep" },
  network: (options) => options.graph ?? "",
  drawn: `graphs of at most ${MOST_DRAWN} nodes`,
  has: () => true,
  destinations: (options) => list(options.dest),
  faulty: (options) => list(options["faulty-nodes"]),
  course: (document) => {
    const hops = document.destinations.length === 1 ? onTheWay(document) : around(document);
    return {
      hops,
      deliveries: document.ways.map(({ node, step, rings }) => ({
        node, step, words: rings.map(({ ring, from, to }) => `ring ${ring}: ${from} to ${to}`).join(", "),
      })),
      unroutable: [],
      traffic: document.physical_links,
      steps: hops.at(-1)?.step ?? document.steps,
      legend: "virtual ring",
      more: [["virtual links", document.traffic], ["rings", document.rings.length], ["last delivery in step", document.steps]],
    };
  },
  others: (options) => ["deep", "branch"].flatMap((walk) => ["4", "8", "16"].map((size) =>
    [`walk ${walk}, rings of ${size}`, changed(options, { walk, "ring-size": size })])),
  toggled: (options, name, node) => name === "dest"
    ? changed(options, { dest: options.dest === String(node) ? "" : String(node) })
    : byNumber.toggled(options, "faulty-nodes", node),
};

/** By verb. */
export const families = { hypercube, harts, torus, region, ihc, "ring-tree": ringTree };

/** Returns what is typed after `teecast route`. */
export function words(verb, options, names) {
  const given = names.filter((name) => options[name] && families[verb].has(options, name));
  return [verb, ...given.flatMap((name) => [`--${name}`, options[name]])];
}

/** Returns words as a shell takes them. */
export const quoted = (words) => words.map((word) =>
  /^[\w.,:=/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`).join(" ");
