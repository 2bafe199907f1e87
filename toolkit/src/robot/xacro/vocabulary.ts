/** The elements of xacro's own, and the attributes that each may have. */

export interface Word {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const word = (required: readonly string[], optional: readonly string[] = []): Word => ({
  required,
  optional,
});

export const vocabulary: ReadonlyMap<string, Word> = new Map([
  ['include', word(['filename'], ['ns', 'optional'])],
  ['property', word(['name'], ['value', 'default', 'remove', 'scope', 'lazy_eval'])],
  ['macro', word(['name'], ['params'])],
  ['arg', word(['name'], ['default'])],
  ['if', word(['value'])],
  ['unless', word(['value'])],
  ['insert_block', word(['name'])],
  ['attribute', word(['name', 'value'])],
]);

/** Elements that are no plain ones, and of which nobody else has the names and attributes. */
export function looksForgotten(name: string, attributes: ReadonlyMap<string, unknown>): boolean {
  const known = vocabulary.get(name);
  if (known === undefined || name === 'attribute') return false;
  if (name === 'property' && !attributes.has('value')) return false;
  return known.required.every((attribute) => attributes.has(attribute));
}
