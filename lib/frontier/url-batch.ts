import * as z from 'zod';
import { priorities } from '../job/job.ts';
import { limits } from '../limits/limits.ts';
import { hostOf, type Page } from './page.ts';

/**
 * A URL batch: at most ten pages of one host in one message. It only names the pages; what a page is, and whether it is
 * still open, is in the table.
 */
export const urlBatchSchema = z.object({
  v: z.literal(1),
  job: z.string(),
  host: z.string(),
  priority: z.enum(priorities),
  /** The tier whose queue it belongs to, if that is not the first. */
  tier: z.literal('browser').optional(),
  pages: z.array(z.string()).min(1).max(limits.urlBatchPagesMax),
  /** Set if its pages were only just admitted, and nothing has happened to them since. */
  fresh: z.literal(true).optional(),
  /** Slots that were promised when the URL batch was put off: from when, how many, how far apart (milliseconds). */
  slots: z
    .object({ id: z.string(), from: z.number(), count: z.number().int(), spacing: z.number() })
    .optional(),
  /**
   * When its pages were told to come back at a slow host: the first at `from`, the next a `spacing` later
   * (milliseconds).
   */
  place: z.object({ from: z.number(), spacing: z.number() }).optional(),
  /** When a worker should take the URL batch, if SQS cannot delay a message for so long (milliseconds). */
  due: z.number().optional(),
  /** Set when a dead letter is tried once more with its pages apart, so that one bad page does not fail the others. */
  alone: z.literal(true).optional(),
  /**
   * How often the earlier letter was received, and when first (milliseconds): a page that is tried alone counts both
   * letters.
   */
  before: z.object({ receives: z.number().int(), firstReceivedAt: z.number() }).optional(),
});

export type UrlBatch = z.infer<typeof urlBatchSchema>;

/** A URL batch and the seconds, 0 to 900, after which it is to arrive. */
export interface OutgoingUrlBatch {
  readonly urlBatch: UrlBatch;
  readonly delaySeconds: number;
}

/** Groups pages into URL batches, host by host and tier by tier, each host's pages in the given order. */
export const batchUrls = (
  job: string,
  priority: UrlBatch['priority'],
  pages: readonly { readonly hash: string; readonly url: string; readonly tier?: Page['tier'] }[],
): UrlBatch[] => {
  const groups = Map.groupBy(
    pages,
    ({ url, tier }) => `${tier === 'browser' ? 'browser' : ''} ${hostOf(url)}`,
  );
  return [...groups].flatMap(([key, ofHost]) => {
    const [tier, host = ''] = key.split(' ');
    const urlBatches: UrlBatch[] = [];
    for (let start = 0; start < ofHost.length; start += limits.urlBatchPagesMax) {
      const chunk = ofHost.slice(start, start + limits.urlBatchPagesMax);
      urlBatches.push({
        v: 1,
        job,
        host,
        priority,
        ...(tier === 'browser' ? { tier } : {}),
        pages: chunk.map((page) => page.hash),
      });
    }
    return urlBatches;
  });
};

/** By how many URL batches unlikely pages stay behind likely ones. */
const unlikelyBatches = 1;

/**
 * Puts pages into URL batches, the likely ones first. Each URL batch is delayed by the time that those before it take
 * at their host's pace, `spacingMs` a page. It would wait that long anyway, and likelier pages that are found meanwhile
 * go ahead.
 */
export const batchLikelyFirst = (
  job: string,
  priority: UrlBatch['priority'],
  pages: readonly (Parameters<typeof batchUrls>[2][number] & { readonly score?: number | undefined })[],
  spacingMs: number,
): OutgoingUrlBatch[] => {
  const sorted = pages.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const [likely = [], others = []] = [true, false].map((isLikely) =>
    sorted.filter(({ score = 0 }) => score > 0 === isLikely),
  );
  const ahead = new Map<string, number>();
  return [likely, others].flatMap((group, behind) =>
    batchUrls(job, priority, group).map((urlBatch) => {
      const before = ahead.get(urlBatch.host) ?? 0;
      ahead.set(urlBatch.host, before + 1);
      const delayMs = (before + behind * unlikelyBatches) * limits.urlBatchPagesMax * spacingMs;
      return { urlBatch, delaySeconds: toDelaySeconds(delayMs) };
    }),
  );
};

/**
 * Converts a delay to whole seconds for SQS, within its limit. It rounds up, so that no message comes before `delayMs`.
 */
export const toDelaySeconds = (delayMs: number): number =>
  Math.min(limits.messageDelaySecondsMax, Math.max(0, Math.ceil(delayMs / 1_000)));
