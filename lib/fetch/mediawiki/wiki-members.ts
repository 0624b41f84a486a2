import { canonicalUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import { compileJobScope } from '../../frontier/job-scope.ts';
import { pageHash, sitemapHash, type NewPage, type Page, type FrontierItem } from '../../frontier/page.ts';
import { judgeLink, onEveryPath, withoutTraps } from '../../frontier/scope.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { parseMembers, type Members } from './wiki-api.ts';
import { articleUrl, isCategory, namespaces, type WikiSite } from './wiki-title.ts';

/**
 * A category's members are found portion by portion. A portion is an item of the frontier like a file of a sitemap
 * (docs/decisions/0007-sitemaps.md): visited in a slot, retried, counted apart from the pages. Its URL is the
 * category's own, so the same robots rules apply, and the fragment says where the portion begins.
 */

const mark = '#members=';

/** Returns the category of a portion and where it begins (null for the first portion); null for another URL. */
export const parseMembersPart = (
  url: string,
): { readonly category: string; readonly from: string | null } => {
  const at = url.indexOf(mark);
  const from = decodeURIComponent(url.slice(at + mark.length));
  return { category: url.slice(0, at), from: from === '' ? null : from };
};

const portion = (
  category: string,
  from: string,
  place: Pick<NewPage, 'depth' | 'position'>,
  parent: string,
  nesting: number,
): NewPage => {
  const url = `${category}${mark}${encodeURIComponent(from)}`;
  return { kind: 'members', ...place, hash: sitemapHash(url), url, parent, nesting };
};

const mayGoDeeper = ({ request: { crawl } }: RunningJob, depth: number): boolean =>
  crawl !== undefined && (crawl.maxDiscoveryDepth === undefined || depth < crawl.maxDiscoveryDepth);

/** Returns the first portion of a category's members, for a crawl that reached its page and may go one step further. */
export const firstMembers = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'url' | 'depth'>,
  site: WikiSite,
): NewPage[] => {
  const isWanted = job.limit > 1 && job.request.crawl?.sitemap !== 'only';
  if (!isWanted || !mayGoDeeper(job, page.depth) || !isCategory(site, page.url)) return [];
  return [portion(page.url, '', { depth: page.depth, position: 0 }, page.hash, 1)];
};

/** Says whether a member is wanted: articles in the followed namespaces, and categories inside. */
const isWantedMember = (member: Members['members'][number], wanted: readonly number[]): boolean =>
  member.type === 'subcat' || (member.type === 'page' && wanted.includes(member.ns));

/**
 * Returns the pages of a portion, and the next portion. Members lie beside their category, not below it, so the
 * request's includes and excludes apply to them, but the path of the first page does not. A title that ends like a
 * file's name is an article all the same.
 */
const childrenOfPart = (
  job: RunningJob,
  part: FrontierItem<'members'>,
  { members, next }: Members,
  wiki: { readonly site: WikiSite; readonly namespaces: readonly number[] },
): NewPage[] => {
  const { crawl } = job.request;
  const scope = compileJobScope(job);
  if (scope === null || crawl === undefined) return [];
  const besides = withoutTraps(onEveryPath(scope));
  const pages = new Map<string, NewPage>();
  for (const [position, member] of members.entries()) {
    if (!isWantedMember(member, wiki.namespaces)) continue;
    const url = canonicalUrl(articleUrl(wiki.site, member.title, part.url));
    if (url === null) continue;
    if (!judgeLink(url, besides, () => member.ns !== namespaces.file).inScope) continue;
    const hash = pageHash(pageIdentity(url, crawl));
    pages.set(hash, { kind: 'page', hash, url, depth: part.depth + 1, parent: part.hash, position });
  }
  const nesting = (part.nesting ?? 1) + 1;
  const goesOn = next !== null && nesting <= limits.categoryPortionsMax;
  const place = { depth: part.depth, position: 0 };
  return [
    ...(goesOn ? [portion(parseMembersPart(part.url).category, next, place, part.hash, nesting)] : []),
    ...pages.values(),
  ];
};

/** Reads a portion that was fetched; null if the body is none. */
export const readMembers = (
  job: RunningJob,
  part: FrontierItem<'members'>,
  body: Uint8Array,
  wiki: { readonly site: WikiSite; readonly namespaces: readonly number[] },
): { readonly children: NewPage[]; readonly message: string } | null => {
  const read = parseMembers(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  if (read === null) return null;
  const message = `category: ${read.members.length} members${read.next === null ? '' : ', more'}`;
  return { children: childrenOfPart(job, part, read, wiki), message };
};
