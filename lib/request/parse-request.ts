import { isPlainObject } from '../plain-object.ts';
import * as z from 'zod';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { invalidRequest } from './describe-issues.ts';
import { nestingMax, nestingOf } from './nesting.ts';
import { insteadOfProxy, missedProxies, silentKeys } from './silent-keys.ts';

/** A parsed request, or why it is refused. `ignored` lists keys that were accepted and change nothing. */
export type ParsedRequest<Value> =
  | { readonly ok: true; readonly value: Value; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Whether a name in a JSON text is `__proto__`: schemas would lose it, and copies of the object would take its value as
 * their prototype.
 */
const namesPrototype = (body: string): boolean => {
  let isThere = false;
  if (!/__proto__|\\u/.test(body)) return false;
  JSON.parse(body, (name, value: unknown) => {
    isThere ||= name === '__proto__';
    return value;
  });
  return isThere;
};

/**
 * Parses a body as JSON; a failure if it is too large, nested too deep or not JSON.
 *
 * @param what What is parsed, as its sender calls it.
 */
export const parseJsonBody = (
  body: string | null,
  what = 'body',
  bytesMax: number = limits.requestBodyBytesMax,
): ParsedRequest<unknown> => {
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  if (bytes > bytesMax) {
    const message =
      `Cannot accept the request: its ${what} has ${bytes} bytes, at most ${bytesMax} are ` +
      `read. Send the URLs in several requests`;
    return { ok: false, failure: failure('BODY_TOO_LARGE', message) };
  }
  if (body === null || body.trim() === '') {
    return {
      ok: false,
      failure: failure(
        'BAD_REQUEST_INVALID_JSON',
        `Cannot read the ${what} as JSON: it is empty, a JSON object was wanted`,
      ),
    };
  }
  if (nestingOf(body, nestingMax) > nestingMax) {
    const message = `Cannot accept the request: its ${what} is nested deeper than ${nestingMax} levels`;
    return { ok: false, failure: failure('BAD_REQUEST_INVALID_JSON', message) };
  }
  try {
    // Some clients begin with a byte order mark, which a reader may pass over (RFC 8259, 8.1).
    const text = body.replace(/^\uFEFF/, '');
    const value = JSON.parse(text) as unknown;
    if (!namesPrototype(text)) return { ok: true, value, ignored: [] };
    const message = `Cannot accept the request: nothing in its ${what} may be called __proto__`;
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      failure: failure('BAD_REQUEST_INVALID_JSON', `Cannot read the ${what} as JSON: ${reason}`),
    };
  }
};

/** Lists keys that the schema does not name, with the path of their object. */
const unknownKeys = (value: unknown, shape: z.ZodRawShape, prefix = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key, given]) => !Object.hasOwn(shape, key) && !isSilent(key, given))
    .map(([key]) => `${prefix}${key}`);
};

/** Whether a caller misses nothing if the key has no effect. */
const isSilent = (key: string, given: unknown): boolean =>
  silentKeys.has(key) && !(key === 'proxy' && missedProxies.has(given));

/** Finds the object that a field takes, behind what may be absent, has a default or is prepared; null if it is none. */
const objectIn = (field: unknown): z.ZodObject | null => {
  if (field instanceof z.ZodObject) return field;
  if (field instanceof z.ZodPipe) return objectIn(field.out);
  const isWrapper =
    field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault;
  return isWrapper ? objectIn(field.unwrap()) : null;
};

/**
 * Validates a body against an object schema. Unknown keys are not an error, because clients send many that belong to
 * other products: they are listed.
 */
export const parseWith = <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): ParsedRequest<z.infer<Schema>> => {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) {
    const isUrl = parsed.error.issues[0]?.path[0] === 'url' && parsed.error.issues[0].input !== undefined;
    return {
      ok: false,
      failure: invalidRequest(
        'Cannot accept the request',
        parsed.error.issues,
        isUrl ? 'BAD_REQUEST_INVALID_URL' : 'BAD_REQUEST',
      ),
    };
  }
  const nested = Object.entries(schema.shape).flatMap(([key, inner]) => {
    const object = objectIn(inner);
    return object === null
      ? []
      : unknownKeys(isPlainObject(body) ? body[key] : undefined, object.shape, `${key}.`);
  });
  return { ok: true, value: parsed.data, ignored: [...unknownKeys(body, schema.shape), ...nested] };
};

/** Makes the sentence that tells a client which of its keys changed nothing. */
export const ignoredWarning = (ignored: readonly string[]): string | undefined => {
  if (ignored.length === 0) return undefined;
  const named = `These keys were accepted and have no effect here: ${ignored.slice(0, 20).join(', ')}`;
  return ignored.some((key) => /(?:^|\.)proxy$/.test(key)) ? `${named}. ${insteadOfProxy}` : named;
};
