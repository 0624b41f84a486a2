import { useCallback, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { Choice, Code, Loading, Refusal, State, Time } from '../parts.tsx';
import { useParts } from '../use-answer.ts';

interface SourcePage {
  readonly url: string;
  readonly state: string;
  readonly title: string | null;
  readonly lastChanged: string;
  readonly lastSeen: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly movedTo: string | null;
}

interface PagesPart {
  readonly total: number;
  readonly pages: readonly SourcePage[];
  readonly cursor: string | null;
}

const states = ['', 'present', 'missing', 'deleted', 'moved', 'unreachable'] as const;

const makeColumns = (id: string): readonly Column<SourcePage>[] => [
  {
    head: 'URL',
    isUrl: true,
    cell: ({ url, title }) => (
      <>
        <Link href={`/sources/${id}/page?${new URLSearchParams({ url })}`}>{url}</Link>
        {title !== null && <span className="title">{title}</span>}
      </>
    ),
  },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'Last changed', cell: ({ lastChanged }) => <Time at={lastChanged} /> },
  { head: 'Last there', cell: ({ lastSeen }) => <Time at={lastSeen} /> },
  { head: 'HTTP', isNumber: true, cell: ({ status }) => status ?? '' },
  {
    head: 'Why',
    cell: ({ code, movedTo }) => {
      if (code !== null) return <Code code={code} />;
      return movedTo !== null && `leads to ${movedTo}`;
    },
  },
];

/** The current pages of a source; each links to its versions. */
export const SourcePages = ({ id }: { readonly id: string }): ReactNode => {
  const [state, setState] = useState('');
  const query = useParts<PagesPart>(`/v2/sources/${id}/pages`, { state, limit: '500' });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const pages = query.data?.pages.flatMap((part) => part.pages) ?? [];
  return (
    <>
      <div className="filters">
        <Choice label="State" values={states} value={state} onChoose={setState} />
      </div>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="its pages" />}
      {query.data !== undefined && pages.length === 0 && <p>No page like that.</p>}
      {pages.length > 0 && (
        <DataTable
          label="Pages"
          columns={makeColumns(id)}
          rows={pages}
          keyOf={({ url }) => url}
          onEnd={more}
        />
      )}
      {hasNextPage && (
        <button onClick={more} disabled={isFetchingNextPage}>
          Show more
        </button>
      )}
    </>
  );
};
