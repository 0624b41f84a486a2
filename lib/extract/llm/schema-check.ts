import { format, Validator } from '@cfworker/json-schema';
import { limits } from '../../limits/limits.ts';
import { compilePattern } from '../../request/path-pattern.ts';
import { isJsonList, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mapSchema } from './schema-walk.ts';

/** What is wrong with a value, one sentence a fault, with where it stands (`$.items[0].price`); empty where it is valid. */
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

type Fault = ReturnType<Validator['validate']>['errors'][number];

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
  `the schema cannot be applied: ${error instanceof RangeError ? 'it is nested too deeply' : String(error).split('\n', 1)[0]}`,
];

/** A check of values against a schema, draft 2020-12, that takes the caller's patterns in linear time. */
export const openSchemaCheck = (schema: JsonSchema): SchemaCheck => {
  const formats = new Map<string, RegExp>();
  const known: Record<string, (text: string) => boolean> = format;
  const validator = new Validator(withFormats(schema, formats), '2020-12', false);
  return (value) => {
    for (const [name, pattern] of formats) known[name] = (text) => pattern.test(text);
    try {
      const { valid, errors } = validator.validate(value);
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
