import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { fieldTypes } from '../../lib/request/field-types.ts';
import type { Checked } from './arguments.ts';
import { numberOption, wholeNumberOption } from './arguments.ts';
import type { Option } from '../command.ts';
import { suggestName } from '../../lib/suggest-name.ts';
import { whyUnreadable } from './read-file-text.ts';

/** Options for what to extract from pages. */
export const extractBodySchema = z.object({
  field: z.array(z.string()).default([]),
  schema: z.string().min(1, 'expected a file').optional(),
  prompt: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  strict: z.boolean().default(false),
  'grounded-only': z.boolean().default(false),
  ungrounded: z.boolean().default(false),
  wait: wholeNumberOption(0).optional(),
  pages: wholeNumberOption(1).optional(),
  tokens: wholeNumberOption(1).optional(),
  dollars: numberOption(0).optional(),
});
export type ExtractArguments = z.infer<typeof extractBodySchema>;

export const extractRequestOptions = {
  field: {
    type: 'string',
    multiple: true,
    value: 'NAME:TYPE:TEXT',
    help: 'a field to fill, such as price:number:"price without tax" (the type may be left out); repeatable',
  },
  schema: {
    type: 'string',
    value: 'FILE',
    help: 'a JSON Schema of the answer, instead of fields',
    completes: 'file',
  },
  prompt: { type: 'string', value: 'TEXT', help: 'what to look for, in words' },
  provider: {
    type: 'string',
    value: 'NAME',
    help: 'provider of the model: openai, anthropic, google, or your own',
  },
  model: { type: 'string', value: 'NAME', help: 'model to ask for what the pages do not state as data' },
  strict: { type: 'boolean', help: 'fail pages whose answer the schema does not allow' },
  'grounded-only': {
    type: 'boolean',
    help: 'leave out values that the page does not contain (default)',
  },
  ungrounded: {
    type: 'boolean',
    help: 'keep values that the model gives but the page does not contain, and mark them',
  },
  wait: {
    type: 'string',
    value: 'SECONDS',
    help: 'seconds that a page waits for a model that is not available (default 1800)',
  },
  pages: {
    type: 'string',
    value: 'N',
    help: 'pages to visit at most for URLs that end in /* (default 50)',
  },
  tokens: { type: 'string', value: 'N', help: 'tokens to spend at most' },
  dollars: { type: 'string', value: 'N', help: 'dollars to spend at most' },
} as const satisfies Record<string, Option>;

const fieldPattern = /^([A-Za-z_][A-Za-z0-9_-]*)(?::([^:]*))?(?::([\s\S]*))?$/;

type FieldType = (typeof fieldTypes)[number];

/** Returns a type as people write it in the form that the API takes: without null, which every field allows anyway. */
const plainType = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/\|null$|^null\|/, '')
    .replace('<', '[')
    .replace('>', ']')
    .replace(/^(?:array|lists?)?\[(?=.)/, 'list[');

/** Returns the type that was typed; null if it is no type. */
const typeIn = (text: string): FieldType | null => {
  const word = text
    .toLowerCase()
    .replace(/\s*\|\s*null$|^null\s*\|\s*/, '')
    .trim();
  return fieldTypes.find((type) => type === word) ?? null;
};

/** Says whether a text can only be meant as a type: it allows null, or has the brackets of a list. */
const isTypeOnly = (text: string): boolean =>
  /^\w+\s*\|\s*null$|^null\s*\|\s*\w+$/i.test(text) || /^\w*(?:\[\w*\]?|<\w*>?)(?:\s*\|\s*null)?$/.test(text);

/** Names for these types in other languages and schemas. */
const otherNames: ReadonlyMap<string, FieldType> = new Map([
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['numeric', 'number'],
  ['num', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['str', 'string'],
  ['bool', 'boolean'],
  ['list', 'list[string]'],
  ['array', 'list[string]'],
  ['strings', 'list[string]'],
  ['list[str]', 'list[string]'],
  ['list[text]', 'list[string]'],
  ['list[int]', 'list[number]'],
  ['list[integer]', 'list[number]'],
  ['list[float]', 'list[number]'],
  ['list[bool]', 'list[boolean]'],
  ['list[dict]', 'list[object]'],
  ['string[]', 'list[string]'],
  ['number[]', 'list[number]'],
  ['object[]', 'list[object]'],
]);

/** Returns the type that was probably meant by a text; undefined if it resembles none. */
const typeMeant = (text: string): FieldType | undefined => {
  const typed = plainType(text).replace(/\?$/, '');
  const near = suggestName(typed, fieldTypes);
  return otherNames.get(typed) ?? fieldTypes.find((type) => type === near);
};

interface TypedField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Refuses what stands where the type of a field is expected, and says how a description is told from a type. */
const refuseType = (name: string, found: string, meant: FieldType | undefined): Checked<TypedField> => {
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const known = `expected one of ${fieldTypes.join(', ')}`;
  const way = `A description without a type follows two colons: ${name}::TEXT`;
  return { ok: false, message: `--field ${name}: ${known}, found the type "${found}".${question} ${way}` };
};

/**
 * Reads `name`, `name:type` or `name:type:description`. In `name:words` the words are the description, unless they look
 * like a misspelt type: then the caller has to say which of both they are.
 */
export const readField = (text: string): Checked<TypedField> => {
  const [, name, second, third] = fieldPattern.exec(text) ?? [];
  if (name === undefined) {
    const wanted = 'expected name:type:description, such as price:number:"price without tax"';
    return { ok: false, message: `--field: ${wanted}, found "${text}"` };
  }
  if (second === undefined || second === '')
    return { ok: true, value: { name, type: 'string', description: third ?? '' } };
  const type = typeIn(second);
  if (type !== null) return { ok: true, value: { name, type, description: third ?? '' } };
  const word = second.trim();
  const mustBeType = third !== undefined || isTypeOnly(word);
  const meant = mustBeType || /^[a-z]+\??$/i.test(word) ? typeMeant(word) : undefined;
  if (mustBeType || meant !== undefined) return refuseType(name, second, meant);
  return { ok: true, value: { name, type: 'string', description: second } };
};

const readSchema = async (file: string): Promise<Checked<unknown>> => {
  try {
    return { ok: true, value: JSON.parse(await readFile(file, 'utf8')) as unknown };
  } catch (error) {
    const why =
      error instanceof SyntaxError
        ? `it is not JSON: ${error.message}`
        : (whyUnreadable(error) ?? String(error));
    return { ok: false, message: `--schema: expected a file with a JSON Schema, found ${file}: ${why}` };
  }
};

/** Makes the body of a request for an extraction. */
export const makeExtractRequest = async (
  urls: readonly string[],
  given: ExtractArguments,
): Promise<Checked<Record<string, unknown>>> => {
  const fields: TypedField[] = [];
  for (const text of given.field) {
    const field = readField(text);
    if (!field.ok) return field;
    fields.push(field.value);
  }
  const schema = given.schema === undefined ? null : await readSchema(given.schema);
  if (schema !== null && !schema.ok) return schema;
  if (fields.length === 0 && schema === null && given.prompt === undefined) {
    return { ok: false, message: 'expected --field, --schema or --prompt, to say what to extract' };
  }
  const { prompt, provider, model, pages, tokens, dollars } = given;
  const budget = Object.entries({ pages, tokens, dollars }).filter(([, value]) => value !== undefined);
  const optional = Object.entries({ prompt, provider, model }).filter(([, value]) => value !== undefined);
  return {
    ok: true,
    value: {
      urls,
      ...(fields.length === 0 ? {} : { fields }),
      ...(schema === null ? {} : { schema: schema.value }),
      ...Object.fromEntries(optional),
      strict: given.strict,
      groundedOnly: !given.ungrounded,
      ...(given.wait === undefined ? {} : { maxWaitSeconds: given.wait }),
      showSources: true,
      ...(budget.length === 0 ? {} : { budget: Object.fromEntries(budget) }),
    },
  };
};
