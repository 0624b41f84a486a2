import type { Field } from '../extract/field.ts';
import { isList } from '../extract/field.ts';
import { isBlankJson, isJsonObject, type Json } from '../extract/json.ts';

/** Whether a field may ever be complete: a list is not, because no page says how long it is. */
const mayComplete = (field: Field): boolean => !isList(field) && field.fields.every(mayComplete);

const isFilled = (field: Field, value: Json | undefined): boolean => {
  if (field.fields.length === 0) return !isBlankJson(value);
  return (
    isJsonObject(value) &&
    field.fields.every((inner) =>
      isFilled(inner, Object.hasOwn(value, inner.name) ? value[inner.name] : undefined),
    )
  );
};

/** Whether a crawl that merges may stop: there are fields, none is or holds a list, and every one of them has a value. */
export const isComplete = (fields: readonly Field[], value: Readonly<Record<string, Json>>): boolean =>
  fields.length > 0 &&
  fields.every(mayComplete) &&
  fields.every((field) => isFilled(field, value[field.name]));
