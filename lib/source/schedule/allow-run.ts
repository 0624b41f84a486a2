import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { SourceState } from '../source-state.ts';
import type { ManifestSource } from '../resolve-sources.ts';
import { creditBudget, runBudget, tellSpent } from './run-budget.ts';

/** What a run may take: dollars at list prices, credits of services, and pages; undefined where nothing bounds it. */
export interface RunBudget {
  readonly maxDollars?: number;
  readonly maxCredits?: number;
  readonly maxPages?: number;
}

/** What a manifest says of whether its source may run. */
type ListedSource = Pick<ManifestSource, 'status' | 'limits'>;

/** Whether a run of a source may begin: within a budget, or not and why. */
export type RunAllowed =
  | { readonly ok: true; readonly budget: RunBudget }
  | { readonly ok: false; readonly failure: Failure };

const monthSpent = (source: string, spent: string): Failure =>
  failure(
    'BUDGET_EXHAUSTED',
    `Cannot run the source ${source}: it has spent its month, ${spent}. It runs again next month, or once its ` +
      `manifest allows more (limits.dollars_per_month, limits.credits_per_month)`,
  );

const pausedByFailures = (source: string, failed: number, isListed: boolean): Failure => {
  // A request may also name a source that no manifest lists.
  const byHand = isListed
    ? ''
    : `. If no manifest that is applied lists it, invoke submit-job with {"resume": "${source}"}`;
  return failure(
    'SOURCE_PAUSED',
    `Cannot run the source ${source}: its last ${failed} runs failed. Look at their errors, then resume it: ` +
      `npx gleaner sources resume ${source}, or POST /v2/sources/${source}/resume${byHand}`,
  );
};

const retiredByManifest = (source: string): Failure =>
  failure('BAD_REQUEST', `Cannot run the source ${source}: its manifest says that it is retired`);

/**
 * Decides whether a run of a source may begin at a moment, and what it may take. Every way by which a run begins asks
 * this: a schedule, a person, a request that names the source, and a redrive of an earlier run.
 *
 * @param of.listed The source as its manifest has it; undefined if no applied manifest lists it, and nothing bounds it.
 * @param of.crawls Whether the source or its run finds pages by itself: only then does the manifest bound their number.
 */
export const allowRun = (
  of: { readonly id: string; readonly listed: ListedSource | undefined; readonly crawls: boolean },
  state: Pick<SourceState, 'spent' | 'failedInRow'>,
  at: number,
): RunAllowed => {
  const { id, listed, crawls } = of;
  if (listed?.status === 'retired') return { ok: false, failure: retiredByManifest(id) };
  const allowed = listed?.limits;
  const spent = tellSpent(allowed, state.spent, at);
  if (spent !== null) return { ok: false, failure: monthSpent(id, spent) };
  if (state.failedInRow >= limits.sourceFailuresMax)
    return { ok: false, failure: pausedByFailures(id, state.failedInRow, listed !== undefined) };
  const dollars = runBudget(allowed, state.spent, at);
  const credits = creditBudget(allowed, state.spent, at);
  return {
    ok: true,
    budget: {
      ...(dollars === null ? {} : { maxDollars: dollars }),
      ...(credits === null ? {} : { maxCredits: credits }),
      ...(crawls && allowed?.pages !== undefined ? { maxPages: allowed.pages } : {}),
    },
  };
};
