import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FeedAddress } from '../feed-address.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount } from '../format.ts';
import { Heading, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import type { ToldChange, ToldLoss } from '../../lib/source/atom-feed.ts';
import { useReadPlace } from '../sources/read-place.ts';
import { refreshParts, whileIdleMs } from '../refresh.ts';
import { toQuery } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

/** A change, and its place in the feed. */
type PlacedChange = ToldChange & { readonly cursor: string };

interface ChangesPart {
  readonly changes: readonly PlacedChange[];
  readonly lost?: readonly ToldLoss[];
  readonly cursor: string | null;
}

const kinds = ['', 'added', 'modified', 'deleted', 'moved', 'restored'] as const;
const perPart = 200;

const makeColumns = (isUnread: (change: PlacedChange) => boolean): readonly Column<PlacedChange>[] => [
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
  {
    head: 'Seen',
    cell: (change) => (
      <>
        <Time at={change.at} /> {isUnread(change) && <strong>not read yet</strong>}
      </>
    ),
  },
  { head: 'What', cell: ({ kind }) => <State of={kind} /> },
  { head: 'Source', cell: ({ source }) => <Link href={`/sources/${source}`}>{source}</Link> },
  { head: 'Run', cell: ({ run }) => <JobLink id={run}>{run.slice(-8)}</JobLink> },
];

const useChanges = (filter: Readonly<Record<string, string>>) =>
  useInfiniteQuery({
    queryKey: ['answer', 'changes', filter],
    queryFn: ({ pageParam, signal }) =>
      askApi<ChangesPart>(`/v2/changes${toQuery({ ...filter, before: pageParam, limit: String(perPart) })}`, {
        signal,
      }),
    initialPageParam: 'now',
    getNextPageParam: (last: ChangesPart) => last.cursor ?? undefined,
    refetchInterval: refreshParts<ChangesPart>(whileIdleMs),
  });

/** Changes of all sources, the newest first; those since the reader's last mark are highlighted. */
export const ChangesScreen = (): ReactNode => {
  const filters = useFilters();
  const { filter } = filters;
  const { isUnread, markRead } = useReadPlace();
  const query = useChanges({ kind: filter('kind'), source: filter('source') });
  const changes = query.data?.pages.flatMap((part) => part.changes) ?? [];
  const lost = query.data?.pages.flatMap((part) => part.lost ?? []) ?? [];
  const unread = changes.filter((change) => isUnread(change));
  const rows = filter('show') === '' ? changes : unread;
  // Under a filter, changes that nobody has seen stand before the newest one that is shown.
  const isFiltered = filter('kind') !== '' || filter('source') !== '';
  const [newest] = isFiltered ? [] : changes;
  return (
    <>
      <Heading>Changes</Heading>
      <div className="filters">
        <FilterChoice filters={filters} name="kind" label="What" values={kinds} />
        <FilterChoice filters={filters} name="show" label="Show" values={['', 'not read yet']} />
        <FilterText filters={filters} name="source" label="Id of the source" onEnter />
        <button
          onClick={() => newest !== undefined && markRead(newest)}
          disabled={unread.length === 0 || newest === undefined}
          title={isFiltered ? 'Show changes of every kind and source to mark them all' : undefined}
        >
          Mark all as read
        </button>
      </div>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="changes" />}
      {query.data !== undefined && rows.length === 0 && (
        <p>{changes.length > 0 ? 'All that is shown was read.' : 'No change like that was told of.'}</p>
      )}
      {lost.map(({ run, error }) => (
        <p key={run} className="note" role="alert">
          {error}
        </p>
      ))}
      {rows.length > 0 && (
        <DataTable
          label="Changes"
          columns={makeColumns(isUnread)}
          rows={rows}
          keyOf={({ source, run, kind, url }) => `${source} ${run} ${kind} ${url}`}
        />
      )}
      <p className="note" role="status">
        {formatCount(rows.length)} shown, the newest first; {formatCount(unread.length)} not read yet
        {query.hasNextPage && '; older ones are not shown'}
      </p>
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older ones
        </button>
      )}
      <FeedAddress source={filter('source')} kind={filter('kind')} />
    </>
  );
};
