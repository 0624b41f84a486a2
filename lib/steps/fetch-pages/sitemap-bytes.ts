import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import { sumShards } from '../../job/counter-shards.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { getShards } from '../../store/jobs/get-shards.ts';
import type { Table } from '../../store/table.ts';
import type { HostVisit } from './host-visit.ts';

/** Reads how many bytes of sitemaps the job has read. It matters only where another is to be read. */
export const readSitemapBytes = async (
  table: Table,
  job: RunningJob,
  pages: readonly Page[],
): Promise<number> => {
  if (job.cells === undefined || !pages.some(({ kind }) => kind === 'sitemap')) return job.sitemapBytes ?? 0;
  return sumShards(await getShards(table, job.id, job.cells)).sitemapBytes;
};

/** Whether the job has read as much of sitemaps as it may, so that this one is not read. */
export const hasReadEnough = ({ sitemapBytes }: Pick<HostVisit, 'sitemapBytes'>, { kind }: Page): boolean =>
  kind === 'sitemap' && sitemapBytes >= limits.sitemapBytesPerJobMax;

/** Makes the end of a sitemap of a job that has read as much of sitemaps as it may. */
export const endAsReadEnough = ({ url }: Page): PageEnd => {
  const read = `${limits.sitemapBytesPerJobMax / 2 ** 30} GiB of sitemaps`;
  return failedEnd(
    failure('LIMIT_REACHED', `Not read: the job has read ${read}, the most it may (sitemap ${url})`),
  );
};
