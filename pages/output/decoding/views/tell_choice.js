// What is chosen in these views, told to the server.

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { SearchChoice, SearchEvents } from "./data.d.ts" */

/**
 * Choose, and tell the server, with what was told since the data came: of two messages that wait
 * for a busy server, it reads the later one only.
 *
 * @template Now
 * @param {View<any, Now, SearchEvents>} view
 * @param {Partial<Now>} change
 * @param {SearchChoice} message
 */
export function tellChoice(view, change, message) {
  const { data } = view;
  const unheard = view.once("unheard", () => ({ data, said: /** @type {SearchChoice} */ ({}) }));
  if (unheard.data !== data) Object.assign(unheard, { data, said: {} });
  unheard.said = { ...unheard.said, ...message };
  view.choose(change, "choose", unheard.said);
}
