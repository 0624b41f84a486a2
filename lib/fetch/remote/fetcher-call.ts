import type { Failure } from '../../failure.ts';
import type { Headers } from '../http/http-headers.ts';

/** One HTTP request to a service that fetches pages. */
export interface FetcherCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** With the key of the service; never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The service's own answer, as HTTP. */
export interface FetcherReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What is wanted of a service. */
export interface FetcherTask {
  readonly url: string;
  /** Milliseconds after which the service gives up by itself, so that it charges nothing that we do not wait for. */
  readonly giveUpMs: number;
  readonly skipTlsVerification: boolean;
}

/** What a service answered about a page. `credits`: what it charged, if it says so. */
export type FetcherAnswer =
  | {
      readonly kind: 'page';
      readonly status: number;
      /** Where the page was found after redirects. */
      readonly url: string;
      readonly headers: Headers;
      readonly body: Uint8Array;
      readonly credits: number | null;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly credits: number;
      readonly retryAfterMs?: number;
    };

/** How a service is, by its own account. */
export const fetcherStates = ['well', 'no-key', 'refused', 'out-of-credits', 'unwell'] as const;
export type FetcherState = (typeof fetcherStates)[number];

export interface FetcherHealth {
  readonly state: FetcherState;
  readonly message: string;
  /** Credits that are left, and those of the plan, if the service says so. */
  readonly remainingCredits: number | null;
  readonly planCredits: number | null;
}

/**
 * A service for one deployment: how it is asked, and how its answers are read, of which nothing is told that holds the
 * key. Pure.
 */
export interface Fetcher {
  /** Credits that one page costs by the service's price list. */
  readonly creditsPerPage: number;
  readonly dollarsPerCredit: number | undefined;
  readonly ask: (key: string, task: FetcherTask) => FetcherCall;
  readonly read: (key: string, reply: FetcherReply, task: FetcherTask, now: number) => FetcherAnswer;
  readonly askHealth: (key: string) => FetcherCall;
  readonly readHealth: (key: string, reply: FetcherReply) => FetcherHealth;
}
