import { useState, type ReactNode } from 'react';
import type { PathCounts } from '../lib/frontier/path-tree.ts';
import { DataTable, type Column } from './data-table.tsx';
import { formatCount } from './format.ts';
import { JobLink, Loading, Refusal } from './parts.tsx';
import { useTree } from './use-api.ts';

const counts: readonly Column<PathCounts>[] = (
  [
    ['Pages', 'pages'],
    ['Open', 'open'],
    ['Done', 'done'],
    ['Failed', 'failed'],
    ['Blocked', 'blocked'],
  ] as const
).map(([head, name]) => ({ head, isNumber: true, cell: (entry) => formatCount(entry[name]) }));

/** The pages of a job by their paths, one folder at a time. */
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
  const columns: readonly Column<PathCounts>[] = [
    {
      head: 'Path',
      isUrl: true,
      cell: (entry) =>
        entry.isFolder ? (
          <button className="link" onClick={() => setTrail([...trail, entry.prefix])}>
            {entry.prefix.slice(prefix.length)}
          </button>
        ) : (
          <JobLink id={job} to={`/why?url=${encodeURIComponent(entry.prefix)}`}>
            {entry.prefix.slice(prefix.length) || entry.prefix}
          </JobLink>
        ),
    },
    ...counts,
  ];
  return (
    <>
      {trail.length > 1 && (
        <p>
          <button onClick={() => setTrail(trail.slice(0, -1))}>Up</button>{' '}
          <span className="url">{prefix}</span>
        </p>
      )}
      <DataTable label="Paths" columns={columns} rows={entries} keyOf={(entry) => entry.prefix} />
      {(more > 0 || !isWhole) && (
        <p className="note">
          {more > 0 && `${formatCount(more)} more are not shown. `}
          {!isWhole && 'Counted from a fair sample of the pages.'}
        </p>
      )}
    </>
  );
};
