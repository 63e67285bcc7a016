// The words of the interface in scripts: each message that people read goes through here.

/**
 * A language other than English: its messages, with a form for each count where they count, and
 * how it writes numbers.
 *
 * @typedef {{language: string, messages: Record<string, string | string[]>, decimal: string,
 *   group: string}} Catalogue
 */

/** @type {Catalogue} */
let spoken = { language: "en", messages: {}, decimal: ".", group: "," };
/** @type {Promise<void> | undefined} */
let asked;

/** @param {Catalogue} catalogue */
export function speak(catalogue) {
  spoken = catalogue;
}

/** Learn the language of the page, once: its catalogue is named in the head, English has none. */
export function learn() {
  /** @type {HTMLLinkElement | null} */
  const link = document.querySelector("link#messages");
  asked ??= link
    ? fetch(link.href)
        .then(async (answer) => speak(await answer.json()))
        .catch(console.error) // then they stay English
    : undefined;
  return asked;
}

/**
 * Return a message in the visitor's language, its gaps filled: t("Layer {layer}", { layer: 1 }).
 *
 * @param {string} message
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(message, values = {}) {
  const found = spoken.messages[message] ?? message;
  return fill(typeof found === "string" ? found : found[0], values);
}

/**
 * Return a message that means something else in another context: tc("heads", "off").
 *
 * @param {string} context
 * @param {string} message
 */
export function tc(context, message) {
  const found = spoken.messages[`${context}\u0004${message}`]; // as gettext joins them
  return typeof found === "string" ? found : message;
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
  const forms = spoken.messages[one];
  if (!Array.isArray(forms)) return fill(count === 1 ? one : many, { count, ...values });
  return fill(forms[Math.min(formOf(count), forms.length - 1)], { count, ...values });
}

/** @type {(message: string, values: Record<string, unknown>) => string} */
const fill = (message, values) =>
  message.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? `${values[name]}` : gap));

/**
 * Which form of a message goes with a count: catalogues have them in the order of these names.
 *
 * @param {number} count
 */
function formOf(count) {
  const rules = new Intl.PluralRules(spoken.language);
  const there = rules.resolvedOptions().pluralCategories;
  const order = ["zero", "one", "two", "few", "many", "other"];
  return order.filter((name) => there.some((one) => one === name)).indexOf(rules.select(count));
}

/**
 * Return a number as the language writes it.
 *
 * @param {string} written in English
 */
export const inLanguage = (written) =>
  spoken.language === "en"
    ? written
    : written.replace(/[.,]/g, (sign) => (sign === "." ? spoken.decimal : spoken.group));

/** The language that is spoken here: "de". */
export const languageHere = () => spoken.language;

/** The catalogue of the language that is spoken here, for a file; English needs none. */
export const catalogueHere = () => (spoken.language === "en" ? undefined : spoken);
