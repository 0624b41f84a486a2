import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { changeKinds } from '../../lib/source/fold-snapshot.ts';
import { numberOption, withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from '../sources/ask.ts';
import { showMoment } from '../sources/show-moment.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  since: z.string().optional(),
  source: z.string().optional(),
  kind: z.enum(changeKinds, `expected ${changeKinds.join(', ')}`).optional(),
  limit: numberOption(1).default(Number.POSITIVE_INFINITY),
  follow: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const changesSchema = z.looseObject({
  changes: z.array(
    z.looseObject({
      source: z.string(),
      kind: z.string(),
      url: z.string(),
      at: z.string(),
      title: z.string().nullable(),
      movedTo: z.string().nullable(),
    }),
  ),
  lost: z.array(z.looseObject({ error: z.string() })).default([]),
  cursor: z.string(),
});
type Change = z.infer<typeof changesSchema>['changes'][number];

const lineOf = ({ at, kind, source, url, movedTo }: Change): string =>
  `${showMoment(at)}  ${kind.padEnd(8)}  ${source}  ${url}${movedTo === null ? '' : ` -> ${movedTo}`}`;

/** Milliseconds between two requests to a feed without news. */
const lookMs = 2_000;
/** Most changes in one answer. */
const atOnce = 500;

const changes = async (options: Options): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const { source, kind, limit, follow, json } = options;
  const filters = Object.entries({ source, kind }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  let { since } = options;
  const goOn = (): void => say(`To continue from here: npx gleaner changes --since ${since ?? '1.0'}`);
  for (let count = 0, first = true; ; first = false) {
    const wanted = Math.min(atOnce, limit - count);
    const query = new URLSearchParams([
      ...filters,
      ['limit', String(wanted)],
      ...(since === undefined ? [] : [['since', since] as [string, string]]),
    ]);
    const path = `/v2/changes?${query.toString()}`;
    const got = await askApi(connected.value, { method: 'GET', path }, changesSchema, { patiently: !first });
    if (!got.ok) return got.ending;
    for (const change of got.value.changes) await writeOut(`${json ? inertJson(change) : lineOf(change)}\n`);
    for (const { error } of got.value.lost) say(`Warning: ${error}`);
    count += got.value.changes.length;
    // A short answer may only mean that the API read its maximum of runs, so the cursor decides.
    const isEnd = got.value.changes.length < wanted && got.value.cursor === since;
    since = got.value.cursor;
    if (count >= limit || (isEnd && !follow)) break;
    if (!isEnd) continue;
    try {
      await sleep(lookMs, undefined, { signal: connected.value.signal });
    } catch {
      goOn();
      return { exitCode: exitCodes.interrupted };
    }
  }
  goOn();
  return { exitCode: exitCodes.completed };
};

/** `gleaner changes` */
export const changesCommand: Command = {
  name: 'changes',
  summary: 'what changed in your sources: each change once and in order',
  operand: '',
  mayBeBare: true,
  description: `Lists what runs of sources told of, from the beginning or from a place on, and says at the end where to
go on. With --follow it goes on by itself until Ctrl-C. Changes that can no longer be read are named on stderr.`,
  options: {
    since: {
      type: 'string',
      value: 'PLACE',
      help: 'continue from this place, which an earlier call printed',
    },
    follow: { type: 'boolean', help: 'print changes as they come, until Ctrl-C' },
    source: { type: 'string', value: 'ID', help: 'only of this source' },
    kind: { type: 'string', value: 'K', help: `only ${changeKinds.join(', ')}`, completes: changeKinds },
    limit: { type: 'string', value: 'N', help: 'at most N changes' },
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  examples: [
    ['Everything so far', 'npx gleaner changes'],
    ['As it comes, for a program', 'npx gleaner changes --follow --json | jq -r .url'],
    ['What is gone', 'npx gleaner changes --kind deleted'],
  ],
  run: withOptions(optionsSchema, (_operand, options) => changes(options)),
};
