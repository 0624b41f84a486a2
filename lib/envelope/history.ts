import { createHash } from 'node:crypto';
import * as z from 'zod';
import { trackedKey, type TableKey } from '../keys/table-keys.ts';
import { pageHash, type Tracked } from '../frontier/page.ts';
import type { Job } from '../job/job.ts';
import { limits } from '../limits/limits.ts';
import { latestSchema, latestViewer, latestTtl, type Latest } from './latest.ts';

/**
 * The history of a page whose changes are tracked: its last version that a request with `changeTracking` saw. It is
 * separate from the last version that saves envelopes (`latest.ts`), because it outlives a request's options: formats
 * and modes may change from one request to the next, but the page's Markdown is compared all the same.
 */
export const historyEntrySchema = latestSchema
  .pick({
    url: true,
    contentHash: true,
    htmlHash: true,
    envelopeKey: true,
    envelopeAt: true,
    checkedAt: true,
    engine: true,
    reading: true,
  })
  .extend({
    /** Set if the page was gone when it was last requested; its content before is kept. */
    gone: z.literal(true).optional(),
  });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export type HistoryItem = TableKey & HistoryEntry & { readonly ttl: number };

type Asker = Pick<Job, 'source' | 'team' | 'request'>;

/** Returns whose history of a page is kept: the viewer of its versions (`latestViewer`), with the same tag. */
export const historyViewer = (job: Asker): string => {
  const tag = job.request.scrape.changeTracking?.tag;
  if (tag === undefined) return latestViewer(job);
  return `${latestViewer(job)}:${createHash('sha256').update(tag).digest('hex').slice(0, 12)}`;
};

/**
 * Returns what happened to a page since the last entry of its history. The same bytes are the same page, even if
 * another version of Gleaner reads more of them. `key`: the envelope to compare with, unless it may expire before the
 * job's results do.
 */
export const changeSince = (
  previous: HistoryEntry | undefined,
  seen: Pick<HistoryEntry, 'contentHash' | 'htmlHash'>,
  now: number,
): Pick<Tracked, 'status' | 'at' | 'key'> => {
  if (previous === undefined) return { status: 'new' };
  const { checkedAt: at, envelopeAt, envelopeKey: key } = previous;
  if (previous.gone === true) return { status: 'new', at };
  if (previous.contentHash === seen.contentHash || previous.htmlHash === seen.htmlHash)
    return { status: 'same', at };
  return { status: 'changed', at, ...(now - envelopeAt < limits.comparableMs ? { key } : {}) };
};

/** Returns the entry that a version leaves in the history of its page; none if the job tracks no changes. */
export const historyItems = (
  job: Asker,
  version: Pick<Latest, keyof HistoryEntry & keyof Latest> & Pick<HistoryEntry, 'gone'>,
): readonly HistoryItem[] =>
  job.request.scrape.changeTracking === undefined
    ? []
    : [
        {
          ...trackedKey(historyViewer(job), pageHash(version.url)),
          ...historyEntrySchema.parse(version),
          ttl: latestTtl(version.checkedAt),
        },
      ];
