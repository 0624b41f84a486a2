/**
 * An object whose members nobody has checked yet: a caller's body or schema, a page's JSON-LD, an item of the table
 * before it is parsed. What is known has a type of its own.
 */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for an object, which `null` and a list are not. */
export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
