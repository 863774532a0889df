/** Starts the page. */

import { beginCurves, dropped } from "./curves.js";
import { beginCycles } from "./cycles.js";
import { load } from "./model.js";
import { tabs } from "./page.js";
import { beginTrees } from "./trees.js";

const model = await load(document.getElementById("model").textContent);
const trees = await beginTrees(model, /*RULES*/ "");
const [cycles, curves] = [beginCycles(model), beginCurves()];
const choose = tabs((view) => {
  if (view === "cycles") cycles.begin();
  if (view === "route") trees.remember();
});
/** Shows the view of the address. */
const open = () => {
  if (new URLSearchParams(location.hash.slice(1)).get("view") === "cycles") choose("cycles");
};
addEventListener("hashchange", open);
open();
// Files may be dropped on any view.
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  choose("curves");
  curves.add(await dropped(event.dataTransfer.items));
});
/** For tests, and for people who look inside. */
globalThis.teecast = { ...model, ...trees };
