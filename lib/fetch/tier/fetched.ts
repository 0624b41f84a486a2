import type { Failure } from '../../failure.ts';
import type { Captures } from './captures.ts';
import type { NewPage, Page } from '../../frontier/page.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { RunningJob } from '../../job/job.ts';
import type { Tier } from './tier.ts';
import type { TableKey } from '../../keys/table-keys.ts';

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

/** What the stages behind `fetch` made of a page: the page's end, its children, and what else changes with them. */
export type PageResult =
  | {
      readonly kind: 'kept';
      /** Something is extracted from the page before it is done. */
      readonly to?: 'fetched';
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly children: readonly NewPage[];
      readonly counts: Readonly<Record<string, number>>;
      readonly jobAttributes: Readonly<Record<string, unknown>>;
      readonly puts: readonly (TableKey & Record<string, unknown>)[];
    }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** No other tier would read more of it. */
      readonly isFinal?: true;
      /** Links of a page that is not kept itself. */
      readonly children?: readonly NewPage[];
    };

/** Reads, stages and judges one fetched page. Throws when a store is out. */
export type ProcessPage = (job: RunningJob, page: Page, fetched: Fetched) => Promise<PageResult>;

/** Says what changes besides with the end of a page that its host says is not there, or not any more. */
export type NoteGone = (
  job: RunningJob,
  page: Page,
) => Promise<Pick<Extract<PageResult, { kind: 'kept' }>, 'attributes' | 'puts'>>;
