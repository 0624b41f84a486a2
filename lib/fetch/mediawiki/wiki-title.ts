import * as z from 'zod';

/** The facts that a wiki gives about itself (`meta=siteinfo`) and that its titles and addresses need. */
export const wikiSiteSchema = z.object({
  siteName: z.string(),
  language: z.string(),
  rightToLeft: z.boolean(),
  /** Path of an article, with `$1` where its title stands. */
  articlePath: z.string(),
  /** Path of `index.php`. */
  script: z.string(),
  /** Numbers of the namespaces by each of their names on this wiki, as `namespaceKey` spells it. */
  namespaces: z.record(z.string(), z.number().int()),
});
export type WikiSite = z.infer<typeof wikiSiteSchema>;

/** Numbers that every wiki gives these namespaces (MediaWiki, "Manual:Namespace constants"). */
export const namespaces = { special: -1, user: 2, file: 6, message: 8, category: 14 } as const;

/** Returns a namespace's name in a form in which its spellings are equal: case and underscores make no difference. */
export const namespaceKey = (name: string): string => name.replaceAll('_', ' ').trim().toLowerCase();

/** Characters that no title may have; `|` would also end it in a list of titles (MediaWiki, "Manual:Page title"). */
const illegal = /[#<>[\]|{}\p{Cc}\ufffd]/u;

const titleFrom = (text: string): string | null => {
  const title = text.replaceAll('_', ' ').replaceAll(/ {2,}/g, ' ').trim().normalize('NFC');
  return title === '' || title.startsWith(':') || illegal.test(title) ? null : title;
};

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Says whether the parameters of `index.php` show the plain article. */
const isPlainView = (query: URLSearchParams): boolean =>
  [...query].every(([name, value]) => name === 'title' || (name === 'action' && value === 'view')) &&
  query.getAll('title').length <= 1;

/**
 * Returns the part of an article's path before the title: `/wiki/`, or `/w/index.php?title=` if the wiki has no short
 * one.
 */
const prefixOf = ({ articlePath }: WikiSite): string => articlePath.slice(0, articlePath.indexOf('$1'));

/**
 * Returns the title that a URL of the wiki shows, with spaces and without encoding. Null if it shows no article, or
 * another view of one: an old revision, a difference, a history, a page by its number.
 */
export const parseWikiTitle = (site: WikiSite, url: string): string | null => {
  const { pathname, searchParams } = new URL(url);
  if (!isPlainView(searchParams)) return null;
  const asked = searchParams.get('title');
  const prefix = prefixOf(site);
  if (asked !== null) return pathname === site.script ? titleFrom(asked) : null;
  for (const before of [`${site.script}/`, ...(prefix.includes('?') ? [] : [prefix])]) {
    // On a wiki whose articles lie at the root, every path would be one.
    if (!pathname.startsWith(before)) continue;
    const text = decoded(pathname.slice(before.length));
    return text === null ? null : titleFrom(text);
  }
  return null;
};

/** Returns the namespace of a title; 0, that of the articles, if no prefix of the title names another. */
export const findNamespace = (site: WikiSite, title: string): number => {
  const colon = title.indexOf(':');
  const key = colon === -1 ? '' : namespaceKey(title.slice(0, colon));
  return Object.hasOwn(site.namespaces, key) ? (site.namespaces[key] ?? 0) : 0;
};

/** Says whether a page is generated on request (`Special:RecentChanges`): the API has none of these. */
export const isMadeUp = (site: WikiSite, title: string): boolean => findNamespace(site, title) < 0;

/** Says whether a page is text, even if its title ends like a file's name. */
export const isWikiText = (site: WikiSite, title: string): boolean =>
  !isMadeUp(site, title) && findNamespace(site, title) !== namespaces.file;

/** Encodes a title as MediaWiki does in its own links (`wfUrlencode`). */
const encodedTitle = (title: string): string =>
  encodeURIComponent(title.replaceAll(' ', '_')).replaceAll(/%(?:3B|40|24|2C|2F|3A)/g, (escape) =>
    decodeURIComponent(escape),
  );

/** Returns the URL of an article, on the origin of another page of the wiki. */
export const articleUrl = (site: WikiSite, title: string, origin: string): string =>
  new URL(
    site.articlePath.replace('$1', () => encodedTitle(title)),
    origin,
  ).href;

/** Says whether a URL shows a category. */
export const isCategory = (site: WikiSite, url: string): boolean => {
  const title = parseWikiTitle(site, url);
  return title !== null && findNamespace(site, title) === namespaces.category;
};

/**
 * Says whether a crawl follows a URL of the wiki: articles in the wanted namespaces, and URLs outside the wiki. It does
 * not follow other views of the wiki's pages (edit, history, red links), nor its scripts.
 */
export const isWanted = (site: WikiSite, wanted: readonly number[], url: string): boolean => {
  const title = parseWikiTitle(site, url);
  if (title !== null) return wanted.includes(findNamespace(site, title));
  const { pathname, search } = new URL(url);
  const folder = site.script.slice(0, site.script.lastIndexOf('/') + 1);
  const isScript = pathname.startsWith(folder) && /^[a-z_]+\.php(?:\/|$)/.test(pathname.slice(folder.length));
  const prefix = prefixOf(site);
  const isView = search !== '' && !prefix.includes('?') && prefix !== '/' && pathname.startsWith(prefix);
  return !isScript && !isView;
};
