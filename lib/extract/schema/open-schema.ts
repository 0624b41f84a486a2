import { isJsonObject, type Json } from './json.ts';
import { resolveDefinition, type JsonSchema } from './json-schema.ts';

/**
 * Narrows the schema of an object to some of its properties, because known ones need not be asked for. Definitions stay
 * for the properties that refer to them. The result depends on the caller's schema alone.
 */
export const openSchema = (schema: JsonSchema, names: ReadonlySet<string>): JsonSchema => {
  const root = { ...schema, ...resolveDefinition(schema, schema) };
  const { properties, required } = root;
  if (!isJsonObject(properties)) return schema;
  const { $ref: _, ...rest } = root;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.has(name))),
    ...(Array.isArray(required)
      ? {
          required: (required as readonly Json[]).filter(
            (name) => typeof name === 'string' && names.has(name),
          ),
        }
      : {}),
  };
};
