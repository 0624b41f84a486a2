import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { modernSchema, schemaOfPart } from './caller-schema.ts';
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
  /** Faults against what a server was to enforce; such an answer shows that it did not. */
  readonly checkStrict: SchemaCheck;
}

const wrapped = (schema: JsonSchema): JsonSchema => {
  const { $defs, definitions, ...inner } = schema;
  const shared = {
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
  return { ...shared, type: 'object', properties: { [wrapperName]: inner }, required: [wrapperName] };
};

/** Works out a question's schema once, before it is asked in one form after the other. */
export const makeAskedSchema = ({
  schema: given,
  isPart,
}: Pick<Question, 'schema' | 'isPart'>): AskedSchema => {
  const whole = modernSchema(given);
  const schema = isPart ? schemaOfPart(whole) : whole;
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
    checkStrict: strict === null ? () => [] : openSchemaCheck(strict.schema),
  };
};
