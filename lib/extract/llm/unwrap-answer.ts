import { isJsonList, isJsonObject, type Json, type JsonObject } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { isMap, reach, schemaBranches, schemaTypesIn } from '../schema/schema-walk.ts';
import { nameKey } from '../schema/words.ts';

/** Names that models give to the whole of an answer. Other names may say of what the values are. */
const neutralNames = [
  'answer',
  'data',
  'extracted',
  'extracted_data',
  'extraction',
  'items',
  'json',
  'object',
  'output',
  'response',
  'result',
  'results',
];

/** Wrappers inside each other, and branches of a choice that are read. */
const [layersMax, branchesMax] = [3, 200] as const;

/** What the root of a schema allows. */
interface Root {
  readonly schemas: readonly JsonSchema[];
  /** Names of its properties, in any branch of a choice. */
  readonly names: ReadonlySet<string>;
  /** Whether it names every member that an object may have, so that another member is none of the answer. */
  readonly namesAll: boolean;
  /** Folded names that may stand for the whole answer. */
  readonly wrappers: ReadonlySet<string>;
}

const rootOf = (schema: JsonSchema): Root => {
  const schemas: JsonSchema[] = [];
  const waiting: JsonSchema[] = [schema];
  for (let looked = 0; looked < branchesMax; looked += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    const reached = reach(next, schema).schema;
    const branches = schemaBranches(reached);
    if (branches === null) schemas.push(reached);
    else waiting.push(...branches.slice(0, branchesMax));
  }
  const names = schemas.flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.keys(properties) : [],
  );
  const titles = [schema, ...schemas].flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
  return {
    schemas,
    names: new Set(names),
    namesAll:
      waiting.length === 0 &&
      schemas.every(
        (each) =>
          schemaTypesIn(each).length > 0 &&
          !isMap(each) &&
          !isJsonObject(each['additionalProperties']) &&
          each['patternProperties'] === undefined,
      ),
    wrappers: new Set([...neutralNames, ...titles].map(nameKey)),
  };
};

const allows = ({ schemas }: Root, type: string): boolean =>
  schemas.some((each) => schemaTypesIn(each).includes(type));

/** Returns what an object holds that has nothing else, under a name of the whole answer; undefined for any other. */
const memberAlone = (value: JsonObject, { names, wrappers }: Root): Json | undefined => {
  const [only, ...others] = Object.entries(value);
  if (only === undefined || others.length > 0) return undefined;
  const [name, member] = only;
  return !names.has(name) && wrappers.has(nameKey(name)) ? member : undefined;
};

/** Returns the object around a list, if the schema is of an object that has one list and nothing else. */
const aroundList = (
  value: readonly Json[],
  { schemas: [only, ...others], names }: Root,
): Json | undefined => {
  const [name, ...more] = names;
  if (only === undefined || others.length > 0 || name === undefined || more.length > 0) return undefined;
  const { properties } = only;
  const list = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(list) && schemaTypesIn(list).join() === 'array' ? { [name]: value } : undefined;
};

/** Returns an answer with one wrapper less, or one that the schema has more; undefined if it has none. */
const step = (value: Json, root: Root): Json | undefined => {
  if (isJsonObject(value)) return memberAlone(value, root);
  if (!isJsonList(value) || allows(root, 'array')) return undefined;
  const [only] = value;
  const isOne = value.length === 1 && isJsonObject(only);
  if (
    isOne &&
    (Object.keys(only).some((name) => root.names.has(name)) || memberAlone(only, root) !== undefined)
  )
    return only;
  return aroundList(value, root);
};

/** Says whether an object has a property that is asked for, and whether a list may stand at the root. */
const isAsked = (value: Json, root: Root): boolean =>
  isJsonObject(value)
    ? Object.keys(value).some((name) => root.names.has(name))
    : isJsonList(value) && allows(root, 'array');

/**
 * Makes a function that takes a model's answer out of what the model put around it: a list of one object, or an object
 * whose only member is named for the whole answer (`data`, `result`, the schema's title). It does so only if the schema
 * does not know that name, and what is inside `fits` the schema; any other answer stays as it is. The model's own words
 * are kept beside the answer (`raw`).
 */
export const makeUnwrap = (schema: JsonSchema, fits: (answer: Json) => boolean): ((answer: Json) => Json) => {
  const root = rootOf(schema);
  return (answer) => {
    if (!root.namesAll) return answer;
    let value = answer;
    for (let layer = 0; layer < layersMax; layer += 1) {
      const inner = step(value, root);
      if (inner === undefined) break;
      value = inner;
      if (isAsked(value, root) && fits(value)) return value;
    }
    return answer;
  };
};
