import { getObject, type Objects } from '../aws/objects.ts';
import { envelopeSchema, type Envelope } from '../envelope/envelope.ts';
import type { Tracked } from '../frontier/page.ts';
import { unifiedDiff, type TextDiff } from './unified-diff.ts';

/** What became of a page since its last version, as Firecrawl's clients know it. */
export interface ChangeTracking {
  /** ISO 8601; null where there was no version before. */
  readonly previousScrapeAt: string | null;
  readonly changeStatus: Tracked['status'];
  /** A page is only visited where a request, a link or a sitemap names it: none is found from memory alone. */
  readonly visibility: 'visible';
  readonly diff?: TextDiff;
}

export interface TrackedChange {
  readonly changeTracking: ChangeTracking;
  /** Why something that was asked for is not there. */
  readonly warning?: string;
}

/** Status and time alone: what a page that is gone has, too. */
export const changeTrackingOf = ({ status, at }: Tracked): ChangeTracking => ({
  previousScrapeAt: at === undefined ? null : new Date(at).toISOString(),
  changeStatus: status,
  visibility: 'visible',
});

const readPrevious = async (envelopes: Objects, { key }: Tracked): Promise<Envelope | null> => {
  const text = key === undefined ? null : await getObject(envelopes, key);
  return text === null ? null : envelopeSchema.parse(JSON.parse(text));
};

/**
 * What became of a page, out of the two versions that were noted when it ended: the same whenever it is read. Where a version
 * cannot be compared with, or the difference is too long, that is said and the rest stands.
 */
export const readChangeTracking = async (
  envelopes: Objects,
  tracked: Tracked,
  current: Envelope,
): Promise<TrackedChange> => {
  const changeTracking = changeTrackingOf(tracked);
  if (tracked.status !== 'changed' || tracked.modes.length === 0) return { changeTracking };
  const previous = await readPrevious(envelopes, tracked);
  if (previous === null) {
    const warning = 'The version before is no longer kept: the page has changed, and is not compared with it';
    return { changeTracking, warning };
  }
  if (!tracked.modes.includes('git-diff')) return { changeTracking };
  const diff = unifiedDiff(previous.content.body, current.content.body);
  return diff === null
    ? { changeTracking, warning: 'The difference to the version before is too long for an answer' }
    : { changeTracking: { ...changeTracking, diff } };
};
