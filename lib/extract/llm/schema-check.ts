import { dereference, format, validate, type OutputUnit } from '@cfworker/json-schema';
import { limits } from '../../limits/limits.ts';
import { compilePattern } from '../../request/path-pattern.ts';
import { isJsonList, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mapSchema } from '../schema/schema-walk.ts';

/** Returns the faults of a value, one sentence each with its place (`$.items[0].price`); empty if it is valid. */
export type SchemaCheck = (value: Json) => readonly string[];

/** Keywords that only report a fault inside them, which is reported there as well. */
const wrapping = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalItems', 'if']);

const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}.${step}`), '$');

/**
 * Names a schema's pattern as a format of this check alone: the validator would run patterns with a backtracking
 * engine.
 */
const patternFormat = (pattern: string): string => `pattern ${pattern}`;

const linear = (pattern: string): RegExp | null => {
  try {
    return compilePattern(pattern);
  } catch {
    return null;
  }
};

/**
 * Returns a schema with its patterns as formats. A pattern that cannot be matched in linear time is not checked; rules
 * that depend on patterns of names (`patternProperties`) are not checked either.
 */
const withFormats = (schema: JsonSchema, formats: Map<string, RegExp>): JsonSchema =>
  mapSchema(schema, (each) => {
    const { pattern, patternProperties, additionalProperties, ...rest } = each;
    const closing =
      additionalProperties === undefined || patternProperties !== undefined ? {} : { additionalProperties };
    const open: JsonSchema = { ...rest, ...closing };
    if (typeof pattern !== 'string') return open;
    const compiled = linear(pattern);
    if (compiled === null) return open;
    formats.set(patternFormat(pattern), compiled);
    const also = isJsonList(open['allOf']) ? open['allOf'] : [];
    return { ...open, allOf: [...also, { format: patternFormat(pattern) }] };
  });

type Fault = OutputUnit;
type Schemas = ReturnType<typeof dereference>;

const sentence = ({ keyword, instanceLocation, error }: Fault): string => {
  const path = pathOf(instanceLocation);
  if (keyword === 'type') {
    const [, found = '', wanted = ''] =
      /^Instance type "(\w+)" is invalid\. Expected (.*)\.$/s.exec(error) ?? [];
    return `${path}: expected ${wanted.replaceAll('"', '')}, found ${found}`;
  }
  if (keyword === 'required') {
    const name = /required property "(.*)"\.$/s.exec(error)?.[1] ?? '';
    return `${path}: expected the property ${name}, found none`;
  }
  if (keyword === 'format' && error.includes('"pattern ')) {
    return `${path}: expected a text that matches ${error.slice(error.indexOf('"pattern ') + 9).replace(/"\.$/, '')}`;
  }
  return `${path}: ${error.replace(/\.$/, '')}`;
};

const whyNot = (error: unknown): string => {
  if (error instanceof TooManySteps) return 'it takes too many steps';
  if (error instanceof RangeError) return 'it is nested too deeply';
  return String(error).split('\n', 1)[0] ?? '';
};

/**
 * Returns the fault of a schema that cannot be applied, such as one whose references lead nowhere or only to
 * themselves.
 */
const unusable = (error: unknown): readonly string[] => [`the schema cannot be applied: ${whyNot(error)}`];

/** Most values of the schema that a check reads before it gives up; each reference costs the size of its target. */
const stepsMax = 2_000_000;

class TooManySteps extends Error {}

const sizeOf = (value: unknown, known: Map<object, number>): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const counted = known.get(value);
  if (counted !== undefined) return counted;
  // A schema with resolved references may lead back to itself.
  known.set(value, 1);
  const size = Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner, known), 1);
  known.set(value, size);
  return size;
};

/**
 * Wraps the lookup of schemas by address so that it throws after too many references: any endless growth follows
 * references.
 */
const countedLookup = (lookup: Schemas): { readonly lookup: Schemas; readonly restart: () => void } => {
  const known = new Map<object, number>();
  let left = stepsMax;
  const counting = new Proxy(lookup, {
    get: (schemas, address) => {
      const found = schemas[String(address)];
      left -= sizeOf(found, known);
      if (left < 0) throw new TooManySteps();
      return found;
    },
  });
  return { lookup: counting, restart: () => void (left = stepsMax) };
};

/** Makes a check of values against a schema, draft 2020-12, that matches the caller's patterns in linear time. */
export const openSchemaCheck = (schema: JsonSchema): SchemaCheck => {
  const formats = new Map<string, RegExp>();
  const known: Record<string, (text: string) => boolean> = format;
  const own = withFormats(schema, formats);
  const { lookup, restart } = countedLookup(dereference(own));
  return (value) => {
    for (const [name, pattern] of formats) known[name] = (text) => pattern.test(text);
    try {
      restart();
      const { valid, errors } = validate(value, own, '2020-12', lookup, false);
      if (valid) return [];
      const telling = errors.filter(({ keyword }) => !wrapping.has(keyword));
      const sentences = (telling.length === 0 ? errors : telling).map(sentence);
      return [...new Set(sentences)].slice(0, limits.schemaFaultsMax);
    } catch (error) {
      return unusable(error);
    } finally {
      for (const name of formats.keys()) delete known[name];
    }
  };
};
