import { failure, type Failure } from '../../failure.ts';
import { getFeedLength } from '../../store/sources/commit-run.ts';
import { listFeed } from '../../store/sources/change-feed.ts';
import type { Table } from '../../store/table.ts';
import { entryMark, markedEntry, writeFeedCursor, type FeedCursor } from '../../source/feed-cursor.ts';

const advice = {
  since: (newest: string) => `Begin again without since, or at ${newest} to wait for what comes`,
  before: () => 'Begin again with before=now',
} as const;

/** Returns the place after the newest change, with the mark of its run. */
const newestPlace = async (table: Table, team: string, length: number): Promise<FeedCursor> => {
  const [last] = length === 0 ? [] : await listFeed(table, team, length, 1);
  return { seq: length + 1, line: 0, mark: last === undefined ? undefined : entryMark(last) };
};

/**
 * Says why a cursor is no place in a team's feed; null if it is one. A reader who went on from beyond the end would be
 * answered "nothing new", and would never get the changes that come until the feed has passed it: so it is told. So is
 * one whose cursor has the mark of another run: the feed was restored, and has grown past it since. The position after
 * the newest change is a place: there a reader waits.
 */
export const whyNoFeedPlace = async (
  table: Table,
  team: string,
  cursor: FeedCursor,
  way: 'since' | 'before',
): Promise<Failure | null> => {
  const { seq, line, mark } = cursor;
  const length = await getFeedLength(table, team);
  const refused = async (why: (newest: string) => string): Promise<Failure> => {
    const newest = writeFeedCursor(await newestPlace(table, team, length));
    const message =
      `Cannot read changes ${way} ${writeFeedCursor(cursor)}: ${why(newest)}. The place is of another deployment, ` +
      `or of a state before this one was restored. ${advice[way](newest)}`;
    return { ...failure('CURSOR_UNKNOWN', message), details: { newest } };
  };
  if (seq > length + 1 || (seq === length + 1 && line > 0))
    return await refused((newest) => `the feed of your team ends at ${newest}`);
  if (line === 0 && mark === undefined) return null;
  const number = markedEntry(cursor);
  const [found] = await listFeed(table, team, number, 1);
  const entry = found?.seq === number ? found : undefined;
  if (mark !== undefined && (entry === undefined || entryMark(entry) !== mark))
    return await refused(() => `entry ${number} of the feed of your team is of another run than this place`);
  const count = entry?.count ?? 0;
  if (line <= count) return null;
  return await refused(
    () => `entry ${seq} of the feed of your team has ${count} ${count === 1 ? 'change' : 'changes'}`,
  );
};
