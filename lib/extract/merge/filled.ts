import { isList, type Field } from '../schema/field.ts';
import { isBlankJson, isJsonObject, type Json } from '../schema/json.ts';

/**
 * Paths of the scalars that a schema asks for, such as `office.city`; null where a list is among them: no page says
 * how long it is.
 */
const scalarPaths = (fields: readonly Field[], prefix = ''): string[] | null => {
  const paths: string[] = [];
  for (const field of fields) {
    if (isList(field)) return null;
    const path = `${prefix}${field.name}`;
    const inner = field.fields.length === 0 ? [path] : scalarPaths(field.fields, `${path}.`);
    if (inner === null) return null;
    paths.push(...inner);
  }
  return paths;
};

/** Paths of the scalars that an answer has a value for. */
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

/** Whether pages that answered these paths together answer all that is asked. Never where a list is asked for. */
export const isAnswered = (fields: readonly Field[], filled: ReadonlySet<string>): boolean => {
  const wanted = scalarPaths(fields);
  return wanted !== null && wanted.length > 0 && wanted.every((path) => filled.has(path));
};
