import type { Call } from './calls.ts';
import { readAs, sendAs } from './other-messages.ts';
import type { Sandbox } from './sandbox.ts';
import { patientMs, type Scenario } from './scenario.ts';
import type { FunctionName } from './simulated-functions.ts';

/** A mistake, made on the wire: the code under test is what it is, and the table hears something else. */
export interface WireMutant {
  readonly name: string;
  readonly title: string;
  /** Begin of the violation by which it falls. */
  readonly falls: string;
  /** Seed of a world in which it falls, which is tried first. */
  readonly seed: number;
  readonly withoutFunction?: FunctionName;
  /** What every world has in which it can be seen, where few worlds have it by chance. */
  readonly worlds?: Partial<Scenario>;
  readonly rewrite?: (call: Call) => void;
  /** What a sandbox reads of an event. */
  readonly receive?: (sandbox: Sandbox, event: unknown) => unknown;
  /** It can be seen only where sandboxes of two releases run beside each other. */
  readonly mixed?: true;
}

/** Makes a condition that always holds of a part of one, without an attribute name or value left unused. */
const always =
  (action: string, about: string, condition: string): ((call: Call) => void) =>
  (call) => {
    if (call.action !== action || !call.body.includes(about)) return;
    call.body = call.body.replaceAll(condition, `(${condition} OR attribute_exists(PK))`);
  };

const transact = 'TransactWriteItems';

/** What two releases are to each other shows without faults, too. */
const undisturbed: Partial<Scenario> = { faults: 0, cancelAfterMs: null, deadlineMs: patientMs };

/** Nothing goes wrong except that some pages end their workers: no fault excuses the failure of another page. */
const deadlyNeighbours: Partial<Scenario> = {
  ...undisturbed,
  kind: 'batch',
  sites: 2,
  sizeMax: 14,
  receivesMax: 2,
  lose: 0,
  double: 0,
  hold: 0,
  stale: 0,
};

export const mutants: readonly WireMutant[] = [
  {
    name: 'page-without-condition',
    title: 'a page counted as finished whatever state it is in',
    falls: 'counters',
    seed: 15,
    rewrite: always(transact, '#state = :from', '#state = :from'),
  },
  {
    name: 'children-without-condition',
    title: 'children put over those that exist',
    falls: 'counters',
    seed: 10,
    rewrite: always(transact, 'attribute_not_exists(PK)', 'attribute_not_exists(PK)'),
  },
  {
    name: 'limit-unchecked',
    title: 'children admitted without a look at the limit',
    falls: 'limit',
    seed: 4,
    rewrite: always(transact, 'admitted <= :room', 'admitted <= :room'),
  },
  {
    name: 'cells-left-open',
    title: 'a job summed up while its shards still count',
    falls: 'counters',
    seed: 33,
    worlds: { kind: 'crawl', cells: 3, limit: 100, cancelAfterMs: 1_500 },
    rewrite: (call) => {
      if (call.action === 'UpdateItem' && call.body.includes('SET #status = :closed'))
        call.body = call.body.replace('{"S":"closed"}', '{"S":"running"}');
    },
  },
  {
    name: 'late-count',
    title: 'pages counted after the job is over',
    falls: 'counters',
    seed: 25,
    // Somebody cancels while pages are under way, and answers of their transactions come late.
    worlds: { kind: 'crawl', cells: 1, limit: 100, sizeMax: 14, cancelAfterMs: 1_500, slow: 0.3 },
    rewrite: always(transact, '#status = :running', '#status = :running'),
  },
  {
    name: 'false-completion',
    title: 'a job taken for drained while pages are open',
    // Whoever ends a job has read that no page is open but sitemaps that wait: those are what it leaves behind.
    falls: 'pages: found',
    seed: 105,
    worlds: { kind: 'crawl', cells: 1, limit: 2, spareTries: 10, cancelAfterMs: null, deadlineMs: patientMs },
    rewrite: always('UpdateItem', '#open = :none', '#open = :none'),
  },
  {
    name: 'drained-beside-reserve',
    title: 'a job taken for drained although a reserve holds links for its free room',
    falls: 'pages: found',
    seed: 105,
    worlds: { kind: 'crawl', cells: 1, limit: 3, spareTries: 10, cancelAfterMs: null, deadlineMs: patientMs },
    rewrite: always('UpdateItem', 'done >= :limit', 'done >= :limit'),
  },
  {
    name: 'concluded-twice',
    title: 'a job concluded by everyone who tries',
    falls: 'concluded',
    seed: 14,
    rewrite: always(transact, 'completedAt = :now', '#status = :finishing'),
  },
  {
    name: 'pace-without-version',
    title: 'slots of a host taken without a look at who took one meanwhile',
    falls: 'pace',
    seed: 104,
    rewrite: always('PutItem', '#version = :expected', '#version = :expected'),
  },
  { name: 'no-heartbeat', title: 'no heartbeat', falls: 'stuck', seed: 2, withoutFunction: 'heartbeat' },
  {
    name: 'hooks-forgotten',
    title: 'outboxes that nobody looks at when their ring was lost',
    falls: 'webhooks',
    seed: 29,
    worlds: { tells: true, lose: 0.3 },
    rewrite: (call) => {
      if (call.action === 'Query') call.body = call.body.replace('{"S":"hooks"}', '{"S":"nobody"}');
    },
  },
  {
    name: 'return-forgotten',
    title: 'pages blamed that were alone and came back',
    falls: 'wanted done',
    seed: 2,
    worlds: deadlyNeighbours,
    rewrite: (call) => {
      if (call.body.includes('ADD loneLost')) call.body = call.body.replace('{"N":"-1"}', '{"N":"0"}');
    },
  },
  {
    name: 'extraction-return-forgotten',
    title: 'pages blamed from which was extracted alone, and whose worker came back',
    falls: 'wanted done',
    seed: 5,
    worlds: { ...deadlyNeighbours, extracts: true, extractionKills: true },
    rewrite: (call) => {
      call.body = call.body.replace('REMOVE extractedAloneAt', 'SET extractedAloneAt = :at');
    },
  },
  {
    name: 'messages-raised',
    title: 'messages of a version that the release before does not know',
    falls: 'stuck',
    seed: 1,
    mixed: true,
    worlds: undisturbed,
    rewrite: sendAs('"v":1', '"v":2'),
    receive: readAs((body) => body.replace('"v":2', '"v":1')),
  },
  {
    name: 'messages-refused',
    title: 'messages of the release before that are not read any more',
    falls: 'stuck',
    seed: 1,
    mixed: true,
    worlds: undisturbed,
    rewrite: sendAs('"v":1', '"v":1,"wanted":1'),
    receive: readAs((body) => (body.includes('"wanted":1') ? body : body.replace('"v":1', '"v":0'))),
  },
  {
    name: 'no-burial',
    title: 'dead letters forgotten',
    falls: 'end: its deadline',
    seed: 360,
    withoutFunction: 'bury-dead-letters',
  },
];
