import * as z from 'zod';
import { limits } from '../../lib/limits/limits.ts';
import { searchModes } from '../../lib/request/corpus-search-request.ts';
import { withOptions, wholeNumberOption } from '../options/arguments.ts';
import { callApi, whileWaiting } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, unusableInstance, notGleaner } from '../api/refusal.ts';
import { hitLines } from '../search-hits.ts';
import { say, writeStyled } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  corpus: z.string().min(1).default('main'),
  site: z.string().min(1).optional(),
  source: z.string().min(1).optional(),
  language: z.string().min(1).optional(),
  at: z.string().min(1).optional(),
  limit: wholeNumberOption(1).optional(),
  mode: z.enum(searchModes).optional(),
  passages: z.boolean().optional(),
  json: z.boolean().default(false),
});
type SearchOptions = z.infer<typeof optionsSchema>;

const answerSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string(),
      section_path: z.array(z.string()),
      snippet: z.object({ text: z.string(), highlights: z.array(z.tuple([z.number(), z.number()])) }),
      seen_at: z.string(),
    }),
  ),
  warning: z.string().optional().catch(undefined),
});

/** Returns the body of the search, with only what the user set. */
const requestOf = (
  query: string,
  { site, source, language, at, limit, mode, passages }: SearchOptions,
): Record<string, unknown> => {
  const filters = Object.entries({ site, source, language }).filter(([, value]) => value !== undefined);
  return {
    query,
    ...(limit === undefined ? {} : { limit }),
    ...(mode === undefined ? {} : { mode }),
    ...(at === undefined ? {} : { asOf: at }),
    ...(passages === true ? { collapse: 'none' } : {}),
    ...(filters.length === 0 ? {} : { filters: Object.fromEntries(filters) }),
  };
};

const search = async (query: string, options: SearchOptions): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const path = `/v2/corpus/${encodeURIComponent(options.corpus)}/search`;
  const answered = await callApi(
    instance,
    { method: 'POST', path, body: requestOf(query, options) },
    whileWaiting,
    listenForInterrupt(),
  );
  if (answered.kind !== 'ok') return refusalEnding(answered, instance);
  const answer = answerSchema.safeParse(answered.body);
  if (!answer.success) {
    const message = notGleaner(instance, 'a list of passages');
    return { exitCode: exitCodes.unreachable, message };
  }
  const { data, warning } = answer.data;
  if (warning !== undefined) say(`Warning: ${warning}`);
  for (const [at, hit] of data.entries())
    await writeStyled(options.json ? `${inertJson(hit)}\n` : hitLines(hit, at + 1, process.stdout));
  if (data.length === 0 && !options.json) say('Nothing was found.');
  return { exitCode: exitCodes.completed };
};

/** `gleaner search <words>` */
export const searchCommand: Command = {
  name: 'search',
  summary: 'search the pages that were crawled',
  operand: '<words>',
  takesMany: true,
  description:
    `Prints the passages that answer best, one page after the other: title and headings, the line that holds the words,
the address. An instance on this machine finds whatever it crawled, some seconds after it did; one on AWS ` +
    `what its corpus
takes (docs/corpus.md).`,
  options: {
    site: { type: 'string', value: 'HOST', help: 'pages of this host and its subdomains' },
    source: { type: 'string', value: 'ID', help: 'pages of this source' },
    language: { type: 'string', value: 'CODE', help: 'pages in this language, such as en' },
    at: {
      type: 'string',
      value: 'DATE',
      help: 'as of then: pages as they had been fetched by that time; 2026-11-22 means the end of that day (UTC)',
    },
    limit: { type: 'string', value: 'N', help: `results at most (default ${limits.corpusResultsDefault})` },
    mode: {
      type: 'string',
      value: 'MODE',
      help: 'lexical (words), vector (meaning), hybrid (both), or auto, which is both where there is an embedder',
    },
    passages: { type: 'boolean', help: 'list every passage found, not only the best of each page' },
    corpus: { type: 'string', value: 'NAME', help: 'the corpus (default main)' },
    json: { type: 'boolean', help: 'print one JSON object per result and line, with the whole passage' },
    ...connectionOptions,
  },
  examples: [
    ['What was crawled about one thing', "npx gleaner search 'opening hours'"],
    [
      'Of one site, as it was some days ago',
      "npx gleaner search 'opening hours' --site example.com --at 2026-11-20",
    ],
    ['Passages, for a program', "npx gleaner search 'opening hours' --json --limit 3 | jq -r .text"],
  ],
  run: withOptions(optionsSchema, async (operand, options, operands) => {
    const query = (operands.length === 0 ? [operand] : operands).join(' ').trim();
    if (query === '') return usageEnding('expected words to search for');
    return search(query, options);
  }),
};
