// The model at work, beside the page, which never waits: it answers what was asked last.

import { speak } from "../views/library/messages.js";
import { certainWords } from "./certainty.js";
import { load } from "./engine/reading.js";
import { beamSearch, path, ranking } from "./engine/search.js";
import { DamagedModel } from "./engine/weights.js";
import { PAGES } from "./views/pages.js";

/** @import { Catalogue } from "../views/library/messages.js" */
/** @import { Glass, Reading } from "./engine/reading.js" */
/** @import { Site } from "./views/tensors.js" */

/**
 * What a page asks: the sentence, its languages, and what is chosen on the page.
 *
 * @typedef {{id: number, page: string, text: string, from: string, to: string,
 *   choices: Record<string, string>}} Ask
 */

/**
 * Where the model's files are, or the files themselves.
 *
 * @typedef {{weights: string | Uint8Array<ArrayBuffer>, size: number, sha256: string,
 *   vocabulary: string | Uint8Array<ArrayBuffer>, kernel: string | Uint8Array<ArrayBuffer>,
 *   config: import("./engine/transformer.js").Config, site: Site,
 *   catalogue?: Catalogue | undefined}} Files
 */

class Stale extends Error {} // something newer was asked
class Missing extends Error {} // a file cannot be loaded

const KEPT = 6; // readings: of what was typed last, in two languages

/** @type {Glass | undefined} */
let glass;
/** @type {Site} */
let site;
let latest = 0;
/** @type {Ask | undefined} */
let waiting;
let busy = false;
/** @type {Map<string, Reading>} */
const readings = new Map();

const post = (/** @type {object} */ message) => self.postMessage(message);

/** Let a newer question in: messages come between two turns. */
const turn = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(0);
  });

/**
 * Let a search run, unless something newer is asked.
 *
 * @template Step
 * @param {Generator<Step>} search
 * @param {number} id of the question
 */
async function steps(search, id) {
  const found = [];
  for (const step of search) {
    found.push(step);
    await turn();
    if (id !== latest) throw new Stale();
  }
  return found;
}

/** @type {(model: Glass, ask: Ask, to: string) => Promise<Reading>} */
async function read(model, { id, text, from }, to) {
  const key = JSON.stringify([text, from, to]);
  let reading = readings.get(key);
  if (!reading) {
    const source = model.source(text, from);
    const start = model.tokenizer.start(to);
    const all = await steps(beamSearch(model.network, source.ids, start, 4), id);
    const hypotheses = ranking(all, 0.6);
    const said = path(hypotheses[0]).map(({ token }) => token);
    reading = { ...model.record(source, to, said), from, hypotheses, steps: all };
  }
  readings.delete(key); // the latest comes last
  readings.set(key, reading);
  const [oldest] = readings.keys();
  if (readings.size > KEPT) readings.delete(oldest);
  return reading;
}

/** @type {(model: Glass, ask: Ask) => Promise<void>} */
async function answer(model, ask) {
  const { id } = ask,
    began = performance.now();
  const reading = await read(model, ask, ask.to);
  post({
    id,
    words: certainWords(reading),
    translation: reading.translation,
    truncated: reading.truncated,
    text: reading.text,
    milliseconds: performance.now() - began,
  });
  const desk = {
    glass: model,
    site,
    choices: ask.choices,
    read: (/** @type {string} */ to) => read(model, ask, to),
    steps: /** @type {<Step>(search: Generator<Step>) => Promise<Step[]>} */ (
      (search) => steps(search, id)
    ),
  };
  const views = PAGES[ask.page];
  if (views)
    for await (const shown of views(reading, desk)) {
      post({ id, ...shown });
      await turn();
      if (id !== latest) throw new Stale();
    }
  post({ id, done: true, milliseconds: performance.now() - began });
}

async function work() {
  if (busy || !glass) return;
  busy = true;
  while (waiting) {
    const ask = waiting;
    waiting = undefined;
    try {
      await answer(glass, ask);
    } catch (error) {
      if (!(error instanceof Stale)) fail(error, ask.id);
    }
  }
  busy = false;
}

/** @type {(error: unknown, id?: number) => void} */
function fail(error, id) {
  console.error(error);
  const kind =
    error instanceof DamagedModel
      ? "damaged"
      : error instanceof Missing
        ? "missing"
        : error instanceof RangeError
          ? "memory"
          : "broken";
  post({ id, failed: kind });
}

/**
 * A file of the model; of a large one the page is told how much is there.
 *
 * @param {string | Uint8Array<ArrayBuffer>} file
 * @param {number} [size]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(file, size) {
  if (typeof file !== "string") return file;
  const answer = await fetch(file).catch(() => undefined);
  if (!answer?.ok || !answer.body) throw new Missing(file);
  if (!size) return new Uint8Array(await answer.arrayBuffer());
  const bytes = new Uint8Array(size);
  let have = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Missing(file);
    });
    if (done) break;
    if (have + value.length > size) throw new DamagedModel("longer than it was");
    bytes.set(value, have);
    have += value.length;
    post({ loaded: have / size });
  }
  if (have < size) throw new DamagedModel("shorter than it was");
  return bytes;
}

/** @type {(files: Files) => Promise<void>} */
async function open(files) {
  try {
    if (files.catalogue) speak(files.catalogue);
    site = files.site;
    const [weights, vocabulary, kernel] = await Promise.all([
      bytesOf(files.weights, files.size),
      bytesOf(files.vocabulary),
      bytesOf(files.kernel),
    ]);
    await compare(weights, files.sha256);
    glass = await load({ config: files.config, weights, vocabulary, kernel });
    post({ ready: true });
    work();
  } catch (error) {
    fail(error);
  }
}

/**
 * Compare the checksum; a page that came without encryption cannot, there its form must do.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} expected
 */
async function compare(bytes, expected) {
  if (!self.crypto?.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== expected) throw new DamagedModel("another checksum");
}

/** Begin. */
export default function () {
  self.onmessage = ({ data }) => {
    if (data.files) open(data.files);
    else {
      waiting = data;
      latest = data.id;
      work();
    }
  };
}
