import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isErasedLine, joinLines, splitLines } from './audit/line-hashes.ts';

/**
 * A snapshot: the pages of a source after a run, a line for each, in order of their hashes. It never changes: the
 * next run makes a new one from it (`fold-snapshot.ts`).
 *
 *   present      its last answer was the page
 *   missing      its answer was that it is gone or has moved, not yet often or long enough to be confirmed
 *   deleted      it is confirmed to be gone
 *   moved        it is confirmed to redirect to another URL for good, and is not read there (`follow-move.ts`)
 *   unreachable  it could not be fetched: nothing follows from that
 *
 * A present page may also be unlinked: it answers, but no page of its site links to it.
 */
export const pageStandings = ['present', 'missing', 'deleted', 'moved', 'unreachable'] as const;
export type PageStanding = (typeof pageStandings)[number];

const lineSchema = z.object({
  url: z.string(),
  hash: z.string(),
  state: z.enum(pageStandings),
  /** Links between the first page and this one. */
  depth: z.number().int(),
  title: z.string().optional(),
  /** The envelope of the last version that was seen, and the hash of its content. */
  envelope: z.string().optional(),
  contentHash: z.string().optional(),
  /** Milliseconds since the epoch: first seen, last seen changed, last seen, last requested. */
  firstSeen: z.number(),
  lastChanged: z.number(),
  lastSeen: z.number(),
  lastVisit: z.number(),
  /** The answer to the last visit: the HTTP status, and a code of failure. */
  status: z.number().int().optional(),
  code: z.string().optional(),
  /**
   * Visits in a row that speak against the page: how many, since when, and which evidence; `held` since when it was
   * kept in spite of them; `to` where the last one led, if it led elsewhere for good.
   */
  misses: z
    .object({
      n: z.number().int(),
      since: z.number(),
      why: z.enum(['gone', 'no-host', 'moved']),
      to: z.string().optional(),
      held: z.number().optional(),
    })
    .optional(),
  /** Where it leads for good: of a moved page, and of a present one that is read there. */
  movedTo: z.string().optional(),
  /** Milliseconds since the epoch since when no page or sitemap of a complete run names it. */
  unlinkedSince: z.number().optional(),
});

/** A page in a snapshot. */
export type SnapshotLine = z.infer<typeof lineSchema>;

const inOrder = (a: SnapshotLine, b: SnapshotLine): number =>
  a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0;

/** Returns the lines of a snapshot as they are written. */
export const snapshotLines = (lines: readonly SnapshotLine[]): string[] =>
  lines.toSorted(inOrder).map((line) => JSON.stringify(lineSchema.parse(line)));

/** Returns the bytes of a snapshot: equal lines give equal bytes, whoever writes them and when. */
export const writeSnapshot = (lines: readonly SnapshotLine[]): Uint8Array => joinLines(snapshotLines(lines));

/** Reads the lines of a gzipped file of JSON; leaves out erased lines. */
export const readJsonLines = <Line>(bytes: Uint8Array, schema: z.ZodType<Line>): Line[] =>
  splitLines(bytes)
    .filter((line) => !isErasedLine(line))
    .map((line) => schema.parse(JSON.parse(line)));

/** Reads the bytes that `writeSnapshot` made. */
export const readSnapshot = (bytes: Uint8Array): SnapshotLine[] => readJsonLines(bytes, lineSchema);

/** Says whether a run requests the page by itself: a deleted page is requested only if a page links to it again. */
export const isKnown = ({ state }: Pick<SnapshotLine, 'state'>): boolean => state !== 'deleted';

/**
 * Returns a hash of a source's content: for a source with one page the page's own, for several a hash over theirs,
 * which differs once a page changes, is added or goes. Null if no page is there.
 */
export const hashSnapshot = (lines: readonly SnapshotLine[]): string | null => {
  const held = lines.filter(({ state }) => state === 'present' || state === 'unreachable');
  const [only, ...others] = held;
  if (only === undefined) return null;
  if (others.length === 0) return only.contentHash ?? null;
  const text = held
    .toSorted(inOrder)
    .map(({ hash, contentHash }) => `${hash} ${contentHash ?? ''}\n`)
    .join('');
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
};

/** Says whether the page is there although no page of its site links to it. */
export const isUnlinked = ({ state, unlinkedSince }: SnapshotLine): boolean =>
  state === 'present' && unlinkedSince !== undefined;

/** Counts the pages of a snapshot by state. */
export const countStandings = (lines: readonly SnapshotLine[]): Record<PageStanding, number> => {
  const counts = { present: 0, missing: 0, deleted: 0, moved: 0, unreachable: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
};
