import { canonicalJson, isJsonObject, type Json } from '../../extract/schema/json.ts';

/** Fields whose values differ; null for a value that a version does not have. */
export type ChangedFields = Readonly<Record<string, { readonly previous: Json; readonly current: Json }>>;

/** Returns answers by field; an answer that is no object, such as a list, is the field `value`. */
const fieldsOf = (answer: unknown): Readonly<Record<string, Json>> => {
  if (isJsonObject(answer)) return answer;
  return answer === null || answer === undefined ? {} : { value: answer as Json };
};

/** Returns the fields in which two answers to the same question differ, those of the later one first. */
export const changedFields = (before: unknown, after: unknown): ChangedFields => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const of = (fields: Readonly<Record<string, Json>>, name: string): Json =>
    Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])];
  return Object.fromEntries(
    names
      .map((name) => [name, { previous: of(old, name), current: of(now, name) }] as const)
      .filter(([, { previous, current }]) => canonicalJson(previous) !== canonicalJson(current)),
  );
};
