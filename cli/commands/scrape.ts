import * as z from 'zod';
import { namesOption, numberOption, withOptions, readPageUrl } from '../options/arguments.ts';
import { callUntilDone, endingOfSite } from '../api/call-until-done.ts';
import { connectionOptions, type Command } from '../command.ts';
import { crawlRequestOptions, makeScrapeRequest } from '../options/crawl-request.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { pageDocumentSchema } from '../job/job-status.ts';
import { linkStyleOption } from '../options/link-style.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { unusableInstance, notGleaner } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { writeFileAt } from '../output/write-page.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  formats: namesOption.optional(),
  'no-main-content': z.boolean().optional(),
  'link-style': linkStyleOption.optional(),
  json: z.boolean().default(false),
  output: z.string().min(1, 'expected a file').optional(),
  timeout: numberOption(0.001).optional(),
});

type ScrapeOptions = z.infer<typeof optionsSchema>;

/** Firecrawl's clients resume for 20 minutes. */
const timeoutSecondsDefault = 20 * 60;

const answerSchema = z.looseObject({
  data: pageDocumentSchema,
  warning: z.string().optional().catch(undefined),
});

const print = async (body: unknown, options: ScrapeOptions, instance: Instance): Promise<CommandEnding> => {
  const answer = answerSchema.safeParse(body);
  if (!answer.success) {
    const message = notGleaner(instance, 'a page');
    return { exitCode: exitCodes.unreachable, message };
  }
  const { data: page, warning } = answer.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  const { statusCode } = page.metadata;
  if (!options.json && page.markdown === undefined)
    say('The answer has no Markdown. To see what it has, add --json');
  const text = options.json ? inertJson(page) : (page.markdown ?? '').trimEnd();
  const written = text === '' ? '' : `${text}\n`;
  if (options.output === undefined) await writeOut(written);
  else await writeFileAt(options.output, written);
  if (statusCode === undefined || statusCode < 400) return { exitCode: exitCodes.completed };
  return {
    exitCode: exitCodes.jobFailed,
    message: `The site answered with HTTP status ${statusCode}, so there is no content`,
  };
};

const scrape = async (pageUrl: string, options: ScrapeOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const seconds = options.timeout ?? timeoutSecondsDefault;
  const request = { path: '/v2/scrape', body: makeScrapeRequest(pageUrl, options) };
  const answer = await callUntilDone(instance, request, seconds * 1_000, listenForInterrupt());
  if (answer.kind === 'ok') return print(answer.body, options, instance);
  if (answer.kind !== 'timed-out') return endingOfSite(answer, instance, 'The page could not be fetched');
  return {
    exitCode: exitCodes.timedOut,
    message: `${pageUrl} was not fetched within ${seconds} s. Wait longer with --timeout`,
  };
};

/** `gleaner scrape <url>` */
export const scrapeCommand: Command = {
  name: 'scrape',
  summary: 'read one page',
  operand: '<url>',
  description: 'Fetches one page and prints its main content as Markdown.',
  options: {
    formats: crawlRequestOptions.formats,
    'no-main-content': crawlRequestOptions['no-main-content'],
    'link-style': crawlRequestOptions['link-style'],
    json: { type: 'boolean', help: 'print the whole document as JSON' },
    output: { type: 'string', value: 'FILE', help: 'write to FILE instead of stdout' },
    timeout: { type: 'string', value: 'S', help: 'seconds to wait at most (default 1200)' },
    ...connectionOptions,
  },
  examples: [
    ['Markdown on stdout', 'npx gleaner scrape https://example.com | less'],
    ['The links of a page', 'npx gleaner scrape https://example.com --formats links --json | jq -r .links[]'],
    ['Into a file', 'npx gleaner scrape https://example.com --output example.md'],
  ],
  run: withOptions(optionsSchema, async (operand, options) => {
    const pageUrl = readPageUrl(operand);
    return pageUrl.ok ? scrape(pageUrl.value, options) : usageEnding(pageUrl.message);
  }),
};
