// The menu "…" of every view: its picture and its numbers, made in the browser.

import { element, svg } from "./library/dom.js";
import { walkChildren } from "./library/keys.js";
import { aboutView, captions, fileName, save } from "./library/take_about.js";
import { followPrinter } from "./library/take_paper.js";
import { picture } from "./library/take_picture.js";
import { png } from "./library/take_png.js";
import { columns, csv, json, tablesOf } from "./library/take_tables.js";

const PATIENCE = 3000; // milliseconds for a run of the server to end
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
const pause = () => new Promise((done) => setTimeout(done));

/** Whether the page is dark now. */
const dark = () => getComputedStyle(document.querySelector(".stApp")).colorScheme === "dark";

/** What can be taken: name, what it is good for, and how it is made. */
function offers(view) {
  const all = tablesOf(view);
  const drawn = (about, themed = false) =>
    picture(view.root, view.redraw, captions(about), about, themed);
  const raster = (themed) => async (about) =>
    save([await png(await drawn(about, themed), about)], fileName(about, "png"), "image/png");
  return [
    [
      "SVG",
      "vector, for a paper or a slide",
      async (about) => save([(await drawn(about)).text], fileName(about, "svg"), "image/svg+xml"),
    ],
    ["PNG", "twice the size, white background", raster(false)],
    ...(dark() ? [["PNG", "twice the size, dark as on the screen", raster(true)]] : []),
    ...all.map((table, i) => [
      "CSV",
      `${table.count.toLocaleString("en")} rows: ${columns(table).join(", ")}`,
      async (about, progress) => {
        const name = i ? { ...about, view: `${about.view}-${table.name}` } : about;
        save(
          await csv(table, { ...about, table: table.name }, progress),
          fileName(name, "csv"),
          "text/csv",
        );
      },
    ]),
    ...(all.length
      ? [
          [
            "JSON",
            "the same in full precision, with all names",
            async (about) => save([json(all, about)], fileName(about, "json"), "application/json"),
          ],
        ]
      : []),
  ];
}

/** Wait until the server has said what the visitor chose last. */
async function settled() {
  const until = performance.now() + PATIENCE;
  await pause();
  while (document.querySelector(BUSY) && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function take(view, make, button) {
  const { note, list } = view;
  button.setAttribute("aria-busy", "true");
  note.textContent = "One moment …";
  await settled();
  try {
    await make(aboutView(view.call.data), async (share) => {
      note.textContent = `${Math.round(100 * share)} %`;
      await pause();
    });
    note.textContent = "";
    list.parentElement.hidePopover();
  } catch (error) {
    console.error(error);
    note.textContent = "This did not work: the browser could not make the file.";
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function fill(view) {
  view.list.replaceChildren();
  view.note.textContent = "";
  for (const [name, about, make] of offers(view)) {
    const button = element("button", { type: "button", role: "menuitem" }, view.list);
    element("b", {}, button, name);
    element("span", {}, button, about);
    button.onclick = () => take(view, make, button);
  }
}

/** The menu opens below its button, within the window. */
function place(panel, button) {
  const { bottom, right } = button.getBoundingClientRect();
  const top = Math.min(bottom + 4, innerHeight - panel.offsetHeight - 8);
  panel.style.top = `${Math.max(8, top)}px`;
  panel.style.left = `${Math.max(8, right - panel.offsetWidth)}px`;
}

function build(host) {
  const frame = element("div", { class: "taken-away" }, host);
  const name = "Take this picture or its numbers along";
  const button = element(
    "button",
    { type: "button", title: name, "aria-label": name, "aria-haspopup": "menu" },
    frame,
  );
  const icon = svg(
    "svg",
    { width: 18, height: 6, viewBox: "0 0 18 6", "aria-hidden": "true" },
    button,
  );
  for (const cx of [3, 9, 15]) svg("circle", { cx, cy: 3, r: 2, fill: "currentColor" }, icon);
  const panel = element("div", { popover: "auto", class: "takes" }, frame);
  const list = element("div", { role: "menu", "aria-label": name }, panel);
  const note = element("p", { role: "status" }, panel);
  const view = { list, note, call: null, root: null, redraw: null };
  walkChildren(list);
  button.onclick = () => {
    fill(view);
    panel.showPopover();
    place(panel, button);
    list.querySelector("button")?.focus();
  };
  return view;
}

/**
 * Offer a view's picture and numbers.
 *
 * @param {any} call what Streamlit gave the view
 * @param {(call: any) => void} draw the view
 */
export default function (call, draw) {
  const host = call.parentElement;
  const root = host.querySelector(`.${call.data.taken.root}`);
  if (!root) return;
  followPrinter();
  host.takes ??= build(host);
  Object.assign(host.takes, { call, root, redraw: () => draw(call) });
}
