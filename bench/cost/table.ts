import { functionSpecs } from '../../infra/functions.ts';
import { floorTable } from './floors.ts';
import type { Mode } from './modes.ts';
import {
  corpusDollars,
  lambdaDollars,
  priceRun,
  withoutStorage,
  type CountedRun,
  type DollarsPerMillion,
} from './price.ts';

interface Measured {
  readonly mode: Mode;
  readonly counted: CountedRun;
}

const columns = [
  'lambda',
  'dynamodb',
  's3',
  'sqs',
  'logs',
  'api',
] as const satisfies (keyof DollarsPerMillion)[];
const memories = [256, 512, 1_024, 1_769] as const;

const line = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}`;

const money = (dollars: number): string => dollars.toFixed(2);

const dollarsLine = ({ mode, counted }: Measured): string => {
  const dollars = priceRun(counted);
  const total = withoutStorage(dollars);
  return line(mode.name, [
    ...columns.map((column) => money(dollars[column])),
    money(total),
    mode.goal === undefined ? '' : String(mode.goal),
    mode.floor === undefined ? '' : mode.floor.toFixed(1),
    money(dollars.storage),
    money(total + dollars.storage),
    money(corpusDollars(counted)),
  ]);
};

const unitsLine = ({ mode, counted }: Measured): string => {
  const { pages, table, functions } = counted;
  const kinds = Object.values(table.kinds);
  const perPage = (amount: number): string => (amount / pages).toFixed(2);
  const units = (unit: 'writeUnits' | 'readUnits'): string =>
    perPage(kinds.reduce((sum, taken) => sum + taken[unit], 0));
  const {
    billedMs = 0,
    cpuMs = 0,
    invocations = 0,
    memoryMiB = 0,
  } = functions[mode.name === 'browser' ? 'render-pages' : 'fetch-pages'] ?? {};
  return line(mode.name, [
    units('writeUnits'),
    units('readUnits'),
    perPage(invocations),
    perPage(billedMs),
    perPage(cpuMs),
    memoryMiB.toFixed(0),
  ]);
};

/** What the function that fetches would cost with other memory, all functions as they are but this. */
const memoryLine = ({ mode, counted }: Measured): string => {
  const tally = counted.functions['fetch-pages'];
  const spec = functionSpecs.find(({ name }) => name === 'fetch-pages');
  if (tally === undefined || spec === undefined) return line(mode.name, []);
  const aMillion = 1_000_000 / counted.pages;
  return line(
    mode.name,
    memories.map((memoryMb) => money(lambdaDollars('fetch-pages', tally, memoryMb) * aMillion)),
  );
};

/** The table that `bench:cost` prints: dollars a million pages, and units a page. */
export const costTable = (measured: readonly Measured[]): string =>
  [
    line('$ per million pages', [...columns, 'total', 'goal', 'floor', '90 days', 'with it', '+ corpus']),
    ...measured.map(dollarsLine),
    '',
    line('a page', ['WRU', 'RRU', 'invoked', 'ms', 'CPU ms', 'MiB']),
    ...measured.map(unitsLine),
    '',
    line('fetch-pages, $ with MB', memories.map(String)),
    ...measured.map(memoryLine),
    '',
    floorTable(),
  ].join('\n');
