// What all views share. This text stands before each of them, so everything here is in reach.

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element: svg("rect", {x: 1}, parent, "text"). User text only ever goes in as text. */
function svg(tag, attributes = {}, parent = null, text = null) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  if (text !== null) node.textContent = text;
  parent?.append(node);
  return node;
}

/** Make an HTML element in the same way. */
function element(tag, attributes = {}, parent = null, text = null) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  if (text !== null) node.textContent = text;
  parent?.append(node);
  return node;
}

/** Read a tensor that was sent as {shape, data}: a flat Float32Array with its shape. */
function unpack({ shape, data }) {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return { shape, values: new Float32Array(bytes.buffer) };
}

/** One matrix of a tensor with more axes: slice(t, layer, head) is t[layer][head]. */
function slice(tensor, ...index) {
  let size = tensor.values.length, from = 0;
  index.forEach((i, axis) => { size /= tensor.shape[axis]; from += i * size; });
  return { shape: tensor.shape.slice(index.length), values: tensor.values.subarray(from, from + size) };
}

const largest = (tensor) => tensor.values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-12);

/** The colours of style.css as the theme resolves them: colour("Q") is [r, g, b]. */
function palette(node) {
  const probe = element("span", { hidden: "" }, node);
  const known = new Map();
  const colour = (name) => {
    if (!known.has(name)) {
      probe.style.color = `var(--glass-${name})`;
      const numbers = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [0, 0, 0]; // has left the page
      known.set(name, numbers.slice(0, 3).map(Number));
    }
    return known.get(name);
  };
  const ramp = (name) => [0, 1, 2, 3, 4].map((i) => colour(`${name}-${i}`));
  const scale = (name, low, high) => {
    const stops = ramp(name);
    return (value) => {
      const at = Math.min(3.9999, Math.max(0, ((value - low) / (high - low)) * 4));
      const i = Math.floor(at);
      return stops[i].map((c, k) => Math.round(c + (stops[i + 1][k] - c) * (at - i)));
    };
  };
  const result = { colour, ramp, attention: scale("attention", 0, 1), signed: scale("signed", -1, 1) };
  ["X", "attention-0", "attention-1", "attention-2", "attention-3", "attention-4", "signed-0",
    "signed-1", "signed-2", "signed-3", "signed-4"].forEach(colour);
  result.release = () => probe.remove();
  return result;
}

const css = (rgb) => `rgb(${rgb.join(",")})`;

/** Black or white, whichever can be read on a colour (at least 4.5 : 1). */
function ink(rgb) {
  const [r, g, b] = rgb.map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}

/** Paint a matrix, one pixel for each number, to be enlarged: a data URL for <image> or <img>. */
function painted(matrix, scale, divisor = 1) {
  const [rows, columns] = matrix.shape;
  const canvas = Object.assign(document.createElement("canvas"), { width: columns, height: rows });
  const context = canvas.getContext("2d");
  const image = context.createImageData(columns, rows);
  matrix.values.forEach((value, i) => image.data.set([...scale(value / divisor), 255], i * 4));
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

/** A framed heat map inside an SVG, with crisp cells. */
function heat(parent, x, y, width, height, matrix, scale, { divisor = 1, frame = null, stroke = 1 } = {}) {
  svg("image", {
    x, y, width, height, href: painted(matrix, scale, divisor), preserveAspectRatio: "none",
    style: "image-rendering: pixelated",
  }, parent);
  return svg("rect", {
    x, y, width, height, fill: "none", stroke: frame ?? "var(--glass-line2)", "stroke-width": stroke,
  }, parent);
}

/** A number for people: true minus sign, fixed decimals. */
const number = (value, decimals = 2) =>
  (Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value).toFixed(decimals).replace("-", "−");

/** The menu's own link to the page at an address. */
const menuEntry = (pathname) => [...document.querySelectorAll('[data-testid="stSidebarNavLink"]')]
  .find((entry) => new URL(entry.href).pathname === pathname);

/** Go to another page as the menu does, keeping the session; the link itself is the fallback. */
function follow(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const entry = menuEntry(new URL(link.href).pathname);
  if (!entry) return;
  event.preventDefault();
  entry.click();
}

/**
 * Keep apart what the server answers and what it says by itself, of a choice that both can change.
 * told(value) notes what it was told. news(value), asked of each value that it sends, is false for
 * an answer and for what it said before: then the view is there already, or further on.
 */
function makeExchange() {
  let waiting = [], last;
  return {
    told: (value) => waiting.push(value),
    news(value) {
      const answered = waiting.indexOf(value), changed = value !== last;
      last = value;
      if (answered >= 0) waiting.splice(0, answered + 1);
      else if (changed) waiting = [];
      return answered < 0 && changed;
    },
  };
}

/** Tell all views of the page what was chosen, before the server says it: announce({word: 3}). */
const announce = (choice) => window.dispatchEvent(new CustomEvent("glass-choice", { detail: choice }));

/** Hear what other views announce; a later call for the same node replaces the earlier one. */
function listen(node, react) {
  if (!node.hears) {
    const hear = ({ detail }) => {
      if (node.isConnected) node.hears(detail);
      else window.removeEventListener("glass-choice", hear);
    };
    window.addEventListener("glass-choice", hear);
  }
  node.hears = react;
}

/** Streamlit's own controls for layer, head and division are heard before they have run. */
function followControls() {
  if (window.glassFollows) return;
  window.glassFollows = true;
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(":is(.st-key-layer, .st-key-head) button");
    if (!Number(button?.textContent)) return;
    const name = button.closest(".st-key-head") ? "head" : "layer";
    announce({ [name]: Number(button.textContent) - 1 });
  }, true); // on the way down: Streamlit's buttons let no click come up again
  document.addEventListener("change", ({ target }) => {
    if (target.closest?.(".st-key-divide")) announce({ divide: target.checked });
  });
}
