import { unifiedDiff } from '../../deliver/results/unified-diff.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { canonicalTypedUrl } from '../../frontier/canonical-url.ts';
import { auditVisitsKey } from '../../source/audit/audit-record.ts';
import { auditVisitSchema, type AuditVisit } from '../../source/audit/visit-lines.ts';
import { sourceChangeSchema, type PageChange } from '../../source/fold-snapshot.ts';
import { judgePage } from '../../source/monitors/tell-monitor.ts';
import { sourcePageHash } from '../../source/run-record.ts';
import { readJsonLines } from '../../source/snapshot.ts';
import type { SourceRunRecord } from '../../source/source-run.ts';
import { getObject, getObjectBytes, type Objects } from '../../store/objects.ts';

interface CheckDependencies {
  readonly sources: Objects;
  readonly envelopes: Objects;
}

/** Reads a file of lines; null if it is gone. */
const linesAt = async <Line>(
  sources: Objects,
  key: string,
  schema: Parameters<typeof readJsonLines<Line>>[1],
): Promise<Line[] | null> => {
  const bytes = await getObjectBytes(sources, key);
  return bytes === null ? null : readJsonLines(bytes, schema);
};

const markdownAt = async (envelopes: Objects, key: string | undefined): Promise<string | null> => {
  const text = key === undefined ? null : await getObject(envelopes, key);
  return text === null ? null : envelopeSchema.parse(JSON.parse(text)).content.body;
};

const diffOf = async ({ envelopes }: CheckDependencies, change: PageChange | undefined) => {
  if (change?.kind !== 'modified') return null;
  const before = await markdownAt(envelopes, change.previousEnvelope);
  const after = await markdownAt(envelopes, change.envelope);
  const compared = before === null || after === null ? null : unifiedDiff(before, after);
  return compared === null ? null : { text: compared.text, json: compared.json };
};

const tellPage = async (
  dependencies: CheckDependencies,
  monitorId: string,
  { visit, change, status }: { visit: AuditVisit; change: PageChange | undefined; status: string },
) => ({
  id: sourcePageHash(visit.url),
  targetId: monitorId,
  url: canonicalTypedUrl(visit.url) ?? visit.url,
  status,
  previousScrapeId: change?.previousEnvelope ?? null,
  currentScrapeId: visit.staged_path,
  statusCode: visit.http_status,
  error: visit.error,
  metadata: { title: change?.title ?? null },
  diff: await diffOf(dependencies, change),
  snapshot: null,
  judgment: null,
  createdAt: visit.timestamp,
});

/**
 * Reads the pages of a run and what became of each, with the difference of those that changed. Null if the file of the
 * run's changes is gone: without it, every page would look the same as before.
 */
export const readCheckPages = async (
  dependencies: CheckDependencies,
  name: { readonly team: string; readonly source: string },
  run: SourceRunRecord,
  slice: { readonly status: string | undefined; readonly skip: number; readonly limit: number },
) => {
  const key = auditVisitsKey({ team: name.team, chain: name.source }, run.job);
  const visits = (await linesAt(dependencies.sources, key, auditVisitSchema)) ?? [];
  const { changesKey } = run;
  const changes =
    changesKey === undefined ? [] : await linesAt(dependencies.sources, changesKey, sourceChangeSchema);
  if (changes === null) return null;
  const byHash = new Map(changes.map((change) => [sourcePageHash(change.url), change]));
  const all = visits.flatMap((visit) => {
    const change = byHash.get(sourcePageHash(visit.url));
    const status = judgePage(visit, change);
    return status === null || (slice.status !== undefined && status !== slice.status)
      ? []
      : [{ visit, change, status }];
  });
  const pages = [];
  for (const page of all.slice(slice.skip, slice.skip + slice.limit))
    pages.push(await tellPage(dependencies, name.source, page));
  const end = slice.skip + slice.limit;
  return { pages, nextSkip: end < all.length ? end : null };
};
