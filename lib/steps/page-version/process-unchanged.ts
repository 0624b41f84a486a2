import { getObject, type Objects } from '../../store/objects.ts';
import { type Table } from '../../store/table.ts';
import { failure } from '../../failure.ts';
import type { Fetched } from '../../fetch/tier/fetched.ts';
import type { ContentPage } from '../../frontier/page.ts';
import { hashBody } from '../../frontier/sameness.ts';
import type { RunningJob } from '../../job/job.ts';
import { selectChildren, leftOutCounts } from '../../envelope/children.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import type { Latest } from '../../envelope/latest.ts';
import type { PageEnd, PageResult } from '../../envelope/page-end.ts';
import { startFacts } from '../../envelope/start-facts.ts';
import { versionItems } from '../../envelope/version-items.ts';
import type { MediaWikiSites } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { compareWith } from './compare-version.ts';
import { trackPage } from './track-page.ts';

/**
 * Keeps a page that the host called "not modified": nothing is parsed. Its content is the content of the last envelope.
 * So are its links, from which the crawl continues: validators are only kept of a response from which the envelope was
 * made.
 *
 * If that envelope is gone, the answer is refused, and the page is requested again without a condition.
 */
export const processUnchanged = async (
  worker: {
    readonly table: Table;
    readonly envelopes: Objects;
    readonly now: () => number;
    readonly engineVersion: string;
    readonly wikis: Pick<MediaWikiSites, 'showsArticle'>;
  },
  job: RunningJob,
  page: ContentPage,
  fetched: Fetched,
  latest: Latest | undefined,
): Promise<PageResult> => {
  const text = latest === undefined ? null : await getObject(worker.envelopes, latest.envelopeKey);
  if (latest === undefined || text === null) {
    const message = `Cannot keep ${page.url}: the host says that it is not modified, and its last version is gone`;
    return { kind: 'refused', failure: failure('VERSION_GONE', message) };
  }
  const envelope = envelopeSchema.parse(JSON.parse(text));
  const { links_internal: internal, links_outbound: outbound } = envelope.page_metadata;
  const links = [...internal, ...outbound].map((url) => ({ url, rel: '' }));
  const bodyKey = hashBody(page.url, envelope.content.body);
  const { showsArticle } = worker.wikis;
  const followed = selectChildren(job, page, fetched.url, links, showsArticle, bodyKey);
  const at = worker.now();
  const version = { ...latest, checkedAt: at };
  const compare = compareWith(worker.envelopes, job, { ...latest, engine: worker.engineVersion });
  const tracked = await trackPage({ ...worker, compare }, job, page, { ...latest, at }, latest);
  const { extract } = job.request;
  const end: PageEnd = {
    to: extract === undefined ? 'done' : 'fetched',
    facts: {
      status: fetched.status,
      finalUrl: fetched.url,
      tier: fetched.tier,
      title: envelope.page_metadata.title?.slice(0, 300),
      envelopeKey: latest.envelopeKey,
      contentHash: latest.contentHash,
      contentBytes: Buffer.byteLength(envelope.content.body),
      language: envelope.content.language ?? undefined,
      envelopeBytes: text.length,
      simhash: envelope.integrity.simhash ?? undefined,
      changeType: 'unchanged',
      ...tracked,
    },
    children: followed.children,
    counts: {
      ...(extract === undefined ? { unchanged: 1 } : {}),
      ...leftOutCounts(job, page, followed, bodyKey),
    },
    items: versionItems(job, page, version),
    ...startFacts(job, page, fetched.url, envelope.content.body_html),
  };
  return { kind: 'ended', end };
};
