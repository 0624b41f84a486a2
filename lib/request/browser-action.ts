import * as z from 'zod';
import { nearOption } from '../suggest-name.ts';
import { limits } from '../limits/limits.ts';
import { checkBrowserSelector } from './selector/browser-selector.ts';

/**
 * What a browser does with a page before its content is taken, and how it shows the page: Firecrawl's v2 names and
 * defaults.
 */

/** The window, in CSS pixels (Firecrawl's bounds). */
export const viewportSchema = z
  .object({
    width: z.number().int().min(64).max(7_680).meta({ description: 'CSS pixels.' }),
    height: z.number().int().min(64).max(4_320).meta({ description: 'CSS pixels.' }),
  })
  .meta({ description: "A browser's window." });

/** How a picture of the page is taken. With a `quality` it is a JPEG, otherwise a PNG. */
export const screenshotSchema = z.object({
  fullPage: z
    .boolean()
    .default(false)
    .meta({ description: 'Of a screenshot: takes all of the page, not only the window.' }),
  quality: z.number().int().min(1).max(100).optional().meta({
    description: 'Of a screenshot: it is a JPEG of this quality instead of a PNG.',
  }),
  viewport: viewportSchema.optional().meta({ description: 'Of a screenshot: the window it is taken in.' }),
});
export type Screenshot = z.infer<typeof screenshotSchema>;

const selector = z.string().min(1).max(500).meta({ description: 'CSS selector of the element.' });

const typeOf = <Type extends string>(type: Type, description: string): z.ZodLiteral<Type> =>
  z.literal(type).meta({ description });

const waitSchema = z
  .object({
    type: typeOf('wait', 'Waits: either for some time, or for an element.'),
    milliseconds: z
      .number()
      .int()
      .min(0)
      .max(limits.waitForMsMax)
      .optional()
      .meta({ description: 'How long.' }),
    selector: selector.optional().meta({ description: 'CSS selector that has to match.' }),
  })
  .refine((wait) => (wait.milliseconds === undefined) !== (wait.selector === undefined), {
    error: 'expected either milliseconds or a selector',
  });

const kinds = [
  waitSchema,
  z.object({
    type: typeOf('click', 'Clicks an element.'),
    selector,
    all: z.boolean().default(false).meta({ description: 'Clicks every element that matches.' }),
  }),
  z.object({ type: typeOf('screenshot', 'Takes a picture.'), ...screenshotSchema.shape }),
  z.object({
    type: typeOf('write', 'Types text into the element that has the focus: click it first.'),
    text: z.string().max(5_000).meta({ description: 'What is typed.' }),
  }),
  z.object({
    type: typeOf('press', 'Presses a key.'),
    key: z
      .string()
      .min(1)
      .max(50)
      .meta({ description: 'Name of the key, such as `Enter` or `ArrowDown`, in any case.' }),
  }),
  z.object({
    type: typeOf('scroll', 'Scrolls by a window.'),
    direction: z.enum(['up', 'down']).default('down').meta({ description: 'Where to.' }),
    selector: selector.optional().meta({ description: 'CSS selector of what is scrolled instead.' }),
  }),
  z.object({ type: typeOf('scrape', 'Keeps the HTML as it is now.') }),
  z.object({
    type: typeOf('executeJavascript', 'Runs a script in the page, where the operator allows that.'),
    script: z.string().min(1).max(20_000).meta({ description: 'JavaScript; what it returns is answered.' }),
  }),
  z.object({
    type: typeOf('pdf', 'Prints the page.'),
    format: z
      .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
      .default('Letter')
      .meta({ description: 'Size of the paper.' }),
    landscape: z.boolean().default(false).meta({ description: 'Turns the paper.' }),
    scale: z.number().min(0.1).max(2).default(1).meta({ description: 'Enlarges what is printed.' }),
  }),
] as const;

export const actionTypes = kinds.map((kind) => kind.shape.type.value);

export const actionSchema = z
  .discriminatedUnion('type', kinds, {
    error: ({ input }) => {
      const { type } = (input ?? {}) as { readonly type?: unknown };
      return `expected an object whose type is one of ${actionTypes.join(', ')}${nearOption(type, actionTypes)}`;
    },
  })
  .meta({ description: 'What a browser does with a page before it is taken.' });
export type Action = z.infer<typeof actionSchema>;

/** Sums the milliseconds that a list of actions waits at least. */
const waitsOf = (actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0), 0);

export const actionsSchema = z
  .array(actionSchema)
  .max(limits.actionsMax, { error: `expected at most ${limits.actionsMax} actions` })
  // Of requests only: a job that was stored before this check stays readable.
  .superRefine((actions, context) => {
    for (const [index, action] of actions.entries())
      if ('selector' in action && action.selector !== undefined)
        checkBrowserSelector(action.selector, context, [index, 'selector']);
  })
  .refine((actions) => waitsOf(actions) <= limits.waitForMsMax, {
    error: `expected waits of ${limits.waitForMsMax} ms together at most`,
  })
  // They are stored on the job, which is one item of the table and is read on every visit.
  .refine((actions) => JSON.stringify(actions).length <= limits.actionsCharactersMax, {
    error: `expected actions of ${limits.actionsCharactersMax} characters together at most`,
  });
