import { endAfter, type Failure } from '../failure.ts';
import type { EndFacts, EndState, NewPage } from '../frontier/page.ts';
import type { EndCounts } from '../job/end-counts.ts';
import { limits } from '../limits/limits.ts';
import type { VersionItem } from './version-items.ts';

/**
 * How the visit of an item of the frontier ends: one value, from the stage that decides it to the transaction that
 * writes it (`lib/steps/protocol/finish-page.ts`).
 */
export interface PageEnd {
  /** `fetched`: something is extracted from the page before it is done. */
  readonly to: EndState | 'fetched';
  /** What is noted on the item. */
  readonly facts: EndFacts;
  /** The items that follow from it, in the order in which they are admitted if there is not room for all. */
  readonly children?: readonly NewPage[];
  readonly counts?: EndCounts;
  /** A place that belongs to the site besides the crawl's first page: where a redirect led, or a sitemap's host. */
  readonly scopeUrl?: string;
  /** The address of a first page that is itself a sitemap: the crawl reads it as one. */
  readonly sitemapUrl?: string;
  /** Items that store the page's version. */
  readonly items?: readonly VersionItem[];
}

/** The end of a page that was read, or why it is not kept. */
export type PageResult =
  | { readonly kind: 'ended'; readonly end: PageEnd }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** Set if no other tier would read more of it. */
      readonly isFinal?: true;
      /** Links of a page that is itself not kept. */
      readonly children?: readonly NewPage[];
    };

/** Shortens a failure's message for its item. */
export const shortened = (message: string): string => message.slice(0, limits.failureMessageCharactersMax);

/** Returns the end with a failure. */
export const failedEnd = (why: Failure, facts: EndFacts = {}): PageEnd => ({
  to: endAfter(why.code),
  facts: { code: why.code, message: shortened(why.message), ...facts },
});
