import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { JobLine } from '../../lib/steps/api/list-jobs.ts';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { formatCount, formatDollars, formatNumberOf } from '../format.ts';
import { Choice, Facts, Heading, JobLink, LeftOut, Part, Shown, Time } from '../parts.tsx';
import { StackedBars } from '../plots/stacked-bars.tsx';
import { whileIdleMs } from '../refresh.ts';
import { toQuery } from '../use-answer.ts';

/** Most jobs whose costs are added up: ten answers of the list. If there are more, the newest. */
const [jobsMax, perPart] = [1_000, 100] as const;
/** Series that a plot shows separately; the rest is one more series. */
const seriesMax = 5;

interface Spent {
  readonly jobs: readonly JobLine[];
  readonly isWhole: boolean;
}

const readJobs = async (signal: AbortSignal): Promise<Spent> => {
  const jobs: JobLine[] = [];
  let cursor: string | null = '';
  while (cursor !== null && jobs.length < jobsMax) {
    const query: string = toQuery({ limit: String(perPart), cursor });
    const part: { readonly jobs: readonly JobLine[]; readonly cursor: string | null } = await askApi(
      `/v2/jobs${query}`,
      { signal },
    );
    jobs.push(...part.jobs);
    cursor = part.cursor;
  }
  return { jobs, isWhole: cursor === null };
};

const ways = {
  kind: ({ kind }: JobLine) => kind,
  source: ({ source }: JobLine) => source ?? 'no source',
  key: ({ keyId }: JobLine) => keyId ?? 'no key',
} as const;
type Way = keyof typeof ways;

const dollarsOf = (jobs: readonly JobLine[]): number =>
  jobs.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0);

const columns: readonly Column<JobLine>[] = [
  { head: 'URL', isUrl: true, cell: ({ id, url }) => <JobLink id={id}>{url}</JobLink> },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Source', cell: ({ source }) => source ?? '' },
  { head: 'Pages', isNumber: true, cell: ({ counts }) => formatCount(counts.done) },
  { head: 'Cost', isNumber: true, cell: ({ dollars }) => formatDollars(dollars) },
  {
    head: 'A page',
    isNumber: true,
    cell: ({ dollars, counts }) =>
      dollars === null || counts.done === 0 ? '' : formatDollars(dollars / counts.done),
  },
  { head: 'Began', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const dayOf = ({ createdAt }: JobLine): string => createdAt.slice(0, 10);

/** Returns the days (UTC) from the first to the last, including those on which no job began. */
const daysOf = (jobs: readonly JobLine[]): readonly string[] => {
  const days = jobs.map(dayOf).toSorted();
  const [first, last] = [Date.parse(days[0] ?? ''), Date.parse(days.at(-1) ?? '')];
  if (Number.isNaN(first)) return [];
  return Array.from({ length: (last - first) / 86_400_000 + 1 }, (_, index) =>
    new Date(first + index * 86_400_000).toISOString().slice(0, 10),
  );
};

const PerDay = ({ jobs, way }: { readonly jobs: readonly JobLine[]; readonly way: Way }): ReactNode => {
  const nameOf = ways[way];
  const names = [...new Set(jobs.map(nameOf))]
    .map((name) => ({ name, dollars: dollarsOf(jobs.filter((job) => nameOf(job) === name)) }))
    .toSorted((a, b) => b.dollars - a.dollars)
    .map(({ name }) => name);
  const series = names.length > seriesMax + 1 ? [...names.slice(0, seriesMax), 'all others'] : names;
  const seriesOf = (job: JobLine): string => {
    const name = nameOf(job);
    return series.includes(name) ? name : 'all others';
  };
  return (
    <StackedBars
      title={`Dollars by the day (UTC) on which jobs began, by ${way}`}
      head="Day"
      series={series}
      columns={daysOf(jobs).map((day) => ({
        key: day,
        label: day,
        values: series.map((name) =>
          dollarsOf(jobs.filter((job) => dayOf(job) === day && seriesOf(job) === name)),
        ),
      }))}
      format={formatDollars}
    />
  );
};

const Told = ({ spent: { jobs, isWhole } }: { readonly spent: Spent }): ReactNode => {
  const [way, setWay] = useState<Way>('kind');
  const unpriced = jobs.filter(({ dollars }) => dollars === null).length;
  const pages = jobs.reduce((sum, { counts }) => sum + counts.done, 0);
  const total = dollarsOf(jobs);
  const dear = jobs.toSorted((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0));
  const csv = (): string =>
    toCsv(
      ['began', 'job', 'kind', 'source', 'key', 'url', 'pages', 'dollars'],
      jobs.map((job) => [
        job.createdAt,
        job.id,
        job.kind,
        job.source,
        job.keyId,
        job.url,
        job.counts.done,
        job.dollars,
      ]),
    );
  if (jobs.length === 0) return <p>No job yet, and so no cost.</p>;
  return (
    <>
      <Facts
        facts={[
          ['Together', formatDollars(total)],
          ['Jobs', formatCount(jobs.length)],
          ['Pages with content', formatCount(pages)],
          ['A thousand pages', pages === 0 ? null : formatDollars((total / pages) * 1_000)],
        ]}
      />
      <p className="note">
        At list prices, of{' '}
        {isWhole ? 'all jobs that are kept' : `the newest ${formatCount(jobs.length)} jobs`}
        {unpriced > 0 &&
          `; without what models took for ${formatNumberOf(unpriced, 'job')} at unknown prices`}
        .
      </p>
      <LeftOut what="Costs are told" />
      <div className="filters">
        <Choice
          label="By"
          values={Object.keys(ways)}
          value={way}
          onChoose={(value) => setWay(value in ways ? (value as Way) : 'kind')}
        />
        <button onClick={() => download('costs.csv', 'text/csv', csv())}>Download as CSV</button>
      </div>
      <PerDay jobs={jobs} way={way} />
      <Part title="Jobs, the dearest first">
        <DataTable label="Jobs" columns={columns} rows={dear} keyOf={({ id }) => id} />
      </Part>
    </>
  );
};

/** What jobs cost, by day and by kind, source or key. */
export const CostsScreen = (): ReactNode => {
  const query = useQuery({
    queryKey: ['answer', 'costs'],
    queryFn: ({ signal }) => readJobs(signal),
    staleTime: 15_000,
    // Up to ten requests each time.
    refetchInterval: 10 * whileIdleMs,
  });
  return (
    <>
      <Heading>Costs</Heading>
      <Shown query={query} what="what jobs cost">
        {(spent) => <Told spent={spent} />}
      </Shown>
    </>
  );
};
