import type { Captures } from './captures.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { Tier } from './tier.ts';

/** A page as a tier got it: what the stages behind it need, and nothing of how it was got. */
export interface Fetched {
  readonly tier: Tier['name'] | 'upload';
  /** Where the page was found after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly ms: number;
  readonly captures?: Captures;
  /** Every request that was made for the page, oldest first. */
  readonly requests?: readonly RequestLine[];
}
