// Three ways to choose, side by side: what each said, token by token, and its score.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".methods");
  root.tell = setTriggerValue;
  root.sampling = { ...data.sampling };
  const signature = JSON.stringify([data.cards, data.chosen]);
  if (root.signature !== signature) {
    root.signature = signature;
    const focused = root.contains(document.activeElement) && document.activeElement.dataset.name;
    root.replaceChildren();
    root.scores = [];
    for (const card of data.cards) drawCard(root, card, card.method === data.chosen);
    if (focused) root.querySelector(`[data-name="${focused}"]`)?.focus({ preventScroll: true });
  }
  root.knobs.draw();
  paint(root, data.alpha);
  listen(root, (choice) => "alpha" in choice && paint(root, choice.alpha));
}

function drawCard(root, card, shown) {
  const box = element("section", { class: `card ${card.method}${shown ? " shown" : ""}` }, root);
  const top = element("header", {}, box);
  element("h4", {}, top, card.title);
  element("span", { class: "note" }, top, card.note);
  const sampling = card.method === "sampling";
  if (sampling) {
    root.knobs = makeKnobs(box, () => root.sampling, (change) => {
      Object.assign(root.sampling, change);
      root.knobs.draw();
    }, (name) => root.tell("choose", { [name]: root.sampling[name] }));
  }
  const endings = sampling ? card.endings : [card.endings];
  for (const one of endings) drawEnding(root, box, one);
  const name = shown ? "Its tree is shown above" : "Show its tree";
  const button = element("button", { type: "button", class: "tree", "data-name": card.method }, box, name);
  button.disabled = shown;
  button.onclick = () => {
    root.tell("choose", { method: card.method });
    document.querySelector('[data-testid="stMain"]').scrollTo({ top: 0 });
  };
}

/** One result: for a beam the best of its endings, which depends on alpha. */
function drawEnding(root, box, one) {
  const words = element("div", { class: "words" }, box);
  const facts = element("div", { class: "facts" }, box);
  const [total, length, result] = ["log p ", "", "score "].map((name) => {
    const part = element("span", {}, facts, name);
    return element("b", {}, part);
  });
  root.scores.push({ one, words, total, length, result });
}

function paint(root, alpha) {
  for (const { one, words, total, length, result } of root.scores) {
    const best = Array.isArray(one) ? ranked(one, alpha)[0] : one;
    if (words.best !== best) drawWords(words, best);
    total.textContent = number(best.total, 2);
    length.textContent = `${best.length} token${best.length > 1 ? "s" : ""}` +
      (best.fate === "cut" ? ", cut at the limit" : "");
    result.textContent = number(score(best, alpha), 2);
  }
}

function drawWords(words, best) {
  words.best = best;
  words.replaceChildren();
  for (const token of best.tokens) {
    const kinds = ["word", token.joined && "joined", token.special && "special"].filter(Boolean);
    const title = `${token.text}: ${number(token.p, 3)}`;
    const word = element("span", { class: kinds.join(" "), title }, words, token.text);
    element("u", {}, word);
    element("i", { style: `width:${token.p * 100}%` }, word);
  }
}
