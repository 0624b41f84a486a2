import * as z from 'zod';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';
import type { SourcesOptions } from './sources-options.ts';
import { waitForRuns } from './wait-for-runs.ts';
import { endingOfFilter, whyNoMatch } from './why-no-match.ts';

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
  if (!did.ok) return await endingOfFilter(connected.value, options, did);
  const done = did.value;
  const waits = action === 'run' && options.wait;
  const started = done.flatMap(({ source, job }) => (job === null ? [] : [{ source, job }]));
  if (!waits) await tell(action, done, options.json);
  const ending = waits
    ? await waitForRuns(connected.value, started, options)
    : { exitCode: exitCodes.completed };
  const refused = done.flatMap(({ source, error }) => (error === null ? [] : [`${source}: ${error}`]));
  if (refused.length > 0) {
    for (const line of refused) say(line);
    return { exitCode: exitCodes.refused, message: `${refused.length} of ${done.length} were refused` };
  }
  if (done.length > 0) return ending;
  const why = await whyNoMatch(connected.value, options);
  if (!why.ok) return why.ending;
  // A name that is spelt wrong does not pass for success.
  if (why.value !== null) return usageEnding(why.value);
  say('No active source matches.');
  return ending;
};
