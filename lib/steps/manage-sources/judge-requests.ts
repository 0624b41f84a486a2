import { typedUrls } from '../submit-job/bind-request.ts';
import type { Manifest } from '../../source/manifest.ts';
import { hiddenNames } from '../../source/kept-headers.ts';
import type { PlanEntry, PlanFinding } from '../../source/plan-sources.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { sourceRequest } from '../../source/source-request.ts';
import { refuseRequest } from '../submit-job/refuse-request.ts';
import { readSubmission } from '../submit-job/submit-job.ts';

/** Returns why the request of a source's runs is refused; null if it is not. */
const whyRefused = (
  source: ManifestSource,
  manifest: Pick<Manifest, 'version'>,
  allowScripts: boolean,
): string | null => {
  const read = readSubmission(sourceRequest(source, manifest));
  if (!read.ok) return read.failure.message;
  const [invalid] = typedUrls(read.value.urls).invalid;
  if (invalid !== undefined)
    return `Cannot accept the request: ${JSON.stringify(invalid)} cannot be requested`;
  const names = hiddenNames(source);
  const sealedNames = names.length === 0 ? undefined : names;
  return refuseRequest(read.value.request, { allowScripts, sealedNames })?.message ?? null;
};

/**
 * Says which created or changed sources could never run, because the request that their runs make is refused. Without
 * that a person would learn it from the source's log, run after run.
 *
 * @param unfit Sources of which it is known that the service that they name cannot fetch their pages.
 */
export const judgeRequests = (
  entries: readonly PlanEntry[],
  manifest: Pick<Manifest, 'version'>,
  { allowScripts, unfit }: { readonly allowScripts: boolean; readonly unfit: ReadonlySet<string> },
): PlanFinding[] =>
  entries.flatMap(({ action, source }): PlanFinding[] => {
    const isSame = action === 'none' || action === 'keep';
    if (source === null || source.status === 'retired' || isSame || unfit.has(source.id)) return [];
    const why = whyRefused(source, manifest, allowScripts);
    if (why === null) return [];
    const message = `No run could begin: ${why.replace(/^Cannot accept the request: /, '')}`;
    return [{ level: 'error', source: source.id, code: 'REQUEST_REFUSED', message }];
  });
