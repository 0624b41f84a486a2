import { useCallback, type ReactNode } from 'react';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { formatNumberOf } from '../format.ts';
import { Bars, Heading, JobLink, Loading, Part, Refusal, Shown } from '../parts.tsx';
import { toQuery, useAct, useAnswer, useParts } from '../use-answer.ts';
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

/** A row of the grid: an object of a page's answer. A page that answers one list has a row for each of its objects. */
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

const fieldsOf = (rows: readonly GridRow[]): readonly string[] => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
];

/** Most rows of one file: spreadsheets open these without effort. */
const fileRowsMax = 50_000;

/** Reads every row so far, whether or not it is shown. */
const readAll = async (
  id: string,
): Promise<{ readonly rows: readonly GridRow[]; readonly isWhole: boolean }> => {
  const rows: GridRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null && rows.length < fileRowsMax) {
    const part: ResultsPart = await askApi(`/v2/extract/${id}/results${toQuery({ cursor })}`);
    rows.push(...part.results.flatMap(rowsOf));
    if (part.done) return { rows, isWhole: true };
    // A running job returns the same cursor until more pages have answered.
    cursor = part.results.length === 0 ? null : part.cursor;
  }
  return { rows, isWhole: false };
};

const files = {
  CSV: {
    ending: 'csv',
    type: 'text/csv',
    write: (rows: readonly GridRow[]): string => {
      const fields = fieldsOf(rows);
      return toCsv(
        ['url', ...fields],
        rows.map(({ url, values }) => [url, ...fields.map((field) => values[field])]),
      );
    },
  },
  JSON: {
    ending: 'json',
    type: 'application/json',
    write: (rows: readonly GridRow[]): string =>
      JSON.stringify(
        rows.map(({ url, values }) => ({ url, ...values })),
        null,
        2,
      ),
  },
} as const;

const Downloads = ({ id }: { readonly id: string }): ReactNode => {
  const save = useAct(async (format: keyof typeof files) => {
    const { rows, isWhole } = await readAll(id);
    const { ending, type, write } = files[format];
    download(`${id}.${ending}`, type, write(rows));
    return { count: rows.length, isWhole };
  });
  return (
    <div className="filters">
      {(Object.keys(files) as (keyof typeof files)[]).map((format) => (
        <button key={format} disabled={save.isPending} onClick={() => save.mutate(format)}>
          {save.isPending && save.variables === format
            ? 'Reading all of them …'
            : `Download all as ${format}`}
        </button>
      ))}
      {save.isError && <Refusal error={save.error} />}
      {save.data !== undefined && (
        <span role="status">
          {formatNumberOf(save.data.count, 'row')}
          {save.data.isWhole ? '' : ', and there may be more'}
        </span>
      )}
    </div>
  );
};

const Grid = ({
  id,
  rows,
  isWhole,
  onEnd,
}: {
  readonly id: string;
  readonly rows: readonly GridRow[];
  readonly isWhole: boolean;
  readonly onEnd: () => void;
}): ReactNode => {
  const fields = fieldsOf(rows);
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
  return (
    <>
      <Downloads id={id} />
      {fields.length > 0 && (
        <Bars
          caption={`Of the ${formatNumberOf(rows.length, 'row')} shown, those that have the field`}
          rows={fields.map((field) => ({
            key: field,
            name: field,
            count: rows.filter(({ values }) => isFilled(values[field])).length,
          }))}
        />
      )}
      <DataTable label="Answers" columns={columns} rows={rows} keyOf={({ key }) => key} onEnd={onEnd} />
      <p className="note">
        {formatNumberOf(rows.length, 'row')} shown{isWhole ? '' : ', not all'}. A page shows where each of its
        values stands.
      </p>
    </>
  );
};

/** The merged answer of all pages, and the other values that pages offered. */
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

/** The answer of an extraction: a row for each page or object, a column for each field. */
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
      <Heading>Answers of an extraction</Heading>
      <p>
        <JobLink id={id}>The job</JobLink>
      </p>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="answers" />}
      {query.data !== undefined && rows.length === 0 && <p>No page has answered yet.</p>}
      {rows.length > 0 && <Grid id={id} rows={rows} isWhole={isDone || !hasNextPage} onEnd={more} />}
      {hasNextPage && !isDone && (
        <button onClick={more} disabled={isFetchingNextPage}>
          Show more
        </button>
      )}
      {query.data !== undefined && <Merged id={id} />}
    </>
  );
};
