import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { SchemaCheck } from './schema-check.ts';
import { schemaBranches, isMap, reach, schemaTypesIn, typeOfValue } from '../schema/schema-walk.ts';
import { entryNames, wrapperName } from './strict-schema.ts';

/** Makes a check of values against a part of a schema. */
export type MakeCheck = (schema: JsonSchema) => SchemaCheck;

interface Fitting {
  readonly root: JsonSchema;
  readonly checkOf: MakeCheck;
  /** Steps so far; choices inside choices multiply them. */
  readonly spent: { steps: number };
  /** Whether members go that a closed object does not allow. In a choice, they tell the branches apart. */
  readonly dropsOthers: boolean;
}

const stepsMax = 100_000;

const acceptsNull = (schema: JsonSchema, root: JsonSchema): boolean => {
  const branches = schemaBranches(schema);
  if (branches !== null) return branches.some((branch) => acceptsNull(reach(branch, root).schema, root));
  const types = schemaTypesIn(schema);
  return types.length === 0 || types.includes('null');
};

const entryOf = (item: Json): readonly [string, Json] | null => {
  if (!isJsonObject(item)) return null;
  const { [entryNames.name]: name, [entryNames.value]: value } = item;
  return typeof name === 'string' && value !== undefined ? [name, value] : null;
};

const fitObject = (value: JsonObject, schema: JsonSchema, fitting: Fitting): Json => {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = isJsonList(schema['required']) ? schema['required'] : [];
  const { additionalProperties } = schema;
  const isClosed = additionalProperties === false && schema['patternProperties'] === undefined;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const isNamed = Object.hasOwn(properties, name);
    if (!isNamed && isClosed && fitting.dropsOthers) return [];
    const written = isNamed ? properties[name] : additionalProperties;
    if (!isJsonObject(written)) return [[name, member]];
    const mayBeMissing = member === null && !required.includes(name);
    if (mayBeMissing && !acceptsNull(reach(written, fitting.root).schema, fitting.root)) return [];
    return [[name, fit(member, written, fitting)]];
  });
  return Object.fromEntries(members);
};

const number = /^-?\d+(?:\.\d+)?$/;

/** Converts a scalar to the wanted type if it is unambiguous: `"12.5"` to a number. */
const fitScalar = (value: Json, types: readonly string[]): Json => {
  if (types.length === 0 || types.includes(typeOfValue(value))) return value;
  const wantsNumber = types.includes('number') || types.includes('integer');
  if (typeof value === 'string') {
    const text = value.trim();
    if (wantsNumber && number.test(text) && Number.isSafeInteger(Math.trunc(Number(text))))
      return Number(text);
    if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
    if (types.includes('null') && text === '') return null;
  }
  return typeof value === 'number' && !wantsNumber && types.includes('string') ? String(value) : value;
};

const fitBranch = (value: Json, branches: readonly JsonSchema[], fitting: Fitting): Json => {
  const inBranch = { ...fitting, dropsOthers: false };
  const fitted = branches.map((branch) => ({ branch, value: fit(value, branch, inBranch) }));
  const valid = fitted.find((each) => fitting.checkOf(each.branch)(each.value).length === 0);
  return (
    (valid ?? fitted.find(({ branch }) => schemaTypesIn(branch).includes(typeOfValue(value))))?.value ?? value
  );
};

const withoutCopies = (items: readonly Json[]): Json[] => [
  ...new Map(items.map((item) => [canonicalJson(item), item])).values(),
];

const fit = (value: Json, written: JsonSchema, fitting: Fitting): Json => {
  fitting.spent.steps += 1;
  if (fitting.spent.steps > stepsMax) return value;
  const { schema } = reach(written, fitting.root);
  const branches = schemaBranches(schema);
  if (branches !== null) return fitBranch(value, branches, fitting);
  if (isJsonObject(value)) return fitObject(value, schema, fitting);
  if (!isJsonList(value)) return fitScalar(value, schemaTypesIn(schema));
  if (isMap(schema) && !schemaTypesIn(schema).includes('array')) {
    const entries = value.map(entryOf);
    if (entries.every((entry) => entry !== null))
      return fitObject(Object.fromEntries(entries), schema, fitting);
  }
  const { items, prefixItems } = schema;
  const places = isJsonList(prefixItems) ? prefixItems : [];
  const fitted = value.map((item, index) => {
    const place = places[index] ?? items;
    return isJsonObject(place) ? fit(item, place, fitting) : item;
  });
  return schema['uniqueItems'] === true ? withoutCopies(fitted) : fitted;
};

/**
 * Converts a model's answer to the form of the caller's schema, which undoes what `strict-schema.ts` did to that:
 * removes nulls of optional properties, turns lists of names and values into objects, takes the wrapper off. Converts
 * scalars of the wrong type if they are unambiguous, and leaves out members that a closed object does not allow and
 * copies in a list that has each item once. Everything else stays unchanged, and the check reports it.
 */
export const fitOutput = (answer: Json, schema: JsonSchema, checkOf: MakeCheck): Json => {
  const properties = reach(schema, schema).schema['properties'];
  const isOwn = isJsonObject(properties) && Object.hasOwn(properties, wrapperName);
  const isWrapped =
    !isOwn && isJsonObject(answer) && Object.keys(answer).length === 1 && Object.hasOwn(answer, wrapperName);
  const value = isWrapped ? (answer[wrapperName] ?? null) : answer;
  return fit(value, schema, { root: schema, checkOf, spent: { steps: 0 }, dropsOthers: true });
};
