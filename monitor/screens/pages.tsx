import { useCallback, type ReactNode } from 'react';
import { FilterText } from '../filter-inputs.tsx';
import { formatCount } from '../format.ts';
import { Heading, JobLink, Loading, Refusal } from '../parts.tsx';
import { PageTable } from '../page-table.tsx';
import { isOpen, usePages, useProgress } from '../use-api.ts';
import { useFilters } from '../use-filters.ts';

const states = ['', 'admitted,fetched', 'done', 'failed', 'blocked', 'skipped'] as const;

/** The pages of a job in any state; the filter is in the address. */
export const PagesScreen = ({ id }: { readonly id: string }): ReactNode => {
  const filters = useFilters();
  const { choose } = filters;
  const [state, code, prefix] = [filters.filter('state'), filters.filter('code'), filters.filter('prefix')];
  const job = useProgress(id).data?.job;
  const query = usePages(id, { state, code, prefix }, job === undefined || isOpen(job));
  const pages = query.data?.pages.flatMap((part) => part.pages) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      <Heading>Pages</Heading>
      <p>
        <JobLink id={id}>The job</JobLink>
      </p>
      <div className="filters">
        <label>
          State{' '}
          <select value={state} onChange={(event) => choose('state', event.target.value)}>
            {states.map((each) => (
              <option key={each} value={each}>
                {each === '' ? 'all' : each === 'admitted,fetched' ? 'open' : each}
              </option>
            ))}
          </select>
        </label>
        <FilterText filters={filters} name="prefix" label="URL begins with" size={40} onEnter />
        <button onClick={() => void query.refetch()}>Show</button>
        {code !== '' && <button onClick={() => choose('code', '')}>All codes, not only {code}</button>}
      </div>
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
