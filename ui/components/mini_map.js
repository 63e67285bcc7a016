// The diagram without words: you are here. Each block that has a page is a link to it.
const BLOCKS = {
  source_tokens: [7, 110, 40, 6], target_tokens: [69, 110, 40, 6],
  source_embedding: [7, 99, 40, 9], target_embedding: [69, 99, 40, 9],
  source_positions: [7, 87, 40, 9], target_positions: [69, 87, 40, 9],
  encoder_self: [7, 66, 40, 11], encoder_feed_forward: [7, 46, 40, 11],
  decoder_self: [69, 67, 40, 11], cross: [69, 51, 40, 11], decoder_feed_forward: [69, 27, 40, 11],
  linear: [69, 11, 40, 9], softmax: [69, 1, 40, 8],
};

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".mini_map");
  root.replaceChildren();
  const map = svg("svg", { viewBox: "0 0 118 118", role: "group", "aria-label": data.label }, root);
  const line = { fill: "none", stroke: "var(--glass-line2)" };
  svg("rect", { x: 2, y: 40, width: 50, height: 42, rx: 5, ...line }, map);
  svg("rect", { x: 64, y: 22, width: 50, height: 60, rx: 5, ...line }, map);
  svg("path", { d: "M27 110V46M89 110V6M27 46V33H58V57H69", ...line }, map);
  for (const [block, [x, y, width, height]] of Object.entries(BLOCKS)) {
    const page = data.opens[block];
    const holder = page ? svg("a", { href: page.address + location.search, "aria-label": page.title }, map) : map;
    if (page) holder.onclick = (event) => follow(event, { href: new URL(page.address, document.baseURI).href });
    const here = data.here.includes(block);
    const box = svg("rect", { x, y, width, height, rx: 2.5, class: here ? "block here" : "block" }, holder);
    if (page) svg("title", {}, box, page.title);
  }
}
