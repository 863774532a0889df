// Answers requests with the module of a page: PAGE and a file with a request a line; a zero byte ends
// each answer.

import { readFileSync, writeSync } from "node:fs";

const [page, requests] = process.argv.slice(2);
const text = readFileSync(page, "utf8");
// The loader of the page itself.
const source = readFileSync(new URL("../../generator/page/web/model.js", import.meta.url), "utf8");
const { load } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const model = await load(text.match(/id="model"[^>]*>([^<]*)</)[1]);
for (const line of readFileSync(requests, "utf8").trimEnd().split("\n")) {
  writeSync(1, `${await model.answer(JSON.parse(line))}\0`);
}
