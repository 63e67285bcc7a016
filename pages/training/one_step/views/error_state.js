// How far the error has come, and how large it is there.

import { number } from "../../../../ui/views/library/numbers.js";

/** @import { ErrorFlow } from "./data.d.ts" */
/** @import { FlowView } from "./error_flow.js" */

/** @typedef {Pick<FlowView, "data" | "now">} Flowing */

const WITHOUT_LAYERS = ["softmax", "linear", "memory", "source_embedding", "target_embedding"];

/** @type {(view: Flowing) => ErrorFlow} */
export const flowOf = ({ data, now }) => data.flows[now.cut ? 1 : 0];

/**
 * Whether the error has come to a block, which layer of it is shown, and whether it is there now.
 *
 * @param {Flowing} view
 * @param {string} name
 */
export function stateOf(view, name) {
  const { stages } = flowOf(view),
    { step, whole } = view.now,
    here = stages[step - 1],
    last = (whole ? stages : stages.slice(0, step)).findLast(({ block }) => block === name);
  // In a layer that was just begun, what the last one left is over.
  const inside =
    ![here.block, name].some((one) => WITHOUT_LAYERS.includes(one)) &&
    here.block.startsWith("encoder") === name.startsWith("encoder");
  const first = stages.find(({ block }) => block === name);
  return {
    arrived: Boolean(last) && (!inside || last?.layer === here.layer),
    layer: (inside ? here : (last ?? first))?.layer ?? 0,
    now: here.block === name,
  };
}

/**
 * Whether the error has come along a stream: to a block that it enters or, below the sign where
 * positions are added, to the embedding that it leaves.
 *
 * @type {(view: Flowing, to: string[]) => boolean}
 */
export const isReached = (view, to) =>
  to.some((name) => stateOf(view, name.replace("_sum", "_embedding")).arrived);

/**
 * A block for who hears it: the stage of the layer that is shown, and what has arrived there.
 *
 * @type {(view: Flowing, name: string) => string}
 */
export function labelOf(view, name) {
  const { arrived, layer } = stateOf(view, name),
    stage = flowOf(view).stages.find((one) => one.block === name && one.layer === layer),
    title = stage?.title ?? view.data.titles[name];
  return arrived ? `${title} ${amountOf(view, name, layer)}` : title;
}

/**
 * The loss or, of a block below it, the length of the gradient.
 *
 * @type {(view: Flowing, name: string, layer: number) => string}
 */
export function amountOf(view, name, layer) {
  if (name !== "softmax") return lengthText(flowOf(view).lengths[name]?.[layer] ?? 0);
  const sum = view.data.losses.reduce((all, { loss }) => all + loss, 0);
  return number(sum, 2);
}

/**
 * A length for a small place: three digits, or a power of ten.
 *
 * @type {(length: number) => string}
 */
export function lengthText(length) {
  if (!length) return "0";
  if (length >= 0.0095) return number(length, length < 10 ? 2 : 0);
  return length.toExponential(0).replace("e-", "e−");
}
