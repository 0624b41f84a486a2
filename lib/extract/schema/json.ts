/** A JSON value (RFC 8259). */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type JsonObject = { readonly [name: string]: Json };

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the one spelling of a JSON value: names sorted by UTF-16 code unit, no white space, numbers as ECMAScript
 * writes them (RFC 8785). The merge treats two values with one spelling as the same.
 */
export const canonicalJson = (value: Json): string => {
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value)
      .sort(([a], [b]) => compareNames(a, b))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
};

/** Says whether a value answers nothing: null, an empty text or list, or an object of such values. */
export const isBlankJson = (value: Json | undefined): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(isBlankJson);
};
