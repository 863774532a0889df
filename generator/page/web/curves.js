/** The view of load-latency curves: results of `teecast simulate`, dropped on the page. */

import { by, element, make } from "./page.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [70, 700, 20, 370];
const COLOURS = 8;

/** Two sweeps, which the view begins with: `teecast simulate region --mesh 8x8 --algorithm ALGORITHM --load ..`. */
const EXAMPLE = {
  "fixed-corner": [[23.71, 0.22], [24.61, 0.24], [25.98, 0.23], [28.58, 0.28], [47.36, 6.7]],
  "nearest-corner": [[19.28, 0.19], [19.53, 0.18], [19.87, 0.18], [20.3, 0.2], [21, 0.18], [22.01, 0.18], [23.59, 0.23], [27.87, 0.41]],
};
const EXAMPLE_COMMAND = "teecast simulate region --mesh 8x8 --algorithm nearest-corner --load 0.01:0.15:0.02 --out nearest-corner";
const examples = () => Object.entries(EXAMPLE).map(([algorithm, times]) => ({
  name: `region 8x8, ${algorithm}`,
  units: { load: "flits/node/cycle", time: "cycles", measured: "broadcasts" },
  points: times.map(([latency, half], i) =>
    ({ load: (2 * i + 1) / 100, latency, half, ending: half / latency < 0.0101 ? "precise" : "imprecise" })),
}));

/** Says of which network a result is; numbers that only say how long it ran are left out. */
function described({ kind, ...setup }) {
  const word = ([key, value]) => {
    if (["plan", "seed", "lengths"].includes(key) || !value) return [];
    if (Array.isArray(value)) return value.length ? [value.join("x")] : [];
    if (typeof value === "object") return Object.entries(value).flatMap(word);
    if (value === true) return [key];
    return [typeof value === "number" ? `${key.replaceAll("_", " ")} ${value}` : value];
  };
  return [kind, Object.entries(setup).flatMap(word).join(", ")].filter(Boolean).join(" ");
}

/**
 * Reads a result.
 *
 * @param {string} path folder and name of the file
 * @returns {{name: string, units?: {load: string, time: string, measured: string},
 *   points: {load: number, latency: number, half: number, ending: string}[], saturation?: number}}
 */
export function read(path, text) {
  const folder = path.split("/").slice(0, -1).join("/");
  const point = ({ load, latency, half_width, ending }) =>
    ({ load: Number(load), latency: Number(latency), half: Number(half_width), ending: String(ending) });
  const measured = (row) => row.load !== "" && row.latency !== "" && row.load != null && row.latency != null;
  if (text.trimStart().startsWith("{")) {
    const { points, saturation, setup, units } = JSON.parse(text);
    if (!Array.isArray(points)) throw new Error("it has no points; sweep.json of teecast simulate has");
    const name = [folder, setup && described(setup)].filter(Boolean).join(": ") || path;
    return { name, units, points: points.filter(measured).map(point), saturation: saturation?.load };
  }
  const [head, ...lines] = text.trim().split(/\r?\n/).map((line) => line.split(","));
  for (const column of ["load", "latency", "half_width", "ending"]) {
    if (!head.includes(column)) throw new Error(`it has no column ${column}; points.csv of teecast simulate has`);
  }
  const rows = lines.map((cells) => Object.fromEntries(head.map((column, i) => [column, cells[i] ?? ""])));
  return { name: `${folder || path} (network and units not known)`, points: rows.filter(measured).map(point) };
}

/** Returns files with their paths, those of dropped folders too. */
export async function dropped(items) {
  const all = [];
  const enter = async (entry) => {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed));
      all.push({ path: entry.fullPath.replace(/^\//, ""), file });
      return;
    }
    const reader = entry.createReader();
    // A reader gives some entries at a time.
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return;
      for (const one of some) await enter(one);
    }
  };
  // The list lives no longer than the event.
  for (const [entry, file] of [...items].map((item) => [item.webkitGetAsEntry(), item.getAsFile()])) {
    if (entry) await enter(entry);
    else if (file) all.push({ path: file.name, file });
  }
  return all;
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
  let all = /** @type {ReturnType<typeof read>[]} */ (examples());
  let isExample = true;

  /** Says what the axes are; units that differ are named. */
  const axes = () => {
    const known = all.map(({ units }) => units).filter(Boolean);
    const [first] = known;
    const same = known.every((one) => JSON.stringify(one) === JSON.stringify(first));
    if (!first || !same) return { load: "offered load", time: "latency", more: first ? "; the units of the curves differ" : "" };
    return { load: `offered load [${first.load}]`, time: `mean latency of ${first.measured} [${first.time}]`, more: "" };
  };

  const draw = () => {
    svg.replaceChildren();
    const { load: across, time: upwards, more } = axes();
    by("curves-caption").textContent = `${upwards[0].toUpperCase()}${upwards.slice(1)} against ${across}, with 95 % intervals${more}`;
    by("curves-example").textContent = isExample ? `An example, until you add results of your own: ${EXAMPLE_COMMAND}` : "";
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
    text((LEFT + RIGHT) / 2, BOTTOM + 40, across, "");
    const side = element("text", { transform: `translate(18 ${(TOP + BOTTOM) / 2}) rotate(-90)` }, svg);
    side.textContent = upwards;
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

  /** Adds files; of a folder with a sweep.json the other files say nothing more. */
  const add = async (files) => {
    const folderOf = (path) => path.split("/").slice(0, -1).join("/");
    const whole = new Set(files.filter(({ path }) => path.endsWith("/sweep.json")).map(({ path }) => folderOf(path)));
    const isResult = ({ path }) => !path.includes("/")
      || path.endsWith("/sweep.json") || (path.endsWith("/points.csv") && !whole.has(folderOf(path)));
    const wrong = files.some(isResult) || !files.length ? [] : ["There is no sweep.json and no points.csv in the folder."];
    for (const { path, file } of files.filter(isResult)) {
      try {
        const found = read(path, await file.text());
        if (isExample) [all, isExample] = [[], false];
        const same = all.filter(({ name }) => name.replace(/ \(\d+\)$/, "") === found.name).length;
        all.push({ ...found, name: same ? `${found.name} (${same + 1})` : found.name });
      } catch (error) {
        wrong.push(`${path} cannot be shown: ${error.message}`);
      }
    }
    by("curves-refused").hidden = !wrong.length;
    by("curves-refused").textContent = wrong.join("\n");
    draw();
  };

  for (const input of [by("file"), by("folder")]) {
    input.onchange = () => add([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  }
  by("clear").onclick = () => { [all, isExample] = [examples(), true]; add([]); };
  by("files").onsubmit = (event) => event.preventDefault();
  draw();
  return { add };
}
