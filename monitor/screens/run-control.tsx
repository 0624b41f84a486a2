import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice } from '../filter-inputs.tsx';
import { formatNumberOf } from '../format.ts';
import { Code, Heading, JobLink, Part, Refusal, Shown, State, Time } from '../parts.tsx';
import { judgeSource, type SourceLine } from '../sources/source-types.ts';
import { useAct, useAnswer } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

const actions = ['run', 'pause', 'resume'] as const;
type Action = (typeof actions)[number];

/** Most sources in one call of the API (`sourceLimits.bulkSourcesMax`). */
const bulkMax = 100;

interface Result {
  readonly source: string;
  readonly job: string | null;
  readonly code: string | null;
  readonly error: string | null;
}

const resultColumns: readonly Column<Result>[] = [
  { head: 'Source', cell: ({ source }) => <Link href={`/sources/${source}`}>{source}</Link> },
  {
    head: 'What became of it',
    isUrl: true,
    cell: ({ job, code, error }) =>
      code === null ? (
        job === null ? (
          'done'
        ) : (
          <JobLink id={job}>it runs</JobLink>
        )
      ) : (
        <>
          <Code code={code} /> {error}
        </>
      ),
  },
];

const makeColumns = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly Column<SourceLine>[] => [
  {
    head: 'Chosen',
    cell: ({ id, name }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${name ?? id}`}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  },
  {
    head: 'Source',
    isUrl: true,
    cell: ({ id, name }) => <Link href={`/sources/${id}`}>{name ?? id}</Link>,
  },
  { head: 'State', cell: (source) => <State of={judgeSource(source, Date.now())} /> },
  { head: 'Group', cell: ({ group }) => group ?? '' },
  { head: 'Priority', cell: ({ priority }) => priority },
  { head: 'Due next', cell: ({ nextDueAt }) => <Time at={nextDueAt ?? undefined} /> },
];

/** Runs one action for all chosen sources, after it was shown what it does. */
const Steer = ({ ids }: { readonly ids: readonly string[] }): ReactNode => {
  const [asked, ask] = useState<Action | null>(null);
  const bulk = useAct<{ readonly results: readonly Result[] }, Action>((action) =>
    askApi('/v2/sources/bulk', { method: 'POST', body: { action, select: { ids } } }),
  );
  const isTooMany = ids.length > bulkMax;
  return (
    <>
      <div className="filters">
        {actions.map((action) => (
          <button
            key={action}
            disabled={ids.length === 0 || isTooMany || bulk.isPending}
            onClick={() => ask(action)}
          >
            {action[0]?.toUpperCase()}
            {action.slice(1)} {ids.length === 0 ? 'what is chosen' : formatNumberOf(ids.length, 'source')} …
          </button>
        ))}
        {isTooMany && <span className="warning">At most {bulkMax} at once: choose fewer.</span>}
      </div>
      {asked !== null && (
        <div className="card" role="group" aria-label={`${asked} the chosen sources`}>
          <p>
            {asked === 'run' && 'A run of each begins now, beside its schedule: '}
            {asked === 'pause' && 'None of these runs by itself until it is resumed: '}
            {asked === 'resume' && 'Each of these runs by itself again, and failures are forgotten: '}
            {ids.join(', ')}
          </p>
          <button
            className="primary"
            onClick={() => {
              bulk.mutate(asked);
              ask(null);
            }}
          >
            Yes, {asked} {ids.length === 1 ? 'it' : 'them'}
          </button>{' '}
          <button onClick={() => ask(null)}>Leave it</button>
        </div>
      )}
      {bulk.isError && <Refusal error={bulk.error} />}
      {bulk.data !== undefined && (
        <Part title="What became of them">
          <DataTable
            label="What became of them"
            columns={resultColumns}
            rows={bulk.data.results}
            keyOf={({ source }) => source}
          />
        </Part>
      )}
    </>
  );
};

const Chooser = ({ sources }: { readonly sources: readonly SourceLine[] }): ReactNode => {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const filters = useFilters();
  const { filter } = filters;
  const values = (of: (source: SourceLine) => string | null): readonly string[] => [
    '',
    ...new Set(sources.flatMap((source) => of(source) ?? [])),
  ];
  const rows = sources.filter(
    ({ group, priority, manifest }) =>
      (filter('group') === '' || group === filter('group')) &&
      (filter('priority') === '' || priority === filter('priority')) &&
      (filter('manifest') === '' || manifest === filter('manifest')),
  );
  const toggle = (id: string): void =>
    choose((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  return (
    <>
      <div className="filters">
        <FilterChoice
          filters={filters}
          name="manifest"
          label="Manifest"
          values={values(({ manifest }) => manifest)}
        />
        <FilterChoice filters={filters} name="group" label="Group" values={values(({ group }) => group)} />
        <FilterChoice
          filters={filters}
          name="priority"
          label="Priority"
          values={values(({ priority }) => priority)}
        />
        <button onClick={() => choose(new Set([...chosen, ...rows.map(({ id }) => id)]))}>
          Choose all that are shown
        </button>
        <button onClick={() => choose(new Set())} disabled={chosen.size === 0}>
          Choose none
        </button>
      </div>
      <Steer ids={sources.filter(({ id }) => chosen.has(id)).map(({ id }) => id)} />
      <DataTable label="Sources" columns={makeColumns(chosen, toggle)} rows={rows} keyOf={({ id }) => id} />
    </>
  );
};

/** Runs, pauses and resumes many sources at once. The schedule of one source is changed on its own screen. */
export const RunControlScreen = (): ReactNode => {
  const query = useAnswer<{ readonly sources: readonly SourceLine[] }>('/v2/sources', 15_000);
  return (
    <>
      <Heading>Run control</Heading>
      <Shown query={query} what="sources">
        {({ sources }) =>
          sources.length === 0 ? (
            <p>
              No source yet. Sources are listed by <Link href="/manifests">manifests</Link>.
            </p>
          ) : (
            <Chooser sources={sources} />
          )
        }
      </Shown>
    </>
  );
};
