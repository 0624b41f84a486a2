import { functionSpecs } from '../../infra/functions.ts';
import { prices } from '../../lib/job/prices.ts';
import { logByte } from './price.ts';

/**
 * The floor of each mode: what a page takes at least with the protocol as it is, in units of what AWS bills, times list
 * prices. What cannot be derived from the protocol, the time of functions, is the least that was measured on an idle
 * machine, as are the bytes that they log.
 */
export const floorModes = ['one', 'wide', 'half', 'scheduled', 'scrape'] as const;
export type FloorMode = (typeof floorModes)[number];

type OfEach = Readonly<Record<FloorMode, number>>;

/** A part of a page's price: how much of what is billed, by mode. */
interface FloorPart {
  readonly part: string;
  readonly unit: number;
  readonly amounts: OfEach;
}

const none: OfEach = { one: 0, wide: 0, half: 0, scheduled: 0, scrape: 0 };
const all = (amount: number): OfEach =>
  ({ one: amount, wide: amount, half: amount, scheduled: amount, scrape: amount }) satisfies OfEach;

const memoryGb = (name: string): number =>
  (functionSpecs.find((spec) => spec.name === name)?.memoryMb ?? Number.NaN) / 1_024;
/** A second of the function that fetches, and one of the API that waits for a scrape. */
const fetchSecond = memoryGb('fetch-pages') * prices.lambdaGigabyteSecond.arm64;
const apiSecond = memoryGb('api') * prices.lambdaGigabyteSecond.arm64;

/** Pages that end in one transaction, as measured. */
const endsTogether = { one: 20, wide: 8, half: 8, scheduled: 1 } as const;

const floorParts: readonly FloorPart[] = [
  { part: 'envelope: PUT', unit: prices.objectPut, amounts: all(1) },
  { part: 'index of a scrape: PUT', unit: prices.objectPut, amounts: { ...none, scrape: 1 } },
  { part: 'envelope that is answered: GET', unit: prices.objectGet, amounts: { ...none, scrape: 1 } },
  { part: 'page: put 2, ended 2', unit: prices.writeUnit, amounts: all(4) },
  {
    part: 'last version: 1, within the transaction 2',
    unit: prices.writeUnit,
    amounts: { ...all(1), scheduled: 2, scrape: 2 },
  },
  {
    part: 'counters: 2 for all that end together',
    unit: prices.writeUnit,
    amounts: {
      one: 2 / endsTogether.one,
      wide: 2 / endsTogether.wide,
      half: 2 / endsTogether.half,
      scheduled: 2 / endsTogether.scheduled,
      // The job itself is put, ended, concluded and announced.
      scrape: 8,
    },
  },
  {
    part: 'pace of the host: 2 a visit, 1 where its lease runs out',
    unit: prices.writeUnit,
    // Ten pages a visit, one, five, one, one.
    amounts: { one: 2 / 10, wide: 1, half: 2 / 5, scheduled: 1, scrape: 2 },
  },
  {
    part: 'audit of a run; usage, minute and list of a key',
    unit: prices.writeUnit,
    amounts: { ...none, scheduled: 1, scrape: 4 },
  },
  {
    part: 'reads',
    unit: prices.readUnit,
    amounts: { one: 1.8, wide: 1.8, half: 3.2, scheduled: 4, scrape: 8 },
  },
  {
    part: 'functions at work: seconds',
    unit: fetchSecond,
    amounts: { one: 0.045, wide: 0.075, half: 0.045, scheduled: 0.12, scrape: 0.24 },
  },
  {
    part: 'functions that wait for a slot: seconds',
    unit: fetchSecond,
    // A slot of 0.575 s less its work; SQS delays by whole seconds, so a message comes 0.44 s early on average.
    amounts: { ...none, half: 0.51, scheduled: 0.435 },
  },
  { part: 'the API that waits for a scrape: seconds', unit: apiSecond, amounts: { ...none, scrape: 0.33 } },
  {
    part: 'requests of queues',
    unit: prices.queueRequest,
    amounts: { one: 0.1, wide: 0.3, half: 0.5, scheduled: 3, scrape: 6 },
  },
  {
    part: 'logs: bytes',
    unit: logByte,
    amounts: { one: 20, wide: 60, half: 100, scheduled: 500, scrape: 800 },
  },
  { part: 'requests of API Gateway', unit: prices.apiRequest, amounts: { ...none, scrape: 1 } },
];

/** The floor of a mode in dollars a million pages. */
export const floorDollars = (mode: FloorMode): number =>
  floorParts.reduce((sum, { unit, amounts }) => sum + unit * amounts[mode] * 1_000_000, 0);

/** What `bench:cost` prints of the floors: dollars a million pages, by part and mode. */
export const floorTable = (): string =>
  [
    `${'floor, $ per million pages'.padEnd(56)}${floorModes.map((mode) => mode.padStart(10)).join('')}`,
    ...floorParts.map(
      ({ part, unit, amounts }) =>
        part.padEnd(56) +
        floorModes.map((mode) => (unit * amounts[mode] * 1e6).toFixed(2).padStart(10)).join(''),
    ),
    `${'together'.padEnd(56)}${floorModes.map((mode) => floorDollars(mode).toFixed(1).padStart(10)).join('')}`,
    '',
  ].join('\n');
