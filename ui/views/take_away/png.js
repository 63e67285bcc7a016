// An SVG as a PNG that says, as the SVG does, where it is from.

import { crc32 } from "../library/numbers.js";
import { canvasOf, imageOf } from "./pixels.js";

/** @import { Picture } from "./types.d.ts" */

const MOST = 16_000; // pixels of a side that every browser can draw

/**
 * A chunk that holds a text under a key (PNG's iTXt, not compressed).
 *
 * @type {(key: string, text: string) => Uint8Array<ArrayBuffer>}
 */
function textChunk(key, text) {
  const body = new TextEncoder().encode(`iTXt${key}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return chunk;
}

/**
 * Put a text into a PNG, after its head.
 *
 * @type {(png: Uint8Array<ArrayBuffer>, key: string, text: string) => Uint8Array<ArrayBuffer>[]}
 */
export function withText(png, key, text) {
  const head = 33; // the signature, and the first chunk
  return [png.slice(0, head), textChunk(key, text), png.slice(head)];
}

/**
 * Draw an SVG, twice its size where that is not too large, and return the PNG as a blob.
 *
 * @type {(drawing: Picture, about: object) => Promise<Blob>}
 */
export async function png({ text, width, height }, about) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = await imageOf(address);
    const scale = Math.min(2, MOST / width, MOST / height);
    const canvas = canvasOf(image, Math.round(width * scale), Math.round(height * scale));
    /** @type {Blob | null} */
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("the browser could not write the picture");
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return new Blob(withText(bytes, "Description", JSON.stringify(about)), { type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}
