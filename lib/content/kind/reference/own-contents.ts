import { elementsWithin } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import { matchesAny, selectorsIn } from './marks.ts';

const names = selectorsIn(
  '.toc #toc .contents #contents .table-of-contents #table-of-contents #TableOfContents .tableofcontents ' +
    '.page-toc .local-toc .minitoc .toctree-wrapper ' +
    '.on-this-page #on-this-page .local .contents-entry .shortcontents .tsd-index-panel .page-contents ' +
    '.table_of_contents .contents-list #toc_sub .quick-nav #markdown-toc details',
);

/** Most other text (heading, numbers) that a list of contents has beside its links, in characters and as a share. */
const otherCharactersMax = 40;
const otherShareMax = 0.4;

const pageOf = (url: string): string => url.split('#', 1)[0] ?? '';

/**
 * Says whether an element is a list of contents of the page itself: it has such a name, and is made of links to the
 * page's own parts. The headings say the same, so it can go. Lists that lead to other pages are the purpose of an index
 * page, and stay.
 *
 * @param url Where the page was found.
 */
export const isOwnContents = (element: DomElement, url: string): boolean => {
  if (element.pairs.length === 0 || !matchesAny(element, names)) return false;
  if (holdsAny(element, ['pre', 'table'])) return false;
  const links = elementsWithin(element, ['a']).filter((link) => link.hasAttribute('href'));
  if (links.length === 0) return false;
  const own = pageOf(url);
  const leadsWithin = (href: string): boolean =>
    href.startsWith('#') || (href.includes('#') && pageOf(URL.parse(href, url)?.href ?? '') === own);
  if (!links.every((link) => leadsWithin(link.getAttribute('href') ?? ''))) return false;
  const linked = links.reduce((sum, link) => sum + summarizeText(link).length, 0);
  const { length } = summarizeText(element);
  return length - linked <= Math.max(otherCharactersMax, otherShareMax * length);
};
