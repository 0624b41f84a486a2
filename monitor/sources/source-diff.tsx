import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { formatNumberOf, formatTime } from '../format.ts';
import { Part, Shown, State } from '../parts.tsx';
import { toQuery, useAnswer } from '../use-answer.ts';
import type { SourceRun } from './source-types.ts';

interface PageChange {
  readonly kind: string;
  readonly url: string;
  readonly movedTo: string | null;
}

interface Difference {
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly PageChange[];
  readonly total: number;
}

const makeColumns = (id: string): readonly Column<PageChange>[] => [
  { head: 'What', cell: ({ kind }) => <State of={kind} /> },
  {
    head: 'URL',
    isUrl: true,
    cell: ({ url, movedTo }) => (
      <>
        <Link href={`/sources/${id}/page?${new URLSearchParams({ url })}`}>{url}</Link>
        {movedTo !== null && <span className="title">now at {movedTo}</span>}
      </>
    ),
  },
];

const RunChoice = ({
  label,
  runs,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly runs: readonly SourceRun[];
  readonly value: string;
  readonly onChoose: (job: string) => void;
}): ReactNode => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {runs.map(({ job, endedAt }) => {
        // An option shows nothing on hover, so it has both times in its text.
        const { local, utc } = formatTime(endedAt);
        return <option key={job} value={job}>{`${local} (${utc})`}</option>;
      })}
    </select>
  </label>
);

/** What happened to the pages of a source from one run to another. */
export const SourceDiff = ({
  id,
  runs,
}: {
  readonly id: string;
  readonly runs: readonly SourceRun[];
}): ReactNode => {
  const held = runs.filter(({ outcome }) => outcome === 'completed' || outcome === 'failed');
  const [chosen, choose] = useState<{ readonly from?: string; readonly to?: string }>({});
  const [from, to] = [chosen.from ?? held[1]?.job, chosen.to ?? held[0]?.job];
  const query = useAnswer<Difference>(
    from === undefined ? null : `/v2/sources/${id}/diff${toQuery({ from, to })}`,
  );
  if (from === undefined || to === undefined) return null;
  return (
    <Part title="What differs between two runs">
      <div className="filters">
        <RunChoice
          label="From"
          runs={held}
          value={from}
          onChoose={(job) => choose({ ...chosen, from: job })}
        />
        <RunChoice label="To" runs={held} value={to} onChoose={(job) => choose({ ...chosen, to: job })} />
      </div>
      <Shown query={query} what="what differs">
        {({ changes, total }) =>
          total === 0 ? (
            <p>Every page is as it was.</p>
          ) : (
            <>
              <p className="note">
                {formatNumberOf(total, 'page differs', 'pages differ')}
                {changes.length < total ? `; the first ${changes.length} are shown` : ''}
              </p>
              <DataTable
                label="Pages that differ"
                columns={makeColumns(id)}
                rows={changes}
                keyOf={({ kind, url }) => `${kind} ${url}`}
              />
            </>
          )
        }
      </Shown>
    </Part>
  );
};
