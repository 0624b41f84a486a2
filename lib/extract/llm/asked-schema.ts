import { isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { modernSchema, lenientSchema } from './caller-schema.ts';
import { fitOutput } from './fit-output.ts';
import type { Question } from './model-output.ts';
import type { AskedSchemas } from './model-request.ts';
import { openSchemaCheck, type SchemaCheck } from './schema-check.ts';
import { reach, schemaTypesIn } from './schema-walk.ts';
import { makeStrictSchema, wrapperName } from './strict-schema.ts';

/** A question's schema in all that asking takes: what is sent, and what is done with the answer. */
export interface AskedSchema extends AskedSchemas {
  readonly fit: (answer: Json) => Json;
  readonly check: SchemaCheck;
  /** Faults of an answer, before it is fitted, that answers something else than was asked. */
  readonly checkNames: SchemaCheck;
  /** Faults against what a server was to enforce; such an answer shows that it did not. */
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

/** Finds an answer at fault that has properties, and none of those that are asked for. */
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

/** Works out a question's schema once, before it is asked in one form after the other. */
export const makeAskedSchema = ({ schema: given }: Pick<Question, 'schema'>): AskedSchema => {
  const schema = lenientSchema(modernSchema(given));
  const strict = makeStrictSchema(schema);
  const types = schemaTypesIn(reach(schema, schema).schema);
  const isWrapped = !(types.length === 1 && types[0] === 'object');
  const told = isWrapped ? wrapped(schema) : schema;
  const definitions = { $defs: schema['$defs'] ?? {}, definitions: schema['definitions'] ?? {} };
  return {
    strict: strict?.schema ?? told,
    isStrict: strict !== null,
    told,
    isWrapped,
    fit: (answer) => fitOutput(answer, schema, (part) => openSchemaCheck({ ...part, ...definitions })),
    check: openSchemaCheck(schema),
    checkNames: isWrapped ? () => [] : strayCheck(schema),
    checkStrict: strict === null ? () => [] : openSchemaCheck(strict.schema),
  };
};
