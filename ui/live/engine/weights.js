// Weights from a file of safetensors: float32 numbers by the names of model/.

/**
 * A matrix of weights, or a vector: its numbers, row after row, and their address in the memory.
 *
 * @typedef {{shape: number[], values: Float32Array, address: number}} Weight
 */

/** @typedef {Record<string, {dtype: string, shape: number[], data_offsets: number[]}>} Header */

/** A file that is no model, or not whole. */
export class DamagedModel extends Error {}

const SLACK = 1 << 13; // bytes after each weight: the kernel reads two rows of W together
const SCALE = ".scale"; // of rounded weights: one for each row of the matrix

/**
 * Read a file of safetensors.
 *
 * @param {Uint8Array} bytes
 * @returns {{header: Header, metadata: Record<string, string>, start: number}} what it holds, and
 *   where the first tensor begins
 */
export function readHeader(bytes) {
  try {
    const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
    const { __metadata__: metadata = {}, ...header } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(8, 8 + length)),
    );
    const ends = Object.values(header).map(({ data_offsets }) => data_offsets[1]);
    if (8 + length + Math.max(...ends) === bytes.length)
      return { header, metadata, start: 8 + length };
  } catch {}
  throw new DamagedModel("not a whole file of safetensors");
}

/**
 * Lay all weights out in a memory that WebAssembly can read, in single precision. What is returned
 * reads those of which all bytes are there.
 *
 * @param {Uint8Array} bytes room for a whole file of safetensors, which begins with its header
 * @param {number} room bytes that are left free at the beginning
 */
export function layOut(bytes, room) {
  const { header, start } = readHeader(bytes);
  const names = Object.keys(header).filter((name) => !name.endsWith(SCALE));
  const size = (/** @type {string} */ name) => header[name].shape.reduce((a, b) => a * b, 4);
  const needed = names.reduce((sum, name) => sum + size(name) + SLACK, room);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(needed / 65536) });
  /** @type {Record<string, Weight>} */
  const weights = {};
  let address = room;
  const waiting = new Map(
    names.map((name) => {
      const values = new Float32Array(memory.buffer, address, size(name) / 4);
      const weight = { shape: header[name].shape, values, address };
      address += size(name) + SLACK;
      return [name, weight];
    }),
  );
  /**
   * @param {number} have bytes that are there
   * @returns names of the weights that are still to come
   */
  const fill = (have) => {
    for (const [name, weight] of waiting) {
      const parts = [name, name + SCALE].flatMap((one) => header[one]?.data_offsets ?? []);
      if (start + Math.max(...parts) > have) continue;
      readWeight(bytes, start, header, name, weight.values);
      weights[name] = weight;
      waiting.delete(name);
    }
    return [...waiting.keys()];
  };
  return { memory, weights, fill };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {Header} header
 * @param {string} name
 * @param {Float32Array} values where they are written
 */
function readWeight(bytes, start, header, name, values) {
  fill(values, tensor(bytes, start, header, name), header[name].dtype);
  if (header[name].dtype === "I8") {
    if (!header[name + SCALE]) throw new DamagedModel(`${name} has no scales`);
    const scales = new Float32Array(header[name].shape[0]);
    fill(scales, tensor(bytes, start, header, name + SCALE), header[name + SCALE].dtype);
    const columns = values.length / scales.length;
    for (let i = 0; i < values.length; i++) values[i] *= scales[Math.floor(i / columns)];
  }
  if (!values.every(Number.isFinite)) throw new DamagedModel(`${name} is not finite`);
}

/** @type {(bytes: Uint8Array, start: number, header: Header, name: string) => DataView} */
function tensor(bytes, start, header, name) {
  const [from, to] = header[name].data_offsets;
  return new DataView(bytes.buffer, bytes.byteOffset + start + from, to - from);
}

/** @type {(values: Float32Array, numbers: DataView, dtype: string) => void} */
function fill(values, numbers, dtype) {
  const width = { F32: 4, F16: 2, I8: 1 }[dtype];
  if (!width || numbers.byteLength !== values.length * width)
    throw new DamagedModel(`numbers of the kind ${dtype} are not known here`);
  for (let i = 0; i < values.length; i++)
    if (width === 4) values[i] = numbers.getFloat32(4 * i, true);
    else if (width === 2) values[i] = HALVES[numbers.getUint16(2 * i, true)];
    else values[i] = numbers.getInt8(i);
}

// The value of each of the 65,536 numbers of half precision: sign, five bits of exponent, fraction.
const HALVES = Float32Array.from({ length: 1 << 16 }, (_, bits) => {
  const exponent = (bits >> 10) & 31,
    fraction = (bits & 1023) / 1024;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction);
});
