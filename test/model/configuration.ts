/**
 * What one exploration is about: a small web, bounded resources, and the faults that may strike. Pages are numbered
 * from 0 and called A, B, C, D in traces; a set of pages is a bit mask.
 */
export type InjectedFault =
  | 'crash' // a process dies between two calls
  | 'duplicate' // a message is delivered once more, also while its first receiver is still at work
  | 'loss' // a message is never delivered
  | 'conflict' // a transaction is refused until its tries are used up
  | 'ambiguous' // a write is applied, and its answer is an error
  | 'eager-beat'; // the heartbeat takes a job that is merely slow for one that stands still

export type Mutant =
  | 'put-child-then-count'
  | 'unconditional-decrement'
  | 'completion-from-empty-queue'
  | 'no-heartbeat'
  | 'limit-by-check-then-act'
  | 'trusted-client-token'
  | 'finish-before-children'
  | 'forgotten-dead-letter'
  | 'no-seeding-mark'
  | 'fetched-not-resent'
  | 'cut-links-dropped'
  | 'reserve-ended-when-cut'
  | 'drained-beside-reserve'
  | 'reserve-never-woken'
  | 'reserve-without-limit'
  | 'together-counted-once'
  | 'together-unconditional'
  | 'late-unconditional'
  | 'late-not-read';

export interface Configuration {
  readonly name: string;
  /** Links of each page, ascending: the order in which they are admitted. */
  readonly links: readonly (readonly number[])[];
  readonly seeds: readonly number[];
  /** The job is put together with its one seed, in one transaction. */
  readonly putWithSeed: boolean;
  /** Pages that may be delivered; and pages that may be tried for it. */
  readonly limit: number;
  readonly tries: number;
  /** Host of each page: pages of one host that are sent together travel in one URL batch. */
  readonly hosts: readonly number[];
  /** Processes that take messages, all of them any message. */
  readonly workers: number;
  /** At most this many faults strike in one run, of these kinds, in any order and at any place. */
  readonly faults: number;
  readonly kinds: readonly InjectedFault[];
  readonly childrenPerTransaction: number;
  /** Receives without an acknowledgement after which a message is a dead letter. */
  readonly receivesMax: number;
  /** Failed requests after which a page is tried again. */
  readonly retries: number;
  /** A page may ask for the browser tier. */
  readonly tiers: boolean;
  /** A page may fail for good. */
  readonly failures: boolean;
  /** `admitted → fetched → done` instead of `admitted → done`. */
  readonly twoSteps: boolean;
  /** Several pages may end in one transaction: of a visit, or of two that share an invocation. */
  readonly together: boolean;
  /** Mask of pages that kill whoever fetches them. */
  readonly poison: number;
  /** A cancel, a deadline or an early stop may end the job once, at any moment. */
  readonly ends: boolean;
  readonly mutant?: Mutant;
}

const plain: Omit<Configuration, 'name' | 'links'> = {
  seeds: [0],
  putWithSeed: false,
  limit: 4,
  tries: 4,
  hosts: [0, 1, 2, 3],
  workers: 2,
  faults: 2,
  kinds: ['crash', 'duplicate', 'loss', 'conflict', 'ambiguous'],
  childrenPerTransaction: 4,
  receivesMax: 3,
  retries: 0,
  tiers: false,
  failures: false,
  twoSteps: false,
  together: false,
  poison: 0,
  ends: false,
};

const everyKind: readonly InjectedFault[] = [...plain.kinds, 'eager-beat'];

const small: readonly Configuration[] = [
  { ...plain, name: 'diamond with a way back', links: [[1, 2], [3], [3], [0]] },
  {
    ...plain,
    name: 'a job that is put with its page',
    kinds: everyKind,
    links: [[1], [2], []],
    putWithSeed: true,
  },
  {
    ...plain,
    name: 'two seeds race for the last room',
    kinds: everyKind,
    links: [[2, 3], [3], [], []],
    seeds: [0, 1],
    limit: 3,
    tries: 3,
  },
  {
    ...plain,
    name: 'chunks of one child',
    kinds: everyKind,
    links: [[1, 2, 3], [], [], []],
    hosts: [0, 1, 1, 1],
    limit: 3,
    tries: 3,
    childrenPerTransaction: 1,
  },
  {
    ...plain,
    name: 'seeds in chunks',
    kinds: everyKind,
    links: [[2], [2], []],
    seeds: [0, 1],
    hosts: [0, 0, 0],
    childrenPerTransaction: 1,
  },
  {
    ...plain,
    name: 'pages that end together',
    kinds: everyKind,
    links: [[1, 2], [3], [3], [0]],
    hosts: [0, 1, 1, 1],
    failures: true,
    together: true,
  },
  {
    ...plain,
    name: 'pages that end together, and the last room',
    kinds: everyKind,
    links: [[2], [2, 3], [], []],
    seeds: [0, 1],
    hosts: [0, 0, 0, 0],
    limit: 3,
    tries: 3,
    together: true,
  },
  {
    ...plain,
    name: 'pages of two hosts that end together',
    links: [[2], [2], []],
    seeds: [0, 1],
    hosts: [0, 1, 1],
    failures: true,
    together: true,
  },
  {
    ...plain,
    name: 'fetched together, then done',
    links: [[1, 2], [], []],
    hosts: [0, 1, 1],
    twoSteps: true,
    together: true,
  },
  {
    ...plain,
    name: 'fetched, then done',
    kinds: everyKind,
    links: [[1], []],
    twoSteps: true,
    failures: true,
  },
  {
    ...plain,
    name: 'retries and tiers',
    kinds: everyKind,
    links: [[1], []],
    retries: 1,
    tiers: true,
    failures: true,
  },
  {
    ...plain,
    name: 'dead letters of a page that kills its worker',
    links: [[1, 2], [], []],
    hosts: [0, 1, 1],
    poison: 0b010,
    receivesMax: 2,
  },
  {
    ...plain,
    name: 'dead letters by crashes',
    links: [[1], []],
    twoSteps: true,
    receivesMax: 1,
    faults: 3,
    kinds: ['crash', 'duplicate'],
  },
  {
    ...plain,
    name: 'cancel, deadline, early stop',
    links: [[1, 2], [], []],
    ends: true,
  },
  {
    ...plain,
    name: 'cancel beside pages that are fetched, then done',
    links: [[1, 2], [], []],
    hosts: [0, 1, 1],
    twoSteps: true,
    together: true,
    ends: true,
    faults: 1,
  },
  {
    ...plain,
    name: 'cancel among chunks',
    kinds: ['crash', 'ambiguous', 'eager-beat'],
    links: [[1, 2], [], []],
    hosts: [0, 1, 1],
    childrenPerTransaction: 1,
    limit: 3,
    tries: 3,
    ends: true,
  },
  {
    ...plain,
    name: 'links that the limit cuts, and pages that fail',
    links: [[1, 2, 3], [], [], []],
    hosts: [0, 1, 1, 1],
    limit: 2,
    failures: true,
  },
  {
    ...plain,
    name: 'two pages whose links are cut',
    kinds: ['crash', 'ambiguous', 'eager-beat'],
    links: [[2], [3], [], []],
    seeds: [0, 1],
    hosts: [0, 0, 1, 1],
    limit: 2,
    tries: 3,
    failures: true,
  },
  {
    ...plain,
    name: 'cut links in chunks',
    kinds: ['crash', 'ambiguous', 'eager-beat'],
    links: [[1, 2, 3], [], [], []],
    hosts: [0, 1, 1, 1],
    childrenPerTransaction: 1,
    limit: 2,
    failures: true,
    faults: 1,
  },
];

const threeWorkers: Configuration = {
  ...plain,
  name: 'three workers',
  links: [[1, 2], [2], []],
  workers: 3,
  faults: 1,
};

/**
 * The configurations that continuous integration explores; a longer run gives each `extra` faults more, and adds a
 * third worker.
 */
export const configurations = (extra = 0): Configuration[] =>
  (extra > 0 ? [...small, threeWorkers] : small).map((configuration) => ({
    ...configuration,
    faults: configuration.faults + extra,
  }));
