import { useState, type ReactNode } from 'react';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount } from '../format.ts';
import { Shown, State, Time } from '../parts.tsx';
import { useAnswer } from '../use-answer.ts';

/** GET /v2/alerts/{id}/deliveries. */
interface Delivery {
  readonly channel: string;
  readonly status: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
}

const columns: readonly Column<Delivery>[] = [
  { head: 'Channel', cell: ({ channel }) => channel },
  { head: 'State', cell: ({ status }) => <State of={status} /> },
  { head: 'Tries', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
  { head: 'Last try', cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt ?? undefined} /> },
  { head: 'HTTP', isNumber: true, cell: ({ lastStatusCode }) => lastStatusCode ?? '' },
  {
    head: 'What was wrong',
    isUrl: true,
    cell: ({ error, nextAttemptAt }) => (
      <>
        {error ?? ''}
        {nextAttemptAt !== null && (
          <span className="title">
            next try <Time at={nextAttemptAt} />
          </span>
        )}
      </>
    ),
  },
];

/** How each channel was told of an alert; requested when the reader opens it. */
export const AlertDeliveries = ({ id }: { readonly id: string }): ReactNode => {
  const [isOpen, setOpen] = useState(false);
  const query = useAnswer<{ readonly deliveries: readonly Delivery[] }>(
    isOpen ? `/v2/alerts/${encodeURIComponent(id)}/deliveries` : null,
  );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Who was told</summary>
      {isOpen && (
        <Shown query={query} what="who was told">
          {({ deliveries }) =>
            deliveries.length === 0 ? (
              <p>
                No channel was told when it last moved: none was there, or it is not grave enough for them.
              </p>
            ) : (
              <DataTable
                label={`Who was told of ${id}`}
                columns={columns}
                rows={deliveries}
                keyOf={({ channel }) => channel}
              />
            )
          }
        </Shown>
      )}
    </details>
  );
};
