/** The view of the emitted routers, cycle by cycle. */

import { Drawing } from "./drawing.js";
import { quoted } from "./families.js";
import { layout } from "./layout.js";
import { by, make, player } from "./page.js";

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

/** Reads a line of the list. */
function message(line, number) {
  const [cycle, source, list, length, more] = line.split(",").map((part) => part.trim());
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
    const { n, m, vote, classes, lan, faulty, messages } = form.elements;
    const lines = messages.value.split("\n").filter((line) => line.trim());
    return {
      n: Number(n.value), m: Number(m.value), vote: vote.value, classes: Number(classes.value), lan: lan.checked,
      faulty: faulty.value.split(",").filter((node) => node.trim()).map(Number), lines,
      messages: lines.map((line, i) => message(line, i + 1)),
    };
  };
  const take = (name) => {
    const { about, n, m, faulty = "", lan = false, messages } = EXAMPLES[name];
    by("example").value = name;
    by("example-about").textContent = about;
    const fields = form.elements;
    for (const [key, value] of Object.entries({ n, m, classes: 3, vote: "greedy", faulty, messages })) fields[key].value = value;
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
      else if (field.name) field.value = given.get(field.name) ?? field.value;
    }
    return true;
  };
  const refuse = (sentence) => {
    by("cycles-refused").hidden = !sentence;
    by("cycles-refused").textContent = sentence;
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
    const { n, m, vote, classes, lan, faulty } = request;
    form.elements.classes.disabled = form.elements.vote.disabled = lan;
    const [network, { answer, refused }] = await Promise.all([
      model.ask({ ask: "links", network: `hypercube:${n}` }), model.ask({ ask: "play", ...request })]);
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
    by("cycles-caption").textContent = answer.ended ? `${answer.cycles.length - 1} cycles, everything is delivered`
      : answer.deadlock ? `deadlock in cycle ${answer.deadlock.cycle}` : `the first ${answer.cycles.length - 1} cycles`;
    const { deadlock } = answer;
    by("deadlock").hidden = !deadlock;
    by("deadlock").textContent = deadlock ? `Deadlock in cycle ${deadlock.cycle}: ${deadlock.stuck} buffers are stuck. `
      + `A deadlock cycle, each waits for the next:\n${deadlock.places.map(words).join("\n")}` : "";
    legend(request.lines);
    arrivals();
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

  /** Lists the cycles in which the last flits come to processors. */
  const arrivals = () => {
    const n = Number(form.elements.n.value);
    const rows = found.cycles.flatMap(({ flits }, cycle) => flits
      .filter(({ channel, last }) => channel === n && last)
      .map(({ node, message }) => [cycle, node, message]));
    by("arrivals").tBodies[0].replaceChildren(...rows.map((cells) =>
      make("tr", {}, ...cells.map((cell) => make("td", {}, String(cell))))));
  };

  const show = (cycle) => {
    if (!found) return;
    const { cycles, deadlock } = found;
    const seen = deadlock && cycle >= deadlock.cycle ? deadlock.places : [];
    drawing.fill(cycles[cycle], seen);
    node(cycle);
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
    by("node-name").textContent = `Node ${here} in cycle ${cycle}`;
    by("node-state").replaceChildren(lines.length
      ? make("ul", { className: "hint" }, ...lines.map((line) => make("li", {}, line)))
      : make("p", { className: "hint" }, "Empty; all credits are free."));
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
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  by("routers").onkeydown = (event) => {
    if (ARROWS[event.key] && drawing) choose(drawing.beside(here, ARROWS[event.key]));
    else if (event.key === "n" || event.key === "p") steps.move(event.key === "n" ? 1 : -1);
    else return;
    event.preventDefault();
  };
  form.onchange = (event) => event.target.id !== "example" && play();
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
  /** Shows what the address says, what was shown before, or the first example. */
  const begin = () => (recall() || found ? play() : take(Object.keys(EXAMPLES)[0]));
  return { begin };
}
