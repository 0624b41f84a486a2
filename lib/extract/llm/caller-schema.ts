import { isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mapSchema, withoutKeywords } from '../schema/schema-walk.ts';

/** Identifiers, which Gleaner does not resolve, and comments. References within the schema do not need them. */
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

/** Rewrites a caller's schema of draft 7 or 2020-12 in the keywords of 2020-12. */
export const modernSchema = (schema: JsonSchema): JsonSchema => mapSchema(schema, modern);

/** Keywords that an answer cannot satisfy if its text gives only part of the wanted values, or none. */
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

/**
 * Returns the schema for the answer from one text: nothing is required, and everything present has the form of the full
 * schema.
 */
export const lenientSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (each) => {
    const { oneOf, ...rest } = withoutKeywords(each, demands);
    // Branches that differed only in their required properties now all hold.
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

/**
 * Returns the schema for the model: any value that the page may not give may be null, so that the model need not make
 * one up.
 */
export const nullableSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (each) => {
    const { properties } = each;
    if (!isJsonObject(properties)) return each;
    const members = Object.entries(properties).map(([name, property]) => [name, orNull(property)]);
    return { ...each, properties: Object.fromEntries(members) as JsonSchema };
  });
