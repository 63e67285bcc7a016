// A page of a lesson: one sentence of several is shown, and questions are checked.

import { t } from "../library/messages.js";

/**
 * Show the sentence that the address names, and another one when somebody chooses it.
 *
 * @template Told
 * @param {Told[]} variants what the page holds of each sentence
 * @param {(told: Told) => void} draw its views
 */
export function beginLesson(variants, draw) {
  /** @type {HTMLSelectElement | null} */
  const menu = document.querySelector("#sentence");
  /** @type {NodeListOf<HTMLElement>} */
  const articles = document.querySelectorAll("article[data-variant]");
  /** @type {(place: number) => void} */
  const show = (place) => {
    for (const place of document.querySelectorAll("[data-view]")) place.replaceChildren();
    articles.forEach((article, i) => {
      article.hidden = i !== place;
    });
    draw(variants[place]);
    // The next page of the lesson begins with the same sentence.
    for (const link of document.querySelectorAll('a[href*=".html"]')) {
      const file = link.getAttribute("href")?.replace(/#.*/, "");
      link.setAttribute("href", `${file}#${place + 1}`);
    }
  };
  const asked = Number(location.hash.slice(1)) - 1;
  const first = variants[asked] ? asked : 0;
  if (menu) {
    menu.value = String(first);
    menu.onchange = () => {
      history.replaceState(null, "", `#${Number(menu.value) + 1}`);
      show(Number(menu.value));
    };
  }
  show(first);
  for (const form of document.querySelectorAll("form.question")) ask(form);
}

/** @type {(form: Element) => void} */
function ask(form) {
  /** @type {HTMLElement} */ (form).onsubmit = (event) => {
    event.preventDefault();
    /** @type {HTMLInputElement | null} */
    const chosen = form.querySelector("input:checked");
    const [verdict, why] = ["verdict", "why"].map((name) => form.querySelector(`.${name}`));
    if (!verdict || !why) return;
    if (!chosen) {
      verdict.textContent = t("Choose an answer first.");
      return;
    }
    const right = (form.getAttribute("data-right") ?? "").split(" ");
    const good = right.includes(chosen.value);
    verdict.textContent = good ? t("Right.") : t("Not this one.");
    form.classList.add("answered");
    form.classList.toggle("wrong", !good);
    why.removeAttribute("hidden");
    for (const input of form.querySelectorAll("input")) {
      input.disabled = true;
      const label = input.parentElement;
      label?.classList.toggle("right", right.includes(input.value));
      label?.querySelector("small")?.removeAttribute("hidden");
    }
    form.querySelector("button")?.remove();
    count(form.closest("article"));
  };
}

/** @type {(article: Element | null) => void} */
function count(article) {
  const score = article?.querySelector(".score");
  const [all, done, wrong] = ["", ".answered", ".wrong"].map(
    (kind) => article?.querySelectorAll(`form.question${kind}`).length ?? 0,
  );
  if (!score) return;
  const counts = { right: done - wrong, all, left: all - done };
  score.textContent = t("{right} of {all} right, {left} to go.", counts);
}
