import * as z from 'zod';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { isPlainObject } from '../../plain-object.ts';
import { findContradiction } from './contradiction.ts';
import { referenceFault, targetIn, type WrittenSchema } from './schema-reference.ts';
import { answerDepth, faultIn } from './schema-shape.ts';
import { schemaMeant } from './shorthand-schema.ts';

/** How deep objects and lists may be nested in an answer: nobody reads a table that is nested deeper. */
const depthMax = limits.answerDepthMax;

const topLevelKeys = (schema: WrittenSchema): number => {
  const { properties } = schema;
  const named = typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
  return Math.max(Object.keys(schema).length, named);
};

const open = ['additionalProperties', 'patternProperties'];
const choices = ['anyOf', 'oneOf', 'allOf'];

/** Whether a schema says what its answer consists of: names of fields, keys of its own choice, or items. */
const saysWhat = (schema: unknown, root: WrittenSchema, seen = new Set<unknown>()): boolean => {
  // A part that was checked before adds nothing, nor does a part that refers to itself.
  if (!isPlainObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { $ref: reference, properties, type } = schema;
  if (type === 'array' || open.some((keyword) => Object.hasOwn(schema, keyword))) return true;
  if (isPlainObject(properties) && Object.keys(properties).length > 0) return true;
  const branches = choices.flatMap((keyword): unknown[] => {
    const branch = schema[keyword];
    return Array.isArray(branch) ? branch : [];
  });
  const meant = typeof reference === 'string' ? [targetIn(reference, root)] : [];
  return [...branches, ...meant].some((each) => saysWhat(each, root, seen));
};

/** Says why no answer to the schema can be made, as what was expected and found; null if one can. */
const unusable = (schema: WrittenSchema): string | null => {
  const lost = referenceFault(schema);
  if (lost !== null) return lost;
  if (!saysWhat(schema, schema)) return 'properties with names of fields, found none';
  return faultIn(schema) ?? findContradiction(schema);
};

/**
 * The most values of a schema with every reference in it written out. Two references to a part that has two references
 * itself double at every level.
 */
const unfoldedMax = 20_000;

/** Values in the schema with its references written out; a reference back to a part that contains it counts once. */
const unfoldedSize = (root: WrittenSchema): number => {
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
      size += sizeOf(isRef ? targetIn(inner, root) : inner);
    }
    open.delete(value);
    known.set(value, size);
    return size;
  };
  return sizeOf(root);
};

/**
 * Says why a schema cannot be used, or null. It must describe an object or a list of objects, in a size that a model
 * can follow.
 */
export const schemaProblem = (schema: unknown): Failure | null => {
  if (!isPlainObject(schema)) {
    const found = Array.isArray(schema) ? 'an array' : schema === null ? 'null' : typeof schema;
    return failure(
      'INVALID_SCHEMA',
      `Cannot accept the request: schema: expected a JSON object, found ${found}`,
    );
  }
  if (Object.keys(schema).length === 0) {
    return failure(
      'INVALID_SCHEMA',
      'Cannot accept the request: schema: expected a JSON Schema, found an empty object',
    );
  }
  const { type } = schema;
  if (type !== undefined && type !== 'object' && type !== 'array') {
    const found = JSON.stringify(type).slice(0, 60);
    return failure(
      'INVALID_SCHEMA',
      `Cannot accept the request: schema.type: expected "object" or "array", found ${found}`,
    );
  }
  const bounds = [
    ['keys at the top', topLevelKeys(schema), limits.schemaKeysMax],
    ['bytes', Buffer.byteLength(JSON.stringify(schema)), limits.schemaBytesMax],
    ['objects and lists inside each other', answerDepth(schema), depthMax],
  ] as const;
  const passed = bounds.find(([, found, most]) => found > most);
  if (passed !== undefined) {
    const [what, found, most] = passed;
    const more = found === depthMax + 1 ? `more than ${most}` : String(found);
    const message = `Cannot accept the request: schema: expected at most ${most} ${what}, found ${more}`;
    return failure('SCHEMA_TOO_COMPLEX', message);
  }
  if (unfoldedSize(schema) > unfoldedMax) {
    const message =
      `Cannot accept the request: schema: expected at most ${unfoldedMax} values with its references ` +
      `written out. Refer to fewer definitions from one another`;
    return failure('SCHEMA_TOO_COMPLEX', message);
  }
  const found = unusable(schema);
  return found === null
    ? null
    : failure('INVALID_SCHEMA', `Cannot accept the request: schema: expected ${found}`);
};

/** A JSON Schema, or the sketch of one, in a request whose other parts are validated together with it. */
export const schemaField = z
  .record(z.string(), z.unknown(), { error: 'expected a JSON Schema' })
  .overwrite(schemaMeant)
  .superRefine((schema, context) => {
    const problem = schemaProblem(schema);
    if (problem === null) return;
    const [, part, message = problem.message] =
      /^Cannot accept the request: schema(?:\.(\w+))?: (.*)$/s.exec(problem.message) ?? [];
    const path = part === undefined ? [] : [part];
    context.addIssue({ code: 'custom', message, path, input: schema });
  });
