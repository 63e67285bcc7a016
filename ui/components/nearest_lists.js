// Lists of nearest rows, side by side, to be read.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".nearest_lists");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  root.replaceChildren();
  const columns = element("div", { class: "columns" }, root);
  for (const { title, near } of data.lists) {
    const column = element("section", {}, columns);
    element("h4", { title }, column, title);
    nearestRows(column, near, data.chance);
  }
  const remark = element("p", { class: "remark-below", "aria-live": "polite" }, root);
  remark.textContent = data.remark;
}
