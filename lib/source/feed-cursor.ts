import { createHash } from 'node:crypto';
import type { FeedEntry } from './source-run.ts';

/** Where a reader of the feed stands: the next entry, and how many of its changes were read. */
export interface FeedCursor {
  readonly seq: number;
  readonly line: number;
  /** Marks the run of the last entry of which something was read; absent at the beginning, and in older cursors. */
  readonly mark?: string | undefined;
}

/** Returns the mark of an entry's run. Another run has another: after a restore, entries are numbered again. */
export const entryMark = ({ job }: Pick<FeedEntry, 'job'>): string =>
  createHash('sha256').update(job).digest('hex').slice(0, 8);

export const writeFeedCursor = ({ seq, line, mark }: FeedCursor): string =>
  `${seq}.${line}${mark === undefined ? '' : `.${mark}`}`;

/** Reads the position from a cursor; null if it is not a cursor. */
export const readFeedCursor = (cursor: string): FeedCursor | null => {
  const [, seq, line, mark] = /^(\d{1,12})\.(\d{1,9})(?:\.([0-9a-f]{8}))?$/.exec(cursor) ?? [];
  return seq === undefined ? null : { seq: Number(seq), line: Number(line), mark };
};

/** The end of any feed: its entries are numbered with as many digits as its keys have. */
export const feedEnd: FeedCursor = { seq: 999_999_999_999, line: 999_999_999 };

/** Returns the number of the entry that a cursor's mark is of: the last one of which something was read. */
export const markedEntry = ({ seq, line }: FeedCursor): number => (line > 0 ? seq : seq - 1);
