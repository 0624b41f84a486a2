import { canonicalUrl } from '../../frontier/canonical-url.ts';
import type { PageFacts } from './page-facts.ts';
import { collectLeaves } from './structured-leaf.ts';

/** URLs that a page itself names: its own, its links and images, and those in its structured data and metadata. */
export interface PageUrls {
  readonly base: string;
  readonly known: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
}

const absolute = /^(?:https?:)?\/\//i;

/** Returns one spelling of an address; e-mail addresses and telephone numbers are compared without case. */
const spelled = (url: string, base: string): string | null => {
  const canonical = canonicalUrl(url, base);
  if (canonical !== null) return canonical.replace(/\/$/, '');
  return /^(?:mailto|tel):/i.test(url) ? url.toLowerCase().replace(/[\s().-]|%20/g, '') : null;
};

export const collectPageUrls = (facts: PageFacts): PageUrls => {
  const { metadata, url } = facts;
  const named = [
    url,
    metadata.canonicalUrl,
    metadata.og.url,
    metadata.og.image,
    metadata.favicon,
    ...facts.links.map((link) => link.url),
    ...facts.images,
    ...facts.pairs.flatMap(({ urls }) => urls),
    ...Object.values(metadata.metas)
      .flat()
      .filter((value) => absolute.test(value)),
    ...collectLeaves(facts.structuredData)
      .flatMap(({ value, item }) => [value, item.id])
      .filter((value) => isReference(value)),
  ];
  const known = named
    .flatMap((one) => (typeof one === 'string' ? [spelled(one, url)] : []))
    .filter((one) => one !== null);
  return {
    base: url,
    known: new Set(known),
    hosts: new Set(known.map((one) => URL.parse(one)?.hostname ?? '')),
  };
};

const isReference = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length < 2_048 &&
  /^(?:(?:https?:)?\/\/|\/|mailto:|tel:)\S+$/i.test(value.trim());

const hidden = /\p{Default_Ignorable_Code_Point}/gu;

/** Matches whatever a reader or a browser may take for an address in a text, however it is spelled. */
const addressPattern =
  /(?:\b[a-z][a-z\d+.-]{1,30}:\/\/|\b(?:https?|ftp):(?=\S)|\b(?:javascript|vbscript|blob):(?=\S)|\bdata:(?=[a-z]+\/[\w.+-]+[;,])|(?<![\w:])[\\/]{2}(?=[\w-]+\.)|\bwww\.(?=\w))[^\s"'<>()[\]{}|`]*/gi;

const mailPattern = /\b(?:mailto|tel):[^\s"'<>()[\]{}|`]+/gi;

const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?:[/?#]\S*)?$/u;

const isOfPage = (urls: PageUrls, written: string): boolean => {
  const trimmed = written.replace(/[.,;:!?)]+$/, '');
  const url = /^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed;
  const one = spelled(url, urls.base);
  if (one === null) return false;
  return urls.known.has(one) || (/^www\./i.test(trimmed) && urls.known.has(one.replace(/^https:/, 'http:')));
};

/** Says whether a text without a scheme may be an address: a domain, or a path. */
const isAddressLike = (text: string): boolean =>
  /^\S+$/.test(text) && (domain.test(text) || text.includes('/'));

/** Says whether a text consists of one of the page's own addresses. */
export const isPageUrl = (urls: PageUrls, text: string): boolean =>
  (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text.trim()) || isAddressLike(text.trim())) &&
  foreignUrlsIn(urls, text, true).length === 0;

/**
 * Returns the addresses in a text that are not the page's: no link leads there, no image or structured data names them.
 * `isAddress` says that the text is meant as an address, so that a bare domain or a path is checked as well.
 */
export const foreignUrlsIn = (urls: PageUrls, text: string, isAddress: boolean): string[] => {
  const plain = text.normalize('NFKC').replace(hidden, '').trim();
  const named = [...plain.matchAll(addressPattern), ...plain.matchAll(mailPattern)].map(([url]) => url);
  const foreign = named.filter((url) => !isOfPage(urls, url));
  if (named.length > 0 || !isAddress || !isAddressLike(plain)) return foreign;
  if (domain.test(plain)) {
    const host = URL.parse(`https://${plain}`)?.hostname ?? '';
    const isPath = /[/?#]./.test(plain);
    const known = isPath
      ? isOfPage(urls, `https://${plain}`)
      : urls.hosts.has(host) || urls.hosts.has(`www.${host}`);
    return known ? [] : [plain];
  }
  return isOfPage(urls, plain) ? [] : [plain];
};

/**
 * Removes from a text the addresses that are not the page's, however they are spelled; returns '' if some would be
 * left.
 */
export const withoutForeignUrls = (urls: PageUrls, text: string): string => {
  let rest = text;
  // Taking one address out may join the rest into another.
  for (let round = 0; round < 3; round += 1) {
    const foreign = foreignUrlsIn(urls, rest, false);
    if (foreign.length === 0) return rest;
    const plain = rest.normalize('NFKC').replace(hidden, '').trim();
    rest = foreign.reduce((all, url) => all.replaceAll(url, ''), plain).replace(/ {2,}/g, ' ');
  }
  return foreignUrlsIn(urls, rest, false).length === 0 ? rest : '';
};
