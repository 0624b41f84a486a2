/** Why a job holds no page with a URL: the URL itself, the scope of the crawl, or what was read until now. */
export const absences = [
  'no-url',
  'follows-no-links',
  'external',
  'above-seed',
  'too-deep',
  'excluded',
  'not-included',
  'asset',
  'invalid-url',
  'repeating-path',
  'endless-query',
  'calendar',
  // The job was full before a link to it was read.
  'limit-reached',
  'not-found-yet',
  // The job is over, and nothing that it read had a link to it that it followed.
  'never-linked',
] as const;
export type Absence = (typeof absences)[number];
