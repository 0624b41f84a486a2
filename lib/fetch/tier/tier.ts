import type { Dispatcher } from 'undici';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import type { CheckHop, FetchOutcome, FetchRequest } from './fetch-request.ts';
import type { GuardOptions } from '../http/guarded-connect.ts';
import type { Slot } from '../politeness/slot.ts';

/** A request as every tier understands it; who asks, the tier says itself. */
export type TierRequest = Omit<FetchRequest, 'userAgent'> & {
  /** The URL names members of a wiki's category, which only its API tells. */
  readonly isMembers?: boolean;
};

/** What a tier asks while it works on a request. */
export interface TierHooks {
  /** Before a redirect is followed: judges its target, and takes a slot of its host. */
  readonly checkHop: CheckHop;
  /** Where a redirect was followed without a request: judges its target by scope and robots.txt. */
  readonly judge: CheckHop;
  /** In which the first request leaves. */
  readonly slot: Slot;
  readonly now: () => number;
}

/** A way of fetching: what a site does is an outcome, nothing is thrown for it. */
export interface Tier {
  readonly name: 'api' | 'http' | 'browser';
  /** Milliseconds that one page may take. */
  readonly requestMs: number;
  /** Pages of one host that a worker asks for at the same time, where the host's pace lets it. */
  readonly pagesAtOnce: number;
  readonly send: (request: TierRequest, scrape: ScrapeOptions, hooks: TierHooks) => Promise<FetchOutcome>;
}

/** Makes a tier for a deployment: the guard of its connections, those that robots.txt is asked for with, who asks. */
export type MakeTier = (options: {
  readonly guard: GuardOptions;
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Chromium gets its own sandbox where the system allows it. It is not tried in Lambda, which does not. */
  readonly triesBrowserSandbox?: boolean;
}) => Tier;
