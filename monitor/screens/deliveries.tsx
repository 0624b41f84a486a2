import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiRefusal, askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount } from '../format.ts';
import { Heading, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import { refreshParts, whileIdleMs } from '../refresh.ts';
import { toQuery, useAct } from '../use-answer.ts';

interface Delivery {
  readonly webhookId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
}

/** GET /v2/webhooks/{id}. */
interface Log {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  readonly next?: string;
}

const columns: readonly Column<Delivery>[] = [
  { head: 'Event', cell: ({ type }) => type },
  { head: 'Happened', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'State', cell: ({ status }) => <State of={status} /> },
  { head: 'Tries', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
  { head: 'Last try', cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt ?? undefined} /> },
  { head: 'HTTP', isNumber: true, cell: ({ lastStatusCode }) => lastStatusCode ?? '' },
  { head: 'Next try', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt ?? undefined} /> },
  { head: 'What was wrong', isUrl: true, cell: ({ error }) => error ?? '' },
];

const cursorIn = (next: string | undefined): string | undefined =>
  next === undefined ? undefined : (URL.parse(next)?.searchParams.get('cursor') ?? undefined);

/** The events sent to a job's webhook, and a way to send failed ones again. */
export const DeliveriesScreen = ({ id }: { readonly id: string }): ReactNode => {
  const query = useInfiniteQuery({
    queryKey: ['answer', 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      askApi<Log>(`/v2/webhooks/${id}${toQuery({ cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: Log) => cursorIn(last.next),
    refetchInterval: refreshParts<Log>(whileIdleMs),
  });
  const again = useAct(() => askApi<unknown>(`/v2/webhooks/${id}/redeliver`, { method: 'POST' }));
  const isNone = query.error instanceof ApiRefusal && query.error.status === 404;
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const [first] = query.data?.pages ?? [];
  return (
    <>
      <Heading>What its webhook was told</Heading>
      <p>
        <JobLink id={id}>The job</JobLink>
        {first !== undefined && (
          <>
            {' '}
            tells <span className="url">{first.url}</span>
          </>
        )}
      </p>
      {query.isPending && <Loading what="what its webhook was told" />}
      {isNone && <p>The request of this job named no webhook, or it is forgotten by now.</p>}
      {query.isError && !isNone && <Refusal error={query.error} again={() => void query.refetch()} />}
      {first !== undefined && rows.length === 0 && <p>Nothing has happened that it is told of.</p>}
      {rows.length > 0 && (
        <DataTable label="Deliveries" columns={columns} rows={rows} keyOf={({ webhookId }) => webhookId} />
      )}
      <div className="filters">
        {query.hasNextPage && (
          <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            Show more
          </button>
        )}
        {rows.some(({ status }) => status === 'failed') && (
          <button onClick={() => again.mutate()} disabled={again.isPending}>
            Tell again what was given up
          </button>
        )}
      </div>
      {again.isError && <Refusal error={again.error} />}
    </>
  );
};
