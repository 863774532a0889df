/** The view of the emitted routers, cycle by cycle. */

import { Drawing } from "./drawing.js";
import { quoted } from "./families.js";
import { showHardware } from "./hardware.js";
import { layout } from "./layout.js";
import { ARROWS, by, fill, former, make, player } from "./page.js";

/** Messages as in a file of `simulate --trace`, without its first line. */
const EXAMPLES = {
  "a multicast": {
    about: "One frame goes to six nodes. Its copies leave in step where the links are free.",
    n: 3, m: 6, messages: "0,0,1 2 3 5 6 7,6",
  },
  "three multicasts that meet": {
    about: "They share links; slots and credits decide who waits.",
    n: 3, m: 4, messages: "0,0,3 5 6 7,8\n0,1,2 4 6 7,8\n2,6,0 1 3 5,8\n4,5,all,8",
  },
  "around a fault": {
    about: "Node 1 is faulty: the copies take other links, in higher classes where they need them.",
    n: 3, m: 4, faulty: "1", messages: "0,0,3 5 7,6\n0,2,5 7,6",
  },
  "deadlock of --lan": {
    about: "The thesis's own rules have one class. Messages wait for each other's buffers for ever.",
    n: 3, m: 2, lan: true, messages: Array(3).fill("0,0,1 3,2\n0,1,3 2,2\n0,3,2 0,2\n0,2,0 1,2").join("\n"),
  },
};
const COLOURS = 8;
/** The other families: an example, and what stands between source and length in a line. */
const FAMILIES = {
  harts: {
    to: "a node, or all and 1 to 6 copies", about: "Two broadcasts meet, of three copies and of one. Nodes are silent for 64 cycles after the reset.",
    configuration: "n = 3\nmax-data = 4", messages: "0,0,all 3,4\n4,9,all 1,4\n6,5,12,3",
  },
  region: {
    to: "the coordinates of two corners, with blanks between them",
    about: "Messages to boxes of a mesh meet. A message goes to a corner first.",
    configuration: 'mesh = "4x4"\nalgorithm = "nearest-corner"\nmax-data = 8', messages: "0,0,1 1 3 3,5\n0,15,0 0 2 2,5\n3,6,0 3 3 3,4",
  },
  ihc: {
    to: "all", about: "Every node sends to all others on four Hamiltonian cycles; no packet ever waits.",
    configuration: 'topology = "torus"\nsides = "4x4"\nmax-data = 2',
    messages: Array.from({ length: 16 }, (_, node) => `0,${node},all,2`).join("\n"),
  },
  "ring-tree": {
    to: "all", about: "Every message goes round all rings and comes back to its sender.",
    configuration: 'graph = "grid:3x3"\nring-size = 4',
    messages: Array.from({ length: 9 }, (_, node) => `0,${node},all,1`).join("\n"),
  },
};
for (const [family, { about, configuration, messages }] of Object.entries(FAMILIES)) {
  EXAMPLES[family] = { about, family, configuration, messages };
}

/** Reads a line of the list. */
function message(line, number, family) {
  const [cycle, source, list, length, more] = line.split(",").map((part) => part.trim());
  if (family !== "hypercube") {
    if (![cycle, source, length].every((part) => /^\d+$/.test(part ?? "")) || more !== undefined || !list) {
      throw new Error(`line ${number}: a message is like 0,3,TO,2: cycle, source, ${FAMILIES[family].to}, data flits`);
    }
    return { cycle: +cycle, source: +source, to: list, length: +length };
  }
  const nodes = list === "all" ? [] : (list ?? "").split(/\s+/).filter(Boolean);
  const whole = [cycle, source, length, ...nodes].every((part) => /^\d+$/.test(part ?? ""));
  if (!whole || more !== undefined || !list) {
    throw new Error(`line ${number}: a message is like 0,3,5 6,8: cycle, source, destinations, flits`);
  }
  return { cycle: +cycle, source: +source, destinations: nodes.map(Number), length: +length };
}

/** Begins the view. */
export function beginCycles(model) {
  const form = by("network");
  let found = /** @type {any} */ (null);
  let drawing = /** @type {any} */ (null);
  let here = 0;
  let turn = 0;

  const typed = () => {
    const { family: { value: family }, configuration, n, m, vote, classes, lan, faulty, messages } = form.elements;
    const lines = messages.value.split("\n").filter((line) => line.trim());
    const list = lines.map((line, i) => message(line, i + 1, family));
    if (family !== "hypercube") {
      return { ask: "watch", configuration: `family = ["${family}"]\n${configuration.value}`, lines, messages: list };
    }
    return {
      ask: "play",
      n: Number(n.value), m: Number(m.value), vote: vote.value, classes: Number(classes.value), lan: lan.checked,
      faulty: faulty.value.split(",").filter((node) => node.trim()).map(Number), lines,
      messages: list,
    };
  };
  const take = (name) => {
    const {
      about, family = "hypercube", configuration = "", n = 3, m = 4, faulty = "", lan = false, messages,
    } = EXAMPLES[name];
    by("example").value = name;
    by("example-about").textContent = about;
    const fields = form.elements;
    for (const [key, value] of Object.entries({ family, configuration, n, m, classes: 3, vote: "greedy", faulty, messages })) fields[key].value = value;
    fields.lan.checked = lan;
    return play();
  };
  /** Writes the network and its messages into the address. */
  const remember = () => {
    const given = new FormData(form);
    given.set("view", "cycles");
    history.replaceState(null, "", `#${new URLSearchParams(/** @type {any} */ (given))}`);
  };
  /** Takes them from there; returns whether they are there. */
  const recall = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("view") !== "cycles") return false;
    for (const field of form.elements) {
      if (field.type === "checkbox") field.checked = given.has(field.name);
      else if (field.name) fill(field, given.get(field.name) ?? field.value);
    }
    return true;
  };
  const refuse = (sentence) => {
    by("cycles-refused").hidden = !sentence;
    by("cycles-refused").textContent = sentence;
    former("cycles", sentence && (found ? "The input is refused: what is shown is that of the former input."
      : "The input is refused: there is nothing to show."));
  };

  const play = async () => {
    const now = ++turn;
    delete document.body.dataset.played;
    let request;
    try {
      request = typed();
    } catch (wrong) {
      return refuse(wrong.message);
    }
    const cube = request.ask === "play";
    by("cube-fields").hidden = by("squares").hidden = by("same").hidden = !cube;
    by("configuration").hidden = cube;
    by("to-whom").textContent = cube ? "destinations with blanks between them or all" : FAMILIES[form.elements.family.value].to;
    if (!cube) return film(request, now);
    const { n, m, vote, classes, lan, faulty } = request;
    form.elements.classes.disabled = form.elements.vote.disabled = lan;
    const configuration = `family = ["hypercube"]\nn = ${n}\nm = ${m}\n`
      + (lan ? "lan = true" : `vote = "${vote}"\nclasses = ${classes}`);
    const [network, { answer, refused }, circuit] = await Promise.all([
      model.ask({ ask: "links", network: `hypercube:${n}` }), model.ask(request), model.ask({ ask: "design", configuration })]);
    if (now !== turn) return;
    refuse(refused ?? "");
    if (!answer) return;
    found = answer;
    const at = layout(`hypercube:${n}`, network.answer, 0, "layers");
    const spaced = { ...at, at: at.at.map(([x, y]) => [x * 1.7, y * 1.7]) };
    drawing = new Drawing(by("routers"), network.answer, spaced, { source: -1, destinations: [], faulty }, null, false);
    drawing.buffers(n, answer.classes);
    here = Math.min(here, (1 << n) - 1);
    by("routers").setAttribute("aria-label", `hypercube of ${1 << n} routers, cycle by cycle`);
    by("cycles-caption").textContent = answer.ended ? `all delivered in ${answer.cycles.length - 1} cycles`
      : answer.deadlock ? `deadlock in cycle ${answer.deadlock.cycle}` : `the first ${answer.cycles.length - 1} cycles`;
    const { deadlock } = answer;
    by("deadlock").hidden = !deadlock;
    by("deadlock").textContent = deadlock ? `Deadlock in cycle ${deadlock.cycle}: ${deadlock.stuck} buffers are stuck. `
      + `A deadlock cycle, each waits for the next:\n${deadlock.places.map(words).join("\n")}` : "";
    legend(request.lines);
    arrivals(answer.cycles.flatMap(({ flits }, cycle) => flits
      .filter(({ channel, last }) => channel === n && last)
      .map(({ node, message }) => [cycle, node, message])));
    showHardware("cycles", circuit);
    const options = ["--n", String(n), "--m", String(m), ...(lan ? ["--lan"] : ["--vote", vote, "--classes", String(classes)]),
      ...(faulty.length ? ["--faulty", faulty.join(",")] : [])];
    by("simulate").textContent = `teecast simulate hypercube ${quoted(options)} --trace messages.csv`;
    steps.reset(answer.cycles.length - 1, 0);
    remember();
    document.body.dataset.played = "yes";
  };

  const words = ({ node, input, class: of, buffer }) => {
    const n = Number(form.elements.n.value);
    const from = input === n ? "its processor" : `node ${node ^ (1 << input)}`;
    return `node ${node}, from ${from}, class ${of}, buffer ${buffer}`;
  };

  const legend = (lines) => by("messages").replaceChildren(...lines.map((line, i) => {
    const mark = make("span", { className: `c${i % COLOURS}` });
    mark.innerHTML = `<svg viewBox="0 0 1 1" class="drawing" aria-hidden="true"><circle class="flit" cx=".5" cy=".5" r=".4"/></svg>`;
    mark.append(`${i}: ${line}`);
    return mark;
  }));

  /** Says how a film ends. */
  const outcome = ({ ended, cycles, wanted, arrivals }) => {
    const [time, copies] = [`${cycles.length} cycles`, `${arrivals.length} of ${wanted} copies`];
    if (!ended) return `the first ${time}: ${copies} delivered`;
    return arrivals.length === wanted ? `all ${wanted} copies delivered in ${time}`
      : `ended after ${time}: ${copies} delivered`;
  };

  /** Plays a network of another family. */
  const film = async (request, now) => {
    const [{ answer, refused }, circuit] = await Promise.all([
      model.ask(request), model.ask({ ask: "design", configuration: request.configuration })]);
    if (now !== turn) return;
    refuse(refused ?? "");
    by("deadlock").hidden = true;
    if (!answer) return;
    found = answer;
    const { network, nodes, cycles } = answer;
    drawing = new Drawing(by("routers"), answer, layout(network, answer, 0, "squares"), { source: -1, destinations: [], faulty: [] }, null, true);
    here = Math.min(here, nodes - 1);
    by("routers").setAttribute("aria-label", `${network}, ${nodes} nodes, cycle by cycle`);
    by("cycles-caption").textContent = outcome(answer);
    legend(request.lines);
    arrivals(answer.arrivals.map(({ cycle, node, message }) => [cycle, node, message]));
    showHardware("cycles", circuit);
    steps.reset(cycles.length - 1, Math.max(0, cycles.findIndex((flits) => flits.length)));
    remember();
    document.body.dataset.played = "yes";
  };

  /** Lists the cycles in which the last flits come to processors. */
  const arrivals = (rows) => {
    by("arrivals").tBodies[0].replaceChildren(...rows.map((cells) =>
      make("tr", {}, ...cells.map((cell) => make("td", {}, String(cell))))));
  };

  const show = (cycle) => {
    if (!found) return;
    const { cycles, deadlock } = found;
    if (found.network) {
      drawing.fly(cycles[cycle]);
      return moment(cycle);
    }
    const seen = deadlock && cycle >= deadlock.cycle ? deadlock.places : [];
    drawing.fill(cycles[cycle], seen);
    node(cycle);
  };

  const describe = (cycle, lines, empty) => {
    by("node-name").textContent = `Node ${here} in cycle ${cycle}`;
    by("node-state").replaceChildren(lines.length
      ? make("ul", { className: "hint" }, ...lines.map((line) => make("li", {}, line)))
      : make("p", { className: "hint" }, empty));
  };

  /** Describes what the node sends, gets and reports. */
  const moment = (cycle) => {
    const flit = ({ message, last }) => `${last ? "last flit" : "flit"} of message ${message}`;
    const seen = found.cycles[cycle].filter(({ from, to }) => from === here || to === here);
    describe(cycle, [
      ...seen.map((one) => `${flit(one)} ${one.to === null ? "to the processor" : one.to === here ? `from ${one.from}` : `to ${one.to}`}`),
      ...found.reports.filter((one) => one.cycle === cycle && one.node === here).map(({ code }) => `event ${code}`),
    ], "Nothing comes or leaves.");
  };

  /** Describes the node that the keyboard or the mouse is on. */
  const node = (cycle) => {
    const { buffers, credits, flits } = found.cycles[cycle];
    const n = Number(form.elements.n.value);
    const lines = [
      ...buffers.filter((one) => one.node === here).map((one) => {
        const wants = one.wants.length ? `, asks for ${one.wants.map((d) => here ^ (1 << d)).join(", ")}` : "";
        return `message ${one.message} in a buffer: ${words(one).replace(`node ${here}, `, "")}${wants}`;
      }),
      ...flits.filter((one) => one.node === here).map(({ channel, message, last }) =>
        `${last ? "last flit" : "flit"} of message ${message} to ${channel === n ? "the processor" : here ^ (1 << channel)}`),
      ...credits.filter((one) => one.node === here).map(({ channel, class: of, free }) =>
        `${free} of 2 credits of class ${of} to ${here ^ (1 << channel)}`),
    ];
    describe(cycle, lines, "Empty; all credits are free.");
  };

  const steps = player("cycles", by("cycle"), by("cycle-text"), "cycle", show, 120);
  const choose = (node) => {
    here = node;
    drawing.point(here);
    show(steps.at());
  };
  by("routers").onclick = (event) => {
    const group = event.target.closest("[data-node]");
    if (group) choose(Number(group.dataset.node));
  };
  by("routers").onkeydown = (event) => {
    if (ARROWS.has(event.key) && drawing) choose(drawing.beside(here, ARROWS.get(event.key)));
    else if (event.key === "n" || event.key === "p") steps.move(event.key === "n" ? 1 : -1);
    else return;
    event.preventDefault();
  };
  form.elements.family.replaceChildren(...["hypercube", ...Object.keys(FAMILIES)].map((name) => make("option", { value: name }, name)));
  form.onchange = ({ target }) => {
    if (target.name === "family") return take(Object.hasOwn(FAMILIES, target.value) ? target.value : Object.keys(EXAMPLES)[0]);
    return target.id !== "example" && play();
  };
  form.onsubmit = (event) => event.preventDefault();
  by("example").replaceChildren(...Object.keys(EXAMPLES).map((name) => make("option", { value: name }, name)));
  by("example").onchange = () => take(by("example").value);
  form.elements.vote.replaceChildren(...["greedy", "look2", "nca", "pcube"].map((vote) => make("option", { value: vote }, vote)));
  const copy = async (text) => {
    await navigator.clipboard.writeText(text);
    by("cycles-copied").textContent = "Copied.";
  };
  by("copy-trace").onclick = () => copy(`cycle,source,destination,length\n${form.elements.messages.value.trim()}\n`);
  by("copy-simulate").onclick = () => copy(by("simulate").textContent);
  by("cycles-copy-gen").onclick = () => copy(by("cycles-gen").textContent);
  /** Shows what the address says, what was shown before, or the first example. */
  const begin = () => (recall() || found ? play() : take(Object.keys(EXAMPLES)[0]));
  return { begin };
}
