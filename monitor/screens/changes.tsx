import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FeedAddress } from '../feed-address.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount } from '../format.ts';
import { Heading, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import type { ToldChange, ToldLoss } from '../../lib/source/atom-feed.ts';
import { refreshParts, whileIdleMs } from '../refresh.ts';
import { toQuery } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

interface ChangesPart {
  readonly changes: readonly ToldChange[];
  readonly lost?: readonly ToldLoss[];
  readonly cursor: string | null;
}

const kinds = ['', 'added', 'modified', 'deleted', 'moved', 'restored'] as const;
const perPart = 200;

/** How far this browser's reader has read the feed; it is no secret, so it outlives the tab. */
const readPlace = 'gleaner-changes-read';

const makeColumns = (readUntil: string): readonly Column<ToldChange>[] => [
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
    cell: ({ at }) => (
      <>
        <Time at={at} /> {at > readUntil && <strong>not read yet</strong>}
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
  const [readUntil, setReadUntil] = useState(() => localStorage.getItem(readPlace) ?? '');
  const query = useChanges({ kind: filter('kind'), source: filter('source') });
  const changes = query.data?.pages.flatMap((part) => part.changes) ?? [];
  const lost = query.data?.pages.flatMap((part) => part.lost ?? []) ?? [];
  const unread = changes.filter(({ at }) => at > readUntil);
  const rows = filter('show') === '' ? changes : unread;
  const markRead = (): void => {
    const until = changes.reduce((last, { at }) => (at > last ? at : last), readUntil);
    localStorage.setItem(readPlace, until);
    setReadUntil(until);
  };
  return (
    <>
      <Heading>Changes</Heading>
      <div className="filters">
        <FilterChoice filters={filters} name="kind" label="What" values={kinds} />
        <FilterChoice filters={filters} name="show" label="Show" values={['', 'not read yet']} />
        <FilterText filters={filters} name="source" label="Id of the source" onEnter />
        <button onClick={markRead} disabled={unread.length === 0}>
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
          columns={makeColumns(readUntil)}
          rows={rows}
          keyOf={({ source, run, kind, url }) => `${source} ${run} ${kind} ${url}`}
        />
      )}
      <p className="note" role="status">
        {formatCount(rows.length)} shown, the newest first; {formatCount(unread.length)} not read yet
        {readUntil !== '' && (
          <>
            {' '}
            (read until <Time at={readUntil} />)
          </>
        )}
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
