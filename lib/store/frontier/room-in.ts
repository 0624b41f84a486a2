import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { admittedMax } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';

/** Where a write counts: in the job's own item, or in one of so many cells. */
interface Counted {
  readonly cell?: number | undefined;
  readonly cells?: number | undefined;
  readonly limit: number;
}

/** What a job has room for, and what of that follows from pages that ended without content and from links that were kept. */
export interface RoomInJob {
  readonly room: number;
  readonly sitemapRoom: number;
  readonly lost: number;
  readonly reserves: number;
  readonly reserved: number;
}

/** Sitemap files and portions that may be admitted where this write counts: a cell has its share of them. */
export const sitemapsMax = ({ cells = 1 }: Counted): number => Math.floor(limits.sitemapItemsMax / cells);

/** What a job's item, or a cell's, as a cancelled write found it, says of the room that there is. */
export const roomIn = (write: Counted, item: CancellationReason['Item']): RoomInJob => {
  const number = (name: string): number => Number(item?.[name]?.N ?? 0);
  const lost = number('failed') + number('blocked') + number('skipped');
  const room =
    write.cell === undefined ? admittedMax(write.limit, lost) - number('admitted') : number('room');
  return {
    lost,
    reserves: item?.['reserves']?.SS?.length ?? 0,
    reserved: number('reserved'),
    room: Math.max(0, room),
    sitemapRoom: Math.max(0, sitemapsMax(write) - number('sitemaps')),
  };
};
