import { useState, type ReactNode } from 'react';
import { formatCount } from './format.ts';
import { JobLink, Loading, Refusal } from './parts.tsx';
import { useTree } from './use-api.ts';

/** The pages of a job by their paths, a folder at a time. */
export const Tree = ({
  job,
  isRunning,
}: {
  readonly job: string;
  readonly isRunning: boolean;
}): ReactNode => {
  const [trail, setTrail] = useState<readonly string[]>(['']);
  const prefix = trail.at(-1) ?? '';
  const query = useTree(job, prefix, isRunning);
  if (query.isPending) return <Loading what="paths" />;
  if (query.data === undefined) return <Refusal error={query.error} again={() => void query.refetch()} />;
  const { entries, more, isWhole } = query.data;
  return (
    <>
      {trail.length > 1 && (
        <p>
          <button onClick={() => setTrail(trail.slice(0, -1))}>Up</button>{' '}
          <span className="url">{prefix}</span>
        </p>
      )}
      <div className="scroll" tabIndex={0} role="region" aria-label="Paths">
        <table>
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col" className="number">
                Pages
              </th>
              <th scope="col" className="number">
                Open
              </th>
              <th scope="col" className="number">
                Done
              </th>
              <th scope="col" className="number">
                Failed
              </th>
              <th scope="col" className="number">
                Blocked
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.prefix}>
                <td className="url">
                  {entry.isFolder ? (
                    <button className="link" onClick={() => setTrail([...trail, entry.prefix])}>
                      {entry.prefix.slice(prefix.length)}
                    </button>
                  ) : (
                    <JobLink id={job} to={`/why?url=${encodeURIComponent(entry.prefix)}`}>
                      {entry.prefix.slice(prefix.length) || entry.prefix}
                    </JobLink>
                  )}
                </td>
                {[entry.pages, entry.open, entry.done, entry.failed, entry.blocked].map((count, index) => (
                  <td key={index} className="number">
                    {formatCount(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(more > 0 || !isWhole) && (
        <p className="note">
          {more > 0 && `${formatCount(more)} more are not shown. `}
          {!isWhole && 'Counted from a fair sample of the pages.'}
        </p>
      )}
    </>
  );
};
