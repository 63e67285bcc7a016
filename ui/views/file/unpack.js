// The scripts of a file travel packed: a third of their size. The policy knows the text of each.

const LETTERS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (letter) => !'"&<'.includes(letter),
);
const places = new Map(LETTERS.map((letter, place) => [letter, place]));

/**
 * Return what two letters for 13 bits each stand for.
 *
 * @type {(text: string, size: number) => Uint8Array<ArrayBuffer>}
 */
export function bytesOf(text, size) {
  const bytes = new Uint8Array(size);
  let [held, bits, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    const [high, low] = [text[i], text[i + 1]].map((letter) => places.get(letter) ?? 0);
    held = (held << 13) | (high * LETTERS.length + low);
    for (bits += 13; bits >= 8; ) {
      bits -= 8;
      bytes[at++] = held >> bits; // the lowest eight of them
    }
  }
  return bytes;
}

/** Run the scripts of this file, in their order. */
export default async function () {
  /** @type {NodeListOf<HTMLScriptElement>} */
  const all = document.querySelectorAll('script[type="text/packed"]');
  for (const { textContent, dataset } of all) {
    const packed = new Blob([bytesOf(textContent ?? "", Number(dataset.size))]);
    const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.type = dataset.type ?? "";
    script.textContent = await new Response(stream).text();
    document.head.append(script);
  }
}
