import * as z from 'zod';
import { limits } from '../../lib/limits/limits.ts';
import { sitemapModes } from '../../lib/request/job-spec.ts';
import { numberOption, withOptions, readPageUrl, wholeNumberOption } from '../options/arguments.ts';
import { callApi, whileWaiting } from '../api/call-api.ts';
import { callUntilDone, endingOfSite } from '../api/call-until-done.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { parseNextPath } from '../api/next-path.ts';
import { refusalEnding, unusableInstance, notGleaner } from '../api/refusal.ts';
import { say, writeStyled } from '../output/write-output.ts';
import { inertJson, inertOnTerminal } from '../inert-text.ts';

const flag = z.boolean().optional();

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  search: z.string().min(1, 'expected words').max(limits.mapSearchCharactersMax).optional(),
  limit: wholeNumberOption(1).optional(),
  sitemap: z.enum(sitemapModes, { error: `expected one of ${sitemapModes.join(', ')}` }).optional(),
  subdomains: flag,
  'no-subdomains': flag,
  'keep-query': flag,
  'whole-site': flag,
  json: z.boolean().default(false),
  timeout: numberOption(0.001).optional(),
});
type MapOptions = z.infer<typeof optionsSchema>;

/** As long as the API keeps a finished map for the caller. */
const timeoutSecondsDefault = 20 * 60;

/** Returns the body of `POST /v2/map`, with only what the user set: every default is the server's. */
const requestOf = (url: string, options: MapOptions): Record<string, unknown> => {
  const { subdomains, 'no-subdomains': noSubdomains } = options;
  const said: Record<string, unknown> = {
    url,
    search: options.search,
    limit: options.limit,
    sitemap: options.sitemap,
    includeSubdomains: noSubdomains === true ? false : subdomains,
    ignoreQueryParameters: options['keep-query'] === true ? false : undefined,
    filterByPath: options['whole-site'] === true ? false : undefined,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
};

const linkSchema = z.looseObject({ url: z.string(), title: z.string().optional().catch(undefined) });
const answerSchema = z.looseObject({
  links: z.array(linkSchema),
  warning: z.string().optional().catch(undefined),
  next: z.string().optional().catch(undefined),
});

/** Writes one URL a line; for people with the page's title. */
const lineOf = (link: z.infer<typeof linkSchema>, json: boolean): string => {
  if (json) return `${inertJson(link)}\n`;
  const url = inertOnTerminal(link.url);
  const title = process.stdout.isTTY ? (link.title ?? '') : '';
  return title !== '' ? `${url}  \u001b[2m${inertOnTerminal(title)}\u001b[0m\n` : `${url}\n`;
};

/** Prints a map, and reads on if one answer does not hold all of it. */
const print = async (
  first: unknown,
  { json }: MapOptions,
  instance: Instance,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const seen = new Set<string>();
  let count = 0;
  for (let body = first; ;) {
    const answer = answerSchema.safeParse(body);
    if (!answer.success) {
      const message = notGleaner(instance, 'a list of links');
      return { exitCode: exitCodes.unreachable, message };
    }
    const { links, warning, next } = answer.data;
    // In an answer with a next part the warning says only that; the last part repeats the others.
    if (warning !== undefined && next === undefined) say(`Warning: ${warning}`);
    for (const link of links) await writeStyled(lineOf(link, json));
    count += links.length;
    if (next === undefined) break;
    const path = parseNextPath(next);
    if (path === undefined || seen.has(path)) {
      const message = `Cannot read the rest of the map: ${instance.url} named ${next} as its next part`;
      return { exitCode: exitCodes.unreachable, message };
    }
    seen.add(path);
    const more = await callApi(instance, { method: 'GET', path }, whileWaiting, signal);
    if (more.kind !== 'ok') return refusalEnding(more, instance);
    ({ body } = more);
  }
  if (process.stdout.isTTY) say(`${count} URLs`);
  return { exitCode: exitCodes.completed };
};

const map = async (siteUrl: string, options: MapOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const seconds = options.timeout ?? timeoutSecondsDefault;
  const signal = listenForInterrupt();
  const request = { path: '/v2/map', body: requestOf(siteUrl, options) };
  const answer = await callUntilDone(instance, request, seconds * 1_000, signal);
  if (answer.kind === 'ok') return await print(answer.body, options, instance, signal);
  if (answer.kind !== 'timed-out') return endingOfSite(answer, instance, 'The site could not be read');
  return {
    exitCode: exitCodes.timedOut,
    message: `The map of ${siteUrl} was not ready after ${seconds} s. Wait longer with --timeout`,
  };
};

/** `gleaner map <url>` */
export const mapCommand: Command = {
  name: 'map',
  summary: "list a site's URLs without fetching them",
  operand: '<url>',
  description: `Lists the URLs that the sitemaps of a site and one of its pages name, one a line, within seconds: what a
crawl would begin with. With a path in <url>, only what lies below it.`,
  options: {
    search: { type: 'string', value: 'WORDS', help: 'list the URLs that fit these words best first' },
    limit: { type: 'string', value: 'N', help: `URLs at most (default ${limits.mapUrlsDefault})` },
    sitemap: {
      type: 'string',
      value: 'MODE',
      help: 'include (default), skip, or only: what the sitemaps name',
    },
    subdomains: { type: 'boolean', help: 'subdomains too (the default)' },
    'no-subdomains': { type: 'boolean', help: 'only the host of <url>' },
    'keep-query': { type: 'boolean', help: 'list URLs that differ only in their query separately' },
    'whole-site': { type: 'boolean', help: 'also list what is not below the path of <url>' },
    json: { type: 'boolean', help: 'print one JSON object per URL and line, with title and description' },
    timeout: { type: 'string', value: 'S', help: 'seconds to wait at most (default 1200)' },
    ...connectionOptions,
  },
  clashes: [{ options: ['subdomains'], beside: ['no-subdomains'], why: 'leave one out' }],
  examples: [
    ['How many URLs a site has', 'npx gleaner map https://example.com --limit 100000 | wc -l'],
    ['The pages about one thing', "npx gleaner map https://example.com --search 'opening hours' --limit 5"],
    ['Titles, for a program', 'npx gleaner map https://example.com/docs/ --json | jq -r .title'],
  ],
  run: withOptions(optionsSchema, async (operand, options) => {
    const siteUrl = readPageUrl(operand);
    return siteUrl.ok ? map(siteUrl.value, options) : usageEnding(siteUrl.message);
  }),
};
