import { limits } from '../../limits/limits.ts';
import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { schemaBranches, isMap, reach, schemaTypesIn } from '../schema/schema-walk.ts';

/**
 * A caller's schema in the subset that strict structured output accepts everywhere (OpenAI, "Structured Outputs",
 * Supported schemas; Gemini and vLLM take the same):
 *
 * - every property is required; an optional one may be null instead; no others are allowed;
 * - references are written out, recursive ones a few times;
 * - `oneOf` becomes `anyOf`, `const` an `enum`, a tuple a list of any of its items;
 * - an object with free keys becomes a list of names and values;
 * - rules that no grammar holds (`pattern`, `minimum` …) stand in the description, where the model reads them;
 * - a root that is no object becomes the one property of an object.
 *
 * `fit-output.ts` undoes this in the answer, which is then checked against the caller's own schema.
 */
export interface StrictSchema {
  readonly schema: JsonObject;
  /** Whether the answer is the value of `wrapperName`. */
  readonly isWrapped: boolean;
}

export const wrapperName = 'answer';

/** Names in the entries that stand for the members of an object with free keys. */
export const entryNames = { name: 'name', value: 'value' } as const;

/** OpenAI's own bounds; a schema beyond them is asked for in a weaker form. */
const propertiesMax = 5_000;
const enumValuesMax = 1_000;
const depthMax = 10;

const anyValue: JsonObject = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: { type: 'string' } },
  ],
};

const rules = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** Returns the caller's description of a value, with the rules that the form cannot hold. */
const describe = (schema: JsonSchema): { readonly description?: string } => {
  const own = schema['description'] ?? schema['title'];
  const held = rules.filter((rule) => rule in schema);
  const told = held.map((rule) => `${rule}: ${canonicalJson(schema[rule] ?? null)}`).join(', ');
  const parts = [...(typeof own === 'string' ? [own] : []), ...(told === '' ? [] : [`(${told})`])];
  return parts.length === 0 ? {} : { description: parts.join(' ') };
};

class TooLarge extends Error {}

interface Place {
  readonly root: JsonSchema;
  /** References around this place. */
  readonly trail: readonly string[];
  readonly depth: number;
  readonly spent: { nodes: number; properties: number; values: number };
}

const spend = (place: Place, what: keyof Place['spent'], count: number, most: number): void => {
  place.spent[what] += count;
  if (place.spent[what] > most) throw new TooLarge(what);
};

const closed = (properties: Readonly<Record<string, JsonObject>>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Returns the same schema, but also allowing null. */
const orNull = (schema: JsonObject): JsonObject => {
  const { type, anyOf, enum: values } = schema;
  if (isJsonList(anyOf)) {
    const has = anyOf.some((branch) => isJsonObject(branch) && branch['type'] === 'null');
    return has ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  }
  const types = isJsonList(type) ? type : [type ?? 'string'];
  if (types.includes('null')) return schema;
  if (types.includes('object') || types.includes('array')) {
    const { description, ...rest } = schema;
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
  }
  const withNull = isJsonList(values) ? { enum: [...values, null] } : {};
  return { ...schema, type: [...types, 'null'], ...withNull };
};

const compileObject = (schema: JsonSchema, place: Place): JsonObject => {
  if (isMap(schema)) return compileMap(schema, place);
  const inner = { ...place, depth: place.depth + 1 };
  if (inner.depth > depthMax) throw new TooLarge('depth');
  const required = isJsonList(schema['required']) ? schema['required'] : [];
  const written = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  spend(place, 'properties', written.length, propertiesMax);
  const compiled = written.flatMap(([name, property]) => {
    const strict = compile(property, inner);
    if (strict === null) return [];
    return [[name, required.includes(name) ? strict : orNull(strict)] as const];
  });
  return { ...closed(Object.fromEntries(compiled)), ...describe(schema) };
};

const compileMap = (schema: JsonSchema, place: Place): JsonObject => {
  const { additionalProperties, patternProperties } = schema;
  const patterned = isJsonObject(patternProperties) ? Object.values(patternProperties)[0] : undefined;
  const values = isJsonObject(additionalProperties) ? additionalProperties : patterned;
  const inner = { ...place, depth: place.depth + 1 };
  const value = values === undefined ? anyValue : (compile(values, inner) ?? anyValue);
  const { description = '' } = describe(schema);
  return {
    type: 'array',
    items: closed({ [entryNames.name]: { type: 'string' }, [entryNames.value]: value }),
    description: `${description} (an object, written as the list of its names and values)`.trim(),
  };
};

/** Compiles a list; null if its items contain themselves too often, so that nothing can stand in it. */
const compileList = (schema: JsonSchema, place: Place): JsonObject | null => {
  const { items, prefixItems } = schema;
  const written = [...(isJsonList(prefixItems) ? prefixItems : []), ...(items === undefined ? [] : [items])];
  if (written.length === 0) return { type: 'array', items: anyValue, ...describe(schema) };
  const compiled = choose(written.filter((each) => each !== false).map((each) => compile(each, place)));
  return compiled === null ? null : { type: 'array', items: compiled, ...describe(schema) };
};

/** Returns a choice among these schemas; null for none. */
const choose = (schemas: readonly (JsonObject | null)[]): JsonObject | null => {
  const flat = schemas.flatMap((schema) => {
    if (schema === null) return [];
    return isJsonList(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [schema];
  });
  const distinct = [...new Map(flat.map((schema) => [canonicalJson(schema), schema])).values()];
  const [only] = distinct;
  if (only === undefined) return null;
  return distinct.length === 1 ? only : { anyOf: distinct };
};

const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);

const compileScalars = (schema: JsonSchema, types: readonly string[], place: Place): JsonObject => {
  const { enum: written } = schema;
  const values = isJsonList(written) ? written : 'const' in schema ? [schema['const'] ?? null] : undefined;
  if (values !== undefined) spend(place, 'values', values.length, enumValuesMax);
  return {
    type: types.length === 1 ? (types[0] ?? 'string') : types,
    ...(values === undefined ? {} : { enum: values }),
    ...describe(schema),
  };
};

const compileTyped = (schema: JsonSchema, place: Place): JsonObject | null => {
  const types = schemaTypesIn(schema);
  if (types.length === 0) return { ...anyValue, ...describe(schema) };
  const plain = types.filter((type) => scalars.has(type));
  const [first] = types;
  if (plain.length === types.length) return compileScalars(schema, plain, place);
  if (types.length === 1)
    return first === 'array' ? compileList(schema, place) : compileObject(schema, place);
  return choose([
    plain.length === 0 ? null : compileScalars(schema, plain, place),
    types.includes('array') ? compileList({ ...schema, type: 'array' }, place) : null,
    types.includes('object') ? compileObject({ ...schema, type: 'object' }, place) : null,
  ]);
};

/** Compiles a schema to its strict form; null if it contains itself more often than is written out. */
const compile = (written: Json, place: Place): JsonObject | null => {
  spend(place, 'nodes', 1, limits.strictSchemaNodesMax);
  const { schema, trail } = reach(written, place.root);
  const again = trail.some(
    (reference) => place.trail.filter((each) => each === reference).length >= limits.strictSchemaRecursionMax,
  );
  if (again) return null;
  const inner = { ...place, trail: [...place.trail, ...trail] };
  const branches = schemaBranches(schema);
  if (branches === null) return compileTyped(schema, inner);
  const chosen = choose(branches.map((branch) => compile(branch, inner)));
  return chosen === null ? null : { ...chosen, ...describe(schema) };
};

/**
 * Returns the strict form of a schema, or null if it is larger than strict output takes, so that a weaker form is
 * needed.
 */
export const makeStrictSchema = (schema: JsonSchema): StrictSchema | null => {
  try {
    const place = { root: schema, trail: [], depth: 0, spent: { nodes: 0, properties: 0, values: 0 } };
    const compiled = compile(schema, place);
    if (compiled === null) return null;
    if (compiled['type'] === 'object') return { schema: compiled, isWrapped: false };
    return { schema: closed({ [wrapperName]: compiled }), isWrapped: true };
  } catch (error) {
    if (error instanceof TooLarge || error instanceof RangeError) return null;
    throw error;
  }
};
