/** A network and the tree in it, as SVG. */

import { element } from "./page.js";

/** **Units**: distances of neighbours. */
const RADIUS = 0.3;
const COLOURS = 8;

const number = (value) => +value.toFixed(3);
const point = ([x, y]) => `${number(x)} ${number(y)}`;

/** Returns the way of a link: straight, around nodes that stand between, or as two stubs at the edge. */
function way(layout, from, to, side) {
  const [a, b] = [layout.at[from], layout.at[to]];
  const out = layout.wrap(from, to);
  if (out) {
    const shift = [-out[1] * side, out[0] * side];
    const beyond = (place, sign, length) =>
      [place[0] + shift[0] + sign * out[0] * length, place[1] + shift[1] + sign * out[1] * length];
    return {
      lines: [[beyond(a, 1, RADIUS), beyond(a, 1, 0.95)], [beyond(b, -1, 0.95), beyond(b, -1, RADIUS)]],
      tip: beyond(b, -1, RADIUS), heading: out,
    };
  }
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const between = !layout.straight && layout.at.some(([x, y], node) => {
    const along = (x - a[0]) * ux + (y - a[1]) * uy;
    const across = Math.abs((x - a[0]) * uy - (y - a[1]) * ux);
    return node !== from && node !== to && along > 0.2 && along < length - 0.2 && across < 0.28;
  });
  const bow = between ? Math.min(1.1, 0.25 + 0.12 * length) : 0;
  const middle = [(a[0] + b[0]) / 2 - uy * bow * 2, (a[1] + b[1]) / 2 + ux * bow * 2];
  const start = toward(a, between ? middle : b, side);
  const end = toward(b, between ? middle : a, -side);
  const last = between ? [end[0] - middle[0], end[1] - middle[1]] : [ux, uy];
  const size = Math.hypot(...last) || 1;
  return {
    lines: [[start, end, ...(between ? [middle] : [])]],
    tip: end, heading: [last[0] / size, last[1] / size],
  };
}

/** Returns the edge of a node towards a place, a little to the side. */
function toward([x, y], [u, v], side) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  return [x + dx * RADIUS - dy * side, y + dy * RADIUS + dx * side];
}

const traced = (lines) => lines.map(([start, end, middle]) => middle
  ? `M${point(start)}Q${point(middle)} ${point(end)}` : `M${point(start)}L${point(end)}`).join("");

function head(tip, [dx, dy]) {
  const size = 0.2;
  const at = (back, aside) => point([tip[0] - dx * back - dy * aside, tip[1] - dy * back + dx * aside]);
  return `M${point(tip)}L${at(size, size / 2.4)}L${at(size, -size / 2.4)}Z`;
}

const hexagon = ([x, y], distance) => Array.from({ length: 6 }, (_, corner) => {
  const angle = ((corner + 0.5) * Math.PI) / 3;
  return point([x + (distance / Math.sqrt(3)) * Math.cos(angle), y + (distance / Math.sqrt(3)) * Math.sin(angle)]);
}).join(" ");

/** Draws a network with a course; `show` then goes to a step. */
export class Drawing {
  /**
   * @param {SVGSVGElement} svg
   * @param {{nodes: number, links: [number, number][]}} network
   * @param {import("./layout.js").Layout} layout
   * @param {{source: number, destinations: number[], faulty: number[]}} marks
   * @param {import("./families.js").Course | null} course
   */
  constructor(svg, network, layout, marks, course, wraps) {
    this.svg = svg;
    this.layout = layout;
    this.step = -1;
    svg.replaceChildren();
    this.frame();
    const base = [];
    for (const [one, other] of network.links) {
      const wrapped = layout.wrap(one, other);
      if (wrapped && !wraps) continue;
      const { lines } = way(layout, one, other, 0);
      base.push(traced(lines));
    }
    if (layout.hexagons) {
      layout.at.forEach((place) => element("polygon", { points: hexagon(place, layout.hexagons), class: "cell" }, svg));
    }
    element("path", { d: base.join(""), class: "links" }, svg);
    this.hops = element("g", {}, svg);
    this.nodes = element("g", {}, svg);
    this.bySteps = [];
    this.draw(course?.hops ?? []);
    this.place(network.nodes, marks, course);
  }

  /** Fits the picture around all nodes. */
  frame() {
    const [xs, ys] = [0, 1].map((axis) => this.layout.at.map((place) => place[axis]));
    const margin = 1.2;
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
    this.svg.setAttribute("viewBox", [left, top, width, height].map(number).join(" "));
    this.svg.style.setProperty("--ratio", String(width / height));
    this.svg.style.maxWidth = `${Math.ceil(width * 75)}px`;
  }

  at(step) {
    return (this.bySteps[step] ??= { hops: [], nodes: [] });
  }

  draw(hops) {
    for (const hop of hops) {
      const { lines, tip, heading } = way(this.layout, hop.from, hop.to, 0.085);
      const group = element("g", { class: `hop c${hop.colour % COLOURS} later` }, this.hops);
      element("path", { d: traced(lines), class: "line" }, group);
      element("path", { d: head(tip, heading), class: "head" }, group);
      const title = element("title", {}, group);
      title.textContent = `step ${hop.step}: ${hop.from} to ${hop.to}, ${hop.words}`;
      this.at(hop.step).hops.push(group);
    }
  }

  place(nodes, { source, destinations, faulty }, course) {
    const [wanted, broken] = [new Set(destinations), new Set(faulty)];
    const lost = new Set(course?.unroutable.map((left) => left.destination));
    const first = new Map();
    for (const { node, step } of course?.deliveries ?? []) {
      if (!(first.get(node) <= step)) first.set(node, step);
    }
    const digits = String(nodes - 1).length;
    this.groups = this.layout.at.map(([x, y], node) => {
      const kinds = [
        "node", node === source && "source", wanted.has(node) && "wanted",
        broken.has(node) && "faulty", lost.has(node) && "lost", first.has(node) && "reached later",
      ].filter(Boolean);
      const group = element("g", {
        class: kinds.join(" "), "data-node": node, id: `${this.svg.id}-node-${node}`,
        transform: `translate(${point([x, y])})`, role: "img",
      }, this.nodes);
      element("circle", { r: RADIUS }, group);
      if (broken.has(node)) element("path", { d: "M-.2-.2L.2.2M.2-.2L-.2.2", class: "cross" }, group);
      const text = element("text", { "font-size": digits > 2 ? 0.22 : 0.28, dy: "0.1" }, group);
      text.textContent = String(node);
      if (first.has(node)) this.at(first.get(node)).nodes.push(group);
      return group;
    });
  }

  /** Names a node for people who do not see it. */
  label(node, words) {
    this.groups[node]?.setAttribute("aria-label", words);
  }

  /** Goes to a step: only what changes is touched. */
  show(step) {
    const before = this.step;
    const [low, high] = [Math.min(before, step), Math.max(before, step)];
    for (let at = Math.max(0, low); at <= high; at++) {
      const { hops = [], nodes = [] } = this.bySteps[at] ?? {};
      for (const hop of hops) {
        hop.classList.toggle("later", at > step);
        hop.classList.toggle("now", at === step);
      }
      for (const node of nodes) {
        node.classList.toggle("later", at > step);
        node.classList.toggle("now", at === step);
      }
    }
    this.step = step;
  }

  /** Adds the message buffers of a hypercube: beside each node, at the end of each link. */
  buffers(n, classes) {
    this.places = new Map();
    this.flying = element("g", {}, this.svg);
    const inside = element("g", {}, null);
    this.svg.insertBefore(inside, this.flying);
    this.waits = element("path", { class: "waits" }, this.svg);
    this.layout.at.forEach((place, node) => {
      for (let input = 0; input <= n; input++) {
        const [dx, dy] = this.heading(node, input, n);
        for (let slot = 0; slot < 2 * classes; slot++) {
          const [along, across] = [RADIUS + 0.15 + (slot >> 1) * 0.19, ((slot & 1) - 0.5) * 0.19];
          const [x, y] = [place[0] + dx * along - dy * across, place[1] + dy * along + dx * across];
          const square = element("rect", { x: x - 0.08, y: y - 0.08, width: 0.16, height: 0.16, class: "buffer" }, inside);
          this.places.set([node, input, slot >> 1, slot & 1].join(), square);
        }
      }
    });
  }

  /** Returns the direction from a node to the other end of a channel; that of the processor is right. */
  heading(node, channel, n) {
    if (channel === n) return [1, 0];
    const [[x, y], [u, v]] = [this.layout.at[node], this.layout.at[node ^ (1 << channel)]];
    const length = Math.hypot(u - x, v - y);
    return [(u - x) / length, (v - y) / length];
  }

  /** Shows what buffers and links hold; those of a deadlock cycle are marked. */
  fill({ flits, buffers }, stuck) {
    const key = (one) => [one.node, one.input, one.class, one.buffer].join();
    const [full, marked] = [new Map(buffers.map((one) => [key(one), one.message])), new Set(stuck.map(key))];
    for (const [place, square] of this.places) {
      const message = full.get(place);
      const kind = message === undefined ? "buffer" : `buffer full c${message % COLOURS}`;
      square.setAttribute("class", marked.has(place) ? `${kind} stuck` : kind);
    }
    const middle = (place) => {
      const { x, y } = this.places.get(key(place)).getBBox();
      return point([x + 0.08, y + 0.08]);
    };
    this.waits.setAttribute("d", stuck.length ? `M${stuck.map(middle).join("L")}Z` : "");
    const n = Math.log2(this.layout.at.length);
    this.flying.replaceChildren(...flits.map(({ node, channel, message, last }) => {
      const [[x, y], [dx, dy]] = [this.layout.at[node], this.heading(node, channel, n)];
      const to = this.layout.at[node ^ (1 << channel)];
      const along = to && channel < n ? Math.hypot(to[0] - x, to[1] - y) * 0.5 : 0.18;
      const [cx, cy] = [x + dx * along - dy * 0.12, y + dy * along + dx * 0.12];
      return element("circle", { cx, cy, r: 0.13, class: `flit c${message % COLOURS}${last ? " last" : ""}` });
    }));
  }

  /** Shows flits on links, and before processors. */
  fly(flits) {
    this.flying ??= element("g", {}, this.svg);
    this.flying.replaceChildren(...flits.map(({ from, to, message, last }) => {
      const [x, y] = this.layout.at[from];
      const [dx, dy, along] = to === null ? [1, 0, 0.36] : this.toward(from, to);
      const [cx, cy] = [x + dx * along - dy * 0.12, y + dy * along + dx * 0.12];
      return element("circle", { cx, cy, r: 0.11, class: `flit c${message % COLOURS}${last ? " last" : ""}` });
    }));
  }

  /** Returns the direction of a link, and how far its middle is. */
  toward(from, to) {
    const around = this.layout.wrap(from, to);
    if (around) return [...around, 0.7];
    const [[x, y], [u, v]] = [this.layout.at[from], this.layout.at[to]];
    const length = Math.hypot(u - x, v - y) || 1;
    return [(u - x) / length, (v - y) / length, length / 2];
  }

  /** Marks the node that the keyboard is on. */
  point(node) {
    this.nodes.querySelector(".here")?.classList.remove("here");
    this.groups[node]?.classList.add("here");
    this.svg.setAttribute("aria-activedescendant", this.groups[node]?.id ?? "");
  }

  /** Returns the node that lies best in a direction from another one. */
  beside(node, [dx, dy]) {
    const [x, y] = this.layout.at[node];
    let best = node;
    let least = Infinity;
    this.layout.at.forEach(([u, v], other) => {
      const [along, across] = [(u - x) * dx + (v - y) * dy, Math.abs((u - x) * dy - (v - y) * dx)];
      const cost = along + 2.5 * across;
      if (other !== node && along > 0.1 && across <= along * 1.8 && cost < least) [best, least] = [other, cost];
    });
    return best;
  }

  /** Returns the picture as a file, with the rules of the page for light backgrounds. */
  file(rules) {
    const copy = /** @type {SVGSVGElement} */ (this.svg.cloneNode(true));
    for (const { name } of [...copy.attributes]) if (name !== "viewBox") copy.removeAttribute(name);
    copy.setAttribute("class", "drawing light");
    const style = element("style", {});
    style.textContent = rules;
    copy.prepend(style);
    return new XMLSerializer().serializeToString(copy);
  }
}
