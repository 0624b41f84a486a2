import type { Page } from '../../frontier/page.ts';
import type { Wiki } from '../politeness/host-policies.ts';
import type { WikiResponse } from './call-wiki.ts';
import type { FetchOutcome, FetchRequest } from '../tier/fetch-request.ts';
import type { Slot } from '../politeness/slot.ts';
import type { WikiQuestion } from './wiki-api.ts';
import type { WikiSite } from './wiki-title.ts';

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

/** Headers, time and trust for a job's requests, and the slot of this one. */
export type WikiRequest = Pick<
  FetchRequest,
  'headers' | 'headersFor' | 'timeoutMs' | 'skipTlsVerification'
> & {
  readonly slot: Slot;
};

/**
 * The wikis of a deployment. What each says of itself (names of namespaces, paths of articles) is stored in the table
 * for all workers, and in memory for this one. Asking a wiki is a request like any other and needs a slot, so `siteOf`
 * never asks.
 */
export interface MediaWikiSites {
  readonly isEmpty: boolean;
  readonly wikiOf: (host: string) => Wiki | undefined;
  /** Returns what is known of the wiki of a host; null if the wiki has to be asked. */
  siteOf(host: string): Promise<WikiSite | null>;
  /** Asks a wiki about itself, in a slot that the caller took. */
  askSite(host: string, request: WikiRequest): Promise<WikiResponse>;
  /**
   * Asks a wiki any other question. If the wiki asks to wait, that is noted, and the next pages get it without a
   * request.
   */
  ask(host: string, question: WikiQuestion, request: WikiRequest): Promise<WikiResponse>;
  /** Returns why the API cannot be asked at the moment, or null. */
  troubleOf(host: string): Failed | null;
  /**
   * Says whether the API may answer for the page: its host is a wiki, no tier is forced, and it has not fallen through.
   */
  mayAnswer(page: Pick<Page, 'url' | 'kind' | 'tier'>): boolean;
  /** Says whether the API answers for the page: `mayAnswer` holds, and it shows an article or members of a category. */
  answers(page: Pick<Page, 'url' | 'kind' | 'tier'>): Promise<boolean>;
  /** Says whether a URL is known to show an article of a wiki that this worker has met. */
  readonly showsArticle: (url: string) => boolean;
  /** Says whether a crawl follows a URL: on a wiki, articles in the wanted namespaces. */
  follows(url: string): Promise<boolean>;
}
