import type { Page, PageState } from '../../frontier/page.ts';

/** A page of a job in one line of a list. Times are ISO 8601. */
export interface PageLine {
  /** Names the page within its job. */
  readonly id: string;
  readonly url: string;
  readonly state: PageState;
  readonly depth: number;
  readonly code?: string;
  readonly error?: string;
  /** The status that the host answered last. */
  readonly status?: number;
  readonly title?: string;
  /** The tier that got it, or that it waits for. */
  readonly tier?: string;
  /** Milliseconds that its last request took, and bytes on the wire. */
  readonly ms?: number;
  readonly bytes?: number;
  readonly attempts: number;
  readonly admittedAt: string;
  readonly finishedAt?: string;
  /** Of an open page: not before this moment is it tried again. */
  readonly notBefore?: string;
  readonly change?: string;
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** A page as lists show it. */
export const pageLine = (page: Page): PageLine => {
  const last = page.requests?.at(-1);
  return {
    id: page.hash,
    url: page.url,
    state: page.state,
    depth: page.depth,
    ...(page.code === undefined ? {} : { code: page.code }),
    ...(page.message === undefined ? {} : { error: page.message }),
    ...(page.status === undefined ? {} : { status: page.status }),
    ...(page.title === undefined ? {} : { title: page.title }),
    ...(page.tier === undefined ? {} : { tier: page.tier }),
    ...(last === undefined ? {} : { ms: last.ms, bytes: last.bytes }),
    attempts: page.attempts,
    admittedAt: timeOf(page.admittedAt),
    ...(page.finishedAt === undefined ? {} : { finishedAt: timeOf(page.finishedAt) }),
    ...(page.notBefore === undefined ? {} : { notBefore: timeOf(page.notBefore) }),
    ...(page.changeType === undefined ? {} : { change: page.changeType }),
  };
};
