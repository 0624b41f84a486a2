import type { Metadata } from '../page-content.ts';
import type { StructuredItem } from './structured-item.ts';
import { comparable } from './comparable.ts';
import { isNode, propertyText } from './main-item.ts';

/** Marks between a title and the name of its site. */
export const titleMarks = /\s+[|–—·»«•:~>\-/]+\s+|\s*[|｜]\s*|:\s+|\s+::\s+/;

const siteTypes = /^(?:WebSite|NewsMediaOrganization|Organization|OnlineStore|Corporation)$/;

/** Returns the distinctive part of a host's name: `docs.example.co.uk` gives `example`. */
export const hostLabel = (url: string): string => {
  const labels = (URL.parse(url)?.hostname ?? '').split('.').filter((label) => label !== 'www');
  const kept = labels.slice(0, -1);
  const last = kept.at(-1) ?? '';
  return kept.length > 1 && /^(?:co|com|org|net|gov|ac|edu)$/.test(last) ? (kept.at(-2) ?? '') : last;
};

const unspaced = (part: string): string => comparable(part).replaceAll(' ', '');

/** Says whether a part of a title is the host's name, alone or with its domain: `Example`, `Example.org`. */
const isHostItself = (part: string, label: string, url: string): boolean => {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
  return (
    label.length > 2 && (unspaced(part) === label.replaceAll('-', '') || unspaced(part) === unspaced(host))
  );
};

const isHostsName = (part: string, label: string): boolean => {
  const name = unspaced(part);
  return label.length > 2 && name.length <= 24 && name.includes(label.replaceAll('-', ''));
};

/**
 * Finds the name of the page's site: from Open Graph, the page's structured data or its application name, else the part
 * of the title that matches its host's name. Returns null if none of them gives one.
 *
 * @param headings the page's first-level headings, comparable: a part of the title that is one of them names the page
 */
export const findSiteName = (
  { og, metas, title }: Metadata,
  items: readonly StructuredItem[],
  url: string,
  headings: ReadonlySet<string>,
): string | null => {
  if (og.siteName !== null) return og.siteName;
  for (const { types, properties } of items) {
    const [publisher] = properties['publisher'] ?? [];
    if (types.some((type) => type === 'WebSite')) {
      const name = propertyText(properties['name']?.[0]);
      if (name !== null) return name;
    }
    if (isNode(publisher) && publisher.types.some((type) => siteTypes.test(type))) {
      const name = propertyText(publisher);
      if (name !== null) return name;
    }
  }
  const application = metas['application-name'] ?? metas['apple-mobile-web-app-title'];
  if (typeof application === 'string' && application.trim() !== '') return application.trim();
  const label = hostLabel(url);
  const parts = (title ?? '').split(titleMarks);
  if (parts.length < 2) return null;
  const part =
    parts.find((one) => isHostItself(one, label, url)) ??
    parts.find((one) => isHostsName(one, label) && !headings.has(comparable(one)));
  return part?.trim() ?? null;
};
