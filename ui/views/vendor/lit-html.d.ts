// As much of lit-html 3.3.3 as views use, for the type checker alone; LICENSE beside it is its own.

/** What a template becomes once it is rendered. */
export interface Template {
  readonly strings: TemplateStringsArray;
}
/** Leaves an attribute, or what would stand here, out. */
export const nothing: unique symbol;
/** Leaves what stands here as it is. */
export const noChange: unique symbol;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function render(what: unknown, container: Element): unknown;
