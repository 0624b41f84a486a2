import { isList, onlyValue, type Field } from '../schema/field.ts';
import { isBlankJson, isJsonObject, type Json } from '../schema/json.ts';

/**
 * Returns the paths of the scalars that a schema asks for, such as `office.city`, but for those that can have one value
 * only; null if a list is among them, because no page says how long a list is.
 */
const scalarPaths = (fields: readonly Field[], prefix = ''): string[] | null => {
  const paths: string[] = [];
  for (const field of fields) {
    if (isList(field)) return null;
    if (onlyValue(field) !== undefined) continue;
    const path = `${prefix}${field.name}`;
    const inner = field.fields.length === 0 ? [path] : scalarPaths(field.fields, `${path}.`);
    if (inner === null) return null;
    paths.push(...inner);
  }
  return paths;
};

/** Returns the paths of the scalars for which an answer has a value. */
export const filledPaths = (
  fields: readonly Field[],
  value: Readonly<Record<string, Json>>,
  prefix = '',
): string[] =>
  fields.flatMap((field) => {
    const found = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    const path = `${prefix}${field.name}`;
    if (field.fields.length === 0) return isBlankJson(found) ? [] : [path];
    return isJsonObject(found) ? filledPaths(field.fields, found, `${path}.`) : [];
  });

/** Says whether pages that answered these paths together answer everything. Never true if a list is asked for. */
export const isAnswered = (fields: readonly Field[], filled: ReadonlySet<string>): boolean => {
  const wanted = scalarPaths(fields);
  return wanted !== null && wanted.length > 0 && wanted.every((path) => filled.has(path));
};
