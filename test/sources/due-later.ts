/** The time of day in so many hours, in UTC. */
const clockIn = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

/**
 * A daily cadence of a source that is due in eleven to thirteen hours, whatever the time of day. Without its window a
 * heartbeat begins a run of its own at one minute of the day, and a test that runs the source meets it.
 */
export const dueLater = {
  frequency: 'daily',
  window: { from: clockIn(11), to: clockIn(13) },
} as const;

const dayMs = 24 * 3_600_000;
/** Days that a test of sources lets pass, and some more. */
const daysOfTest = 8;

/**
 * Whole days to the first of the next month, in milliseconds, if this one ends soon; else none. What a source has spent
 * is counted by the month: a test that lets days pass is not to meet the end of one.
 */
export const pastMonthEnd = (now: number): number => {
  const today = new Date(now);
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0)).getUTCDate();
  const left = last - today.getUTCDate();
  return left < daysOfTest ? (left + 1) * dayMs : 0;
};
