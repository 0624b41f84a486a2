import { isJsonObject, type Json } from './json.ts';
import { resolveDefinition, type JsonSchema } from './json-schema.ts';

/**
 * A schema of an object, narrowed to some of its properties: what is known needs not be asked for. Definitions stay,
 * for those that
 * refer to them. It depends on the caller's schema alone.
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
