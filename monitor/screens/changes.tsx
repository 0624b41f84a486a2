import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount } from '../format.ts';
import { Choice, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import { toQuery } from '../use-answer.ts';

interface Change {
  readonly source: string;
  readonly run: string;
  readonly kind: string;
  readonly url: string;
  readonly at: string;
  readonly title: string | null;
  readonly movedTo: string | null;
}

interface ChangesPart {
  readonly changes: readonly Change[];
  readonly cursor: string;
}

const kinds = ['', 'added', 'modified', 'deleted', 'moved', 'restored'] as const;
const perPart = 500;

const columns: readonly Column<Change>[] = [
  {
    head: 'Page',
    isUrl: true,
    cell: ({ source, url, title, movedTo }) => (
      <>
        <Link href={`/sources/${source}/page?${new URLSearchParams({ url })}`}>{url}</Link>
        {(title !== null || movedTo !== null) && (
          <span className="title">{movedTo === null ? title : `now at ${movedTo}`}</span>
        )}
      </>
    ),
  },
  { head: 'Seen', cell: ({ at }) => <Time at={at} /> },
  { head: 'What', cell: ({ kind }) => <State of={kind} /> },
  { head: 'Source', cell: ({ source }) => <Link href={`/sources/${source}`}>{source}</Link> },
  { head: 'Run', cell: ({ run }) => <JobLink id={run}>{run.slice(-8)}</JobLink> },
];

/** Changes of all sources, in the order of the feed: what was seen last is at the end. */
export const ChangesScreen = (): ReactNode => {
  const [filter, setFilter] = useState({ kind: '', source: '' });
  const query = useInfiniteQuery({
    queryKey: ['answer', 'changes', filter],
    queryFn: ({ pageParam, signal }) =>
      askApi<ChangesPart>(`/v2/changes${toQuery({ ...filter, since: pageParam, limit: String(perPart) })}`, {
        signal,
      }),
    initialPageParam: '',
    // The feed never ends: where a part is not full, nothing has come after it yet.
    getNextPageParam: (last: ChangesPart) => (last.changes.length < perPart ? undefined : last.cursor),
  });
  const changes = query.data?.pages.flatMap((part) => part.changes) ?? [];
  const rows = changes.toReversed();
  return (
    <>
      <h1>Changes</h1>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const source = new FormData(event.currentTarget).get('source');
          setFilter({ ...filter, source: typeof source === 'string' ? source.trim() : '' });
        }}
      >
        <Choice
          label="What"
          values={kinds}
          value={filter.kind}
          onChoose={(kind) => setFilter({ ...filter, kind })}
        />
        <label>
          Id of the source <input name="source" size={20} />
        </label>
        <button>Show</button>
      </form>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="changes" />}
      {query.data !== undefined && rows.length === 0 && <p>No change like that was told of.</p>}
      {rows.length > 0 && (
        <DataTable
          label="Changes"
          columns={columns}
          rows={rows}
          keyOf={({ source, run, kind, url }) => `${source} ${run} ${kind} ${url}`}
        />
      )}
      <p className="note" role="status">
        {formatCount(rows.length)} shown, the last one first
        {query.hasNextPage && '; the feed goes on: later ones are not read yet'}
      </p>
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Read on
        </button>
      )}
    </>
  );
};
