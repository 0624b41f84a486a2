import { canonicalUrl } from '../frontier/canonical-url.ts';
import { limits } from '../limits/limits.ts';
import { fitsDns } from '../request/host-name.ts';

/**
 * A host made of names whose last one is no number, since IP addresses have several spellings. No `xn--`, which may be
 * invalid.
 */
const plainOrigin = /^https?:\/\/(?!.*xn--)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
/** A path without characters that have another spelling, and without segments that begin with a dot. */
const plainPath = /^(?:\/(?!\.)[A-Za-z0-9_~.-]+)*\/?$/;

const originEnd = (url: string): number => {
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  return slash === -1 ? url.length : slash;
};

/**
 * Makes a function that returns the canonical URLs of one page's links, as `canonicalUrl` spells them. Most links are
 * plain paths, whose canonical form follows from their characters alone; parsing them all costs as much as parsing the
 * page.
 */
export const linkUrls = (baseUrl: string): ((href: string) => string | null) => {
  const base = URL.parse(baseUrl);
  if (base === null) return () => null;
  const origin = base.username !== '' || base.password !== '' ? '' : base.origin;
  const plainBase = plainOrigin.test(origin) ? origin : null;
  /** Origins judged so far; a page links to few. */
  const origins = new Map<string, boolean>();
  const isPlain = (text: string): boolean => {
    const known =
      origins.get(text) ?? (plainOrigin.test(text) && fitsDns(text.slice(text.indexOf('//') + 2)));
    origins.set(text, known);
    return known;
  };
  const quick = (href: string): string | null => {
    if (href.startsWith('/')) return plainBase !== null && plainPath.test(href) ? plainBase + href : null;
    if (!href.startsWith('http')) return null;
    const end = originEnd(href);
    if (end === href.length || !isPlain(href.slice(0, end))) return null;
    return plainPath.test(href.slice(end)) ? href : null;
  };
  return (href) => {
    const hash = href.indexOf('#');
    const url = quick(hash === -1 ? href : href.slice(0, hash));
    return url !== null && url.length <= limits.urlCharactersMax ? url : canonicalUrl(href, baseUrl);
  };
};
