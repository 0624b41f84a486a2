import { useEffect, useState, type ReactNode } from 'react';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount, formatDollars, formatNumberOf } from '../format.ts';
import { Code, Loading, Refusal, State, Time } from '../parts.tsx';
import { useAct } from '../use-answer.ts';
import type { ManifestBody, Plan } from './plan-types.ts';

type Entry = Plan['entries'][number];

const written = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

/** Writes a number that is known once a source has run. */
const once = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '' : format(value);

const columns: readonly Column<Entry>[] = [
  { head: 'Source', cell: ({ id }) => id },
  { head: 'What becomes of it', cell: ({ action }) => <State of={action} /> },
  {
    head: 'Fields that differ',
    isUrl: true,
    cell: ({ fields }) =>
      fields.map(({ field, before, after }) => (
        <span key={field} className="title">
          {field}: {written(after)} instead of {written(before)}
        </span>
      )),
  },
  { head: 'Due next', cell: ({ effects }) => <Time at={effects?.due[0]} /> },
  { head: 'Asked', cell: ({ effects }) => effects?.asks ?? '' },
  { head: 'Pages', isNumber: true, cell: ({ effects }) => once(effects?.pages, formatCount) },
  {
    head: 'Requests in 30 days',
    isNumber: true,
    cell: ({ effects }) => once(effects?.requestsPerMonth, (count) => formatCount(Math.round(count))),
  },
  {
    head: 'Hours a run',
    isNumber: true,
    cell: ({ effects }) => once(effects?.hoursPerRun, (hours) => hours.toFixed(2)),
  },
  {
    head: 'In 30 days',
    isNumber: true,
    cell: ({ effects }) => once(effects?.dollarsPerMonth, formatDollars),
  },
];

const classNames = { error: 'problem', warning: 'warning', info: undefined } as const;

const Findings = ({ findings }: Pick<Plan, 'findings'>): ReactNode =>
  findings.length > 0 && (
    <ul className="findings">
      {findings.map(({ level, source, code, message }) => (
        <li key={`${code} ${source ?? ''} ${message}`} className={classNames[level]}>
          <strong>{level}</strong> {source !== undefined && `${source}: `}
          {message} <Code code={code} of="PlanFindingCode" />
        </li>
      ))}
    </ul>
  );

/** What applying would do, source by source; unchanged ones come last. */
export const PlanTable = ({ plan }: { readonly plan: Plan }): ReactNode => {
  const counts = Object.entries(plan.counts)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${formatCount(count)} ${action === 'none' ? 'unchanged' : action}`);
  const rows = plan.entries.toSorted((a, b) => Number(a.action === 'none') - Number(b.action === 'none'));
  return (
    <>
      <p>
        {plan.name} {plan.version}: {counts.join(', ') || 'no source'}
      </p>
      <Findings findings={plan.findings} />
      <DataTable label="Plan" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </>
  );
};

/**
 * Plans a manifest as soon as it is there, and applies it when the reader confirms: only if no other change was applied
 * since the plan was made.
 */
export const PlanAndApply = ({
  manifest,
  onRefused,
}: {
  readonly manifest: ManifestBody;
  /** Gets the API's faults in the manifest; null once there are none. */
  readonly onRefused?: (error: Error | null) => void;
}): ReactNode => {
  const [prune, setPrune] = useState(false);
  const plan = useAct<Plan, boolean>((isPruned) =>
    askApi('/v2/sources/plan', { method: 'POST', body: { manifest, prune: isPruned } }),
  );
  const apply = useAct<{ readonly applied: { readonly seq: number } | null }>(() =>
    askApi('/v2/sources/apply', { method: 'POST', body: { manifest, prune, base: plan.data?.base } }),
  );
  const { mutate } = plan;
  useEffect(() => mutate(prune), [mutate, prune, manifest]);
  const { error } = plan;
  useEffect(() => onRefused?.(error), [onRefused, error]);
  const hasError = plan.data?.findings.some(({ level }) => level === 'error') === true;
  return (
    <>
      {plan.isPending && <Loading what="what it would do" />}
      {plan.isError && onRefused === undefined && <Refusal error={plan.error} />}
      {plan.data !== undefined && !plan.isError && (
        <>
          <PlanTable plan={plan.data} />
          <div className="filters">
            <label>
              <input type="checkbox" checked={prune} onChange={(event) => setPrune(event.target.checked)} />{' '}
              Remove sources that it does not list
            </label>
            <button
              className="primary"
              disabled={hasError || apply.isPending || apply.isSuccess}
              onClick={() => apply.mutate()}
            >
              Apply to {formatNumberOf(plan.data.entries.length, 'source')}
            </button>
          </div>
        </>
      )}
      {apply.isError && <Refusal error={apply.error} again={() => plan.mutate(prune)} />}
      {apply.data !== undefined && (
        <p role="status">
          {apply.data.applied === null
            ? 'There was nothing to change.'
            : `It is applied, as number ${apply.data.applied.seq} of the log.`}
        </p>
      )}
    </>
  );
};
