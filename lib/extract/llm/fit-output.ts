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
  /** Whether a value in another letter case becomes the value that the schema lists. In a choice, at second sight. */
  readonly respells: boolean;
  /** What is known of enums, so that a long one is read once. */
  readonly spellings: WeakMap<readonly Json[], ReadonlyMap<string, string | null>>;
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

const folded = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Returns how each text of an enum is spelled, by its folded form; null for one that several have. */
const spellingsOf = (values: readonly Json[], { spellings }: Fitting): ReadonlyMap<string, string | null> => {
  const known = spellings.get(values);
  if (known !== undefined) return known;
  const found = new Map<string, string | null>();
  for (const each of values) {
    if (typeof each !== 'string') continue;
    const key = folded(each);
    const other = found.get(key);
    found.set(key, other === undefined || other === each ? each : null);
  }
  spellings.set(values, found);
  return found;
};

/** Returns the one text of an enum that is the same but for its letter case and the spaces around it. */
const respelled = (value: Json, { enum: values, const: only }: JsonSchema, fitting: Fitting): Json => {
  if (typeof value !== 'string') return value;
  if (isJsonList(values)) return spellingsOf(values, fitting).get(folded(value)) ?? value;
  return typeof only === 'string' && folded(only) === folded(value) ? only : value;
};

const fitBranch = (value: Json, branches: readonly JsonSchema[], fitting: Fitting): Json => {
  const fittedIn = (respells: boolean): { readonly branch: JsonSchema; readonly value: Json }[] =>
    branches.map((branch) => ({
      branch,
      value: fit(value, branch, { ...fitting, dropsOthers: false, respells }),
    }));
  const isValid = ({ branch, value: each }: { readonly branch: JsonSchema; readonly value: Json }): boolean =>
    fitting.checkOf(branch)(each).length === 0;
  const fitted = fittedIn(false);
  const valid = fitted.find(isValid);
  if (valid !== undefined) return valid.value;
  const respelt = fitting.respells ? fittedIn(true) : fitted;
  const [found, ...others] = new Map(
    respelt.filter(isValid).map((each) => [canonicalJson(each.value), each.value]),
  ).values();
  if (found !== undefined && others.length === 0) return found;
  const ofType = ({ branch }: { readonly branch: JsonSchema }): boolean =>
    schemaTypesIn(branch).includes(typeOfValue(value));
  const alike = respelt.filter(ofType);
  return (alike.length === 1 ? alike : fitted.filter(ofType))[0]?.value ?? value;
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
  if (!isJsonList(value)) {
    const scalar = fitScalar(value, schemaTypesIn(schema));
    return fitting.respells ? respelled(scalar, schema, fitting) : scalar;
  }
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
 * scalars of the wrong type if they are unambiguous, gives a value of an `enum` the spelling that it has there, and
 * leaves out members that a closed object does not allow and copies in a list that has each item once. Everything else
 * stays unchanged, and the check reports it.
 */
export const fitOutput = (answer: Json, schema: JsonSchema, checkOf: MakeCheck): Json => {
  const properties = reach(schema, schema).schema['properties'];
  const isOwn = isJsonObject(properties) && Object.hasOwn(properties, wrapperName);
  const isWrapped =
    !isOwn && isJsonObject(answer) && Object.keys(answer).length === 1 && Object.hasOwn(answer, wrapperName);
  const value = isWrapped ? (answer[wrapperName] ?? null) : answer;
  return fit(value, schema, {
    root: schema,
    checkOf,
    spent: { steps: 0 },
    dropsOthers: true,
    respells: true,
    spellings: new WeakMap(),
  });
};
