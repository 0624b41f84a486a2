import * as z from 'zod';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { fieldsOfSchema } from '../extract/schema/field.ts';
import { referred, type JsonSchema } from '../extract/schema/json-schema.ts';

/** Levels of a schema: an answer that is nested deeper is no table anybody reads. */
const depthMax = 20;

const depthOf = (value: unknown, depth = 0): number =>
  typeof value !== 'object' || value === null || depth > depthMax
    ? depth
    : Math.max(depth, ...Object.values(value).map((inner) => depthOf(inner, depth + 1)));

const topLevelKeys = (schema: Readonly<Record<string, unknown>>): number => {
  const { properties } = schema;
  const named = typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
  return Math.max(Object.keys(schema).length, named);
};

/** References of a schema, wherever they stand. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
};

/** What an answer to the schema could not be made from, as what was wanted and found; null where it can. */
const unusable = (schema: Readonly<Record<string, unknown>>): string | null => {
  const root = schema as JsonSchema;
  const lost = referencesIn(schema).find(
    (reference) => reference !== '#' && referred(reference, root) === null,
  );
  if (lost !== undefined) {
    const found = JSON.stringify(lost.slice(0, 100));
    return `references within the schema, such as "#/$defs/Price", found ${found}, which leads nowhere in it`;
  }
  const read = fieldsOfSchema(schema);
  if (read.kind === 'refused')
    return read.failure.message.replace(/^Cannot use the schema: /, 'a usable one, but ');
  const isMap = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf', 'allOf'].some((key) =>
    Object.hasOwn(schema, key),
  );
  return read.fields.length === 0 && !isMap ? 'properties with names of fields, found none' : null;
};

/** Why a schema cannot be worked with, or null. It describes an object or a list of them, and has a size that a model follows. */
export const schemaProblem = (schema: unknown): Failure | null => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    const found = Array.isArray(schema) ? 'an array' : schema === null ? 'null' : typeof schema;
    return failure(
      'INVALID_SCHEMA',
      `Cannot accept the request: schema: expected a JSON object, found ${found}`,
    );
  }
  const record = schema as Record<string, unknown>;
  if (Object.keys(record).length === 0) {
    return failure(
      'INVALID_SCHEMA',
      'Cannot accept the request: schema: expected a JSON Schema, found an empty object',
    );
  }
  const { type } = record;
  if (type !== undefined && type !== 'object' && type !== 'array') {
    const found = JSON.stringify(type).slice(0, 60);
    return failure(
      'INVALID_SCHEMA',
      `Cannot accept the request: schema.type: expected "object" or "array", found ${found}`,
    );
  }
  const bounds = [
    ['keys at the top', topLevelKeys(record), limits.schemaKeysMax],
    ['bytes', Buffer.byteLength(JSON.stringify(record)), limits.schemaBytesMax],
    ['levels', depthOf(record), depthMax],
  ] as const;
  const passed = bounds.find(([, found, most]) => found > most);
  if (passed !== undefined) {
    const [what, found, most] = passed;
    const more = what === 'levels' ? `more than ${most}` : String(found);
    const message = `Cannot accept the request: schema: expected at most ${most} ${what}, found ${more}`;
    return failure('SCHEMA_TOO_COMPLEX', message);
  }
  const found = unusable(record);
  return found === null
    ? null
    : failure('INVALID_SCHEMA', `Cannot accept the request: schema: expected ${found}`);
};

/** A JSON Schema in a request whose other parts are validated with it. */
export const schemaField = z
  .record(z.string(), z.unknown(), { error: 'expected a JSON Schema' })
  .superRefine((schema, context) => {
    const problem = schemaProblem(schema);
    if (problem === null) return;
    const message = problem.message.replace(/^Cannot accept the request: schema: /, '');
    context.addIssue({ code: 'custom', message, input: schema });
  });
