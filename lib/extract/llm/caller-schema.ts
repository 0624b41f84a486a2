import { isJsonList } from '../schema/json.ts';
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
