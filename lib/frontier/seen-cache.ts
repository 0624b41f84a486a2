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
}

/**
 * A full job stays full, unless somebody edited the table by hand and its counters were repaired (`check-drift.ts`). So
 * the entry is not trusted for ever.
 */
const fullMs = 60_000;
const fullJobsKept = 1_000;

/** Keeps at most `capacity` pages. When it is full it starts again, because the jobs change anyway. */
export const createSeenCache = (capacity = 200_000): SeenCache => {
  let seen = new Map<string, Set<string>>();
  let size = 0;
  const full = new Map<string, number>();
  return {
    isFull: (job, now) => (full.get(job) ?? Number.NEGATIVE_INFINITY) > now - fullMs,
    fill: (job, now) => {
      if (full.size >= fullJobsKept) full.clear();
      full.set(job, now);
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
