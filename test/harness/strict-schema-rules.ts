import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../lib/extract/schema/json.ts';

/**
 * What OpenAI refuses in the schema of a strict answer ("Structured Outputs", Supported schemas), narrowed to what
 * Gemini and grammar-based servers take as well. Answers the faults, each with its place; empty for a schema that
 * is accepted.
 */

const keywords = new Set([
  'type',
  'enum',
  'anyOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'description',
]);
const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);
const nestingMax = 10;
const propertiesMax = 5_000;
const valuesMax = 1_000;

const typesOf = (schema: JsonObject): readonly Json[] => {
  const { type } = schema;
  return isJsonList(type) ? type : type === undefined ? [] : [type];
};

const objectFaults = (schema: JsonObject, place: string): string[] => {
  const properties = isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : null;
  if (properties === null) return [`In context=${place}, 'properties' is required for an object`];
  const required = isJsonList(schema['required']) ? schema['required'] : [];
  const missing = properties.filter((name) => !required.includes(name));
  return [
    ...(schema['additionalProperties'] === false
      ? []
      : [`In context=${place}, 'additionalProperties' is required to be supplied and to be false.`]),
    ...missing.map(
      (name) =>
        `In context=${place}, 'required' is required to be supplied and to be an array including every ` +
        `key in properties. Missing '${name}'.`,
    ),
    ...(required.length > properties.length
      ? [`In context=${place}, 'required' names what is no property`]
      : []),
  ];
};

const nodeFaults = (schema: JsonObject, place: string): string[] => {
  const own = typesOf(schema);
  const unknown = Object.keys(schema).filter((keyword) => !keywords.has(keyword));
  return [
    ...unknown.map((keyword) => `In context=${place}, '${keyword}' is not permitted.`),
    ...(own.length === 0 && !('anyOf' in schema)
      ? [`In context=${place}, schema must have a 'type' key.`]
      : []),
    ...own.flatMap((type) =>
      typeof type === 'string' && types.has(type) ? [] : [`In context=${place}, unknown type`],
    ),
    ...(own.includes('object') ? objectFaults(schema, place) : []),
    ...(own.includes('array') && !isJsonObject(schema['items'])
      ? [`In context=${place}, array schema missing items.`]
      : []),
    ...(isJsonList(schema['enum']) && schema['enum'].length === 0
      ? [`In context=${place}, enum is empty`]
      : []),
    ...(isJsonList(schema['anyOf']) && schema['anyOf'].length === 0
      ? [`In context=${place}, anyOf is empty`]
      : []),
  ];
};

interface Totals {
  properties: number;
  values: number;
}

const walk = (schema: Json, place: string, depth: number, totals: Totals): string[] => {
  if (!isJsonObject(schema)) return [`In context=${place}, a schema is wanted`];
  const isObject = typesOf(schema).includes('object');
  const inner = depth + (isObject ? 1 : 0);
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  totals.properties += properties.length;
  totals.values += isJsonList(schema['enum']) ? schema['enum'].length : 0;
  const branches = isJsonList(schema['anyOf']) ? schema['anyOf'] : [];
  return [
    ...nodeFaults(schema, place),
    ...(inner > nestingMax ? [`${inner} levels of nesting exceeds limit of ${nestingMax}.`] : []),
    ...properties.flatMap(([name, each]) => walk(each, `${place}.${name}`, inner, totals)),
    ...branches.flatMap((each, index) => walk(each, `${place}.anyOf[${index}]`, inner, totals)),
    ...(schema['items'] === undefined ? [] : walk(schema['items'], `${place}[]`, inner, totals)),
  ];
};

export const strictSchemaFaults = (schema: Json): string[] => {
  const totals = { properties: 0, values: 0 };
  const faults = walk(schema, '()', 0, totals);
  const isObject = isJsonObject(schema) && schema['type'] === 'object';
  return [
    ...(isObject ? [] : [`schema must be a JSON Schema of 'type: "object"' at its root`]),
    ...faults,
    ...(totals.properties > propertiesMax ? [`${totals.properties} properties exceed ${propertiesMax}`] : []),
    ...(totals.values > valuesMax ? [`${totals.values} enum values exceed ${valuesMax}`] : []),
  ];
};
