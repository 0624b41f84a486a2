import { canonicalJson, isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { modernSchema, lenientSchema, nullableSchema } from './caller-schema.ts';
import { fitOutput } from './fit-output.ts';
import type { Question } from './model-output.ts';
import type { AskedSchemas } from './model-request.ts';
import { openSchemaCheck, type SchemaCheck } from './schema-check.ts';
import { reach, schemaTypesIn } from '../schema/schema-walk.ts';
import { makeStrictSchema, wrapperName } from './strict-schema.ts';
import { makeUnwrap } from './unwrap-answer.ts';

/** A question's schema prepared for asking: the forms to send, and the checks of the answer. */
export interface AskedSchema extends AskedSchemas {
  /** Takes an answer out of what the model put around it; what is inside is fitted and checked afterwards. */
  readonly unwrap: (answer: Json) => Json;
  readonly fit: (answer: Json) => Json;
  readonly check: SchemaCheck;
  /** Returns the parts of a fitted answer that are valid by themselves; null if there are none. */
  readonly usable: (answer: Json) => Json | null;
  /** Returns faults of an unfitted answer that answers another question. */
  readonly checkNames: SchemaCheck;
  /** Returns faults against what the server should enforce; such an answer shows that it did not. */
  readonly checkStrict: SchemaCheck;
}

const namesShown = 10;

const wrapped = (schema: JsonSchema): JsonSchema => {
  const { $defs, definitions, ...inner } = schema;
  const shared = {
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
  return { ...shared, type: 'object', properties: { [wrapperName]: inner }, required: [wrapperName] };
};

/** Makes a check that finds fault with an answer that has properties, but none of the wanted ones. */
const strayCheck = (schema: JsonSchema): SchemaCheck => {
  const { properties } = reach(schema, schema).schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const wanted = names.slice(0, namesShown).join(', ');
  return (answer) => {
    if (names.length === 0 || !isJsonObject(answer)) return [];
    const found = Object.keys(answer);
    const isStray = found.length > 0 && !found.some((name) => names.includes(name));
    return isStray ? [`$: expected some of the properties ${wanted}, found none of them`] : [];
  };
};

/** Most items of a list that are checked one by one, and most checks of one answer. */
const itemsMax = 1_000;
const checksMax = 5_000;

/**
 * Makes a function that returns the parts of an answer that are valid by themselves: properties, and items of lists, at
 * any depth. A list that is too long as a whole is cut.
 */
const makeUsable =
  (check: SchemaCheck): AskedSchema['usable'] =>
  (answer) => {
    let left = checksMax;
    const holds = (value: Json): boolean => {
      left -= 1;
      return left >= 0 && check(value).length === 0;
    };
    /** `around` puts a part in its place. */
    const partOf = (value: Json, around: (part: Json) => Json): Json | null => {
      if (isBlankJson(value)) return null;
      if (holds(around(value))) return value;
      if (isJsonList(value)) return listOf(value, around);
      if (!isJsonObject(value)) return null;
      const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
        const part = partOf(member, (inner) => around({ [name]: inner }));
        return part === null ? [] : [[name, part]];
      });
      const object = Object.fromEntries(members);
      return members.length > 0 && holds(around(object)) ? object : null;
    };
    const listOf = (list: readonly Json[], around: (part: Json) => Json): Json | null => {
      if (list.length > itemsMax) return null;
      const parts = list.flatMap((item) => partOf(item, (inner) => around([inner])) ?? []);
      if (parts.length > 0 && holds(around(parts))) return parts;
      // Each item is valid, and all of them are not: they are too many, or some are equal.
      const distinct = [...new Map(parts.map((part) => [canonicalJson(part), part])).values()];
      let [fits, over] = [0, distinct.length + 1];
      while (over - fits > 1) {
        const middle = Math.floor((fits + over) / 2);
        if (holds(around(distinct.slice(0, middle)))) fits = middle;
        else over = middle;
      }
      return fits === 0 ? null : distinct.slice(0, fits);
    };
    return partOf(answer, (part) => part);
  };

/** Prepares a question's schema once, before it is asked in one form after the other. */
export const makeAskedSchema = ({ schema: given }: Pick<Question, 'schema'>): AskedSchema => {
  const schema = lenientSchema(modernSchema(given));
  const strict = makeStrictSchema(schema);
  const types = schemaTypesIn(reach(schema, schema).schema);
  const isWrapped = !(types.length === 1 && types[0] === 'object');
  const read = nullableSchema(schema);
  const told = isWrapped ? wrapped(read) : read;
  const definitions = { $defs: schema['$defs'] ?? {}, definitions: schema['definitions'] ?? {} };
  const check = openSchemaCheck(schema);
  const checkNames: SchemaCheck = isWrapped ? () => [] : strayCheck(schema);
  const fit = (answer: Json): Json =>
    fitOutput(answer, schema, (part) => openSchemaCheck({ ...part, ...definitions }));
  return {
    strict: strict?.schema ?? told,
    isStrict: strict !== null,
    told,
    isWrapped,
    unwrap: makeUnwrap(schema, (answer) => check(fit(answer)).length === 0),
    fit,
    check,
    usable: (answer) => (checkNames(answer).length > 0 ? null : makeUsable(check)(answer)),
    checkNames,
    checkStrict: strict === null ? () => [] : openSchemaCheck(strict.schema),
  };
};
