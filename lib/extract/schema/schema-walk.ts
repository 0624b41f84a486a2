import { isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';
import { referred, type JsonSchema } from './json-schema.ts';

/** Keywords that hold a schema, a list of schemas, or schemas by name (JSON Schema core, section 10). */
const single = new Set([
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listed = new Set(['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf']);
const named = new Set(['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']);

/** Changes a schema and every schema inside it, the inner ones first. Never takes a property's name for a keyword. */
export const mapSchema = (schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema => {
  const inner = (value: Json): Json => (isJsonObject(value) ? mapSchema(value, change) : value);
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (listed.has(keyword) && isJsonList(value)) return [keyword, value.map(inner)];
    if (single.has(keyword)) return [keyword, inner(value)];
    if (named.has(keyword) && isJsonObject(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]))];
    }
    return [keyword, value];
  });
  return change(Object.fromEntries(members));
};

/** Returns a schema without some keywords. */
export const withoutKeywords = (schema: JsonSchema, keywords: ReadonlySet<string>): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));

const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : []);

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Merges two schemas that both hold: properties of both, what either requires, the first one's words. */
export const together = (first: JsonSchema, second: JsonSchema): JsonSchema => {
  const merged: Record<string, Json> = { ...second, ...first };
  for (const keyword of ['properties', '$defs', 'definitions']) {
    if (keyword in first && keyword in second) {
      merged[keyword] = { ...objectOf(second[keyword]), ...objectOf(first[keyword]) };
    }
  }
  if ('required' in first && 'required' in second) {
    merged['required'] = [...new Set([...listOf(first['required']), ...listOf(second['required'])])];
  }
  return merged;
};

/** The schema that a reference leads to, and how it was reached. A reference that leads nowhere allows anything. */
export interface Reached {
  readonly schema: JsonSchema;
  /** The references that were followed, in order. */
  readonly trail: readonly string[];
}

/** A schema that passes itself on many times would multiply the steps. */
const stepsMax = 500;

/** Follows a schema's own references and merges its `allOf`; schemas inside it stay as they are. */
export const reach = (written: Json, root: JsonSchema, spent = { steps: 0 }): Reached => {
  let schema: JsonSchema = isJsonObject(written) ? written : {};
  const trail: string[] = [];
  for (;;) {
    spent.steps += 1;
    if (spent.steps > stepsMax) break;
    const { $ref: reference, allOf, ...own } = schema;
    if (typeof reference === 'string') {
      trail.push(reference);
      schema = together(isJsonList(allOf) ? { ...own, allOf } : own, referred(reference, root) ?? {});
    } else if (isJsonList(allOf)) {
      schema = allOf.reduce<JsonSchema>((sum, each) => {
        const part = reach(each, root, spent);
        trail.push(...part.trail);
        return together(sum, part.schema);
      }, own);
    } else break;
  }
  return { schema, trail };
};

/**
 * Returns the names of the types that a schema allows; without `type`, those that its other keywords or values imply.
 */
export const schemaTypesIn = (schema: JsonSchema): readonly string[] => {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (isJsonList(type)) return type.filter((name) => typeof name === 'string');
  const values = isJsonList(schema['enum'])
    ? schema['enum']
    : 'const' in schema
      ? [schema['const'] ?? null]
      : [];
  if (values.length > 0) return [...new Set(values.map(typeOfValue))];
  if (isJsonObject(schema['properties']) || 'additionalProperties' in schema) return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  return 'pattern' in schema || 'format' in schema ? ['string'] : [];
};

/** Returns JSON Schema's name for the type of a value. */
export const typeOfValue = (value: Json): string => {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  return typeof value;
};

/** Returns the branches of a choice, one (or any) of which holds; null if the schema is no choice. */
export const schemaBranches = (schema: JsonSchema): readonly JsonSchema[] | null => {
  const { anyOf, oneOf, ...own } = schema;
  const choice = anyOf ?? oneOf;
  if (!isJsonList(choice)) return null;
  // `anyOf: [{ required: ['a'] }, { required: ['b'] }]` says nothing about types: it restricts the answer, not its
  // shape.
  const shapes = choice.filter(
    (branch) => isJsonObject(branch) && ['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in branch),
  );
  const typed = choice.filter((branch) => isJsonObject(branch) && schemaTypesIn(branch).length > 0);
  if (shapes.length + typed.length === 0) return null;
  const { description: _, title: _title, ...constraints } = own;
  return choice.map((branch) => (isJsonObject(branch) ? together(branch, constraints) : constraints));
};

/** Says whether a schema allows an object without naming its properties: any keys and values. */
export const isMap = (schema: JsonSchema): boolean =>
  schemaTypesIn(schema).includes('object') &&
  Object.keys(objectOf(schema['properties'])).length === 0 &&
  schema['additionalProperties'] !== false;
