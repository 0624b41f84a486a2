import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure, type Failure } from '../../failure.ts';
import type { FrontierItem } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { decompress } from '../../fetch/http/decompress.ts';
import type { Fetched } from '../../fetch/tier/fetched.ts';
import { grantedBytes } from '../../fetch/http/read-body.ts';
import { readSitemap, type Sitemap } from '../../fetch/sitemap/sitemap.ts';
import { sitemapChildren } from '../../fetch/sitemap/sitemap-children.ts';

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks a file that is itself compressed (`sitemap.xml.gz`). Its bytes decide, not its name or type. */
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

const describe = (read: Sitemap, cut: boolean): string =>
  `${read.format}: ${read.urls.length} URLs, ${read.sitemaps.length} sitemaps${cut || read.cut ? ', cut' : ''}`;

/** A fetched sitemap: the URLs in it with a summary in words, or how it ends if it cannot be read. */
type SitemapRead =
  | {
      readonly kind: 'read';
      readonly read: Sitemap;
      readonly message: string;
      /** What is counted on its job: its bytes, unpacked. */
      readonly counts: EndCounts;
    }
  | { readonly kind: 'unread'; readonly end: PageEnd };

/** Reads a fetched sitemap. Its bytes count on its job either way. */
export const readFetchedSitemap = async (fetched: Fetched): Promise<SitemapRead> => {
  const { status, url: finalUrl, tier, body } = fetched;
  const unread = (why: Failure, sitemapBytes: number): SitemapRead => ({
    kind: 'unread',
    end: { ...failedEnd(why, { status, finalUrl, tier }), counts: { sitemapBytes } },
  });
  const plain = await unpacked(fetched);
  if ('code' in plain) return unread(plain, body.length);
  const counts = { sitemapBytes: plain.bytes.length };
  const read = await readSitemap(plain.bytes, fetched.headers['content-type'], finalUrl);
  if (read !== null) return { kind: 'read', read, message: describe(read, plain.cut), counts };
  const message = `Cannot read the sitemap ${finalUrl}: found neither a sitemap nor a feed nor a list of URLs`;
  return unread(failure('SITEMAP_INVALID', message), plain.bytes.length);
};

/**
 * Reads a fetched sitemap. Returns its end, with the files and pages that it names.
 *
 * @param isForbidden Whether robots.txt forbids a URL, where that is known.
 */
export const processSitemap = async (
  job: RunningJob,
  page: FrontierItem<'sitemap'>,
  fetched: Fetched,
  isForbidden: (url: string) => boolean = () => false,
): Promise<PageEnd> => {
  const facts = { status: fetched.status, finalUrl: fetched.url, tier: fetched.tier };
  const found = await readFetchedSitemap(fetched);
  if (found.kind === 'unread') return found.end;
  const { read, message, counts } = found;
  return {
    to: 'done',
    counts,
    facts: { ...facts, message, named: read.urls.length },
    children: sitemapChildren(job, page, fetched.url, read, isForbidden),
  };
};
