// Writes ../figures-VERSION.min.js.gz, and in ../LICENSE whose work is in it:
//
// npm install --no-save plotly.js@4.1.1 esbuild@0.28.2 acorn@8 acorn-walk@8 terser@5 @gfx/zopfli@1
// node build.mjs

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipAsync } from "@gfx/zopfli";
import { parse } from "acorn";
import { simple } from "acorn-walk";
import { build } from "esbuild";
import { minify } from "terser";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync("node_modules/plotly.js/package.json", "utf8"));

// What no figure of the app has: what visitors select or draw, dates, checks for developers.
const calls = (...names) => names.map((name) => `exports.${name} = () => ({});`).join("");
const LEFT_OUT = [
  [/selections\/index\.js$/, calls("prepSelect", "selectOnClick", "clearOutline", "clearSelectionsCache")],
  [/selections\/select\.js$/, calls("reselect")],
  [/shapes\/display_outlines\.js$/, "module.exports = () => {};"],
  [/d3-time-format\/.*\.js$/, calls("timeFormat", "utcFormat", "timeFormatLocale")],
  [/(native-promise-only.*|plot_api\/template_api|plot_api\/validate)\.js$/, ""],
];
const lighter = {
  name: "lighter",
  setup(all) {
    all.onResolve({ filter: /^culori$/ }, () => ({ path: join(here, "colours.mjs") }));
    for (const [filter, contents] of LEFT_OUT) all.onLoad({ filter }, () => ({ contents }));
  },
};

/** Cut what Plotly says of its settings for its manual. */
function withoutManual(code) {
  const said = new Set(["description", "requiredOpts", "otherOpts", "hrName"]);
  const cuts = [];
  const nameOf = ({ key }) => key?.name ?? key?.value;
  simple(parse(code, { ecmaVersion: 2022 }), {
    ObjectExpression({ properties }) {
      if (!properties.some((one) => ["valType", "description", "hrName"].includes(nameOf(one)))) return;
      properties.forEach((one, i) => {
        const text = one.type === "Property" && !one.method && one.value.type !== "Identifier";
        if (text && said.has(nameOf(one))) cuts.push([one.start, properties[i + 1]?.start ?? one.end]);
      });
    },
  });
  let [kept, at] = ["", 0];
  for (const [start, end] of cuts.sort(([a], [b]) => a - b)) {
    if (start < at) continue;
    kept += code.slice(at, start);
    at = end;
  }
  return kept + code.slice(at);
}

const { outputFiles, metafile } = await build({
  entryPoints: [join(here, "figures.cjs")],
  bundle: true,
  format: "iife",
  globalName: "Plotly",
  define: { global: "window", "define.amd": "false" },
  target: "es2020",
  nodePaths: ["node_modules"],
  legalComments: "none",
  minifySyntax: true,
  metafile: true,
  write: false,
  outfile: "figures.js",
  plugins: [lighter],
});
const joined = outputFiles.find(({ path }) => path.endsWith(".js")).text;
const { code } = await minify(withoutManual(joined), {
  compress: { passes: 3, toplevel: true, top_retain: ["Plotly"], ecma: 2020 },
  mangle: { toplevel: true, reserved: ["Plotly"] },
  format: { comments: false, ecma: 2020 },
});
const head = `/* plotly.js v${version}, a part of it; MIT; see assets/plotly/LICENSE */\n`;
const packed = await gzipAsync(head + code, { numiterations: 5 });
writeFileSync(join(here, `../figures-${version}.min.js.gz`), packed);

const packages = new Set();
for (const [path, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs).find((one) => one.inputs && one.entryPoint).inputs)) {
  const name = path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  if (name && bytesInOutput) packages.add(name);
}
const licences = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const { license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return `${name}\n\n${file ? readFileSync(`${folder}/${file}`, "utf8").trim() : license}\n`;
});
writeFileSync(join(here, "../LICENSE"), licences.join(`\n${"-".repeat(72)}\n\n`));
console.log(`${code.length} characters, ${packed.length} bytes; ${[...packages].sort().join(", ")}`);
