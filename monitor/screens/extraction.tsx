import { useCallback, type ReactNode } from 'react';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { formatCount, formatNumberOf } from '../format.ts';
import { Bars, JobLink, Loading, Part, Refusal, Shown } from '../parts.tsx';
import { useAnswer, useParts } from '../use-answer.ts';
import { isPlainObject } from '../../lib/plain-object.ts';

interface Result {
  readonly page: string;
  readonly url: string;
  readonly success: boolean;
  readonly json?: unknown;
  readonly error?: string;
}

interface ResultsPart {
  readonly results: readonly Result[];
  readonly cursor: string | null;
  readonly done: boolean;
}

/** A row of the grid: an object of a page's answer; a page that answers one list has a row for each of its objects. */
interface GridRow {
  readonly key: string;
  readonly page: string;
  readonly url: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const rowsOf = ({ page, url, json, error }: Result): readonly GridRow[] => {
  if (!isPlainObject(json))
    return [{ key: page, page, url, values: {}, ...(error === undefined ? {} : { error }) }];
  const lists = Object.values(json);
  const [only] = lists;
  if (lists.length === 1 && Array.isArray(only) && only.length > 0 && only.every(isPlainObject))
    return only.map((values, index) => ({ key: `${page} ${index}`, page, url, values }));
  return [{ key: page, page, url, values: json }];
};

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const shown = (value: unknown): string =>
  !isFilled(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const Grid = ({
  id,
  rows,
  onEnd,
}: {
  readonly id: string;
  readonly rows: readonly GridRow[];
  readonly onEnd: () => void;
}): ReactNode => {
  const fields = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const columns: readonly Column<GridRow>[] = [
    {
      head: 'Page',
      isUrl: true,
      cell: ({ page, url }) => (
        <JobLink id={id} to={`/pages/${page}`}>
          {url}
        </JobLink>
      ),
    },
    ...fields.map((field): Column<GridRow> => ({
      head: field,
      isUrl: true,
      cell: ({ values }) => shown(values[field]),
    })),
    ...(rows.some(({ error }) => error !== undefined)
      ? [{ head: 'Why not', isUrl: true, cell: ({ error }: GridRow) => error ?? '' }]
      : []),
  ];
  const csv = (): string =>
    toCsv(
      ['url', ...fields],
      rows.map(({ url, values }) => [url, ...fields.map((field) => values[field])]),
    );
  return (
    <>
      <div className="filters">
        <button onClick={() => download(`${id}.csv`, 'text/csv', csv())}>Download as CSV</button>
        <button
          onClick={() =>
            download(
              `${id}.json`,
              'application/json',
              JSON.stringify(
                rows.map(({ url, values }) => ({ url, ...values })),
                null,
                2,
              ),
            )
          }
        >
          Download as JSON
        </button>
      </div>
      {fields.length > 0 && (
        <Bars
          caption={`Rows of ${formatCount(rows.length)} that have the field`}
          rows={fields.map((field) => ({
            key: field,
            name: field,
            count: rows.filter(({ values }) => isFilled(values[field])).length,
          }))}
        />
      )}
      <DataTable label="Answers" columns={columns} rows={rows} keyOf={({ key }) => key} onEnd={onEnd} />
      <p className="note">
        {formatNumberOf(rows.length, 'row')}. A page shows where each of its values stands.
      </p>
    </>
  );
};

/** What all pages together answer, and what else was offered for it. */
const Merged = ({ id }: { readonly id: string }): ReactNode => {
  const query = useAnswer<{ readonly data: unknown; readonly sources?: unknown }>(`/v2/extract/${id}`);
  return (
    <Shown query={query} what="the answer of all pages together">
      {({ data, sources }) => (
        <Part title="What all pages together answer">
          <pre className="document" tabIndex={0} role="region" aria-label="The answer">
            {JSON.stringify(data, null, 2)}
          </pre>
          {sources !== undefined && sources !== null && (
            <details>
              <summary>Where each value was found, and what else was offered</summary>
              <pre className="document">{JSON.stringify(sources, null, 2)}</pre>
            </details>
          )}
        </Part>
      )}
    </Shown>
  );
};

/** What an extraction answers, a row for each page or object, a column for each field. */
export const ExtractionScreen = ({ id }: { readonly id: string }): ReactNode => {
  const query = useParts<ResultsPart>(`/v2/extract/${id}/results`);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isDone = query.data?.pages.at(-1)?.done === true;
  const more = useCallback(() => {
    if (hasNextPage && !isDone && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isDone, isFetchingNextPage, fetchNextPage]);
  const rows = query.data?.pages.flatMap((part) => part.results.flatMap(rowsOf)) ?? [];
  return (
    <>
      <h1>Answers of an extraction</h1>
      <p>
        <JobLink id={id}>The job</JobLink>
      </p>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="answers" />}
      {query.data !== undefined && rows.length === 0 && <p>No page has answered yet.</p>}
      {rows.length > 0 && <Grid id={id} rows={rows} onEnd={more} />}
      {hasNextPage && !isDone && (
        <button onClick={more} disabled={isFetchingNextPage}>
          Show more
        </button>
      )}
      {query.data !== undefined && <Merged id={id} />}
    </>
  );
};
