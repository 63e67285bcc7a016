// What the scenes of the story are made of, where rows lie, and how things come and go.

import { t } from "../../../../ui/views/library/messages.js";
import { shown } from "../../../../ui/views/library/tokens.js";

/** @import { Room, Shape, Told } from "./types.d.ts" */

const ANGLE = 76; // pixels at the foot of a picture that shows an angle
export const LABEL = 96; // pixels that names of tokens have
export const LEFT = 10;
export const TOP = 34; // above it stands what the picture shows

/** @type {(value: number) => string} */
export const percent = (value) => t("{percent}%", { percent: Math.round(value * 100) });

/** @typedef {Partial<Shape>} More */

/** @type {(x: number, y: number, words: string, more?: object) => Shape} */
export const text = (x, y, words, more) => ({ kind: "text", x, y, text: words, ...more });

/** @type {(words: string, more?: object) => Shape} */
export const title = (words, more) => text(LEFT, 15, words, { colour: "muted", size: 13, ...more });

/** @type {(x: number, y: number, word: string, width: number, more?: object) => Shape} */
export const word = (x, y, word, width, more) => ({
  kind: "token",
  x,
  y,
  text: word,
  width,
  ...more,
});

/** @type {(x: number, y: number, token: Told["start"], width: number, more?: object) => Shape} */
export const chip = (x, y, token, width, more) =>
  word(x, y, shown(token), width, { border: true, special: token.special === true, ...more });

/** @type {(box: number[], tensor: string, row: number, more?: object) => Shape} */
export const strip = ([x, y, width, height], tensor, row, more) => ({
  ...{ kind: "strip", x, y, width, height, tensor, row },
  ...more,
});

/** @type {(from: number[], to: number[], width: number, colour: string, more?: object) => Shape} */
export const line = (from, to, width, colour, more) => ({
  ...{ kind: "line", from, to, width, colour },
  ...more,
});

/** @type {(box: number[], colour: string, more?: object) => Shape} */
export const bar = ([x, y, width, height], colour, more) => ({
  ...{ kind: "bar", x, y, width, height, colour },
  ...more,
});

/** @type {(box: number[], colour: string, more?: object) => Shape} */
export const box = ([x, y, width, height], colour, more) => ({
  ...{ kind: "box", x, y, width, height, colour },
  ...more,
});

/** @type {(x: number, y: number, radius: number, colour: string) => Shape} */
export const dot = (x, y, radius, colour) => ({ kind: "dot", x, y, radius, colour });

/**
 * Two arrows from one point, so many degrees apart, in the lowest pixels of a room: the angle of
 * two long vectors is also that of two arrows on paper.
 *
 * @param {Room} room
 * @param {[string, string]} said what each arrow is called
 * @param {number} degrees
 * @param {number} opens from 0, when both point the same way, to 1
 * @returns {Shape[]}
 */
export function arrows(room, said, degrees, opens) {
  const radians = (degrees * Math.PI * opens) / 180;
  const [x, y, long] = [room.width / 2 - 20, room.height - 12, ANGLE - 30];
  const tip = [x + long * Math.cos(radians), y - long * Math.sin(radians)];
  const beside = tip[0] < x ? { align: "right" } : {};
  const look = { size: 13, alpha: opens, width: room.width / 2 - long - 10 };
  const name = text(tip[0] + (tip[0] < x ? -8 : 8), tip[1] - 6, said[1], { ...look, ...beside });
  const angle = `${Math.round(degrees)}°`;
  return [
    {
      kind: "arrow",
      from: [x, y],
      to: [x + long, y],
      colour: "muted",
      alpha: Math.min(1, opens * 3),
    },
    { kind: "arrow", from: [x, y], to: tip, colour: "primary", alpha: Math.min(1, opens * 3) },
    text(x + long + 8, y, said[0], look),
    name,
    text(x - 12, y, angle, { size: 13, bold: true, align: "right", alpha: opens }),
  ];
}

/** A room without the pixels at its foot that an angle has. @type {(room: Room) => Room} */
export const aboveAngle = (room) => ({ ...room, height: room.height - ANGLE });

/**
 * Where rows lie, and how high one is.
 *
 * @param {Room} room
 * @param {number} count
 */
export function rows(room, count) {
  const pitch = Math.min(54, (room.height - TOP - 26) / Math.max(1, count));
  const y = (/** @type {number} */ row) => TOP + pitch * (row + 0.5);
  return { y, pitch, high: Math.min(18, pitch - 7) };
}

/**
 * The tokens that are shown, one below the other, and how many are not.
 *
 * @type {(told: Told, room: Room, more?: object) => Shape[]}
 */
export function names(told, room, more) {
  const { y, pitch } = rows(room, told.source.length);
  const out = told.source.map((token, row) => chip(LEFT, y(row), token, LABEL, more));
  const rest = told.left[0] + told.left[1];
  const foot = y(told.source.length - 1) + pitch / 2 + 11;
  const more_ = t("… and {count} more", { count: rest });
  if (rest) out.push(text(LEFT, foot, more_, { size: 12, colour: "muted", ...more }));
  return out;
}

/**
 * Whole words of tokens: a piece that continues a word joins it.
 *
 * @param {Told["source"]} tokens
 */
export function words(tokens) {
  /** @type {{text: string, first: number}[]} */
  const out = [];
  tokens.forEach((token, place) => {
    if (token.special) return;
    if (token.joined && out.length) out[out.length - 1].text += token.text;
    else out.push({ text: token.text, first: place });
  });
  return out;
}
