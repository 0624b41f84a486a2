import type { CallAnswer, Call } from '../simulation/calls.ts';
import type { FunctionName } from '../simulation/simulated-functions.ts';

/** What goes wrong from the moment at which an outage begins until the run is over. */
export interface PlannedOutage {
  readonly name: string;
  /** The alarm that tells first, and within how many minutes. */
  readonly rings: string;
  readonly withinMinutes: number;
  /** Answers a call in the place of its service; `hang`: never; null: the service itself answers. */
  readonly answer?: (call: Call) => CallAnswer | 'hang' | null;
  /** Milliseconds that a call takes besides. */
  readonly delays?: (call: Call) => number;
  /** Whether an invocation dies as soon as it has begun. */
  readonly kills?: (name: FunctionName) => boolean;
  /** Lambda begins nothing of it: throttled, or nobody polls its queue. */
  readonly holds?: (name: FunctionName) => 'throttled' | 'disabled' | null;
  /** The models of the deployment answer nobody. */
  readonly withoutModels?: true;
  /** One page of each site kills whoever asks for it. */
  readonly isPoison?: true;
  /** A crawl that is asked for beside the others, each time. */
  readonly asks?: Readonly<Record<string, unknown>>;
  /** Somebody edits the counters of each crawl by hand, by so much, as soon as it has begun. */
  readonly tampers?: Readonly<Record<string, number>>;
}

const refusal = (type: string, status = 400): CallAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(
    JSON.stringify({ __type: type, message: 'refused by the test', Message: 'refused by the test' }),
  ),
});

const xmlRefusal: CallAnswer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<Error><Code>AccessDenied</Code><Message>refused by the test</Message></Error>'),
};

const of =
  (service: Call['service'], answer: CallAnswer | 'hang') =>
  (call: Call): CallAnswer | 'hang' | null =>
    call.service === service ? answer : null;

/** Path of a page whose worker dies of it. */
export const poisonPath = '/page-3';

/** Every outage that somebody is told of, each from the twentieth minute of a run with a crawl every ten minutes. */
export const outages: readonly PlannedOutage[] = [
  {
    name: 'the table denies',
    rings: 'failures',
    withinMinutes: 10,
    answer: of('table', refusal('com.amazonaws.dynamodb.v20120810#AccessDeniedException')),
  },
  {
    name: 'the table throttles',
    rings: 'failures',
    withinMinutes: 10,
    answer: of('table', refusal('com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException')),
  },
  {
    name: 'the table answers nobody',
    rings: 'api-server-errors',
    withinMinutes: 20,
    answer: of('table', 'hang'),
  },
  {
    name: 'the table is slow',
    rings: 'table-slow',
    withinMinutes: 15,
    delays: ({ service }) => (service === 'table' ? 500 : 0),
  },
  {
    name: 'the queues refuse',
    rings: 'failures',
    withinMinutes: 15,
    answer: of('queues', refusal('com.amazonaws.sqs#AccessDeniedException', 403)),
  },
  {
    name: 'the buckets refuse',
    rings: 'failures-persist',
    withinMinutes: 30,
    answer: of('objects', xmlRefusal),
  },
  {
    name: 'every fetch-pages crashes',
    rings: 'failures-persist',
    withinMinutes: 30,
    kills: (name) => name === 'fetch-pages',
  },
  {
    name: 'every finish-job crashes',
    rings: 'failures-persist',
    withinMinutes: 60,
    kills: (name) => name === 'finish-job',
  },
  {
    name: 'every function dies while it starts: a setting that none of them can read',
    rings: 'failures',
    withinMinutes: 10,
    kills: () => true,
  },
  {
    name: 'Lambda throttles every function',
    rings: 'heartbeat-not-running',
    withinMinutes: 10,
    holds: () => 'throttled',
  },
  {
    name: 'Lambda throttles what is woken by queues',
    rings: 'functions-throttled',
    withinMinutes: 20,
    holds: (name) => (name === 'heartbeat' || name === 'api' ? null : 'throttled'),
  },
  {
    name: 'Lambda throttles the API',
    rings: 'api-server-errors',
    withinMinutes: 15,
    holds: (name) => (name === 'api' ? 'throttled' : null),
  },
  {
    // Some of its requests are answered just in time, others by API Gateway, with 504.
    name: 'the API answers late',
    rings: 'api-server-errors',
    withinMinutes: 15,
    delays: ({ sandbox }) => (sandbox.functionName === 'api' ? 5_000 : 0),
  },
  {
    name: 'the heartbeat stops',
    rings: 'heartbeat-not-running',
    withinMinutes: 10,
    holds: (name) => (name === 'heartbeat' ? 'disabled' : null),
  },
  {
    name: 'nobody polls the queues of fetch-pages',
    rings: 'jobs-stand-still',
    withinMinutes: 85,
    holds: (name) => (name === 'fetch-pages' ? 'disabled' : null),
  },
  {
    name: 'nobody polls the queue of finish-job',
    rings: 'jobs-stand-still',
    withinMinutes: 85,
    holds: (name) => (name === 'finish-job' ? 'disabled' : null),
  },
  { name: 'a page kills its worker', rings: 'failures-persist', withinMinutes: 60, isPoison: true },
  {
    // Five receives, eighteen minutes apart.
    name: 'every render-pages crashes',
    rings: 'dead-letters',
    withinMinutes: 100,
    kills: (name) => name === 'render-pages',
    asks: { scrapeOptions: { formats: ['screenshot'] }, limit: 1 },
  },
  {
    name: 'somebody edits counters by hand',
    rings: 'counters-disagree',
    withinMinutes: 30,
    tampers: { open: 3, admitted: 1 },
  },
  { name: 'no model answers', rings: 'models-unavailable', withinMinutes: 30, withoutModels: true },
];
