import type { ReactNode } from 'react';
import type { PageLine } from '../lib/steps/api/page-line.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Code, JobLink, State } from './parts.tsx';

const makeColumns = (job: string): readonly Column<PageLine>[] => [
  {
    head: 'URL',
    isUrl: true,
    cell: (page) => (
      <>
        <JobLink id={job} to={`/pages/${page.id}`}>
          {page.url}
        </JobLink>
        {page.title !== undefined && <span className="title">{page.title}</span>}
      </>
    ),
  },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'HTTP', isNumber: true, cell: ({ status }) => status ?? '' },
  { head: 'Tier', cell: ({ tier }) => tier ?? '' },
  { head: 'ms', isNumber: true, cell: ({ ms }) => ms ?? '' },
  { head: 'Why', cell: ({ code }) => code !== undefined && <Code code={code} /> },
];

/** Pages of a job, a line each, which links to the page's story. Calls `onEnd` when the last come into view. */
export const PageTable = ({
  job,
  pages,
  onEnd,
}: {
  readonly job: string;
  readonly pages: readonly PageLine[];
  readonly onEnd?: () => void;
}): ReactNode =>
  pages.length === 0 ? (
    <p>None yet.</p>
  ) : (
    <DataTable
      label="Pages"
      columns={makeColumns(job)}
      rows={pages}
      keyOf={({ id }) => id}
      {...(onEnd === undefined ? {} : { onEnd })}
    />
  );
