import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { judgeRun } from '../../lib/source/judge-run.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { endingOfJob } from '../api/refusal.ts';
import { inertJson } from '../inert-text.ts';
import { waitForJob } from '../job/wait-for-job.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, type Connection, type Got } from './ask.ts';
import { failedIn, runFindings, runSchema, type Run } from './run-lines.ts';
import { showCounts } from './show-moment.ts';
import type { SourcesOptions } from './sources-options.ts';

/** A run that was begun. */
export interface StartedRun {
  readonly source: string;
  readonly job: string;
  /** The kind of its job: without it, a source that no applied manifest lists cannot be waited for. */
  readonly kind?: 'crawl' | 'batch';
}

/** How a run ended, and what it found, in words. */
interface EndedRun {
  readonly outcome: string;
  readonly found: string;
  readonly notRead: number;
  /** Everything that is known of it. */
  readonly told: object;
}

const runsSchema = z.looseObject({ runs: z.array(runSchema) });

const isAbsent = ({ refusal }: Extract<Got<unknown>, { ok: false }>): boolean =>
  refusal?.kind === 'refused' && refusal.code === 'SOURCE_NOT_FOUND';

const tellLogged = (run: Run): EndedRun => ({
  outcome: run.outcome,
  found: `${runFindings(run)}; pages: ${showCounts(run.pages, 'none')}`,
  notRead: failedIn(run),
  told: run,
});

/** Most changes that are read of a run, which is what one answer has. */
const changesMax = 500;
const changesSchema = z.looseObject({
  changes: z.array(z.looseObject({ kind: z.string(), run: z.string() })),
});

/**
 * Waits for the job of a source that no applied manifest lists: such a source has no log that could be read, but its
 * changes are in the feed. Null if `timeoutMs` passes first.
 */
const waitForUnlisted = async (
  connection: Connection,
  { source, job, kind }: StartedRun & { readonly kind: 'crawl' | 'batch' },
  timeoutMs: number,
): Promise<Got<EndedRun | null>> => {
  const { instance, signal } = connection;
  const waited = await waitForJob(instance, { kind, id: job }, timeoutMs, () => {}, signal);
  if (waited.kind === 'timed-out') return { ok: true, value: null };
  if (waited.kind !== 'over') return { ok: false, ending: endingOfJob(waited, instance, job) };
  const { status, completed, counts } = waited.status;
  const query = new URLSearchParams({ source, before: 'now', limit: String(changesMax) });
  const path = `/v2/changes?${query.toString()}`;
  const feed = await askApi(connection, { method: 'GET', path }, changesSchema, { patiently: true });
  if (!feed.ok && !isAbsent(feed)) return feed;
  const changes: Record<string, number> = {};
  for (const change of feed.ok ? feed.value.changes : [])
    if (change.run === job) changes[change.kind] = (changes[change.kind] ?? 0) + 1;
  const notRead = counts === undefined ? 0 : counts.failed + counts.blocked + counts.skipped;
  const outcome = judgeRun({ outcome: status, pagesRead: completed });
  const unread = notRead === 0 ? '' : `; ${notRead} not read`;
  const found = `${showCounts(changes, 'no change')}${unread}; pages: ${completed} read`;
  const told = { job, outcome, changes, read: completed, notRead };
  return { ok: true, value: { outcome, found, notRead, told } };
};

/** Reads a source's log until it has a run; null if `timeoutMs` passes first. */
const waitForRun = async (
  connection: Connection,
  { source, job, kind }: StartedRun,
  timeoutMs: number,
): Promise<Got<EndedRun | null>> => {
  const startedAt = performance.now();
  const path = `/v2/sources/${encodeURIComponent(source)}/runs?limit=20`;
  for (;;) {
    const answer = await askApi(connection, { method: 'GET', path }, runsSchema, { patiently: true });
    const elapsedMs = performance.now() - startedAt;
    if (!answer.ok) {
      if (kind === undefined || !isAbsent(answer)) return answer;
      return await waitForUnlisted(connection, { source, job, kind }, Math.max(0, timeoutMs - elapsedMs));
    }
    const run = answer.value.runs.find((each) => each.job === job);
    if (run !== undefined) return { ok: true, value: tellLogged(run) };
    if (elapsedMs >= timeoutMs) return { ok: true, value: null };
    try {
      const pauseMs = elapsedMs < 10_000 ? 500 : 3_000;
      await sleep(Math.min(pauseMs, timeoutMs - elapsedMs), undefined, { signal: connection.signal });
    } catch {
      return { ok: false, ending: { exitCode: exitCodes.interrupted } };
    }
  }
};

/**
 * Waits for the end of each run, and prints what it changed. When the time is over, each run that has ended by then is
 * still printed, and each that continues is named.
 *
 * @param options.timeout Seconds for all of them together; the runs continue after that.
 */
export const waitForRuns = async (
  connection: Connection,
  started: readonly StartedRun[],
  { json, timeout }: Pick<SourcesOptions, 'json' | 'timeout'>,
): Promise<CommandEnding> => {
  const startedAt = performance.now();
  const timeoutMs = timeout === undefined ? Number.POSITIVE_INFINITY : timeout * 1_000;
  let failed = 0;
  const open: StartedRun[] = [];
  for (const each of started) {
    const { source, job } = each;
    const left = Math.max(0, timeoutMs - (performance.now() - startedAt));
    const waited = await waitForRun(connection, each, left);
    if (!waited.ok) return waited.ending;
    if (waited.value === null) {
      open.push(each);
      continue;
    }
    const { outcome, found, notRead, told } = waited.value;
    if (outcome !== 'completed') failed += 1;
    await writeOut(json ? `${inertJson({ source, ...told })}\n` : `${source}  ${outcome}: ${found}\n`);
    if (notRead > 0) say(`${source}: which were not read, and why: npx gleaner errors ${job}`);
  }
  const continues = open.map(
    ({ source, job }) => `The run ${job} of ${source} continues. To follow it: npx gleaner watch ${job}`,
  );
  if (open.length > 0 && failed === 0) return { exitCode: exitCodes.timedOut, message: continues.join('\n') };
  // That one failed is known by now, whatever becomes of the others.
  for (const line of continues) say(line);
  return { exitCode: failed === 0 ? exitCodes.completed : exitCodes.jobFailed };
};
