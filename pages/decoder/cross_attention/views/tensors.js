// Tensors that several views of a page read. They come in a message of their own, which Streamlit
// does not send again while it stays the same; what is chosen comes with the views.

import { announce } from "../../../../ui/views/library/choices.js";
import { unpack } from "../../../../ui/views/library/numbers.js";

/** @typedef {{version: string, tensors: Record<string, SentTensor>}} Data */

/** @param {ViewCall<Data>} call */
export default function ({ data }) {
  const tensors = Object.entries(data.tensors).map(([name, packed]) => [name, unpack(packed)]);
  window.glassTensors = { version: data.version, tensors: Object.fromEntries(tensors) };
  announce({ tensors: data.version });
}
