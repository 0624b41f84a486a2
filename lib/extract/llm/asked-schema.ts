import { isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { modernSchema, lenientSchema, nullableSchema } from './caller-schema.ts';
import { fitOutput } from './fit-output.ts';
import type { Question } from './model-output.ts';
import type { AskedSchemas } from './model-request.ts';
import { openSchemaCheck, type SchemaCheck } from './schema-check.ts';
import { reach, schemaTypesIn } from './schema-walk.ts';
import { makeStrictSchema, wrapperName } from './strict-schema.ts';

/** A question's schema prepared for asking: the forms to send, and the checks of the answer. */
export interface AskedSchema extends AskedSchemas {
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

/** Most items of a list that are checked one by one. */
const itemsMax = 1_000;

/** Returns the items of a list that are valid in their place; `around` puts a list there. */
const usableItems = (
  list: readonly Json[],
  check: SchemaCheck,
  around: (items: readonly Json[]) => Json,
): readonly Json[] =>
  list.length > itemsMax ? [] : list.filter((item) => check(around([item])).length === 0);

/**
 * Makes a function that returns the parts of an answer that are valid by themselves: properties, and items of lists.
 */
const makeUsable =
  (check: SchemaCheck): AskedSchema['usable'] =>
  (answer) => {
    const keep = (kept: Json): Json | null => (isBlankJson(kept) || check(kept).length > 0 ? null : kept);
    if (isJsonList(answer)) return keep([...usableItems(answer, check, (items) => [...items])]);
    if (!isJsonObject(answer)) return null;
    const members = Object.entries(answer).flatMap(([name, value]): [string, Json][] => {
      if (isBlankJson(value)) return [];
      if (check({ [name]: value }).length === 0) return [[name, value]];
      if (!isJsonList(value)) return [];
      const items = usableItems(value, check, (some) => ({ [name]: [...some] }));
      return items.length === 0 ? [] : [[name, [...items]]];
    });
    return members.length === 0 ? null : keep(Object.fromEntries(members));
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
  return {
    strict: strict?.schema ?? told,
    isStrict: strict !== null,
    told,
    isWrapped,
    fit: (answer) => fitOutput(answer, schema, (part) => openSchemaCheck({ ...part, ...definitions })),
    check,
    usable: (answer) => (checkNames(answer).length > 0 ? null : makeUsable(check)(answer)),
    checkNames,
    checkStrict: strict === null ? () => [] : openSchemaCheck(strict.schema),
  };
};
