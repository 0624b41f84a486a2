import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { progressRate } from '../../lib/deliver/progress-rate.ts';
import type { Progress } from '../../lib/steps/api/read-progress.ts';
import { formatBytes, formatCount, formatDollars, formatDuration, formatNumberOf } from '../format.ts';
import { HostFacts } from '../host-facts.tsx';
import { Cancel, Redrive } from '../job-actions.tsx';
import { PageTable } from '../page-table.tsx';
import { useSentences } from '../play/description.ts';
import {
  Bars,
  Code,
  Facts,
  Heading,
  JobLink,
  LeftOut,
  Part,
  Refusal,
  State,
  Time,
  Unread,
} from '../parts.tsx';
import { RateLine, type RatePoint } from '../rate-line.tsx';
import { Tree } from '../tree.tsx';
import { useProgress } from '../use-api.ts';

const pointsMax = 300;

/** Collects the counts of successive requests, because none are stored for the plot. */
const useRate = (data: Progress | undefined, at: number): readonly RatePoint[] => {
  const points = useRef<RatePoint[]>([]);
  const [, redraw] = useState(0);
  const finished = data?.job.counts.finished;
  useEffect(() => {
    if (finished === undefined || points.current.at(-1)?.at === at) return;
    points.current = [...points.current, { at, finished }].slice(-pointsMax);
    redraw((count) => count + 1);
  }, [at, finished]);
  return points.current;
};

/** What models took, beside the budget. */
const Budget = ({ budget }: { readonly budget: NonNullable<Progress['job']['budget']> }): ReactNode => {
  const { tokens, dollars, tokensSpent, dollarsSpent } = budget;
  const parts = [
    ['Dollars', dollarsSpent ?? 0, dollars],
    ['Tokens', tokensSpent, tokens],
  ] as const;
  return (
    <>
      <Facts
        facts={parts.map(([name, spent, most]) => [
          `${name} of its budget`,
          most === undefined ? null : (
            <span key={name} className="budget">
              {name === 'Tokens'
                ? `${formatCount(spent)} of ${formatCount(most)}`
                : `${formatDollars(dollarsSpent)} of ${formatDollars(most)}`}
              <meter
                min={0}
                max={most}
                high={most * 0.8}
                value={Math.min(spent, most)}
                aria-label={`${name} of its budget that are spent`}
              />
            </span>
          ),
        ])}
      />
      <p className="note">
        The budget is of this job&rsquo;s models alone. What they are being asked now is held back from it,
        and counted once it is answered.
      </p>
    </>
  );
};

const Counts = ({ job }: { readonly job: Progress['job'] }): ReactNode => {
  const { counts } = job;
  const known = Math.max(1, counts.admitted);
  return (
    <>
      <progress max={known} value={counts.finished} aria-label="Pages that have ended" />
      <Facts
        facts={[
          ['Pages', `${formatCount(counts.finished)} of ${formatCount(counts.admitted)} known have ended`],
          ['With content', formatCount(counts.done)],
          ['Unchanged', counts.unchanged === 0 ? undefined : formatCount(counts.unchanged)],
          [
            'Failed',
            <JobLink key="f" id={job.id} to="/pages?state=failed">
              {formatCount(counts.failed)}
            </JobLink>,
          ],
          [
            'Blocked',
            <JobLink key="b" id={job.id} to="/pages?state=blocked">
              {formatCount(counts.blocked)}
            </JobLink>,
          ],
          ['Skipped', counts.skipped === 0 ? undefined : formatCount(counts.skipped)],
          [
            'Open',
            <JobLink key="o" id={job.id} to="/pages?state=admitted,fetched">
              {formatCount(counts.open)}
            </JobLink>,
          ],
          ['Limit', formatCount(job.limit)],
          ['Cost', formatDollars(job.dollars)],
        ]}
      />
      {job.budget !== undefined && <Budget budget={job.budget} />}
      <LeftOut what="Cost" />
    </>
  );
};

const Breakdown = ({ data }: { readonly data: Progress }): ReactNode => {
  const { breakdown, job } = data;
  const sentences = useSentences(Object.keys({ ...breakdown.codes, ...breakdown.fallThroughs }).length > 0);
  const rows = (
    counts: Readonly<Record<string, number>>,
    show: (name: string) => ReactNode = (name) => name,
  ) =>
    Object.entries(counts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, count]) => ({ key: name, name: show(name), count }));
  return (
    <Part title="What became of its pages">
      {!breakdown.isWhole && (
        <p className="note">Counted from {formatCount(breakdown.pages)} of the pages, a fair sample.</p>
      )}
      <div className="columns">
        <Bars caption="Tier that got the page" rows={rows(breakdown.tiers)} />
        {Object.keys(breakdown.codes).length > 0 && (
          <Bars
            caption="Why a page has no content"
            rows={rows(breakdown.codes, (code) => (
              <>
                <Code code={code} />{' '}
                <JobLink id={job.id} to={`/pages?code=${code}`}>
                  pages
                </JobLink>
                {sentences[code] !== undefined && <span className="title">{sentences[code]}</span>}
              </>
            ))}
          />
        )}
        {Object.keys(breakdown.fallThroughs).length > 0 && (
          <Bars
            caption="Why a tier was left"
            rows={rows(breakdown.fallThroughs, (reason) => (
              <>
                <Code code={reason} of="FallThroughReason" />
                {sentences[reason] !== undefined && <span className="title">{sentences[reason]}</span>}
              </>
            ))}
          />
        )}
        {breakdown.hosts.length > 1 && (
          <Bars
            caption="Hosts with the most pages"
            rows={breakdown.hosts.map(({ host, pages }) => ({
              key: host,
              name: <Link href={`/hosts/${encodeURIComponent(host)}`}>{host}</Link>,
              count: pages,
            }))}
          />
        )}
      </div>
      <p className="note">
        {formatNumberOf(breakdown.requests, 'request')}, {formatBytes(breakdown.bytes)} on the wire
      </p>
    </Part>
  );
};

/** Links to the other screens of a job. */
const Places = ({ job: { id, kind } }: Pick<Progress, 'job'>): ReactNode => (
  <p className="places">
    <JobLink id={id} to="/pages">
      All pages
    </JobLink>
    <JobLink id={id} to="/why">
      Why was a URL not fetched?
    </JobLink>
    {kind === 'extract' && (
      <JobLink id={id} to="/answers">
        Its answers
      </JobLink>
    )}
    <JobLink id={id} to="/timing">
      Pace and response times
    </JobLink>
    <JobLink id={id} to="/webhook">
      What its webhook was told
    </JobLink>
  </p>
);

/** One job: its progress, and links to its pages. */
export const JobScreen = ({ id }: { readonly id: string }): ReactNode => {
  const query = useProgress(id);
  const { data } = query;
  const points = useRate(data, query.dataUpdatedAt);
  if (data === undefined) return <Unread heading="A job" what="the job" query={query} />;
  const { job } = data;
  const isRunning = job.state === 'running' || job.state === 'finishing';
  const rate = progressRate({
    createdAt: Date.parse(job.createdAt),
    at: query.dataUpdatedAt,
    ended: job.counts.finished,
    known: job.counts.admitted,
  });
  const took = Date.parse(job.completedAt ?? job.progressAt) - Date.parse(job.createdAt);
  return (
    <>
      <Heading>
        {job.kind} of <span className="url">{job.url}</span>
      </Heading>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      <p className="line">
        <State of={job.state} />
        {job.code !== undefined && (
          <>
            {' '}
            <Code code={job.code} />
          </>
        )}
        , began <Time at={job.createdAt} />
        {isRunning ? '' : `, took ${formatDuration(took)}`}
        {isRunning &&
          rate.leftMs !== null &&
          `, ${rate.perSecond.toFixed(1)} pages/s, about ${formatDuration(rate.leftMs)} for what is known`}{' '}
        <Cancel job={job} />
      </p>
      <Places job={job} />
      <Counts job={job} />
      {isRunning && points.length > 2 && <RateLine points={points} />}
      <Breakdown data={data} />
      <Redrive data={data} />
      {data.hosts.length > 0 && (
        <Part title="How its hosts are asked">
          <div className="columns">
            {data.hosts.map((host) => (
              <HostFacts key={host.host} host={host} />
            ))}
          </div>
        </Part>
      )}
      <Part title="Paths">
        <Tree job={id} isRunning={isRunning} />
      </Part>
      <Part title="Pages that ended last">
        <PageTable job={id} pages={data.recent} />
      </Part>
    </>
  );
};
