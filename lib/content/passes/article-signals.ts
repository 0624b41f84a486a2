import { attribute, collapsed, elementsWithin } from '../dom/dom-walk.ts';
import { classMatches } from '../dom/class-names.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Metadata } from '../page-content.ts';

const articleType = /"@type"\s*:\s*(?:\[[^\]]{0,200})?"[a-z]*(?:Article|BlogPosting|Report)"/i;
const articleItem = /schema\.org\/[a-z]*(?:Article|BlogPosting)$/i;
const entryNames = /(?:^|\s)(?:hentry|h-entry|single-post)(?:\s|$)/;

const authorNames = /(?:^|[\s_-])(?:by-?line|author|writer|vcard)(?:$|[\s_-])/i;
const dateNames = /(?:^|[\s_-])(?:date|dateline|published|pubdate|timestamp|posted|time)(?:$|[\s_-])/i;

const isAuthorClass = classMatches(authorNames);
const isDateClass = classMatches(dateNames);
const isEntryClass = classMatches(entryNames);

const isByline = (element: DomElement): boolean =>
  isAuthorClass(element) || /(?:^|\s)author(?:\s|$)/i.test(attribute(element, 'rel') ?? '');
const isDate = (element: DomElement): boolean => element.localName === 'time' || isDateClass(element);

/** How many elements before and after a heading may lie between it and its byline or date. */
const [before, after] = [25, 60] as const;

/**
 * Says whether a byline and a date stand beside the page's heading, each the only one of its kind on the page. Each
 * post of a forum and each entry of a listing has its own.
 */
const hasByline = (all: readonly DomElement[], heading: DomElement): boolean => {
  const at = all.indexOf(heading);
  const beside = all.slice(Math.max(0, at - before), at + after);
  const isOnly = (one: DomElement): boolean =>
    !all.some(
      (other) => other !== one && other.localName === one.localName && other.className === one.className,
    );
  return (
    beside.some((one) => isByline(one) && isOnly(one)) && beside.some((one) => isDate(one) && isOnly(one))
  );
};

/**
 * The sign of a page that claims in Open Graph to be an article, and shows nothing of it. Systems for blogs claim it of
 * every page: of shops, services, lists.
 */
export const bareClaim = 'og:type is article';

/**
 * Returns how the page shows that it is an article, or null. Signs are a time of publication, JSON-LD,
 * microdata or microformats, or a heading with a byline and a date; `bareClaim` where there is none of them.
 *
 * @param heading The heading that the page stands under, if it was found.
 */
export const findArticleSign = (
  page: ParsedPage,
  { og, metas }: Metadata,
  heading: DomElement | null,
): string | null => {
  if (metas['article:published_time'] !== undefined) return 'article:published_time is given';
  const isStructured = findElements(page, 'script').some(
    (script) => script.getAttribute('type') === 'application/ld+json' && articleType.test(script.textContent),
  );
  if (isStructured) return 'JSON-LD describes an article';
  let [bodies, items, entries] = [0, 0, 0];
  const all = elementsWithin(page.documentElement, null);
  for (const element of all) {
    if (element.pairs.length === 0) continue;
    if (element.getAttribute('itemprop') === 'articleBody') bodies += 1;
    const type = element.getAttribute('itemtype');
    if (type !== null && articleItem.test(collapsed(type))) items += 1;
    if (isEntryClass(element)) entries += 1;
  }
  if (bodies === 1) return 'one element is the articleBody';
  if (items === 1) return 'microdata describe an article';
  // A listing has several entries.
  if (entries === 1) return 'one element is an entry';
  if (heading !== null && hasByline(all, heading)) return 'the heading has a byline and a date';
  return og.type?.toLowerCase() === 'article' ? bareClaim : null;
};
