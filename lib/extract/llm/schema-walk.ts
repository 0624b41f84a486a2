import { isJsonList, isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import { referred, type JsonSchema } from '../schema/json-schema.ts';

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

/**
 * Changes a schema and every schema inside it, the inner ones first. A property's name is never taken for a keyword.
 */
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

/** A schema without some keywords. */
export const withoutKeywords = (schema: JsonSchema, keywords: ReadonlySet<string>): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));

const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : []);

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Two schemas that hold at the same time, as one: properties of both, what either requires, the first one's words. */
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

/** The schema that a reference stands for, with how it was reached; a reference that leads nowhere allows anything. */
export interface Reached {
  readonly schema: JsonSchema;
  /** References that were followed, in order. */
  readonly trail: readonly string[];
}

const stepsMax = 50;

/** A schema with its own references followed and its `allOf` merged into it; what is inside it stays as it is. */
export const reach = (written: Json, root: JsonSchema): Reached => {
  let schema: JsonSchema = isJsonObject(written) ? written : {};
  const trail: string[] = [];
  for (let step = 0; step < stepsMax; step += 1) {
    const { $ref: reference, allOf, ...own } = schema;
    if (typeof reference === 'string') {
      trail.push(reference);
      schema = together(isJsonList(allOf) ? { ...own, allOf } : own, referred(reference, root) ?? {});
    } else if (isJsonList(allOf)) {
      schema = allOf.reduce<JsonSchema>((sum, each) => {
        const part = reach(each, root);
        trail.push(...part.trail);
        return together(sum, part.schema);
      }, own);
    } else break;
  }
  return { schema, trail };
};

/** Names of the types that a schema allows; where it does not say, those that its other keywords or values imply. */
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

/** The name that JSON Schema has for the type of a value. */
export const typeOfValue = (value: Json): string => {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  return typeof value;
};

/** The branches of a choice, of which one (or any) holds; null where the schema is none. */
export const schemaBranches = (schema: JsonSchema): readonly JsonSchema[] | null => {
  const { anyOf, oneOf, ...own } = schema;
  const choice = anyOf ?? oneOf;
  if (!isJsonList(choice)) return null;
  // `anyOf: [{ required: ['a'] }, { required: ['b'] }]` says nothing of types: it binds the answer, not its shape.
  const shapes = choice.filter(
    (branch) => isJsonObject(branch) && ['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in branch),
  );
  const typed = choice.filter((branch) => isJsonObject(branch) && schemaTypesIn(branch).length > 0);
  if (shapes.length + typed.length === 0) return null;
  const { description: _, title: _title, ...constraints } = own;
  return choice.map((branch) => (isJsonObject(branch) ? together(branch, constraints) : constraints));
};

/** True of an object of which the schema names no property: keys and values as they come. */
export const isMap = (schema: JsonSchema): boolean =>
  schemaTypesIn(schema).includes('object') &&
  Object.keys(objectOf(schema['properties'])).length === 0 &&
  schema['additionalProperties'] !== false;
