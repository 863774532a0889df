/** The view of load-latency curves: results of `teecast simulate`, dropped on the page. */

import { element } from "./drawing.js";
import { by, make } from "./page.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [70, 700, 20, 370];
const COLOURS = 8;

/**
 * Reads a result.
 *
 * @returns {{name: string, points: {load: number, latency: number, half: number, ending: string}[],
 *   saturation?: number}}
 */
export function read(name, text) {
  const point = ({ load, latency, half_width, ending }) =>
    ({ load: Number(load), latency: Number(latency), half: Number(half_width), ending: String(ending) });
  const measured = (row) => row.load !== "" && row.latency !== "" && row.load != null && row.latency != null;
  if (text.trimStart().startsWith("{")) {
    const { points, saturation } = JSON.parse(text);
    if (!Array.isArray(points)) throw new Error("it has no points; sweep.json of teecast simulate has");
    return { name, points: points.filter(measured).map(point), saturation: saturation?.load };
  }
  const [head, ...lines] = text.trim().split(/\r?\n/).map((line) => line.split(","));
  for (const column of ["load", "latency", "half_width", "ending"]) {
    if (!head.includes(column)) throw new Error(`it has no column ${column}; points.csv of teecast simulate has`);
  }
  const rows = lines.map((cells) => Object.fromEntries(head.map((column, i) => [column, cells[i] ?? ""])));
  return { name, points: rows.filter(measured).map(point) };
}

/** Returns round numbers from 0 to at least the largest. */
function ticks(most) {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => +(i * step).toPrecision(12));
}

/** Begins the view. */
export function beginCurves() {
  const svg = by("chart");
  let all = /** @type {ReturnType<typeof read>[]} */ ([]);

  const draw = () => {
    svg.replaceChildren();
    const points = all.flatMap((one) => one.points);
    by("series").replaceChildren(...all.map(({ name }, i) => {
      const mark = make("span", { className: `c${i % COLOURS}` });
      mark.innerHTML = `<svg viewBox="0 0 20 8" class="drawing chart" aria-hidden="true"><path class="line" d="M0 4H20"/></svg>`;
      mark.append(name);
      return mark;
    }));
    by("loaded").replaceChildren(...all.map(({ name, points }) => make("li", {}, `${name}: ${points.length} points`)));
    by("points").tBodies[0].replaceChildren(...all.flatMap(({ name, points }) => points.map((one) =>
      make("tr", {}, ...[name, one.load, one.latency, one.half, one.ending].map((cell) => make("td", {}, String(cell)))))));
    if (!points.length) return;
    // A saturated point would press all others to the floor.
    const calm = points.filter((one) => one.ending !== "saturated");
    const high = Math.max(...(calm.length ? calm : points).map((one) => one.latency + (one.half || 0)));
    const [loads, times] = [ticks(Math.max(...points.map((one) => one.load))), ticks(high)];
    const x = (load) => LEFT + ((RIGHT - LEFT) * load) / loads.at(-1);
    const y = (time) => BOTTOM - ((BOTTOM - TOP) * Math.min(time, times.at(-1) * 1.04)) / times.at(-1);
    const text = (x, y, words, kind) => { element("text", { x, y, class: kind }, svg).textContent = words; };
    for (const load of loads) {
      element("path", { d: `M${x(load)} ${TOP}V${BOTTOM}`, class: "grid" }, svg);
      text(x(load), BOTTOM + 18, String(load), "");
    }
    for (const time of times) {
      element("path", { d: `M${LEFT} ${y(time)}H${RIGHT}`, class: "grid" }, svg);
      text(LEFT - 8, y(time) + 4, String(time), "left");
    }
    element("path", { d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`, class: "axis" }, svg);
    text((LEFT + RIGHT) / 2, BOTTOM + 40, "offered load", "");
    const side = element("text", { transform: `translate(18 ${(TOP + BOTTOM) / 2}) rotate(-90)` }, svg);
    side.textContent = "latency";
    all.forEach(({ points, saturation }, i) => {
      const group = element("g", { class: `c${i % COLOURS}` }, svg);
      const sorted = points.toSorted((a, b) => a.load - b.load);
      const at = (one) => `${x(one.load).toFixed(1)} ${y(one.latency).toFixed(1)}`;
      element("path", { d: `M${sorted.map(at).join("L")}`, class: "line" }, group);
      for (const one of sorted) {
        const [low, top] = [y(one.latency - one.half), y(one.latency + one.half)];
        if (one.half) element("path", { d: `M${x(one.load)} ${low}V${top}`, class: "interval" }, group);
        const mark = element("circle", { cx: x(one.load), cy: y(one.latency), r: 3.5, class: "mark" }, group);
        element("title", {}, mark).textContent = `load ${one.load}: latency ${one.latency} ± ${one.half}, ${one.ending}`;
      }
      if (saturation) element("path", { d: `M${x(saturation)} ${TOP}V${BOTTOM}`, class: "saturated" }, group);
    });
  };

  const add = async (files) => {
    const wrong = [];
    for (const file of files) {
      try {
        all.push(read(file.name, await file.text()));
      } catch (error) {
        wrong.push(`${file.name} cannot be shown: ${error.message}`);
      }
    }
    by("curves-refused").hidden = !wrong.length;
    by("curves-refused").textContent = wrong.join("\n");
    draw();
  };

  by("file").onchange = () => add(by("file").files);
  by("clear").onclick = () => { all = []; add([]); };
  by("files").onsubmit = (event) => event.preventDefault();
  return { add };
}
