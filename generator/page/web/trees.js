/** The view of one message: form, drawing, numbers, and what can be copied. */

import { beginCards } from "./cards.js";
import { Drawing } from "./drawing.js";
import { families, MOST_DRAWN, quoted, words } from "./families.js";
import { price, showHardware } from "./hardware.js";
import { layout, named } from "./layout.js";
import { ARROWS, by, fill, former, make, player } from "./page.js";

/** What a click sets, by family. */
const TOOLS = {
  source: ["source", "s"], dest: ["destination", "d"], faulty: ["fault", "f"], region: ["region", "d"],
};

/**
 * Begins the view.
 *
 * @param {{ask: (request: object) => Promise<import("./model.js").Answer>}} model
 * @param {string} rules how drawings look, for pictures that are copied
 */
export async function beginTrees(model, rules) {
  const verbs = (await model.ask({ ask: "verbs" })).answer;
  const names = Object.fromEntries(verbs.map((verb) =>
    [verb.name, verb.options.map((option) => option.name).filter((name) => !["format", "svg"].includes(name))]));
  /** What is typed, by verb: another family does not forget it. */
  const typed = Object.fromEntries(verbs.map(({ name }) => [name, { ...families[name].start }]));
  const state = { verb: "hypercube", beside: "", tool: "dest", step: Infinity, cube: "layers", wraps: false };
  let here = 0;
  let shown = /** @type {any} */ (null);
  let second = /** @type {any} */ (null);
  /** Why nodes do what they do, by node. */
  let reasons = new Map();
  let timer = 0;
  let turn = 0;

  const family = () => families[state.verb];
  const options = () => typed[state.verb];
  const command = (given = options()) => words(state.verb, given, names[state.verb]);
  const route = (given) => model.ask({ ask: "route", words: command(given) });

  /** Returns the hardware of a message. */
  const hardware = async (given) => family().isHardware?.(given) ?? true
    ? model.ask({ ask: "hardware", words: command(given) }) : {};

  // The form: the options of the verb, as the command line has them.

  const form = () => {
    const { about, options: all } = verbs.find((verb) => verb.name === state.verb);
    by("about").textContent = `${about}.`;
    by("options").replaceChildren(...all.filter(({ name }) =>
      names[state.verb].includes(name) && family().has(options(), name)).map(control));
    const tools = Object.keys(TOOLS).filter((tool) => tool === "faulty"
      ? names[state.verb].some((name) => name.startsWith("faulty"))
      : names[state.verb].includes(tool) && family().has(options(), tool));
    if (!tools.includes(state.tool)) state.tool = tools.includes("dest") ? "dest" : tools.at(-1);
    by("tools").replaceChildren(...tools.map((tool) => make("label", {},
      make("input", { type: "radio", name: "tool", value: tool, checked: tool === state.tool,
        onchange: () => { state.tool = tool; } }), ` ${TOOLS[tool][0]}`)));
    const { sort } = named(family().network(options()));
    by("cube-label").hidden = sort !== "hypercube";
    by("wraps-label").hidden = !["hexmesh", "torus"].includes(sort);
  };

  const control = ({ name, help, values, default: preset }) => {
    const value = options()[name] ?? "";
    const change = { id: `option-${name}`, name, onchange: (event) => set({ [name]: event.target.value }) };
    const hint = make("span", { className: "hint", id: `help-${name}` }, help);
    const empty = preset || "not given";
    const input = values.length
      ? make("select", change, make("option", { value: "" }, empty),
        ...values.map((one) => make("option", { value: one, selected: one === value }, one)))
      : make("input", { ...change, value, placeholder: preset ?? "", spellcheck: false });
    input.setAttribute("aria-describedby", hint.id);
    return make("label", { title: help }, name.replaceAll("-", " "), input, hint);
  };

  const set = (change) => {
    Object.assign(options(), change);
    update();
  };

  // The drawing and what belongs to it.

  /** Returns what is marked in a drawing of so many nodes; what is typed may name others. */
  const marks = (given = options(), nodes = Infinity) => {
    const isThere = (node) => node >= 0 && node < nodes;
    const source = family().source(given);
    return {
      source: isThere(source) ? source : -1,
      destinations: family().destinations(given).filter(isThere),
      faulty: family().faulty(given).filter(isThere),
    };
  };

  /** Returns a course for options, or the refusal. */
  const follow = async (given) => {
    const { answer, refused, option } = await route(given);
    return answer ? { document: answer, course: family().course(answer) } : { refused, option };
  };

  const draw = (svg, given, network, course) => {
    const marked = marks(given, network.nodes);
    const at = layout(family().network(given), network, Math.max(0, marked.source), state.cube);
    const drawing = new Drawing(svg, network, at, marked, course, state.wraps);
    describe(drawing, given, course, network.nodes);
    return drawing;
  };

  /** Says of each node what the picture shows. */
  const describe = (drawing, given, course, nodes) => {
    const { source, destinations, faulty } = marks(given, nodes);
    const sorted = (all, key) => all.reduce((map, one) => map.set(key(one), [...(map.get(key(one)) ?? []), one]), new Map());
    const copies = sorted(course?.deliveries ?? [], (copy) => copy.node);
    const into = sorted(course?.hops ?? [], (hop) => hop.to);
    const lost = new Set(course?.unroutable.map((left) => left.destination));
    drawing.words = Array.from({ length: nodes }, (_, node) => {
      const said = [`node ${node}`];
      if (node === source) said.push("source");
      if (destinations.includes(node)) said.push("destination");
      if (faulty.includes(node)) said.push("faulty");
      if (lost.has(node)) said.push("not reached");
      for (const { step, words } of copies.get(node) ?? []) {
        said.push(`delivered in step ${step}${words && ` (${words})`}`);
      }
      for (const { step, from, words } of into.get(node) ?? []) said.push(`in-link from ${from} in step ${step}: ${words}`);
      return said.join("; ");
    });
    drawing.words.forEach((words, node) => drawing.label(node, words));
  };

  const update = async () => {
    const now = ++turn;
    delete document.body.dataset.settled;
    performance.mark("ask");
    steps.pause();
    form();
    const given = { ...options() };
    const [network, main] = await Promise.all([
      model.ask({ ask: "links", network: family().network(given) }), follow(given)]);
    if (now !== turn) return;
    const { nodes } = network.answer ?? {};
    const beyond = network.answer ? "" : `A drawing has at most ${MOST_DRAWN} nodes: it shows ${family().drawn}. `
      + "The numbers and the command are those of the whole network.";
    refuse(main.refused ?? beyond, main.option);
    const why = main.course && network.answer ? (await model.ask({ ask: "why", words: command(given) })).answer : null;
    if (now !== turn) return;
    reasons = new Map(why?.nodes.map((reason) => [reason.node, reason]));
    explain(-1);
    shown = { ...main, network: network.answer, drawing: null };
    // A network that is refused leaves the former drawing, which is marked as such.
    if (main.course || network.answer) by("drawing").replaceChildren();
    by("drawing").classList.toggle("former", !main.course && !network.answer);
    if (network.answer) {
      here = Math.min(here, nodes - 1);
      shown.drawing = draw(by("drawing"), given, network.answer, main.course);
      by("drawing").setAttribute("aria-label",
        `${state.verb}: network of ${nodes} nodes, source ${marks().source}`);
    }
    by("caption").textContent = main.course ? title(main.document) : network.answer ? "no message"
      : "the drawing of the former input";
    former("route", main.course ? "" : "The input is refused: there are no numbers, and nothing to take along.");
    numbers(main, why?.lost ?? []);
    legend(main.course);
    by("command").replaceChildren(...(main.course ? typeset(command()) : []));
    hops(main.course);
    const circuit = main.course ? await hardware(given) : {};
    await compare(now, network.answer);
    if (now !== turn) return;
    showHardware("route", circuit);
    steps.reset(Math.max(main.course?.steps ?? 0, second?.steps ?? 0), state.step);
    remember();
    performance.mark("tree");
    setTimeout(() => others(now), 0);
  };

  /** Returns a command line that breaks between options only. */
  const typeset = ([verb, ...rest]) => {
    const word = (...texts) => make("span", { className: "word" }, quoted(texts));
    const options = rest.flatMap((name, i) => i % 2 ? [] : [" ", word(name, rest[i + 1])]);
    return [word("teecast", "route", verb), ...options];
  };

  const title = ({ algorithm, vote, parameters }) =>
    [algorithm, vote, parameters.k && `k = ${parameters.k}`].filter(Boolean).join(", ");

  /** Shows why there is no answer, or no drawing; also at the field that it is about. */
  const refuse = (sentence, option) => {
    // Help is on the command line only.
    const [text] = sentence.split("\n\nFor more information");
    by("refused").hidden = !text;
    by("refused").textContent = text;
    const field = option && by(`option-${option}`);
    if (!field) return;
    const [first] = text.split("\n");
    const why = make("span", { className: "wrong", id: `wrong-${option}` }, first.replace(/^error: /, ""));
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${why.id} help-${option}`);
    field.after(why);
  };

  const numbers = ({ course }, lost) => {
    const rows = course ? [
      ["traffic (links)", course.traffic], ["steps", course.steps],
      ["deliveries", course.deliveries.length], ["not reached", course.unroutable.length], ...(course.more ?? []),
    ] : [];
    by("numbers").replaceChildren(...rows.flatMap(([term, value]) =>
      [make("dt", {}, term), make("dd", {}, String(value))]));
    by("lost").replaceChildren(...lost.map(({ destination, why }) =>
      make("li", {}, `Node ${destination} is not reached: ${why}.`)));
  };

  /** Shows why a node does what it does, as the model says it. */
  const explain = (node) => {
    const { lines = [], ballots = [] } = reasons.get(node) ?? {};
    const table = ({ dimensions, rows }) => make("table", { className: "ballot" },
      make("thead", {}, make("tr", {}, ...["dimension", ...Array(dimensions).keys()].map((cell) =>
        make("th", { scope: "col" }, String(cell))))),
      make("tbody", {}, ...rows.map(({ label, cells, chosen }) =>
        make("tr", { className: chosen === null ? "" : "branch" }, make("th", { scope: "row" }, label),
          ...cells.map((cell, column) => make("td", { className: column === chosen ? "chosen" : "" },
            column === chosen ? `${cell} \u2713`.trim() : cell))))));
    by("why").replaceChildren(...(node < 0 ? [make("p", { className: "hint" }, reasons.size ? "Point at a node to read why it does what it does." : "")] : [
      make("h2", {}, `Why at node ${node}`),
      ...(lines.length ? [make("ul", { className: "hint" }, ...lines.map((line) => make("li", {}, line)))]
        : [make("p", { className: "hint" }, "It sends nothing on.")]),
      ...ballots.map((ballot) => make("div", { className: "scroll" }, table(ballot)))]));
  };

  const legend = (course) => {
    const colours = [...new Set(course?.hops.map((hop) => hop.colour))].sort((a, b) => a - b).slice(0, 12);
    if (!course?.legend || !colours.length) return by("legend").replaceChildren();
    const mark = (colour) => {
      const span = make("span");
      span.innerHTML = `<svg viewBox="0 0 1 .4" class="drawing" aria-hidden="true"><g class="hop c${colour % 8}"><path class="line" d="M0 .2H1"/></g></svg>`;
      span.append(String(colour));
      return span;
    };
    by("legend").replaceChildren(`${course.legend}: `, ...colours.map(mark));
  };

  const hops = (course) => {
    const row = ({ step, from, to, words }) =>
      make("tr", {}, ...[step, from, to, words].map((cell) => make("td", {}, String(cell))));
    const table = by("hops").tBodies[0];
    const fill = () => table.replaceChildren(...(course?.hops ?? []).map(row));
    // A table that is not seen is not made.
    const details = by("hops").closest("details");
    details.ontoggle = () => details.open && fill();
    if (details.open) fill();
  };

  // Comparison.

  const compare = async (now, network) => {
    const other = state.beside && family().others(options()).find(([label]) => label === state.beside);
    const found = other && network && await follow(other[1]);
    if (now !== turn) return;
    by("second").hidden = !found;
    second = null;
    if (!found) return;
    const { traffic, steps } = found.course ?? {};
    second = { drawing: draw(by("second-drawing"), other[1], network, found.course), steps, course: found.course };
    by("second-caption").textContent =
      `${state.beside}: ${found.refused ?? `traffic ${traffic}, steps ${steps}`}`;
  };

  /** Fills the table of other algorithms for the same message, one row after the other. */
  const others = async (now) => {
    const body = by("others").tBodies[0];
    body.replaceChildren();
    for (const [label, given] of shown.course ? family().others(options()) : []) {
      const result = async (row) => {
        const { course, refused } = await follow(given);
        const cells = course ? [course.traffic, course.steps] : ["–", "–"];
        const unreached = course?.unroutable.length;
        cells.forEach((cell, i) => { row.cells[i + 1].textContent = String(cell); });
        if (unreached) row.cells[0].append(make("small", {}, `${unreached} not reached`));
        if (refused) row.title = refused;
        const { answer: circuit } = await hardware(given);
        const size = circuit?.cost?.measured_with;
        row.cells[0].append(make("small", { className: "cost", title: size ? `measured with ${size}` : "" },
          circuit ? price(circuit.cost) : "no hardware"));
      };
      const take = make("button", { type: "button", title: "Show it",
        onclick: () => { typed[state.verb] = { ...options(), ...given }; update(); } }, label);
      const beside = make("label", {}, make("input", { type: "checkbox", checked: label === state.beside,
        ariaLabel: `${label} beside`,
        onchange: (event) => { state.beside = event.target.checked ? label : ""; update(); } }));
      const row = make("tr", { className: quoted(command(given)) === quoted(command()) ? "chosen" : "" },
        make("td", {}, take), make("td"), make("td"), make("td", {}, beside));
      body.append(row);
      if (family().isDear?.(given)) {
        row.cells[1].append(make("button", { type: "button", onclick: () => result(row) }, "compute"));
      } else {
        await result(row);
        await new Promise((done) => setTimeout(done));
      }
      if (now !== turn) return;
    }
    document.body.dataset.settled = "yes";
  };

  // Steps.

  const show = (step) => {
    state.step = step === steps.most() ? Infinity : step;
    shown?.drawing?.show(step);
    second?.drawing?.show(step);
    by("progress").textContent = second ? progress(shown?.course, step) : "";
    by("second-progress").textContent = progress(second?.course, step);
  };
  /** Says how far a message is, to compare it with the other one. */
  const progress = (course, step) => {
    if (!course) return "";
    const until = (all) => all.filter((one) => one.step <= step).length;
    const { deliveries, hops, steps: last } = course;
    return `${step >= last ? `done in step ${last}` : `step ${step}`}: ${until(deliveries)} of ${deliveries.length} deliveries, `
      + `${until(hops)} links`;
  };
  const steps = player("trees", by("step"), by("step-text"), "step", show, 700, () => remember());

  // Nodes: by mouse and finger, and by keyboard.

  const apply = (tool, node) => {
    if (tool === "source") set(family().placed(options(), node));
    else if (tool === "region") set(family().boxed(options(), node, node));
    else if (tool) set(family().toggled(options(), tool, node));
  };
  const nodeOf = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("#drawing [data-node]");
    return found ? Number(found.dataset.node) : -1;
  };
  let held = /** @type {any} */ (null);
  by("drawing").onpointerdown = (event) => {
    const node = nodeOf(event);
    if (node < 0) return;
    event.preventDefault();
    by("drawing").focus({ preventScroll: true });
    const tool = node === marks().source && state.tool !== "region" ? "source" : state.tool;
    held = { tool, from: node, last: node };
  };
  addEventListener("pointermove", (event) => {
    const node = held ? nodeOf(event) : -1;
    if (node < 0 || node === held.last) return;
    // A drag over nodes paints them; that of a source or a region waits for its end.
    if (["dest", "faulty"].includes(held.tool)) {
      if (held.last === held.from && !held.painted) apply(held.tool, held.from);
      held.painted = true;
      apply(held.tool, node);
    }
    held.last = node;
  });
  addEventListener("pointerup", () => {
    if (!held) return;
    const { tool, from, last, painted } = held;
    held = null;
    here = last;
    if (tool === "region") set(family().boxed(options(), from, last));
    else if (tool === "source" && from === last && state.tool !== "source") apply(state.tool, last);
    else if (!painted) apply(tool, last);
    announce(false);
  });
  by("drawing").onpointerover = (event) => {
    const node = nodeOf(event);
    if (node < 0 || !shown?.drawing) return;
    by("here").textContent = shown.drawing.words[node];
    explain(node);
  };

  const announce = (point = true) => {
    if (!shown?.drawing) return;
    if (point) shown.drawing.point(here);
    by("here").textContent = shown.drawing.words[here] ?? "";
    explain(here);
  };
  by("drawing").onkeydown = async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !shown?.drawing) return;
    const tools = [...by("tools").querySelectorAll("input")].map((input) => input.value);
    const tool = tools.find((name) => TOOLS[name][1] === event.key.toLowerCase());
    if (ARROWS.has(event.key)) here = shown.drawing.beside(here, ARROWS.get(event.key));
    else if (event.key === "Home") here = marks().source;
    else if (event.key === "Enter" || event.key === " ") apply(state.tool, here);
    else if (event.key === "n" || event.key === "p") steps.move(event.key === "n" ? 1 : -1);
    else if (tool === "region" && event.shiftKey) set(family().boxed(options(), family().destinations(options())[0] ?? 0, here));
    else if (tool) apply(tool, here);
    else return;
    event.preventDefault();
    setTimeout(announce, 0);
  };
  by("drawing").onfocus = () => announce();

  // The rest of the form.

  by("verb").replaceChildren(...verbs.map(({ name }) => make("option", { value: name }, name)));
  by("verb").onchange = () => {
    Object.assign(state, { verb: by("verb").value, beside: "", step: Infinity });
    update();
  };
  by("reset").onclick = () => {
    typed[state.verb] = { ...family().start };
    Object.assign(state, { beside: "", step: Infinity });
    update();
  };
  by("cube").onchange = () => { state.cube = by("cube").value; update(); };
  by("wraps").onchange = () => { state.wraps = by("wraps").checked; update(); };
  by("form").onsubmit = (event) => event.preventDefault();

  const copy = async (what, text) => {
    try {
      await navigator.clipboard.writeText(text);
      by("copied").textContent = `${what} copied.`;
    } catch {
      by("copied").textContent = "The browser does not let this page copy; select the text instead.";
    }
  };
  by("route-copy-gen").onclick = () => copy("Command", by("route-gen").textContent);
  by("copy-command").onclick = () => copy("Command", by("command").textContent);
  by("copy-json").onclick = () => copy("JSON", JSON.stringify(shown?.document));
  by("copy-svg").onclick = () => copy("SVG", shown?.drawing?.file(rules) ?? "");
  by("copy-link").onclick = () => { write(); copy("Link", location.href); };

  // The state in the address.

  let later = 0;
  /** Writes the state into the address, when there is time for it. */
  const remember = () => {
    clearTimeout(later);
    later = setTimeout(() => by("route").hidden || write(), 150);
  };
  const write = () => {
    const { verb, beside, step, cube, wraps } = state;
    const given = Object.entries(options()).filter(([, value]) => value);
    const view = [["beside", beside], ["step", step === Infinity ? "" : String(step)],
      ["cube", cube === "layers" ? "" : cube], ["wraps", wraps ? "yes" : ""]].filter(([, value]) => value);
    const hash = new URLSearchParams([["verb", verb], ...given, ...view.map(([key, value]) => [`@${key}`, value])]);
    history.replaceState(null, "", `#${hash}`);
  };
  const recall = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const verb = given.get("verb");
    if (!Object.hasOwn(names, verb)) return;
    const view = (name) => given.get(`@${name}`) ?? "";
    Object.assign(state, {
      verb, beside: view("beside"), step: view("step") ? Number(view("step")) : Infinity,
      cube: view("cube") || "layers", wraps: view("wraps") === "yes",
    });
    typed[verb] = Object.fromEntries([...given].filter(([name]) => names[verb].includes(name)));
  };
  const fresh = () => {
    recall();
    by("verb").value = state.verb;
    fill(by("cube"), state.cube);
    state.cube = by("cube").value;
    by("wraps").checked = state.wraps;
    return update();
  };
  addEventListener("hashchange", fresh);
  beginCards(model, names, (verb, example, beside) => {
    Object.assign(state, { verb, beside, step: 0, wraps: verb === "ihc" });
    by("verb").value = verb;
    by("wraps").checked = state.wraps;
    typed[verb] = { ...example };
    update().then(() => steps.play());
  });
  await fresh();
  return { shown: () => shown, remember };
}
