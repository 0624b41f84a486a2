import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount, formatDollars, formatDuration, formatNumberOf } from '../format.ts';
import {
  Code,
  Facts,
  Heading,
  JobLink,
  Loading,
  Part,
  Refusal,
  Shown,
  State,
  Time,
  Unread,
} from '../parts.tsx';
import { StackedBars } from '../plots/stacked-bars.tsx';
import { ScheduleForm } from '../sources/schedule-form.tsx';
import { SourceHealth } from '../sources/source-health.tsx';
import { SourceControls } from '../sources/source-controls.tsx';
import { SourceDiff } from '../sources/source-diff.tsx';
import { SourcePages } from '../sources/source-pages.tsx';
import { judgeSource, shortHash, type SourceRun, type SourceWhole } from '../sources/source-types.ts';
import { Tabs } from '../tabs.tsx';
import { useAnswer, useParts } from '../use-answer.ts';

const changeKinds = ['added', 'modified', 'deleted', 'moved', 'restored'] as const;

const changesTold = ({ changes }: SourceRun): string =>
  Object.entries(changes)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ') || 'none';

const runColumns: readonly Column<SourceRun>[] = [
  { head: 'Ended', cell: ({ endedAt }) => <Time at={endedAt} /> },
  {
    head: 'How',
    cell: ({ outcome, code, isComplete }) => (
      <>
        <State of={outcome} /> {code !== null && <Code code={code} />}
        {outcome === 'completed' && !isComplete && ' not all pages'}
      </>
    ),
  },
  {
    head: 'Took',
    isNumber: true,
    cell: ({ startedAt, endedAt }) => formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
  },
  { head: 'Started by', cell: ({ trigger }) => trigger },
  { head: 'Asked for', isNumber: true, cell: ({ visited }) => formatCount(visited) },
  { head: 'Changes', cell: changesTold },
  { head: 'Held', isNumber: true, cell: ({ held }) => (held === 0 ? '' : formatCount(held)) },
  { head: 'Cost', isNumber: true, cell: ({ dollars }) => (dollars === null ? '' : formatDollars(dollars)) },
  { head: 'Manifest', cell: ({ manifestVersion }) => manifestVersion ?? '' },
  { head: 'Job', cell: ({ job }) => <JobLink id={job}>{job.slice(-8)}</JobLink> },
];

/** How often the source changes: the changes of each run, the first run first. */
const ChangePlot = ({ runs }: { readonly runs: readonly SourceRun[] }): ReactNode =>
  runs.length > 1 && (
    <StackedBars
      title="Changes that each run told of"
      head="Run"
      series={changeKinds}
      columns={runs.toReversed().map(({ job, endedAt, changes }) => ({
        key: job,
        label: <Time at={endedAt} />,
        values: changeKinds.map((kind) => changes[kind] ?? 0),
      }))}
      format={formatCount}
    />
  );

/** Milliseconds between two requests for a source and its runs. */
const refreshMs = 5_000;

interface RunsPart {
  readonly runs: readonly SourceRun[];
  readonly cursor: string | null;
}

const Runs = ({ source: { id, usual } }: { readonly source: SourceWhole }): ReactNode => {
  const query = useParts<RunsPart>(`/v2/sources/${id}/runs`, { limit: '50' }, refreshMs);
  const runs = query.data?.pages.flatMap((part) => part.runs) ?? [];
  return (
    <>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="its runs" />}
      {query.data !== undefined && runs.length === 0 && <p>It has not run yet.</p>}
      {runs.length > 0 && (
        <>
          <SourceHealth runs={runs} usual={usual} />
          <ChangePlot runs={runs} />
          <DataTable
            label="Runs"
            columns={runColumns}
            rows={runs}
            keyOf={({ job, endedAt }) => `${job} ${endedAt}`}
          />
          <SourceDiff id={id} runs={runs} />
        </>
      )}
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older runs
        </button>
      )}
    </>
  );
};

const About = ({ source }: { readonly source: SourceWhole }): ReactNode => (
  <Facts
    facts={[
      ['State', <State key="s" of={judgeSource(source, Date.now())} />],
      // A pause of a person stands below, with its reason.
      ['Why', source.paused === null || source.status !== 'active' ? source.why : null],
      ['URL', source.url],
      ['What it is', source.description],
      ['Method', source.method],
      ['Group', source.group],
      ['Priority', source.priority],
      ['Runs', `${source.cadence ?? 'by hand'} (${source.timezone})`],
      ['Due next', source.nextDueAt === null ? 'not by itself' : <Time key="n" at={source.nextDueAt} />],
      ['Last run', source.lastRunAt === null ? 'none yet' : <Time key="l" at={source.lastRunAt} />],
      ['Last change', source.lastChangeAt === null ? null : <Time key="c" at={source.lastChangeAt} />],
      [
        'Content hash',
        source.contentHash === null ? null : (
          <code key="h" title={source.contentHash}>
            {shortHash(source.contentHash)}
          </code>
        ),
      ],
      [
        'Last run failed',
        source.lastRunOutcome === 'failed' ? (source.lastRunCode ?? 'no page was read') : null,
      ],
      ['Failed in a row', source.failedInRow === 0 ? null : formatNumberOf(source.failedInRow, 'run')],
      [
        'Open run',
        source.openRun === null ? null : (
          <JobLink key="o" id={source.openRun}>
            watch it
          </JobLink>
        ),
      ],
      [
        'Paused',
        source.paused === null ? null : (
          <>
            <Time at={source.paused.at} /> by {source.paused.by}
            {source.paused.why !== null && `: ${source.paused.why}`}
          </>
        ),
      ],
      ...Object.entries(source.pages ?? {})
        .filter(([, count]) => count > 0)
        .map(([state, count]) => [`Pages ${state}`, formatCount(count)] as const),
      [
        'Manifest',
        <Link key="m" href={`/manifests/${source.manifest}`}>
          {source.manifest} {source.manifestVersion}
        </Link>,
      ],
    ]}
  />
);

/** One source: its state, the results of its runs, its pages, when it is due, and its manifest's settings. */
export const SourceScreen = ({ id }: { readonly id: string }): ReactNode => {
  const [isPlanning, setPlanning] = useState(false);
  const query = useAnswer<{ readonly source: SourceWhole }>(`/v2/sources/${id}`, refreshMs);
  if (query.data === undefined) return <Unread heading="A source" what="the source" query={query} />;
  return (
    <Shown query={query} what="the source">
      {({ source }) => (
        <>
          <Heading>{source.name ?? source.id}</Heading>
          <About source={source} />
          <SourceControls source={source} />
          <p>
            <Link href={`/failures?source=${source.id}`}>Its failures</Link>
          </p>
          <Tabs
            label="Of the source"
            views={[
              { name: 'Runs', show: () => <Runs source={source} /> },
              { name: 'Pages', show: () => <SourcePages id={id} /> },
              {
                name: 'Schedule',
                show: () => (
                  <Part title="The next times at which it is due">
                    {source.due.length === 0 ? (
                      <p>It does not run by itself.</p>
                    ) : (
                      <ol>
                        {source.due.map((at) => (
                          <li key={at}>
                            <Time at={at} />
                          </li>
                        ))}
                      </ol>
                    )}
                    {isPlanning ? (
                      <ScheduleForm source={source} onDone={() => setPlanning(false)} />
                    ) : (
                      <button onClick={() => setPlanning(true)}>Change the schedule …</button>
                    )}
                  </Part>
                ),
              },
              {
                name: 'Config',
                show: () => <pre className="document">{JSON.stringify(source.config, null, 2)}</pre>,
              },
            ]}
          />
        </>
      )}
    </Shown>
  );
};
