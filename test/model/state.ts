import type { Configuration } from './configuration.ts';

/**
 * A state of the whole system: the job item, the page items, the queues, and every process with what it holds in
 * memory. States are immutable; a step makes a new one.
 */

/**
 * States of a page item, and `absent`. `abandoned` is a page that `finish-job` skipped: the job counted it when it
 * ended. `late` is a page that was delivered after that: the write that concludes the job counts it.
 */
export const absent = 0;
export const admitted = 1;
export const fetched = 2;
export const done = 3;
export const failed = 4;
export const abandoned = 5;
export const late = 6;
export const pageNames = ['absent', 'admitted', 'fetched', 'done', 'failed', 'abandoned', 'late'] as const;

export interface Page {
  readonly state: number;
  readonly attempts: number;
  readonly browser: boolean;
  /** The page that admitted it, plus 1; 0 for a seed. */
  readonly parent: number;
  /** Links of it that the job had no room for: what its reserve holds while that is open. */
  readonly spare: number;
  /** DynamoDB still knows the client token of the write that moved it: only for the mutant that trusts it. */
  readonly token: boolean;
}

export const running = 0;
export const finishing = 1;
export const concluded = 2;

export interface Job {
  readonly status: number;
  readonly seeding: boolean;
  /** It ended because nothing was open, and not by a cancel, deadline or early stop. */
  readonly drained: boolean;
  readonly admitted: number;
  readonly open: number;
  readonly finished: number;
  readonly abandoned: number;
}

export type Kind = 'fetch' | 'extract' | 'finish' | 'dead';
const kinds: readonly Kind[] = ['fetch', 'extract', 'finish', 'dead'];

export interface Message {
  readonly kind: Kind;
  readonly pages: number;
  /** Reserves, by the page whose links they hold. */
  readonly spares: number;
  /** Times it was received and not acknowledged. */
  readonly receives: number;
  /** A dead letter's page that is tried on its own. */
  readonly alone: boolean;
}

export type Place =
  | 'work'
  | 'write'
  | 'late'
  | 'release'
  | 'send'
  | 'drain'
  | 'ring'
  | 'conclude'
  | 'acknowledge';
const places: readonly Place[] = [
  'work',
  'write',
  'late',
  'release',
  'send',
  'drain',
  'ring',
  'conclude',
  'acknowledge',
];

/** A process at work: its next call is what `place` says. Masks hold pages. */
export interface Process {
  readonly message: Message | null;
  readonly place: Place;
  /** Pages it has read as open and still has to work on, with their attempts (or, for a burial, their state). */
  readonly pending: number;
  /** The same of reserves. */
  readonly pendingSpares: number;
  readonly seen: readonly number[];
  /** The page it is finishing, or -1 for seeds; where it goes; children of this transaction, and of later ones. */
  readonly page: number;
  readonly to: number;
  readonly chunk: number;
  readonly rest: number;
  readonly last: boolean;
  /** It is the reserve of `page` that it works on, not the page itself. */
  readonly spare: boolean;
  /** Links for which there was no room. */
  readonly cut: number;
  /** Its last try was applied, and it does not know. */
  readonly unsure: boolean;
  /** Its pages end one by one: a transaction that was to end them together was refused. */
  readonly apart: boolean;
  /** Pages that the transaction of several may have ended: it was applied, and the worker does not know. */
  readonly maybe: number;
  /** For mutants that need two calls where the protocol has one. */
  readonly prepared: boolean;
  /** What it will send: pages together by host, pages alone, pages to extract. */
  readonly send: number;
  readonly later: number;
  readonly extract: number;
  readonly wake: number;
  /** An error was thrown: what was admitted is still sent, then the message goes back. */
  readonly threw: boolean;
}

export interface State {
  readonly job: Job;
  readonly pages: readonly Page[];
  readonly queue: readonly Message[];
  /** Workers take messages and are interchangeable. */
  readonly workers: readonly (Process | null)[];
  readonly starter: Process | null;
  readonly beat: Process | null;
  readonly ender: Process | null;
  readonly faultsLeft: number;
  readonly endsLeft: number;
  /** A page reached an end although it was over. */
  readonly endedTwice: boolean;
  /** A reserve was buried: its links are lost, as a page that is buried is. */
  readonly buriedLinks: boolean;
}

export const idle: Process = {
  message: null,
  place: 'work',
  pending: 0,
  pendingSpares: 0,
  seen: [],
  page: -1,
  to: 0,
  chunk: 0,
  rest: 0,
  last: false,
  spare: false,
  cut: 0,
  unsure: false,
  apart: false,
  maybe: 0,
  prepared: false,
  send: 0,
  later: 0,
  extract: 0,
  wake: 0,
  threw: false,
};

export const names = (mask: number): string =>
  ['A', 'B', 'C', 'D'].filter((_, page) => (mask & (1 << page)) !== 0).join('') || 'nothing';

export const pagesOf = (mask: number): number[] => [0, 1, 2, 3].filter((page) => (mask & (1 << page)) !== 0);

export const maskOf = (pages: readonly number[]): number =>
  pages.reduce((mask, page) => mask | (1 << page), 0);

const bit = (value: boolean, place: number): number => (value ? 1 << place : 0);

const messageCode = (message: Message): number =>
  kinds.indexOf(message.kind) |
  (message.pages << 2) |
  (Math.min(message.receives, 3) << 6) |
  bit(message.alone, 8) |
  (message.spares << 9);

const processCode = (process: Process | null): string => {
  if (process === null) return '\uffff';
  return String.fromCharCode(
    process.message === null ? 0 : messageCode(process.message) + 1,
    places.indexOf(process.place) | (process.pending << 4) | (process.chunk << 8) | (process.rest << 12),
    process.send | (process.later << 4) | (process.extract << 8) | ((process.page + 1) << 12),
    process.to |
      bit(process.last, 3) |
      bit(process.unsure, 4) |
      bit(process.prepared, 5) |
      bit(process.threw, 6) |
      bit(process.spare, 7) |
      (process.wake << 8),
    process.pendingSpares | (process.cut << 4) | (process.maybe << 8) | bit(process.apart, 12),
    process.seen.reduce((sum, seen) => sum * 8 + seen, 0),
  );
};

const pageCode = (page: Page): number =>
  page.state |
  (page.attempts << 3) |
  bit(page.browser, 5) |
  (page.parent << 6) |
  bit(page.token, 9) |
  (page.spare << 10);

/**
 * The state as a short text, equal for states that differ only in the order of messages or in which worker does what:
 * queues keep no order and workers are alike, so those states have the same futures.
 */
export const keyOf = (state: State): string => {
  const { job } = state;
  return (
    String.fromCharCode(
      job.status |
        bit(job.seeding, 2) |
        bit(job.drained, 3) |
        (state.faultsLeft << 4) |
        (state.endsLeft << 8),
      job.admitted | ((job.open + 8) << 4) | (job.finished << 8) | ((job.abandoned + 8) << 12),
      bit(state.endedTwice, 0) | bit(state.buriedLinks, 1) | (state.queue.length << 2),
      ...state.pages.map((page) => pageCode(page)),
      ...state.queue.map((message) => messageCode(message)).sort((a, b) => a - b),
    ) +
    state.workers
      .map((worker) => processCode(worker))
      .sort()
      .join('') +
    processCode(state.starter) +
    processCode(state.beat) +
    processCode(state.ender)
  );
};

/** The job has been put with its one page, and its starter is about to send the message. */
const putWithSeed = (state: State, [seed = 0]: Configuration['seeds']): State => ({
  ...state,
  job: { ...state.job, seeding: false, admitted: 1, open: 1 },
  pages: state.pages.map((page, index) => (index === seed ? { ...page, state: admitted } : page)),
  starter: { ...idle, place: 'send', send: maskOf([seed]), last: true },
});

/** The job item has been put, marked as seeding, and its starter is about to admit the seeds. */
const putSeeding = (configuration: Configuration): State => {
  const seeds = maskOf(configuration.seeds);
  const first = maskOf(configuration.seeds.slice(0, configuration.childrenPerTransaction));
  return {
    job: { status: running, seeding: true, drained: false, admitted: 0, open: 0, finished: 0, abandoned: 0 },
    pages: configuration.links.map(() => ({
      state: absent,
      attempts: 0,
      browser: false,
      parent: 0,
      spare: 0,
      token: false,
    })),
    queue: [],
    workers: Array.from({ length: configuration.workers }, () => null),
    starter: { ...idle, place: 'write', chunk: first, rest: seeds & ~first, last: (seeds & ~first) === 0 },
    beat: null,
    ender: null,
    faultsLeft: configuration.faults,
    endsLeft: configuration.ends ? 1 : 0,
    endedTwice: false,
    buriedLinks: false,
  };
};

/** The job has been put, and nothing was sent. */
export const initialState = (configuration: Configuration): State =>
  configuration.putWithSeed
    ? putWithSeed(putSeeding(configuration), configuration.seeds)
    : putSeeding(configuration);
