import * as z from 'zod';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';

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
  const keys = topLevelKeys(record);
  const bytes = Buffer.byteLength(JSON.stringify(record));
  const tooLarge = keys > limits.schemaKeysMax || bytes > limits.schemaBytesMax || depthOf(record) > depthMax;
  if (!tooLarge) return null;
  const message = `Cannot accept the request: schema: expected at most ${limits.schemaKeysMax} keys at the top, ${limits.schemaBytesMax} bytes and ${depthMax} levels, found ${keys} keys and ${bytes} bytes`;
  return failure('SCHEMA_TOO_COMPLEX', message);
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
