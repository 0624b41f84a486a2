/** Limits of the monitor, which shows people the work of a deployment; part of `limits`. */

const minute = 60 * 1_000;

export const monitorLimits = {
  /** Jobs in one answer of the list, and lines that are read for it if few of them match. */
  jobsPerAnswerMax: 100,
  jobLinesReadMax: 500,
  /** Pages in one answer of a job's list of pages, and pages that are read for it if few of them match. */
  pagesPerAnswerMax: 500,
  pagesReadPerAnswer: 4_000,
  /** Pages from which a job's breakdown and its tree are counted: about 4 MB, 500 read units a look. */
  pagesSampled: 4_000,
  /** Pages that ended last, which a job's progress shows. */
  recentPages: 50,
  /** How long a session of the monitor lasts: a working day. */
  sessionMs: 12 * 60 * minute,
} as const;
