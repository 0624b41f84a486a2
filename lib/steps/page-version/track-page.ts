import { findHistory } from '../../store/frontier/find-history.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { pageHash, type EndFacts, type Page, type Tracked } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { changeSince, historyItems, historyViewer, type HistoryEntry } from '../../envelope/history.ts';
import type { Latest } from '../../envelope/latest.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import { keepReread, type CompareVersion } from './compare-version.ts';

/**
 * Finds the version that a page is compared with. Without a tag, a page that was never tracked is compared with the
 * last version that a request with the same options saw, if there is one.
 */
const previousOf = async (
  table: Table,
  job: RunningJob,
  page: Pick<Page, 'url'>,
  latest: Latest | undefined,
): Promise<HistoryEntry | undefined> => {
  const tracked = await findHistory(table, historyViewer(job), pageHash(page.url));
  return tracked ?? (job.request.scrape.changeTracking?.tag === undefined ? latest : undefined);
};

/** What tracking a page needs. */
export interface TrackDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly compare: CompareVersion;
}

/**
 * Says what changed on a page since its last version, if the job tracks changes. The result is noted on the page with
 * its end, so it is the same whenever somebody reads it, whatever was seen of the page since.
 */
export const trackPage = async (
  { table, envelopes, compare }: TrackDependencies,
  job: RunningJob,
  page: Pick<Page, 'url'>,
  seen: Pick<HistoryEntry, 'contentHash' | 'htmlHash'> & { readonly at: number },
  latest: Latest | undefined,
): Promise<{ readonly tracked?: Tracked }> => {
  const { changeTracking } = job.request.scrape;
  if (changeTracking === undefined) return {};
  const previous = await previousOf(table, job, page, latest);
  const { contentHash, markdown } = previous === undefined ? {} : await compare(previous);
  const like = previous && { ...previous, contentHash: contentHash ?? previous.contentHash };
  const change = changeSince(like, seen, seen.at);
  const isTold = change.key !== undefined && markdown !== undefined;
  return {
    tracked: {
      ...change,
      ...(isTold ? { reread: await keepReread(envelopes, markdown) } : {}),
      modes: changeTracking.modes,
    },
  };
};

/** Makes the note for a page that is gone, if the job tracks changes: its history says so from then on. */
export const trackGone = async (
  table: Table,
  job: RunningJob,
  page: Pick<Page, 'url'>,
  now: number,
  latest: Latest | undefined,
): Promise<{ readonly facts: Pick<EndFacts, 'tracked'>; readonly items: readonly VersionItem[] }> => {
  const previous = await previousOf(table, job, page, latest);
  const tracked: Tracked = {
    status: 'removed',
    ...(previous === undefined ? {} : { at: previous.checkedAt }),
    modes: job.request.scrape.changeTracking?.modes ?? [],
  };
  const items = previous === undefined ? [] : historyItems(job, { ...previous, checkedAt: now, gone: true });
  return { facts: { tracked }, items };
};
