import { isPlainObject, type PlainObject } from '../../plain-object.ts';

/** What people write for a type when they sketch a schema, and its JSON Schema. */
const types: Readonly<Record<string, { readonly type: string; readonly format?: string }>> = {
  string: { type: 'string' },
  str: { type: 'string' },
  text: { type: 'string' },
  number: { type: 'number' },
  float: { type: 'number' },
  double: { type: 'number' },
  integer: { type: 'integer' },
  int: { type: 'integer' },
  boolean: { type: 'boolean' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  url: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
  array: { type: 'array' },
  list: { type: 'array' },
  object: { type: 'object' },
};

const depthMax = 5;

/** Keywords that reveal a JSON Schema: an object with one of them is not a sketch. */
const keywords = [
  '$ref',
  '$schema',
  '$defs',
  'properties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
];

/** Keywords that occur beside a type: an object with a type and only these is a JSON Schema of one value. */
const besideType: ReadonlySet<string> = new Set(
  'type description title enum format default examples nullable minimum maximum minLength maxLength pattern'.split(
    ' ',
  ),
);

/** Reads a JSON Schema of one value, as some people write it in a sketch; null if it is not one. */
const schemaOfValue = (value: PlainObject): PlainObject | null => {
  const { type } = value;
  if (typeof type !== 'string' || !Object.keys(value).every((key) => besideType.has(key))) return null;
  const known = Object.hasOwn(types, type.trim().toLowerCase())
    ? types[type.trim().toLowerCase()]
    : undefined;
  return known === undefined ? null : { ...value, ...known };
};

/**
 * Expands the sketch of one value (`"number"`, `"string[]"`, `["string"]`, an object of these); null if its meaning is
 * not clear.
 */
const expandValue = (value: unknown, depth: number): PlainObject | null => {
  if (depth > depthMax) return null;
  if (typeof value === 'string') {
    const word = value
      .trim()
      .toLowerCase()
      .replace(/\?$|\s*\|\s*null$/, '');
    const isList = word.endsWith('[]');
    const type = types[isList ? word.slice(0, -2) : word];
    if (type === undefined || !Object.hasOwn(types, isList ? word.slice(0, -2) : word)) return null;
    return isList ? { type: 'array', items: { ...type } } : { ...type };
  }
  if (Array.isArray(value)) {
    const [item, ...more] = value as readonly unknown[];
    const items = more.length > 0 || item === undefined ? null : expandValue(item, depth + 1);
    return items === null ? null : { type: 'array', items };
  }
  if (!isPlainObject(value)) return null;
  return schemaOfValue(value) ?? expandMembers(value, depth + 1);
};

const expandMembers = (sketch: PlainObject, depth: number): PlainObject | null => {
  const members = Object.entries(sketch).map(([name, value]) => [name, expandValue(value, depth)] as const);
  if (members.length === 0 || members.some(([, schema]) => schema === null)) return null;
  return { type: 'object', properties: Object.fromEntries(members) };
};

/**
 * Expands a sketch of a schema into the JSON Schema that it clearly means. A sketch is an object from names to names of
 * types, such as `{"name": "string", "price": "number"}`, or to schemas of one value. Null if it is a JSON Schema
 * itself, or its meaning is not clear.
 */
export const expandShorthand = (schema: PlainObject): PlainObject | null => {
  if (keywords.some((keyword) => Object.hasOwn(schema, keyword))) return null;
  const { type } = schema;
  // If a schema has a type of its own, its other members are keywords.
  if (type === 'object' || type === 'array' || (type !== undefined && Object.keys(schema).length === 1))
    return null;
  return expandMembers(schema, 0);
};

/** Returns the JSON Schema that a caller means: a sketch is expanded, and anything else stays as it is. */
export const schemaMeant = <Given>(given: Given): Given =>
  ((isPlainObject(given) ? expandShorthand(given) : null) ?? given) as Given;
