import { limits } from '../../limits/limits.ts';
import type { Metadata } from '../page-content.ts';
import type { StructuredNode, StructuredValue } from './structured-item.ts';
import { comparable } from './comparable.ts';
import { isNode, propertyText } from './main-item.ts';
import { isName, personNamesIn } from './person-names.ts';

/** Names of `<meta>` that name an author, most trusted first. */
const metaNames = [
  'citation_author',
  'citation_authors',
  'author',
  'parsely-author',
  'sailthru.author',
  'article:author_name',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'dc:creator',
  'dcterms:creator',
  'byl',
  'byline',
  'cxenseparse:author',
  'shareaholic:article_author_name',
  'vr:author',
  'book:author',
] as const;

const organizations = /(?:Organization|Corporation|Company|WebSite)$/;

interface Found {
  readonly people: string[];
  readonly organizations: string[];
}

const namesOfValue = (value: StructuredValue): Found => {
  if (!isNode(value))
    return { people: personNamesIn(String(value).slice(0, limits.metadataCharactersMax)), organizations: [] };
  const { properties, types } = value;
  const [given, family] = [
    propertyText(properties['givenName']?.[0]),
    propertyText(properties['familyName']?.[0]),
  ];
  const whole =
    propertyText(value) ??
    (given === null && family === null ? null : `${given ?? ''} ${family ?? ''}`.trim());
  const names =
    whole === null
      ? []
      : types.some((type) => organizations.test(type))
        ? [whole].filter(isName)
        : personNamesIn(whole);
  return types.some((type) => organizations.test(type))
    ? { people: [], organizations: names }
    : { people: names, organizations: [] };
};

const merged = (all: readonly Found[]): Found => ({
  people: [...new Set(all.flatMap(({ people }) => people))],
  organizations: [...new Set(all.flatMap((found) => found.organizations))],
});

/** Reads the first of the page's items that names an author. */
const fromItems = (items: readonly StructuredNode[]): Found => {
  for (const { properties } of items) {
    const values = [
      ...(properties['author'] ?? []),
      ...(properties['author'] === undefined ? (properties['creator'] ?? []) : []),
    ];
    const found = merged(values.map(namesOfValue));
    if (found.people.length + found.organizations.length > 0) return found;
  }
  return { people: [], organizations: [] };
};

const fromMetas = ({ metas }: Metadata, isSite: (name: string) => boolean): string[] => {
  let owner: string[] = [];
  for (const name of metaNames) {
    const values = [metas[name] ?? []].flat();
    const names = values.flatMap((value) =>
      name.startsWith('citation_author') ? namesOfCitation(value) : personNamesIn(value),
    );
    if (names.length === 0) continue;
    if (!names.every(isSite)) return [...new Set(names)];
    if (owner.length === 0) owner = [...new Set(names)];
  }
  // Two labels with their values, as sites write them for Twitter and Slack: "Written by", "Est. reading time".
  for (const at of [1, 2, 3]) {
    const [label, value] = [metas[`twitter:label${at}`], metas[`twitter:data${at}`]];
    if (
      typeof label === 'string' &&
      typeof value === 'string' &&
      /by|author|von|par|por|autor|auteur/i.test(label)
    ) {
      const names = personNamesIn(value);
      if (names.length > 0) return names;
    }
  }
  return owner;
};

/** Scholarly pages may write the family name first, with a comma behind it. */
const namesOfCitation = (value: string): string[] => {
  const [family = '', given, ...more] = value.split(/\s*,\s*/);
  const name = given === undefined || more.length > 0 ? value : `${given} ${family}`;
  return isName(name.trim()) ? [name.trim()] : [];
};

/**
 * Says whether a byline says more than the page's data: all of their names and others, or a person's name for an
 * account's.
 */
const saysMore = (byline: readonly string[], data: readonly string[]): boolean => {
  const shown = byline.map(comparable);
  const isShown = (name: string): boolean => shown.some((one) => one.includes(comparable(name)));
  const isAccount = data.length === 1 && /^[^\s]*(?:\p{Ll}\p{Lu}|\d|^\p{Ll})[^\s]*$/u.test(data[0] ?? '');
  return (
    (byline.length > data.length && data.every(isShown)) ||
    (isAccount && byline.some((name) => name.includes(' ')))
  );
};

/** Names that companies end in: some sites give their publisher as the author of every page. */
const company = /(?:^|[\s,])(?:Inc|LLC|Ltd|GmbH|Corp|S\.A|B\.V)\.?$|株式会社|有限公司/;

/** Names of `<meta>` that say whose the site is. */
const ownerNames = ['copyright', 'publisher', 'dc.publisher', 'dcterms.publisher', 'dcterms.rightsholder'];

const ownersIn = ({ metas }: Metadata): string[] =>
  ownerNames.flatMap((name) => [metas[name] ?? []].flat()).map(comparable);

/**
 * Finds who wrote the page: people before organisations, and the name of the site or of its owner only if no other is
 * given. A page's structured data are believed first, then its bylines, then its `<meta>` elements. Returns names only,
 * no handles or addresses.
 */
export const findAuthors = (
  metadata: Metadata,
  shown: readonly string[],
  items: readonly StructuredNode[],
  siteName: string | null,
): readonly string[] => {
  const site = comparable(siteName ?? '');
  const owners = ownersIn(metadata);
  const isSite = (name: string): boolean => {
    const text = comparable(name);
    if (company.test(name) || owners.some((owner) => ` ${owner} `.includes(` ${text} `))) return true;
    return (
      site !== '' &&
      (text === site || `${text} team` === site || text === `${site} team` || text === `${site} staff`)
    );
  };
  const said = fromItems(items);
  const metas = fromMetas(metadata, isSite);
  const data = said.people.length > 0 ? said.people : metas;
  const sources = [...(saysMore(shown, data) ? [shown] : []), said.people, metas, shown];
  for (const names of sources) {
    const people = names.filter((name) => !isSite(name));
    if (people.length > 0) return people;
  }
  const rest = [said.organizations.filter((name) => !isSite(name)), said.organizations, ...sources];
  return rest.find((names) => names.length > 0) ?? [];
};
