import { endAfter, failure, type Failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { decompress } from '../../fetch/http/decompress.ts';
import type { Fetched } from '../../fetch/tier/fetched.ts';
import { grantedBytes } from '../../fetch/http/read-body.ts';
import { readSitemap, type Sitemap } from '../../fetch/sitemap/sitemap.ts';
import { sitemapChildren } from '../../fetch/sitemap/sitemap-children.ts';
import type { PageVisit } from './page-visit.ts';

/** How an item of the frontier ends that is no page. */
export type Ended = Extract<PageVisit, { kind: 'end' }>;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks a file that is compressed in itself (`sitemap.xml.gz`): what its bytes say, not its name or type. */
const unpacked = async (
  fetched: Fetched,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean } | Failure> => {
  const { body, url } = fetched;
  if (!isGzip(body)) return { bytes: body, cut: body.length >= limits.sitemapBytesMax };
  const bytesMax = Math.min(limits.sitemapBytesMax, grantedBytes(body.length));
  const undone = await decompress('gzip', Buffer.from(body.buffer, body.byteOffset, body.length), bytesMax);
  return undone.kind === 'corrupt'
    ? failure('RESPONSE_UNREADABLE', `Cannot read the sitemap ${url}: it begins as gzip and is none`)
    : { bytes: undone.bytes, cut: undone.kind !== 'whole' };
};

export const ended = (
  to: Ended['to'],
  attributes: Ended['attributes'],
  children: Ended['children'] = [],
): Ended => ({ kind: 'end', to, attributes, children, counts: {}, jobAttributes: {}, puts: [] });

const describe = (read: Sitemap, cut: boolean): string =>
  `${read.format}: ${read.urls.length} URLs, ${read.sitemaps.length} sitemaps${cut || read.cut ? ', cut' : ''}`;

/** What a sitemap that was fetched names, and that in words; or why it cannot be read. */
export const readFetchedSitemap = async (
  fetched: Fetched,
): Promise<{ readonly read: Sitemap; readonly message: string } | Failure> => {
  const plain = await unpacked(fetched);
  if ('code' in plain) return plain;
  const read = await readSitemap(plain.bytes, fetched.headers['content-type']);
  if (read !== null) return { read, message: describe(read, plain.cut) };
  const message = `Cannot read the sitemap ${fetched.url}: found neither a sitemap nor a feed nor a list of URLs`;
  return failure('SITEMAP_INVALID', message);
};

/** Reads a sitemap that was fetched: its end, with the files and pages that follow from it. */
export const processSitemap = async (job: RunningJob, page: Page, fetched: Fetched): Promise<Ended> => {
  const facts = { status: fetched.status, finalUrl: fetched.url, tier: fetched.tier };
  const found = await readFetchedSitemap(fetched);
  if ('code' in found)
    return ended(endAfter(found.code), { ...facts, code: found.code, message: found.message });
  const { read, message } = found;
  return ended('done', { ...facts, message }, sitemapChildren(job, page, fetched.url, read));
};

/** The end of a sitemap, or of a portion of one, that needs no request: the job has no room for what it would name. */
export const sitemapNotNeeded = (page: Page): Ended =>
  ended(endAfter('LIMIT_REACHED'), {
    code: 'LIMIT_REACHED',
    message: `Not read: the job has the pages that its limit allows (sitemap ${page.url})`,
  });

/** The end of a portion of a sitemap, with its pages. */
export const portionEnd = (children: Ended['children']): Ended => ended('done', {}, children);
