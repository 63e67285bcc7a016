// Weights from a safetensors file, as float32 numbers, under the names that they have in model/.

/**
 * A matrix of weights, or a vector: its numbers, row after row, and their address in the memory of
 * WebAssembly. A matrix has shape [outputs, inputs], and E has [vocab_size, d_model].
 *
 * @typedef {{shape: number[], values: Float32Array, address: number}} Weight
 */

/** @typedef {Record<string, {dtype: string, shape: number[], data_offsets: number[]}>} Header */

/** A file is incomplete, or holds no model. */
export class DamagedModel extends Error {}

const SLACK = 1 << 13; // bytes left free after each weight: the kernel may read one row too many
const SCALE = ".scale"; // ends the name of the scales of an int8 matrix, one for each row

/**
 * Read the header of a safetensors file.
 *
 * @param {Uint8Array} bytes the file
 * @returns {{header: Header, metadata: Record<string, string>, start: number}} the tensors that it
 *   holds, and where the first of them begins
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
  throw new DamagedModel("not a complete safetensors file");
}

/**
 * Give each weight a place, in single precision, in a memory that WebAssembly can read.
 *
 * The weights themselves come later: `fill` reads those of which all bytes have arrived.
 *
 * @param {Uint8Array} bytes as long as the whole file, of which the header has arrived
 * @param {number} room bytes that are left free at the beginning of the memory
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
   * @param {number} arrived how many bytes of the file have arrived
   * @returns names of the weights that are still to come
   */
  const fill = (arrived) => {
    for (const [name, weight] of waiting) {
      const parts = [name, name + SCALE].flatMap((one) => header[one]?.data_offsets ?? []);
      if (start + Math.max(...parts) > arrived) continue;
      readWeight(bytes, start, header, name, weight.values);
      weights[name] = weight;
      waiting.delete(name);
    }
    return [...waiting.keys()];
  };
  return { memory, weights, fill };
}

/**
 * Read one weight; int8 numbers are multiplied by the scale of their row (model/eight_bits.py).
 *
 * @param {Uint8Array} bytes
 * @param {number} start where the first tensor begins
 * @param {Header} header
 * @param {string} name
 * @param {Float32Array} values where the numbers are written
 */
function readWeight(bytes, start, header, name, values) {
  readNumbers(values, tensorBytes(bytes, start, header, name), header[name].dtype);
  if (header[name].dtype === "I8") {
    if (!header[name + SCALE]) throw new DamagedModel(`${name} has no scales`);
    const scales = new Float32Array(header[name].shape[0]);
    const scaleBytes = tensorBytes(bytes, start, header, name + SCALE);
    readNumbers(scales, scaleBytes, header[name + SCALE].dtype);
    const columns = values.length / scales.length;
    for (let i = 0; i < values.length; i++) values[i] *= scales[Math.floor(i / columns)];
  }
  if (!values.every(Number.isFinite)) throw new DamagedModel(`${name} is not finite`);
}

/**
 * The bytes of one tensor.
 *
 * @type {(bytes: Uint8Array, start: number, header: Header, name: string) => DataView}
 */
function tensorBytes(bytes, start, header, name) {
  const [from, to] = header[name].data_offsets;
  return new DataView(bytes.buffer, bytes.byteOffset + start + from, to - from);
}

/**
 * Read numbers of one of three types: float32, float16, int8.
 *
 * @type {(values: Float32Array, numbers: DataView, dtype: string) => void}
 */
function readNumbers(values, numbers, dtype) {
  const width = { F32: 4, F16: 2, I8: 1 }[dtype];
  if (!width || numbers.byteLength !== values.length * width)
    throw new DamagedModel(`${dtype} numbers cannot be read, or their count is wrong`);
  for (let i = 0; i < values.length; i++)
    if (width === 4) values[i] = numbers.getFloat32(4 * i, true);
    else if (width === 2) values[i] = HALVES[numbers.getUint16(2 * i, true)];
    else values[i] = numbers.getInt8(i);
}

// The value of each of the 65,536 half-precision numbers: sign, five bits of exponent, fraction.
const HALVES = Float32Array.from({ length: 1 << 16 }, (_, bits) => {
  const exponent = (bits >> 10) & 31,
    fraction = (bits & 1023) / 1024;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction);
});
