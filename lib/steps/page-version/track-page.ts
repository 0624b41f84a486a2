import { findHistory } from '../../store/frontier/find-history.ts';
import { findLatest } from '../../store/frontier/find-latest.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import type { NoteGone } from '../../fetch/tier/fetched.ts';
import { pageHash, type Page, type Tracked } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { changeSince, historyPuts, historyScope, type HistoryEntry } from '../../envelope/history.ts';
import { latestScope, type Latest } from '../../envelope/latest.ts';
import { keepReread, type CompareVersion } from './compare-version.ts';

/**
 * The version that a page is compared with. Without a tag, what was never tracked is compared with the last version that a
 * request with the same options saw, if there was one.
 */
const previousOf = async (
  table: Table,
  job: RunningJob,
  page: Pick<Page, 'url'>,
  latest: Latest | undefined,
): Promise<HistoryEntry | undefined> => {
  const tracked = await findHistory(table, historyScope(job), pageHash(page.url));
  return tracked ?? (job.request.scrape.changeTracking?.tag === undefined ? latest : undefined);
};

/** What tracking a page touches. */
export interface TrackDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly compare: CompareVersion;
}

/**
 * What became of a page since its last version, where the job asks for that. It is noted on the page with its end, so that it is
 * told the same whenever somebody reads, whatever was seen of the page since.
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

/** Makes the step that notes of a page that is gone what it was before: its history says so from then on. */
export const goneIn =
  (table: Table, now: () => number): NoteGone =>
  async (job, page) => {
    const { changeTracking } = job.request.scrape;
    if (changeTracking === undefined) return { attributes: {}, puts: [] };
    const hash = pageHash(page.url);
    const latest = (await findLatest(table, latestScope(job), [hash])).get(hash);
    const previous = await previousOf(table, job, page, latest);
    const tracked: Tracked = {
      status: 'removed',
      ...(previous === undefined ? {} : { at: previous.checkedAt }),
      modes: changeTracking.modes,
    };
    return {
      attributes: { tracked },
      puts: previous === undefined ? [] : historyPuts(job, { ...previous, checkedAt: now(), gone: true }),
    };
  };
