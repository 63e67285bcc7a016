// Below a view in a frame: what it shows, and the way to its page.

import { element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";

/** @typedef {{problem?: string, said: string, title: string, page: string, query: string}} Data */

/** @param {ViewCall<Data>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".caption");
  const { problem, said, title, page, query } = data;
  root.replaceChildren();
  if (problem) element("p", { class: "problem", role: "alert" }, root, problem);
  const line = element("p", {}, root, `${said} · `);
  const href = `./${page}${query && `?${query}`}`;
  const link = { href, target: "_blank", rel: "noopener" };
  element("a", link, line, t("{page} in Glass Transformer ↗", { page: title }));
}
