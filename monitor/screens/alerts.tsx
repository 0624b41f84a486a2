import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { alertRules, severities } from '../../lib/source/alerts/alert-rules.ts';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount, formatNumberOf } from '../format.ts';
import { Heading, Refusal, Shown, State, Time } from '../parts.tsx';
import { AlertDeliveries } from '../sources/alert-deliveries.tsx';
import { AlertChannels } from '../sources/alert-channels.tsx';
import { toQuery, useAct, useAnswer } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

interface AlertLine {
  readonly id: string;
  readonly source: string;
  readonly rule: string;
  readonly severity: string;
  readonly state: 'open' | 'acknowledged' | 'closed';
  readonly message: string;
  readonly openedAt: string;
  readonly lastAt: string;
  readonly runs: number;
  readonly acknowledgedBy: string | null;
  readonly snoozedUntil: string | null;
  readonly closedAt: string | null;
  readonly closedBecause: 'over' | 'removed' | 'retired' | null;
}

/** For how long an alert can be put off. */
const putOffs = { '1d': 'a day', '7d': 'a week', '30d': 'a month' } as const;

/** Acknowledges an alert, or puts it off. */
const Attend = ({ alert }: { readonly alert: AlertLine }): ReactNode => {
  const path = `/v2/alerts/${encodeURIComponent(alert.id)}`;
  const act = useAct((time: string | null) =>
    time === null
      ? askApi(`${path}/ack`, { method: 'POST' })
      : askApi(`${path}/snooze`, { method: 'POST', body: { for: time } }),
  );
  if (act.isError) return <Refusal error={act.error} />;
  if (alert.state === 'closed')
    return (
      <>
        {alert.closedBecause === 'over'
          ? 'over'
          : `closed, as its source was ${alert.closedBecause ?? 'removed'},`}{' '}
        since <Time at={alert.closedAt ?? undefined} />
      </>
    );
  const what = `${alert.rule} of ${alert.source}`;
  return (
    <div className="attend">
      {alert.state === 'acknowledged' ? (
        <span>
          seen by {alert.acknowledgedBy ?? 'somebody'}
          {alert.snoozedUntil !== null && (
            <>
              , put off until <Time at={alert.snoozedUntil} />
            </>
          )}
        </span>
      ) : (
        <button
          disabled={act.isPending}
          onClick={() => act.mutate(null)}
          aria-label={`I have seen it: ${what}`}
        >
          I have seen it
        </button>
      )}
      <select
        aria-label={`Put it off: ${what}`}
        value=""
        disabled={act.isPending}
        onChange={(event) => event.target.value !== '' && act.mutate(event.target.value)}
      >
        <option value="">Put it off …</option>
        {Object.entries(putOffs).map(([time, words]) => (
          <option key={time} value={time}>
            for {words}
          </option>
        ))}
      </select>
    </div>
  );
};

const columns: readonly Column<AlertLine>[] = [
  {
    head: 'What is wrong',
    isUrl: true,
    cell: ({ id, source, rule, message }) => (
      <>
        <Link href={`/sources/${source}`}>{source}</Link> {rule}
        <span className="title">{message}</span>
        <AlertDeliveries id={id} />
      </>
    ),
  },
  { head: 'Severity', cell: ({ severity }) => <State of={severity} /> },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'Since', cell: ({ openedAt }) => <Time at={openedAt} /> },
  { head: 'Found last', cell: ({ lastAt }) => <Time at={lastAt} /> },
  { head: 'By runs', isNumber: true, cell: ({ runs }) => formatCount(runs) },
  { head: 'Somebody', cell: (alert) => <Attend alert={alert} /> },
];

/** Alerts of sources, the most severe first, and the channels that tell the team of them. */
export const AlertsScreen = (): ReactNode => {
  const filters = useFilters();
  const { filter } = filters;
  const query = useAnswer<{ readonly alerts: readonly AlertLine[] }>(
    `/v2/alerts${toQuery({ state: filter('state'), source: filter('source') })}`,
    15_000,
  );
  return (
    <>
      <Heading>Alerts</Heading>
      <div className="filters">
        <FilterChoice
          filters={filters}
          name="state"
          label="State"
          values={['', 'open', 'acknowledged', 'closed', 'all']}
          emptyAs="not over"
        />
        <FilterChoice filters={filters} name="severity" label="Severity" values={['', ...severities]} />
        <FilterChoice filters={filters} name="rule" label="Rule" values={['', ...alertRules]} />
        <FilterText filters={filters} name="source" label="Id of the source" onEnter />
      </div>
      <Shown query={query} what="alerts">
        {({ alerts }) => {
          const rows = alerts.filter(
            ({ severity, rule }) =>
              (filter('severity') === '' || severity === filter('severity')) &&
              (filter('rule') === '' || rule === filter('rule')),
          );
          return (
            <>
              {rows.length === 0 ? (
                <p>{alerts.length === 0 ? 'No source behaves unlike itself.' : 'No alert is like that.'}</p>
              ) : (
                <DataTable label="Alerts" columns={columns} rows={rows} keyOf={({ id }) => id} />
              )}
              <p className="note" role="status">
                {formatNumberOf(rows.length, 'alert')}. One that somebody has seen is told again only if it
                gets worse, and one that was put off if a run finds it after that; it is over once a run finds
                so.
              </p>
            </>
          );
        }}
      </Shown>
      <AlertChannels />
    </>
  );
};
