import { isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';

/** A JSON Schema, draft 7 or 2020-12, as a caller wrote it. */
export type JsonSchema = JsonObject;

const pointerSteps = (reference: string): string[] =>
  reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the target of a reference within the schema (`#/$defs/Price`, RFC 6901), or null. */
export const referred = (reference: string, root: JsonSchema): JsonSchema | null => {
  if (!/^#(?:$|\/)/.test(reference) || /%(?![0-9a-f]{2})/i.test(reference)) return null;
  let at: Json = root;
  for (const step of pointerSteps(reference)) {
    if (!isJsonObject(at) || !Object.hasOwn(at, step)) return null;
    at = at[step] ?? null;
  }
  return isJsonObject(at) ? at : null;
};

const referencesMax = 20;

/**
 * Says whether a part of a schema allows null. References within `root` are followed; one that leads nowhere, or is
 * more than 20 references away, allows anything.
 */
export const allowsNull = (written: Json, root: JsonSchema, steps = referencesMax): boolean => {
  if (!isJsonObject(written) || steps === 0) return written !== false;
  const { $ref: reference, anyOf, oneOf, allOf, type, enum: values } = written;
  const inner = (part: Json): boolean => allowsNull(part, root, steps - 1);
  const lists = [anyOf, oneOf].filter(isJsonList);
  const target = typeof reference === 'string' ? referred(reference, root) : null;
  return (
    (target === null || inner(target)) &&
    lists.every((branches) => branches.some(inner)) &&
    (!isJsonList(allOf) || allOf.every(inner)) &&
    (type === undefined || (isJsonList(type) ? type : [type]).includes('null')) &&
    (!isJsonList(values) || values.includes(null)) &&
    (!('const' in written) || written['const'] === null)
  );
};

const isNull = (schema: Json): boolean => isJsonObject(schema) && schema['type'] === 'null';

/** Returns the one branch of a choice that is not null, or null unless there is exactly one. */
const onlyBranch = (schema: JsonSchema): JsonSchema | null => {
  const choice = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (!Array.isArray(choice)) return null;
  const branches = (choice as readonly Json[]).filter((branch) => !isNull(branch));
  return branches.length === 1 && isJsonObject(branches[0]) ? branches[0] : null;
};

/** Removes null from a schema of one type: `["string", "null"]` becomes `string`. */
const withOneType = (schema: JsonSchema): JsonSchema => {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = (type as readonly Json[]).filter((name) => name !== 'null');
  if (types.length === 1 && types[0] !== undefined) return { ...schema, type: types[0] };
  const { type: _, ...untyped } = schema;
  return untyped;
};

/** Returns the values of a choice that is spelled as one branch for each value; null if it is another choice. */
const valuesOfChoice = (schema: JsonSchema, root: JsonSchema): readonly Json[] | null => {
  const choice = schema['anyOf'] ?? schema['oneOf'];
  if (!isJsonList(choice) || schema['enum'] !== undefined || schema['const'] !== undefined) return null;
  const values = choice.map((branch): readonly Json[] | null => {
    if (!isJsonObject(branch)) return null;
    if (isNull(branch)) return [null];
    const { $ref: reference } = branch;
    const { const: value, enum: several } =
      typeof reference === 'string' ? (referred(reference, root) ?? {}) : branch;
    return isJsonList(several) ? several : value === undefined ? null : [value];
  });
  return values.every((each) => each !== null) ? values.flat() : null;
};

/**
 * Resolves references and choices between one thing and null, and writes a choice of constants as `enum`. The
 * description nearest to the property wins.
 */
export const resolveDefinition = (written: Json, root: JsonSchema): JsonSchema => {
  let schema: JsonSchema = isJsonObject(written) ? written : {};
  for (let steps = 0; steps < referencesMax; steps += 1) {
    const reference = schema['$ref'];
    const next = typeof reference === 'string' ? referred(reference, root) : onlyBranch(schema);
    if (next === null) break;
    const { $ref: _, anyOf: _any, oneOf: _one, allOf: _all, ...own } = schema;
    schema = { ...next, ...own };
  }
  const values = valuesOfChoice(schema, root);
  return withOneType(values === null ? schema : { ...schema, enum: values });
};

/** Makes a schema of one type that also allows null. */
export const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'] ?? 'string', 'null'],
});
