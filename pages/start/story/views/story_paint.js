// Painting the shapes of a scene on a canvas.

import { css } from "../../../../ui/views/library/colours.js";
import { brush } from "../../../../ui/views/library/dom.js";
import { largest, rowOf, slice } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Shape, Told } from "./types.d.ts" */

/**
 * What paints the shapes of one sentence in one theme; its small pictures are made once.
 *
 * @param {Told} told
 * @param {Palette} palette
 * @param {string} font
 */
export function painter(told, palette, font) {
  /** @type {Map<string, HTMLCanvasElement>} */
  const kept = new Map();
  /** @type {(name: string, make: (canvas: HTMLCanvasElement) => void) => HTMLCanvasElement} */
  const keep = (name, make) => {
    const before = kept.get(name);
    if (before) return before;
    const canvas = document.createElement("canvas");
    make(canvas);
    kept.set(name, canvas);
    return canvas;
  };
  /** @type {(tensor: string, row: number) => HTMLCanvasElement} */
  const strip = (tensor, row) =>
    keep(`${tensor} ${row}`, (canvas) => {
      const matrix = told.tensors[tensor];
      const most = largest(matrix);
      const part = row < 0 ? matrix : { shape: [1, matrix.shape[1]], values: rowOf(matrix, row) };
      dots(canvas, part, (value) => palette.signed(value / most));
    });
  /** @type {(head: number) => HTMLCanvasElement} */
  const map = (head) =>
    keep(`map ${head}`, (canvas) => {
      dots(canvas, slice(told.tensors.maps, head), palette.attention);
    });
  const inks = /** @type {Record<string, string>} */ ({});
  /** @type {(name?: string) => string} */
  const ink = (name = "text") => (inks[name] ??= css(palette.colour(name)));

  /** @type {(context: CanvasRenderingContext2D, text: string, width?: number) => string} */
  const fitted = (context, text, width) => {
    if (!width || context.measureText(text).width <= width) return text;
    const letters = [...text];
    while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > width)
      letters.pop();
    return `${letters.join("")}…`;
  };

  /** @type {(context: CanvasRenderingContext2D, shape: Shape) => void} */
  function paint(context, shape) {
    context.globalAlpha = shape.alpha ?? 1;
    context.fillStyle = ink(shape.colour);
    context.strokeStyle = ink(shape.colour);
    context.setLineDash("dashed" in shape && shape.dashed ? [5, 4] : []);
    switch (shape.kind) {
      case "text":
        context.font = `${shape.bold ? 600 : 400} ${shape.size ?? 14}px ${font}`;
        context.textAlign = shape.align ?? "left";
        context.fillText(fitted(context, shape.text, shape.width), shape.x, shape.y);
        break;
      case "token": {
        context.font = `${shape.special ? 400 : 500} 14px ${font}`;
        context.textAlign = "left";
        const text = fitted(context, shape.text, shape.width - 12);
        const width = context.measureText(text).width + 12;
        if (shape.border || shape.ring) {
          context.fillStyle = ink("panel");
          context.strokeStyle = ink(
            shape.ring ? (shape.colour ?? "primary") : (shape.colour ?? "line2"),
          );
          context.lineWidth = shape.ring ? 2 : 1;
          context.beginPath();
          context.roundRect(shape.x, shape.y - 11, width, 22, 5);
          context.fill();
          context.stroke();
        }
        context.fillStyle = ink(shape.special ? "muted" : "text");
        context.fillText(text, shape.x + 6, shape.y);
        break;
      }
      case "letters": {
        context.font = `500 14px ${font}`;
        context.textAlign = "left";
        let x = shape.x + 6;
        for (const letter of shape.text) {
          context.fillText(letter, x, shape.y);
          x += context.measureText(letter).width + shape.gap;
        }
        break;
      }
      case "strip":
        context.drawImage(
          strip(shape.tensor, shape.row),
          shape.x,
          shape.y - shape.height / 2,
          shape.width,
          shape.height,
        );
        break;
      case "map":
        context.drawImage(map(shape.head), shape.x, shape.y, shape.size, shape.size);
        break;
      case "line": {
        const [[x, y], [toX, toY]] = [shape.from, shape.to];
        context.lineWidth = shape.width ?? 1;
        context.beginPath();
        context.moveTo(x, y);
        const bend = (toX - x) / 2;
        context.bezierCurveTo(x + bend, y, toX - bend, toY, toX, toY);
        context.stroke();
        break;
      }
      case "arrow": {
        const [[x, y], [toX, toY]] = [shape.from, shape.to];
        const angle = Math.atan2(toY - y, toX - x);
        context.lineWidth = 2.5;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(toX, toY);
        for (const side of [-2.6, 2.6]) {
          context.moveTo(toX, toY);
          context.lineTo(toX + 9 * Math.cos(angle + side), toY + 9 * Math.sin(angle + side));
        }
        context.stroke();
        break;
      }
      case "curve": {
        context.lineWidth = 2;
        context.beginPath();
        shape.points.forEach(([x, y], n) => {
          const [beforeX, beforeY] = shape.points[Math.max(0, n - 1)];
          context.quadraticCurveTo(beforeX, beforeY, (x + beforeX) / 2, (y + beforeY) / 2);
        });
        const [x, y] = shape.points[shape.points.length - 1];
        context.lineTo(x, y);
        context.stroke();
        for (const [x, y] of shape.points) context.fillRect(x - 2, y - 2, 4, 4);
        break;
      }
      case "bar":
        context.fillRect(shape.x, shape.y - shape.height / 2, shape.width, shape.height);
        break;
      case "box":
        context.lineWidth = 2;
        context.fillStyle = ink("bg");
        if (shape.filled) context.fillRect(shape.x, shape.y, shape.width, shape.height);
        context.strokeRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case "dot":
        context.beginPath();
        context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
        context.fill();
        break;
      case "units":
        told.active.forEach((on, unit) => {
          context.fillStyle = ink(on ? "primary" : "panel2");
          const [column, row] = [unit % shape.columns, Math.floor(unit / shape.columns)];
          context.fillRect(
            shape.x + column * shape.cell,
            shape.y + row * shape.cell,
            shape.cell - 1,
            shape.cell - 1,
          );
        });
    }
  }

  /**
   * Paint a moment.
   *
   * @param {HTMLCanvasElement} canvas
   * @param {Shape[]} shapes
   * @param {number} scale pixels of the screen for one of the shapes'
   */
  return (canvas, shapes, scale) => {
    const context = brush(canvas);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    context.textBaseline = "middle";
    for (const shape of shapes) if (shape.alpha !== 0) paint(context, shape);
    context.globalAlpha = 1;
  };
}
