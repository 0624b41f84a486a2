import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { admittedMax } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';

/** Where a write counts: in the job's own item, or in one of so many shards. */
interface Counted {
  readonly shard?: number | undefined;
  readonly shards?: number | undefined;
  readonly limit: number;
}

/** The quota that a job has, and which part of it depends on pages that ended without content and on kept links. */
export interface QuotaInJob {
  readonly quota: number;
  readonly sitemapQuota: number;
  readonly lost: number;
  readonly reserves: number;
  readonly reserved: number;
}

/**
 * Computes how many sitemap files and portions may be admitted where this write counts: a shard has its share of them.
 */
export const sitemapsMax = ({ shards = 1 }: Counted): number => Math.floor(limits.sitemapItemsMax / shards);

/** Reads the quota from the item of a job or a shard, as a cancelled write returned it. */
export const quotaIn = (write: Counted, item: CancellationReason['Item']): QuotaInJob => {
  const number = (name: string): number => Number(item?.[name]?.N ?? 0);
  const lost = number('failed') + number('blocked') + number('skipped');
  const quota =
    write.shard === undefined ? admittedMax(write.limit, lost) - number('admitted') : number('room');
  return {
    lost,
    reserves: item?.['reserves']?.SS?.length ?? 0,
    reserved: number('reserved'),
    quota: Math.max(0, quota),
    sitemapQuota: Math.max(0, sitemapsMax(write) - number('sitemaps')),
  };
};
