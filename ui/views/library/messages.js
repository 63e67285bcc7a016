// The words of the interface in scripts: each message that people read goes through here.

/**
 * Return a message in the visitor's language, its gaps filled: t("Layer {layer}", { layer: 1 }).
 *
 * @param {string} message
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(message, values = {}) {
  return message.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? `${values[name]}` : gap));
}

/**
 * Return the form of a message that goes with a count, which fills the gap {count}.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function tn(one, many, count, values = {}) {
  return t(count === 1 ? one : many, { count, ...values });
}
