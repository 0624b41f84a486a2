import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { formatCount, formatDollars } from '../format.ts';
import { Heading, Shown, State, Time } from '../parts.tsx';
import { countPages, judgeSource, shortHash, tellFailed, type SourceLine } from '../sources/source-types.ts';
import { toQuery, useAnswer } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

const conditions = ['', 'active', 'paused', 'failing', 'proposed', 'retired'] as const;
const priorities = ['', 'high', 'medium', 'low'] as const;

/** Writes dollars if they are known, and nothing before the first run. */
const toldDollars = (dollars: number | null): string => (dollars === null ? '' : formatDollars(dollars));

const columns: readonly Column<SourceLine>[] = [
  {
    head: 'Source',
    isUrl: true,
    cell: ({ id, name, url }) => (
      <>
        <Link href={`/sources/${id}`}>{name ?? id}</Link>
        <span className="title">{url}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: (source) => (
      <>
        <State of={judgeSource(source, Date.now())} />
        {tellFailed(source) !== null && <span className="title">{tellFailed(source)}</span>}
      </>
    ),
  },
  { head: 'Group', cell: ({ group }) => group ?? '' },
  { head: 'Priority', cell: ({ priority }) => priority },
  { head: 'Runs', cell: ({ cadence }) => cadence ?? 'by hand' },
  { head: 'Last run', cell: ({ lastRunAt }) => <Time at={lastRunAt ?? undefined} /> },
  {
    head: 'Last change',
    cell: ({ lastChangeAt, contentHash }) => (
      <>
        <Time at={lastChangeAt ?? undefined} />
        {contentHash !== null && (
          <code className="title" title={contentHash}>
            {shortHash(contentHash)}
          </code>
        )}
      </>
    ),
  },
  { head: 'Due next', cell: ({ nextDueAt }) => <Time at={nextDueAt ?? undefined} /> },
  { head: 'Pages', isNumber: true, cell: (source) => formatCount(countPages(source)) },
  { head: 'Cost of a run', isNumber: true, cell: ({ lastRunDollars }) => toldDollars(lastRunDollars) },
];

/** All sources and their state; the filters are in the address. */
export const SourcesScreen = (): ReactNode => {
  const filters = useFilters();
  const { filter } = filters;
  const query = useAnswer<{ readonly sources: readonly SourceLine[] }>(
    `/v2/sources${toQuery({ condition: filter('condition') })}`,
    15_000,
  );
  const isWanted = ({ group, priority, id, name, url }: SourceLine): boolean =>
    (filter('group') === '' || group === filter('group')) &&
    (filter('priority') === '' || priority === filter('priority')) &&
    `${id} ${name ?? ''} ${url ?? ''}`.toLowerCase().includes(filter('words').toLowerCase());
  return (
    <>
      <Heading>Sources</Heading>
      <Shown query={query} what="sources">
        {({ sources }) => {
          const rows = sources.filter(isWanted);
          const groups = [...new Set(sources.flatMap(({ group }) => (group === null ? [] : [group])))];
          return (
            <>
              <div className="filters">
                <FilterChoice filters={filters} name="condition" label="Condition" values={conditions} />
                <FilterChoice filters={filters} name="group" label="Group" values={['', ...groups]} />
                <FilterChoice filters={filters} name="priority" label="Priority" values={priorities} />
                <FilterText filters={filters} name="words" label="Words" />
              </div>
              {rows.length === 0 ? (
                <p>
                  No source{sources.length === 0 && filter('condition') === '' ? ' yet' : ' like that'}.
                  Sources are listed by <Link href="/manifests">manifests</Link>.
                </p>
              ) : (
                <DataTable label="Sources" columns={columns} rows={rows} keyOf={({ id }) => id} />
              )}
              <p className="note" role="status">
                {formatCount(rows.length)} of {formatCount(sources.length)} shown
              </p>
            </>
          );
        }}
      </Shown>
    </>
  );
};
