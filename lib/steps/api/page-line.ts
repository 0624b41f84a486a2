import { contentFacts, type Page, type PageState } from '../../frontier/page.ts';

/** A page of a job in one line of a list. Times are ISO 8601. */
export interface PageLine {
  /** Identifies the page within its job. */
  readonly id: string;
  readonly url: string;
  readonly state: PageState;
  readonly depth: number;
  readonly code?: string;
  readonly error?: string;
  /** The last status with which the host answered. */
  readonly status?: number;
  readonly title?: string;
  /** The tier that fetched the page, or that it waits for. */
  readonly tier?: string;
  /** Milliseconds that the last request took, and its bytes on the wire. */
  readonly ms?: number;
  readonly bytes?: number;
  readonly attempts: number;
  readonly admittedAt: string;
  readonly finishedAt?: string;
  /** For an open page: the moment before which it is not tried again. */
  readonly notBefore?: string;
  readonly change?: string;
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** Describes a page as lists show it. */
export const pageLine = (page: Page): PageLine => {
  const last = page.requests?.at(-1);
  const { title, changeType } = contentFacts(page);
  return {
    id: page.hash,
    url: page.url,
    state: page.state,
    depth: page.depth,
    ...(page.code === undefined ? {} : { code: page.code }),
    ...(page.message === undefined ? {} : { error: page.message }),
    ...(page.status === undefined ? {} : { status: page.status }),
    ...(title === undefined ? {} : { title }),
    ...(page.tier === undefined ? {} : { tier: page.tier }),
    ...(last === undefined ? {} : { ms: last.ms, bytes: last.bytes }),
    attempts: page.attempts,
    admittedAt: timeOf(page.admittedAt),
    ...(page.finishedAt === undefined ? {} : { finishedAt: timeOf(page.finishedAt) }),
    ...(page.notBefore === undefined ? {} : { notBefore: timeOf(page.notBefore) }),
    ...(changeType === undefined ? {} : { change: changeType }),
  };
};
