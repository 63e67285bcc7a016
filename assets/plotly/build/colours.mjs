// The colours that figures name: red, green and blue, or hue, saturation and lightness.

import { modeHsl, modeLrgb, modeRgb, useMode } from "culori/fn";

for (const mode of [modeRgb, modeHsl, modeLrgb]) useMode(mode);

export { converter, formatHex, formatRgb, wcagContrast, wcagLuminance } from "culori/fn";
