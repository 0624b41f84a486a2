import { dereference, format, validate, type OutputUnit } from '@cfworker/json-schema';
import { limits } from '../../limits/limits.ts';
import { compilePattern } from '../../request/path-pattern.ts';
import { isJsonList, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mapSchema } from './schema-walk.ts';

/**
 * What is wrong with a value, one sentence a fault, with where it stands (`$.items[0].price`); empty where it is valid.
 */
export type SchemaCheck = (value: Json) => readonly string[];

/** Keywords whose fault is only that something inside them is at fault, and is told of there. */
const wrapping = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalItems', 'if']);

const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}.${step}`), '$');

/** Patterns of a schema as formats of this check alone: the validator would run them with an engine that backtracks. */
const patternFormat = (pattern: string): string => `pattern ${pattern}`;

const linear = (pattern: string): RegExp | null => {
  try {
    return compilePattern(pattern);
  } catch {
    return null;
  }
};

/**
 * A schema whose patterns are formats. A pattern that cannot be matched in linear time is not checked; what depends on
 * patterns of names (`patternProperties`) is left open.
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

/** A schema that cannot be applied, such as one whose references lead nowhere or only to themselves. */
const unusable = (error: unknown): readonly string[] => [
  `the schema cannot be ` +
    `applied: ${error instanceof TooManySteps ? 'it takes too many steps' : error instanceof RangeError ? 'it is nested too deeply' : String(error).split('\n', 1)[0]}`,
];

/** Values of the schema that a check reads before it is given up; a reference costs what it leads to. */
const stepsMax = 2_000_000;

class TooManySteps extends Error {}

const sizeOf = (value: unknown, known: Map<object, number>): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const counted = known.get(value);
  if (counted !== undefined) return counted;
  // A schema that was dereferenced may lead back to itself.
  known.set(value, 1);
  const size = Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner, known), 1);
  known.set(value, size);
  return size;
};

/**
 * The schemas by their addresses, which throw once references were followed too often: whatever grows without end,
 * follows them.
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

/** A check of values against a schema, draft 2020-12, that takes the caller's patterns in linear time. */
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
