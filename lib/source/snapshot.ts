import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isErasedLine, joinLines, splitLines } from './audit/line-hashes.ts';

/**
 * A snapshot: what a source has of pages after a run, a line for each, in order of their hashes. It is never
 * changed: the next run makes the next one of it (`fold-snapshot.ts`).
 *
 *   present      its last answer was the page
 *   missing      it answered that there is no such page, not often or long enough to be believed
 *   deleted      that was confirmed
 *   moved        it leads to another URL for good, confirmed likewise
 *   unreachable  it could not be asked: nothing follows from that
 *
 * A page that is present may be unlinked besides: it answers, and nothing on its site leads to it.
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
  /** Where the last version lies that was seen, and the hash of its content. */
  envelope: z.string().optional(),
  contentHash: z.string().optional(),
  /** Milliseconds since the epoch: seen first, seen in another version, seen last, asked last. */
  firstSeen: z.number(),
  lastChanged: z.number(),
  lastSeen: z.number(),
  lastVisit: z.number(),
  /** What the last visit was answered: the HTTP status, and a code of failure. */
  status: z.number().int().optional(),
  code: z.string().optional(),
  /**
   * Visits in a row that speak against the page: how many, since when, and which way; `held` since it was kept in
   * spite of them.
   */
  misses: z
    .object({
      n: z.number().int(),
      since: z.number(),
      why: z.enum(['gone', 'no-host', 'moved']),
      held: z.number().optional(),
    })
    .optional(),
  movedTo: z.string().optional(),
  /** Milliseconds since the epoch: since then no page or sitemap of a complete run names it. */
  unlinkedSince: z.number().optional(),
});

/** A page as a snapshot has it. */
export type SnapshotLine = z.infer<typeof lineSchema>;

const inOrder = (a: SnapshotLine, b: SnapshotLine): number =>
  a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0;

/** The lines of a snapshot as they are written. */
export const snapshotLines = (lines: readonly SnapshotLine[]): string[] =>
  lines.toSorted(inOrder).map((line) => JSON.stringify(lineSchema.parse(line)));

/** The bytes of a snapshot: equal lines are equal bytes, whoever writes them and when. */
export const writeSnapshot = (lines: readonly SnapshotLine[]): Uint8Array => joinLines(snapshotLines(lines));

/** Lines of a gzipped file of JSON; of those that were erased nothing is left. */
export const readJsonLines = <Line>(bytes: Uint8Array, schema: z.ZodType<Line>): Line[] =>
  splitLines(bytes)
    .filter((line) => !isErasedLine(line))
    .map((line) => schema.parse(JSON.parse(line)));

/** Reads what `writeSnapshot` wrote. */
export const readSnapshot = (bytes: Uint8Array): SnapshotLine[] => readJsonLines(bytes, lineSchema);

/**
 * Whether the page is asked for by itself in a run: what is deleted is only asked for where a page links to it
 * again.
 */
export const isKnown = ({ state }: Pick<SnapshotLine, 'state'>): boolean => state !== 'deleted';

/**
 * A hash of what a source says: of its one page the page's own, of many one over theirs, which differs once a page
 * differs, is added or goes. Null where no page is there.
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

/** Whether the page is there though nothing on its site leads to it. */
export const isUnlinked = ({ state, unlinkedSince }: SnapshotLine): boolean =>
  state === 'present' && unlinkedSince !== undefined;

/** Pages of a snapshot by state. */
export const countStandings = (lines: readonly SnapshotLine[]): Record<PageStanding, number> => {
  const counts = { present: 0, missing: 0, deleted: 0, moved: 0, unreachable: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
};
