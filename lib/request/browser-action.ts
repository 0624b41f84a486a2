import * as z from 'zod';
import { limits } from '../limits.ts';

/** What a browser does with a page before it is taken, and how it is looked at: Firecrawl's v2 names and defaults. */

/** The window, in CSS pixels (Firecrawl's bounds). */
export const viewportSchema = z.object({
  width: z.number().int().min(64).max(7_680),
  height: z.number().int().min(64).max(4_320),
});

/** How a picture of the page is taken. With a `quality` it is a JPEG, otherwise a PNG. */
export const screenshotSchema = z.object({
  fullPage: z.boolean().default(false),
  quality: z.number().int().min(1).max(100).optional(),
  viewport: viewportSchema.optional(),
});
export type Screenshot = z.infer<typeof screenshotSchema>;

const selector = z.string().min(1).max(500);

const waitSchema = z
  .object({
    type: z.literal('wait'),
    milliseconds: z.number().int().min(0).max(limits.waitForMsMax).optional(),
    selector: selector.optional(),
  })
  .refine((wait) => (wait.milliseconds === undefined) !== (wait.selector === undefined), {
    error: 'expected either milliseconds or a selector',
  });

const kinds = [
  waitSchema,
  z.object({ type: z.literal('click'), selector, all: z.boolean().default(false) }),
  z.object({ type: z.literal('screenshot'), ...screenshotSchema.shape }),
  z.object({ type: z.literal('write'), text: z.string().max(5_000) }),
  z.object({ type: z.literal('press'), key: z.string().min(1).max(50) }),
  z.object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    selector: selector.optional(),
  }),
  z.object({ type: z.literal('scrape') }),
  z.object({ type: z.literal('executeJavascript'), script: z.string().min(1).max(20_000) }),
  z.object({
    type: z.literal('pdf'),
    format: z
      .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
      .default('Letter'),
    landscape: z.boolean().default(false),
    scale: z.number().min(0.1).max(2).default(1),
  }),
] as const;

export const actionTypes = kinds.map((kind) => kind.shape.type.value);

export const actionSchema = z.discriminatedUnion('type', kinds, {
  error: `expected an object whose type is one of ${actionTypes.join(', ')}`,
});
export type Action = z.infer<typeof actionSchema>;

/** Milliseconds that the actions of a list wait for certain. */
const waitsOf = (actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0), 0);

export const actionsSchema = z
  .array(actionSchema)
  .max(limits.actionsMax, { error: `expected at most ${limits.actionsMax} actions` })
  .refine((actions) => waitsOf(actions) <= limits.waitForMsMax, {
    error: `expected waits of ${limits.waitForMsMax} ms together at most`,
  })
  // They are kept on the job, which is one item of the table and read on every visit.
  .refine((actions) => JSON.stringify(actions).length <= limits.actionsCharactersMax, {
    error: `expected actions of ${limits.actionsCharactersMax} characters together at most`,
  });
