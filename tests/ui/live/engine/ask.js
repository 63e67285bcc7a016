// Answers questions about the engine, one JSON a line: for tests that compare it with model/.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { load } from "../../../../ui/live/engine/reading.js";
import { path, ranking, samplingProbabilities } from "../../../../ui/live/engine/search.js";

const [folder, kernel] = process.argv.slice(2);
const file = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const glass = await load({
  config: JSON.parse(readFileSync(`${folder}/config.json`, "utf8")),
  weights: file("weights.safetensors"),
  vocabulary: file("tokenizer.model"),
  kernel: new Uint8Array(readFileSync(kernel)),
});

const written = (steps) => {
  const number = new Map(steps.flat().map((candidate, place) => [candidate, place]));
  return steps.map((step) =>
    step.map((one) => [number.get(one.parent) ?? -1, one.token, one.log, one.total, one.fate]),
  );
};

const answers = {
  tokens: (text) => {
    const { text: read, ids, tokens, truncated } = glass.source(text, "und");
    return { text: read, ids, tokens, truncated };
  },
  decode: (ids) => glass.tokenizer.decode(ids),
  read: ([text, to, search]) => {
    const { trace, hypotheses, steps, ...rest } = glass.read(text, to, search);
    return {
      ...rest,
      tree: written(steps),
      ranked: hypotheses.map((one) => path(one).map(({ token }) => token)),
      trace: Object.fromEntries(
        Object.entries(trace).map(([name, { shape, values }]) => [
          name,
          {
            shape,
            data: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString(
              "base64",
            ),
          },
        ]),
      ),
    };
  },
  time: ([what, text, to, said]) => {
    const source = glass.source(text, null);
    const began = performance.now();
    if (what === "search") glass.search(source.ids, to);
    else glass.record(source, to, said);
    return performance.now() - began;
  },
  allowed: (sampling) => {
    const scores = Float32Array.from({ length: 50 }, (_, i) => Math.sin(i * 7) * 4);
    return [[...samplingProbabilities(scores, sampling)], [...scores]];
  },
  tree: ([text, to, search]) => {
    const steps = glass.search(glass.source(text, null).ids, to, search);
    const ranked = ranking(steps, search.alpha ?? 0.6);
    return {
      tree: written(steps),
      ranked: ranked.map((one) => path(one).map(({ token }) => token)),
    };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, value] = JSON.parse(line);
  console.log(JSON.stringify(answers[name](value)));
}
