import { failure, type Failure } from '../../failure.ts';
import { getFeedLength } from '../../store/sources/commit-run.ts';
import { listFeed } from '../../store/sources/change-feed.ts';
import type { Table } from '../../store/table.ts';
import { writeFeedCursor, type FeedCursor } from './read-change-feed.ts';

const advice = {
  since: (newest: string) => `Begin again without since, or at ${newest} to wait for what comes`,
  before: () => 'Begin again with before=now',
} as const;

/**
 * Says why a cursor is no place in a team's feed; null if it is one. A reader who went on from beyond the end would be
 * answered "nothing new", and would never get the changes that come until the feed has passed it: so it is told. The
 * position after the newest change is a place: there a reader waits.
 */
export const whyNoFeedPlace = async (
  table: Table,
  team: string,
  cursor: FeedCursor,
  way: 'since' | 'before',
): Promise<Failure | null> => {
  const { seq, line } = cursor;
  const end = (await getFeedLength(table, team)) + 1;
  const newest = writeFeedCursor({ seq: end, line: 0 });
  const refused = (why: string): Failure => ({
    ...failure(
      'CURSOR_UNKNOWN',
      `Cannot read changes ${way} ${writeFeedCursor(cursor)}: ${why}. The place is of another deployment, or of a ` +
        `state before this one was restored. ${advice[way](newest)}`,
    ),
    details: { newest },
  });
  if (seq > end || (seq === end && line > 0)) return refused(`the feed of your team ends at ${newest}`);
  if (line === 0) return null;
  const [entry] = await listFeed(table, team, seq, 1);
  const count = entry?.seq === seq ? entry.count : 0;
  if (line <= count) return null;
  return refused(`entry ${seq} of the feed of your team has ${count} ${count === 1 ? 'change' : 'changes'}`);
};
