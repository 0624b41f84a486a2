import { type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount } from '../format.ts';
import { Choice, Shown, State, Time } from '../parts.tsx';
import { countPages, judgeSource, type SourceLine } from '../sources/source-types.ts';
import { toQuery, useAnswer } from '../use-answer.ts';

const conditions = ['', 'active', 'paused', 'failing', 'proposed', 'retired'] as const;
const priorities = ['', 'high', 'medium', 'low'] as const;

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
  { head: 'State', cell: (source) => <State of={judgeSource(source, Date.now())} /> },
  { head: 'Group', cell: ({ group }) => group ?? '' },
  { head: 'Priority', cell: ({ priority }) => priority },
  { head: 'Runs', cell: ({ cadence }) => cadence ?? 'by hand' },
  { head: 'Last run', cell: ({ lastRunAt }) => <Time at={lastRunAt ?? undefined} /> },
  { head: 'Last change', cell: ({ lastChangeAt }) => <Time at={lastChangeAt ?? undefined} /> },
  { head: 'Due next', cell: ({ nextDueAt }) => <Time at={nextDueAt ?? undefined} /> },
  { head: 'Pages', isNumber: true, cell: (source) => formatCount(countPages(source)) },
  { head: 'Failed in a row', isNumber: true, cell: ({ failedInRow }) => formatCount(failedInRow) },
];

/** All sources, and how each is; the filters stand in the address. */
export const SourcesScreen = (): ReactNode => {
  const [params, setParams] = useSearchParams();
  const filter = (name: string): string => params.get(name) ?? '';
  const choose = (name: string, value: string): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
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
      <h1>Sources</h1>
      <Shown query={query} what="sources">
        {({ sources }) => {
          const rows = sources.filter(isWanted);
          const groups = [...new Set(sources.flatMap(({ group }) => (group === null ? [] : [group])))];
          return (
            <>
              <div className="filters">
                <Choice
                  label="Condition"
                  values={conditions}
                  value={filter('condition')}
                  onChoose={(value) => choose('condition', value)}
                />
                <Choice
                  label="Group"
                  values={['', ...groups]}
                  value={filter('group')}
                  onChoose={(value) => choose('group', value)}
                />
                <Choice
                  label="Priority"
                  values={priorities}
                  value={filter('priority')}
                  onChoose={(value) => choose('priority', value)}
                />
                <label>
                  Words{' '}
                  <input
                    value={filter('words')}
                    onChange={(event) => choose('words', event.target.value)}
                    size={20}
                  />
                </label>
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
