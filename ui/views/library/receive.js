// From what Streamlit hands to a view to what is seen: its language and its data come first.

import { whole } from "./kept.js";
import { learn } from "./messages.js";
import { repeating } from "./repeating.js";

/** @typedef {ViewCall<unknown, HTMLElement>} Call */

/** @typedef {(call: Call, draw?: Function) => (() => void) | void} Draw */

/** @typedef {Record<string, Draw>} Views */

const MENU = "ui/views/take_away/menu.js";
const AGAIN = 5000; // milliseconds until what could not be loaded is asked for again

/**
 * A view's data; nothing if the view has left meanwhile, or more has come.
 *
 * A failure would put Streamlit's error in the view's place for good.
 *
 * @type {(root: HTMLElement & {latest?: Call}, call: Call) => Promise<unknown>}
 */
async function loaded(root, call) {
  for (;;) {
    try {
      return await whole(call.data);
    } catch (error) {
      console.error(error);
      await new Promise((done) => setTimeout(done, AGAIN));
      if (!root.isConnected || root.latest !== call) return undefined;
    }
  }
}

/**
 * Draw a view, unless it has left meanwhile, or more has come.
 *
 * @param {Views} all the views by their scripts
 * @param {string} path of the view's
 * @param {boolean} picture whether it can be taken along
 * @param {Call} call
 */
export async function receive(all, path, picture, call) {
  const root = /** @type {HTMLElement & {latest?: Call}} */ (call.parentElement);
  root.latest = call;
  await learn();
  const data = await loaded(root, call);
  if (!root.isConnected || root.latest !== call) return undefined;
  const own = repeating({ ...call, data });
  const leave = all[path](own);
  if (picture) all[MENU](own, all[path]);
  return leave;
}
