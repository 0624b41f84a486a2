import { limits } from '../../limits/limits.ts';
import { isPlainObject, type PlainObject } from '../../plain-object.ts';

/** A schema inside a schema. */
interface Inner {
  readonly schema: PlainObject;
  readonly path: string;
  /** Its values are one level deeper in an answer. */
  readonly isDeeper: boolean;
}

/**
 * Keywords of JSON Schema (2020-12, and draft 7) that hold schemas, and whether these describe a value's inner parts.
 */
const named = new Map([
  ['properties', true],
  ['patternProperties', true],
  ['$defs', false],
  ['definitions', false],
  ['dependentSchemas', false],
]);
const single = new Map([
  ['items', true],
  ['additionalProperties', true],
  ['contains', true],
  ['not', false],
  ['if', false],
  ['then', false],
  ['else', false],
]);
const listed = new Map([
  ['prefixItems', true],
  ['items', true],
  ['anyOf', false],
  ['oneOf', false],
  ['allOf', false],
]);

const innerSchemas = (schema: PlainObject, path: string): Inner[] =>
  Object.entries(schema).flatMap(([keyword, value]): Inner[] => {
    const at = `${path}.${keyword}`;
    const all = (values: readonly (readonly [string, unknown])[], isDeeper: boolean): Inner[] =>
      values.flatMap(([place, each]) =>
        isPlainObject(each) ? [{ schema: each, path: place, isDeeper }] : [],
      );
    const [ofNames, ofOne, ofList] = [named.get(keyword), single.get(keyword), listed.get(keyword)];
    if (Array.isArray(value))
      return ofList === undefined
        ? []
        : all(
            value.map((each, place) => [`${at}[${place}]`, each]),
            ofList,
          );
    if (!isPlainObject(value)) return [];
    if (ofNames !== undefined)
      return all(
        Object.entries(value).map(([name, each]) => [`${at}.${name}`, each]),
        ofNames,
      );
    return ofOne === undefined ? [] : all([[at, value]], ofOne);
  });

/**
 * Measures how deep an answer to the schema is nested; stops after `limits.answerDepthMax`. References count nothing.
 */
export const answerDepth = (schema: PlainObject, depth = 0): number => {
  if (depth > limits.answerDepthMax) return depth;
  const inner = innerSchemas(schema, '').map((each) =>
    answerDepth(each.schema, depth + (each.isDeeper ? 1 : 0)),
  );
  return Math.max(depth, ...inner);
};

const types: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

/**
 * Finds a part that no value can satisfy, or that is not JSON Schema, as what was expected and found; null if there is
 * none.
 */
export const faultIn = (schema: PlainObject, path = 'schema'): string | null => {
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum']) {
    const value = schema[keyword];
    if (value !== undefined && (!Array.isArray(value) || value.length === 0))
      return `one value or more at ${path}.${keyword}, found ${shown(value)}`;
  }
  const { type } = schema;
  const written = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  if (type !== undefined && (written.length === 0 || !written.every((name) => types.has(name)))) {
    return `a type of JSON Schema (${[...types].join(', ')}) at ${path}.type, found ${shown(type)}`;
  }
  for (const inner of innerSchemas(schema, path)) {
    const fault = faultIn(inner.schema, inner.path);
    if (fault !== null) return fault;
  }
  return null;
};
