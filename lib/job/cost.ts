import { functionTimes, meteredFunctions, prices } from './prices.ts';
import type { UnitCounters, UnitName } from './units.ts';

/** Dollars by service, at list prices (`prices.ts`). */
export interface Dollars {
  readonly lambda: number;
  readonly dynamodb: number;
  readonly sqs: number;
  readonly s3: number;
  readonly apiGateway: number;
  /** Services that fetch pages, as far as the deployment knows what a credit costs. */
  readonly fetchers: number;
  /** Null if a model was asked whose price is not known; the total then is null as well. */
  readonly llm: number | null;
  readonly total: number | null;
}

/** The use and cost of a model. */
export interface ModelUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
  /** Null if its price is not known. */
  readonly dollars: number | null;
}

/** The units from which dollars are computed, under names for readers. */
export interface CountedUnits {
  readonly lambdaRequests: number;
  /** By function. */
  readonly lambdaMs: Readonly<Record<string, number>>;
  readonly lambdaGigabyteSeconds: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly sqsRequests: number;
  readonly s3Puts: number;
  readonly s3Gets: number;
  readonly s3Bytes: number;
  readonly s3GigabyteMonths: number;
  readonly apiRequests: number;
  readonly fetcherCredits: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly modelCalls: number;
}

export type Cost = Dollars & { readonly units: CountedUnits };

export const noModel: ModelUse = { inputTokens: 0, outputTokens: 0, calls: 0, dollars: 0 };

const kilobytesPerGigabyte = 1_024 ** 2;
const daysPerMonth = 30;
const microdollarsPerDollar = 1_000_000;

/** Decimal places that are shown: dollars to a billionth. */
const rounded = (amount: number, digits = 9): number => Number(amount.toFixed(digits));

const gigabyteSecondsOf = (units: UnitCounters, architecture: 'arm64' | 'x86_64'): number =>
  functionTimes
    .filter((time) => meteredFunctions[time].architecture === architecture)
    .reduce((sum, time) => sum + ((units[time] ?? 0) / 1_000) * (meteredFunctions[time].memoryMb / 1_024), 0);

/** Computes what these units cost, and names the units for readers. */
export const costOfUnits = (units: UnitCounters, model: ModelUse = noModel): Cost => {
  const of = (name: UnitName): number => units[name] ?? 0;
  const [arm64, x86] = [gigabyteSecondsOf(units, 'arm64'), gigabyteSecondsOf(units, 'x86_64')];
  const gigabyteMonths = of('kbDays') / kilobytesPerGigabyte / daysPerMonth;
  const dollars = {
    lambda:
      of('runs') * prices.lambdaRequest +
      arm64 * prices.lambdaGigabyteSecond.arm64 +
      x86 * prices.lambdaGigabyteSecond.x86_64,
    dynamodb: of('wru') * prices.writeUnit + of('rru') * prices.readUnit,
    sqs: of('sqs') * prices.queueRequest,
    s3:
      of('puts') * prices.objectPut +
      of('gets') * prices.objectGet +
      gigabyteMonths * prices.objectGigabyteMonth,
    apiGateway: of('http') * prices.apiRequest,
    fetchers: of('fetcherMicros') / microdollarsPerDollar,
  };
  const services = Object.values(dollars).reduce((sum, amount) => sum + amount, 0);
  return {
    lambda: rounded(dollars.lambda),
    dynamodb: rounded(dollars.dynamodb),
    sqs: rounded(dollars.sqs),
    s3: rounded(dollars.s3),
    apiGateway: rounded(dollars.apiGateway),
    fetchers: rounded(dollars.fetchers),
    llm: model.dollars === null ? null : rounded(model.dollars),
    total: model.dollars === null ? null : rounded(services + model.dollars),
    units: {
      lambdaRequests: rounded(of('runs'), 3),
      lambdaMs: Object.fromEntries(
        functionTimes
          .filter((time) => of(time) > 0)
          .map((time) => [meteredFunctions[time].name, Math.round(of(time))]),
      ),
      lambdaGigabyteSeconds: rounded(arm64 + x86, 6),
      writeUnits: rounded(of('wru'), 3),
      readUnits: rounded(of('rru'), 3),
      sqsRequests: rounded(of('sqs'), 3),
      s3Puts: rounded(of('puts'), 3),
      s3Gets: rounded(of('gets'), 3),
      s3Bytes: Math.round(of('putBytes')),
      s3GigabyteMonths: rounded(gigabyteMonths),
      apiRequests: rounded(of('http'), 3),
      fetcherCredits: rounded(of('fetcherCredits'), 3),
      inputTokens: model.inputTokens,
      outputTokens: model.outputTokens,
      modelCalls: model.calls,
    },
  };
};
