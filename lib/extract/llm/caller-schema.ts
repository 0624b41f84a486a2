import { isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mapSchema, withoutKeywords } from './schema-walk.ts';

/** Identifiers, which nothing here resolves, and comments. References within the schema do without them. */
const idle = new Set(['$schema', '$id', '$anchor', '$comment', '$vocabulary', 'examples']);

const modern = (schema: JsonSchema): JsonSchema => {
  const { items, additionalItems, ...rest } = withoutKeywords(schema, idle);
  if (!isJsonList(items)) return items === undefined ? rest : { ...rest, items };
  // A tuple of draft 7.
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
};

/** A caller's schema of draft 7 or 2020-12 in the words of 2020-12. */
export const modernSchema = (schema: JsonSchema): JsonSchema => mapSchema(schema, modern);

/** What an answer cannot keep whose text says only a part, or nothing, of what is wanted. */
const demands = new Set([
  'required',
  'minItems',
  'minProperties',
  'contains',
  'minContains',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'not',
  'if',
  'then',
  'else',
]);

/** The schema of what a text answers: nothing is required of it; what it says has the form that the whole has. */
export const lenientSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (each) => {
    const { oneOf, ...rest } = withoutKeywords(each, demands);
    // Branches that only their required properties told apart all hold now.
    return oneOf === undefined ? rest : { ...rest, anyOf: rest['anyOf'] ?? oneOf };
  });

const none: JsonSchema = { type: 'null' };
const scalars = new Set<Json>(['string', 'number', 'integer', 'boolean']);

const orNull = (schema: Json): Json => {
  if (!isJsonObject(schema)) return schema;
  const { type, enum: values, anyOf } = schema;
  if ('const' in schema || '$ref' in schema || 'allOf' in schema || 'oneOf' in schema)
    return { anyOf: [schema, none] };
  if (isJsonList(anyOf)) return { ...schema, anyOf: [...anyOf, none] };
  const types = isJsonList(type) ? type : type === undefined ? [] : [type];
  if (!isJsonList(values) && !types.some((name) => scalars.has(name))) return schema;
  return {
    ...schema,
    ...(types.length === 0 || types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(isJsonList(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
};

/** The schema as a model reads it: whatever the page may not say may be null, so that nobody has to make it up. */
export const nullableSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (each) => {
    const { properties } = each;
    if (!isJsonObject(properties)) return each;
    const members = Object.entries(properties).map(([name, property]) => [name, orNull(property)]);
    return { ...each, properties: Object.fromEntries(members) as JsonSchema };
  });
