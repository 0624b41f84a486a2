import type { Dispatcher } from 'undici';
import type { Failure } from '../../failure.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { Captures } from './captures.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import type { Headers } from '../http/http-headers.ts';
import type { Slot } from '../politeness/slot.ts';

export interface FetchRequest {
  readonly url: string;
  readonly userAgent: string;
  /** Headers of the caller. */
  readonly headers?: Headers | undefined;
  /** The only origins to which they are sent; if absent, that of `url`. */
  readonly headersFor?: readonly string[] | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  /** Largest body, on the wire and decompressed; the limits of a page if absent. */
  readonly maxBytes?: number | undefined;
  /** True keeps the beginning of a larger body; false makes it a failure. */
  readonly cutAtMaxBytes?: boolean | undefined;
  readonly maxRedirects?: number | undefined;
  /** Milliseconds for everything: names, connections, redirects, `checkHop`, and the last byte of the body. */
  readonly timeoutMs?: number | undefined;
  readonly skipTlsVerification?: boolean | undefined;
  /** True follows a page that leads on at once (`Refresh`, `<meta http-equiv="refresh">`) like a redirect. */
  readonly followRefresh?: boolean | undefined;
}

/**
 * Judges the target of a redirect: scope, robots and pace of another host. It may wait, and returns the target's slot.
 */
export type CheckHop = (
  url: string,
) => Promise<{ readonly ok: true; readonly slot?: Slot } | { readonly ok: false; readonly failure: Failure }>;

export interface FetchDependencies {
  /** Guards every connection; see guarded-connect.ts. */
  readonly dispatcher: Dispatcher;
  /** The same without TLS verification. If absent, `skipTlsVerification` has no effect. */
  readonly unverifiedDispatcher?: Dispatcher | undefined;
  readonly checkHop: CheckHop;
  /** The slot of the first request; if absent, it leaves at once. */
  readonly slot?: Slot | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Ends the fetch at once. A reason that is a `Failure` becomes its failure; any other is a `TIMEOUT`. */
  readonly signal?: AbortSignal | undefined;
}

/** One request of a fetch and its outcome, without the facts that only the page knows. */
export type SentRequest = Omit<RequestLine, 'tier' | 'retry' | 'url'> & { readonly url: string };

export type FetchOutcome =
  | {
      /** 2xx, or 304 to a conditional request. */
      readonly kind: 'response';
      /** The response's URL after redirects, without credentials and fragment, but for a route that was asked for. */
      readonly url: string;
      readonly status: number;
      readonly headers: Headers;
      /** Decompressed. */
      readonly body: Uint8Array;
      readonly wireBytes: number;
      /** The host sent less than the whole body: its compressed data breaks off. */
      readonly breaksOff?: true;
      /** A browser did not finish the page's document: this is the document as its host sent it. */
      readonly asSent?: true;
      readonly ms: number;
      /** What a browser captured of the page, if the request wants it. */
      readonly captures?: Captures;
      /** The service that fetched it for us. */
      readonly fetcher?: FetcherName;
      /** The URLs that redirected here, first to last. */
      readonly redirects: readonly string[];
      /** Every request, first to last. */
      readonly requests?: readonly SentRequest[];
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** Where it failed. */
      readonly url: string;
      readonly ms: number;
      readonly redirects: readonly string[];
      readonly requests?: readonly SentRequest[];
      /** The target of a redirect for which its host had no slot: the next try begins there. */
      readonly hopUrl?: string;
      /** Only if the host answered. */
      readonly status?: number;
      readonly headers?: Headers;
      readonly retryAfterMs?: number;
      /** The beginning of an error page: it may be a challenge. */
      readonly body?: Uint8Array;
      /** No request left, because one slot after the other passed before it could; so nothing is known of the host. */
      readonly unsent?: true;
    };
