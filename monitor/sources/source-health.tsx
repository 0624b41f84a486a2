import type { ReactNode } from 'react';
import { DataTable, type Column } from '../data-table.tsx';
import { formatBytes, formatCount, formatDollars, formatNumberOf } from '../format.ts';
import { Part } from '../parts.tsx';
import type { SourceRun, SourceWhole } from './source-types.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

interface Signal {
  readonly name: string;
  readonly last: string;
  readonly usual: string;
}

const columns: readonly Column<Signal>[] = [
  { head: 'Signal', cell: ({ name }) => name },
  { head: 'Last run', isNumber: true, cell: ({ last }) => last },
  { head: 'Usual', isNumber: true, cell: ({ usual }) => usual },
];

/** The numbers by which alerts judge a source: its last run beside the median of earlier ones. */
export const SourceHealth = ({
  runs,
  usual,
}: {
  readonly runs: readonly SourceRun[];
  readonly usual: SourceWhole['usual'];
}): ReactNode => {
  const last = runs.find(({ health }) => health !== null);
  const health = last?.health ?? null;
  if (last === undefined || health === null) return null;
  const row = (
    name: string,
    read: (told: NonNullable<SourceWhole['usual']>) => number,
    now: number,
    format: (number: number) => string,
  ): Signal => ({ name, last: format(now), usual: usual === null ? '' : format(read(usual)) });
  const rows = [
    row('Pages read', ({ pages }) => pages, health.pages, formatCount),
    row('Pages that failed', ({ failedShare }) => failedShare, health.failedShare, percent),
    row('Text of a page', ({ medianBytes }) => medianBytes, health.medianBytes, formatBytes),
    row('Pages that took a browser', ({ browserShare }) => browserShare, health.browserShare, percent),
    {
      name: 'Cost of a run',
      last: formatDollars(last.dollars),
      usual: usual === null ? '' : formatDollars(usual.dollars),
    },
  ];
  return (
    <Part title="Health">
      <DataTable label="Health" columns={columns} rows={rows} keyOf={({ name }) => name} />
      <p className="note">
        {usual === null
          ? 'What is usual is told once three runs were complete.'
          : `Usual is the median of the last ${formatNumberOf(usual.runs, 'complete run')}.`}
      </p>
    </Part>
  );
};
