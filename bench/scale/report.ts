import type { ProcessTally } from './count-calls.ts';
import type { Measurement } from './measure-crawl.ts';
import type { UnitsTaken } from './table-tally.ts';

/** What a figure may move from one size to the next before it is marked. */
const tolerance = 0.1;
/** Below this, a figure is too small to pay for: its ratio is noise. */
const perPageMin = 0.01;

interface Row {
  readonly name: string;
  /** In all, of one measurement; divided by its pages unless `whole`. */
  readonly of: (it: Measurement) => number;
  readonly whole?: true;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const functionOf = (it: Measurement, name: string): ProcessTally | undefined => it.functions[name];

const callsOf = (names: readonly string[], action: string): Row => ({
  name: `${names.join(' + ')}: ${action}`,
  of: (it) => sum(names.map((name) => functionOf(it, name)?.calls[action] ?? 0)),
});

const takenBy = (it: Measurement, kind: string): UnitsTaken =>
  it.table.kinds[kind] ?? { writes: 0, writeUnits: 0, reads: 0, readUnits: 0 };

/** What each partition took whose key is `prefix` and then matches `rest`. */
const partitionsOf = (it: Measurement, prefix: string, rest: RegExp): UnitsTaken[] =>
  Object.entries(it.table.partitions).flatMap(([key, taken]) =>
    key.startsWith(prefix) && rest.test(key.slice(prefix.length)) ? [taken] : [],
  );

const busiest = (all: readonly UnitsTaken[], unit: 'writeUnits' | 'readUnits'): number =>
  Math.max(0, ...all.map((taken) => taken[unit]));

const share = (all: readonly UnitsTaken[]): number =>
  (busiest(all, 'writeUnits') * all.length) / Math.max(1, sum(all.map((taken) => taken.writeUnits)));

const bucketsOf = (it: Measurement): UnitsTaken[] => partitionsOf(it, `J#${it.job}#`, /^[0-9a-f]$/);
const cellsOf = (it: Measurement): UnitsTaken[] => partitionsOf(it, `J#${it.job}#`, /^cell/);
const hostsOf = (it: Measurement): UnitsTaken[] => partitionsOf(it, 'H#', /^/);

const units = (kind: string): Row[] => [
  { name: `${kind}: writes`, of: (it) => takenBy(it, kind).writes },
  { name: `${kind}: write units`, of: (it) => takenBy(it, kind).writeUnits },
  { name: `${kind}: read units`, of: (it) => takenBy(it, kind).readUnits },
];

const bytes = (kind: string): Row => ({
  name: `${kind}: bytes an item`,
  whole: true,
  of: (it) => (it.table.items[kind]?.bytes ?? 0) / Math.max(1, it.table.items[kind]?.count ?? 0),
});

const kinds = ['job META', 'job COUNTS', 'page', 'P# LATEST', 'H# PACE', 'H# ROBOTS'] as const;

/** Every row of the report, under its heading. */
const sections: readonly { readonly title: string; readonly rows: (all: readonly Measurement[]) => Row[] }[] =
  [
    {
      title: 'CPU, milliseconds a page',
      rows: () => [
        { name: 'handlers', of: (it) => it.cpu.handlers * 1_000 },
        { name: '  fetch-pages', of: (it) => functionOf(it, 'fetch-pages')?.cpuMs ?? 0 },
        { name: '  finish-job', of: (it) => functionOf(it, 'finish-job')?.cpuMs ?? 0 },
        { name: 'emulators', of: (it) => it.cpu.emulators * 1_000 },
        { name: 'runtime', of: (it) => it.cpu.runtime * 1_000 },
      ],
    },
    {
      title: 'Lambda, a page',
      rows: () => [
        { name: 'fetch-pages: invocations', of: (it) => functionOf(it, 'fetch-pages')?.invocations ?? 0 },
        { name: 'fetch-pages: messages', of: (it) => functionOf(it, 'fetch-pages')?.messages ?? 0 },
        { name: 'fetch-pages: pages named', of: (it) => functionOf(it, 'fetch-pages')?.pages ?? 0 },
        { name: 'fetch-pages: ms billed', of: (it) => functionOf(it, 'fetch-pages')?.billedMs ?? 0 },
        { name: 'finish-job: ms billed', of: (it) => functionOf(it, 'finish-job')?.billedMs ?? 0 },
      ],
    },
    {
      title: 'DynamoDB, calls a page',
      rows: (all) => {
        const names = [...new Set(all.flatMap((it) => Object.keys(it.table.calls)))].toSorted();
        const refused = [...new Set(all.flatMap((it) => Object.keys(it.table.refused)))].toSorted();
        return [
          ...names.map((name): Row => ({ name, of: (it) => it.table.calls[name] ?? 0 })),
          ...refused.map((name): Row => ({
            name: `${name} refused`,
            of: (it) => it.table.refused[name] ?? 0,
          })),
        ];
      },
    },
    {
      title: 'DynamoDB, units a page',
      rows: () => [
        {
          name: 'all: write units',
          of: (it) => sum(Object.values(it.table.kinds).map((taken) => taken.writeUnits)),
        },
        {
          name: 'all: read units',
          of: (it) => sum(Object.values(it.table.kinds).map((taken) => taken.readUnits)),
        },
        ...kinds.flatMap(units),
      ],
    },
    { title: 'DynamoDB, bytes', rows: () => kinds.map(bytes) },
    {
      title: 'DynamoDB, partition keys',
      rows: () => [
        {
          name: 'J#job, its one item: write units a page',
          of: (it) => busiest([it.table.partitions[`J#${it.job}`] ?? takenBy(it, '')], 'writeUnits'),
        },
        {
          name: 'J#job, its one item: read units a page',
          of: (it) => busiest([it.table.partitions[`J#${it.job}`] ?? takenBy(it, '')], 'readUnits'),
        },
        { name: 'J#job#cell<n>: how many', whole: true, of: (it) => cellsOf(it).length },
        { name: 'busiest J#job#cell<n>: write units a page', of: (it) => busiest(cellsOf(it), 'writeUnits') },
        { name: 'busiest J#job#cell<n>: read units a page', of: (it) => busiest(cellsOf(it), 'readUnits') },
        { name: 'busiest J#job#cell<n>: of its fair share', whole: true, of: (it) => share(cellsOf(it)) },
        { name: 'busiest J#job#b: write units a page', of: (it) => busiest(bucketsOf(it), 'writeUnits') },
        { name: 'busiest J#job#b: of its fair share', whole: true, of: (it) => share(bucketsOf(it)) },
        { name: 'busiest H#host: write units a page', of: (it) => busiest(hostsOf(it), 'writeUnits') },
        { name: 'busiest H#host: of its fair share', whole: true, of: (it) => share(hostsOf(it)) },
      ],
    },
    {
      title: 'SQS and S3, calls a page',
      rows: () => [
        callsOf(['fetch-pages'], 'AmazonSQS.SendMessageBatch'),
        callsOf(['runtime'], 'AmazonSQS.ReceiveMessage'),
        callsOf(['runtime'], 'AmazonSQS.DeleteMessageBatch'),
        callsOf(['fetch-pages'], 'S3.PUT'),
        callsOf(['finish-job'], 'S3.PUT'),
      ],
    },
    {
      title: 'One page of 100 results, read by a client',
      rows: () =>
        ['first', 'last'].flatMap((which, index): Row[] => [
          { name: `${which}: S3.GET`, whole: true, of: (it) => it.reading[index]?.calls['S3.GET'] ?? 0 },
          { name: `${which}: CPU ms`, whole: true, of: (it) => it.reading[index]?.cpuMs ?? 0 },
        ]),
    },
    {
      title: 'Memory, MiB, largest of one process',
      rows: () =>
        ['fetch-pages', 'finish-job', 'heartbeat', 'runtime'].map((name): Row => ({
          name,
          whole: true,
          of: (it) => functionOf(it, name)?.memoryMiB ?? 0,
        })),
    },
  ];

const format = (value: number): string => {
  if (value === 0) return '0';
  if (value >= 100) return value.toFixed(0);
  return value >= 1 ? value.toFixed(2) : value.toFixed(4);
};

const ratioOf = (before: number, after: number): string => {
  if (before < perPageMin || after === 0) return '-';
  const ratio = after / before;
  return `${ratio.toFixed(3)}${Math.abs(ratio - 1) > tolerance ? ' !' : '  '}`;
};

const wide = 46;
const narrow = 12;

const line = (all: readonly Measurement[], { name, of, whole }: Row): string => {
  const values = all.map((it) => (whole === true ? of(it) : of(it) / it.pages));
  const ratios = values.slice(1).map((value, index) => ratioOf(values[index] ?? 0, value));
  return [
    `  ${name}`.padEnd(wide),
    ...[...values.map(format), ...ratios].map((it) => it.padStart(narrow)),
  ].join('');
};

const tenthsOf = 10;

/**
 * CPU of the handlers per page in each tenth of a crawl: whether the last pages cost what the first did. Short
 * crawls have too few readings.
 */
const courseOf = ({ course, pages }: Measurement): string[] => {
  if (course.length < 3 * tenthsOf) return [];
  const tenths = Array.from({ length: tenthsOf }, (_, tenth) => {
    const at = (done: number): { done: number; handlers: number } =>
      course.findLast((it) => it.done <= done) ?? { done: 0, handlers: 0 };
    const [from, to] = [at((tenth * pages) / tenthsOf), at(((tenth + 1) * pages) / tenthsOf)];
    return to.done > from.done
      ? (((to.handlers - from.handlers) * 1_000) / (to.done - from.done)).toFixed(1)
      : '-';
  });
  return [`  ${pages.toLocaleString('en').padEnd(10)}${tenths.map((it) => it.padStart(8)).join('')}`];
};

/** The report of some measurements, smallest first: figures a page, and the ratio of each size to the one before. */
export const report = (all: readonly Measurement[]): string => {
  const label = (it: Measurement): string => it.pages.toLocaleString('en');
  const ratios = all.slice(1).map((it, index) => `:${label(all[index] ?? it)}`);
  const head = [
    'pages'.padEnd(wide),
    ...[...all.map(label), ...ratios].map((it) => it.padStart(narrow)),
  ].join('');
  const lines = sections.flatMap(({ title, rows }) => ['', title, ...rows(all).map((row) => line(all, row))]);
  const course = [
    '',
    'CPU of the handlers, milliseconds a page, by tenths of the crawl',
    ...all.flatMap(courseOf),
  ];
  return `${[head, ...lines, ...course].join('\n')}\n`;
};
