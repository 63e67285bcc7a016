// Plotly for bars, lines and heat maps: what figures of the app are drawn with, and no more.

const { register } = require("plotly.js/src/registry");
require("plotly.js/build/plotcss");
const toImage = require("plotly.js/src/plot_api/to_image");

const methods = { ...require("plotly.js/src/plot_api/plot_api"), toImage };
for (const [name, fn] of Object.entries(methods)) register({ moduleType: "apiMethod", name, fn });
register([
  require("plotly.js/src/traces/scatter"),
  require("plotly.js/lib/bar"),
  require("plotly.js/lib/heatmap"),
  require("plotly.js/src/components/annotations"),
  require("plotly.js/src/components/shapes"),
  require("plotly.js/src/components/grid"),
  require("plotly.js/src/components/errorbars"),
  require("plotly.js/src/components/colorscale"),
  require("plotly.js/src/components/colorbar"),
  require("plotly.js/src/components/legend"),
  require("plotly.js/src/components/fx"),
  require("plotly.js/src/components/modebar"),
  require("plotly.js/src/locale-en"),
  require("plotly.js/src/locale-en-us"),
]);
const { hover } = require("plotly.js/src/components/fx");

module.exports = { ...methods, Fx: { hover } };
