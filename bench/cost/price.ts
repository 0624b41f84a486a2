import { functionSpecs } from '../../infra/functions.ts';
import { keptDays, prices } from '../../lib/job/prices.ts';
import type { ProcessTally } from '../scale/count-calls.ts';
import type { TableReport } from '../scale/count-table-calls.ts';

/** What was counted at the doors while a mode delivered its pages. */
export interface CountedRun {
  readonly pages: number;
  readonly functions: Readonly<Record<string, ProcessTally>>;
  readonly table: TableReport;
  /** Bytes that functions logged. */
  readonly loggedBytes: number;
  /** Requests that came through API Gateway. */
  readonly apiRequests: number;
  /** Whether `api` waited for the pages, so that its time is theirs. */
  readonly isAwaited: boolean;
}

/** DollarsPerMillion a million pages. */
export interface DollarsPerMillion {
  readonly lambda: number;
  readonly dynamodb: number;
  readonly s3: number;
  readonly sqs: number;
  readonly logs: number;
  readonly api: number;
  readonly storage: number;
}

/** CloudWatch Logs in US East (N. Virginia): a GB taken in (https://aws.amazon.com/cloudwatch/pricing/). */
const logGigabyte = 0.5;
/**
 * Storage of a table, and its point-in-time recovery: a GB for a month (https://aws.amazon.com/dynamodb/pricing/on-
 * demand/).
 */
const tableGigabyteMonth = 0.25 + 0.2;
/** Days for which a last version, and anything of a job, lies in the table. */
const versionDays = 365;
const jobDays = 8;
const gigabyte = 1_024 ** 3;
/** A byte that a function logs. */
export const logByte = logGigabyte / gigabyte;
/**
 * From this much memory on a function has a whole processor ("AWS Lambda Developer Guide", Configure function memory).
 */
const wholeProcessorMb = 1_769;
const inLoop = functionSpecs.filter((spec) => spec.inLoop).map(({ name }) => name);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Gigabyte-seconds of a function with so much memory. Its time was measured with a whole processor; with a part of one,
 * what it computes takes as much longer, and what it waits for does not.
 */
export const gigabyteSeconds = (
  { billedMs, cpuMs }: Pick<ProcessTally, 'billedMs' | 'cpuMs'>,
  memoryMb: number,
): number => {
  const slower = Math.max(0, wholeProcessorMb / memoryMb - 1);
  return ((billedMs + Math.min(cpuMs, billedMs) * slower) / 1_000) * (memoryMb / 1_024);
};

/** What a function's time costs; `memoryMb` in place of what the deployment gives it. */
export const lambdaDollars = (name: string, tally: ProcessTally, memoryMb?: number): number => {
  const spec = functionSpecs.find((one) => one.name === name);
  if (spec === undefined) return 0;
  const second = prices.lambdaGigabyteSecond[spec.architecture ?? 'arm64'];
  return (
    tally.invocations * prices.lambdaRequest + gigabyteSeconds(tally, memoryMb ?? spec.memoryMb) * second
  );
};

const stackWide = new Set(['runtime', 'heartbeat', 'manage-keys']);
/** Only deployments with a corpus have these; the laptop's does. */
const ofCorpus: ReadonlySet<string> = new Set(
  functionSpecs.flatMap(({ name, onlyWith }) => (onlyWith === 'corpus' ? [name] : [])),
);

/**
 * Functions whose work was for the pages: not those of the stack or of its corpus, nor the API where it was only asked
 * for the status.
 */
const payersOf = ({ functions, isAwaited }: CountedRun): [string, ProcessTally][] =>
  Object.entries(functions).filter(
    ([name]) => !stackWide.has(name) && !ofCorpus.has(name) && (name !== 'api' || isAwaited),
  );

/** What taking a million pages into a corpus adds: the function's time, and its calls of S3. */
export const corpusDollars = ({ functions, pages }: CountedRun): number => {
  const tallies = Object.entries(functions).filter(([name]) => ofCorpus.has(name));
  const calls = (name: string): number => sum(tallies.map(([, tally]) => tally.calls[name] ?? 0));
  const dollars =
    sum(tallies.map(([name, tally]) => lambdaDollars(name, tally))) +
    calls('S3.PUT') * prices.objectPut +
    calls('S3.GET') * prices.objectGet;
  return (dollars * 1_000_000) / pages;
};

const storageOf = (payers: readonly [string, ProcessTally][], { table, pages }: CountedRun): number => {
  const objects = payers.flatMap(([, { stored }]) => Object.entries(stored));
  const objectMonths = sum(
    objects.map(([prefix, bytes]) => (bytes * (keptDays[prefix as keyof typeof keptDays] ?? 0)) / 30),
  );
  const bytesOf = (kind: string): number => {
    const { count = 0, bytes = 0 } = table.items[kind] ?? {};
    return count === 0 ? 0 : (bytes / count) * pages;
  };
  const tableMonths = (bytesOf('P# LATEST') * versionDays + bytesOf('page') * jobDays) / 30;
  return (objectMonths * prices.objectGigabyteMonth + tableMonths * tableGigabyteMonth) / gigabyte;
};

/** Prices what was counted, for a million pages. */
export const priceRun = (counted: CountedRun): DollarsPerMillion => {
  const payers = payersOf(counted);
  const calls = (name: string): number => sum(payers.map(([, tally]) => tally.calls[name] ?? 0));
  const woken = sum(
    payers.flatMap(([name, { invocations }]) => ((inLoop as string[]).includes(name) ? [invocations] : [])),
  );
  const units = Object.values(counted.table.kinds);
  const all: DollarsPerMillion = {
    lambda: sum(payers.map(([name, tally]) => lambdaDollars(name, tally))),
    dynamodb:
      sum(units.map(({ writeUnits }) => writeUnits)) * prices.writeUnit +
      sum(units.map(({ readUnits }) => readUnits)) * prices.readUnit,
    s3: calls('S3.PUT') * prices.objectPut + (calls('S3.GET') + calls('S3.HEAD')) * prices.objectGet,
    // A receive and a deletion for each invocation, as Lambda's poller makes them.
    sqs: (calls('AmazonSQS.SendMessageBatch') + 2 * woken) * prices.queueRequest,
    // Lambda's own lines are of invocations that failed (`infra/make-function.ts`).
    logs: counted.loggedBytes * logByte,
    api: counted.apiRequests * prices.apiRequest,
    storage: storageOf(payers, counted),
  };
  const aMillion = 1_000_000 / counted.pages;
  return Object.fromEntries(
    Object.entries(all).map(([name, dollars]) => [name, dollars * aMillion]),
  ) as unknown as DollarsPerMillion;
};

/** What a million pages cost without what is kept of them: what goals are set for. */
export const withoutStorage = ({ storage: _storage, ...dollars }: DollarsPerMillion): number =>
  sum(Object.values(dollars));
