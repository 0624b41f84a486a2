import type { Dispatcher } from 'undici';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import type { CreditAccount } from './credit-account.ts';
import type { CheckHop, FetchOutcome, FetchRequest } from './fetch-request.ts';
import type { fetchTiers } from '../../frontier/request-line.ts';
import type { GuardOptions } from '../http/guarded-connect.ts';
import type { Slot } from '../politeness/slot.ts';

/** A request as every tier understands it; the tier adds the user agent itself. */
export type TierRequest = Omit<FetchRequest, 'userAgent'> & {
  /** Whether the URL names members of a wiki's category, which only its API returns. */
  readonly isMembers?: boolean;
  /** Whether a caller holds a connection open until the page has ended. */
  readonly isAwaited?: boolean;
};

/** Functions that a tier calls while it works on a request. */
export interface TierHooks {
  /** Called before a redirect is followed: judges its target, and takes a slot of its host. */
  readonly checkHop: CheckHop;
  /** Called for a redirect that was followed without a request: judges its target by scope and robots.txt. */
  readonly judge: CheckHop;
  /** The slot of the first request. */
  readonly slot: Slot;
  readonly now: () => number;
  /** Pays for a service that fetches the page. */
  readonly account?: CreditAccount;
}

/** A way of fetching. Everything that a site does is an outcome; it is never thrown. */
export interface Tier {
  readonly name: (typeof fetchTiers)[number];
  /** Milliseconds that one page may take. */
  readonly requestMs: number;
  /** Pages of one host that a worker requests at the same time, if the host's pace allows it. */
  readonly pagesAtOnce: number;
  readonly send: (request: TierRequest, scrape: ScrapeOptions, hooks: TierHooks) => Promise<FetchOutcome>;
}

/** Makes the tier that has services fetch pages, from the guard that judges the addresses of pages. */
export type MakeRemoteTier = (guard: GuardOptions) => Tier;

/**
 * Makes a tier for a deployment: from the guard of its connections, the dispatcher for robots.txt, and the user agent.
 */
export type MakeTier = (options: {
  readonly guard: GuardOptions;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Whether to give Chromium its own sandbox if the system allows it. Not tried in Lambda, which does not. */
  readonly triesBrowserSandbox?: boolean;
}) => Tier;
