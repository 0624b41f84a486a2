import { nearOption } from '../suggest-name.ts';
import * as z from 'zod';
import { maxWaitField } from './extract-spec.ts';
import { limits } from '../limits/limits.ts';
import { screenshotSchema } from './browser-action.ts';
import { selectorProblem } from './selector/css-selector.ts';
import { changeModes } from './job-spec.ts';
import { schemaField } from './schema/schema-field.ts';

/** Formats in which a page can be delivered. */
export const formats = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'screenshot',
  'json',
  'summary',
  'attributes',
  'changeTracking',
] as const;

const selectorField = z
  .string()
  .min(1)
  .max(limits.selectorCharactersMax)
  .superRefine((selector, context) => {
    const problem = selectorProblem(selector);
    if (problem === null) return;
    context.addIssue({ code: 'custom', message: `expected a CSS selector (${problem})`, input: selector });
  });

/** Which attribute of which elements is wanted. */
const wantedAttributeSchema = z.object({
  selector: selectorField.meta({ description: 'A CSS selector.' }),
  attribute: z
    .string()
    .max(limits.attributeNameCharactersMax)
    .regex(/^[^\s"'<>/=\p{Cc}]+$/u, 'expected the name of an attribute')
    .meta({ description: 'The name of an attribute.' }),
});

const attributesFormat = z.object({
  type: z.literal('attributes').meta({ description: 'Which format.' }),
  selectors: z
    .array(wantedAttributeSchema)
    .min(1)
    .max(limits.attributeSelectorsMax)
    .meta({ description: 'Of which elements which attributes are read.' }),
});

const changeTrackingFormat = z
  .object({
    type: z.literal('changeTracking').meta({ description: 'Which format.' }),
    modes: z
      .array(z.enum(changeModes, { error: `expected one of ${changeModes.join(', ')}` }))
      .max(10)
      .optional()
      .meta({ default: [], description: 'How two versions are compared: line by line, or field by field.' }),
    schema: schemaField.nullish().meta({
      description: 'What is extracted from both versions, to be compared field by field.',
    }),
    prompt: z.string().max(limits.promptCharactersMax).nullish().meta({
      description: 'The same in words.',
    }),
    tag: z.string().max(limits.changeTagCharactersMax).nullish().meta({
      description: 'Histories with different tags know nothing of each other.',
    }),
    maxWaitSeconds: maxWaitField,
  })
  .refine(
    ({ modes, schema, prompt }) => modes?.includes('json') !== true || (schema ?? prompt ?? null) !== null,
    { error: 'expected a schema or a prompt with the mode json', path: ['schema'] },
  );

/**
 * Converts a format that is given by its name alone into an object. `screenshot@fullPage` is v1's name for that of a
 * whole page.
 */
export const formatObject = (value: unknown): unknown => {
  if (value === 'screenshot@fullPage') return { type: 'screenshot', fullPage: true };
  return typeof value === 'object' ? value : { type: value };
};

export const formatError = {
  error: ({ input }: { readonly input?: unknown }): string => {
    const { type } = (input ?? {}) as { readonly type?: unknown };
    return `expected one of ${formats.join(', ')}${nearOption(type, formats)}`;
  },
};
export const formatMeta = {
  description: 'A format that a page is delivered in: its name, or an object with options.',
};
export const typeMeta = { description: 'Which format.' };
export const namedFormats = ['markdown', 'html', 'rawHtml', 'links', 'images'] as const;
export const formatsWithOptions = [
  z.object({ type: z.literal('summary').meta(typeMeta), maxWaitSeconds: maxWaitField }),
  z.object({ type: z.literal('screenshot').meta(typeMeta), ...screenshotSchema.shape }),
  attributesFormat,
  changeTrackingFormat,
] as const;

/** A format of a request. The options of `json` are read separately (`json-format.ts`). */
export const formatSchema = z
  .preprocess(
    formatObject,
    z.discriminatedUnion(
      'type',
      [z.object({ type: z.enum([...namedFormats, 'json']).meta(typeMeta) }), ...formatsWithOptions],
      formatError,
    ),
  )
  .meta(formatMeta);
type PageFormat = z.infer<typeof formatSchema>;

const once = ['screenshot', 'attributes', 'changeTracking'] as const;

export const checkFormats = (all: readonly { readonly type: string }[], context: z.RefinementCtx): void => {
  const types = all.map(({ type }) => type);
  for (const type of once) {
    if (types.indexOf(type) === types.lastIndexOf(type)) continue;
    context.addIssue({ code: 'custom', message: `expected at most one ${type}`, input: types });
  }
  if (!types.includes('changeTracking') || types.includes('markdown')) return;
  const message = 'expected markdown among the formats, because changeTracking compares it';
  context.addIssue({ code: 'custom', message, input: types });
};

/** The formats of a request, each as an object. */
export const formatsSchema = z.array(formatSchema).min(1).max(20).superRefine(checkFormats);

/** Finds a format of a request by its type, if it is among them. */
export const findFormat = <Type extends PageFormat['type']>(
  all: readonly PageFormat[] | undefined,
  type: Type,
): Extract<PageFormat, { type: Type }> | undefined =>
  all?.find((format): format is Extract<PageFormat, { type: Type }> => format.type === type);
