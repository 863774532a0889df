/** Starts the page. */

import { load } from "./model.js";
import { begin } from "./trees.js";

const model = await load(document.getElementById("model").textContent);
/** For tests, and for people who look inside. */
globalThis.teecast = { ...model, ...(await begin(model, /*RULES*/ "")) };
