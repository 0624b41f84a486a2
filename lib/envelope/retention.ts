import { retentionClasses } from '../request/source/source-field.ts';

/**
 * How long the envelopes of a source are kept, counted from when ingestion confirmed them: what `retention` of a
 * manifest may say. An envelope that nobody confirmed does not expire. Each class is a prefix of keys, because a bucket
 * chooses by prefix what expires; a tag says that an envelope is confirmed.
 */
export type RetentionClass = (typeof retentionClasses)[number];

/** Days for which a confirmed envelope is kept; null if it never expires. */
export const retentionDays: Readonly<Record<RetentionClass, number | null>> = {
  '90d': 90,
  '1y': 366,
  '7y': 7 * 365 + 2,
  ever: null,
};

/** The tag of an envelope that ingestion has confirmed. */
export const confirmedTag = { name: 'confirmed', value: 'yes' } as const;

export const retentionPrefix = (retention: RetentionClass): string => `kept/${retention}/`;

/**
 * Returns the class of an envelope by its key; null for one of no class, which is kept 90 days after it was written.
 */
export const retentionByKey = (key: string): RetentionClass | null =>
  retentionClasses.find((each) => key.startsWith(retentionPrefix(each))) ?? null;
