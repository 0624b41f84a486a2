import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { FieldSpec } from '../../request/extract-spec.ts';
import type { FieldType } from '../../request/field-types.ts';
import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';
import { allowsNull, resolveDefinition, nullable, type JsonSchema } from './json-schema.ts';
import { reach, schemaBranches, schemaTypesIn } from './schema-walk.ts';

/** A field to be filled. */
export interface Field {
  readonly name: string;
  readonly description: string;
  /**
   * Besides the types of requests: `object` for one thing with fields of its own, and types for what the schema leaves
   * open.
   */
  readonly type: FieldType | 'object' | 'any' | 'list[any]';
  /** The caller's schema of the value; references to its definitions are resolved at the top. */
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Whether null is a value that the schema allows. */
  readonly isNullable: boolean;
  /** Fields of an object, or of each object of a list; empty if the schema names none. */
  readonly fields: readonly Field[];
  /**
   * Returns what the fields of the object, or of each object of the list, may be, if the schema has a choice between
   * several objects. Made when it is wanted, because a choice may hold itself.
   */
  readonly shapes?: () => readonly (readonly Field[])[];
}

const schemaOfType: Readonly<Record<FieldType, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  'list[string]': { type: 'array', items: { type: 'string' } },
  'list[number]': { type: 'array', items: { type: 'number' } },
  'list[boolean]': { type: 'array', items: { type: 'boolean' } },
  'list[object]': { type: 'array', items: { type: 'object' } },
};

/**
 * Makes the JSON Schema of an answer to fields: every field is a property, none is required, and a scalar may be null,
 * because a page may not say it. Of two fields with one name the later one counts.
 */
export const schemaOfFields = (fields: readonly FieldSpec[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, type, description }) => {
      const schema = schemaOfType[type];
      const described = description === '' ? schema : { ...schema, description };
      return [name, type.startsWith('list[') ? described : nullable(described)];
    }),
  ),
  additionalProperties: false,
});

export const isList = ({ type }: Field): boolean => type.startsWith('list[');

/**
 * Returns the value of a field that must be there and may have no other value; undefined if there are several. No page
 * has to say it.
 */
export const onlyValue = ({ isRequired, isNullable, schema }: Field): Json | undefined => {
  if (!isRequired || isNullable) return undefined;
  return constantIn(schema);
};

/** Returns the one value that is not null and that a schema allows; undefined if there are several. */
const constantIn = ({ const: value, enum: values }: JsonSchema): Json | undefined =>
  value ?? (isJsonList(values) && values.length === 1 ? values[0] : undefined);

/** Says how well an object fits a shape: negative if a value that the shape gives, or a choice, says otherwise. */
const fitShape = (shape: readonly Field[], value: JsonObject): number => {
  let score = 0;
  for (const { name, schema } of shape) {
    const member = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    if (member === null) continue;
    const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
    const isAllowed = (): boolean =>
      !isJsonList(values) || values.some((each) => canonicalJson(each) === canonicalJson(member));
    if (!isAllowed()) return -1;
    score += 1;
  }
  return score;
};

/**
 * Returns the fields of an object: where its schema has a choice between several, those of the first branch that its
 * constants allow and that knows most of its members.
 */
export const fieldsIn = (
  { fields, shapes }: Pick<Field, 'fields' | 'shapes'>,
  value: JsonObject,
): readonly Field[] => {
  let best = { fields, score: -1 };
  for (const shape of shapes?.() ?? []) {
    const score = fitShape(shape, value);
    if (score > best.score) best = { fields: shape, score };
  }
  return best.fields;
};

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean']);

/** How deep objects inside objects become fields; deeper ones are `any`. */
const depthMax = 5;

const typeOfItems = (items: JsonSchema): Field['type'] => {
  const { type } = items;
  if (type === 'integer') return 'list[number]';
  if (type === 'string' || type === 'number' || type === 'boolean') return `list[${type}]`;
  return type === 'object' || isJsonObject(items['properties']) ? 'list[object]' : 'list[any]';
};

const literalType = (schema: JsonSchema): string | undefined => {
  const values: readonly Json[] = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const'] ?? null];
  const known = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  return known.size === 1 ? [...known][0] : undefined;
};

/** Returns a part of a schema that can be applied by itself: with the definitions to which it may refer. */
const withDefinitions = (schema: JsonSchema, { $defs, definitions }: JsonSchema): JsonSchema => ({
  ...schema,
  ...($defs === undefined ? {} : { $defs }),
  ...(definitions === undefined ? {} : { definitions }),
});

/** Parts of a choice that are looked at, and fields of all its branches together. */
const branchesMax = 200;
const branchFieldsMax = 2_000;

const shapesOf = (written: JsonSchema, root: JsonSchema, depth: number): readonly (readonly Field[])[] => {
  const objects: JsonSchema[] = [];
  const waiting: JsonSchema[] = [written];
  for (let looked = 0; looked < branchesMax; looked += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    const { schema } = reach(next, root);
    const branches = schemaBranches(schema);
    if (branches !== null) waiting.unshift(...branches.slice(0, branchesMax));
    else if (schemaTypesIn(schema).includes('object')) objects.push(schema);
  }
  let left = branchFieldsMax;
  const shapes = objects.flatMap((schema) => {
    const fields = left > 0 ? propertiesOf(schema, root, depth) : [];
    left -= fields.length;
    return fields.length === 0 ? [] : [fields];
  });
  if (shapes.length < 2) return shapes;
  // A constant tells the branches apart: an answer in the form of the branch has it, whether it is required or not.
  return shapes.map((shape) =>
    shape.map((field) => (constantIn(field.schema) === undefined ? field : { ...field, isRequired: true })),
  );
};

const hasChoice = (schema: JsonSchema): boolean =>
  ['anyOf', 'oneOf', 'allOf'].some((keyword) => isJsonList(schema[keyword]));

/** Returns the shapes of an object that has a choice, or that is too deep for fields of its own. */
const shapesWithin = (schema: JsonSchema, root: JsonSchema, depth: number): Pick<Field, 'shapes'> => {
  const isDeep = depth >= depthMax && isJsonObject(schema['properties']);
  if (!isDeep && !hasChoice(schema)) return {};
  let known: readonly (readonly Field[])[] | undefined;
  return { shapes: () => (known ??= shapesOf(schema, root, Math.min(depth + 1, depthMax))) };
};

const fieldOf = (
  name: string,
  written: Json,
  isRequired: boolean,
  root: JsonSchema,
  depth: number,
): Field => {
  const schema = withDefinitions(resolveDefinition(written, root), root);
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  const type = schema['type'] ?? literalType(schema);
  const base = { name, description, schema, isRequired, isNullable: allowsNull(written, root) };
  if (typeof type === 'string' && scalarTypes.has(type)) {
    return { ...base, type: type as FieldType, fields: [] };
  }
  if (depth < depthMax && (type === 'object' || isJsonObject(schema['properties']))) {
    const fields = propertiesOf(schema, root, depth + 1);
    return { ...base, type: 'object', fields, ...shapesWithin(schema, root, depth) };
  }
  if (type === 'array') {
    const items = resolveDefinition(schema['items'] ?? {}, root);
    const itemsType = typeOfItems(items);
    const fields =
      itemsType === 'list[object]' && depth < depthMax ? propertiesOf(items, root, depth + 1) : [];
    const shapes = shapesWithin(items, root, depth);
    return { ...base, schema: { ...schema, items }, type: itemsType, fields, ...shapes };
  }
  return { ...base, type: 'any', fields: [], ...shapesWithin(schema, root, depth) };
};

const propertiesOf = (schema: JsonSchema, root: JsonSchema, depth: number): Field[] => {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, written]) =>
    fieldOf(name, written, needed.has(name), root, depth),
  );
};

/** The name for the list if a caller's schema has a list at its root. */
export const wrappedName = 'items';

export type FieldsRead =
  | {
      readonly kind: 'read';
      readonly fields: readonly Field[];
      /** A schema whose root is an object: the caller's, or one around it. */
      readonly schema: JsonSchema;
      /** Whether the caller's answer is the value of `wrappedName`. */
      readonly isWrapped: boolean;
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

const refused = (code: 'INVALID_SCHEMA' | 'SCHEMA_TOO_COMPLEX', found: string): FieldsRead => ({
  kind: 'refused',
  failure: failure(code, `Cannot use the schema: ${found}`),
});

const wrapped = (schema: JsonSchema): JsonSchema => {
  const { $schema, $defs, definitions, ...list } = schema;
  const around = { $schema, $defs, definitions };
  return {
    ...Object.fromEntries(Object.entries(around).filter(([, value]) => value !== undefined)),
    type: 'object',
    properties: { [wrappedName]: list },
    required: [wrappedName],
    additionalProperties: false,
  };
};

/**
 * Returns the top-level properties of a JSON Schema (draft 7 or 2020-12) as fields; the properties of nested objects
 * are fields of these.
 *
 * Answers INVALID_SCHEMA for a schema that is no object, is empty, or describes neither an object nor an array, and
 * SCHEMA_TOO_COMPLEX for one with more properties or characters than `limits` allow.
 */
export const fieldsOfSchema = (given: unknown): FieldsRead => {
  if (!isJsonObject(given) || Object.keys(given).length === 0) {
    return refused(
      'INVALID_SCHEMA',
      'it is empty or no object; a JSON Schema of an object or an array is wanted',
    );
  }
  if (JSON.stringify(given).length > limits.schemaCharactersMax) {
    return refused('SCHEMA_TOO_COMPLEX', `it has more than ${limits.schemaCharactersMax} characters`);
  }
  const root = resolveDefinition(given, given);
  const type = root['type'] ?? (isJsonObject(root['properties']) ? 'object' : null);
  if (type !== null && type !== 'object' && type !== 'array') {
    return refused('INVALID_SCHEMA', `its type is ${JSON.stringify(type)}; "object" or "array" is wanted`);
  }
  const isWrapped = type === 'array';
  const schema = isWrapped ? wrapped({ ...given, ...root }) : given;
  const fields = propertiesOf(isWrapped ? schema : root, given, 0);
  if (fields.length > limits.fieldsMax) {
    return refused(
      'SCHEMA_TOO_COMPLEX',
      `it has ${fields.length} properties, at most ${limits.fieldsMax} are filled`,
    );
  }
  const long = fields.find(({ name }) => name.length > limits.fieldNameCharactersMax);
  if (long !== undefined) {
    return refused(
      'INVALID_SCHEMA',
      `a property's name has more than ${limits.fieldNameCharactersMax} characters`,
    );
  }
  return { kind: 'read', fields, schema, isWrapped };
};
