import type { Dispatcher } from 'undici';
import type { ScrapeOptions } from '../request/order.ts';
import type { OpenRange } from './address.ts';
import type { CheckHop, FetchOutcome, FetchRequest } from './fetch-http.ts';

/** A request as every tier understands it; who asks, the tier says itself. */
export type TierRequest = Omit<FetchRequest, 'userAgent'>;

/** A way of fetching: what a site does is an outcome, nothing is thrown for it. */
export interface Tier {
  readonly name: 'http' | 'browser';
  /** Milliseconds that one page may take. */
  readonly requestMs: number;
  /** Pages of one host that a worker asks for at the same time, where the host's pace lets it. */
  readonly pagesAtOnce: number;
  readonly send: (
    request: TierRequest,
    scrape: ScrapeOptions,
    hooks: { readonly checkHop: CheckHop; readonly now: () => number },
  ) => Promise<FetchOutcome>;
}

/** Makes a tier for a deployment: the private ranges that it opens, the connections that robots.txt is asked for with, who asks. */
export type MakeTier = (options: {
  readonly open: readonly OpenRange[];
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
}) => Tier;
