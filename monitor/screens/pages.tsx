import { useCallback, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { formatCount } from '../format.ts';
import { JobLink, Loading, Refusal } from '../parts.tsx';
import { PageTable } from '../page-table.tsx';
import { usePages } from '../use-api.ts';

const states = ['', 'admitted,fetched', 'done', 'failed', 'blocked', 'skipped'] as const;

/** The pages of a job in any state; the filter stands in the address. */
export const PagesScreen = ({ id }: { readonly id: string }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(
    ['state', 'code', 'prefix'].flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  );
  const [prefix, setPrefix] = useState(filter['prefix'] ?? '');
  const query = usePages(id, filter);
  const pages = query.data?.pages.flatMap((part) => part.pages) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const choose = (name: string, value: string): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <>
      <h1>Pages</h1>
      <p>
        <JobLink id={id}>The job</JobLink>
      </p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          choose('prefix', prefix);
        }}
      >
        <label>
          State{' '}
          <select value={filter['state'] ?? ''} onChange={(event) => choose('state', event.target.value)}>
            {states.map((state) => (
              <option key={state} value={state}>
                {state === '' ? 'all' : state === 'admitted,fetched' ? 'open' : state}
              </option>
            ))}
          </select>
        </label>
        <label>
          URL begins with{' '}
          <input value={prefix} onChange={(event) => setPrefix(event.target.value)} size={40} />
        </label>
        <button>Show</button>
        {filter['code'] !== undefined && (
          <button type="button" onClick={() => choose('code', '')}>
            Only {filter['code']} ✕
          </button>
        )}
      </form>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending ? <Loading what="pages" /> : <PageTable job={id} pages={pages} onEnd={more} />}
      <p className="note" role="status">
        {formatCount(pages.length)} shown{hasNextPage ? ', and there are more' : ''}
      </p>
      {hasNextPage && (
        <button onClick={more} disabled={isFetchingNextPage}>
          Show more
        </button>
      )}
    </>
  );
};
