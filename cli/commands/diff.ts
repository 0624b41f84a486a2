import * as z from 'zod';
import { readOptions, readPageUrl } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from '../sources/ask.ts';
import { findSource } from '../sources/find-source.ts';
import { showMoment } from '../sources/show-moment.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  source: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  json: z.boolean().default(false),
});

const diffSchema = z.looseObject({
  from: z.looseObject({ at: z.string() }),
  to: z.looseObject({ at: z.string() }),
  text: z.string(),
});

const diff = async (page: string, options: z.infer<typeof optionsSchema>): Promise<CommandEnding> => {
  const read = readPageUrl(page);
  if (!read.ok) return usageEnding(read.message);
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const source = await findSource(connected.value, read.value, options.source);
  if (!source.ok) return source.ending;
  const { from, to } = options;
  const given = Object.entries({ url: read.value, source: source.value, from, to }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const path = `/v2/versions/diff?${new URLSearchParams(given).toString()}`;
  const got = await askApi(connected.value, { method: 'GET', path }, diffSchema);
  if (!got.ok) return got.ending;
  const { text, from: before, to: after } = got.value;
  await writeOut(
    options.json ? `${inertJson(got.value)}\n` : text === '' || text.endsWith('\n') ? text : `${text}\n`,
  );
  say(`As seen ${showMoment(before.at)} and ${showMoment(after.at)} (UTC)`);
  return { exitCode: exitCodes.completed };
};

/** `gleaner diff <url>` */
export const diffCommand: Command = {
  name: 'diff',
  summary: 'what differs between two versions of a page of a source',
  operand: '<url>',
  description: `Compares two versions of a page that runs of a source saw, as a unified diff of its Markdown: the
last two, or those that held at --from and --to.`,
  options: {
    from: { type: 'string', value: 'DATE', help: 'the version that held then: 2026-02-13, or a moment' },
    to: { type: 'string', value: 'DATE', help: 'the same; the last one unless told' },
    source: { type: 'string', value: 'ID', help: 'of this source, where several have the page' },
    json: { type: 'boolean', help: 'print text and changed lines as one JSON object' },
    ...connectionOptions,
  },
  examples: [
    ['What is new on it?', 'npx gleaner diff https://example.com/notices'],
    ['Since last year', 'npx gleaner diff https://example.com/notices --from 2025-12-31'],
  ],
  run: async (operand, values) => {
    const options = readOptions(optionsSchema, values);
    return options.ok ? await diff(operand, options.value) : usageEnding(options.message);
  },
};
