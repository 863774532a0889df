/** The hardware of what a view shows: what it costs, and how one gets it. */

import { quoted } from "./families.js";
import { by } from "./page.js";

/** Most nodes of a design that the server of the page makes; 0 without such a server. */
const MOST_NODES = Number(document.documentElement.dataset.designs) || 0;

/** Longest address that the server reads. */
const LONGEST = 15_000;

/** Says what a router or node costs; a star marks what was measured in another size. */
export function price(cost) {
  return cost ? `${cost.lut4} LUT4, ${cost.megahertz} MHz${cost.measured_with ? " *" : ""}` : "not measured";
}

/** Shows the hardware of a view, or why there is none. */
export function showHardware(view, { answer, refused }) {
  const other = answer?.cost?.measured_with;
  by(`${view}-cost`).textContent = answer
    ? `A router or node on an ECP5: ${price(answer.cost)}.${other ? ` * Measured with ${other}.` : ""}`
    : `No hardware does this. ${(refused ?? "").replace(/^error: /, "")}`;
  for (const part of ["gen", "copy-gen"]) by(`${view}-${part}`).hidden = !answer;
  by(`${view}-gen`).textContent = answer ? `teecast gen ${quoted(answer.command)}` : "";
  const address = `/design.zip?configuration=${encodeURIComponent(answer?.configuration ?? "")}`;
  const offered = answer && answer.nodes <= MOST_NODES && address.length <= LONGEST;
  by(`${view}-download`).hidden = !offered;
  if (offered) by(`${view}-download`).href = address;
  by(`${view}-by-hand`).hidden = !answer || offered;
  by(`${view}-by-hand`).textContent = MOST_NODES ? `A download has at most ${MOST_NODES} nodes and a short list of links; the command has no such limit.`
    : "The command writes the Verilog. A page that teecast explore serves offers it as a download, too.";
}
