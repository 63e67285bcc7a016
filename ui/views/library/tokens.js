// Names of tokens.

/**
 * @typedef {{text: string, joined?: boolean, special?: boolean, known?: boolean,
 *   lang?: string | null}} Token
 */

/**
 * A token as it is written alone: "…" where it continues a word.
 *
 * @param {Token} token
 */
export const shown = (token) =>
  (token.joined && /^[\p{L}\p{N}]/u.test(token.text) ? "…" : "") + token.text;

/**
 * The classes of a token's node: its own, and what the token is; open if the next piece joins it.
 *
 * @param {string} own
 * @param {Token} token
 * @param {Token} [next]
 */
export const classesOf = (own, token, next) =>
  [
    own,
    token.joined && "joined",
    next?.joined && "open",
    token.special && "special",
    token.known === false && "unknown",
  ]
    .filter(Boolean)
    .join(" ");

/**
 * A text of at most so many characters; a longer one ends in "…".
 *
 * @param {string} text
 * @param {number} [longest]
 */
export function cut(text, longest = 11) {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}
