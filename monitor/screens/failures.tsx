import { useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount, formatNumberOf } from '../format.ts';
import { Bars, Code, Heading, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import { toQuery, useAct, useParts } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

/** A page that ended without content, and its job (`GET /v2/failures`). */
interface Failure {
  readonly job: string;
  readonly kind: string;
  readonly source: string | null;
  readonly id: string;
  readonly url: string;
  readonly host: string | null;
  readonly state: string;
  readonly at: string | null;
  readonly status: number | null;
  readonly code: string;
  readonly error: string;
  readonly retries: number | null;
}

interface FailuresPart {
  readonly failures: readonly Failure[];
  readonly cursor: string | null;
}

const orders = ['', 'worst first'] as const;
const states = ['', 'failed', 'blocked', 'skipped'] as const;
const severities: Readonly<Record<string, number>> = { failed: 0, blocked: 1, skipped: 2 };
/** Most rows of one file: spreadsheets open these without effort. */
const csvRowsMax = 50_000;

const columns: readonly Column<Failure>[] = [
  {
    head: 'Page, and why',
    isUrl: true,
    cell: ({ job, id, url, error }) => (
      <>
        <JobLink id={job} to={`/pages/${id}`}>
          {url}
        </JobLink>
        <span className="title">{error}</span>
      </>
    ),
  },
  { head: 'When', cell: ({ at }) => <Time at={at ?? undefined} /> },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'HTTP', isNumber: true, cell: ({ status }) => status ?? '' },
  { head: 'Code', cell: ({ code }) => <Code code={code} /> },
  { head: 'Retries', isNumber: true, cell: ({ retries }) => retries ?? '' },
  {
    head: 'Source or job',
    cell: ({ job, kind, source }) =>
      source === null ? (
        <JobLink id={job}>{`${kind} ${job.slice(-8)}`}</JobLink>
      ) : (
        <Link href={`/sources/${source}`}>{source}</Link>
      ),
  },
];

const csvHeads = ['when', 'source', 'job', 'state', 'http', 'code', 'retries', 'url', 'error'] as const;

const writeCsv = (rows: readonly Failure[]): string =>
  toCsv(
    csvHeads,
    rows.map(({ at, source, job, state, status, code, retries, url, error }) => [
      at,
      source,
      job,
      state,
      status,
      code,
      retries,
      url,
      error,
    ]),
  );

const countBy = (rows: readonly Failure[], nameOf: (row: Failure) => string) => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([name, count]) => ({ key: name, name, count }));
};

/** Returns the rows with the searched words, in the chosen order. */
const arrange = (rows: readonly Failure[], words: string, order: string): readonly Failure[] =>
  rows
    .filter(({ url, error }) => `${url} ${error}`.toLowerCase().includes(words.toLowerCase()))
    .toSorted(
      (a, b) =>
        (order === '' ? 0 : (severities[a.state] ?? 9) - (severities[b.state] ?? 9)) ||
        Date.parse(b.at ?? '') - Date.parse(a.at ?? '') ||
        0,
    );

/** Returns all values that were ever shown, so that a filter does not hide the others. */
const useSeen = (values: readonly string[]): readonly string[] => {
  const seen = useRef(new Set<string>(['']));
  for (const value of values) seen.current.add(value);
  return [...seen.current].toSorted();
};

/** Saves all rows that match, whether or not they are shown, as a file. */
const Csv = ({
  query,
  take,
}: {
  readonly query: Readonly<Record<string, string>>;
  readonly take: (rows: readonly Failure[]) => readonly Failure[];
}): ReactNode => {
  const write = useAct(async () => {
    const all: Failure[] = [];
    let cursor: string | null = '';
    while (cursor !== null && all.length < csvRowsMax) {
      const part: FailuresPart = await askApi(`/v2/failures${toQuery({ ...query, limit: '1000', cursor })}`);
      all.push(...part.failures);
      cursor = part.cursor;
    }
    const rows = take(all);
    download('failures.csv', 'text/csv', writeCsv(rows));
    return { rows: rows.length, isWhole: cursor === null };
  });
  return (
    <>
      <button onClick={() => write.mutate()} disabled={write.isPending}>
        {write.isPending ? 'Reading all of them …' : 'Download all as CSV'}
      </button>
      {write.isError && <Refusal error={write.error} />}
      {write.data !== undefined && (
        <span role="status">
          {formatNumberOf(write.data.rows, 'row')}
          {write.data.isWhole ? '' : ', and there are more: narrow them by filters'}
        </span>
      )}
    </>
  );
};

/** Every page of every job that ended without content, and why; the filters are in the address. */
export const FailuresScreen = (): ReactNode => {
  const filters = useFilters();
  const { filter } = filters;
  const asked = Object.fromEntries(
    ['source', 'job', 'state', 'code', 'host', 'status', 'since'].map((name) => [name, filter(name)]),
  );
  const query = useParts<FailuresPart>('/v2/failures', { ...asked, limit: '500' });
  const found = query.data?.pages.flatMap((part) => part.failures) ?? [];
  const take = (rows: readonly Failure[]): readonly Failure[] =>
    arrange(rows, filter('words'), filter('order'));
  const rows = take(found);
  const codes = useSeen(found.map(({ code }) => code));
  const hosts = useSeen(found.map(({ host }) => host ?? ''));
  const statuses = useSeen(found.map(({ status }) => String(status ?? '')));
  return (
    <>
      <Heading>Failures</Heading>
      <div className="filters">
        <FilterChoice filters={filters} name="code" label="Code" values={codes} />
        <FilterChoice filters={filters} name="host" label="Host" values={hosts} />
        <FilterChoice filters={filters} name="status" label="HTTP" values={statuses} />
        <FilterChoice
          filters={filters}
          name="state"
          label="State"
          values={states}
          emptyAs="failed or blocked"
        />
        <FilterText filters={filters} name="source" label="Id of the source" size={14} onEnter />
        <FilterText filters={filters} name="since" label="Jobs since" type="date" />
        <FilterText filters={filters} name="words" label="Words" size={14} />
        <FilterChoice filters={filters} name="order" label="Order" values={orders} emptyAs="newest first" />
        <Csv query={asked} take={take} />
      </div>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="failures" />}
      {query.data !== undefined && rows.length === 0 && !query.hasNextPage && (
        <p>No page {found.length === 0 ? 'ended like that' : 'holds those words'}.</p>
      )}
      {rows.length > 0 && (
        <>
          <div className="columns">
            <Bars
              caption="By code, of those shown"
              rows={countBy(rows, ({ code }) => code).map((row) => ({
                ...row,
                name: <Code code={row.key} />,
              }))}
            />
            <Bars caption="By host, of those shown" rows={countBy(rows, ({ host }) => host ?? 'no host')} />
          </div>
          <DataTable label="Failures" columns={columns} rows={rows} keyOf={({ job, id }) => `${job} ${id}`} />
        </>
      )}
      <p className="note" role="status">
        {formatCount(rows.length)} shown{query.hasNextPage && ', and there may be more'}
      </p>
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show more
        </button>
      )}
    </>
  );
};
