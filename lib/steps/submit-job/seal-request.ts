import { failure, type Failure } from '../../failure.ts';
import type { JobWebhook } from '../../job/webhook.ts';
import { limits } from '../../limits/limits.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import {
  crawlSealedFor,
  sealHeaders,
  webhookSealedFor,
  type SealedFor,
  type SealKeys,
  type SealUse,
} from '../../job/sealed-headers.ts';
import { getSealKeys } from '../../store/keys/seal-keys.ts';
import type { Table } from '../../store/table.ts';

/** Seals a caller's headers for the functions that send them; null if the deployment has published no key yet. */
export type Seal = (
  use: SealUse,
  headers: Readonly<Record<string, string>>,
  sealedFor: SealedFor,
) => Promise<string | null>;

/**
 * Makes the function that seals with the deployment's public keys. A sandbox keeps the keys for a minute, so it notices
 * when an operator renews them.
 */
export const openSeal = (table: Table, now: () => number): Seal => {
  let kept: { readonly keys: SealKeys; readonly until: number } | undefined;
  return async (use, headers, sealedFor) => {
    if (kept === undefined || kept.until <= now()) {
      const keys = await getSealKeys(table);
      kept = keys === null ? undefined : { keys, until: now() + limits.sealKeysKnownMs };
    }
    return kept === undefined ? null : sealHeaders(kept.keys[use], use, headers, sealedFor);
  };
};

const noKey = failure(
  'INTERNAL',
  'Cannot accept the request: headers are kept sealed, and this deployment makes the key for that within five minutes',
);

/** Headers that were sealed before the request was made. */
export interface SealedRequest {
  /** In lower case and in order. */
  readonly names: readonly string[];
  readonly sealedFor: SealedFor;
  readonly box: string;
}

/** Adds headers that were sealed before to a request. They open only for the origins for which they were sealed. */
export const passOnSealed = (team: string, request: JobSpec, sealed: SealedRequest): JobSpec | Failure => {
  const { names, sealedFor, box } = sealed;
  if (JSON.stringify(crawlSealedFor(team, request)) !== JSON.stringify(sealedFor))
    return failure(
      'PLAN_REFUSED',
      'Cannot run the source: its headers were given for other addresses. Apply its manifest with them again',
    );
  return {
    ...request,
    scrape: { ...request.scrape, headers: {}, headerNames: [...names], sealedHeaders: box },
  };
};

/** Makes the request as it is stored: names of its headers in the clear, their values sealed. */
export const sealRequest = async (seal: Seal, team: string, request: JobSpec): Promise<JobSpec | Failure> => {
  const names = Object.keys(request.scrape.headers);
  if (names.length === 0) return request;
  const sealedHeaders = await seal('crawl', request.scrape.headers, crawlSealedFor(team, request));
  if (sealedHeaders === null) return noKey;
  const headerNames = names.map((name) => name.toLowerCase()).toSorted();
  return { ...request, scrape: { ...request.scrape, headers: {}, headerNames, sealedHeaders } };
};

/** Makes the webhook as it is stored. */
export const sealWebhook = async (seal: Seal, webhook: JobWebhook): Promise<JobWebhook | Failure> => {
  if (Object.keys(webhook.headers).length === 0) return webhook;
  const sealedHeaders = await seal('webhook', webhook.headers, webhookSealedFor(webhook));
  return sealedHeaders === null ? noKey : { ...webhook, headers: {}, sealedHeaders };
};
