import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, type Connection } from '../sources/ask.ts';
import { findSourcePage } from '../sources/find-source.ts';
import { showMoment } from '../sources/show-moment.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  source: z.string().optional(),
  at: z.string().optional(),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const versionSchema = z.looseObject({
  kind: z.string(),
  at: z.string(),
  until: z.string().nullable(),
  envelope: z.string().nullable(),
  movedTo: z.string().nullable(),
});
const columns: readonly Column<z.infer<typeof versionSchema>>[] = [
  { heading: 'SEEN', show: ({ at }) => showMoment(at) },
  { heading: 'HELD UNTIL', show: ({ until }) => showMoment(until) },
  { heading: 'WHAT', show: ({ kind, movedTo }) => (movedTo === null ? kind : `${kind} to ${movedTo}`) },
  { heading: 'ENVELOPE', show: ({ envelope }) => envelope ?? '' },
];

const showVersions = async (
  connection: Connection,
  where: Readonly<Record<'url' | 'source', string>>,
  json: boolean,
): Promise<CommandEnding> => {
  const schema = z.looseObject({ versions: z.array(versionSchema) });
  const path = `/v2/versions?${new URLSearchParams({ ...where, limit: '200' }).toString()}`;
  const got = await askApi(connection, { method: 'GET', path }, schema);
  if (!got.ok) return got.ending;
  if (json) for (const version of got.value.versions) await writeOut(`${inertJson(version)}\n`);
  else await writeOut(`${textTable(columns, got.value.versions, lineWidth())}\n`);
  return { exitCode: exitCodes.completed };
};

const showPageAt = async (
  connection: Connection,
  where: Readonly<Record<'url' | 'source' | 'date', string>>,
  json: boolean,
): Promise<CommandEnding> => {
  const schema = z.looseObject({
    seenAt: z.string(),
    confirmedUntil: z.string().nullable(),
    nextDiffersAt: z.string().nullable(),
    markdown: z.string(),
  });
  const path = `/v2/versions/at?${new URLSearchParams(where).toString()}`;
  const got = await askApi(connection, { method: 'GET', path }, schema);
  if (!got.ok) return got.ending;
  const { seenAt, confirmedUntil, nextDiffersAt, markdown } = got.value;
  await writeOut(json ? `${inertJson(got.value)}\n` : `${markdown}\n`);
  const next = nextDiffersAt === null ? '' : `, replaced by another version ${showMoment(nextDiffersAt)}`;
  say(
    `First seen ${showMoment(seenAt)}, last confirmed ${showMoment(confirmedUntil) || 'at no time'}${next} (UTC)`,
  );
  return { exitCode: exitCodes.completed };
};

const history = async (page: string, options: Options): Promise<CommandEnding> => {
  const found = await findSourcePage(page, options);
  if (!found.ok) return found.ending;
  const { connection, where } = found.value;
  return options.at === undefined
    ? await showVersions(connection, where, options.json)
    : await showPageAt(connection, { ...where, date: options.at }, options.json);
};

/** `gleaner history <url>` */
export const historyCommand: Command = {
  name: 'history',
  summary: 'the versions of a page of a source, or the page at a date',
  operand: '<url>',
  description: `Lists the versions of a page that runs of a source saw, the last one first: when each was first
seen, and until when it is known to have held. With --at it prints the page as it was then, as Markdown.`,
  options: {
    at: {
      type: 'string',
      value: 'DATE',
      help: 'print the page as it was: 2026-02-13 (the end of that day, UTC), or a moment',
    },
    source: { type: 'string', value: 'ID', help: 'of this source, where several have the page' },
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  examples: [
    ['When did it change?', 'npx gleaner history https://example.com/notices'],
    ['What did it say?', 'npx gleaner history https://example.com/notices --at 2026-02-13'],
  ],
  run: withOptions(optionsSchema, history),
};
