import * as z from 'zod';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';
import { runSchema } from './run-lines.ts';
import { showCounts, showMoment } from './show-moment.ts';
import type { SourcesOptions } from './sources-options.ts';

const runsSchema = z.looseObject({ runs: z.array(runSchema) });

/** Returns the run before the last one; undefined if there was one run or none. */
const lastButOne = async (connection: Connection, id: string): Promise<Got<string | undefined>> => {
  const path = `/v2/sources/${encodeURIComponent(id)}/runs?limit=100`;
  const got = await askApi(connection, { method: 'GET', path }, runsSchema);
  if (!got.ok) return got;
  const [, before] = got.value.runs.filter(({ outcome }) => outcome !== 'skipped');
  return { ok: true, value: before?.job };
};

const stand = z.looseObject({ run: z.string(), at: z.string() });
const diffSchema = z.looseObject({
  from: stand,
  to: stand,
  counts: z.record(z.string(), z.number()),
  changes: z.array(z.looseObject({ kind: z.string(), url: z.string(), movedTo: z.string().nullable() })),
  total: z.number(),
});

/**
 * Runs `sources diff ID`: shows what happened to its pages between two runs or dates; by default between the last two
 * runs.
 */
export const diffSource = async (id: string, options: SourcesOptions): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  let { from } = options;
  if (from === undefined) {
    const before = await lastButOne(connected.value, id);
    if (!before.ok) return before.ending;
    from = before.value;
  }
  if (from === undefined) return usageEnding(`${id} has not run twice yet, so there is nothing to compare`);
  const { to } = options;
  const query = new URLSearchParams({ from, limit: '1000', ...(to === undefined ? {} : { to }) });
  const path = `/v2/sources/${encodeURIComponent(id)}/diff?${query.toString()}`;
  const got = await askApi(connected.value, { method: 'GET', path }, diffSchema);
  if (!got.ok) return got.ending;
  const { changes, counts, total, from: start, to: end } = got.value;
  for (const change of changes) {
    const { kind, url, movedTo } = change;
    const line = `${kind.padEnd(8)}  ${url}${movedTo === null ? '' : ` -> ${movedTo}`}`;
    await writeOut(`${options.json ? inertJson(change) : line}\n`);
  }
  say(`${showMoment(start.at)} to ${showMoment(end.at)}: ${showCounts(counts, 'no change')}`);
  if (changes.length < total) say(`Only the first ${changes.length} of ${total} changes are shown.`);
  return { exitCode: exitCodes.completed };
};
