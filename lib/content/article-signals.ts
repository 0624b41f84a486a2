import { attribute, elementsWithin } from './dom-walk.ts';
import { elementsOf, type PageDocument } from './document.ts';
import type { Metadata } from './page-content.ts';

const articleType = /"@type"\s*:\s*(?:\[[^\]]{0,200})?"[a-z]*(?:Article|BlogPosting|Report)"/i;
const articleItem = /schema\.org\/[a-z]*(?:Article|BlogPosting)$/i;
const entryNames = /(?:^|\s)(?:hentry|h-entry|single-post)(?:\s|$)/;

/**
 * Whether the page itself says that it is an article: in Open Graph, JSON-LD, microdata or microformats. Readability was made
 * for those and is then believed; manuals, listings and forums say nothing of the kind.
 */
export const isArticlePage = (page: PageDocument, { og, metas }: Metadata): boolean => {
  if (og.type?.toLowerCase() === 'article') return true;
  if (metas['article:published_time'] !== undefined) return true;
  const isStructured = elementsOf(page, 'script').some(
    (script) => script.getAttribute('type') === 'application/ld+json' && articleType.test(script.textContent),
  );
  if (isStructured) return true;
  const all = elementsWithin(page.documentElement, null);
  const bodies = all.filter(
    (element) => element.pairs.length > 0 && element.getAttribute('itemprop') === 'articleBody',
  );
  if (bodies.length === 1) return true;
  const items = all.filter((element) => articleItem.test(attribute(element, 'itemtype') ?? ''));
  if (items.length === 1) return true;
  // A listing of entries has several.
  return all.filter(({ className }) => entryNames.test(className)).length === 1;
};
