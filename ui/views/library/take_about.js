// What a file that is taken away says of itself: names, captions, where it is from.

const LETTERS = 40; // of the sentence in a file's name

/** All that is known of a view now: the page's words (address.py) and the view's own. */
export function aboutView(data) {
  const { page, ...words } = window.glassPage ?? {};
  const { name, title } = data.taken;
  const what = data.label ?? title;
  return { page, view: name, what, ...words, link: location.href };
}

/** The page, the view, the layer, the head and the sentence, as letters that any disk bears. */
export function fileName({ page, view, layer, head, sentence }, ending) {
  const words = (sentence ?? "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const place = [layer && `layer${layer}`, head && `head${head}`];
  const slug = [...words.join("_")].slice(0, LETTERS).join("");
  return `${[page, view, ...place, slug].filter(Boolean).join("-")}.${ending}`;
}

/** What stands below a picture. */
export function captions(about) {
  const place = [about.layer && `layer ${about.layer}`, about.head && `head ${about.head}`];
  const changes = about.changes?.length ? `changed: ${about.changes.join("; ")}` : "no changes";
  const first = [
    `${about.title}: ${about.what}`,
    about.sentence && `“${about.sentence}”`,
    about.from && `${about.from} → ${about.to}`,
    ...place,
    changes,
  ];
  const second = [`Glass Transformer ${about.version}`, `weights ${about.weights}`, about.link];
  return [first, second].map((line) => line.filter(Boolean).join(" · "));
}

/** Hand a file to the browser. */
export function save(parts, name, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
