import { limits } from '../limits/limits.ts';
import type { ContentPage, Page } from './page.ts';

/**
 * Whether a worker died while it visited a page alone. Of one that began a moment ago this is not known: a page can
 * have two messages, of which one becomes a letter while a worker has the other. A letter of the visit itself comes
 * later, because its message stays hidden for longer than a worker lives.
 */
export const isLostAlone = (
  { loneLost = 0, loneVisitAt = 0 }: Pick<Page, 'loneLost' | 'loneVisitAt'>,
  now: number,
): boolean => loneLost > (now - loneVisitAt < limits.loneVisitMs ? 1 : 0);

/**
 * Decides whose a page is from which a worker extracts alone, or did.
 *
 * - `free`: no worker does.
 * - `held`: another worker may be at it.
 * - `lost`: a worker had more time than an invocation has, and did not come back.
 */
export const judgeHold = (
  { extractedAloneAt }: Pick<ContentPage, 'extractedAloneAt'>,
  claimedAt: number | null,
  now: number,
): 'free' | 'held' | 'lost' => {
  if (extractedAloneAt === undefined || extractedAloneAt === claimedAt) return 'free';
  return now - extractedAloneAt < limits.loneExtractionMs ? 'held' : 'lost';
};
