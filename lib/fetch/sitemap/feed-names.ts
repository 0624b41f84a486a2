/** What an element says of a feed or of an entry. */
export type FeedField = 'title' | 'link' | 'guid' | 'date' | 'summary' | 'language' | 'author';

/**
 * Whose element it is: the feed's own (RSS, Dublin Core, RSS's module for content) or Atom's, or one of an extension
 * that repeats the entry in other words (`itunes`) or describes its films and pictures (`media`). Others say nothing
 * that Gleaner reads.
 */
type FeedVocabulary = 'feed' | 'atom' | 'itunes' | 'media' | 'other';

/** The fields of RSS, Atom and Dublin Core by local names. */
const ownFields: Readonly<Record<string, FeedField>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  pubdate: 'date',
  published: 'date',
  updated: 'date',
  date: 'date',
  description: 'summary',
  summary: 'summary',
  content: 'summary',
  encoded: 'summary',
  subtitle: 'summary',
  language: 'language',
  author: 'author',
  creator: 'author',
};

const fields: Readonly<Record<FeedVocabulary, Readonly<Record<string, FeedField>>>> = {
  feed: ownFields,
  atom: ownFields,
  itunes: {
    title: 'title',
    summary: 'summary',
    subtitle: 'summary',
    description: 'summary',
    author: 'author',
  },
  media: { title: 'title', description: 'summary' },
  other: {},
};

const namespaces: readonly (readonly [RegExp, FeedVocabulary])[] = [
  [/^https?:\/\/(?:www\.w3\.org\/2005\/Atom|purl\.org\/atom\/ns)/i, 'atom'],
  [/^https?:\/\/(?:purl\.org\/(?:dc\/|rss\/1\.0\/modules\/content)|backend\.userland\.com\/)/i, 'feed'],
  [/^https?:\/\/(?:purl\.org\/rss\/1\.0\/?$|channel\.netscape\.com\/|my\.netscape\.com\/)/i, 'feed'],
  [/^https?:\/\/(?:www\.itunes\.com|www\.google\.com\/schemas\/play-podcasts)/i, 'itunes'],
  [/^https?:\/\/(?:(?:video\.)?search\.yahoo\.com\/mrss|www\.rssboard\.org\/media-rss)/i, 'media'],
];

/** The vocabularies of prefixes that are in use, for feeds that do not declare them. */
const usualPrefixes: Readonly<Record<string, FeedVocabulary>> = {
  atom: 'atom',
  a10: 'atom',
  content: 'feed',
  dc: 'feed',
  dcterms: 'feed',
  rss: 'feed',
  itunes: 'itunes',
  googleplay: 'itunes',
  media: 'media',
};

/** The name of an element of a feed. */
export interface FeedName {
  /** In lower case, without its prefix. */
  readonly local: string;
  readonly vocabulary: FeedVocabulary;
  /** What it says; null for an element that says nothing. */
  readonly field: FeedField | null;
}

/** More prefixes than these are not remembered; no feed has as many. */
const prefixesMax = 100;

/** Understands the names of one feed's elements by the prefixes that it declares. */
export class FeedNames {
  readonly #vocabularies = new Map<string, FeedVocabulary>();

  /** Reads the name of an element; its attributes may declare prefixes. The first one is the root. */
  read(name: string, attributes: Readonly<Record<string, string>>): FeedName {
    const colon = name.indexOf(':');
    const prefix = name.slice(0, Math.max(colon, 0)).toLowerCase();
    const local = name.slice(colon + 1).toLowerCase();
    this.#declare(attributes);
    if (!this.#vocabularies.has('')) {
      const own = local === 'feed' ? 'atom' : 'feed';
      // Elements are the feed's own if they have no prefix, or that of the root.
      this.#vocabularies.set('', own).set(prefix, own);
    }
    const vocabulary = this.#vocabularies.get(prefix) ?? usualPrefixes[prefix] ?? 'other';
    const known = fields[vocabulary];
    return { local, vocabulary, field: Object.hasOwn(known, local) ? (known[local] ?? null) : null };
  }

  #declare(attributes: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (!name.startsWith('xmlns:') || this.#vocabularies.size > prefixesMax) continue;
      const [, vocabulary] = namespaces.find(([address]) => address.test(value.trim())) ?? [];
      if (vocabulary !== undefined) this.#vocabularies.set(name.slice(6).toLowerCase(), vocabulary);
    }
  }
}
