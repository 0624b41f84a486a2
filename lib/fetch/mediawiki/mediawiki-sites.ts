import type { Page } from '../../frontier/page.ts';
import type { Wiki } from '../politeness/host-policies.ts';
import type { WikiAnswer } from './call-wiki.ts';
import type { FetchOutcome, FetchRequest } from '../tier/fetch-request.ts';
import type { Slot } from '../politeness/slot.ts';
import type { WikiQuestion } from './wiki-api.ts';
import type { WikiSite } from './wiki-title.ts';

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

/** Headers, time and trust with which a job's requests are made, and the slot of this one. */
export type WikiRequest = Pick<
  FetchRequest,
  'headers' | 'headersFor' | 'timeoutMs' | 'skipTlsVerification'
> & {
  readonly slot: Slot;
};

/**
 * The wikis of a deployment. What each says of itself (names of namespaces, where articles stand) is kept in the
 * table for all workers, and in memory for this one. Asking a wiki is a request like any other and needs a slot, so
 * `siteOf` never asks. /
 */
export interface MediaWikiSites {
  readonly isEmpty: boolean;
  readonly wikiOf: (host: string) => Wiki | undefined;
  /** What is known of the wiki of a host; null where it has to be asked. */
  siteOf(host: string): Promise<WikiSite | null>;
  /** Asks a wiki what it is, in a slot that the caller took. */
  askSite(host: string, request: WikiRequest): Promise<WikiAnswer>;
  /** Asks a wiki anything else. Why it asks for patience is noted, and meets the next pages without a request. */
  ask(host: string, question: WikiQuestion, request: WikiRequest): Promise<WikiAnswer>;
  /** Why the API cannot be asked just now. */
  troubleOf(host: string): Failed | null;
  /** Whether the page may be the API's: its host is a wiki, no tier is forced, and it has not fallen through. */
  mayAnswer(page: Pick<Page, 'url' | 'kind' | 'tier'>): boolean;
  /** Whether the page is the API's: what `mayAnswer`, and shows an article or members of a category. */
  answers(page: Pick<Page, 'url' | 'kind' | 'tier'>): Promise<boolean>;
  /** Whether a URL is known to show an article: of a wiki that this worker has met. */
  readonly showsArticle: (url: string) => boolean;
  /** Whether a crawl goes on to a URL: of a wiki, to articles of the namespaces that are wanted. */
  follows(url: string): Promise<boolean>;
}
