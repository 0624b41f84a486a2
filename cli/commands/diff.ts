import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi } from '../sources/ask.ts';
import { findSourcePage } from '../sources/find-source.ts';
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
  const found = await findSourcePage(page, options);
  if (!found.ok) return found.ending;
  const { connection, where } = found.value;
  const { from, to } = options;
  const given = Object.entries({ ...where, from, to }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const path = `/v2/versions/diff?${new URLSearchParams(given).toString()}`;
  const got = await askApi(connection, { method: 'GET', path }, diffSchema);
  if (!got.ok) return got.ending;
  const { text, from: before, to: after } = got.value;
  await writeOut(
    options.json ? `${inertJson(got.value)}\n` : text === '' || text.endsWith('\n') ? text : `${text}\n`,
  );
  say(`Compared: the versions seen at ${showMoment(before.at)} and at ${showMoment(after.at)} (UTC)`);
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
    from: {
      type: 'string',
      value: 'DATE',
      help: 'the version that held then: 2026-02-13 (the end of that day, UTC), or a moment',
    },
    to: {
      type: 'string',
      value: 'DATE',
      help: 'the later version, named in the same way (default: the last one)',
    },
    source: { type: 'string', value: 'ID', help: 'of this source, where several have the page' },
    json: { type: 'boolean', help: 'print text and changed lines as one JSON object' },
    ...connectionOptions,
  },
  examples: [
    ['What is new on it?', 'npx gleaner diff https://example.com/notices'],
    ['Since last year', 'npx gleaner diff https://example.com/notices --from 2025-12-31'],
  ],
  run: withOptions(optionsSchema, diff),
};
