import * as z from 'zod';
import type { SchemaObject } from './document.ts';

/** A schema as zod writes it, which is changed in place: it may have any keyword. */
type Json = Record<string, unknown>;

/** Removes what zod writes and no reader needs: bounds of every integer, and that names are texts. */
const withoutNoise = (json: Json): void => {
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  const { propertyNames } = json as { propertyNames?: Json };
  if (propertyNames !== undefined && JSON.stringify(propertyNames) === '{"type":"string"}')
    delete json['propertyNames'];
};

/**
 * Adds the short form of a value. The metadata of such a value has it under `shorthand`: `{url: …}` or the URL alone.
 */
const withShorthand = (json: Json): void => {
  const { shorthand, description, default: usual, ...long } = json;
  if (shorthand === undefined || long['$ref'] !== undefined) return;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, {
    ...(description === undefined ? {} : { description }),
    anyOf: [...(Array.isArray(shorthand) ? (shorthand as unknown[]) : [shorthand]), long],
    ...(usual === undefined ? {} : { default: usual }),
  });
};

/** Adds defaults that zod leaves out because the value is transformed: they still apply to what a client sends. */
const withDefault = (json: Json, schema: z.core.$ZodType): void => {
  const { def } = schema._zod;
  const own = 'defaultValue' in def ? def.defaultValue : undefined;
  const usual = z.globalRegistry.get(schema)?.['default'] ?? own;
  if (usual !== undefined) json['default'] = usual;
};

const prefix = '#/components/schemas/';

/** Schemas as JSON Schema. */
export interface JsonSchemas {
  /** The named ones, by name. */
  readonly components: Readonly<Record<string, SchemaObject>>;
  /** The JSON Schema of a given schema: a reference if it has a name. */
  readonly of: (schema: z.ZodType) => SchemaObject;
}

/**
 * Writes zod schemas as JSON Schema of the dialect 2020-12. Every use of a named schema refers to its name.
 *
 * @param io whether values are meant as clients send them (`input`) or as they are answered (`output`).
 * @throws {Error} for a schema that JSON Schema cannot express.
 */
export const toJsonSchemas = (
  named: Readonly<Record<string, z.ZodType>>,
  others: readonly z.ZodType[],
  io: 'input' | 'output',
): JsonSchemas => {
  const registry = z.registry<{ id: string }>();
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const [schema, name] of names) registry.add(schema, { id: name });
  const apart = [...new Set(others)].filter((schema) => !names.has(schema));
  for (const [index, schema] of apart.entries()) registry.add(schema, { id: `~${index}` });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io,
    uri: (id) => `${prefix}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      const json = jsonSchema as Json;
      withoutNoise(json);
      if (io === 'input') withDefault(json, zodSchema);
      // An answer may get a new key at any time.
      else if (json['additionalProperties'] === false) delete json['additionalProperties'];
      withShorthand(json);
    },
  });
  const clean = ({ $schema: _schema, $id: _id, ...schema }: Json): SchemaObject => schema;
  return {
    components: Object.fromEntries(
      Object.keys(named).map((name) => [name, clean((schemas[name] ?? {}) as Json)]),
    ),
    of: (schema) => {
      const name = names.get(schema);
      if (name !== undefined) return { $ref: `${prefix}${name}` };
      return clean(schemas[`~${apart.indexOf(schema)}`] ?? {});
    },
  };
};
