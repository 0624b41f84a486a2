import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { compileJobScope } from '../../frontier/job-scope.ts';
import { judgeLink, withoutTraps } from '../../frontier/scope.ts';
import type { RunningJob } from '../../job/job.ts';
import { listedIdentity, listedUrl, type MapLink, type UrlList } from '../../frontier/url-list.ts';
import { limits } from '../../limits/limits.ts';

/** A URL as written in some document, and the words of the link. */
export interface NamedUrl {
  readonly url: string;
  readonly text?: string;
  readonly rel?: string;
  readonly hidden?: true;
}

/** Link texts that say where the link leads only in the context of the page. */
const pointers = new Set(
  (
    'next|previous|prev|back|home|up|top|index|more|read more|learn more|see more|view more|show ' +
    'more|view all|see all|here|' +
    'click here|this|this page|link|details|continue|continue reading|skip to content|skip to main content'
  ).split('|'),
);

/** Returns the title that a link gives its page; '' if its words are no name. */
const titleIn = (text: string): string => {
  const title = text.trim();
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words === '' || pointers.has(words) ? '' : title.slice(0, limits.mapTitleCharactersMax);
};

/**
 * Returns those of the named URLs that the map wants.
 *
 * @param base URL of the document that names them, from which relative ones start.
 * @param isSitemap Whether a sitemap names them, which is not endless.
 * @param siteUrl Where the first page was found, which adds to the site if it redirects.
 * @param isPage Whether a URL is known to be a page although its name ends like a file's.
 */
export const listUrls = (
  job: RunningJob,
  named: Iterable<NamedUrl>,
  at: { readonly base: string; readonly siteUrl: string; readonly isSitemap: boolean },
  isPage?: (url: string) => boolean,
): Pick<UrlList, 'links' | 'besidePath'> => {
  const compiled = compileJobScope(job, at.siteUrl);
  const links = new Map<string, MapLink>();
  let besidePath = 0;
  if (compiled === null) return { links: [], besidePath };
  const scope = at.isSitemap ? withoutTraps(compiled) : compiled;
  for (const { url: raw, text = '', rel = '', hidden } of named) {
    if (hidden === true) continue;
    if (job.request.crawl?.skipNofollowLinks === true && /\bnofollow\b/i.test(rel)) continue;
    const url = canonicalUrl(raw, at.base);
    if (url === null) continue;
    const judged = judgeLink(url, scope, isPage);
    if (!judged.inScope) {
      if (judged.reason === 'above-seed') besidePath += 1;
      continue;
    }
    const identity = listedIdentity(job.request, url);
    const known = links.get(identity);
    const title = titleIn(text);
    if (known === undefined || (known.title === undefined && title !== '')) {
      links.set(identity, {
        url: known?.url ?? listedUrl(job.request, url),
        ...(title === '' ? {} : { title }),
      });
    }
  }
  return { links: [...links.values()], besidePath };
};
