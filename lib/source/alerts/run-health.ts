import * as z from 'zod';
import { isContentPage, isOpen, type ContentPage, type Page } from '../../frontier/page.ts';
import type { Visit } from '../judge-visit.ts';
import { listedUrlsSchema, type ListedUrls } from './listed-urls.ts';

/** Numbers of a run that are compared with those of earlier runs. */
export const runHealthSchema = z.object({
  /** How many pages were read, and the share of the requested ones that were not. */
  pages: z.number().int().meta({ description: 'Pages that were read.' }),
  failedShare: z.number().meta({ description: 'The share of those asked for that were not.' }),
  /** How many of the requested ones were not: also those that no run has seen, which are no pages of the source. */
  failed: z.number().int().optional().meta({ description: 'Those asked for that were not read.' }),
  /** For the pages that were read: the median bytes of their text, and the share that needed a browser. */
  medianBytes: z.number().meta({ description: 'The median of bytes of text in a page.' }),
  browserShare: z.number().meta({ description: 'The share of pages that took a browser.' }),
  /** The share of the requested pages that were answered 429 at least once. */
  throttledShare: z
    .number()
    .optional()
    .meta({ description: 'The share of pages answered 429 at least once.' }),
  /** The language of most pages, without its region. */
  language: z.string().optional().meta({ description: 'The language of most pages.' }),
  /** The share of the requested fields that were answered. */
  fillRate: z.number().optional().meta({ description: 'The share of fields that were answered.' }),
  /** The answer for the source's own URL, if it was requested. */
  seed: z
    .object({
      verdict: z
        .enum(['there', 'gone', 'no-host', 'moved', 'unreachable'])
        .meta({ description: 'What became of the page.' }),
      status: z.number().int().optional().meta({ description: 'The HTTP status of that visit.' }),
      code: z.string().optional().meta({ description: 'What it is, for programs.' }),
    })
    .optional()
    .meta({ description: "What the source's own URL answered, where it was asked." }),
  listed: listedUrlsSchema
    .optional()
    .meta({ description: 'Of a list of URLs, those with which something is wrong.' }),
});
export type RunHealth = z.infer<typeof runHealthSchema>;

/** Returns the median of some numbers: the middle one, or the mean of the two in the middle; 0 for none. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000;

/** Returns the language of most pages that name one, such as `de`; undefined if none does. */
const mainLanguage = (pages: readonly ContentPage[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const { language } of pages) {
    const name = language?.toLowerCase().split(/[-_]/)[0] ?? '';
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
};

const wasThrottled = ({ status, requests = [] }: ContentPage): boolean =>
  status === 429 || requests.some((line) => line.status === 429);

/**
 * Measures a run. `seed` is the visit of the source's own URL; `fields` are the fields that its job asked for; `listed`
 * says what is wrong with the URLs that it lists.
 */
export const measureRun = (
  pages: readonly Page[],
  seed: Visit | undefined,
  fields: { readonly fieldsAsked?: number | undefined; readonly fieldsAnswered?: number | undefined } = {},
  listed?: ListedUrls,
): RunHealth => {
  const asked = pages
    .filter((page) => isContentPage(page))
    .filter(({ state }) => !isOpen(state) && state !== 'skipped');
  const read = asked.filter(({ state }) => state === 'done');
  const language = mainLanguage(read);
  const { fieldsAsked = 0, fieldsAnswered = 0 } = fields;
  return {
    pages: read.length,
    failedShare: share(asked.length - read.length, asked.length),
    failed: asked.length - read.length,
    medianBytes: median(read.map(({ contentBytes = 0 }) => contentBytes)),
    browserShare: share(read.filter(({ tier }) => tier === 'browser').length, read.length),
    throttledShare: share(asked.filter(wasThrottled).length, asked.length),
    ...(language === undefined ? {} : { language }),
    ...(fieldsAsked === 0 ? {} : { fillRate: share(fieldsAnswered, fieldsAsked) }),
    ...(listed === undefined ? {} : { listed }),
    ...(seed === undefined
      ? {}
      : {
          seed: {
            verdict: seed.verdict.kind,
            ...(seed.status === undefined ? {} : { status: seed.status }),
            ...(seed.code === undefined ? {} : { code: seed.code }),
          },
        }),
  };
};
