/** Five cards: what each family is, with an example to begin from. */

import { Drawing } from "./drawing.js";
import { families, words } from "./families.js";
import { layout } from "./layout.js";
import { by, element, make } from "./page.js";

/** What a card says, its small picture, and the example: options, and what is shown beside it. */
const CARDS = {
  hypercube: {
    about: "Each node of a multicast lets its destinations vote by which links the copies leave.",
    small: { n: "3", algorithm: "multicast", source: "0", dest: "3,5,6,7", vote: "greedy" },
    example: { n: "4", algorithm: "multicast", source: "0", dest: "3,7,11,13,14,15", vote: "greedy" },
    beside: "unicasts", look: "Point at node 0 to see its ballot; beside it, six unicasts.",
  },
  harts: {
    about: "A broadcast in a hexagonal mesh brings each node up to six copies on ways of their own: one fault does not stop all.",
    small: { n: "2", algorithm: "k-bcast", k: "1", source: "0" },
    example: { n: "3", algorithm: "k-bcast", k: "3", source: "0", faulty: "1" },
    beside: "k-bcast, k = 1", look: "Node 1 is faulty: three copies reach all others, one copy does not.",
  },
  region: {
    about: "A message for a box of a mesh goes to a corner of the box, and spreads from there.",
    small: { mesh: "4x3", algorithm: "nearest-corner", source: "0,0", region: "1,1:3,2" },
    example: { mesh: "8x8", algorithm: "nearest-corner", source: "7,7", region: "2,2:5,5" },
    beside: "fixed-corner", look: "The nearest corner saves the way to the far one, which the fixed corner takes.",
  },
  ihc: {
    about: "All nodes send to all at once, along Hamiltonian cycles that share no link: no packet waits.",
    small: { topology: "torus", sides: "3x3", mu: "1", source: "0" },
    example: { topology: "torus", sides: "4x4", mu: "2", source: "5" },
    beside: "", look: "Four copies of one message leave in four directions and meet every node.",
  },
  "ring-tree": {
    about: "Virtual rings cover any network. A message goes round all of them and comes back to its sender.",
    small: { graph: "grid:3x2", source: "0", "ring-size": "4", walk: "deep" },
    example: { graph: "links:0-1,1-2,2-3,3-0,2-4,4-5,5-6,6-4,3-7", source: "0", "ring-size": "4", walk: "deep" },
    beside: "", look: "A network of your own: change the links. Each colour is a ring.",
  },
};

/**
 * Begins the cards; `take` is called with a verb, its options and what is shown beside it.
 *
 * @param {Record<string, string[]>} names the options of each verb
 */
export function beginCards(model, names, take) {
  const details = by("cards");
  const picture = async (verb, options, svg) => {
    const family = families[verb];
    const [network, { answer }] = await Promise.all([
      model.ask({ ask: "links", network: family.network(options) }),
      model.ask({ ask: "route", words: words(verb, options, names[verb]) })]);
    const course = family.course(answer);
    const marks = { source: family.source(options), destinations: [], faulty: [] };
    const at = layout(family.network(options), network.answer, marks.source, "squares");
    new Drawing(svg, network.answer, at, marks, course, false).show(course.steps);
  };
  const card = ([verb, { about, small, example, beside, look }]) => {
    const svg = element("svg", { class: "drawing", "aria-hidden": "true", id: `card-${verb}` });
    picture(verb, small, svg);
    const begin = make("button", { type: "button", ariaLabel: `Try ${verb}`,
      onclick: () => { details.open = false; take(verb, example, beside); } }, "Try it");
    return make("article", {}, svg, make("h2", {}, verb), make("p", {}, about), make("p", { className: "hint" }, look), begin);
  };
  const fill = () => {
    if (details.open && !by("deck").childElementCount) by("deck").replaceChildren(...Object.entries(CARDS).map(card));
  };
  details.ontoggle = fill;
  // Who comes with an address has seen them.
  details.open = !location.hash;
}
