// What the pages of the live edition are given, a question a line: [page, text, from, to, choices].

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { certainWords } from "../../../ui/live/certainty.js";
import { readDetector } from "../../../ui/live/detection.js";
import { early } from "../../../ui/live/early.js";
import { load } from "../../../ui/live/engine/reading.js";
import { remarksOn } from "../../../ui/live/remarks.js";
import { PAGES } from "../../../ui/live/views/pages.js";
import { speak } from "../../../ui/views/library/messages.js";

const [folder, kernel, table] = process.argv.slice(2);
const detect = readDetector(new Uint8Array(readFileSync(table)));
const file = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const glass = await load({
  config: JSON.parse(readFileSync(`${folder}/config.json`, "utf8")),
  weights: file("weights.safetensors"),
  vocabulary: file("tokenizer.model"),
  kernel: new Uint8Array(readFileSync(kernel)),
});

for await (const line of createInterface({ input: process.stdin })) {
  const { page, text, from, to, choices, site, catalogue, early: soon } = JSON.parse(line);
  if (catalogue) speak(catalogue);
  const read = (language) => glass.read(text, language, { from });
  const desk = {
    glass,
    site,
    choices,
    read: async (language) => read(language),
    steps: async (search) => [...search],
  };
  if (soon) {
    const found = {};
    const views = PAGES[page](early(glass, { text, from, to }), desk);
    for await (const { key, data } of views) if (key) found[key] = data;
    console.log(JSON.stringify(found));
    continue;
  }
  const reading = read(to);
  const words = certainWords(reading);
  const detected = detect(text, Object.keys(site.names));
  const spoken = { ...detected, told: false };
  const remarks = remarksOn(reading, words, spoken, site, glass.tokenizer);
  const found = { words, detected, remarks };
  for await (const { key, data, tensors } of PAGES[page](reading, desk))
    if (key) found[key] = data;
    else if (tensors) found.tensors = tensors.tensors;
  console.log(JSON.stringify(found));
}
