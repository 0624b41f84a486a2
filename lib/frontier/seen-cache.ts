/**
 * The pages that this sandbox has seen in the frontier: saves the read whether a link's page exists. Pages are never
 * removed from a frontier, so an entry cannot become wrong; to forget one only costs a read.
 */
export interface SeenCache {
  has(job: string, hash: string): boolean;
  add(job: string, hash: string): void;
  /** Whether the job was seen to have no room for another page, at most a minute ago. */
  isFull(job: string, now: number): boolean;
  fill(job: string, now: number): void;
  /** Whether so many pages of the job were seen open that it cannot be drained yet. */
  hasOpen(job: string, now: number): boolean;
  /** Notes how many pages of the job were open. */
  noteOpen(job: string, open: number, now: number): void;
}

/**
 * A full job stays full, unless somebody edited the table by hand and its counters were repaired (`check-drift.ts`). So
 * the entry is not trusted for ever.
 */
const fullMs = 60_000;
const jobsKept = 1_000;

/** Fewer open pages than this may end at any moment. */
const openPagesTold = 200;
/** A job does not end more pages in a second. If one does, the heartbeat finds it drained, at most a minute later. */
const pagesPerSecondMax = 500;

/** Keeps at most `capacity` pages. When it is full it starts again, because the jobs change anyway. */
export const createSeenCache = (capacity = 200_000): SeenCache => {
  let seen = new Map<string, Set<string>>();
  let size = 0;
  const full = new Map<string, number>();
  const openUntil = new Map<string, number>();
  return {
    isFull: (job, now) => (full.get(job) ?? Number.NEGATIVE_INFINITY) > now - fullMs,
    fill: (job, now) => {
      if (full.size >= jobsKept) full.clear();
      full.set(job, now);
    },
    hasOpen: (job, now) => (openUntil.get(job) ?? 0) > now,
    noteOpen: (job, open, now) => {
      if (openUntil.size >= jobsKept) openUntil.clear();
      openUntil.set(job, open < openPagesTold ? 0 : now + (open / pagesPerSecondMax) * 1_000);
    },
    has: (job, hash) => seen.get(job)?.has(hash) ?? false,
    add: (job, hash) => {
      if (size >= capacity) {
        seen = new Map();
        size = 0;
      }
      const ofJob = seen.get(job) ?? new Set();
      if (ofJob.has(hash)) return;
      ofJob.add(hash);
      seen.set(job, ofJob);
      size += 1;
    },
  };
};
