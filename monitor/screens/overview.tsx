import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { JobLine } from '../../lib/steps/api/list-jobs.ts';
import type { AlertsOverview, SourcesOverview } from '../../lib/steps/manage-sources/tell-overview.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount, formatDollars, formatNumberOf } from '../format.ts';
import { Facts, Heading, LeftOut, Part, Shown, State, Time } from '../parts.tsx';
import { judgeTrouble, tellFailed } from '../sources/source-types.ts';
import { useAnswer } from '../use-answer.ts';
import { jobColumns } from './jobs.tsx';

/** GET /v2/overview. */
interface Overview extends SourcesOverview {
  readonly at: string;
  readonly since: string;
  readonly alerts: AlertsOverview;
  readonly jobs: {
    readonly isWhole: boolean;
    readonly open: number;
    readonly begun: number;
    readonly failed: number;
    readonly pages: number;
    readonly pagesFailed: number;
    readonly dollars: number;
    readonly unpriced: number;
    readonly longestStillSince: string | null;
    readonly newest: readonly JobLine[];
  };
  readonly month: {
    readonly since: string;
    readonly jobs: number;
    readonly pages: number;
    readonly dollars: number;
    readonly unpriced: number;
    readonly budget: number | null;
  };
  readonly queues: readonly {
    readonly queue: string;
    readonly waiting: number;
    readonly inFlight: number;
    readonly delayed: number;
  }[];
}

/** This month's costs so far, beside the budget if the deployment has one. */
const Month = ({ month: { jobs, pages, dollars, unpriced, budget } }: Pick<Overview, 'month'>): ReactNode => (
  <Part title="This month">
    {budget !== null && (
      <meter
        min={0}
        max={budget}
        high={budget * 0.8}
        value={Math.min(dollars, budget)}
        aria-label="Part of the budget that is spent"
      />
    )}
    <Facts
      facts={[
        ['Cost', formatDollars(dollars)],
        ['Budget', budget === null ? 'none was named' : formatDollars(budget)],
        ['Jobs that ended', formatCount(jobs)],
        ['Pages with content', formatCount(pages)],
      ]}
    />
    {unpriced > 0 && (
      <p className="note">Without {formatNumberOf(unpriced, 'call')} of models whose price is not known.</p>
    )}
    <LeftOut what="Until each job ended," />
    {budget !== null && (
      <p className="note">
        The budget is that of the whole AWS account: AWS tells its owner by the bill, which counts what is
        left out here, other teams and whatever else runs there.
      </p>
    )}
  </Part>
);

const queueColumns: readonly Column<Overview['queues'][number]>[] = [
  { head: 'Queue', cell: ({ queue }) => queue },
  { head: 'Waiting', isNumber: true, cell: ({ waiting }) => formatCount(waiting) },
  { head: 'Worked on', isNumber: true, cell: ({ inFlight }) => formatCount(inFlight) },
  { head: 'Put off', isNumber: true, cell: ({ delayed }) => formatCount(delayed) },
];

/** Waiting work of the whole deployment. */
const Queues = ({ queues, jobs }: Pick<Overview, 'queues' | 'jobs'>): ReactNode => (
  <Part title="What waits">
    <DataTable label="Queues" columns={queueColumns} rows={queues} keyOf={({ queue }) => queue} />
    <p className="note">
      Messages of all teams, as SQS counts them: roughly, and up to a minute late. How old the oldest is SQS
      tells CloudWatch alone: on AWS the dashboard of the stack shows it.
      {jobs.longestStillSince !== null && (
        <>
          {' '}
          The open job that has stood still for longest moved last <Time at={jobs.longestStillSince} />.
        </>
      )}
    </p>
  </Part>
);

const Counted = ({ count, to }: { readonly count: number; readonly to: string }): ReactNode => (
  <Link href={to}>{formatCount(count)}</Link>
);

const Sources = ({ sources, alerts }: Pick<Overview, 'sources' | 'alerts'>): ReactNode =>
  sources.total === 0 ? (
    <p>
      No source yet. A <Link href="/manifests">manifest</Link> lists pages that are fetched again and again.
    </p>
  ) : (
    <Facts
      facts={[
        ['Sources', <Counted key="t" count={sources.total} to="/sources" />],
        ...Object.entries(sources.conditions)
          .filter(([, count]) => count > 0)
          .map(
            ([condition, count]) =>
              [
                condition,
                <Counted key={condition} count={count} to={`/sources?condition=${condition}`} />,
              ] as const,
          ),
        ['Running', formatCount(sources.running)],
        ['Last run failed', formatCount(sources.failed)],
        ['Alerts nobody has seen', <Counted key="a" count={alerts.open} to="/alerts?state=open" />],
        ['Changed within a day', <Counted key="c" count={sources.changed} to="/changes" />],
      ]}
    />
  );

const Moments = ({
  title,
  lines,
  none,
}: {
  readonly title: string;
  readonly lines: Overview['next'];
  readonly none: string;
}): ReactNode => (
  <Part title={title}>
    {lines.length === 0 ? (
      <p className="note">{none}</p>
    ) : (
      <ul className="moments">
        {lines.map(({ id, name, at }) => (
          <li key={id}>
            <Link href={`/sources/${id}`}>{name ?? id}</Link> <Time at={at} />
          </li>
        ))}
      </ul>
    )}
  </Part>
);

const Troubled = ({ troubled }: Pick<Overview, 'troubled'>): ReactNode =>
  troubled.length > 0 && (
    <Part title="Sources that need somebody">
      <ul className="moments">
        {troubled.map(({ id, name, held, ...ending }) => (
          <li key={id}>
            <State of={judgeTrouble(ending)} /> <Link href={`/sources/${id}`}>{name ?? id}</Link>
            {tellFailed(ending) !== null && ` ${tellFailed(ending)}`}
            {held > 0 && ` holds back ${formatNumberOf(held, 'deletion')}`}
          </li>
        ))}
      </ul>
    </Part>
  );

/** Alerts that no one has acknowledged; news of changes stand under their own heading. */
const Alerts = ({ alerts }: Pick<Overview, 'alerts'>): ReactNode => {
  const grave = alerts.gravest.filter(({ severity }) => severity !== 'info');
  return (
    grave.length > 0 && (
      <Part title="Alerts that nobody has seen">
        <ul className="moments">
          {grave.map(({ id, source, severity, message, lastAt }) => (
            <li key={id}>
              <State of={severity} /> <Link href={`/sources/${source}`}>{source}</Link>: {message}{' '}
              <Time at={lastAt} />
            </li>
          ))}
        </ul>
        <p>
          <Link href="/alerts?state=open">All of them</Link>, also those that only tell of changes
        </p>
      </Part>
    )
  );
};

const Told = ({ overview }: { readonly overview: Overview }): ReactNode => {
  const { sources, alerts, jobs, next, changed, troubled } = overview;
  return (
    <>
      <Sources sources={sources} alerts={alerts} />
      <Alerts alerts={alerts} />
      <Troubled troubled={troubled} />
      {sources.total > 0 && (
        <div className="columns">
          <Moments title="Due next" lines={next} none="None is due by itself." />
          <Moments title="Changed within a day" lines={changed} none="None changed." />
        </div>
      )}
      <Part title="Jobs within a day">
        <Facts
          facts={[
            ['Open', <Counted key="o" count={jobs.open} to="/jobs" />],
            ['Begun', formatCount(jobs.begun)],
            ['Failed', formatCount(jobs.failed)],
            ['Pages with content', formatCount(jobs.pages)],
            ['Pages without', <Counted key="f" count={jobs.pagesFailed} to="/failures" />],
            [
              'Cost',
              <Link key="c" href="/costs">
                {formatDollars(jobs.dollars)}
              </Link>,
            ],
          ]}
        />
        {!jobs.isWhole && <p className="note">Counted from the newest 200 jobs: there were more.</p>}
        {jobs.unpriced > 0 && (
          <p className="note">
            Without what models took for {formatNumberOf(jobs.unpriced, 'job')}: their price is not known.
          </p>
        )}
        {jobs.newest.length === 0 ? (
          <p>
            No job yet. Begin one in the <Link href="/play">playground</Link>, or with{' '}
            <code>npx gleaner crawl https://example.com</code>
          </p>
        ) : (
          <DataTable label="Jobs" columns={jobColumns} rows={jobs.newest} keyOf={({ id }) => id} />
        )}
        <p>
          <Link href="/jobs">All jobs</Link>
        </p>
      </Part>
      <div className="columns">
        <Month month={overview.month} />
        <Queues queues={overview.queues} jobs={jobs} />
      </div>
    </>
  );
};

/** The state of everything: the first screen. */
export const OverviewScreen = (): ReactNode => {
  const query = useAnswer<Overview>('/v2/overview', 15_000);
  return (
    <>
      <Heading>Overview</Heading>
      <Shown query={query} what="how everything is">
        {(overview) => <Told overview={overview} />}
      </Shown>
    </>
  );
};
