import { useState, type ReactNode } from 'react';
import { formatCount, formatDollars } from '../format.ts';
import { Code, JobLink, Loading, Refusal, State, Time } from '../parts.tsx';
import { useJobs } from '../use-api.ts';

const states = ['', 'running', 'completed', 'failed', 'cancelled'] as const;
const kinds = ['', 'crawl', 'batch', 'scrape', 'extract', 'map'] as const;

/** A choice among words, of which the empty one stands for all. */
const Choice = ({
  label,
  values,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}): ReactNode => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {values.map((each) => (
        <option key={each} value={each}>
          {each === '' ? 'all' : each}
        </option>
      ))}
    </select>
  </label>
);

/** Jobs of every kind, open and over, the newest first. */
export const JobsScreen = (): ReactNode => {
  const [state, setState] = useState('');
  const [kind, setKind] = useState('');
  const query = useJobs({ ...(state === '' ? {} : { state }), ...(kind === '' ? {} : { kind }) });
  const jobs = query.data?.pages.flatMap((part) => part.jobs) ?? [];
  return (
    <>
      <h1>Jobs</h1>
      <div className="filters">
        <Choice label="State" values={states} value={state} onChoose={setState} />
        <Choice label="Kind" values={kinds} value={kind} onChoose={setKind} />
      </div>
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="jobs" />}
      {query.data !== undefined && jobs.length === 0 && (
        <p>
          No job{state === '' && kind === '' ? ' yet' : ' like that'}. Begin one in the playground, or with{' '}
          <code>npx gleaner crawl https://example.com</code>
        </p>
      )}
      {jobs.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Jobs">
          <table>
            <thead>
              <tr>
                <th scope="col">URL</th>
                <th scope="col">Kind</th>
                <th scope="col">State</th>
                <th scope="col" className="number">
                  Done
                </th>
                <th scope="col" className="number">
                  Open
                </th>
                <th scope="col" className="number">
                  Failed, blocked
                </th>
                <th scope="col" className="number">
                  Cost
                </th>
                <th scope="col">Began</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.id}>
                  <td className="url">
                    <JobLink id={job.id}>{job.url}</JobLink>
                  </td>
                  <td>{job.kind}</td>
                  <td>
                    <State of={job.state} /> {job.code !== undefined && <Code code={job.code} />}
                  </td>
                  <td className="number">{formatCount(job.counts.done)}</td>
                  <td className="number">{formatCount(job.counts.open)}</td>
                  <td className="number">{formatCount(job.counts.failed + job.counts.blocked)}</td>
                  <td className="number">{formatDollars(job.dollars)}</td>
                  <td>
                    <Time at={job.createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older jobs
        </button>
      )}
    </>
  );
};
