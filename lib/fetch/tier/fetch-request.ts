import type { Dispatcher } from 'undici';
import type { Failure } from '../../failure.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { Captures } from './captures.ts';
import type { Headers } from '../http/http-headers.ts';
import type { Slot } from '../politeness/slot.ts';

export interface FetchRequest {
  readonly url: string;
  readonly userAgent: string;
  /** Headers that the caller gave. */
  readonly headers?: Headers | undefined;
  /** Origins that they are sent to, and no other; without it, that of `url`. */
  readonly headersFor?: readonly string[] | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  /** Largest body, on the wire and decompressed; the limits of a page where it is absent. */
  readonly maxBytes?: number | undefined;
  /** True takes the beginning of a body that is larger, where it would otherwise be a failure. */
  readonly cutAtMaxBytes?: boolean | undefined;
  readonly maxRedirects?: number | undefined;
  /** Milliseconds for everything: names, connections, redirects, `checkHop`, and the last byte of the body. */
  readonly timeoutMs?: number | undefined;
  readonly skipTlsVerification?: boolean | undefined;
  /** True takes a page that at once leads on (`Refresh`, `<meta http-equiv="refresh">`) for a redirect. */
  readonly followRefresh?: boolean | undefined;
}

/**
 * Judges the target of a redirect: scope, robots and pace of another host. It may wait, and gives the target's slot.
 */
export type CheckHop = (
  url: string,
) => Promise<{ readonly ok: true; readonly slot?: Slot } | { readonly ok: false; readonly failure: Failure }>;

export interface FetchDependencies {
  /** Guards every connection; see guarded-connect.ts. */
  readonly dispatcher: Dispatcher;
  /** The same without TLS verification. Where it is absent, `skipTlsVerification` has no effect. */
  readonly unverifiedDispatcher?: Dispatcher | undefined;
  readonly checkHop: CheckHop;
  /** In which the first request leaves; at once where there is none. */
  readonly slot?: Slot | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Ends the fetch at once. A reason that is a `Failure` becomes its failure; any other is a `TIMEOUT`. */
  readonly signal?: AbortSignal | undefined;
}

/** One request of a fetch: what came of it, without what only the page knows. */
export type SentRequest = Omit<RequestLine, 'tier' | 'retry' | 'url'> & { readonly url: string };

export type FetchOutcome =
  | {
      /** 2xx, or 304 to a conditional request. */
      readonly kind: 'response';
      /** Where the response came from after redirects, without fragment and credentials. */
      readonly url: string;
      readonly status: number;
      readonly headers: Headers;
      /** Decompressed. */
      readonly body: Uint8Array;
      readonly wireBytes: number;
      readonly ms: number;
      /** What a browser took of the page besides, where the request wants it. */
      readonly captures?: Captures;
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
      /** Where a redirect led for which the page's host had no slot: the next try begins there. */
      readonly hopUrl?: string;
      /** Only if the host answered. */
      readonly status?: number;
      readonly headers?: Headers;
      readonly retryAfterMs?: number;
      /** The beginning of an error page: it may be a challenge. */
      readonly body?: Uint8Array;
      /** No request left, because one slot after the other passed before it could: nothing is known of the host. */
      readonly unsent?: true;
    };
