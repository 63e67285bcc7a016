// What Streamlit calls the parts of its frame, for those who hear them: it knows English alone.

import { languageHere, t } from "../views/library/messages.js";

const HELP = "Help for "; // before the name of a control
const FRAME = "[aria-label]:not([data-testid=stBidiComponentRegular] *)"; // views name their own

/** @type {() => Map<string, string>} */
const names = () =>
  new Map([
    ["App pages", t("App pages")],
    ["Collapse sidebar", t("Collapse sidebar")],
    ["Close", t("Close")],
    ["Copy to clipboard", t("Copy to clipboard")],
    ["Decrement", t("One less")],
    ["Expand sidebar", t("Expand sidebar")],
    ["Increment", t("One more")],
    ["Main menu", t("Main menu")],
    ["Navigate to home page", t("Navigate to home page")],
    ["Open", t("Open")],
    ["progress", t("Progress")],
    ["Sidebar", t("Sidebar")],
  ]);

/** Name them in the language of the page. */
export function nameFrame() {
  if (languageHere() === "en") return;
  const own = names();
  for (const node of document.querySelectorAll(FRAME)) {
    const said = node.ariaLabel ?? "";
    const name = said.startsWith(HELP)
      ? t("Help: {name}", { name: said.slice(HELP.length) })
      : own.get(said);
    if (name) node.ariaLabel = name;
  }
}
