import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { crawlRequestSchema, parseCrawlRequest } from './crawl-request.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { urlField } from './url-field.ts';

export const promptField = z
  .string()
  .trim()
  .min(1, { error: 'expected words that say which pages are wanted' })
  .max(limits.promptCharactersMax);

/** POST /v2/crawl/params-preview. */
export const previewSchema = z.object({
  url: urlField.meta({ description: 'Where the crawl would start.' }),
  prompt: promptField.meta({ description: 'Which pages are wanted, in words.' }),
});
export type CrawlPrompt = z.infer<typeof previewSchema>;

/** Parses the body of a preview of a crawl's options. */
export const parsePreviewRequest = (body: unknown): ParsedRequest<CrawlPrompt> =>
  parseWith(previewSchema, body);

/**
 * Reads the prompt of a crawl's body; null if it has none, or one without words. The rest of the body is judged first:
 * a model is not asked about a crawl that would be refused.
 */
export const promptOfCrawl = (body: unknown): ParsedRequest<CrawlPrompt> | null => {
  const prompt = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : undefined;
  if (prompt === undefined || prompt === null || (typeof prompt === 'string' && prompt.trim() === ''))
    return null;
  const crawl = parseCrawlRequest(body);
  return crawl.ok ? parsePreviewRequest(body) : crawl;
};

/** Options that a model may choose (`lib/extract/model/crawl-question.ts` describes them to it). */
const choosableSchema = crawlRequestSchema.pick({
  includePaths: true,
  excludePaths: true,
  maxDiscoveryDepth: true,
  limit: true,
  crawlEntireDomain: true,
  allowSubdomains: true,
  allowExternalLinks: true,
  sitemap: true,
  ignoreQueryParameters: true,
  delay: true,
});
const choosable = choosableSchema.shape;
type Choosable = keyof typeof choosable;

/** Options as a model chose them, and the parts of its answer that were dropped. */
export interface ChosenOptions {
  readonly options: z.input<typeof choosableSchema>;
  /** Names of the dropped options, each with its value. */
  readonly dropped: readonly string[];
}

const found = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 80);

/**
 * Keeps the usable part of an option: of a list of patterns those that can be used, of another option all of it or
 * nothing.
 */
const keptOf = (name: Choosable, value: unknown): { kept: unknown; dropped: unknown[] } => {
  const holds = (one: unknown): boolean => choosable[name].safeParse(one).success;
  if (!Array.isArray(value))
    return holds(value) ? { kept: value, dropped: [] } : { kept: undefined, dropped: [value] };
  const kept = value.filter((one) => holds([one]));
  const dropped = value.filter((one) => !holds([one]));
  return { kept: kept.length > 0 && holds(kept) ? kept : undefined, dropped };
};

/** Reads a model's answer with the schema of crawls; drops and names what the schema does not allow. */
export const chosenOptions = (answer: unknown): ChosenOptions => {
  const given = typeof answer === 'object' && answer !== null ? Object.entries(answer) : [];
  const options: [Choosable, unknown][] = [];
  const dropped: string[] = [];
  for (const [name, value] of given) {
    // A strict schema makes a model write null for an option that it leaves out.
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    if (!Object.hasOwn(choosable, name)) dropped.push(`${name} ${found(value)}`);
    else {
      const read = keptOf(name as Choosable, value);
      if (read.kept !== undefined) options.push([name as Choosable, read.kept]);
      dropped.push(...read.dropped.map((one) => `${name} ${found(one)}`));
    }
  }
  return { options: Object.fromEntries(options), dropped };
};

/** Makes the sentence that tells a caller which parts of the model's answer were dropped. */
export const droppedWarning = (dropped: readonly string[]): string | undefined =>
  dropped.length === 0
    ? undefined
    : `The model chose what a crawl does not take, and it was left out: ${dropped.slice(0, 10).join(', ')}`;
