import * as z from 'zod';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { invalidRequest } from './describe-issues.ts';
import { completeSpec, fieldSchema, maxWaitField, type ExtractSpec } from './extract-spec.ts';
import { isPlainObject } from '../plain-object.ts';
import { schemaField, schemaProblem } from './schema/schema-field.ts';
import { schemaMeant } from './schema/shorthand-schema.ts';

/** `{type: "json"}` among the formats of a scrape: what is extracted from the page beside its other formats. */
export const jsonFormatSchema = z.object({
  prompt: z
    .string()
    .max(limits.promptCharactersMax)
    .optional()
    .meta({ description: 'What is wanted, in words.' }),
  systemPrompt: z
    .string()
    .max(limits.promptCharactersMax)
    .optional()
    .meta({ description: 'Words that go before the prompt.' }),
  schema: schemaField.optional().meta({
    description: 'JSON Schema of the answer. A schema, `fields` or a `prompt` is needed.',
  }),
  fields: z
    .array(fieldSchema)
    .min(1)
    .max(limits.schemaKeysMax)
    .optional()
    .meta({ description: 'What is looked for, instead of a schema.' }),
  provider: z.string().max(100).optional().meta({ description: 'Whose model is asked.' }),
  model: z.string().max(200).optional().meta({ description: 'The model.' }),
  strict: z.boolean().optional().meta({
    default: false,
    description: 'An answer that the schema does not allow fails the page.',
  }),
  groundedOnly: z.boolean().optional().meta({
    default: true,
    description: 'Withholds a value of a model that does not stand in the page, with a warning.',
  }),
  maxWaitSeconds: maxWaitField,
});

const isJson = (format: unknown): boolean =>
  format === 'json' ||
  (typeof format === 'object' && format !== null && 'type' in format && format.type === 'json');

/** Reads the spec that the formats of a body make; null if none of them is `json`. */
export const readJsonFormat = (
  formats: unknown,
): { readonly spec: ExtractSpec | null } | { readonly failure: Failure } => {
  const [format, ...more] = Array.isArray(formats) ? (formats as unknown[]).filter(isJson) : [];
  if (format === undefined) return { spec: null };
  const refuse = (message: string): { failure: Failure } => ({
    failure: failure('BAD_REQUEST', `Cannot accept the request: formats: ${message}`),
  });
  if (more.length > 0) return refuse('expected the format json once, found it more often');
  const given = isPlainObject(format) ? format['schema'] : undefined;
  const problem = given === undefined ? null : schemaProblem(schemaMeant(given));
  if (problem !== null) {
    const message = problem.message.replace('the request: ', 'the request: formats: json: ');
    return { failure: { ...problem, message } };
  }
  const parsed = jsonFormatSchema.safeParse(typeof format === 'object' ? format : {}, { reportInput: true });
  if (!parsed.success) {
    const beginning = 'Cannot accept the request: formats: json';
    return { failure: invalidRequest(beginning, parsed.error.issues) };
  }
  const { prompt, schema, fields } = parsed.data;
  if (prompt === undefined && schema === undefined && fields === undefined) {
    return refuse(
      'json: expected a schema, fields or a prompt, such as {"type": "json", "prompt": "the price"}, found none',
    );
  }
  const { maxWaitSeconds: _wait, ...question } = parsed.data;
  return { spec: completeSpec(withoutUndefined(question)) };
};

/** Keeps only the given parts: a spec is hashed, and what is absent must be absent. */
export const withoutUndefined = <Given extends object>(
  given: Given,
): { [Key in keyof Given]: Exclude<Given[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
