// Tensors that several views of a page read. They come in messages of their own, which Streamlit
// does not send again while they stay the same; what is chosen comes with the views.

import { announce } from "../../../../ui/views/library/choices.js";

/** @typedef {{version: string, count: number, name: string, tensor: SentTensor}} Data */

/** @param {ViewCall<Data>} call */
export default function ({ data: { version, count, name, tensor } }) {
  if (window.glassTensors?.version !== version)
    window.glassTensors = { version, whole: false, tensors: {} };
  const page = window.glassTensors;
  if (page.tensors[name]) return; // called anew for another theme
  page.tensors[name] = tensor;
  page.whole = Object.keys(page.tensors).length === count;
  if (page.whole) announce({ tensors: version });
}
