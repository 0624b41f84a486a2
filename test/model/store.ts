import type { Configuration, Mutant } from './configuration.ts';
import {
  absent,
  admitted,
  done,
  failed,
  fetched,
  finishing,
  pagesOf,
  running,
  type Message,
  type Page,
  type State,
} from './state.ts';

/** The calls of DynamoDB and SQS: each is one atomic step, as `lib/store/` makes it. */

const isOpen = (page: Page): boolean => page.state === admitted || page.state === fetched;

export const pageAt = (state: State, page: number): Page => state.pages[page] as Page;

const withPage = (pages: readonly Page[], index: number, change: Partial<Page>): Page[] =>
  pages.map((page, at) => (at === index ? { ...page, ...change } : page));

export const changePage = (state: State, index: number, change: Partial<Page>): State => ({
  ...state,
  pages: withPage(state.pages, index, change),
});

export const openMask = (state: State, mask = 0b1111): number =>
  state.pages.reduce((open, page, index) => (isOpen(page) ? open | (1 << index) : open), 0) & mask;

export const maskIn = (state: State, wanted: number, mask = 0b1111): number =>
  state.pages.reduce((found, page, index) => (page.state === wanted ? found | (1 << index) : found), 0) &
  mask;

export interface Write {
  /** The page that is finished, or -1 when seeds are admitted. */
  readonly page: number;
  readonly from: number;
  /** 0: the page only has to be in `from`. */
  readonly to: number;
  readonly children: number;
  readonly limit: number;
  readonly tries: number;
  /** The write is of the page's reserve, which it ends where `to` is not 0. */
  readonly spare?: boolean;
  /** Links that are put into a reserve of the page. */
  readonly cut?: number;
}

export type Answer =
  | { readonly kind: 'applied'; readonly state: State }
  | {
      readonly kind: 'cancelled';
      readonly over: boolean;
      readonly room: number;
      readonly moved: boolean;
      readonly existing: number;
    };

const countOf = (mask: number): number => pagesOf(mask).length;

const pagesIn = (state: State, wanted: number): number =>
  state.pages.filter((page) => page.state === wanted).length;

/** Pages that may be admitted in all: in place of each that ended without content there may be another. */
const admittedMax = (state: State, { limit, tries }: Pick<Write, 'limit' | 'tries'>): number =>
  Math.min(limit + pagesIn(state, failed), tries);

/** Nothing that a reserve holds can be delivered any more. */
export const isModelSatisfied = (state: State, { limit, tries }: Pick<Write, 'limit' | 'tries'>): boolean =>
  pagesIn(state, done) >= limit || state.job.admitted >= tries;

/** Pages whose reserves are open. */
export const sparesIn = (state: State, mask = 0b1111): number =>
  state.pages.reduce((found, { spare }, page) => (spare === 0 ? found : found | (1 << page)), 0) & mask;

/** Children that the mutant has put already are counted without being put. */
const existingOf = (state: State, write: Write, putBefore: boolean): number =>
  putBefore ? 0 : pagesOf(write.children).reduce((found, child) => found | existsBit(state, child), 0);

const existsBit = (state: State, page: number): number =>
  pageAt(state, page).state === absent ? 0 : 1 << page;

export const putChildren = (state: State, children: number, parent: number): State =>
  pagesOf(children).reduce(
    (next, child) => changePage(next, child, { state: admitted, parent: parent + 1 }),
    state,
  );

/** `writeFrontier`: the page moves, its children are put and the job is counted, in one step or not at all. */
export const transact = (
  state: State,
  write: Write,
  mutant: Mutant | undefined,
  putBefore = false,
): Answer => {
  const { job } = state;
  const page = write.page < 0 ? undefined : pageAt(state, write.page);
  const k = countOf(write.children);
  if (mutant === 'trusted-client-token' && page?.token === true && write.to !== 0)
    return { kind: 'applied', state };
  const unconditional =
    (mutant === 'unconditional-decrement' || mutant === 'trusted-client-token') && write.to !== 0;
  const over = job.status !== running;
  const unlimited =
    mutant === 'limit-by-check-then-act' || (mutant === 'reserve-without-limit' && write.spare === true);
  const full = k > 0 && !unlimited && job.admitted + k > admittedMax(state, write);
  const moved =
    page !== undefined &&
    (write.spare === true ? page.spare === 0 : page.state !== write.from && !unconditional);
  const existing = existingOf(state, write, putBefore);
  if (over || full || moved || existing !== 0) {
    return {
      kind: 'cancelled',
      over,
      // The job item comes back only when its own condition failed.
      room: full ? Math.max(0, admittedMax(state, write) - job.admitted) : 4,
      moved,
      existing,
    };
  }
  const ends = write.to >= done && write.spare !== true ? 1 : 0;
  let next: State = {
    ...state,
    job: {
      ...job,
      admitted: job.admitted + k,
      open: job.open + k - ends,
      finished: job.finished + ends,
    },
    endedTwice: state.endedTwice || (ends === 1 && page !== undefined && page.state >= done),
  };
  if (!putBefore) next = putChildren(next, write.children, write.page);
  if (write.page >= 0 && write.to !== 0 && write.spare === true) {
    next = changePage(next, write.page, { spare: 0 });
  } else if (write.page >= 0 && write.to !== 0) {
    next = changePage(next, write.page, {
      state: write.to,
      attempts: 0,
      browser: false,
      spare: write.cut ?? 0,
      token: mutant === 'trusted-client-token',
    });
  }
  return { kind: 'applied', state: next };
};

/**
 * `endJob`: `running → finishing`, on condition that no page is open, that no reserve is that could still give one,
 * and that the seeds are in; or else abandoning what is open.
 */
export const endJob = (
  state: State,
  drained: boolean,
  configuration: Pick<Configuration, 'limit' | 'tries' | 'mutant'>,
): State | null => {
  const { mutant } = configuration;
  const { job } = state;
  if (job.status !== running) return null;
  if (mutant === 'completion-from-empty-queue' && drained) {
    if (job.seeding || state.queue.some((message) => message.kind !== 'finish')) return null;
  } else if (drained) {
    const waits =
      sparesIn(state) !== 0 && !isModelSatisfied(state, configuration) && mutant !== 'drained-beside-reserve';
    if (job.open !== 0 || waits || (job.seeding && mutant !== 'no-seeding-mark')) return null;
  }
  return { ...state, job: { ...job, status: finishing, drained, abandoned: job.open } };
};

export const send = (state: State, messages: readonly Message[]): State =>
  messages.length === 0 ? state : { ...state, queue: [...state.queue, ...messages] };

export const take = (state: State, message: Message): State => {
  const index = state.queue.indexOf(message);
  return { ...state, queue: state.queue.filter((_, at) => at !== index) };
};

export const fresh = (kind: Message['kind'], pages: number, alone = false, spares = 0): Message => ({
  kind,
  pages,
  spares,
  receives: 0,
  alone,
});

/** `batchUrls`: pages of one host travel together. */
export const bundles = (pages: number, hosts: readonly number[]): Message[] => {
  const byHost = Map.groupBy(pagesOf(pages), (page) => hosts[page] as number);
  return [...byHost.values()].map((group) =>
    fresh(
      'fetch',
      group.reduce((mask, page) => mask | (1 << page), 0),
    ),
  );
};

/** The messages that an invocation took together, if it did: each is of one host. */
const partsOf = (message: Message, hosts: readonly number[]): Message[] =>
  message.kind === 'fetch' && pagesOf(message.pages).length > 1
    ? bundles(message.pages, hosts).map((part, index) => ({
        ...message,
        pages: part.pages,
        spares: index === 0 ? message.spares : 0,
      }))
    : [message];

/** Messages that are not acknowledged: back to their queue, or dead letters after `receivesMax`. */
export const giveBack = (
  state: State,
  message: Message,
  { receivesMax, mutant, hosts }: Pick<Configuration, 'receivesMax' | 'mutant' | 'hosts'>,
): State => {
  if (message.kind === 'dead') return send(state, [{ ...message, receives: 1 }]);
  const receives = message.receives + 1;
  const parts = partsOf(message, hosts);
  if (receives < receivesMax)
    return send(
      state,
      parts.map((part) => ({ ...part, receives })),
    );
  // A dead letter of `finish` waits for a person; the heartbeat rings again.
  if (message.kind === 'finish' || mutant === 'forgotten-dead-letter') return state;
  return send(
    state,
    parts.map((part) => ({ ...part, kind: 'dead', receives: 0 })),
  );
};
