// What temperature, top-k and top-p do to a distribution, and the sliders that set them.

/**
 * The same as model.decoding.filtered, for logits that are sorted, largest first.
 *
 * Divide by the temperature, take the softmax, keep the top_k first tokens (0: all) of which those
 * before hold less than top_p, and make what is kept add up to one again.
 */
function distribution(logits, { temperature, top_k, top_p }) {
  const p = Float64Array.from(logits, (logit) => Math.exp((logit - logits[0]) / temperature));
  scaled(p);
  let before = 0;
  const kept = p.map((value, rank) => {
    const stays = (!top_k || rank < top_k) && (top_p >= 1 || before < top_p);
    before += value;
    return stays ? value : 0;
  });
  return scaled(kept);
}

function scaled(p) {
  const sum = p.reduce((all, value) => all + value, 0);
  p.forEach((value, i) => { p[i] = value / sum; });
  return p;
}

const ALL = 51; // the slider's right end: no top-k
const SLIDERS = {
  temperature: { label: "Temperature", min: 0.1, max: 3, step: 0.1, show: (v) => number(v, 1) },
  top_k: { label: "Top-k", min: 1, max: ALL, step: 1, show: (v) => (v ? String(v) : "all") },
  top_p: { label: "Top-p", min: 0.05, max: 1, step: 0.05, show: (v) => number(v, 2) },
};
const NEUTRAL = { temperature: 1, top_k: 0, top_p: 1 };

/** Make the sliders; they repaint while they move and tell the server where they stop. */
function sliders(view, parent) {
  const inputs = {};
  for (const [name, { label, min, max, step }] of Object.entries(SLIDERS)) {
    const box = element("label", { class: `slider ${name}` }, parent);
    element("span", {}, box, label);
    const input = element("input", { type: "range", min, max, step }, box);
    const value = element("output", {}, box);
    input.oninput = () => {
      const chosen = Number(input.value);
      set(view, { ...view.sampling, [name]: name === "top_k" && chosen === ALL ? 0 : chosen });
    };
    input.onchange = () => stop(view);
    inputs[name] = { input, value };
  }
  const reset = element("button", { type: "button" }, parent, "As the model says");
  reset.onclick = () => {
    set(view, { ...NEUTRAL });
    stop(view);
  };
  const draw = () => {
    for (const [name, { input, value }] of Object.entries(inputs)) {
      const now = view.sampling[name];
      input.value = name === "top_k" && !now ? ALL : now;
      value.textContent = SLIDERS[name].show(now);
    }
    reset.disabled = Object.entries(NEUTRAL).every(([name, value]) => view.sampling[name] === value);
  };
  return { draw };
}

function set(view, sampling) {
  view.sampling = view.awaited = sampling;
  repaint(view);
}

function stop(view) {
  view.tell("sampling", view.sampling);
}

/** Take over what the server says, unless that is an answer older than the newest movement. */
function heard(view, sampling) {
  const same = (one) => Object.keys(NEUTRAL).every((name) => one[name] === sampling[name]);
  if (view.awaited && !same(view.awaited)) return;
  view.awaited = null;
  view.sampling = { ...sampling };
}
