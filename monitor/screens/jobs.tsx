import type { ReactNode } from 'react';
import type { JobLine } from '../../lib/steps/api/list-jobs.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount, formatDollars } from '../format.ts';
import { Code, Heading, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import { useJobs } from '../use-api.ts';
import { useFilters } from '../use-filters.ts';

const states = ['', 'running', 'completed', 'failed', 'cancelled'] as const;
const kinds = ['', 'crawl', 'batch', 'scrape', 'extract', 'map'] as const;

/** The columns of a list of jobs. */
export const jobColumns: readonly Column<JobLine>[] = [
  { head: 'URL', isUrl: true, cell: (job) => <JobLink id={job.id}>{job.url}</JobLink> },
  { head: 'Kind', cell: ({ kind }) => kind },
  {
    head: 'State',
    cell: ({ state, code }) => (
      <>
        <State of={state} /> {code !== undefined && <Code code={code} />}
      </>
    ),
  },
  { head: 'Done', isNumber: true, cell: ({ counts }) => formatCount(counts.done) },
  { head: 'Open', isNumber: true, cell: ({ counts }) => formatCount(counts.open) },
  {
    head: 'Failed, blocked',
    isNumber: true,
    cell: ({ counts }) => formatCount(counts.failed + counts.blocked),
  },
  { head: 'Cost', isNumber: true, cell: ({ dollars }) => formatDollars(dollars) },
  { head: 'Began', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Jobs of every kind, open and over, the newest first. */
export const JobsScreen = (): ReactNode => {
  const filters = useFilters();
  const [state, kind, source] = [filters.filter('state'), filters.filter('kind'), filters.filter('source')];
  const query = useJobs({ state, kind, source });
  const jobs = query.data?.pages.flatMap((part) => part.jobs) ?? [];
  return (
    <>
      <Heading>Jobs</Heading>
      <div className="filters">
        <FilterChoice filters={filters} name="state" label="State" values={states} />
        <FilterChoice filters={filters} name="kind" label="Kind" values={kinds} />
        <FilterText filters={filters} name="source" label="Id of the source" size={14} onEnter />
      </div>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="jobs" />}
      {query.data !== undefined && jobs.length === 0 && (
        <p>
          No job{`${state}${kind}${source}` === '' ? ' yet' : ' like that'}. Begin one in the playground, or
          with <code>npx gleaner crawl https://example.com</code>
        </p>
      )}
      {jobs.length > 0 && <DataTable label="Jobs" columns={jobColumns} rows={jobs} keyOf={({ id }) => id} />}
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older jobs
        </button>
      )}
    </>
  );
};
