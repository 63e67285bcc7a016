// What stays while a visitor types: the server says where it is, the browser loads it once.

/** @typedef {{kept: string}} Kept where it is, below the app's own address */

const MOST = 24, // so many are held; the browser itself keeps all
  PAUSES = [500, 2000]; // milliseconds before it is asked for again

/** @type {Map<string, Promise<unknown>>} */
const held = new Map();

/** @type {(value: Partial<Kept> | null) => boolean} */
const isKept = (value) => typeof value?.kept === "string";

/** @type {(address: string, pauses: number[]) => Promise<unknown>} */
async function load(address, [pause, ...rest]) {
  try {
    const answer = await fetch(new URL(`.${address}`, document.baseURI));
    if (!answer.ok) throw Error(`the server does not have ${address}`);
    return await answer.json();
  } catch (error) {
    if (pause === undefined) throw error;
    await new Promise((done) => setTimeout(done, pause)); // the server begins anew, perhaps
    return load(address, rest);
  }
}

/** @type {(address: string) => Promise<unknown>} */
function take(address) {
  const found = held.get(address) ?? load(address, PAUSES);
  held.delete(address); // the latest comes last
  held.set(address, found);
  found.catch(() => held.delete(address));
  const [oldest] = held.keys();
  if (held.size > MOST) held.delete(oldest);
  return found;
}

/**
 * Return a view's data with all that it names by an address: always the same objects.
 *
 * @template Data
 * @param {Data} data
 * @returns {Promise<Data>}
 */
export async function whole(data) {
  const fields = Object.entries(data ?? {}).filter(([, value]) => isKept(value));
  const found = await Promise.all(fields.map(([, value]) => take(value.kept)));
  const loaded = fields.map(([name], place) => [name, found[place]]);
  return fields.length ? { ...data, ...Object.fromEntries(loaded) } : data;
}
