import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';
import { failedIn, runFindings, runSchema, type Run } from './run-lines.ts';
import { showCounts } from './show-moment.ts';
import type { SourcesOptions } from './sources-options.ts';

type Action = 'run' | 'pause' | 'resume' | 'accept';

const doneSchema = z.looseObject({ id: z.string().optional() });
const bulkSchema = z.looseObject({
  results: z.array(
    z.looseObject({
      source: z.string(),
      job: z.string().nullable(),
      code: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
});

/** The outcome for one source. */
interface Done {
  readonly source: string;
  readonly job: string | null;
  /** Why it was not done. */
  readonly error: string | null;
}

const words = { run: 'runs', pause: 'paused', resume: 'resumed', accept: 'accepted' } as const;

const eachOf = async (
  connection: Connection,
  action: Action,
  ids: readonly string[],
  why: string | undefined,
): Promise<Got<readonly Done[]>> => {
  const done: Done[] = [];
  for (const source of ids) {
    const path = `/v2/sources/${encodeURIComponent(source)}/${action}`;
    const body = action === 'pause' && why !== undefined ? { body: { why } } : {};
    const answer = await askApi(connection, { method: 'POST', path, ...body }, doneSchema);
    if (answer.ok) done.push({ source, job: answer.value.id ?? null, error: null });
    else {
      const { ending, refusal } = answer;
      // A refused source does not stop the others; an API that cannot be reached does.
      if (refusal?.kind !== 'refused' || ending.exitCode !== exitCodes.refused) return answer;
      done.push({ source, job: null, error: ending.message ?? 'refused' });
    }
  }
  return { ok: true, value: done };
};

const selected = async (
  connection: Connection,
  action: 'run' | 'pause' | 'resume',
  { group, manifest, priority }: SourcesOptions,
): Promise<Got<readonly Done[]>> => {
  const given = Object.entries({ group, manifest, priority }).filter(([, value]) => value !== undefined);
  const body = { action, select: Object.fromEntries(given) };
  const answer = await askApi(connection, { method: 'POST', path: '/v2/sources/bulk', body }, bulkSchema);
  return answer.ok ? { ok: true, value: answer.value.results } : answer;
};

const runsSchema = z.looseObject({ runs: z.array(runSchema) });

/** Reads a source's log until it has a run; null if `timeoutMs` passes first. */
const waitForRun = async (
  connection: Connection,
  { source, job }: { readonly source: string; readonly job: string },
  timeoutMs: number,
): Promise<Got<Run | null>> => {
  const startedAt = performance.now();
  const path = `/v2/sources/${encodeURIComponent(source)}/runs?limit=20`;
  for (;;) {
    const answer = await askApi(connection, { method: 'GET', path }, runsSchema, { patiently: true });
    if (!answer.ok) return answer;
    const run = answer.value.runs.find((each) => each.job === job);
    const elapsedMs = performance.now() - startedAt;
    if (run !== undefined || elapsedMs >= timeoutMs) return { ok: true, value: run ?? null };
    try {
      const pauseMs = elapsedMs < 10_000 ? 500 : 3_000;
      await sleep(Math.min(pauseMs, timeoutMs - elapsedMs), undefined, { signal: connection.signal });
    } catch {
      return { ok: false, ending: { exitCode: exitCodes.interrupted } };
    }
  }
};

const waitForAll = async (
  connection: Connection,
  started: readonly Done[],
  { json, timeout }: SourcesOptions,
): Promise<CommandEnding> => {
  const startedAt = performance.now();
  const timeoutMs = timeout === undefined ? Number.POSITIVE_INFINITY : timeout * 1_000;
  let failed = 0;
  for (const { source, job } of started) {
    if (job === null) continue;
    const left = Math.max(0, timeoutMs - (performance.now() - startedAt));
    const waited = await waitForRun(connection, { source, job }, left);
    if (!waited.ok) return waited.ending;
    const run = waited.value;
    if (run === null) {
      const message = `The run ${job} of ${source} continues. To follow it: npx gleaner watch ${job}`;
      return { exitCode: exitCodes.timedOut, message };
    }
    const { outcome, pages } = run;
    if (outcome !== 'completed') failed += 1;
    await writeOut(
      json
        ? `${inertJson({ source, ...run })}\n`
        : `${source}  ${outcome}: ${runFindings(run)}; pages: ${showCounts(pages, 'none')}\n`,
    );
    if (failedIn(run) > 0) say(`${source}: which were not read, and why: npx gleaner errors ${run.job}`);
  }
  return { exitCode: failed === 0 ? exitCodes.completed : exitCodes.jobFailed };
};

const tell = async (action: Action, done: readonly Done[], json: boolean): Promise<void> => {
  for (const { source, job, error } of done) {
    if (error !== null) continue;
    if (json) await writeOut(`${inertJson({ source, action, ...(job === null ? {} : { job }) })}\n`);
    else await writeOut(`${source}  ${job ?? words[action]}\n`);
  }
};

/** Runs `sources run|pause|resume|accept ID…`, or the same for all active sources that options choose. */
export const steerSources = async (
  action: Action,
  ids: readonly string[],
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const chooses = [options.group, options.manifest, options.priority].some((each) => each !== undefined);
  if (chooses === ids.length > 0 || (chooses && action === 'accept'))
    return usageEnding(
      `expected ids of sources${action === 'accept' ? '' : ', or --group, --manifest or --priority'}`,
    );
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const did =
    chooses && action !== 'accept'
      ? await selected(connected.value, action, options)
      : await eachOf(connected.value, action, ids, options.why);
  if (!did.ok) return did.ending;
  const done = did.value;
  const waits = action === 'run' && options.wait;
  if (!waits) await tell(action, done, options.json);
  const ending = waits ? await waitForAll(connected.value, done, options) : { exitCode: exitCodes.completed };
  const refused = done.flatMap(({ source, error }) => (error === null ? [] : [`${source}: ${error}`]));
  if (refused.length > 0) {
    for (const line of refused) say(line);
    return { exitCode: exitCodes.refused, message: `${refused.length} of ${done.length} were refused` };
  }
  if (done.length === 0) say('No active source matches.');
  return ending;
};
