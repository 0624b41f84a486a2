import type { Captures } from './captures.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { Tier } from './tier.ts';

/** A page as a tier returned it: what later stages need, without how it was fetched. */
export interface Fetched {
  readonly tier: Tier['name'] | 'upload';
  /** Where the page was found after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The host sent less than the whole body: its compressed data breaks off. */
  readonly breaksOff?: true;
  /** A browser did not finish the page's document: this is the document as its host sent it. */
  readonly asSent?: true;
  readonly ms: number;
  readonly captures?: Captures;
  /** The service that fetched it for us. */
  readonly fetcher?: FetcherName;
  /** Every request for the page, oldest first. */
  readonly requests?: readonly RequestLine[];
}
