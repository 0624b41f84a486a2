import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { hiddenNames } from '../../lib/source/kept-headers.ts';
import type { Manifest } from '../../lib/source/manifest.ts';
import { resolveSources, type ManifestSource } from '../../lib/source/resolve-sources.ts';
import { sourceRequest } from '../../lib/source/source-request.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';
import { openManifest } from './open-manifest.ts';
import type { SourcesOptions } from './sources-options.ts';
import { waitForRuns, type StartedRun } from './wait-for-runs.ts';
import { whyNotInFile } from './why-not-in-file.ts';

/** Chooses the sources to run: the named ones, else all active ones, of those that the options let in. By priority. */
const choose = (
  sources: readonly ManifestSource[],
  ids: readonly string[],
  { group, priority }: Pick<SourcesOptions, 'group' | 'priority'>,
): readonly ManifestSource[] => {
  const rank = { high: 0, medium: 1, low: 2 };
  const named = new Set(ids);
  return sources
    .filter(
      (source) =>
        (group === undefined || source.group === group) &&
        (priority === undefined || source.priority === priority) &&
        (ids.length === 0 ? source.status === 'active' : named.has(source.id)),
    )
    .toSorted((a, b) => rank[a.priority] - rank[b.priority]);
};

const startedSchema = z.looseObject({ id: z.string(), warning: z.string().optional().catch(undefined) });

/** Starts a job for each source; returns those that were begun, and why others were refused. */
const startEach = async (
  connection: Connection,
  manifest: Manifest,
  sources: readonly ManifestSource[],
  { json, wait }: Pick<SourcesOptions, 'json' | 'wait'>,
): Promise<Got<{ readonly started: readonly StartedRun[]; readonly refusals: readonly string[] }>> => {
  const started: StartedRun[] = [];
  const refusals: string[] = [];
  for (const source of sources) {
    const { id } = source;
    const hidden = hiddenNames(source);
    if (hidden.length > 0) {
      refusals.push(
        `${id}: the file hides the values of these headers, so write them in: ${hidden.join(', ')}`,
      );
      continue;
    }
    const { kind, body } = sourceRequest(source, manifest);
    const place = kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
    const request = { method: 'POST', path: place, body, idempotencyKey: randomUUID() } as const;
    const answer = await askApi(connection, request, startedSchema);
    if (!answer.ok) {
      const { ending, refusal } = answer;
      // A source that cannot run does not stop the others; an API that cannot be reached does.
      if (refusal?.kind !== 'refused' || ending.exitCode !== exitCodes.refused) return answer;
      refusals.push(`${id}: ${ending.message ?? 'refused'}`);
      continue;
    }
    const { id: job, warning } = answer.value;
    if (warning !== undefined) say(`${id}: ${warning}`);
    started.push({ source: id, job, kind });
    if (!wait) await writeOut(json ? `${inertJson({ source: id, kind, job })}\n` : `${id}  ${job}\n`);
  }
  return { ok: true, value: { started, refusals } };
};

/** Runs `sources run FILE [ID…]`: starts a job for each source of a file that need not be applied. */
export const runFile = async (
  path: string,
  ids: readonly string[],
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const opened = await openManifest(path);
  if (!opened.ok) return opened.ending;
  const { manifest } = opened.value;
  const all = resolveSources(manifest);
  const why = whyNotInFile(manifest, all, ids, options);
  if (why !== null) return usageEnding(why);
  const chosen = choose(all, ids, options);
  if (chosen.length === 0) {
    const isNarrow = options.group !== undefined || options.priority !== undefined;
    return usageEnding(
      isNarrow
        ? 'No source of this manifest that could run is of this --group and --priority'
        : 'No source of this manifest is active. Name the sources that you want to run',
    );
  }
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const begun = await startEach(connected.value, manifest, chosen, options);
  if (!begun.ok) return begun.ending;
  const { started, refusals } = begun.value;
  const told = `Started ${started.length} of ${chosen.length} sources`;
  say(options.wait ? told : `${told}. To see how one is doing: npx gleaner status <job>`);
  const ending = options.wait
    ? await waitForRuns(connected.value, started, options)
    : { exitCode: exitCodes.completed };
  if (refusals.length === 0) return ending;
  return { exitCode: exitCodes.refused, message: [ending.message ?? [], refusals].flat().join('\n') };
};
