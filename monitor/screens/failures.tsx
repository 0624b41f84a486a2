import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { JobLine } from '../../lib/steps/api/list-jobs.ts';
import type { PageLine } from '../../lib/steps/api/page-line.ts';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { formatNumberOf } from '../format.ts';
import { Bars, Choice, Code, JobLink, Shown, State, Time } from '../parts.tsx';
import { toQuery } from '../use-answer.ts';

/** A page that ended without content, and the job that it is of. */
interface FailedPage extends PageLine {
  readonly job: JobLine;
  readonly host: string;
}

interface FailureLog {
  readonly failures: readonly FailedPage[];
  /** Jobs that were read, and those with failures that were not. */
  readonly jobs: number;
  readonly jobsLeft: number;
  /** Jobs with more failures than were read of them. */
  readonly cut: number;
}

/** The newest jobs are looked through, and of each of those with failures some hundred: more is asked for by filters. */
const [jobsMax, jobsReadMax, pagesPerJob] = [100, 20, 500] as const;
const orders = ['newest first', 'worst first'] as const;
const severities: Readonly<Record<string, number>> = { failed: 0, blocked: 1, skipped: 2 };

const readFailures = async (source: string, signal: AbortSignal): Promise<FailureLog> => {
  const { jobs } = await askApi<{ readonly jobs: readonly JobLine[] }>(
    `/v2/jobs${toQuery({ source, limit: String(jobsMax) })}`,
    { signal },
  );
  const failing = jobs.filter(({ counts }) => counts.failed + counts.blocked > 0);
  const looked = failing.slice(0, jobsReadMax);
  const failures: FailedPage[] = [];
  let cut = 0;
  // One after the other: a page that is looked at once does not press the API.
  for (const job of looked) {
    const part = await askApi<{ readonly pages: readonly PageLine[]; readonly cursor: string | null }>(
      `/v2/jobs/${job.id}/pages${toQuery({ state: 'failed,blocked', limit: String(pagesPerJob) })}`,
      { signal },
    );
    failures.push(...part.pages.map((page) => ({ ...page, job, host: URL.parse(page.url)?.host ?? '' })));
    if (part.cursor !== null) cut += 1;
  }
  return { failures, jobs: looked.length, jobsLeft: failing.length - looked.length, cut };
};

const columns: readonly Column<FailedPage>[] = [
  {
    head: 'Page, and why',
    isUrl: true,
    cell: ({ job, id, url, error }) => (
      <>
        <JobLink id={job.id} to={`/pages/${id}`}>
          {url}
        </JobLink>
        <span className="title">{error}</span>
      </>
    ),
  },
  { head: 'When', cell: ({ finishedAt }) => <Time at={finishedAt} /> },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'HTTP', isNumber: true, cell: ({ status }) => status ?? '' },
  { head: 'Code', cell: ({ code }) => code !== undefined && <Code code={code} /> },
  { head: 'Retries', isNumber: true, cell: ({ attempts }) => attempts },
  {
    head: 'Source or job',
    cell: ({ job }) =>
      job.source === undefined ? (
        <JobLink id={job.id}>{`${job.kind} ${job.id.slice(-8)}`}</JobLink>
      ) : (
        <Link href={`/sources/${job.source}`}>{job.source}</Link>
      ),
  },
];

const csvHeads = ['when', 'source', 'job', 'state', 'http', 'code', 'retries', 'url', 'error'] as const;

const writeCsv = (rows: readonly FailedPage[]): string =>
  toCsv(
    csvHeads,
    rows.map(({ finishedAt, job, state, status, code, attempts, url, error }) => [
      finishedAt,
      job.source,
      job.id,
      state,
      status,
      code,
      attempts,
      url,
      error,
    ]),
  );

const countBy = (rows: readonly FailedPage[], nameOf: (row: FailedPage) => string) => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([name, count]) => ({ key: name, name, count }));
};

const sorted = (rows: readonly FailedPage[], order: string): readonly FailedPage[] =>
  rows.toSorted(
    (a, b) =>
      (order === 'worst first' ? (severities[a.state] ?? 9) - (severities[b.state] ?? 9) : 0) ||
      Date.parse(b.finishedAt ?? '') - Date.parse(a.finishedAt ?? '') ||
      0,
  );

const Log = ({ log }: { readonly log: FailureLog }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const filter = (name: string): string => params.get(name) ?? '';
  const choose = (name: string, value: string): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  const values = (of: (row: FailedPage) => string): readonly string[] => [
    '',
    ...new Set(log.failures.map(of).toSorted()),
  ];
  const words = filter('words').toLowerCase();
  const rows = sorted(
    log.failures.filter(
      (row) =>
        (filter('code') === '' || row.code === filter('code')) &&
        (filter('host') === '' || row.host === filter('host')) &&
        (filter('http') === '' || String(row.status ?? '') === filter('http')) &&
        (words === '' || `${row.url} ${row.error ?? ''}`.toLowerCase().includes(words)),
    ),
    filter('order'),
  );
  return (
    <>
      <div className="filters">
        <Choice
          label="Code"
          values={values(({ code }) => code ?? '').filter((each, index) => index === 0 || each !== '')}
          value={filter('code')}
          onChoose={(value) => choose('code', value)}
        />
        <Choice
          label="Host"
          values={values(({ host }) => host)}
          value={filter('host')}
          onChoose={(value) => choose('host', value)}
        />
        <Choice
          label="HTTP"
          values={values(({ status }) => String(status ?? '')).filter(
            (each, index) => index === 0 || each !== '',
          )}
          value={filter('http')}
          onChoose={(value) => choose('http', value)}
        />
        <Choice
          label="Order"
          values={orders}
          value={filter('order') === '' ? orders[0] : filter('order')}
          onChoose={(value) => choose('order', value)}
        />
        <label>
          Words{' '}
          <input
            value={filter('words')}
            onChange={(event) => choose('words', event.target.value)}
            size={20}
          />
        </label>
        <button
          disabled={rows.length === 0}
          onClick={() => download('failures.csv', 'text/csv', writeCsv(rows))}
        >
          Download {formatNumberOf(rows.length, 'row')} as CSV
        </button>
      </div>
      {rows.length === 0 ? (
        <p>No page {log.failures.length === 0 ? 'ended without content' : 'is like that'}.</p>
      ) : (
        <>
          <div className="columns">
            <Bars caption="By code" rows={countBy(rows, ({ code }) => code ?? 'no code')} />
            <Bars caption="By host" rows={countBy(rows, ({ host }) => host)} />
          </div>
          <DataTable
            label="Failures"
            columns={columns}
            rows={rows}
            keyOf={({ job, id }) => `${job.id} ${id}`}
          />
        </>
      )}
      <p className="note">
        Of {formatNumberOf(log.jobs, 'job')} among the newest {jobsMax} that have such pages
        {log.jobsLeft > 0 && `; ${formatNumberOf(log.jobsLeft, 'more job')} of them are not shown`}
        {log.cut > 0 && `; of ${formatNumberOf(log.cut, 'job')} the first ${pagesPerJob} pages`}.
      </p>
    </>
  );
};

/** Every page of the newest jobs that ended without content, and why; the filters stand in the address. */
export const FailuresScreen = (): ReactNode => {
  const [params] = useSearchParams();
  const source = params.get('source') ?? '';
  const query = useQuery({
    queryKey: ['answer', 'failures', source],
    queryFn: ({ signal }) => readFailures(source, signal),
    staleTime: 15_000,
  });
  return (
    <>
      <h1>Failures{source !== '' && ` of ${source}`}</h1>
      <Shown query={query} what="failures">
        {(log) => <Log log={log} />}
      </Shown>
    </>
  );
};
