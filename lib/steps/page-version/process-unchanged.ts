import { findLatest } from '../../store/frontier/find-latest.ts';
import { getObject, type Objects } from '../../store/objects.ts';
import { type Table } from '../../store/table.ts';
import { failure } from '../../failure.ts';
import type { Fetched, PageResult } from '../../fetch/tier/fetched.ts';
import { pageHash, type Page } from '../../frontier/page.ts';
import { hashBody } from '../../frontier/sameness.ts';
import type { RunningJob } from '../../job/job.ts';
import { selectChildren, leftOutCounts } from '../../envelope/children.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { historyPuts } from '../../envelope/history.ts';
import { latestScope } from '../../envelope/latest.ts';
import { compareWith } from './compare-version.ts';
import { trackPage } from './track-page.ts';
import { unchangedPuts } from './unchanged-puts.ts';

/**
 * Keeps a page of which the host said that it is not modified: nothing is parsed. Its content is the last envelope's, and so
 * are its links, with which the crawl goes on: validators are only kept of a response that the envelope was made of.
 *
 * Refused, to be asked for again without a condition, where that envelope is gone.
 */
export const processUnchanged = async (
  dependencies: {
    readonly table: Table;
    readonly envelopes: Objects;
    readonly now: () => number;
    readonly engineVersion: string;
    readonly isPage?: (url: string) => boolean;
  },
  job: RunningJob,
  page: Page,
  fetched: Fetched,
): Promise<PageResult> => {
  const hash = pageHash(page.url);
  const latest = (await findLatest(dependencies.table, latestScope(job), [hash])).get(hash);
  const text = latest === undefined ? null : await getObject(dependencies.envelopes, latest.envelopeKey);
  if (latest === undefined || text === null) {
    const message = `Cannot keep ${page.url}: the host says that it is not modified, and its last version is gone`;
    return { kind: 'refused', failure: failure('VERSION_GONE', message) };
  }
  const envelope = envelopeSchema.parse(JSON.parse(text));
  const { links_internal: internal, links_outbound: outbound } = envelope.page_metadata;
  const links = [...internal, ...outbound].map((url) => ({ url, rel: '' }));
  const bodyKey = hashBody(page.url, envelope.content.body);
  const { children, traps } = selectChildren(job, page, fetched.url, links, dependencies.isPage, bodyKey);
  const at = dependencies.now();
  const version = { ...latest, checkedAt: at };
  const compare = compareWith(dependencies.envelopes, job, { ...latest, engine: dependencies.engineVersion });
  const tracked = await trackPage({ ...dependencies, compare }, job, page, { ...latest, at }, latest);
  return {
    kind: 'kept',
    ...(job.request.extract === undefined ? {} : { to: 'fetched' as const }),
    attributes: {
      status: fetched.status,
      finalUrl: fetched.url,
      tier: fetched.tier,
      title: envelope.page_metadata.title?.slice(0, 300),
      envelopeKey: latest.envelopeKey,
      contentHash: latest.contentHash,
      contentBytes: Buffer.byteLength(envelope.content.body),
      envelopeBytes: text.length,
      simhash: envelope.integrity.simhash ?? undefined,
      changeType: 'unchanged',
      ...tracked,
    },
    children,
    counts: {
      ...(job.request.extract === undefined ? { unchanged: 1 } : {}),
      ...leftOutCounts(job, page, traps, bodyKey),
    },
    jobAttributes: {},
    puts: [...unchangedPuts(job, page, version, fetched), ...historyPuts(job, version)],
  };
};
