import * as z from 'zod';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';

/** Levels of a schema: an answer that is nested deeper is no table anybody reads. */
const depthMax = 20;

const depthOf = (value: unknown, depth = 0): number =>
  typeof value !== 'object' || value === null || depth > depthMax
    ? depth
    : Math.max(depth, ...Object.values(value).map((inner) => depthOf(inner, depth + 1)));

/** What a schema comes to when every reference in it is written out; two of each, one in the other, double at every level. */
const unfoldedMax = 20_000;

const targetOf = (root: unknown, ref: string): unknown =>
  ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null
          ? (at as Record<string, unknown>)[decodePointer(step)]
          : undefined,
      root,
    );

const decodePointer = (step: string): string => {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
};

/** Values in the schema with its references written out; one that leads back to where it stands counts once. */
const unfoldedSize = (root: object): number => {
  const known = new Map<object, number>();
  const open = new Set<object>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const counted = known.get(value);
    if (counted !== undefined) return counted;
    if (open.has(value)) return 1;
    open.add(value);
    let size = 1;
    for (const [keyword, inner] of Object.entries(value)) {
      const isRef = keyword === '$ref' && typeof inner === 'string' && inner.startsWith('#');
      size += sizeOf(isRef ? targetOf(root, inner) : inner);
    }
    open.delete(value);
    known.set(value, size);
    return size;
  };
  return sizeOf(root);
};

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
  if (!tooLarge && unfoldedSize(record) > unfoldedMax) {
    const message = `Cannot accept the request: schema: expected at most ${unfoldedMax} values with its references written out. Refer to fewer definitions from one another`;
    return failure('SCHEMA_TOO_COMPLEX', message);
  }
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
