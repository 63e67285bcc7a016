// What a file that is taken away says of itself: names, captions, where it is from.

import { t } from "../library/messages.js";

/** @import { About, Taken } from "./types.d.ts" */

const LETTERS = 40; // of the sentence in a file's name

/**
 * All that is known of a view now: the page's words (address.py) and the view's own.
 *
 * @type {(data: Taken) => About}
 */
export function aboutView(data) {
  /** @type {Partial<PageWords>} */
  const { page, ...words } = window.glassPage ?? {};
  const { name: view, title } = data.taken;
  return { page, view, what: data.label ?? title, ...words, link: words.link ?? location.href };
}

/**
 * The page, the view, the layer, the head and the sentence, as letters that any disk bears.
 *
 * @type {(about: About, ending: string) => string}
 */
export function fileName({ page, view, layer, head, sentence }, ending) {
  const words = (sentence ?? "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const place = [layer && `layer${layer}`, head && `head${head}`];
  const slug = [...words.join("_")].slice(0, LETTERS).join("");
  return `${[page, view, ...place, slug].filter(Boolean).join("-")}.${ending}`;
}

/**
 * What stands below a picture.
 *
 * @type {(about: About) => string[]}
 */
export function captions(about) {
  const changes = about.changes?.join("; ");
  const first = [
    t("{name}: {value}", { name: about.title, value: about.what }),
    about.sentence && t("“{text}”", { text: about.sentence }),
    about.from && `${about.from} → ${about.to}`,
    about.layer && t("layer {number}", { number: about.layer }),
    about.head && t("head {number}", { number: about.head }),
    changes ? t("changed: {changes}", { changes }) : t("no changes"),
  ];
  const second = [
    `Glass Transformer ${about.version}`,
    t("weights {fingerprint}", { fingerprint: about.weights }),
    about.link,
  ];
  return [first, second].map((line) => line.filter(Boolean).join(" · "));
}

/**
 * Hand a file to the browser.
 *
 * @type {(parts: BlobPart[], name: string, type: string) => void}
 */
export function save(parts, name, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
