// The page of the live edition: its bar, its choices, and views that follow while one types.

import { bytesOf } from "../views/file/unpack.js";
import { announce } from "../views/library/choices.js";
import { element } from "../views/library/dom.js";
import { catalogueHere, learn, speak, t } from "../views/library/messages.js";
import { whole } from "../views/library/numbers.js";
import { showAnswer, showDetected, showFailure, showProgress, showRemarks } from "./answer.js";
import { changeOf } from "./events.js";

/** @import { Catalogue } from "../views/library/messages.js" */
/** @import { Word } from "./certainty.js" */

/** @typedef {(call: object) => void} Draw */

/**
 * What a page knows when it opens.
 *
 * @typedef {{page: string, worker: string, site: string, app: string,
 *   model: Record<"weights" | "vocabulary" | "kernel" | "detection", string>,
 *   catalogue?: Catalogue | null,
 *   languages: string[], text: string, from: string, to: string, offline: string}} Told
 */

/**
 * What the worker says.
 *
 * @typedef {{id?: number, loaded?: number, ready?: boolean, failed?: string, words?: Word[],
 *   remarks?: string[], source?: import("./remarks.js").Spoken, key?: string,
 *   data?: object, tensors?: PageTensors,
 *   chosen?: Record<string, string>,
 *   done?: boolean, milliseconds?: number}} Said
 */

const MODEL = /** @type {const} */ (["weights", "vocabulary", "kernel", "detection"]);
const REST = 150; // milliseconds without a key, after which what is typed is read
const OF_BAR = ["source", "from", "to"];
// What was chosen for one sentence makes no sense for another.
const FORGOTTEN = [
  ...["step", "search", "begin", "word", "memory_word", "key", "candidate"],
  ...["spell", "merge", "piece", "at", "row", "column"],
];

/** @type {Told} */
let told;
/** @type {Record<string, Draw>} */
let all;
/** @type {Worker} */
let worker;
/** @type {Record<string, string>} */
let choices = {};
/** What the page shows where nobody chose. @type {Record<string, string>} */
let usual = {};
let asked = 0,
  spoken = "en"; // the language of the sentence
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** @type {(selector: string) => HTMLElement | null} */
const find = (selector) => document.querySelector(selector);
const field = () => /** @type {HTMLInputElement} */ (find("#sentence"));
/** @type {(name: string) => HTMLSelectElement} */
const menu = (name) => /** @type {HTMLSelectElement} */ (find(`#${name}`));

/** Ask the model about what stands in the bar. */
function ask() {
  clearTimeout(resting);
  const text = field().value.trim() || told.text;
  asked += 1;
  document.body.dataset.state = "asked"; // tests wait for another one
  find("#answer")?.setAttribute("aria-busy", "true");
  const [from, to] = [menu("from").value, menu("to").value];
  worker.postMessage({ id: asked, page: told.page, text, from, to, choices });
  remember();
}

/** Let the address hold what is seen; so the full app opens the same. */
function remember() {
  const query = new URLSearchParams();
  const text = field().value.trim();
  if (text && text !== told.text) query.set("source", text);
  if (menu("from").value !== told.from) query.set("from", menu("from").value);
  if (menu("to").value !== told.to) query.set("to", menu("to").value);
  for (const [name, value] of Object.entries(choices)) query.set(name, value);
  const shown = query.size ? `?${query}` : location.pathname;
  if (location.protocol !== "file:") history.replaceState(null, "", shown);
  query.set("source", text || told.text);
  query.set("from", menu("from").value);
  query.set("to", menu("to").value);
  if (document.documentElement.lang !== "en") query.set("lang", document.documentElement.lang);
  for (const link of document.querySelectorAll("a[data-app]")) {
    const page = link.getAttribute("data-app") ?? told.page;
    const name = page === "overview" ? "" : page || (told.page === "overview" ? "" : told.page);
    link.setAttribute("href", `${told.app}${name}?${query}`);
  }
  for (const link of document.querySelectorAll("a[hreflang]")) {
    const { href } = /** @type {HTMLAnchorElement} */ (link);
    link.setAttribute("href", `${href.split("?")[0]}?${query}`);
  }
}

/** Take what the address says. */
function restore() {
  const query = new URLSearchParams(location.search);
  choices = {};
  for (const [name, value] of query) if (!OF_BAR.includes(name)) choices[name] = value;
  delete choices.lang;
  find("#lacks")?.toggleAttribute("hidden", !(query.get("edits") || query.get("silenced")));
  field().value = query.get("source") ?? told.text;
  const known = (/** @type {string} */ name) =>
    told.languages.find((one) => one === query.get(name));
  menu("from").value = known("from") ?? told.from;
  menu("to").value = known("to") ?? told.to;
}

/** @type {(said: Said) => void} */
function hear(said) {
  if (said.loaded !== undefined) return showProgress(said.loaded, false);
  if (said.ready) {
    showProgress(1, true);
    // Only now: what it keeps for the next visit would compete with the model.
    if (told.offline && "serviceWorker" in navigator)
      navigator.serviceWorker.register(told.offline).catch(console.error);
    return undefined;
  }
  if (said.failed) return showFailure(said.failed);
  if (said.id !== asked) return undefined;
  if (said.source) {
    spoken = said.source.code;
    showDetected(said.source);
  }
  if (said.words) {
    showAnswer(said.words, menu("to").value);
    const full = field().value.length >= field().maxLength;
    const cut = t(
      "This field takes no more than {count} characters, so anything beyond that is left out.",
      { count: whole(field().maxLength) },
    );
    showRemarks([...(full ? [cut] : []), ...(said.remarks ?? [])], said.words);
  }
  if (said.tensors) {
    window.glassTensors = { ...said.tensors, whole: true };
    announce({ tensors: said.tensors.version });
  }
  if (said.chosen) {
    usual = said.chosen;
    showChoices();
  }
  if (said.key && said.data) show(said.key, said.data);
  if (said.done) {
    document.body.dataset.state = "drawn";
    document.body.dataset.milliseconds = String(Math.round(said.milliseconds ?? 0));
  }
  return undefined;
}

/** @type {(key: string, data: object) => void} */
function show(key, data) {
  const place = find(`[data-view="${key}"]`);
  const { script, root } = place?.dataset ?? {};
  if (!place || !script || !root) return;
  let parent = /** @type {HTMLElement | null} */ (place.querySelector("[data-testid]"));
  if (!parent) {
    place.replaceChildren();
    const outer = element("div", { class: "stBidiComponent" }, place);
    parent = element("div", { "data-testid": "stBidiComponentRegular" }, outer);
    element("div", { class: root }, parent);
  }
  const langs = { source: spoken, target: menu("to").value };
  const call = {
    data: { ...data, langs },
    parentElement: parent,
    setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
      choose(key, name, value),
  };
  const draw = () => all[script](call);
  draw();
  redraws.set(key, draw);
}

/** @type {Map<string, () => void>} */
const redraws = new Map();

/**
 * A view tells what somebody chose there; links of the app have the same names.
 *
 * @type {(view: string, name: string, value: unknown) => void}
 */
function choose(view, name, value) {
  const change = changeOf(view, name, value, { ...usual, ...choices });
  for (const [one, chosen] of Object.entries(change)) {
    if (chosen === "" || chosen === undefined) delete choices[one];
    else choices[one] = String(chosen);
  }
  showChoices();
  ask();
}

/** What is chosen, in the controls of the page. */
function showChoices() {
  for (const control of document.querySelectorAll("[data-choice]")) {
    const input = /** @type {HTMLInputElement} */ (control);
    const value = usual[input.name] ?? choices[input.name] ?? input.dataset.usual;
    if (input.name === "compare") {
      const label = input.closest("label");
      if (label) label.hidden = input.value === menu("to").value;
    }
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = value === "True";
    else if (document.activeElement !== input) input.value = value ?? "";
  }
}

/** @type {(event: Event) => void} */
function changed({ target }) {
  if (!(target instanceof HTMLInputElement) || !("choice" in target.dataset)) return;
  const value = target.type === "checkbox" ? (target.checked ? "True" : "False") : target.value;
  if (value === (target.dataset.usual ?? "")) delete choices[target.name];
  else choices[target.name] = value;
  if (target.name === "begin") delete choices.search;
  if (target.name === "token") delete choices.candidate;
  if (target.name === "layer" || target.name === "attention") delete choices.head;
  ask();
}

/** @type {(button: HTMLElement) => void} */
function takeExample({ dataset, textContent }) {
  field().value = textContent ?? "";
  menu("from").value = told.from;
  if (menu("to").value === dataset.from)
    menu("to").value = told.languages.find((one) => one !== dataset.from) ?? told.to;
  forgetSentence();
  ask();
}

function forgetSentence() {
  for (const name of FORGOTTEN) delete choices[name];
  showChoices();
}

function listen() {
  field().addEventListener("input", () => {
    clearTimeout(resting);
    forgetSentence();
    resting = setTimeout(ask, REST);
  });
  find("#bar")?.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  for (const name of ["from", "to"])
    menu(name).addEventListener("change", () => {
      forgetSentence();
      ask();
    });
  document.addEventListener("change", changed);
  document.addEventListener("click", (event) => {
    const node = event.target instanceof Element ? event.target : null;
    const button = /** @type {HTMLElement | null} */ (node?.closest("button[data-from]"));
    if (button) {
      takeExample(button);
      button.closest("details")?.removeAttribute("open");
    }
    const link = /** @type {HTMLAnchorElement | null} */ (node?.closest("a[href]"));
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) follow(event, link);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const draw of redraws.values()) draw();
  });
  addEventListener("popstate", () => void go(location.href, false));
}

/**
 * Links to another page: those of this edition open without loading the model again, those that
 * only the full app has lead there.
 *
 * @type {(event: Event, link: HTMLAnchorElement) => void}
 */
function follow(event, link) {
  const href = link.getAttribute("href") ?? "";
  const name = link.dataset.page ?? /^\.\/(\w*)$/.exec(href)?.[1];
  if (name === undefined) return;
  const page = name || "overview";
  const there = /** @type {HTMLAnchorElement | null} */ (find(`nav a[data-page="${page}"]`));
  if (there) {
    event.preventDefault();
    void go(there.href, true);
  } else if (told.app) {
    event.preventDefault();
    open(`${told.app}${name}`, "_blank", "noopener");
  }
}

/** @type {(href: string, push: boolean) => Promise<void>} */
async function go(href, push) {
  const name = /([^/]*?)(?:\.html)?(?:[?#]|$)/.exec(href.replace(/^.*\//, ""))?.[1] || "index";
  const kept = document.getElementById(`page-${name}`);
  /** @type {ParentNode | null} */
  let from = kept instanceof HTMLTemplateElement ? kept.content : null;
  if (!from) {
    const answer = await fetch(href).catch(() => undefined);
    if (!answer?.ok) return location.assign(href);
    from = new DOMParser().parseFromString(await answer.text(), "text/html");
  }
  const main = from.querySelector("main");
  if (!main) return location.assign(href);
  const { step, layer, head, word, attention } = choices; // that pages share
  if (push && location.protocol !== "file:") history.pushState(null, "", href);
  redraws.clear();
  usual = {};
  delete window.glassTensors;
  find("main")?.replaceWith(document.importNode(main, true));
  told.page = main.dataset.page ?? "overview";
  document.title = main.dataset.title ?? document.title;
  for (const link of document.querySelectorAll("header nav a[data-page]"))
    if (link.getAttribute("data-page") === told.page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  showPlace();
  if (push) {
    choices = {};
    for (const [one, value] of Object.entries({ step, layer, head, word, attention }))
      if (value) choices[one] = value;
    scrollTo(0, 0);
    find("h1")?.setAttribute("tabindex", "-1");
    find("h1")?.focus({ preventScroll: true });
  } else restore();
  showChoices();
  ask();
  return undefined;
}

/** On a phone the head is wider than the screen: this page's name is in sight. */
function showPlace() {
  const nav = find("header nav"),
    here = find("header nav [aria-current]");
  if (nav && here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - nav.clientWidth / 3;
}

/** @type {(path: string) => Promise<object | undefined>} */
const load = (path) =>
  fetch(new URL(path, document.baseURI))
    .then((answer) => answer.json())
    .catch(() => undefined);

/**
 * What a single file holds as letters.
 *
 * @param {string} name
 */
function unpacked(name) {
  const { textContent, dataset } = find(`#${name}`) ?? document.body;
  const packed = new Blob([bytesOf(textContent ?? "", Number(dataset.size))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  const type = name === "worker" ? "text/javascript" : "";
  return new Response(stream, { headers: { "Content-Type": type } }).blob();
}

/**
 * Begin a page.
 *
 * @param {Record<string, Draw>} views by their scripts
 */
export default async function (views) {
  all = views;
  told = JSON.parse(find("#live")?.textContent ?? "{}");
  window.glassFile = true;
  if (told.catalogue) speak(told.catalogue);
  await learn();
  restore();
  showChoices();
  showPlace();
  listen();
  if (typeof WebAssembly !== "object") return showFailure("wasm");
  const single = find("#worker");
  const site = await (single ? JSON.parse(find("#words")?.textContent ?? "") : load(told.site));
  if (!site) return showFailure("missing");
  worker = new Worker(
    single ? URL.createObjectURL(await unpacked("worker")) : new URL(told.worker, document.baseURI),
  );
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = () => showFailure("missing");
  /** @type {Record<string, unknown>} */
  const files = { ...told.model, site, catalogue: catalogueHere() };
  for (const name of MODEL)
    files[name] = single
      ? new Uint8Array(await (await unpacked(name)).arrayBuffer())
      : new URL(told.model[name], document.baseURI).href;
  worker.postMessage({ files });
  ask();
  return undefined;
}
