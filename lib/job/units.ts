import * as z from 'zod';

/**
 * A job's use of paid services, in the units in which they are billed. Each unit is a counter on the job's item or in
 * its shards (`lib/store/meter.ts` says how they get there). The names are short because every page writes that item.
 */
export const unitNames = [
  /** Write and read request units of DynamoDB. */
  'wru',
  'rru',
  /** Requests of SQS: sends, and a receive and a deletion for each invocation that messages started. */
  'sqs',
  /** PUT and GET requests of S3, bytes put, and kilobytes (1,024 bytes) times the days for which they are kept. */
  'puts',
  'gets',
  'putBytes',
  'kbDays',
  /** Requests that came through API Gateway. */
  'http',
  /** Credits of services that fetch pages, and what they cost in millionths of a dollar where a price is known. */
  'fetcherCredits',
  'fetcherMicros',
  /** Invocations of functions; one that works for several jobs counts as a part for each. */
  'runs',
  /** Milliseconds of each function. */
  'apiMs',
  'submitMs',
  'fetchMs',
  'renderMs',
  'extractMs',
  'finishMs',
] as const;

export type UnitName = (typeof unitNames)[number];

export type Units = Readonly<Partial<Record<UnitName, number>>>;

const unit = z.number().optional();

/** The counters on an item; a counter without any use is absent. */
export const unitShape = Object.fromEntries(unitNames.map((name) => [name, unit])) as Record<
  UnitName,
  typeof unit
>;

/** Anything with such counters: a job, a shard. */
export type UnitCounters = { readonly [Name in UnitName]?: number | undefined };

/** Sums the units of several, without those that are zero. */
export const sumOfUnits = (all: readonly UnitCounters[]): Units =>
  Object.fromEntries(
    unitNames
      .map((name) => [name, all.reduce((sum, units) => sum + (units[name] ?? 0), 0)] as const)
      .filter(([, sum]) => sum !== 0),
  );

/**
 * Parts of a unit that are counted: DynamoDB refuses numbers of more than 38 digits, which sums of fractions may
 * become.
 */
const partsPerUnit = 1_000;

/** Splits units into whole thousandths and the rest. */
export const wholeUnits = (units: Units): { readonly whole: Units; readonly rest: Units } => {
  const whole: Partial<Record<UnitName, number>> = {};
  const rest: Partial<Record<UnitName, number>> = {};
  for (const name of unitNames) {
    const amount = units[name] ?? 0;
    const parts = Math.floor(amount * partsPerUnit + 1e-6);
    if (parts > 0) whole[name] = parts / partsPerUnit;
    const left = amount - parts / partsPerUnit;
    if (left > 1e-9) rest[name] = left;
  }
  return { whole, rest };
};
