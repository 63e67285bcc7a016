// The model at work, beside the page, which never waits: it answers what was asked last.

import { speak } from "../views/library/messages.js";
import { certainWords } from "./certainty.js";
import { readDetector } from "./detection.js";
import { arrivingWeights, early, NotYet } from "./early.js";
import { openModel } from "./engine/reading.js";
import { beamSearch, path, ranking } from "./engine/search.js";
import { DamagedModel } from "./engine/weights.js";
import { remarksOn } from "./remarks.js";
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
 *   detection: string | Uint8Array<ArrayBuffer>,
 *   config: import("./engine/transformer.js").Config, site: Site,
 *   catalogue?: Catalogue | undefined}} Files
 */

class Stale extends Error {} // something newer was asked
class Missing extends Error {} // a file cannot be loaded

const CACHE = "glass-files"; // of offline.js
const KEPT = 6; // readings: of what was typed last, in two languages

/** @type {Glass | undefined} */
let glass;
let whole = false, // whether all weights are there
  stage = 0; // how often more of them were
/** @type {ReturnType<typeof readDetector>} */
let detect;
/** @type {Site} */
let site;
let latest = 0;
/** @type {Ask | undefined} */
let waiting;
/** What could be answered only in part. @type {Ask | undefined} */
let unanswered;
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

/** The language of a sentence. @type {(ask: Ask) => import("./remarks.js").Spoken} */
function spokenIn({ text, from }) {
  if (from !== "detect") return { code: from, sure: true, foreign: false, told: true };
  return { ...detect(text, Object.keys(site.names)), told: false };
}

/** @type {(model: Glass, ask: Ask) => Promise<void>} */
async function answer(model, asked) {
  const { id } = asked,
    began = performance.now();
  const source = spokenIn(asked);
  post({ id, source });
  const ask = { ...asked, from: source.code };
  const complete = whole;
  const reading = complete ? await read(model, ask, ask.to) : early(model, ask);
  const words = complete ? certainWords(reading) : [];
  if (complete)
    post({
      id,
      words,
      remarks: remarksOn(reading, words, source, site, model.tokenizer),
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
  if (!complete) throw new NotYet();
  post({ id, done: true, milliseconds: performance.now() - began });
}

async function work() {
  if (busy || !glass) return;
  busy = true;
  while (waiting) {
    const ask = waiting;
    waiting = undefined;
    const began = stage;
    try {
      await answer(glass, ask);
    } catch (error) {
      if (error instanceof NotYet && stage === began) unanswered = ask;
      else if (error instanceof NotYet) waiting ??= ask;
      else if (!(error instanceof Stale)) fail(error, ask.id);
    }
  }
  busy = false;
}

/** More weights are there: what was answered in part is asked again. */
function askAgain() {
  stage++;
  if (unanswered?.id === latest) waiting ??= unanswered;
  unanswered = undefined;
  work();
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
 * A file of the model.
 *
 * @param {string | Uint8Array<ArrayBuffer>} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(file) {
  if (typeof file !== "string") return file;
  const answer = await fetch(file).catch(() => undefined);
  if (!answer?.ok) throw new Missing(file);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * The weights, which the page may use before all of them are there.
 *
 * @param {Files} files
 * @returns {AsyncGenerator<{bytes: Uint8Array<ArrayBuffer>, have: number}>}
 */
async function* arriving({ weights: file, size }) {
  if (typeof file !== "string") return yield { bytes: file, have: file.length };
  const answer = await fetch(file).catch(() => undefined);
  if (!answer?.ok || !answer.body) throw new Missing(file);
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
    yield { bytes, have };
  }
  if (have < size) throw new DamagedModel("shorter than it was");
  return undefined;
}

/** @type {(bytes: Uint8Array, have: number) => boolean} */
const hasHeader = (bytes, have) =>
  have > 8 && have >= 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));

/** Keep the weights for the next visit. @type {(file: unknown, bytes: Uint8Array<ArrayBuffer>) =>
 *   Promise<void>} */
async function keep(file, bytes) {
  if (typeof file !== "string" || !self.caches) return;
  const cache = await caches.open(CACHE);
  if (!(await cache.match(file))) await cache.put(file, new Response(bytes));
}

/** @type {(files: Files) => Promise<void>} */
async function open(files) {
  try {
    if (files.catalogue) speak(files.catalogue);
    site = files.site;
    const small = Promise.all([files.vocabulary, files.kernel, files.detection].map(bytesOf));
    small.catch(() => {}); // it is awaited once the weights have begun
    /** @type {Awaited<ReturnType<typeof openModel>> | undefined} */
    let opened;
    /** @type {Uint8Array<ArrayBuffer> | undefined} */
    let all;
    let missing = 4; // kinds of weights
    for await (const { bytes, have } of arriving(files)) {
      all = bytes;
      post({ loaded: have / files.size });
      if (!hasHeader(bytes, have)) continue;
      if (!opened) {
        const [vocabulary, kernel, table] = await small;
        detect = readDetector(table);
        opened = await openModel({ config: files.config, weights: bytes, vocabulary, kernel });
        ({ glass } = opened);
      }
      const { network } = opened.glass;
      network.weights = opened.weights;
      const names = opened.fill(have);
      if (!names.length) await compare(bytes, files.sha256);
      whole = !names.length;
      if (!whole) network.weights = arrivingWeights(opened.weights);
      const kinds = new Set(names.map((name) => name.split(".")[0])).size;
      if (kinds < missing) askAgain();
      missing = kinds;
    }
    if (!whole) throw new DamagedModel("its header is damaged");
    if (all) await keep(files.weights, all); // before the service worker asks for it
    post({ ready: true });
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
