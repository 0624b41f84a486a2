/** Limits of what shows people the work of a deployment; part of `limits`. */

const minute = 60 * 1_000;

export const monitorLimits = {
  /** Jobs of one answer of the list, and lines of the list that are read for it where few of them are wanted. */
  jobsPerAnswerMax: 100,
  jobLinesReadMax: 500,
  /** Pages of one answer of a job's list of pages, and pages that are read for it where few of them are wanted. */
  pagesPerAnswerMax: 500,
  pagesReadPerAnswer: 4_000,
  /** Pages from which a job's breakdown and its tree are counted: about 4 MB, 500 read units a look. */
  pagesSampled: 4_000,
  /** Pages that ended last, which a look at a job shows. */
  recentPages: 50,
  /** How long a session of the monitor lasts: a working day. */
  sessionMs: 12 * 60 * minute,
} as const;
