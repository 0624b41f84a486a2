import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice } from '../filter-inputs.tsx';
import { formatNumberOf } from '../format.ts';
import { Code, Heading, JobLink, Part, Refusal, Shown, State, Time } from '../parts.tsx';
import { whyNotSteered } from '../../lib/source/schedule/why-not-steered.ts';
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

interface Order {
  readonly action: Action;
  readonly ids: readonly string[];
}

const effects = {
  run: 'A run of each begins now, beside its schedule: ',
  pause: 'None of these runs by itself until it is resumed: ',
  resume: 'Failures of these are forgotten, and each runs again as its manifest says: ',
} as const;

/**
 * Says what an action does to which of the chosen sources, and why it does nothing to the others.
 *
 * @param onDone called with the ids of those for which it shall be done: none if it is left.
 */
const Confirm = ({
  action,
  sources,
  onDone,
}: {
  readonly action: Action;
  readonly sources: readonly SourceLine[];
  readonly onDone: (ids: readonly string[]) => void;
}): ReactNode => {
  const judged = sources.map((source) => ({ id: source.id, why: whyNotSteered(action, source, source) }));
  const ids = judged.flatMap(({ id, why }) => (why === null ? [id] : []));
  const others = judged.filter(({ why }) => why !== null);
  return (
    <div className="card" role="group" aria-label={`${action} the chosen sources`}>
      {ids.length > 0 && (
        <p>
          {effects[action]}
          {ids.join(', ')}
        </p>
      )}
      {others.length > 0 && (
        <>
          <p>
            Gleaner cannot {action} {formatNumberOf(others.length, 'source')} of these:
          </p>
          <ul>
            {others.map(({ id, why }) => (
              <li key={id}>
                {id}: {why}
              </li>
            ))}
          </ul>
        </>
      )}
      {ids.length > 0 && (
        <button className="primary" onClick={() => onDone(ids)}>
          Yes, {action} {ids.length === 1 ? 'it' : 'them'}
        </button>
      )}{' '}
      <button onClick={() => onDone([])}>Leave it</button>
    </div>
  );
};

/** Runs one action for all chosen sources, after it was shown what it does. */
const Steer = ({ sources }: { readonly sources: readonly SourceLine[] }): ReactNode => {
  const [asked, ask] = useState<Action | null>(null);
  const bulk = useAct<{ readonly results: readonly Result[] }, Order>((order) =>
    askApi('/v2/sources/bulk', {
      method: 'POST',
      body: { action: order.action, select: { ids: order.ids } },
    }),
  );
  const count = sources.length;
  const isTooMany = count > bulkMax;
  return (
    <>
      <div className="filters">
        {actions.map((action) => (
          <button
            key={action}
            disabled={count === 0 || isTooMany || bulk.isPending}
            onClick={() => ask(action)}
          >
            {action[0]?.toUpperCase()}
            {action.slice(1)} {count === 0 ? 'what is chosen' : formatNumberOf(count, 'source')} …
          </button>
        ))}
        {isTooMany && <span className="warning">At most {bulkMax} at once: choose fewer.</span>}
      </div>
      {asked !== null && (
        <Confirm
          action={asked}
          sources={sources}
          onDone={(ids) => {
            if (ids.length > 0) bulk.mutate({ action: asked, ids });
            ask(null);
          }}
        />
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
      <Steer sources={sources.filter(({ id }) => chosen.has(id))} />
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
