import type { StructuredItem, StructuredNode, StructuredValue } from './structured-item.ts';
import { comparable } from './comparable.ts';

/** Types of works with an author and a date of their own, which a page can be about. */
const worksTypes =
  /(?:Article|Posting|Report|Recipe|HowTo|QAPage|Question|Course|Dataset|TechArticle|CreativeWork|VideoObject|PodcastEpisode|SoftwareSourceCode|Book|LearningResource|Guide|FAQPage)$/;
/** Types that stand for the page itself. */
const pageTypes = /Page$/;

export const isNode = (value: StructuredValue | undefined): value is StructuredNode =>
  typeof value === 'object';

/** Returns the first text of a property; for a node, its name. */
export const propertyText = (value: StructuredValue | undefined): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return isNode(value) ? propertyText(value.properties['name']?.[0]) : null;
};

const titlesOf = ({ properties }: StructuredNode): string[] =>
  ['headline', 'name', 'title'].flatMap((name) => propertyText(properties[name]?.[0]) ?? []).map(comparable);

const addressesOf = ({ id, properties }: StructuredNode): string[] => [
  ...(id === undefined ? [] : [id]),
  ...['url', 'mainEntityOfPage'].flatMap((name) =>
    (properties[name] ?? []).flatMap((value) => (isNode(value) ? (value.id ?? []) : [String(value)])),
  ),
];

const withoutFragment = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');

/** Returns an item and the nodes that it is about, for pages and question-and-answer pages. */
const parts = (item: StructuredItem): StructuredNode[] => {
  const about = ['mainEntity', 'mainEntityOfPage']
    .flatMap((name) => item.properties[name] ?? [])
    .filter(isNode);
  return pageTypes.test(item.types[0] ?? '')
    ? [...about, item]
    : [item, ...about.filter(({ types }) => types.length > 0)];
};

/** Returns the works that a page's structured data describe at their top, or as what the page is about. */
export const worksIn = (items: readonly StructuredItem[]): StructuredNode[] =>
  items
    .filter(({ syntax }) => syntax !== 'open-graph')
    .flatMap(parts)
    .filter(({ types }) => types.some((type) => worksTypes.test(type)));

/**
 * Returns the structured data about the page's own content, best first: works before pages. Of several works, as on a
 * listing, returns only those with the page's title or address. Open Graph is left out.
 *
 * @param titles what the page calls itself, comparable (`comparable.ts`)
 */
export const mainItems = (
  items: readonly StructuredItem[],
  titles: ReadonlySet<string>,
  urls: readonly string[],
): StructuredNode[] => {
  const nodes = items.filter(({ syntax }) => syntax !== 'open-graph').flatMap(parts);
  const isType = (pattern: RegExp, { types }: StructuredNode): boolean =>
    types.some((type) => pattern.test(type));
  const works = nodes.filter((node) => isType(worksTypes, node));
  const places = new Set(urls.map(withoutFragment));
  const isThis = (node: StructuredNode): boolean =>
    titlesOf(node).some((title) => titles.has(title)) ||
    addressesOf(node).some((url) => places.has(withoutFragment(url)));
  const own = works.filter(isThis);
  const distinct = new Set(works.map((node, at) => titlesOf(node)[0] ?? at));
  const pages = nodes.filter((node) => isType(pageTypes, node) && !isType(worksTypes, node));
  return [...(own.length > 0 ? own : distinct.size <= 1 ? works : []), ...pages];
};
