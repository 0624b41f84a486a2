import type { TableKey } from '../../keys/table-keys.ts';
import { endAfter, type Failure } from '../../failure.ts';
import type { EndState, NewPage, Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';

/** By what a host can tell that a page is as it was (RFC 9110 section 13.1). */
export interface Validators {
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
}

/** What a visit says of its host. */
export interface Seen {
  readonly ms: number;
  /** The host itself failed: counts for its breaker. */
  readonly hostFailed: boolean;
}

export type PageVisit = Partial<Seen> &
  (
    | {
        readonly kind: 'end';
        readonly to: EndState | 'fetched';
        readonly attributes: Readonly<Record<string, unknown>>;
        readonly children: readonly NewPage[];
        readonly counts: Readonly<Record<string, number>>;
        readonly jobAttributes: Readonly<Record<string, unknown>>;
        readonly puts: readonly (TableKey & Record<string, unknown>)[];
      }
    | {
        readonly kind: 'again';
        readonly delayMs: number;
        readonly wholeHost: boolean;
        readonly counted: boolean;
        /** The page as it stands now, where it waits for another tier. */
        readonly page?: Page;
      }
    /** Nothing was asked of the host, and nothing written: the page is pending as before. */
    | { readonly kind: 'unsent' }
  );

/** A message as it is kept. */
export const shorten = (message: string): string => message.slice(0, limits.failureMessageCharactersMax);

/** A page's end with a failure. */
export const endWith = (
  why: Failure,
  status: number | undefined,
  extra: Record<string, unknown> = {},
): Extract<PageVisit, { kind: 'end' }> => ({
  kind: 'end',
  to: endAfter(why.code),
  attributes: {
    code: why.code,
    message: shorten(why.message),
    ...(status === undefined ? {} : { status }),
    ...extra,
  },
  children: [],
  counts: {},
  jobAttributes: {},
  puts: [],
});

/**
 * The end of a page while whose visit something was thrown that is not the page's neighbours' concern: it is logged with
 * where it was thrown.
 *
 * @throws what was thrown, where a store or a queue is out.
 */
export const endOfThrown = (
  { log }: { readonly log: (event: string, fields: Record<string, unknown>) => void },
  job: Pick<RunningJob, 'id'>,
  page: Page,
  error: unknown,
): Extract<PageVisit, { kind: 'end' }> => {
  const why = failureOfThrown(error, page.url, 'CONTENT_UNREADABLE');
  log('page failed', { job: job.id, url: page.url, reason: why.message, stack: errorStack(error) });
  return endWith(why, undefined, { attempts: page.attempts });
};
