import { getObject, type Objects } from '../../store/objects.ts';
import type { Failure } from '../../failure.ts';
import { mapLinkSchema, type MapLink } from '../../frontier/url-list.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { mapResponseKey, mapResponseSchema, mapPartKey } from '../../deliver/results/map-response.ts';

/**
 * A map as its job left it:
 * - `running`: the job has not ended.
 * - `failed`: nothing of the site could be read, or the map's files have expired.
 * - `map`: a slice of its URLs. `total` counts the whole map. `nextSkip` is the `skip` of the URLs that did not fit,
 *   or null.
 */
export type MapRead =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'map';
      readonly links: readonly MapLink[];
      readonly total: number;
      readonly nextSkip: number | null;
      readonly warnings: readonly string[];
    };

/** Bytes of a link in an answer. A Lambda's answer holds its body as a string, in which quotes are escaped. */
const bytesOf = (link: MapLink): number => Buffer.byteLength(JSON.stringify(JSON.stringify(link)));

const readPart = async (results: Objects, job: string, part: number): Promise<readonly MapLink[]> => {
  const text = await getObject(results, mapPartKey(job, part));
  return text === null ? [] : mapLinkSchema.array().parse(JSON.parse(text));
};

/**
 * Reads a slice of a map, at most `bytesMax` bytes of it (by default what one answer of a Lambda can carry).
 *
 * @param slice `count` URLs after the first `skip`; all of them if it is left out.
 */
export const readMap = async (
  results: Objects,
  job: Job,
  slice: { readonly skip?: number; readonly count?: number; readonly bytesMax?: number } = {},
): Promise<MapRead> => {
  if (!hasEnded(job)) return { kind: 'running' };
  const text = await getObject(results, mapResponseKey(job.id));
  if (text === null) {
    const message = `Cannot read the map ${job.id}: it was ${job.status} before there was any, or its files are gone`;
    return {
      kind: 'failed',
      failure: { code: job.status === 'cancelled' ? 'JOB_CANCELLED' : 'JOB_EXPIRED', message },
    };
  }
  const { total, warnings, failure } = mapResponseSchema.parse(JSON.parse(text));
  if (failure !== undefined) return { kind: 'failed', failure };
  const { skip = 0, count = total, bytesMax = limits.resultsBytesMax } = slice;
  const end = Math.min(total, skip + count);
  const links: MapLink[] = [];
  let bytes = 0;
  for (let part = Math.floor(skip / limits.mapPartUrls); part * limits.mapPartUrls < end; part += 1) {
    const first = part * limits.mapPartUrls;
    for (const link of (await readPart(results, job.id, part)).slice(
      Math.max(0, skip - first),
      end - first,
    )) {
      bytes += bytesOf(link) + 1;
      if (bytes > bytesMax && links.length > 0)
        return { kind: 'map', links, total, warnings, nextSkip: skip + links.length };
      links.push(link);
    }
  }
  const next = skip + links.length;
  return { kind: 'map', links, total, warnings, nextSkip: links.length > 0 && next < total ? next : null };
};
