// Where the matrices of the picture stand, and how large they are.

/** @import { ChosenCell, ProjectionRows } from "./data.d.ts" */

/** @typedef {ChosenCell["matrix"]} Role */

/** @type {Role[]} */
export const ROLES = ["Q", "K", "V"];
export const NAMES = 76,
  HEAD = 24,
  W_HEIGHT = 256; // room for the tokens, for letters; one px for a row

/**
 * @typedef {[number, number, number, number, number, boolean]} Size
 * @type {Size[]}
 */
// From which width on: width of X, of the large and the small matrices, gaps, side by side.
const SIZES = [
  [1072, 512, 224, 96, 20, true],
  [928, 512, 160, 64, 14, true],
  [600, 512, 224, 96, 20, false],
  [360, 256, 192, 32, 12, false],
  [0, 200, 128, 24, 8, false],
];

/**
 * Where everything stands, in pixels; tops has one place for each group.
 *
 * @param {number} width
 * @param {ProjectionRows[]} groups
 * @param {Role} matrix
 */
export function planOf(width, groups, matrix) {
  const [, inner, large, small, gap, wide] = SIZES.find(([from]) => width >= from) ?? SIZES[0];
  const count = groups.reduce((sum, group) => sum + group.tokens.length, 0);
  const pitch = count <= 11 ? 18 : count <= 22 ? 16 : 14;
  const columns = /** @type {Record<Role, {x: number, width: number}>} */ ({});
  /** @type {number[]} */
  const tops = [];
  let x = wide ? 2 : NAMES,
    y = 0;
  for (const role of ROLES) {
    columns[role] = { x, width: role === matrix ? large : small };
    x += columns[role].width + gap;
  }
  for (const { tokens } of groups) {
    tops.push(y + HEAD);
    y += HEAD + tokens.length * pitch + 8;
  }
  return { inner, wide, pitch, columns, tops, bottom: y, right: x - gap + 4 };
}
