import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { hiddenNames } from '../../lib/source/kept-headers.ts';
import { resolveSources, type ManifestSource } from '../../lib/source/resolve-sources.ts';
import { sourceRequest } from '../../lib/source/source-request.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { suggestName } from '../../lib/suggest-name.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from './ask.ts';
import { openManifest } from './open-manifest.ts';
import type { SourcesOptions } from './sources-options.ts';

/** Chooses the sources to run: the named ones, unless retired; else all active ones. By priority. */
const choose = (
  sources: readonly ManifestSource[],
  ids: readonly string[],
  group: string | undefined,
): { readonly sources: readonly ManifestSource[] } | { readonly message: string } => {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const wrong = ids.find((id) => byId.get(id) === undefined || byId.get(id)?.status === 'retired');
  if (wrong !== undefined) {
    const meant = byId.has(wrong) ? undefined : suggestName(wrong, [...byId.keys()]);
    const why = byId.has(wrong) ? 'is retired' : 'is not in the manifest';
    return { message: `${wrong} ${why}${meant === undefined ? '' : `; did you mean ${meant}?`}` };
  }
  const rank = { high: 0, medium: 1, low: 2 };
  const named = new Set(ids);
  const wanted = sources.filter(
    (source) =>
      (group === undefined || source.group === group) &&
      (ids.length === 0 ? source.status === 'active' : named.has(source.id)),
  );
  if (wanted.length === 0)
    return { message: 'No source of this manifest is active. Name the sources that you want to run' };
  return { sources: wanted.toSorted((a, b) => rank[a.priority] - rank[b.priority]) };
};

const startedSchema = z.looseObject({ id: z.string(), warning: z.string().optional().catch(undefined) });

/** Runs `sources run FILE [ID…]`: starts a job for each source of a file that need not be applied. */
export const runFile = async (
  path: string,
  ids: readonly string[],
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const opened = await openManifest(path);
  if (!opened.ok) return opened.ending;
  const { manifest } = opened.value;
  const choice = choose(resolveSources(manifest), ids, options.group);
  if ('message' in choice) return usageEnding(choice.message);
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const refusals: string[] = [];
  for (const source of choice.sources) {
    const hidden = hiddenNames(source);
    if (hidden.length > 0) {
      refusals.push(
        `${source.id}: the file hides the values of these headers, so write them in: ${hidden.join(', ')}`,
      );
      continue;
    }
    const { kind, body } = sourceRequest(source, manifest);
    const place = kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
    const request = { method: 'POST', path: place, body, idempotencyKey: randomUUID() } as const;
    const started = await askApi(connected.value, request, startedSchema);
    if (!started.ok) {
      const { ending, refusal } = started;
      // A source that cannot run does not stop the others; an API that cannot be reached does.
      if (refusal?.kind !== 'refused' || ending.exitCode !== exitCodes.refused) return ending;
      refusals.push(`${source.id}: ${ending.message ?? 'refused'}`);
      continue;
    }
    const { id: job, warning } = started.value;
    if (warning !== undefined) say(`${source.id}: ${warning}`);
    await writeOut(
      options.json ? `${inertJson({ source: source.id, kind, job })}\n` : `${source.id}  ${job}\n`,
    );
  }
  const { length } = choice.sources;
  say(
    `Started ${length - refusals.length} of ${length} sources. To see how one is doing: npx gleaner status <job>`,
  );
  if (refusals.length === 0) return { exitCode: exitCodes.completed };
  return { exitCode: exitCodes.refused, message: refusals.join('\n') };
};
